//! The steps that the selected units still have to do, one after the other, with their places. Drawn as lines; a step of a
//! single selected unit is taken back by a click on the × beside it.

use super::command_kind::CommandKind;
use super::queries::{SkirmishView, UnitQueryItem};
use super::targeting::WaitingCommand;
use super::{ClickTaken, SkirmishSystems};
use crate::client::stage::CELL;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::stage::{ShownTime, middle_of_body, reset, shown_at};
use crate::games::rts::sim::skirmish::{Command, Task};
use crate::games::rts::sim::units::Waypoint;
use crate::games::rts::sim::{Order, OrderQueue};
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Its place in world units.
    pub at: Vec2,
    pub command: CommandKind,
    /// For a patrol the other end.
    pub(crate) back_to: Option<Vec2>,
    /// For a building that is to be put up, the side of its square in cells.
    pub size: u8,
}

/// All steps of one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    pub unit: UnitId,
    pub from: Vec2,
    pub steps: Vec<Step>,
}

/// The ways of the selected units of the player.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Ways {
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
        .add_systems(OnEnter(Screen::Match), reset::<Ways>)
        .add_systems(Update, forget_step.in_set(SkirmishSystems::Click).after(super::targeting::click))
        .add_systems(Update, find.in_set(SkirmishSystems::Know));
}

fn shown_place(skirmish: &SkirmishView, shown: ShownTime, unit: &UnitQueryItem<'_, '_>) -> Vec2 {
    shown_at(unit.at.0, unit.stepping.last(), skirmish.unit_kind(unit).size, shown.0)
}

/// Where a unit or a building is shown.
fn place_of(skirmish: &SkirmishView, shown: ShownTime, id: UnitId) -> Option<Vec2> {
    match skirmish.unit(id) {
        Some(unit) => Some(shown_place(skirmish, shown, &unit)),
        None => skirmish.building(id).map(|building| skirmish.building_area(&building).middle()),
    }
}

fn step_of(
    skirmish: &SkirmishView,
    shown: ShownTime,
    unit: &UnitQueryItem<'_, '_>,
    before: Vec2,
    task: &Task,
) -> Option<Step> {
    let size = skirmish.unit_kind(unit).size;
    let at_goal = |waypoint: &Waypoint| middle_of_body(waypoint.goal, size);
    let plain = |at: Vec2, command: CommandKind| Some(Step { at, command, back_to: None, size: 1 });
    match task {
        Task::Walk(waypoint) => plain(at_goal(waypoint), CommandKind::Move),
        Task::AttackMove(waypoint) => plain(at_goal(waypoint), CommandKind::AttackMove),
        Task::Patrol { here, there } => {
            Some(Step { at: at_goal(there), command: CommandKind::Patrol, back_to: Some(at_goal(here)), size: 1 })
        }
        Task::Attack(target) => plain(place_of(skirmish, shown, *target)?, CommandKind::Attack),
        Task::Guard(friend) => plain(place_of(skirmish, shown, *friend)?, CommandKind::Guard),
        Task::Hold => plain(before, CommandKind::Hold),
        Task::Gather { resource, at, .. } => plain(skirmish.area_around(*at).middle(), CommandKind::gather(*resource)),
        Task::Return => {
            // To the nearest place that takes it, as the simulation does.
            let (resource, _) = unit.cargo.load()?;
            let takes = |kind| skirmish.rules().building(kind).drop_off.contains(&resource);
            let homes = skirmish.buildings.iter().filter(|building| {
                building.owner.0 == unit.owner.0 && building.state.is_finished() && takes(building.state.kind())
            });
            let home = homes.min_by_key(|building| building.at.0.distance_squared(unit.at.0))?;
            plain(skirmish.building_area(&home).middle(), CommandKind::Return)
        }
        Task::Build { kind, at, .. } => {
            let size = skirmish.rules().building(*kind).size;
            Some(Step { at: middle_of_body(*at, size), command: CommandKind::Build(*kind), back_to: None, size })
        }
        Task::Repair(id) => {
            let building = skirmish.building(*id)?;
            let command = if building.state.is_finished() { CommandKind::Repair } else { CommandKind::HelpBuild };
            plain(skirmish.building_area(&building).middle(), command)
        }
    }
}

/// The steps of a unit in the order in which [`Command::Forget`] counts them: its own waypoints, if no task is on, and then
/// the tasks. A step without a place is drawn where the one before is.
fn way_of(skirmish: &SkirmishView, shown: ShownTime, unit: &UnitQueryItem<'_, '_>) -> Way {
    let size = skirmish.unit_kind(unit).size;
    let from = shown_place(skirmish, shown, unit);
    let mut steps: Vec<Step> = Vec::new();
    if unit.tasks.current().is_none() {
        let own = unit.waypoints.iter().map(|waypoint| (middle_of_body(waypoint.goal, size), waypoint.pace > 0));
        steps.extend(own.map(|(at, is_formation)| {
            let command = if is_formation { CommandKind::FormationMove } else { CommandKind::Move };
            Step { at, command, back_to: None, size: 1 }
        }));
    }
    for task in unit.tasks.iter() {
        let before = steps.last().map_or(from, |step| step.at);
        let nothing = Step { at: before, command: CommandKind::Hold, back_to: None, size: 1 };
        steps.push(step_of(skirmish, shown, unit, before, task).unwrap_or(nothing));
    }
    Way { unit: unit.id.0, from, steps }
}

fn find(
    skirmish: SkirmishView,
    selection: Res<Selection>,
    shown: Res<ShownTime>,
    pointer: Res<Pointer>,
    mut ways: ResMut<Ways>,
) {
    let units = skirmish.own_units(&selection);
    let list: Vec<Way> = units
        .iter()
        .take(MOST)
        .filter_map(|id| skirmish.unit(*id))
        .map(|unit| way_of(&skirmish, *shown, &unit))
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
    skirmish: SkirmishView,
    actions: Single<&ActionState<RtsAction>>,
    pointer: Res<Pointer>,
    waiting: Res<WaitingCommand>,
    ways: Res<Ways>,
    mut taken: ResMut<ClickTaken>,
    mut orders: ResMut<OrderQueue>,
) {
    if taken.0 || waiting.0.is_some() || !actions.just_pressed(&RtsAction::Primary) {
        return;
    }
    let (Some(point), Some(near), [way]) = (pointer.world, ways.near, &ways.list[..]) else { return };
    if way.steps.get(near).is_none_or(|step| (step.at + CROSS).distance(point) > REACH) {
        return;
    }
    taken.0 = true;
    let command = Command::Forget(near as u16);
    orders.issue(skirmish.player.side, Order::Command { units: vec![way.unit], command, queue: false });
}
