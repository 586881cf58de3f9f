//! What a match is about before it begins: the mode, who sits where, the options.

use super::field::MAX_SIZE;
use super::rules::MAX_STARS;
use super::stage::{Post, Stage};
use serde::{Deserialize, Serialize};

/// The most seats of a match.
pub const MAX_SEATS: usize = 64;
/// The fewest and the most enemies at a time.
pub const AT_A_TIME: (u8, u8) = (1, 64);
/// The most lives that a seat begins with.
pub const MAX_LIVES: u8 = 9;
/// The sides of a match where all seats work together: theirs, and that of the waves.
pub const OURS: u8 = 0;
pub const WAVE: u8 = 1;

/// How a match is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// A stage: all enemies of its wave before the base falls and the lives are gone.
    #[default]
    Campaign,
    /// Wave upon wave, each harder, until the base falls or the lives are gone.
    Endless,
    /// Only the base counts: lives are not counted.
    Defence,
    /// Side against side: who has tanks left.
    LastTank,
    /// Side against side: bring the flag of the others to the own one.
    CaptureFlag,
    /// Side against side: whose base stands last.
    TwoBases,
    /// Everybody against everybody: who destroys the most.
    FreeForAll,
}

impl Mode {
    pub const ALL: [Self; 7] = [
        Self::Campaign,
        Self::Endless,
        Self::Defence,
        Self::LastTank,
        Self::CaptureFlag,
        Self::TwoBases,
        Self::FreeForAll,
    ];

    /// Whether all seats are on one side, against waves.
    pub const fn has_waves(self) -> bool {
        matches!(self, Self::Campaign | Self::Endless | Self::Defence)
    }

    /// Whether a side whose base falls has lost.
    pub const fn counts_bases(self) -> bool {
        self.has_waves() || matches!(self, Self::TwoBases)
    }

    /// Whether seats have so many lives and no more.
    pub const fn counts_lives(self) -> bool {
        matches!(self, Self::Campaign | Self::Endless | Self::LastTank)
    }
}

/// How well a program plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Level {
    Beginner,
    #[default]
    Normal,
    Hard,
    Expert,
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Beginner, Self::Normal, Self::Hard, Self::Expert];
}

/// Who plays a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    Human,
    Bot(Level),
    /// Nobody: the seat stays empty.
    #[default]
    Off,
}

/// A seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    pub hand: Hand,
    /// The side in matches of side against side. Where all work together it is [`OURS`], where everybody is alone the seat's
    /// number, whatever stands here.
    pub side: u8,
    /// Cells along a side of its tank.
    pub size: u8,
    /// What it brings from the stage before.
    pub kept: Kept,
}

impl Seat {
    /// A seat with a tank of two cells.
    pub fn new(hand: Hand, side: u8) -> Self {
        Self { hand, side, size: 2, kept: Kept::default() }
    }
}

/// What a seat takes from one stage to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    pub stars: u8,
    /// Lives; none: those of the setup.
    pub lives: Option<u8>,
    pub points: u32,
}

/// What a shell does to a tank of the own side. Those of a wave always let each other's shells pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FriendlyFire {
    /// It flies on.
    Passes,
    /// The tank cannot drive for a second.
    #[default]
    Holds,
    /// The same as to others.
    Harms,
}

/// A match before it begins, but for the stage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub mode: Mode,
    pub seats: Vec<Seat>,
    /// How well the enemies of waves play.
    pub level: Level,
    /// Enemies on the board at a time; none: as many as the stage says.
    pub at_a_time: Option<u8>,
    /// The number of the stage, from 1: the higher it is, the faster enemies come.
    pub stage: u16,
    /// Lives of every seat, this one included.
    pub lives: u8,
    pub friendly_fire: FriendlyFire,
    /// Whether enemies of waves fetch bonuses too.
    pub enemies_fetch: bool,
    /// Minutes of a match side against side at most; none: those of the rules.
    pub minutes: Option<u8>,
    /// Captures, or tanks destroyed, that win; none: those of the rules.
    pub goal: Option<u16>,
    pub seed: u64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            mode: Mode::Campaign,
            seats: vec![Seat::new(Hand::Human, OURS)],
            level: Level::Normal,
            at_a_time: None,
            stage: 1,
            lives: 3,
            friendly_fire: FriendlyFire::Holds,
            enemies_fetch: false,
            minutes: None,
            goal: None,
            seed: 1,
        }
    }
}

