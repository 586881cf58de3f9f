//! Rules data of the real-time game: prices of terrain, settings of the planner, and the content ([`content`]).

mod content;

pub use content::{
    Armour, BuildingId, BuildingKind, Damage, DamageTable, Economy, Effect, Faction, FactionId, Healing, KindId,
    MAX_BUILDING_SIZE, MAX_SIZE, Missile, Price, Rank, Resource, Stat, UnitKind, UpgradeId, UpgradeKind, Weapon,
};

use crate::nav::coop::PlannerKind;
use crate::nav::terrain::CostTable;
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// Everything about the game that is a number and not a rule of logic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Simulation steps per second at normal speed, 1 to 60.
    pub tick_hz: u16,
    /// Settings of the cooperative planner.
    pub planner: PlannerRules,
    /// Price of a cell by movement class and terrain.
    pub costs: CostTable,
    /// Gathering, building and fighting: what is the same for everybody.
    #[serde(default)]
    pub economy: Economy,
    /// Hundredths of damage by kind of damage and armour.
    #[serde(default)]
    pub damage: DamageTable,
    /// The factions of the skirmish.
    #[serde(default)]
    pub factions: Vec<Faction>,
    /// The kinds of units, in the order in which menus show them.
    pub units: Vec<UnitKind>,
    /// The kinds of buildings, likewise.
    #[serde(default)]
    pub buildings: Vec<BuildingKind>,
    /// What can be researched, likewise.
    #[serde(default)]
    pub upgrades: Vec<UpgradeKind>,
}

/// What a unit does that rested, was pushed aside, and is no longer in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum GivingWay {
    /// It goes back to its place.
    Return,
    /// It stays where it was pushed to.
    Stay,
}

/// Settings of the cooperative planners ([`crate::nav::coop`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannerRules {
    /// The planner that a match begins with.
    pub kind: PlannerKind,
    /// What units do that were pushed aside. For `march` only, as is the next.
    pub giving_way: GivingWay,
    /// Cells that distances to goals may close in one tick, at least 100; units that have none yet go by the crow's
    /// flight.
    pub distances_per_tick: u32,
    /// Ticks that a search looks ahead, 4 to 256.
    pub window: u16,
    /// Ticks after which a route is planned anew, 1 to `window`.
    pub replan_interval: u16,
    /// Ticks that one search may let a unit wait, at most `window`.
    pub max_wait: u16,
    /// Backward searches that are remembered, at least 1.
    pub rra_pool: u16,
    /// Nodes that one windowed search may expand, at least 16.
    pub max_expanded: u32,
    /// Nodes that all searches of one tick may expand together, at least `max_expanded`; units that are left over are
    /// the first of the next tick.
    pub nodes_per_tick: u32,
}

/// Why rules cannot be used.
#[derive(Debug, Error)]
pub enum RulesError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {source}")]
    Unreadable {
        /// The file as it was named.
        file: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The text is not RON or has a wrong field.
    #[error("{file}: line {line}, column {column}: {problem}")]
    Syntax {
        /// The file as it was named.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What was expected.
        problem: String,
    },
    /// A value is out of its range.
    #[error("{file}: field `{field}`: {problem}")]
    Value {
        /// The file as it was named.
        file: String,
        /// Path of the field.
        field: String,
        /// What was expected.
        problem: String,
    },
}

/// The rules that the game ships with.
const BUILT_IN: &str = include_str!("../../../../assets/rules/rts.ron");

