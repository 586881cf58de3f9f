//! Gold and wood, and the numbers of the game that are the same for everybody.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Resource {
    Gold,
    /// From forest cells.
    Wood,
}

/// An amount of each resource: a price, a store, a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    #[serde(default)]
    pub gold: u32,
    #[serde(default)]
    pub wood: u32,
}

impl Price {
    /// The sum of both, as a measure of worth.
    pub(crate) const fn worth(self) -> u32 {
        self.gold + self.wood
    }

    /// That many hundredths of the price, rounded down.
    pub const fn percent(self, percent: u32) -> Self {
        Self { gold: self.gold * percent / 100, wood: self.wood * percent / 100 }
    }

    pub(crate) const fn plus(self, other: Self) -> Self {
        Self { gold: self.gold + other.gold, wood: self.wood + other.wood }
    }

    /// What is left, if there is enough of both.
    pub(crate) const fn minus(self, other: Self) -> Option<Self> {
        match (self.gold.checked_sub(other.gold), self.wood.checked_sub(other.wood)) {
            (Some(gold), Some(wood)) => Some(Self { gold, wood }),
            _ => None,
        }
    }

    pub(crate) const fn add(&mut self, resource: Resource, amount: u32) {
        match resource {
            Resource::Gold => self.gold += amount,
            Resource::Wood => self.wood += amount,
        }
    }
}

/// A rank of a unit that has fought well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rank {
    /// Worth of the enemies that it must have killed, in hundredths of its own worth.
    pub(crate) kills_percent: u32,
    /// Hundredths by which its damage grows.
    pub(crate) damage_percent: u16,
    /// Hundredths by which its health grows.
    pub health_percent: u16,
    /// Points that its armour grows by.
    pub(crate) armour_points: u8,
}

/// The numbers of gathering, building and fighting that are the same for everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Economy {
    /// What each side begins with at medium resources; low is half of it, high is thrice.
    pub start: Price,
    /// Most supply that a side can use.
    pub(crate) supply_limit: u16,
    /// Workers that can be in a mine at once.
    pub(crate) mine_places: u8,
    /// Ticks that a worker is inside.
    pub(crate) mine_ticks: u16,
    pub(crate) gold_load: u16,
    /// Ticks that a worker chops for a load.
    pub(crate) chop_ticks: u16,
    pub(crate) wood_load: u16,
    pub(crate) forest_wood: u16,
    /// Hundredths of the price that come back when a building site is given up.
    pub(crate) site_refund_percent: u32,
    /// Hundredths of the price of a building that its repair from nothing costs.
    pub(crate) repair_percent: u32,
    /// Hundredths of the speed of the first builder that each further one adds.
    pub(crate) helper_percent: u32,
    /// Cells from the halls of its team beyond which a worker is abroad, and hundredths of its blows that are left there: a mob
    /// of peasants defends its village and storms no other.
    pub abroad_cells: u8,
    pub abroad_percent: u8,
    /// Most entries of a production queue.
    pub(crate) queue_length: u8,
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
            abroad_cells: 0,
            abroad_percent: 100,
            queue_length: 8,
            ranks: Vec::new(),
        }
    }
}
