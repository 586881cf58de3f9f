//! Plans that are data: opening books and scripts.
//!
//! A plan is a list of [`Step`]s, begun one after the other: each waits until its time has come ([`When`]), until it can be
//! paid and until somebody can do it. What a plan names (a barracks, a footman) it names as the rules do; no name of a
//! faction is in the code. [`Openings`] are followed by the upper levels for the first minutes; [`Scripts`] play a whole
//! match.

mod check;
mod openings;
mod scripts;

pub use openings::{Drop, Opening, Openings};
pub use scripts::{Plan, Script, Scripts, Wave};

use serde::{Deserialize, Serialize};

/// One step of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// When it is due; at once unless given.
    #[serde(default)]
    pub at: When,
    #[serde(rename = "do")]
    pub deed: Deed,
    /// How often it is done before the next step.
    #[serde(default = "once")]
    pub times: u16,
    /// Where; at home unless given.
    #[serde(default)]
    pub place: Spot,
}

const fn once() -> u16 {
    1
}

/// When a step is due.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum When {
    #[default]
    Now,
    /// So much supply is used.
    Supply(u16),
    /// So much is in stock.
    Gold(u32),
    Wood(u32),
    /// So many seconds of the match have passed.
    Second(u32),
    /// A building stands, or an upgrade is known.
    Done(String),
    /// There are so many units, or finished buildings, of a kind.
    Has(String, u16),
}

/// What a step does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    Train(String),
    Build(String),
    Research(String),
    /// A building becomes this next tier.
    Advance(String),
    /// Units go to a place, fight whomever they meet and go on to whatever of the enemy's they find.
    Attack(Who),
    /// Units go to a place and stay there.
    Walk(Who),
    /// Units walk around the enemy's start, as far from it as the place says.
    Circle(Who),
}

/// Which units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// All soldiers who have nothing to do.
    Soldiers,
    /// So many of them.
    Some(u16),
    Workers(u16),
    /// Soldiers and workers, all.
    Everybody,
    Kind(String, u16),
}

/// Places of a map, for plans that fit any. Numbers are cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Spot {
    #[default]
    Home,
    /// So far from home towards the enemy.
    Front(i16),
    /// In a line across the way to the enemy, so far from home, wall to wall.
    Wall(i16),
    /// Halfway to the enemy, and so far to the side.
    Middle(i16),
    /// So far before the enemy's start.
    Enemy(i16),
    /// Beside the enemy's start, so far to the side.
    Beside(i16),
    /// A hall of the enemy's that is not at its start.
    Base,
    /// The corner of the map that is farthest from where everybody began.
    Corner,
}
