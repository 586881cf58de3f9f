//! What a command means at a target, which command a right click means, and the orders that follow.

use super::command_kind::CommandKind;
use super::queries::{BuildingQueryItem, SkirmishView};
use crate::base::Cell;
use crate::client::stage::cell_at;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::rules::Resource;
use crate::games::rts::sim::Order;
use crate::games::rts::sim::skirmish::{Action as Managing, Command, NEUTRAL};
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::math::Vec2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    Ground,
    Unit(UnitId),
    Building(UnitId),
}

/// A place of the map that is clicked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub cell: Cell,
    pub on: On,
}

impl Target {
    /// What is at a point of the world; `None` beyond the map.
    pub(crate) fn at_point(skirmish: &SkirmishView, point: Vec2) -> Option<Self> {
        let target = Self::on_cell(skirmish, cell_at(point))?;
        let unit = skirmish.unit_at(point, |unit| unit.inside.mine().is_none());
        Some(unit.map_or(target, |unit| Self { on: On::Unit(unit.id.0), ..target }))
    }

    /// What is on a cell, for the small map: units are too small there to be meant.
    pub(crate) fn on_cell(skirmish: &SkirmishView, cell: Cell) -> Option<Self> {
        skirmish.terrain()?.cells().get(cell)?;
        Some(Self { cell, on: skirmish.known_building(cell).map_or(On::Ground, On::Building) })
    }

    const fn id(self) -> Option<UnitId> {
        match self.on {
            On::Ground => None,
            On::Unit(id) | On::Building(id) => Some(id),
        }
    }

    fn is_enemy(self, skirmish: &SkirmishView) -> bool {
        let owner = self.id().and_then(|id| skirmish.owner(id));
        owner.zip(skirmish.sides()).is_some_and(|(owner, sides)| sides.are_enemies(skirmish.player.side, owner))
    }

    fn is_friend(self, skirmish: &SkirmishView) -> bool {
        let owner = self.id().and_then(|id| skirmish.owner(id));
        owner.zip(skirmish.sides()).is_some_and(|(owner, sides)| sides.are_friends(skirmish.player.side, owner))
    }

    /// What can be fetched there.
    fn resource(self, skirmish: &SkirmishView) -> Option<Resource> {
        match self.on {
            On::Building(building) => {
                let mine = skirmish.building(building)?;
                (mine.owner.0 == NEUTRAL && mine.state.gold() > 0).then_some(Resource::Gold)
            }
            _ => (skirmish.ground(self.cell) == Some(Terrain::Forest)).then_some(Resource::Wood),
        }
    }
}

/// What workers would do at a building of friends: go on with it, or make it whole.
fn work_on(building: &BuildingQueryItem<'_, '_>) -> Option<CommandKind> {
    if !building.state.is_finished() {
        return Some(CommandKind::HelpBuild);
    }
    (!building.health.is_whole()).then_some(CommandKind::Repair)
}

/// Whether a unit carries what a building takes.
fn brings(skirmish: &SkirmishView, unit: UnitId, building: &BuildingQueryItem<'_, '_>) -> bool {
    let takes = &skirmish.building_kind(building).drop_off;
    let load = skirmish.unit(unit).and_then(|unit| unit.cargo.load());
    building.owner.0 == skirmish.player.side && load.is_some_and(|(resource, _)| takes.contains(&resource))
}

fn fights(skirmish: &SkirmishView, unit: UnitId) -> bool {
    skirmish.unit(unit).is_some_and(|unit| skirmish.unit_kind(&unit).weapon.is_some())
}

