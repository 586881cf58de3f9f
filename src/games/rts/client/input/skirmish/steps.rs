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
use crate::games::rts::client::stage::{MatchResource, middle_of_body};
use crate::games::rts::sim::skirmish::{Command, Task};
use crate::games::rts::sim::units::Waypoint;
use crate::games::rts::sim::{Order, OrderQueue};
use crate::nav::step::UnitId;
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
    app.init_for_match::<Ways>()
        .add_systems(Update, forget_step.in_set(SkirmishSystems::Click).after(super::targeting::click))
        .add_systems(Update, find.in_set(SkirmishSystems::Know));
}

impl Step {
    const fn new(command: CommandKind, at: Vec2) -> Self {
        Self { at, command, back_to: None, size: 1 }
    }
}

fn step_of(skirmish: &SkirmishView, unit: &UnitQueryItem<'_, '_>, before: Vec2, task: &Task) -> Option<Step> {
    let size = skirmish.unit_kind(unit).size;
    let at_goal = |waypoint: &Waypoint| middle_of_body(waypoint.goal, size);
    let (command, at) = match task {
        Task::Walk(waypoint) => (CommandKind::Move, at_goal(waypoint)),
        Task::AttackMove(waypoint) => (CommandKind::AttackMove, at_goal(waypoint)),
        Task::Patrol { here, there } => {
            return Some(Step { back_to: Some(at_goal(here)), ..Step::new(CommandKind::Patrol, at_goal(there)) });
        }
        Task::Attack(target) => (CommandKind::Attack, skirmish.place_of(*target)?),
        Task::Guard(friend) => (CommandKind::Guard, skirmish.place_of(*friend)?),
        Task::Hold => (CommandKind::Hold, before),
        Task::Gather { resource, at, .. } => (CommandKind::gather(*resource), skirmish.area_around(*at).middle()),
        Task::Return => {
            // To the nearest place that takes it, as the simulation does.
            let (resource, _) = unit.cargo.load()?;
            let homes = skirmish.buildings.iter().filter(|building| {
                building.owner.0 == unit.owner.0
                    && building.state.is_finished()
                    && skirmish.building_kind(building).drop_off.contains(&resource)
            });
            let home = homes.min_by_key(|building| building.at.0.distance_squared(unit.at.0))?;
            (CommandKind::Return, skirmish.building_area(&home).middle())
        }
        Task::Build { kind, at, .. } => {
            let size = skirmish.rules().building(*kind).size;
            return Some(Step { size, ..Step::new(CommandKind::Build(*kind), middle_of_body(*at, size)) });
        }
        Task::Repair(id) => {
            let building = skirmish.building(*id)?;
            let command = if building.state.is_finished() { CommandKind::Repair } else { CommandKind::HelpBuild };
            (command, skirmish.building_area(&building).middle())
        }
    };
    Some(Step::new(command, at))
}

/// The steps of a unit in the order in which [`Command::Forget`] counts them: its own waypoints, if no task is on, and then
/// the tasks. A step without a place is drawn where the one before is.
fn way_of(skirmish: &SkirmishView, unit: &UnitQueryItem<'_, '_>) -> Way {
    let size = skirmish.unit_kind(unit).size;
    let from = skirmish.place_of_unit(unit);
    let mut steps: Vec<Step> = Vec::new();
    if unit.tasks.current().is_none() {
        steps.extend(unit.waypoints.iter().map(|waypoint| {
            let command = if waypoint.pace > 0 { CommandKind::FormationMove } else { CommandKind::Move };
            Step::new(command, middle_of_body(waypoint.goal, size))
        }));
    }
    for task in unit.tasks.iter() {
        let before = steps.last().map_or(from, |step| step.at);
        let nothing = Step::new(CommandKind::Hold, before);
        steps.push(step_of(skirmish, unit, before, task).unwrap_or(nothing));
    }
    Way { unit: unit.id.0, from, steps }
}

fn find(skirmish: SkirmishView, selection: Res<Selection>, pointer: Res<Pointer>, mut ways: ResMut<Ways>) {
    let units = skirmish.own_units(&selection);
    let list: Vec<Way> = units
        .iter()
        .take(MOST)
        .filter_map(|id| skirmish.unit(*id))
        .map(|unit| way_of(&skirmish, &unit))
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
