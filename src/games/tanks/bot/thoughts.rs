//! What a bot is about, for itself and for those who watch.

use crate::base::{Cell, Dir};
use crate::games::tanks::ways::Goal;
use serde::{Deserialize, Serialize};

/// What a bot does for its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Shoots at the base of another side.
    Attack,
    /// Keeps between the own base and those who come.
    Defend,
    /// Goes after a tank of another side.
    Hunt,
    /// Gets a bonus, or a flag.
    Fetch,
    /// Keeps a place that others must pass.
    #[default]
    Hold,
    /// Stays with a friend.
    Escort,
    /// Keeps fire on the line by which a foe would come at a friend that advances.
    Cover,
    /// Goes back to its friends.
    Regroup,
    /// Gets away.
    Flee,
}

impl Role {
    pub const ALL: [Self; 9] = [
        Self::Attack,
        Self::Defend,
        Self::Hunt,
        Self::Fetch,
        Self::Hold,
        Self::Escort,
        Self::Cover,
        Self::Regroup,
        Self::Flee,
    ];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Defend => "defend",
            Self::Hunt => "hunt",
            Self::Fetch => "fetch",
            Self::Hold => "hold",
            Self::Escort => "escort",
            Self::Cover => "cover",
            Self::Regroup => "regroup",
            Self::Flee => "flee",
        }
    }
}

/// What the role is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub enum Object {
    #[default]
    Nothing,
    /// A base, by its index.
    Base(u8),
    /// The tank of a slot.
    Tank(u8),
    /// The bonus that lies at a cell.
    Bonus(Cell),
    /// The flag of a side.
    Flag(u8),
    /// A door of a room, and the direction out of it.
    Door(Cell, Dir),
    /// A place of its own choice.
    Place(Cell),
}

/// Where it drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Target {
    /// With its anchor on a cell.
    Cell(Cell),
    /// On some cell of a square.
    Touch(Cell, u8),
    /// Where a shot straight on hits a square.
    Shoot(Cell, u8),
}

impl Target {
    pub const fn goal(self) -> Goal {
        match self {
            Self::Cell(cell) => Goal::Cell(cell),
            Self::Touch(cell, side) => Goal::Touch(cell, side),
            Self::Shoot(cell, side) => Goal::Shoot(cell, side),
        }
    }

    /// The top left cell of what it wants to reach.
    pub const fn cell(self) -> Cell {
        match self {
            Self::Cell(cell) | Self::Touch(cell, _) | Self::Shoot(cell, _) => cell,
        }
    }
}

/// What it does at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Doing {
    /// Arrives, is held, or must stand still.
    #[default]
    Nothing,
    Drives,
    /// Shoots bricks or steel away.
    Digs,
    /// Shoots at its target, or at what came in line.
    Shoots,
    /// Gets out of the way of a shell, or shoots it down.
    Dodges,
    /// Waits for somebody to pass.
    Waits,
    /// Makes room for a friend.
    GivesWay,
    /// Is where it wants to be.
    Watches,
}

impl Doing {
    /// The words shown to people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "stands still",
            Self::Drives => "drives",
            Self::Digs => "digs",
            Self::Shoots => "shoots",
            Self::Dodges => "dodges",
            Self::Waits => "waits",
            Self::GivesWay => "gives way",
            Self::Watches => "watches",
        }
    }
}

/// Why it has its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Nothing better is known.
    #[default]
    Idle,
    /// A player asked for it.
    Asked,
    /// The way is short.
    Near,
    /// An enemy is close to the base.
    BaseInDanger,
    /// Nobody else keeps the base.
    BaseAlone,
    /// It is part of the side's plan.
    Plan,
    /// Friends are after the same one.
    Together,
    /// It carries the flag, or somebody does.
    Flag,
    /// It is weaker than those around.
    Weak,
    /// A friend advances.
    Advance,
    /// Foes must come through this room.
    Room,
    /// It wanders about.
    Whim,
}

impl Reason {
    /// The words shown to people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Idle => "nothing better to do",
            Self::Asked => "asked to",
            Self::Near => "it is near",
            Self::BaseInDanger => "the base is in danger",
            Self::BaseAlone => "nobody keeps the base",
            Self::Plan => "that is the plan",
            Self::Together => "together with a friend",
            Self::Flag => "the flag",
            Self::Weak => "too many of them",
            Self::Advance => "a friend advances",
            Self::Room => "they must come through here",
            Self::Whim => "a whim",
        }
    }
}

/// What a bot is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Thoughts {
    pub role: Role,
    pub object: Object,
    /// Where it drives; none: it stays.
    pub target: Option<Target>,
    pub reason: Reason,
    pub doing: Doing,
}

impl std::fmt::Display for Thoughts {
    /// Role, what it does and why, in one line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} ({})", self.role.name(), self.doing.words(), self.reason.words())
    }
}