/// Why a match cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupProblem {
    Seats(usize),
    /// Nobody plays.
    Nobody,
    Size(usize, u8),
    Stars(usize, u8),
    AtATime(u8),
    Lives(u8),
    /// Side against side with one side only.
    OneSide,
    /// This side has no base.
    NoBase(u8),
    /// This side has no flag.
    NoFlag(u8),
    /// The stage has no place where enemies arrive.
    NoGate,
    /// The stage has no place where a seat of this side begins.
    NoStart(u8),
}

impl Setup {
    /// The side that a seat plays for.
    pub fn side(&self, seat: usize) -> u8 {
        match self.mode {
            mode if mode.has_waves() => OURS,
            Mode::FreeForAll => seat as u8,
            _ => self.seats.get(seat).map_or(OURS, |seat| seat.side),
        }
    }

    /// The seats that somebody plays, by number.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.seats.len()).filter(|seat| self.seats[*seat].hand != Hand::Off)
    }

    /// The sides of the seats that are played, ascending, each once; not that of the waves.
    pub fn sides(&self) -> Vec<u8> {
        let mut sides: Vec<u8> = self.played().map(|seat| self.side(seat)).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Looks at everything that no stage is needed for.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), SetupProblem> {
        if !(1..=MAX_SEATS).contains(&self.seats.len()) {
            return Err(SetupProblem::Seats(self.seats.len()));
        }
        for (index, seat) in self.seats.iter().enumerate() {
            if !(1..=MAX_SIZE).contains(&seat.size) {
                return Err(SetupProblem::Size(index, seat.size));
            }
            if seat.kept.stars > MAX_STARS {
                return Err(SetupProblem::Stars(index, seat.kept.stars));
            }
        }
        if let Some(number) = self.at_a_time.filter(|number| !(AT_A_TIME.0..=AT_A_TIME.1).contains(number)) {
            return Err(SetupProblem::AtATime(number));
        }
        if !(1..=MAX_LIVES).contains(&self.lives) {
            return Err(SetupProblem::Lives(self.lives));
        }
        match self.sides().len() {
            0 => Err(SetupProblem::Nobody),
            1 if !self.mode.has_waves() => Err(SetupProblem::OneSide),
            _ => Ok(()),
        }
    }

    /// Whether the match can be played on a stage.
    ///
    /// # Errors
    /// The first thing that is wrong with the setup itself, or that the stage lacks.
    pub fn fits(&self, stage: &Stage) -> Result<(), SetupProblem> {
        self.check()?;
        self.suits(stage)
    }

    /// Whether a stage has all that the match needs.
    ///
    /// # Errors
    /// The first thing that it lacks.
    pub fn suits(&self, stage: &Stage) -> Result<(), SetupProblem> {
        let has = |posts: &[Post], side: u8| posts.iter().any(|post| post.side == side);
        if self.mode.has_waves() && stage.gates.is_empty() {
            return Err(SetupProblem::NoGate);
        }
        for side in self.sides() {
            let needs_base = matches!(self.mode, Mode::Defence | Mode::TwoBases);
            if needs_base && !has(&stage.bases, side) {
                return Err(SetupProblem::NoBase(side));
            }
            if self.mode == Mode::CaptureFlag && !has(&stage.flags, side) {
                return Err(SetupProblem::NoFlag(side));
            }
            if self.mode != Mode::FreeForAll && !has(&stage.players, side) {
                return Err(SetupProblem::NoStart(side));
            }
        }
        match self.mode {
            Mode::FreeForAll if stage.players.is_empty() => Err(SetupProblem::NoStart(OURS)),
            _ => Ok(()),
        }
    }
}
