//! What a match at a table starts from: who plays, the game, where it begins, how fast it is shown.

use super::Phase;
use crate::arena::{Match, PlayerKind, Recording, TableGame, TimeControl};
use crate::base::wording::capitalised;
use bevy::prelude::*;

/// Fixed ticks a second of tables at the normal speed of time.
pub const TICK_HZ: f64 = 60.0;

/// Who plays on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKind<K> {
    /// A person at this window. Two of them take turns at it.
    Human,
    /// A person elsewhere, over the network.
    Remote,
    Computer(K),
}

impl<K: PlayerKind> SeatKind<K> {
    /// A name for tables, saves and replays: `human`, `random`, `engine:3`, `engine:3,style=bold`.
    pub fn name(self) -> String {
        match self {
            Self::Human | Self::Remote => "human".into(),
            Self::Computer(kind) => kind.to_string(),
        }
    }

    /// The seat of a [name](Self::name); limits of a search, `nodes=` and `time=`, are left out. `None` if there is no such
    /// player.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "human" {
            return Some(Self::Human);
        }
        let mut parts = name.split(',');
        let mut kind: K = parts.next()?.parse().ok()?;
        let mut options = parts.filter_map(|part| part.split_once('='));
        let is_known = options.all(|(option, value)| matches!(option, "nodes" | "time") || kind.set(option, value));
        is_known.then_some(Self::Computer(kind))
    }
}

/// How long a step is shown, and how long a program waits after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Tempo {
    /// Nine tenths of a second.
    Calm,
    /// Half a second.
    #[default]
    Normal,
    /// A quarter of a second.
    Quick,
    /// No animation at all.
    Instant,
}

impl Tempo {
    /// All of them, slow ones first.
    pub const ALL: [Self; 4] = [Self::Calm, Self::Normal, Self::Quick, Self::Instant];

    /// Fixed ticks of a step, of [`TICK_HZ`] a second.
    pub const fn ticks(self) -> u32 {
        match self {
            Self::Calm => 54,
            Self::Normal => 30,
            Self::Quick => 15,
            Self::Instant => 1,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Calm => "Calm",
            Self::Normal => "Normal",
            Self::Quick => "Quick",
            Self::Instant => "Instant",
        }
    }
}

/// Where a match begins.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Start<G: TableGame> {
    /// With the first turn of [`TableSetup::game`].
    #[default]
    New,
    /// Where a saved match was left; [`TableSetup::game`] is not looked at.
    Continue(Box<Recording<G>>),
    /// With a recording that is only watched, from its first step; nobody plays.
    Watch(Box<Recording<G>>),
    /// With a puzzle, by its place in the game's list. Everything can be taken back.
    Puzzle(usize),
}

/// Everything that a match starts from. Kept between matches.
///
/// The set-up screen writes it and enters [`crate::shell::states::Screen::Match`]. A rematch is the same value with
/// [`Start::New`] and another seed.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct TableSetup<G: TableGame> {
    pub seats: [SeatKind<G::Kind>; 2],
    /// Board, rules and seed.
    pub game: G::Setup,
    pub start: Start<G>,
    pub tempo: Tempo,
    /// How long the players may think, in a new match.
    pub clock: TimeControl,
    /// The place in each seat's list that the set-up page changes next, in a game whose sides are lists.
    pub picked: [usize; 2],
}

impl<G: TableGame> TableSetup<G> {
    /// Why this cannot be played, as a sentence, or `None` if it can.
    pub fn problem(&self) -> Option<String> {
        match &self.start {
            Start::New => G::start(&self.game).err().map(|problem| sentence(&problem)),
            Start::Continue(recording) | Start::Watch(recording) => {
                recording.saved().restore(usize::MAX).err().map(|problem| sentence(&problem))
            }
            Start::Puzzle(_) => None,
        }
    }

    /// The seat of the only person, if there is just one.
    pub fn lone_human(&self) -> Option<usize> {
        match self.seats.map(|seat| seat == SeatKind::Human) {
            [true, false] => Some(0),
            [false, true] => Some(1),
            _ => None,
        }
    }

    /// Whether a person is to move.
    pub(crate) fn person_plays(&self, played: &Match<G>, phase: Phase) -> bool {
        phase == Phase::Playing && self.is_human(played.seat()) && !played.is_over()
    }

    /// Whether a puzzle is to be solved, where nothing helps but what it gives, or somebody elsewhere is played against.
    pub(crate) fn has_no_help(&self, phase: Phase) -> bool {
        (matches!(self.start, Start::Puzzle(_)) || self.has_rival()) && phase == Phase::Playing
    }

    /// Whether the person here plays against somebody elsewhere: what one does alone is a matter of agreement then.
    pub fn has_rival(&self) -> bool {
        self.lone_human().is_some_and(|seat| self.seats[1 - seat] == SeatKind::Remote)
    }

    /// Whether a person plays on a seat.
    pub(crate) fn is_human(&self, seat: usize) -> bool {
        self.seats[seat] == SeatKind::Human
    }

    /// The clock of a recording, and its seats where their names are those of players of this program; else they stay.
    pub fn seat(&mut self, recording: &Recording<G>) {
        self.clock = recording.clock();
        for (seat, name) in self.seats.iter_mut().zip(recording.sides()) {
            *seat = SeatKind::from_name(name).unwrap_or(*seat);
        }
    }
}

/// A problem as a sentence of its own.
pub(crate) fn sentence(problem: &impl std::fmt::Display) -> String {
    format!("{}.", capitalised(&problem.to_string()))
}
