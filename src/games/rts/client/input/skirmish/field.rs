//! What the control of a skirmish looks at: units, buildings, the board, the own side.

use crate::base::Cell;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::{BuildingId, Rules};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{
    Building, BuildingIndex, Cargo, Fighting, Health, Inside, Production, Side, Sides, Skirmish, Tasks, finished_kinds,
};
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, Stepping, Unit, Waypoints};
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// All that is looked at of a unit.
#[derive(QueryData)]
pub struct UnitQuery {
    /// Its number.
    pub id: &'static Id,
    /// Its kind.
    pub kind: &'static Kind,
    /// Whose it is.
    pub owner: &'static Owner,
    /// Where it stands.
    pub at: &'static At,
    /// Its step.
    pub stepping: &'static Stepping,
    /// Where it goes.
    pub waypoints: &'static Waypoints,
    /// What it is to do.
    pub tasks: &'static Tasks,
    /// What it does.
    pub doing: &'static Doing,
    /// What it carries.
    pub cargo: &'static Cargo,
    /// The mine that it is in.
    pub inside: &'static Inside,
    /// Its health.
    pub health: &'static Health,
    /// How it fights.
    pub fighting: &'static Fighting,
}

/// All that is looked at of a building.
#[derive(QueryData)]
pub struct BuildingQuery {
    /// Its number.
    pub id: &'static Id,
    /// What it is.
    pub building: &'static Building,
    /// Whose it is.
    pub owner: &'static Owner,
    /// Its upper left cell.
    pub at: &'static At,
    /// Its health.
    pub health: &'static Health,
    /// Its queue.
    pub production: &'static Production,
    /// How it fights.
    pub fighting: &'static Fighting,
}

