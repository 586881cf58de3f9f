//! What the rules know of factions, weapons, units, buildings and upgrades.
//!
//! All of it is data: a new unit is an entry in the rules file and a drawing. Entries name each other (a barracks trains
//! a "footman"); [`super::check`] makes sure that every name has somebody behind it. Ranges and sights are in cells, times
//! in ticks, everything is an integer.

use super::economy::{Price, Resource};
use super::weapons::{Armour, Healing, Weapon};
use crate::nav::terrain::{GRASS_STEP, MovementClass};
use crate::nav::walk::Layer;
use serde::{Deserialize, Serialize};

/// Largest footprint of a unit, in cells a side.
pub const MAX_SIZE: u8 = 4;
/// Largest footprint of a building, in cells a side.
pub const MAX_BUILDING_SIZE: u8 = 4;

/// The kind of a unit: a position in [`super::Rules::units`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KindId(pub u8);

/// The kind of a building: a position in [`super::Rules::buildings`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BuildingId(pub u8);

/// An upgrade: a position in [`super::Rules::upgrades`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UpgradeId(pub u8);

/// A faction: a position in [`super::Rules::factions`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactionId(pub u8);

/// A faction that a player can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// The name in rules, levels and menus.
    pub name: String,
    pub about: String,
    /// The building that it begins with.
    pub hall: String,
    pub worker: String,
    pub workers: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// The name in level files and rules.
    pub name: String,
    pub class: MovementClass,
    /// Ticks for a straight step over grass, 1 to 60.
    pub ticks_per_cell: u16,
    /// Side of its square footprint in cells, 1 to [`MAX_SIZE`].
    #[serde(default = "one")]
    pub size: u8,
    /// The name shown to players; its name if empty.
    #[serde(default)]
    pub title: String,
    /// One sentence for players.
    #[serde(default)]
    pub about: String,
    /// Whose it is; nobody can train it if empty.
    #[serde(default)]
    pub faction: String,
    /// The key of its button.
    #[serde(default)]
    pub hotkey: Option<char>,
    #[serde(default)]
    pub cost: Price,
    /// Supply that one takes.
    #[serde(default)]
    pub supply: u8,
    #[serde(default)]
    pub(crate) train_ticks: u16,
    /// How many come of one training; cost and supply are for each.
    #[serde(default = "one")]
    pub(crate) batch: u8,
    /// Buildings and upgrades that its side must have.
    #[serde(default)]
    pub(crate) requires: Vec<String>,
    /// Health when whole.
    #[serde(default = "default_health")]
    pub health: u16,
    #[serde(default)]
    pub armour: Armour,
    /// Health that armour takes off each blow.
    #[serde(default)]
    pub(crate) armour_points: u8,
    /// Cells that it sees.
    #[serde(default = "default_sight")]
    pub sight: u8,
    #[serde(default)]
    pub(crate) weapon: Option<Weapon>,
    #[serde(default)]
    pub(crate) heals: Option<Healing>,
    /// Whether it gathers, builds and repairs.
    #[serde(default)]
    pub works: bool,
    /// Ticks after which it has a point of health back while nobody has hurt it for ten seconds; 0: never.
    #[serde(default)]
    pub(crate) regenerates: u16,
    /// Hundredths of the worth of what it destroys that its side gets as gold.
    #[serde(default)]
    pub(crate) loot: u8,
}

const fn one() -> u8 {
    1
}

const fn default_health() -> u16 {
    40
}

const fn default_sight() -> u8 {
    7
}

impl UnitKind {
    /// The sort of ground that it walks on.
    pub const fn layer(&self) -> Layer {
        Layer { class: self.class, size: self.size }
    }

    /// What waiting one tick costs in the units of [`crate::nav::terrain::Ground::step_cost`]: three quarters of
    /// walking. If it cost the same, units without a way would walk in circles instead of standing still; and a step
    /// whose time is rounded up costs less a tick than it should, by up to a fifth.
    pub fn wait_cost(&self) -> u32 {
        (GRASS_STEP * 3 / (4 * u32::from(self.ticks_per_cell))).max(1)
    }

    pub fn title(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingKind {
    /// The name in level files and rules, and that of its drawing.
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub about: String,
    /// Whose it is; nobody's if empty.
    #[serde(default)]
    pub faction: String,
    #[serde(default)]
    pub hotkey: Option<char>,
    /// Side of its footprint in cells, 1 to [`MAX_BUILDING_SIZE`].
    pub size: u8,
    /// What it costs; for a higher tier, what the step to it costs.
    #[serde(default)]
    pub cost: Price,
    /// Ticks that one builder needs.
    #[serde(default)]
    pub(crate) build_ticks: u16,
    #[serde(default)]
    pub(crate) requires: Vec<String>,
    pub health: u16,
    /// Health that its walls take off each blow.
    #[serde(default)]
    pub(crate) armour_points: u8,
    #[serde(default = "default_sight")]
    pub sight: u8,
    /// Supply that it gives.
    #[serde(default)]
    pub supply: u16,
    /// What workers can bring here.
    #[serde(default)]
    pub(crate) drop_off: Vec<Resource>,
    #[serde(default)]
    pub trains: Vec<String>,
    /// Upgrades that are researched in it.
    #[serde(default)]
    pub(crate) researches: Vec<String>,
    /// The building of the next tier that it can become.
    #[serde(default)]
    pub becomes: Option<String>,
    /// Buildings that it also counts as where somebody requires them.
    #[serde(default)]
    pub(crate) counts_as: Vec<String>,
    /// What it shoots with, if it does.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Gold in it: a mine.
    #[serde(default)]
    pub gold: u32,
}

impl BuildingKind {
    /// Whether gold is mined in it.
    pub(crate) const fn is_mine(&self) -> bool {
        self.gold > 0
    }

    /// Whether gold is brought to it.
    pub(crate) fn is_hall(&self) -> bool {
        self.drop_off.contains(&Resource::Gold)
    }

    /// Whether it shoots and is there for nothing else.
    pub(crate) fn is_tower(&self) -> bool {
        self.weapon.is_some() && self.trains.is_empty() && self.drop_off.is_empty()
    }
}

/// What an upgrade makes better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stat {
    Damage,
    Range,
    Armour,
    Health,
    Sight,
    /// Gold or wood that a worker carries.
    Load,
    Healing,
    /// Hundredths off the time between two blows.
    Haste,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Names of the units and buildings that get better.
    pub on: Vec<String>,
    pub stat: Stat,
    pub add: u16,
}

/// Something that is researched once and makes units or buildings better for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeKind {
    pub name: String,
    pub title: String,
    #[serde(default)]
    pub about: String,
    pub faction: String,
    #[serde(default)]
    pub hotkey: Option<char>,
    /// Position of its picture on the sheet of commands.
    #[serde(default)]
    pub(crate) icon: u8,
    pub cost: Price,
    pub(crate) research_ticks: u16,
    #[serde(default)]
    pub(crate) requires: Vec<String>,
    pub effects: Vec<Effect>,
}
