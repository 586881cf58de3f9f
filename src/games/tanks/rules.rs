//! The numbers of the rules: data in `assets/rules/tanks.ron`.
//!
//! A tick is a sixtieth of a second. Distances are in parts of a cell ([`SUB`]).

use super::field::{MAX_SIZE, SUB};
use super::stage;
use crate::base::outline::{FileError, Place};
use crate::base::versioned::{self, Unread};
use serde::{Deserialize, Serialize};

/// Ticks of a second.
pub const TICKS: u32 = 60;
/// The version of the rules: replays of another one are refused.
pub const VERSION: u32 = 1;
/// The most stars of a tank.
pub const MAX_STARS: u8 = 3;
/// The most that a tank moves in a tick: less than half a cell, so that it skips nothing.
pub const MAX_SPEED: i32 = SUB / 2 - 1;
/// Parts of a tick in which shells are looked at.
pub const SLICES: i32 = 4;
/// The most that a shell moves in a tick.
pub const MAX_SHELL_SPEED: i32 = MAX_SPEED * SLICES;

/// A kind of tank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Kind {
    /// What the seats drive.
    Marcher,
    /// The plain one of the waves.
    Rover,
    /// The fast one.
    Dart,
    /// The one with fast shells.
    Lancer,
    /// The one that takes several hits.
    Bastion,
}

impl Kind {
    pub const ALL: [Self; 5] = [Self::Marcher, Self::Rover, Self::Dart, Self::Lancer, Self::Bastion];
    /// Those of the waves, the weakest first.
    pub const WAVE: [Self; 4] = [Self::Rover, Self::Dart, Self::Lancer, Self::Bastion];
}

impl From<stage::Kind> for Kind {
    fn from(foe: stage::Kind) -> Self {
        match foe {
            stage::Kind::Rover => Self::Rover,
            stage::Kind::Dart => Self::Dart,
            stage::Kind::Lancer => Self::Lancer,
            stage::Kind::Bastion => Self::Bastion,
        }
    }
}

/// What lies on the board to be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Bonus {
    /// Nothing harms who fetches it for a while.
    Shield,
    /// All other sides stand still for a while.
    Stop,
    /// Steel around the own bases for a while, whole brick afterwards. For a side without a base, what is around the bases
    /// of the others is gone.
    Wall,
    /// One star more: faster shells, then two at a time, then such that break steel.
    Star,
    /// All tanks of other sides that are on the board are destroyed, but those with a shield.
    Bomb,
    /// A life; where lives are not counted, one more hit that it takes.
    Life,
}

impl Bonus {
    pub const ALL: [Self; 6] = [Self::Shield, Self::Stop, Self::Wall, Self::Star, Self::Bomb, Self::Life];
}

/// The numbers of a kind of tank.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindRules {
    /// Parts of a cell a tick, of a tank of two cells.
    pub speed: i32,
    /// Hits that it takes, the last one included.
    pub health: u8,
    /// Parts of a cell a tick.
    pub shell_speed: i32,
    /// Shells in flight at a time.
    pub shells: u8,
    /// Ticks between two shots at least.
    pub reload: u8,
    /// What destroying one is worth.
    pub points: u32,
}

/// All numbers. What has no other unit is in ticks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    version: u32,
    kinds: [KindRules; 5],
    /// Hundredths of the speed for tanks of 1 to 4 cells.
    size_speed: [i32; MAX_SIZE as usize],
    /// Health on top for tanks of 1 to 4 cells.
    size_health: [u8; MAX_SIZE as usize],
    /// Speed of shells from the first star on.
    star_shell_speed: i32,
    /// How long a tank takes to arrive; nothing hits it meanwhile, and it does nothing.
    pub arrival: u16,
    /// From the end of a tank until the next of its seat arrives.
    pub respawn: u16,
    /// How long nothing harms a tank of a seat that has arrived.
    pub birth_shield: u16,
    /// How long a friend's hit holds a tank.
    pub stun: u16,
    /// How long a tank slides on over ice.
    pub slide: u8,
    /// Between two enemies at four at a time.
    pub gap: u16,
    /// How much shorter the gap is with every stage.
    pub gap_less: u16,
    pub gap_least: u16,
    /// Between two waves of an endless match.
    pub wave_pause: u16,
    /// The number, from 1, of the first enemy that carries a bonus, and how many lie between two of them.
    pub bonus_first: u16,
    pub bonus_every: u16,
    /// Between two bonuses in matches without waves.
    pub bonus_gap: u32,
    /// How long a bonus lies.
    pub bonus_lies: u16,
    /// Bonuses that lie at a time.
    pub bonuses: usize,
    pub bonus_points: u32,
    /// How long a fetched shield, stop and wall work.
    pub shield: u16,
    pub stop: u16,
    pub wall: u16,
    /// Points for which a seat gets a life.
    pub life_points: u32,
    pub most_lives: u8,
    /// How long a match without waves is at most.
    pub time: u32,
    /// Flags brought home, and tanks destroyed, that win.
    pub captures: u32,
    pub hits: u32,
}

