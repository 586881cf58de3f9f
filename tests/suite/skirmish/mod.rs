//! The skirmish: a small game with rules of its own, so that a change of the content changes no test.

mod arena;
mod battles;
pub mod economy;
mod fights;
mod lockstep;
mod outside;
mod programs;
mod scripts;
mod setup;
mod sight;
mod stances;
mod team;
mod thoughts;
mod waiting;

use crate::common::level;
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::rules::{BuildingId, KindId, Price, Rules};
use gridmarch::games::rts::sim::board::{At, Board, TerrainGrid};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::{Order, Roster};
use gridmarch::games::rts::sim::skirmish::{
    Action, Building, BuildingIndex, Command, Control, Health, Player, Side, Sides, SkirmishSetup, VictoryRule,
};
use gridmarch::games::rts::sim::skirmish::{Item, Production};
use gridmarch::games::rts::sim::units::{Kind, Owner};
use gridmarch::games::rts::sim::{MatchSetup, Outcome};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

/// The rules of the tests: costs and planner of the game, and a handful of kinds.
pub fn rules() -> Rules {
    let content: Content = ron::from_str(include_str!("rules.ron")).expect("the rules of the tests");
    let Content { economy, damage, factions, units, buildings, upgrades } = content;
    Rules { economy, damage, factions, units, buildings, upgrades, ..Rules::built_in() }
}

#[derive(serde::Deserialize)]
struct Content {
    economy: gridmarch::games::rts::rules::Economy,
    damage: gridmarch::games::rts::rules::DamageTable,
    factions: Vec<gridmarch::games::rts::rules::Faction>,
    units: Vec<gridmarch::games::rts::rules::UnitKind>,
    buildings: Vec<gridmarch::games::rts::rules::BuildingKind>,
    upgrades: Vec<gridmarch::games::rts::rules::UpgradeKind>,
}

/// A skirmish on a picture: `0` and `1` are the upper left cells of halls, `m` those of mines.
pub struct Skirmish {
    pub game: Match,
    pub rules: Rules,
    outcomes: Vec<Outcome>,
}

impl Skirmish {
    /// Begins one, with that much gold and wood on each side.
    pub fn on(picture: &str, stock: (u32, u32)) -> Self {
        Self::by(rules(), picture, stock)
    }

    /// The same by other rules.
    pub fn by(rules: Rules, picture: &str, stock: (u32, u32)) -> Self {
        Self::begin(rules, picture, stock, false)
    }

    /// The same with or without fog.
    pub fn begin(rules: Rules, picture: &str, stock: (u32, u32), fog: bool) -> Self {
        Self::with_handicap(rules, picture, stock, fog, Handicap::NONE)
    }

