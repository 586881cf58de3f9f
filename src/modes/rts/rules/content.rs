//! What the rules know of factions, weapons, units, buildings and upgrades.
//!
//! All of it is data: a new unit is an entry in the rules file and a drawing. Entries name each other (a barracks trains
//! a "footman"); [`super::check`] makes sure that every name has somebody behind it. Ranges and sights are in cells, times
//! in ticks, everything is an integer.

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

/// What is gathered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Resource {
    /// From mines.
    Gold,
    /// From forest cells.
    Wood,
}

/// An amount of each resource: a price, a store, a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Gold.
    #[serde(default)]
    pub gold: u32,
    /// Wood.
    #[serde(default)]
    pub wood: u32,
}

impl Price {
    /// The sum of both, as a measure of worth.
    #[must_use]
    pub const fn worth(self) -> u32 {
        self.gold + self.wood
    }

    /// That many hundredths of the price, rounded down.
    #[must_use]
    pub const fn percent(self, percent: u32) -> Self {
        Self { gold: self.gold * percent / 100, wood: self.wood * percent / 100 }
    }

    /// Both added.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { gold: self.gold + other.gold, wood: self.wood + other.wood }
    }

    /// What is left, if there is enough of both.
    #[must_use]
    pub const fn minus(self, other: Self) -> Option<Self> {
        match (self.gold.checked_sub(other.gold), self.wood.checked_sub(other.wood)) {
            (Some(gold), Some(wood)) => Some(Self { gold, wood }),
            _ => None,
        }
    }

    /// Adds an amount of one resource.
    pub const fn add(&mut self, resource: Resource, amount: u32) {
        match resource {
            Resource::Gold => self.gold += amount,
            Resource::Wood => self.wood += amount,
        }
    }
}

/// How somebody is protected: the column of [`DamageTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Armour {
    /// Cloth and skin.
    #[default]
    Unarmoured,
    /// Leather and hide.
    Light,
    /// Mail and plate.
    Heavy,
    /// Timber on wheels, and beasts as large as that.
    Siege,
    /// Masonry.
    Building,
}

/// How a weapon hurts: the row of [`DamageTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Damage {
    /// Swords, axes, clubs.
    #[default]
    Blade,
    /// Arrows, bolts, sling stones.
    Pierce,
    /// Lances and tusks.
    Charge,
    /// Rams and boulders.
    Siege,
    /// Fire and curses.
    Magic,
}

/// Hundredths of its damage that a weapon does: rows in the order of [`Damage`], columns in the order of [`Armour`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DamageTable(pub [[u16; 5]; 5]);

impl Default for DamageTable {
    fn default() -> Self {
        Self([[100; 5]; 5])
    }
}

impl DamageTable {
    /// Hundredths of a kind of damage on a kind of armour.
    #[must_use]
    pub const fn percent(&self, damage: Damage, armour: Armour) -> u32 {
        self.0[damage as usize][armour as usize] as u32
    }
}

/// Something that flies from a weapon to its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// Ticks for the way of one cell.
    pub ticks_per_cell: u8,
    /// Which picture of the effects sheet: "arrow", "bolt", "stone", "spear", "boulder", "fireball", "flame", "axe".
    pub sprite: String,
    /// Whether it comes down where the target was when it flew off, so that who walks on is missed.
    #[serde(default)]
    pub aims_at_ground: bool,
}

/// A weapon of a unit or a building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Health that a blow takes before armour.
    pub damage: u16,
    /// How it hurts.
    pub kind: Damage,
    /// Reach in cells between the nearest cells of both bodies; 1 is hand to hand.
    #[serde(default = "one")]
    pub range: u8,
    /// Targets nearer than this cannot be hit.
    #[serde(default)]
    pub min_range: u8,
    /// Ticks from blow to blow.
    pub cooldown: u16,
    /// What flies; nothing hand to hand.
    #[serde(default)]
    pub missile: Option<Missile>,
    /// Cells around the target in which others are hurt too, with half of the damage; 0: nobody.
    #[serde(default)]
    pub splash: u8,
    /// Whether splash spares the own side and its friends.
    #[serde(default)]
    pub spares_friends: bool,
}