impl Rules {
    /// The rules that the game ships with.
    ///
    /// # Panics
    /// Never: a test parses the same text.
    #[must_use]
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN, "assets/rules/rts.ron").expect("the built-in rules are parsed by a test")
    }

    /// Reads a rules file.
    ///
    /// # Errors
    /// [`RulesError`] with the file and the line or the field.
    pub fn load(path: &Path) -> Result<Self, RulesError> {
        let file = path.display().to_string();
        let text =
            std::fs::read_to_string(path).map_err(|source| RulesError::Unreadable { file: file.clone(), source })?;
        Self::parse(&text, &file)
    }

    /// Reads rules from text; `file` is for messages only.
    ///
    /// # Errors
    /// [`RulesError`] with the line or the field.
    pub fn parse(text: &str, file: &str) -> Result<Self, RulesError> {
        let rules: Self = ron::from_str(text).map_err(|error| RulesError::Syntax {
            file: file.into(),
            line: error.span.start.line,
            column: error.span.start.col,
            problem: error.code.to_string(),
        })?;
        match rules.problem() {
            Some((field, problem)) => Err(RulesError::Value { file: file.into(), field, problem }),
            None => Ok(rules),
        }
    }

    fn problem(&self) -> Option<(String, String)> {
        let planner = &self.planner;
        let ranges = [
            ("tick_hz", u32::from(self.tick_hz), 1, 60),
            ("planner.distances_per_tick", planner.distances_per_tick, 100, 100_000_000),
            ("planner.window", planner.window.into(), 4, 256),
            ("planner.replan_interval", planner.replan_interval.into(), 1, planner.window.into()),
            ("planner.max_wait", planner.max_wait.into(), 0, planner.window.into()),
            ("planner.rra_pool", planner.rra_pool.into(), 1, 65_535),
            ("planner.max_expanded", planner.max_expanded, 16, 1_000_000),
            ("planner.nodes_per_tick", planner.nodes_per_tick, planner.max_expanded, 100_000_000),
        ];
        for (field, value, low, high) in ranges {
            if !(low..=high).contains(&value) {
                return Some((field.into(), format!("{value} is not between {low} and {high}")));
            }
        }
        if self.units.is_empty() || self.units.len() > 255 {
            return Some(("units".into(), format!("{} kinds, expected 1 to 255", self.units.len())));
        }
        for (index, kind) in self.units.iter().enumerate() {
            if !(1..=60).contains(&kind.ticks_per_cell) {
                let problem = format!("{} is not between 1 and 60", kind.ticks_per_cell);
                return Some((format!("units[{index}].ticks_per_cell"), problem));
            }
            if !(1..=MAX_SIZE).contains(&kind.size) {
                let problem = format!("{} is not between 1 and {MAX_SIZE}", kind.size);
                return Some((format!("units[{index}].size"), problem));
            }
            if kind.name.is_empty() || self.units[..index].iter().any(|other| other.name == kind.name) {
                return Some((format!("units[{index}].name"), format!("{:?} is empty or taken", kind.name)));
            }
        }
        None
    }

    /// The rules as a rules file without comments, for replays.
    ///
    /// # Panics
    /// Never: the types of this module have a RON form.
    #[must_use]
    pub fn to_ron(&self) -> String {
        ron::to_string(self).expect("plain structs, numbers and names have a RON form")
    }

    /// The kind with this name.
    #[must_use]
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        // `problem` keeps the number of kinds below 256.
        self.units.iter().position(|kind| kind.name == name).map(|index| KindId(index as u8))
    }

    /// What is known of a kind.
    ///
    /// # Panics
    /// If the kind comes from other rules.
    #[must_use]
    pub fn kind(&self, id: KindId) -> &UnitKind {
        &self.units[usize::from(id.0)]
    }

    /// All kinds with their identity.
    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &UnitKind)> {
        self.units.iter().enumerate().map(|(index, kind)| (KindId(index as u8), kind))
    }

    /// The building kind with this name.
    #[must_use]
    pub fn building_named(&self, name: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|kind| kind.name == name).map(|index| BuildingId(index as u8))
    }

    /// What is known of a building kind.
    ///
    /// # Panics
    /// If the kind comes from other rules.
    #[must_use]
    pub fn building(&self, id: BuildingId) -> &BuildingKind {
        &self.buildings[usize::from(id.0)]
    }

    /// The upgrade with this name.
    #[must_use]
    pub fn upgrade_named(&self, name: &str) -> Option<UpgradeId> {
        self.upgrades.iter().position(|kind| kind.name == name).map(|index| UpgradeId(index as u8))
    }

    /// What is known of an upgrade.
    ///
    /// # Panics
    /// If the upgrade comes from other rules.
    #[must_use]
    pub fn upgrade(&self, id: UpgradeId) -> &UpgradeKind {
        &self.upgrades[usize::from(id.0)]
    }

    /// The faction with this name.
    #[must_use]
    pub fn faction_named(&self, name: &str) -> Option<FactionId> {
        self.factions.iter().position(|faction| faction.name == name).map(|index| FactionId(index as u8))
    }

    /// What is known of a faction.
    ///
    /// # Panics
    /// If the faction comes from other rules.
    #[must_use]
    pub fn faction(&self, id: FactionId) -> &Faction {
        &self.factions[usize::from(id.0)]
    }
}