    /// The same with a handicap of the first side.
    pub fn with_handicap(rules: Rules, picture: &str, (gold, wood): (u32, u32), fog: bool, handicap: Handicap) -> Self {
        let rows: Vec<Vec<char>> = picture.split_whitespace().map(|row| row.chars().collect()).collect();
        let find = |symbol: char| {
            let cells =
                rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, at)| (x, y, *at)));
            cells
                .filter(move |(_, _, at)| *at == symbol)
                .map(|(x, y, _)| Cell::new(x as i16, y as i16))
                .collect::<Vec<_>>()
        };
        let starts: Vec<Cell> = ['0', '1', '2'].into_iter().flat_map(&find).collect();
        let players = starts.iter().enumerate().map(|(team, start)| Player {
            faction: rules.faction_named("Test").expect("the faction of the tests"),
            team: team as u8,
            control: Control::Human,
            program: gridmarch::games::rts::bot::Program::Founder,
            start: *start,
            colour: team as u8,
            handicap: if team == 0 { handicap } else { Handicap::NONE },
        });
        let skirmish = SkirmishSetup {
            players: players.collect(),
            mines: find('m').into_iter().map(|at| (at, 1000)).collect(),
            stock: Price { gold, wood },
            fog,
            explored: false,
            victory: VictoryRule::Buildings,
        };
        let plain: String = picture.chars().map(|symbol| if "012m".contains(symbol) { '.' } else { symbol }).collect();
        let game = Match::prepared(level(&plain), rules.clone(), 1, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        });
        Self { game, rules, outcomes: Vec::new() }
    }

    /// Runs ticks and keeps what they tell.
    pub fn run(&mut self, ticks: u32) -> &mut Self {
        for _ in 0..ticks {
            self.game.tick();
            let told: Vec<Outcome> = self.game.app.world_mut().resource_mut::<Messages<Outcome>>().drain().collect();
            self.outcomes.extend(told);
        }
        self
    }

    /// Runs until something holds, at most so long.
    pub fn until(&mut self, ticks: u32, mut holds: impl FnMut(&mut Self) -> bool) -> bool {
        for _ in 0..ticks {
            if holds(self) {
                return true;
            }
            self.run(1);
        }
        holds(self)
    }

    /// What has been told since the last question.
    pub fn told(&mut self) -> Vec<Outcome> {
        std::mem::take(&mut self.outcomes)
    }

    /// The sentences that a side has been told.
    pub fn warnings(&mut self, side: u8) -> Vec<String> {
        let rules = self.rules.clone();
        let told = self.told();
        let said = told.into_iter().filter_map(|outcome| match outcome {
            Outcome::Warned { side: to, reason, .. } if to == side => Some(reason.text(&rules)),
            _ => None,
        });
        said.collect()
    }

    pub fn command(&mut self, side: u8, units: &[UnitId], command: Command, queue: bool) {
        self.game.order(side, Order::Command { units: units.to_vec(), command, queue });
    }

    pub fn manage(&mut self, side: u8, building: UnitId, action: Action) {
        self.game.order(side, Order::Manage { buildings: vec![building], action });
    }

    pub fn make(&mut self, side: u8, building: UnitId, unit: &str) {
        let kind = self.kind(unit);
        self.manage(side, building, Action::Make(Item::Train(kind)));
    }

    pub fn kind(&self, name: &str) -> KindId {
        self.rules.kind_named(name).expect("a unit of the tests")
    }

    pub fn building_kind(&self, name: &str) -> BuildingId {
        self.rules.building_named(name).expect("a building of the tests")
    }

    pub fn side(&mut self, side: u8) -> Side {
        let mut boards = self.game.app.world_mut().query_filtered::<&Sides, With<Board>>();
        boards.single(self.game.app.world()).expect("a skirmish").get(side).expect("a side").clone()
    }

    pub fn stock(&mut self, side: u8) -> (u32, u32) {
        let Price { gold, wood } = self.side(side).stock;
        (gold, wood)
    }

    /// The units of a side, of one kind, in order.
    pub fn units(&mut self, side: u8, name: &str) -> Vec<UnitId> {
        let kind = self.kind(name);
        let mut units = self.game.app.world_mut().query::<(&gridmarch::games::rts::sim::units::Id, &Owner, &Kind)>();
        let found = units.iter(self.game.app.world()).filter(|(_, owner, of)| owner.0 == side && of.0 == kind);
        let mut ids: Vec<UnitId> = found.map(|(id, ..)| id.0).collect();
        ids.sort_unstable();
        ids
    }

    /// The buildings of a side, of one kind, in order.
    pub fn buildings(&mut self, side: u8, name: &str) -> Vec<UnitId> {
        let kind = self.building_kind(name);
        let mut all = self.game.app.world_mut().query::<(&gridmarch::games::rts::sim::units::Id, &Owner, &Building)>();
        let found = all.iter(self.game.app.world()).filter(|(_, owner, of)| owner.0 == side && of.kind() == kind);
        let mut ids: Vec<UnitId> = found.map(|(id, ..)| id.0).collect();
        ids.sort_unstable();
        ids
    }

    /// A component of a unit or building.
    pub fn of<T: Component + Clone>(&mut self, id: UnitId) -> T {
        let mut boards = self.game.app.world_mut().query_filtered::<(&Roster, &BuildingIndex), With<Board>>();
        let (roster, building_index) = boards.single(self.game.app.world()).expect("a skirmish");
        let entity = roster.entity(id).or_else(|| building_index.entity(id)).expect("it lives");
        self.game.app.world().get::<T>(entity).expect("it has one").clone()
    }

    pub fn at(&mut self, id: UnitId) -> Cell {
        self.of::<At>(id).0
    }

    pub fn terrain(&mut self, cell: Cell) -> Terrain {
        let mut boards = self.game.app.world_mut().query_filtered::<&TerrainGrid, With<Board>>();
        boards.single(self.game.app.world()).expect("a board").cells()[cell]
    }

    pub fn production(&mut self, id: UnitId) -> Production {
        self.of(id)
    }
}

/// Plants a difference: the health of a unit is one less.
pub fn hurt(health: &mut Health) {
    let less = format!(r#"{{"now": {}, "most": {}}}"#, health.now() - 1, health.most());
    *health = serde_json::from_str(&less).expect("a health");
}