/// The command of the right button; `None` if nobody of the player is selected.
pub(crate) fn context_command(skirmish: &SkirmishView, selection: &Selection, target: Target) -> Option<CommandKind> {
    let units = skirmish.own_units(selection);
    if units.is_empty() {
        let buildings = skirmish.own_buildings(selection);
        let mut buildings = buildings.iter().filter_map(|id| skirmish.building(*id));
        let makes = buildings.any(|building| !skirmish.building_kind(&building).trains.is_empty());
        return makes.then_some(CommandKind::Rally);
    }
    let has_worker = units.iter().any(|unit| skirmish.is_worker(*unit));
    let has_fighter = || units.iter().any(|unit| fights(skirmish, *unit));
    if target.is_enemy(skirmish) {
        return Some(if has_fighter() { CommandKind::Attack } else { CommandKind::Move });
    }
    if has_worker && let Some(resource) = target.resource(skirmish) {
        return Some(CommandKind::gather(resource));
    }
    // What is remembered may be gone; they look, and fight.
    if target.on == On::Ground && skirmish.remembers_enemy(target.cell) && has_fighter() {
        return Some(CommandKind::AttackMove);
    }
    if !target.is_friend(skirmish) {
        return Some(CommandKind::Move);
    }
    match target.on {
        On::Building(building) => {
            let building = skirmish.building(building)?;
            if has_worker && let Some(work) = work_on(&building) {
                return Some(work);
            }
            let is_home = units.iter().any(|unit| brings(skirmish, *unit, &building));
            Some(if is_home { CommandKind::Return } else { CommandKind::Guard })
        }
        On::Unit(unit) if selection.contains(unit) => Some(CommandKind::Move),
        _ => Some(CommandKind::Guard),
    }
}

/// What a command that waits for its target means there.
///
/// # Errors
/// One sentence that says why it cannot be that.
pub(crate) fn at_target(
    skirmish: &SkirmishView,
    command: CommandKind,
    target: Target,
) -> Result<CommandKind, &'static str> {
    match command {
        CommandKind::AttackMove if target.is_enemy(skirmish) => Ok(CommandKind::Attack),
        CommandKind::Guard if !target.is_friend(skirmish) => Err("Only friends can be guarded."),
        CommandKind::Gather => {
            target.resource(skirmish).map(CommandKind::gather).ok_or("Gold comes from mines, wood from forests.")
        }
        CommandKind::Repair => match target.on {
            On::Building(building) if target.is_friend(skirmish) => {
                let building = skirmish.building(building).ok_or("The building is gone.")?;
                work_on(&building).ok_or("Nothing is missing here.")
            }
            _ => Err("Only buildings of friends are repaired."),
        },
        command => Ok(command),
    }
}

/// The orders of a click on the selection: those who can do it do it, the others go along.
pub fn orders(
    skirmish: &SkirmishView,
    selection: &Selection,
    command: CommandKind,
    target: Target,
    queue: bool,
) -> Vec<Order> {
    let to = target.cell;
    if command == CommandKind::Rally {
        let buildings = skirmish.own_buildings(selection);
        let action = Managing::Rally { to, queue };
        return if buildings.is_empty() { Vec::new() } else { vec![Order::Manage { buildings, action }] };
    }
    let units = skirmish.own_units(selection);
    let able = |can: &dyn Fn(UnitId) -> bool| units.iter().copied().filter(|unit| can(*unit)).collect::<Vec<_>>();
    let is_worker = |unit| skirmish.is_worker(unit);
    let told = match (command, target.id()) {
        (CommandKind::Attack, Some(id)) => Some((Command::Attack(id), able(&|unit| fights(skirmish, unit)))),
        (CommandKind::Guard, Some(id)) => Some((Command::Guard(id), able(&|unit| unit != id))),
        (CommandKind::AttackMove, _) => Some((Command::AttackMove { to, formation: false }, units.clone())),
        (CommandKind::Patrol, _) => Some((Command::Patrol { to }, units.clone())),
        (CommandKind::MineGold | CommandKind::ChopWood, _) => Some((Command::Gather(to), able(&is_worker))),
        (CommandKind::Return, Some(id)) => {
            let is_laden = |unit| skirmish.building(id).is_some_and(|building| brings(skirmish, unit, &building));
            Some((Command::Return, able(&is_laden)))
        }
        (CommandKind::Repair | CommandKind::HelpBuild, Some(id)) => Some((Command::Repair(id), able(&is_worker))),
        _ => None,
    };
    let mut others = units.clone();
    let mut orders = Vec::new();
    if let Some((command, units)) = told.filter(|(_, able)| !able.is_empty()) {
        others.retain(|unit| !units.contains(unit));
        orders.push(Order::Command { units, command, queue });
    }
    others.retain(|unit| Some(*unit) != target.id());
    if !others.is_empty() {
        orders.push(Order::MoveTo { units: others, to, queue, formation: command == CommandKind::FormationMove });
    }
    orders
}