/// The power to heal others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Healing {
    /// Health given back each time.
    pub amount: u16,
    /// Reach in cells.
    pub range: u8,
    /// Ticks from one time to the next.
    pub cooldown: u16,
}

/// A faction that a player can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// The name in rules, levels and menus.
    pub name: String,
    /// One sentence on how it plays.
    pub about: String,
    /// The building that it begins with.
    pub hall: String,
    /// The unit that gathers and builds.
    pub worker: String,
    /// Workers at the start.
    pub workers: u8,
}

/// A kind of unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitKind {
    /// The name in level files and rules.
    pub name: String,
    /// How it moves.
    pub class: MovementClass,
    /// Ticks for a straight step over grass, 1 to 60.
    pub ticks_per_cell: u16,
    /// Not used any more: each kind has a sheet by its name. Rules files of before may still have it.
    #[serde(default)]
    pub sprite: u16,
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
    /// The key of its training button.
    #[serde(default)]
    pub hotkey: Option<char>,
    /// What one costs.
    #[serde(default)]
    pub cost: Price,
    /// Supply that one takes.
    #[serde(default)]
    pub supply: u8,
    /// Ticks of training.
    #[serde(default)]
    pub train_ticks: u16,
    /// How many come of one training; cost and supply are for each.
    #[serde(default = "one")]
    pub batch: u8,
    /// Buildings and upgrades that its side must have.
    #[serde(default)]
    pub requires: Vec<String>,
    /// Health when whole.
    #[serde(default = "default_health")]
    pub health: u16,
    /// How it is protected.
    #[serde(default)]
    pub armour: Armour,
    /// Health that armour takes off each blow.
    #[serde(default)]
    pub armour_points: u8,
    /// Cells that it sees.
    #[serde(default = "default_sight")]
    pub sight: u8,
    /// What it fights with.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Whether it heals others.
    #[serde(default)]
    pub heals: Option<Healing>,
    /// Whether it gathers, builds and repairs.
    #[serde(default)]
    pub works: bool,
    /// Ticks after which it has a point of health back while nobody has hurt it for ten seconds; 0: never.
    #[serde(default)]
    pub regenerates: u16,
    /// Hundredths of the worth of what it destroys that its side gets as gold.
    #[serde(default)]
    pub loot: u8,
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
    #[must_use]
    pub const fn layer(&self) -> Layer {
        Layer { class: self.class, size: self.size }
    }

    /// What waiting one tick costs in the units of [`crate::nav::terrain::Ground::step_cost`]: three quarters of
    /// walking. If it cost the same, units without a way would walk in circles instead of standing still; and a step
    /// whose time is rounded up costs less a tick than it should, by up to a fifth.
    #[must_use]
    pub fn wait_cost(&self) -> u32 {
        (GRASS_STEP * 3 / (4 * u32::from(self.ticks_per_cell))).max(1)
    }

    /// The name for players.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }
}

/// A kind of building.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingKind {
    /// The name in level files and rules, and that of its drawing.
    pub name: String,
    /// The name shown to players.
    pub title: String,
    /// One sentence for players.
    #[serde(default)]
    pub about: String,
    /// Whose it is; nobody's if empty.
    #[serde(default)]
    pub faction: String,
    /// The key of its building button.
    #[serde(default)]
    pub hotkey: Option<char>,
    /// Side of its footprint in cells, 1 to [`MAX_BUILDING_SIZE`].
    pub size: u8,
    /// What it costs; for a higher tier, what the step to it costs.
    #[serde(default)]
    pub cost: Price,
    /// Ticks that one builder needs.
    #[serde(default)]
    pub build_ticks: u16,
    /// Buildings and upgrades that its side must have.
    #[serde(default)]
    pub requires: Vec<String>,
    /// Health when whole.
    pub health: u16,
    /// Health that its walls take off each blow.
    #[serde(default)]
    pub armour_points: u8,
    /// Cells that it sees.
    #[serde(default = "default_sight")]
    pub sight: u8,
    /// Supply that it gives.
    #[serde(default)]
    pub supply: u16,
    /// What workers can bring here.
    #[serde(default)]
    pub drop_off: Vec<Resource>,
    /// Units that it trains.
    #[serde(default)]
    pub trains: Vec<String>,
    /// Upgrades that are researched in it.
    #[serde(default)]
    pub researches: Vec<String>,
    /// The building of the next tier that it can become.
    #[serde(default)]
    pub becomes: Option<String>,
    /// Buildings that it also counts as where somebody requires them.
    #[serde(default)]
    pub counts_as: Vec<String>,
    /// What it shoots with.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Gold in it: a mine.
    #[serde(default)]
    pub gold: u32,
}

