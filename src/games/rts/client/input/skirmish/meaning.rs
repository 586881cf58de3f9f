//! What a click on a place of the map means to the selection, and the orders that follow from it.

use super::aim::Aim;
use super::field::{BuildingQueryItem, Field, UnitQueryItem};
use crate::base::Cell;
use crate::client::stage::cell_at;
use crate::games::rts::client::input::hover::unit_at;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::view::units::ShownTime;
use crate::games::rts::rules::Resource;
use crate::games::rts::sim::Order;
use crate::games::rts::sim::skirmish::{Action as Managing, Command, NEUTRAL};
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::math::Vec2;

/// What is on a place of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum On {
    /// Nobody.
    Ground,
    /// A unit.
    Unit(UnitId),
    /// A building.
    Building(UnitId),
}

/// A place of the map that is clicked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The cell.
    pub cell: Cell,
    /// What is on it.
    pub on: On,
}

/// What a click means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Walk there.
    Move,
    /// Walk there in the layout in which they stand.
    Formation,
    /// Fight that one.
    Attack,
    /// Go there, fighting whomever they meet.
    AttackMove,
    /// To and fro.
    Patrol,
    /// Stay near and protect.
    Guard,
    /// Fetch gold or wood.
    Gather(Resource),
    /// Bring home what they carry.
    Return,
    /// Make whole.
    Repair,
    /// Go on with the construction.
    Construct,
    /// Put up a new building.
    Build,
    /// Stand and make way for nobody.
    Hold,
    /// Those who are trained go there.
    Rally,
}

impl Meaning {
    /// The word beside the pointer.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Formation => "In formation",
            Self::Attack => "Attack",
            Self::AttackMove => "Attack-move",
            Self::Patrol => "Patrol",
            Self::Guard => "Guard",
            Self::Gather(Resource::Gold) => "Mine gold",
            Self::Gather(Resource::Wood) => "Chop wood",
            Self::Return => "Bring home",
            Self::Repair => "Repair",
            Self::Construct => "Help to build",
            Self::Build => "Build",
            Self::Hold => "Hold",
            Self::Rally => "Rally here",
        }
    }

    /// The position of its picture on the sheet of commands.
    #[must_use]
    pub const fn icon(self) -> usize {
        match self {
            Self::Move => 0,
            Self::Formation => 34,
            Self::Attack => 1,
            Self::AttackMove => 2,
            Self::Patrol => 3,
            Self::Guard => 4,
            Self::Hold => 6,
            Self::Gather(Resource::Gold) => 13,
            Self::Gather(Resource::Wood) => 14,
            Self::Return => 8,
            Self::Repair => 10,
            Self::Construct | Self::Build => 9,
            Self::Rally => 11,
        }
    }
}

/// What is at a point of the world; `None` beyond the map.
#[must_use]
pub fn spot_at(field: &Field, shown: ShownTime, point: Vec2) -> Option<Spot> {
    let cell = cell_at(point);
    if !field.terrain()?.cells().contains(cell) {
        return None;
    }
    let is_visible = |man: &UnitQueryItem<'_, '_>| {
        man.inside.mine().is_none() && field.sees(man.at.0, field.rules().kind(man.kind.0).size)
    };
    let visible = field.men.iter().filter(is_visible);
    let bodies = visible.map(|man| (man.id, man.kind, man.at, man.stepping));
    let on = match unit_at(point, field.rules(), shown, bodies) {
        Some(unit) => On::Unit(unit),
        None => field.known_building(cell).map_or(On::Ground, On::Building),
    };
    Some(Spot { cell, on })
}

/// What is on a cell, for the small map: units are too small there to be meant.
#[must_use]
pub fn spot_on(field: &Field, cell: Cell) -> Option<Spot> {
    field.terrain()?.cells().get(cell)?;
    Some(Spot { cell, on: field.known_building(cell).map_or(On::Ground, On::Building) })
}

/// Whose a thing is.
fn owner(field: &Field, on: On) -> Option<u8> {
    match on {
        On::Ground => None,
        On::Unit(unit) => field.man(unit).map(|man| man.owner.0),
        On::Building(building) => field.house(building).map(|house| house.owner.0),
    }
}

fn is_enemy(field: &Field, on: On) -> bool {
    let sides = field.sides();
    owner(field, on).is_some_and(|other| sides.is_some_and(|sides| sides.are_enemies(field.player.side, other)))
}

fn is_friend(field: &Field, on: On) -> bool {
    let sides = field.sides();
    owner(field, on).is_some_and(|other| sides.is_some_and(|sides| sides.are_friends(field.player.side, other)))
}

/// What can be fetched at a place.
fn fetched(field: &Field, spot: Spot) -> Option<Resource> {
    match spot.on {
        On::Building(building) => {
            let mine = field.house(building)?;
            (mine.owner.0 == NEUTRAL && mine.building.gold() > 0).then_some(Resource::Gold)
        }
        _ => (field.ground(spot.cell) == Some(Terrain::Forest)).then_some(Resource::Wood),
    }
}

/// What workers would do at a building of friends: go on with it, or make it whole.
fn work_on(house: &BuildingQueryItem<'_, '_>) -> Option<Meaning> {
    if !house.building.is_finished() {
        return Some(Meaning::Construct);
    }
    (!house.health.is_whole()).then_some(Meaning::Repair)
}

/// Whether somebody carries what a building takes.
fn brings(field: &Field, unit: UnitId, house: &BuildingQueryItem<'_, '_>) -> bool {
    let takes = &field.rules().building(house.building.kind()).drop_off;
    let load = field.man(unit).and_then(|man| man.cargo.load());
    house.owner.0 == field.player.side && load.is_some_and(|(resource, _)| takes.contains(&resource))
}

