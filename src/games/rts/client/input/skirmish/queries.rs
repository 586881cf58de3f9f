//! What the player of this window knows of a match: units, buildings, the board, the own side.

use super::kinds::Class;
use crate::base::Cell;
use crate::client::stage::{CELL, cell_at};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::stage::{ShownTime, distance_to_body, middle_of_body, shown_at};
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::{BuildingId, BuildingKind, Rules, UnitKind};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{
    Building, BuildingIndex, Cargo, Fighting, Health, Inside, Production, Side, Sides, Skirmish, Tasks, finished_kinds,
};
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, PlannedRoute, Progress, Stepping, Unit, Waypoints};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

#[derive(QueryData)]
pub struct UnitQuery {
    pub id: &'static Id,
    pub kind: &'static Kind,
    pub owner: &'static Owner,
    pub at: &'static At,
    pub stepping: &'static Stepping,
    pub waypoints: &'static Waypoints,
    pub tasks: &'static Tasks,
    pub doing: &'static Doing,
    pub planned: &'static PlannedRoute,
    pub progress: &'static Progress,
    pub cargo: &'static Cargo,
    pub inside: &'static Inside,
    pub health: &'static Health,
    pub fighting: &'static Fighting,
}

#[derive(QueryData)]
pub struct BuildingQuery {
    pub id: &'static Id,
    pub state: &'static Building,
    pub owner: &'static Owner,
    /// The upper left cell.
    pub at: &'static At,
    pub health: &'static Health,
    pub production: &'static Production,
    pub fighting: &'static Fighting,
}

/// A square of cells: a unit, a building, or a single cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The upper left cell.
    pub at: Cell,
    pub size: u8,
}

impl Area {
    pub const fn cell(at: Cell) -> Self {
        Self { at, size: 1 }
    }

    /// The middle in world units.
    pub fn middle(self) -> Vec2 {
        middle_of_body(self.at, self.size)
    }
}

/// World units between a point and the cells of a unit within which a click meets it.
const PICK_RADIUS: f32 = 0.6 * CELL;

type BoardQuery = (&'static BuildingIndex, &'static Sides, &'static TerrainGrid, &'static Occupied);

/// A match as the player of this window sees it; the sandbox has no sides and no buildings.
#[derive(SystemParam)]
pub struct SkirmishView<'w, 's> {
    game_rules: Res<'w, GameRules>,
    pub clock: Res<'w, MatchClock>,
    pub player: Res<'w, Player>,
    shown: Res<'w, ShownTime>,
    rosters: Query<'w, 's, &'static Roster, With<Board>>,
    boards: Query<'w, 's, BoardQuery, (With<Board>, With<Skirmish>)>,
    seen: Query<'w, 's, &'static Seen, With<Board>>,
    pub units: Query<'w, 's, UnitQuery, With<Unit>>,
    pub buildings: Query<'w, 's, BuildingQuery>,
}

impl SkirmishView<'_, '_> {
    pub fn rules(&self) -> &Rules {
        &self.game_rules.0
    }

    pub fn unit(&self, id: UnitId) -> Option<UnitQueryItem<'_, '_>> {
        self.units.get(self.rosters.single().ok()?.entity(id)?).ok()
    }

    pub fn building(&self, id: UnitId) -> Option<BuildingQueryItem<'_, '_>> {
        self.buildings.get(self.building_index()?.entity(id)?).ok()
    }

    pub(crate) fn unit_kind(&self, unit: &UnitQueryItem<'_, '_>) -> &UnitKind {
        self.rules().kind(unit.kind.0)
    }

    pub fn building_kind(&self, building: &BuildingQueryItem<'_, '_>) -> &BuildingKind {
        self.rules().building(building.state.kind())
    }

    pub(crate) fn unit_area(&self, unit: &UnitQueryItem<'_, '_>) -> Area {
        Area { at: unit.at.0, size: self.unit_kind(unit).size }
    }