/// Why a text holds no rules.
pub type RulesError = FileError<String>;

pub(super) const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/tanks.ron"));

impl Rules {
    /// The rules that the game ships with.
    ///
    /// # Panics
    /// Never: a test reads them.
    pub fn built_in() -> Self {
        Self::parse(BUILT_IN, "assets/rules/tanks.ron").expect("the built-in rules are checked by a test")
    }

    /// Reads rules; `file` is for messages.
    ///
    /// # Errors
    /// The file, the place and what is wrong there.
    pub fn parse(text: &str, file: &str) -> Result<Self, RulesError> {
        let error = |place, problem| RulesError { file: file.into(), place, problem };
        let rules: Self =
            versioned::read(text, VERSION, |rules: &Self| rules.version).map_err(|unread| match unread {
                Unread::Version(found) => {
                    error(None, format!("`version` is {found}, this program reads version {VERSION}"))
                }
                Unread::Syntax { line, column, message } => error(Some(Place { line, column }), message),
            })?;
        rules.check().map_err(|(field, problem)| {
            error(crate::base::outline::locate(text, &field), format!("`{field}`: {problem}"))
        })?;
        Ok(rules)
    }

    /// Whether the numbers can be played with.
    fn check(&self) -> Result<(), (String, String)> {
        let range = |field: String, value: i64, low: i64, high: i64| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err((field, format!("{value}, expected {low} to {high}"))),
        };
        for (index, kind) in self.kinds.iter().enumerate() {
            let field = |name: &str| format!("kinds[{index}].{name}");
            range(field("speed"), kind.speed.into(), 1, i64::from(MAX_SPEED))?;
            range(field("health"), kind.health.into(), 1, 20)?;
            range(field("shell_speed"), kind.shell_speed.into(), 4, i64::from(MAX_SHELL_SPEED))?;
            range(field("shells"), kind.shells.into(), 1, 8)?;
            range(field("points"), kind.points.into(), 0, 100_000)?;
        }
        let fastest = self.kinds.iter().map(|kind| kind.speed).max().unwrap_or(1);
        for (index, percent) in self.size_speed.into_iter().enumerate() {
            let most = i64::from(MAX_SPEED * 100 / fastest);
            range(format!("size_speed[{index}]"), percent.into(), 10, most)?;
        }
        range("star_shell_speed".into(), self.star_shell_speed.into(), 4, i64::from(MAX_SHELL_SPEED))?;
        range("bonus_every".into(), self.bonus_every.into(), 1, 1000)?;
        range("life_points".into(), self.life_points.into(), 1, 10_000_000)?;
        range("time".into(), self.time.into(), 1, 60 * 60 * 60)
    }

    /// The numbers of a kind.
    pub fn kind(&self, kind: Kind) -> &KindRules {
        &self.kinds[kind as usize]
    }

    /// Parts of a cell that a tank moves in a tick.
    pub fn speed(&self, kind: Kind, size: u8) -> i32 {
        (self.kind(kind).speed * self.size_speed[place(size)] / 100).max(1)
    }

    /// Hits that a new tank takes, the last one included.
    pub fn health(&self, kind: Kind, size: u8) -> u8 {
        self.kind(kind).health + self.size_health[place(size)]
    }

    /// Parts of a cell that a shell moves in a tick.
    pub fn shell_speed(&self, kind: Kind, stars: u8) -> i32 {
        let plain = self.kind(kind).shell_speed;
        if stars >= 1 { plain.max(self.star_shell_speed) } else { plain }
    }

    /// Shells that a tank may have in flight.
    pub fn shells(&self, kind: Kind, stars: u8) -> u8 {
        self.kind(kind).shells + u8::from(stars >= 2)
    }
}

/// Where in a table by size a tank of so many cells stands.
fn place(size: u8) -> usize {
    usize::from(size.clamp(1, MAX_SIZE)) - 1
}