impl BuildingKind {
    /// Whether gold is mined in it.
    #[must_use]
    pub const fn is_mine(&self) -> bool {
        self.gold > 0
    }
}

/// What an upgrade makes better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stat {
    /// Damage of the weapon.
    Damage,
    /// Range of the weapon.
    Range,
    /// Points that armour takes off.
    Armour,
    /// Health when whole.
    Health,
    /// Sight.
    Sight,
    /// Gold or wood that a worker carries.
    Load,
    /// Health that a healer gives.
    Healing,
    /// Hundredths off the time between two blows.
    Haste,
}

/// One effect of an upgrade.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// Names of the units and buildings that get better.
    pub on: Vec<String>,
    /// In what.
    pub stat: Stat,
    /// By how much.
    pub add: u16,
}

/// Something that is researched once and makes units or buildings better for good.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeKind {
    /// The name in rules.
    pub name: String,
    /// The name shown to players.
    pub title: String,
    /// One sentence for players.
    #[serde(default)]
    pub about: String,
    /// Whose it is.
    pub faction: String,
    /// The key of its button.
    #[serde(default)]
    pub hotkey: Option<char>,
    /// Position of its picture on the sheet of commands.
    #[serde(default)]
    pub icon: u8,
    /// What it costs.
    pub cost: Price,
    /// Ticks of research.
    pub research_ticks: u16,
    /// Buildings and upgrades that its side must have.
    #[serde(default)]
    pub requires: Vec<String>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// A rank of a unit that has fought well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// Worth of the enemies that it must have killed, in hundredths of its own worth.
    pub kills_percent: u32,
    /// Hundredths by which its damage grows.
    pub damage_percent: u16,
    /// Hundredths by which its health grows.
    pub health_percent: u16,
    /// Points that its armour grows by.
    pub armour_points: u8,
}

/// The numbers of gathering, building and fighting that are the same for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Economy {
    /// What each side begins with at medium resources; low is half of it, high is thrice.
    pub start: Price,
    /// Most supply that a side can use.
    pub supply_limit: u16,
    /// Workers that can be in a mine at once.
    pub mine_places: u8,
    /// Ticks that a worker is inside.
    pub mine_ticks: u16,
    /// Gold that a worker carries.
    pub gold_load: u16,
    /// Ticks that a worker chops for a load.
    pub chop_ticks: u16,
    /// Wood that a worker carries.
    pub wood_load: u16,
    /// Wood in a forest cell.
    pub forest_wood: u16,
    /// Hundredths of the price that come back when a building site is given up.
    pub site_refund_percent: u32,
    /// Hundredths of the price of a building that its repair from nothing costs.
    pub repair_percent: u32,
    /// Hundredths of the speed of the first builder that each further one adds.
    pub helper_percent: u32,
    /// Most entries of a production queue.
    pub queue_length: u8,
    /// Ranks of veterans, lowest first.
    pub ranks: Vec<Rank>,
}

impl Default for Economy {
    fn default() -> Self {
        Self {
            start: Price { gold: 500, wood: 250 },
            supply_limit: 200,
            mine_places: 5,
            mine_ticks: 40,
            gold_load: 10,
            chop_ticks: 160,
            wood_load: 10,
            forest_wood: 100,
            site_refund_percent: 75,
            repair_percent: 35,
            helper_percent: 60,
            queue_length: 8,
            ranks: Vec::new(),
        }
    }
}
