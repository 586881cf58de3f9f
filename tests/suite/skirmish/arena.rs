//! Small battles as pictures.

use super::Content;
use bevy::prelude::*;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, UnitSpawn};
use gridmarch::games::rts::rules::{Price, Rules};
use gridmarch::games::rts::sim::board::{At, Board};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::{Order, Roster};
use gridmarch::games::rts::sim::skirmish::{
    Building, BuildingIndex, Command, Control, Health, Player, Score, Sides, SkirmishSetup, Stance, VictoryRule,
};
use gridmarch::games::rts::sim::units::{Id, Owner};
use gridmarch::games::rts::sim::{MatchSetup, Outcome};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use std::collections::BTreeMap;

/// The rules of the battles.
pub fn rules() -> Rules {
    let content: Content = ron::from_str(include_str!("fights.ron")).expect("the rules of the battles");
    let Content { economy, damage, factions, units, buildings, upgrades } = content;
    Rules { economy, damage, factions, units, buildings, upgrades, ..Rules::built_in() }
}

/// What a symbol stands for: small letters belong to side 0, capital ones to side 1.
const KINDS: [(char, &str); 10] = [
    ('w', "worker"),
    ('s', "soldier"),
    ('a', "archer"),
    ('c', "thrower"),
    ('r', "ram"),
    ('k', "knight"),
    ('h', "healer"),
    ('d', "target"),
    ('p', "peasant"),
    ('l', "troll"),
];

/// A battle under way.
pub struct Arena {
    pub game: Match,
    told: Vec<Outcome>,
    by_symbol: BTreeMap<char, Vec<UnitId>>,
}

impl Arena {
    /// A battle on a picture: letters as in [`KINDS`], `0` a tower of side 0, `1` of side 1, `2` a barn of side 0, other
    /// symbols terrain.
    pub fn on(picture: &str) -> Self {
        Self::with(picture, rules(), false)
    }