/// What the right button means; `None` if nobody of the player is selected.
#[must_use]
pub fn smart(field: &Field, selection: &Selection, spot: Spot) -> Option<Meaning> {
    let units = field.own_units(selection);
    if units.is_empty() {
        let makes = field.own_buildings(selection).into_iter().any(|building| {
            field.house(building).is_some_and(|house| !field.rules().building(house.building.kind()).trains.is_empty())
        });
        return makes.then_some(Meaning::Rally);
    }
    let has_worker = units.iter().any(|unit| field.works(*unit));
    if is_enemy(field, spot.on) {
        return Some(if units.iter().any(|unit| fights(field, *unit)) { Meaning::Attack } else { Meaning::Move });
    }
    if has_worker && let Some(resource) = fetched(field, spot) {
        return Some(Meaning::Gather(resource));
    }
    // What is remembered may be gone; they look, and fight.
    if spot.on == On::Ground && field.remembers_enemy(spot.cell) && units.iter().any(|unit| fights(field, *unit)) {
        return Some(Meaning::AttackMove);
    }
    if !is_friend(field, spot.on) {
        return Some(Meaning::Move);
    }
    match spot.on {
        On::Building(building) => {
            let house = field.house(building)?;
            if has_worker && let Some(work) = work_on(&house) {
                return Some(work);
            }
            let is_home = units.iter().any(|unit| brings(field, *unit, &house));
            Some(if is_home { Meaning::Return } else { Meaning::Guard })
        }
        On::Unit(unit) if selection.contains(unit) => Some(Meaning::Move),
        _ => Some(Meaning::Guard),
    }
}

/// What a click means while a command waits for its target.
///
/// # Errors
/// One sentence that says why it cannot be that.
pub fn aimed(field: &Field, aim: Aim, spot: Spot) -> Result<Meaning, &'static str> {
    match aim {
        Aim::Move => Ok(Meaning::Move),
        Aim::Formation => Ok(Meaning::Formation),
        Aim::Attack if is_enemy(field, spot.on) => Ok(Meaning::Attack),
        Aim::Attack => Ok(Meaning::AttackMove),
        Aim::Patrol => Ok(Meaning::Patrol),
        Aim::Guard if is_friend(field, spot.on) => Ok(Meaning::Guard),
        Aim::Guard => Err("Only friends can be guarded."),
        Aim::Gather => fetched(field, spot).map(Meaning::Gather).ok_or("Gold comes from mines, wood from forests."),
        Aim::Repair => match spot.on {
            On::Building(building) if is_friend(field, spot.on) => {
                let house = field.house(building).ok_or("The building is gone.")?;
                work_on(&house).ok_or("Nothing is missing here.")
            }
            _ => Err("Only buildings of friends are repaired."),
        },
        Aim::Rally => Ok(Meaning::Rally),
        Aim::Build(_) => Ok(Meaning::Build),
    }
}

fn fights(field: &Field, unit: UnitId) -> bool {
    field.man(unit).is_some_and(|man| field.rules().kind(man.kind.0).weapon.is_some())
}

/// The orders of a click on the selection: those who can do it do it, the others go along.
#[must_use]
pub fn orders(field: &Field, selection: &Selection, spot: Spot, meaning: Meaning, queue: bool) -> Vec<Order> {
    let to = spot.cell;
    if meaning == Meaning::Rally {
        let buildings = field.own_buildings(selection);
        let action = Managing::Rally { to, queue };
        return if buildings.is_empty() { Vec::new() } else { vec![Order::Manage { buildings, action }] };
    }
    let units = field.own_units(selection);
    let target = match spot.on {
        On::Unit(id) | On::Building(id) => Some(id),
        On::Ground => None,
    };
    let works = |unit: &UnitId| field.works(*unit);
    let (command, able): (Option<Command>, Vec<UnitId>) = match (meaning, target) {
        (Meaning::Attack, Some(id)) => {
            (Some(Command::Attack(id)), units.iter().copied().filter(|unit| fights(field, *unit)).collect())
        }
        (Meaning::Guard, Some(id)) => {
            (Some(Command::Guard(id)), units.iter().copied().filter(|unit| *unit != id).collect())
        }
        (Meaning::AttackMove, _) => (Some(Command::AttackMove { to, formation: false }), units.clone()),
        (Meaning::Patrol, _) => (Some(Command::Patrol { to }), units.clone()),
        (Meaning::Gather(_), _) => (Some(Command::Gather(to)), units.iter().copied().filter(works).collect()),
        (Meaning::Return, Some(id)) => {
            let is_laden = |unit: &UnitId| field.house(id).is_some_and(|house| brings(field, *unit, &house));
            (Some(Command::Return), units.iter().copied().filter(is_laden).collect())
        }
        (Meaning::Repair | Meaning::Construct, Some(id)) => {
            (Some(Command::Repair(id)), units.iter().copied().filter(works).collect())
        }
        _ => (None, Vec::new()),
    };
    let formation = meaning == Meaning::Formation;
    let others: Vec<UnitId> = units.into_iter().filter(|unit| !able.contains(unit) && Some(*unit) != target).collect();
    let mut orders = Vec::new();
    if let Some(command) = command.filter(|_| !able.is_empty()) {
        orders.push(Order::Command { units: able, command, queue });
    }
    if !others.is_empty() {
        orders.push(Order::MoveTo { units: others, to, queue, formation });
    }
    orders
}
