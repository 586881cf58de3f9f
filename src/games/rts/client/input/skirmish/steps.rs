//! The steps that the selected units still have to do, one after the other, with their places. Drawn as lines; a step of a
//! single selected unit is taken back by a click on the × beside it.

use super::aim::Aiming;
use super::field::{Field, UnitQueryItem};
use super::meaning::Meaning;
use super::{ClickTaken, SkirmishSystems};
use crate::client::input::bindings::Action;
use crate::client::stage::CELL;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::view::units::{ShownTime, middle_of_body, shown_at};
use crate::games::rts::sim::skirmish::{Command, Task};
use crate::games::rts::sim::units::Waypoint;
use crate::games::rts::sim::{Order, OrderQueue};
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// One step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its place in world units.
    pub at: Vec2,
    /// What it is.
    pub what: Meaning,
    /// For a patrol the other end.
    pub back_to: Option<Vec2>,
    /// For a building that is to be put up, the side of its square in cells.
    pub size: u8,
}

/// All steps of one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// Who.
    pub unit: UnitId,
    /// Where it is shown.
    pub from: Vec2,
    /// Its steps, the present one first.
    pub steps: Vec<Step>,
}

/// The ways of the selected units of the player.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Ways {
    /// In the order of the units.
    pub list: Vec<Way>,
    /// The step whose × the pointer is near, of the only unit.
    pub near: Option<usize>,
}

/// Units whose steps are looked at; more lines tell nothing.
const MOST: usize = 60;
/// World units from a step to its ×.
pub const CROSS: Vec2 = Vec2::new(0.45 * CELL, 0.45 * CELL);
/// World units around a × within which a click meets it.
const REACH: f32 = 0.32 * CELL;
/// World units from a step within which its × is shown.
const NEAR: f32 = 1.6 * CELL;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Ways>()
        .add_systems(OnEnter(Screen::Match), |mut ways: ResMut<Ways>| *ways = Ways::default())
        .add_systems(Update, forget_step.in_set(SkirmishSystems::Click).after(super::aim::click))
        .add_systems(Update, find.in_set(SkirmishSystems::Know));
}

/// Where a unit or a building is shown.
fn place_of(field: &Field, shown: ShownTime, id: UnitId) -> Option<Vec2> {
    if let Some(man) = field.man(id) {
        let size = field.rules().kind(man.kind.0).size;
        return Some(shown_at(man.at.0, man.stepping.last(), size, shown.0));
    }
    let house = field.house(id)?;
    Some(middle_of_body(house.at.0, field.rules().building(house.building.kind()).size))
}

fn step_of(field: &Field, shown: ShownTime, man: &UnitQueryItem<'_, '_>, before: Vec2, task: &Task) -> Option<Step> {
    let size = field.rules().kind(man.kind.0).size;
    let at_goal = |waypoint: &Waypoint| middle_of_body(waypoint.goal, size);
    let plain = |at: Vec2, what: Meaning| Some(Step { at, what, back_to: None, size: 1 });
    match task {
        Task::Walk(waypoint) => plain(at_goal(waypoint), Meaning::Move),
        Task::AttackMove(waypoint) => plain(at_goal(waypoint), Meaning::AttackMove),
        Task::Patrol { here, there } => {
            Some(Step { at: at_goal(there), what: Meaning::Patrol, back_to: Some(at_goal(here)), size: 1 })
        }
        Task::Attack(target) => plain(place_of(field, shown, *target)?, Meaning::Attack),
        Task::Guard(friend) => plain(place_of(field, shown, *friend)?, Meaning::Guard),
        Task::Hold => plain(before, Meaning::Hold),
        Task::Gather { resource, at, .. } => {
            let mine = field
                .building_index()
                .and_then(|building_index| building_index.at(*at))
                .and_then(|id| place_of(field, shown, id));
            plain(mine.unwrap_or_else(|| middle_of_body(*at, 1)), Meaning::Gather(*resource))
        }
        Task::Return => {
            // To the nearest place that takes it, as the simulation does.
            let (resource, _) = man.cargo.load()?;
            let takes = |kind| field.rules().building(kind).drop_off.contains(&resource);
            let homes = field.houses.iter().filter(|house| {
                house.owner.0 == man.owner.0 && house.building.is_finished() && takes(house.building.kind())
            });
            let home = homes.min_by_key(|house| house.at.0.distance_squared(man.at.0))?;
            plain(middle_of_body(home.at.0, field.rules().building(home.building.kind()).size), Meaning::Return)
        }
        Task::Build { kind, at, .. } => {
            let size = field.rules().building(*kind).size;
            Some(Step { at: middle_of_body(*at, size), what: Meaning::Build, back_to: None, size })
        }
        Task::Repair(building) => {
            let house = field.house(*building)?;
            let what = if house.building.is_finished() { Meaning::Repair } else { Meaning::Construct };
            plain(place_of(field, shown, *building)?, what)
        }
    }
}

