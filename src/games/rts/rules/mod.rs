//! Rules data of the real-time game: prices of terrain, settings of the planner, and the content ([`content`]).

mod check;
mod content;
mod economy;
mod item;
mod weapons;

pub use content::{
    BuildingId, BuildingKind, Effect, Faction, FactionId, KindId, MAX_BUILDING_SIZE, MAX_SIZE, Stat, UnitKind,
    UpgradeId, UpgradeKind,
};
pub use economy::{Economy, Price, Rank, Resource};
pub use item::Item;
pub use weapons::{Armour, Damage, DamageTable, Healing, Missile, Weapon};

use crate::base::outline::locate;
use crate::base::{Place, brief};
use crate::files;
use crate::nav::coop::PlannerKind;
use crate::nav::terrain::CostTable;
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};
use std::path::Path;
use thiserror::Error;

/// Everything about the game that is a number and not a rule of logic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Simulation steps per second at normal speed, 1 to 60.
    pub tick_hz: u16,
    pub planner: PlannerRules,
    /// Price of a cell by movement class and terrain.
    pub costs: CostTable,
    #[serde(default)]
    pub economy: Economy,
    #[serde(default)]
    pub damage: DamageTable,
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
    pub(crate) distances_per_tick: u32,
    /// Ticks that a search looks ahead, 4 to 256.
    pub window: u16,
    /// Ticks after which a route is planned anew, 1 to `window`.
    pub(crate) replan_interval: u16,
    /// Ticks that one search may let a unit wait, at most `window`.
    pub max_wait: u16,
    /// Backward searches that are remembered, at least 1.
    pub rra_pool: u16,
    /// Nodes that one windowed search may expand, at least 16.
    pub max_expanded: u32,
    /// Nodes that all searches of one tick may expand together, at least `max_expanded`; units that are left over are
    /// the first of the next tick.
    pub(crate) nodes_per_tick: u32,
}

/// Why rules cannot be used.
#[derive(Debug, Error)]
pub enum RulesError {
    #[error("{file}: cannot be read: {source}")]
    Unreadable { file: String, source: std::io::Error },
    /// The text is not RON or has a wrong field.
    #[error("{file}: line {line}, column {column}: {}", brief(problem))]
    Syntax { file: String, line: usize, column: usize, problem: String },
    /// A value is out of its range, or a name stands for nobody.
    #[error("{file}: {}{field}: {}", Place::prefix(*place), brief(problem))]
    Value {
        file: String,
        /// Where in the file; of a field that has been left out, where its entry is.
        place: Option<Place>,
        field: String,
        problem: String,
    },
}

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/rts.ron"));

impl Rules {
    /// The rules that the game ships with.
    ///
    /// # Panics
    /// Never: a test parses the same text.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN, "assets/rules/rts.ron").expect("the built-in rules are parsed by a test")
    }

    /// Reads a rules file.
    ///
    /// # Errors
    /// [`RulesError`] with the file and the line or the field.
    pub fn load(path: &Path) -> Result<Self, RulesError> {
        let file = path.display().to_string();
        let text = files::read_text(path, files::MAX_TEXT)
            .map_err(|source| RulesError::Unreadable { file: file.clone(), source })?;
        Self::parse(&text, &file)
    }

    /// Reads rules from text; `file` is for messages only. Optional fields need no `Some(…)`.
    ///
    /// # Errors
    /// [`RulesError`] with the line, and the field where it is the value that is wrong.
    pub fn parse(text: &str, file: &str) -> Result<Self, RulesError> {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let rules: Self = options.from_str(text).map_err(|error| RulesError::Syntax {
            file: file.into(),
            line: error.span.start.line,
            column: error.span.start.col,
            problem: error.code.to_string(),
        })?;
        check::check(&rules).map_err(|check::Fault { field, problem }| {
            let place = locate(text, &field);
            RulesError::Value { file: file.into(), place, field, problem }
        })?;
        Ok(rules)
    }

    /// The rules as a rules file without comments, for replays.
    ///
    /// # Panics
    /// Never: the types of this module have a RON form.
    pub fn to_ron(&self) -> String {
        ron::to_string(self).expect("plain structs, numbers and names have a RON form")
    }

    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        // `check` keeps the number of kinds below 256.
        self.units.iter().position(|kind| kind.name == name).map(|index| KindId(index as u8))
    }

    /// # Panics
    /// If the kind comes from other rules.
    pub fn kind(&self, id: KindId) -> &UnitKind {
        &self.units[usize::from(id.0)]
    }

    pub fn kinds(&self) -> impl Iterator<Item = (KindId, &UnitKind)> {
        self.units.iter().enumerate().map(|(index, kind)| (KindId(index as u8), kind))
    }

    pub fn building_named(&self, name: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|kind| kind.name == name).map(|index| BuildingId(index as u8))
    }

    /// # Panics
    /// If the kind comes from other rules.
    pub fn building(&self, id: BuildingId) -> &BuildingKind {
        &self.buildings[usize::from(id.0)]
    }

    pub fn upgrade_named(&self, name: &str) -> Option<UpgradeId> {
        self.upgrades.iter().position(|kind| kind.name == name).map(|index| UpgradeId(index as u8))
    }

    /// # Panics
    /// If the upgrade comes from other rules.
    pub fn upgrade(&self, id: UpgradeId) -> &UpgradeKind {
        &self.upgrades[usize::from(id.0)]
    }

    pub fn faction_named(&self, name: &str) -> Option<FactionId> {
        self.factions.iter().position(|faction| faction.name == name).map(|index| FactionId(index as u8))
    }

    /// # Panics
    /// If the faction comes from other rules.
    pub fn faction(&self, id: FactionId) -> &Faction {
        &self.factions[usize::from(id.0)]
    }
}