    /// The same by other rules, or in fog.
    pub fn with(picture: &str, rules: Rules, fog: bool) -> Self {
        let rows: Vec<&str> = picture.split_whitespace().collect();
        let kind_of = |symbol: char| {
            let (_, name) = KINDS.iter().find(|(letter, _)| *letter == symbol.to_ascii_lowercase())?;
            Some((rules.kind_named(name)?, u8::from(symbol.is_ascii_uppercase())))
        };
        let (mut units, mut cells, mut starts) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut symbols = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, symbol) in row.chars().enumerate() {
                let at = Cell::new(x as i16, y as i16);
                let unit = kind_of(symbol);
                if let Some((kind, side)) = unit {
                    units.push(UnitSpawn { kind, side, at });
                    symbols.push((symbol, at));
                }
                if symbol.is_ascii_digit() {
                    starts.insert(symbol, at);
                }
                let plain = unit.is_some() || symbol.is_ascii_digit();
                cells.push(if plain { Terrain::Grass } else { Terrain::from_symbol(symbol).expect("a terrain") });
            }
        }
        let player = |side: u8| {
            let (tower, barn) = (['0', '1'][usize::from(side)], ['2', '3'][usize::from(side)]);
            let (faction, start) = match (starts.get(&tower), starts.get(&barn)) {
                (Some(at), _) => ("Keepers", *at),
                (None, Some(at)) => ("Farmers", *at),
                (None, None) => ("Men", Cell::new(0, 0)),
            };
            let faction = rules.faction_named(faction).expect("a faction of the tests");
            Player {
                faction,
                team: side,
                control: Control::Human,
                program: gridmarch::games::rts::bot::Program::Founder,
                start,
                colour: side,
                handicap: Handicap::NONE,
            }
        };
        let skirmish = SkirmishSetup {
            players: vec![player(0), player(1)],
            mines: Vec::new(),
            stock: Price::default(),
            fog,
            explored: false,
            victory: VictoryRule::Everything,
        };
        let terrain = Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells);
        let level = Level { units, ..Level::of_ground(terrain) };
        let mut game = Match::prepared(level, rules, 1, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        });
        let world = game.app.world_mut();
        let mut all = world.query::<(&Id, &At)>();
        let ids: Vec<(UnitId, Cell)> = all.iter(world).map(|(id, at)| (id.0, at.0)).collect();
        let mut by_symbol: BTreeMap<char, Vec<UnitId>> = BTreeMap::new();
        for (symbol, at) in symbols {
            let (id, _) = ids.iter().find(|(_, place)| *place == at).expect("it was placed");
            by_symbol.entry(symbol).or_default().push(*id);
        }
        Self { game, told: Vec::new(), by_symbol }
    }

    /// The only one with a symbol.
    pub fn one(&self, symbol: char) -> UnitId {
        assert_eq!(self.by_symbol[&symbol].len(), 1, "one {symbol}");
        self.by_symbol[&symbol][0]
    }

    /// All with a symbol, in reading order.
    pub fn all(&self, symbol: char) -> Vec<UnitId> {
        self.by_symbol[&symbol].clone()
    }

    /// The building of a side.
    pub fn house(&mut self, side: u8) -> UnitId {
        let world = self.game.app.world_mut();
        let mut all = world.query_filtered::<(&Id, &Owner), With<Building>>();
        all.iter(world).find(|(_, owner)| owner.0 == side).expect("a house").0.0
    }

    /// Runs ticks, checks the law of movement, and keeps what they tell.
    pub fn run(&mut self, ticks: u32) -> &mut Self {
        for _ in 0..ticks {
            self.game.tick();
            let told: Vec<Outcome> = self.game.app.world_mut().resource_mut::<Messages<Outcome>>().drain().collect();
            self.told.extend(told);
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
        std::mem::take(&mut self.told)
    }

    fn entity(&mut self, id: UnitId) -> Option<Entity> {
        let mut boards = self.game.app.world_mut().query_filtered::<(&Roster, &BuildingIndex), With<Board>>();
        let (roster, building_index) = boards.single(self.game.app.world()).expect("a battle");
        roster.entity(id).or_else(|| building_index.entity(id))
    }

    pub fn is_alive(&mut self, id: UnitId) -> bool {
        self.entity(id).is_some()
    }

    /// A component of somebody who lives.
    pub fn of<T: Component + Clone>(&mut self, id: UnitId) -> T {
        let entity = self.entity(id).expect("it lives");
        self.game.app.world().get::<T>(entity).expect("it has one").clone()
    }

    pub fn at(&mut self, id: UnitId) -> Cell {
        self.of::<At>(id).0
    }

    /// Health that is left; 0 of the dead.
    pub fn health(&mut self, id: UnitId) -> u16 {
        if self.is_alive(id) { self.of::<Health>(id).now() } else { 0 }
    }

    pub fn command(&mut self, side: u8, units: &[UnitId], command: Command, queue: bool) {
        self.game.order(side, Order::Command { units: units.to_vec(), command, queue });
    }

    pub fn walk(&mut self, side: u8, unit: UnitId, to: Cell) {
        self.game.order(side, Order::MoveTo { units: vec![unit], to, queue: false, formation: false });
    }

    pub fn behave(&mut self, side: u8, unit: UnitId, stance: Stance) {
        self.command(side, &[unit], Command::Behave(stance), false);
    }

    pub fn score(&mut self, side: u8) -> Score {
        let mut boards = self.game.app.world_mut().query_filtered::<&Sides, With<Board>>();
        boards.single(self.game.app.world()).expect("a battle").get(side).expect("a side").score
    }

    pub fn gold(&mut self, side: u8) -> u32 {
        let mut boards = self.game.app.world_mut().query_filtered::<&Sides, With<Board>>();
        boards.single(self.game.app.world()).expect("a battle").get(side).expect("a side").stock.gold
    }
}