/// The steps of a unit in the order in which [`Command::Forget`] counts them: its own waypoints, if no task is on, and then
/// the tasks. A step without a place is drawn where the one before is.
fn way_of(field: &Field, shown: ShownTime, man: &UnitQueryItem<'_, '_>) -> Way {
    let size = field.rules().kind(man.kind.0).size;
    let from = shown_at(man.at.0, man.stepping.last(), size, shown.0);
    let mut steps: Vec<Step> = Vec::new();
    if man.tasks.current().is_none() {
        let own = man.waypoints.iter().map(|waypoint| (middle_of_body(waypoint.goal, size), waypoint.pace > 0));
        steps.extend(own.map(|(at, is_formation)| {
            let what = if is_formation { Meaning::Formation } else { Meaning::Move };
            Step { at, what, back_to: None, size: 1 }
        }));
    }
    for task in man.tasks.iter() {
        let before = steps.last().map_or(from, |step| step.at);
        let nothing = Step { at: before, what: Meaning::Hold, back_to: None, size: 1 };
        steps.push(step_of(field, shown, man, before, task).unwrap_or(nothing));
    }
    Way { unit: man.id.0, from, steps }
}

fn find(field: Field, selection: Res<Selection>, shown: Res<ShownTime>, pointer: Res<Pointer>, mut ways: ResMut<Ways>) {
    let units = field.own_units(&selection);
    let list: Vec<Way> = units
        .iter()
        .take(MOST)
        .filter_map(|id| field.man(*id))
        .map(|man| way_of(&field, *shown, &man))
        .filter(|way| !way.steps.is_empty())
        .collect();
    let only = list.first().filter(|_| units.len() == 1);
    let near = pointer.world.filter(|_| !pointer.over_hud).zip(only).and_then(|(point, way)| {
        let away = |step: &Step| (step.at + CROSS).distance(point).min(step.at.distance(point));
        let steps = way.steps.iter().enumerate().filter(|(_, step)| away(step) < NEAR);
        steps.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map(|(index, _)| index)
    });
    ways.set_if_neq(Ways { list, near });
}

/// A click on the × beside a step takes it back.
fn forget_step(
    field: Field,
    actions: Single<&ActionState<Action>>,
    pointer: Res<Pointer>,
    aiming: Res<Aiming>,
    ways: Res<Ways>,
    mut taken: ResMut<ClickTaken>,
    mut orders: ResMut<OrderQueue>,
) {
    if taken.0 || aiming.0.is_some() || !actions.just_pressed(&Action::Primary) {
        return;
    }
    let (Some(point), Some(near), [way]) = (pointer.world, ways.near, &ways.list[..]) else { return };
    if way.steps.get(near).is_none_or(|step| (step.at + CROSS).distance(point) > REACH) {
        return;
    }
    taken.0 = true;
    let command = Command::Forget(near as u16);
    orders.issue(field.player.side, Order::Command { units: vec![way.unit], command, queue: false });
}