    pub(crate) fn building_area(&self, building: &BuildingQueryItem<'_, '_>) -> Area {
        Area { at: building.at.0, size: self.building_kind(building).size }
    }

    pub(crate) fn place_of_unit(&self, unit: &UnitQueryItem<'_, '_>) -> Vec2 {
        shown_at(unit.at.0, unit.stepping.last(), self.unit_kind(unit).size, self.shown.0)
    }

    pub(crate) fn place_of(&self, id: UnitId) -> Option<Vec2> {
        let unit = self.unit(id).map(|unit| self.place_of_unit(&unit));
        unit.or_else(|| Some(self.building_area(&self.building(id)?).middle()))
    }

    pub(crate) fn area(&self, id: UnitId) -> Option<Area> {
        let unit = self.unit(id).map(|unit| self.unit_area(&unit));
        unit.or_else(|| Some(self.building_area(&self.building(id)?)))
    }

    /// Of the units that the player sees the one that a point of the world is on: the nearest, and of equals the first.
    pub(crate) fn unit_at(
        &self,
        point: Vec2,
        is_meant: impl Fn(&UnitQueryItem<'_, '_>) -> bool,
    ) -> Option<UnitQueryItem<'_, '_>> {
        self.units
            .iter()
            .filter(|unit| is_meant(unit) && self.sees(self.unit_area(unit)))
            .map(|unit| (distance_to_body(point, self.place_of_unit(&unit), self.unit_kind(&unit).size), unit))
            .filter(|(distance, _)| *distance <= PICK_RADIUS)
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.id.cmp(b.1.id)))
            .map(|(_, unit)| unit)
    }

    /// The building at a point of the world where the player's team has ever looked.
    pub(crate) fn building_at(&self, point: Vec2) -> Option<BuildingQueryItem<'_, '_>> {
        let cell = cell_at(point);
        self.building(self.building_index()?.at(cell)?).filter(|_| self.knows(cell))
    }

    /// The buildings of a side of which a part lies in a rectangle of the world.
    pub(crate) fn buildings_in(&self, side: u8, rect: Rect) -> impl Iterator<Item = BuildingQueryItem<'_, '_>> {
        self.buildings.iter().filter(move |building| {
            let area = self.building_area(building);
            let ground = Rect::from_center_size(area.middle(), Vec2::splat(f32::from(area.size) * CELL));
            building.owner.0 == side && !ground.intersect(rect).is_empty()
        })
    }

    pub(crate) fn exists(&self, id: UnitId) -> bool {
        self.unit(id).is_some() || self.building(id).is_some()
    }

    pub(crate) fn is_skirmish(&self) -> bool {
        !self.boards.is_empty()
    }

    pub(crate) fn class_of(&self, id: UnitId) -> Option<Class> {
        let unit = self.unit(id).map(|unit| Class::Unit(unit.kind.0));
        unit.or_else(|| Some(Class::Building(self.building(id)?.state.kind())))
    }

    /// The building that covers a cell, or the cell.
    pub(crate) fn area_around(&self, cell: Cell) -> Area {
        let building = self.building_index().and_then(|index| self.building(index.at(cell)?));
        building.map_or(Area::cell(cell), |building| self.building_area(&building))
    }

    pub fn owner(&self, id: UnitId) -> Option<u8> {
        let unit = self.unit(id).map(|unit| unit.owner.0);
        unit.or_else(|| self.building(id).map(|building| building.owner.0))
    }

    pub fn building_index(&self) -> Option<&BuildingIndex> {
        self.boards.single().ok().map(|(building_index, ..)| building_index)
    }

    pub fn sides(&self) -> Option<&Sides> {
        self.boards.single().ok().map(|(_, sides, ..)| sides)
    }

    pub fn terrain(&self) -> Option<&TerrainGrid> {
        self.boards.single().ok().map(|(_, _, terrain, _)| terrain)
    }

    pub fn occupied(&self) -> Option<&Occupied> {
        self.boards.single().ok().map(|(.., occupied)| occupied)
    }

    /// Whether the player's team has ever seen a cell. Without fog, and for who only watches, everything is known.
    pub fn knows(&self, cell: Cell) -> bool {
        self.team_sight().is_none_or(|(seen, team)| seen.grid().is_explored(team, cell))
    }

    /// Whether the player's team sees a part of an area now.
    pub fn sees(&self, area: Area) -> bool {
        self.team_sight().is_none_or(|(seen, team)| seen.grid().is_body_visible(team, area.at, area.size))
    }

    /// What the player's team knows a cell to be made of, which may have changed since; nothing if it has never seen it.
    pub fn ground(&self, cell: Cell) -> Option<Terrain> {
        match self.team_sight() {
            Some((seen, team)) => seen.memory().ground(seen.grid(), team, cell),
            None => self.terrain()?.cells().get(cell).copied(),
        }
    }

    /// The building that the player's team sees on a cell or remembers there, if it still stands.
    pub(crate) fn known_building(&self, cell: Cell) -> Option<UnitId> {
        let id = self.building_index()?.at(cell)?;
        let building = self.building(id)?;
        let Some((seen, team)) = self.team_sight() else { return Some(id) };
        let is_known = self.sides()?.are_friends(self.player.side, building.owner.0)
            || self.sees(self.building_area(&building))
            || seen.memory().buildings(seen.grid(), team).contains_key(&id);
        is_known.then_some(id)
    }

    /// Whether the player's team remembers a building of an enemy on a cell that it does not see; it may be gone.
    pub(crate) fn remembers_enemy(&self, cell: Cell) -> bool {
        let (Some((seen, team)), Some(sides)) = (self.team_sight(), self.sides()) else { return false };
        let known = seen.memory().buildings(seen.grid(), team);
        known.values().any(|building| {
            sides.are_enemies(self.player.side, building.side)
                && footprint(building.at, building.size).any(|other| other == cell)
        })
    }

    /// What the player's team sees, if there is fog, and the sides of the team as bits.
    fn team_sight(&self) -> Option<(&Seen, u8)> {
        let seen = self.seen.single().ok()?;
        self.side()?;
        Some((seen, self.sides()?.team_mask(self.player.side)))
    }

    /// The side of the player; `None` for who only watches.
    pub fn side(&self) -> Option<&Side> {
        self.sides()?.get(self.player.side)
    }

    /// The selected units that obey the player.
    pub(crate) fn own_units(&self, selection: &Selection) -> Vec<UnitId> {
        let is_own = |id: &UnitId| self.unit(*id).is_some_and(|unit| unit.owner.0 == self.player.side);
        selection.iter().filter(is_own).collect()
    }

    pub(crate) fn own_buildings(&self, selection: &Selection) -> Vec<UnitId> {
        let is_own = |id: &UnitId| self.building(*id).is_some_and(|building| building.owner.0 == self.player.side);
        selection.iter().filter(is_own).collect()
    }

    pub(crate) fn is_worker(&self, id: UnitId) -> bool {
        self.unit(id).is_some_and(|unit| self.unit_kind(&unit).works)
    }

    /// The kinds of the finished buildings of the player's side.
    pub(crate) fn finished(&self) -> Vec<BuildingId> {
        finished_kinds(self.player.side, self.buildings.iter().map(|building| (building.state, building.owner)))
    }

    /// The workers of the player who have nothing to do, in the order of their numbers.
    pub(crate) fn idle_workers(&self) -> Vec<UnitId> {
        let is_idle = |unit: &UnitQueryItem<'_, '_>| {
            unit.owner.0 == self.player.side
                && self.unit_kind(unit).works
                && unit.tasks.is_empty()
                && unit.waypoints.current().is_none()
                && unit.inside.mine().is_none()
        };
        let mut idle: Vec<UnitId> = self.units.iter().filter(is_idle).map(|unit| unit.id.0).collect();
        idle.sort_unstable();
        idle
    }
}