type Ground = (&'static Roster, &'static BuildingIndex, &'static Sides, &'static TerrainGrid, &'static Occupied);

/// Everything at once.
#[derive(SystemParam)]
pub struct Field<'w, 's> {
    game_rules: Res<'w, GameRules>,
    /// The time of the match.
    pub clock: Res<'w, MatchClock>,
    /// Who looks.
    pub player: Res<'w, Player>,
    boards: Query<'w, 's, Ground, (With<Board>, With<Skirmish>)>,
    seen: Query<'w, 's, &'static Seen, With<Board>>,
    /// Units.
    pub men: Query<'w, 's, UnitQuery, With<Unit>>,
    /// Buildings.
    pub houses: Query<'w, 's, BuildingQuery>,
}

impl Field<'_, '_> {
    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.game_rules.0
    }

    /// A unit.
    #[must_use]
    pub fn man(&self, id: UnitId) -> Option<UnitQueryItem<'_, '_>> {
        let (roster, ..) = self.boards.single().ok()?;
        self.men.get(roster.entity(id)?).ok()
    }

    /// A building.
    #[must_use]
    pub fn house(&self, id: UnitId) -> Option<BuildingQueryItem<'_, '_>> {
        let (_, building_index, ..) = self.boards.single().ok()?;
        self.houses.get(building_index.entity(id)?).ok()
    }

    /// Which building stands where.
    #[must_use]
    pub fn building_index(&self) -> Option<&BuildingIndex> {
        self.boards.single().ok().map(|(_, building_index, ..)| building_index)
    }

    /// All sides.
    #[must_use]
    pub fn sides(&self) -> Option<&Sides> {
        self.boards.single().ok().map(|(_, _, sides, ..)| sides)
    }

    /// The terrain.
    #[must_use]
    pub fn terrain(&self) -> Option<&TerrainGrid> {
        self.boards.single().ok().map(|(_, _, _, terrain, _)| terrain)
    }

    /// Who is on which cell.
    #[must_use]
    pub fn occupied(&self) -> Option<&Occupied> {
        self.boards.single().ok().map(|(.., occupied)| occupied)
    }

    /// Whether the player's team has ever seen a cell. Without fog, and for who only watches, everything is known.
    #[must_use]
    pub fn knows(&self, cell: Cell) -> bool {
        self.eyes().is_none_or(|(seen, team)| seen.grid().is_explored(team, cell))
    }

    /// Whether the player's team sees a part of a square of cells now.
    #[must_use]
    pub fn sees(&self, at: Cell, size: u8) -> bool {
        self.eyes().is_none_or(|(seen, team)| seen.grid().is_body_visible(team, at, size))
    }

    /// What the player's team knows a cell to be made of, which may have changed since; nothing if it has never seen it.
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Option<Terrain> {
        match self.eyes() {
            Some((seen, team)) => seen.memory().ground(seen.grid(), team, cell),
            None => self.terrain()?.cells().get(cell).copied(),
        }
    }

    /// The building that the player's team sees on a cell or remembers there, if it still stands.
    #[must_use]
    pub fn known_building(&self, cell: Cell) -> Option<UnitId> {
        let id = self.building_index()?.at(cell)?;
        let house = self.house(id)?;
        let Some((seen, team)) = self.eyes() else { return Some(id) };
        let size = self.rules().building(house.building.kind()).size;
        let is_friend = self.sides()?.are_friends(self.player.side, house.owner.0);
        let is_known = is_friend
            || seen.grid().is_body_visible(team, house.at.0, size)
            || seen.memory().buildings(seen.grid(), team).contains_key(&id);
        is_known.then_some(id)
    }

    /// Whether the player's team remembers a building of an enemy on a cell that it does not see; it may be gone.
    #[must_use]
    pub fn remembers_enemy(&self, cell: Cell) -> bool {
        let (Some((seen, team)), Some(sides)) = (self.eyes(), self.sides()) else { return false };
        let known = seen.memory().buildings(seen.grid(), team);
        known.values().any(|house| {
            sides.are_enemies(self.player.side, house.side)
                && footprint(house.at, house.size).any(|other| other == cell)
        })
    }

    /// What the player's team sees, if there is fog, and the sides of the team as bits.
    fn eyes(&self) -> Option<(&Seen, u8)> {
        let seen = self.seen.single().ok()?;
        self.side()?;
        Some((seen, self.sides()?.team_mask(self.player.side)))
    }

    /// The side of the player; `None` for who only watches.
    #[must_use]
    pub fn side(&self) -> Option<&Side> {
        self.sides()?.get(self.player.side)
    }

    /// The selected units that obey the player.
    #[must_use]
    pub fn own_units(&self, selection: &Selection) -> Vec<UnitId> {
        let is_own = |id: &UnitId| self.man(*id).is_some_and(|man| man.owner.0 == self.player.side);
        selection.iter().filter(is_own).collect()
    }

    /// The selected buildings that obey the player.
    #[must_use]
    pub fn own_buildings(&self, selection: &Selection) -> Vec<UnitId> {
        let is_own = |id: &UnitId| self.house(*id).is_some_and(|house| house.owner.0 == self.player.side);
        selection.iter().filter(is_own).collect()
    }

    /// Whether a unit works.
    #[must_use]
    pub fn works(&self, id: UnitId) -> bool {
        self.man(id).is_some_and(|man| self.rules().kind(man.kind.0).works)
    }

    /// The kinds of the finished buildings of the player's side.
    #[must_use]
    pub fn finished(&self) -> Vec<BuildingId> {
        let count = self.sides().map_or(0, |sides| sides.iter().len());
        let all = finished_kinds(count, self.houses.iter().map(|house| (house.building, house.owner)));
        all.into_iter().nth(usize::from(self.player.side)).unwrap_or_default()
    }

    /// The workers of the player who have nothing to do, in the order of their numbers.
    #[must_use]
    pub fn idle_workers(&self) -> Vec<UnitId> {
        let is_idle = |man: &UnitQueryItem<'_, '_>| {
            man.owner.0 == self.player.side
                && self.rules().kind(man.kind.0).works
                && man.tasks.is_empty()
                && man.waypoints.current().is_none()
                && man.inside.mine().is_none()
        };
        let mut idle: Vec<UnitId> = self.men.iter().filter(is_idle).map(|man| man.id.0).collect();
        idle.sort_unstable();
        idle
    }
}
