//! What a match starts from: seats, board, speed, rules.

use crate::games::tron::arena::{Arena, ArenaProblem, MAX_SEATS};
use crate::games::tron::file::TronLevel;
use crate::games::tron::generate::{RandomArena, Starts};
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::Options;
use crate::games::tron::simulation::{Board, Leash, Side, Simulation};
use crate::shell::keys::Keys;
use bevy::prelude::*;
use std::sync::Arc;

/// Who sits on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatKind {
    Off,
    /// A person with keys. A gamepad steers as well: the first one for the first person and so on.
    Human(Keys),
    Computer(PlayerKind),
    /// A person elsewhere, over the network.
    Remote,
}

impl SeatKind {
    /// The keys of a person of this window.
    pub const fn keys(self) -> Option<Keys> {
        match self {
            Self::Human(keys) => Some(keys),
            _ => None,
        }
    }

    /// A name for tables and replays.
    pub fn name(self) -> String {
        match self {
            Self::Off => "off".into(),
            Self::Human(_) | Self::Remote => "human".into(),
            Self::Computer(kind) => kind.to_string(),
        }
    }

    /// The seat of a [name](Self::name), with keys for a person; `None` if there is no such player.
    pub fn from_name(name: &str, keys: Keys) -> Option<Self> {
        match name {
            "off" => Some(Self::Off),
            "human" => Some(Self::Human(keys)),
            _ => name.parse().ok().map(Self::Computer),
        }
    }
}

/// The board of the rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardChoice {
    /// A fresh random one every round.
    Random {
        width: u16,
        height: u16,
        /// Share of obstacles in percent.
        obstacles: u8,
    },
    File(Arc<TronLevel>),
}

/// How fast the cycles ride.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    /// 5 steps a second, as in the source.
    Calm,
    /// 7.5 steps a second.
    Normal,
    /// 10 steps a second.
    Fast,
    /// 15 steps a second.
    Rapid,
    /// 20 steps a second.
    Insane,
}

impl Speed {
    /// All of them, slow ones first.
    pub const ALL: [Self; 5] = [Self::Calm, Self::Normal, Self::Fast, Self::Rapid, Self::Insane];

    /// Fixed ticks a step, of [`super::TICK_HZ`] a second.
    pub const fn ticks(self) -> u32 {
        match self {
            Self::Calm => 12,
            Self::Normal => 8,
            Self::Fast => 6,
            Self::Rapid => 4,
            Self::Insane => 3,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Calm => "Calm",
            Self::Normal => "Normal",
            Self::Fast => "Fast",
            Self::Rapid => "Rapid",
            Self::Insane => "Insane",
        }
    }
}

/// Everything that a match starts from. Kept between matches.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct TronSetup {
    /// The four seats; their numbers are also their colours.
    pub seats: [SeatKind; MAX_SEATS],
    pub board: BoardChoice,
    /// How fast the cycles ride.
    pub speed: Speed,
    /// How many decided rounds there are at most.
    pub best_of: u32,
    pub options: Options,
    pub seed: u64,
}

impl Default for TronSetup {
    fn default() -> Self {
        Self {
            seats: [
                SeatKind::Human(Keys::Arrows),
                SeatKind::Computer(PlayerKind::Engine(5)),
                SeatKind::Off,
                SeatKind::Off,
            ],
            board: BoardChoice::Random { width: 30, height: 20, obstacles: 5 },
            speed: Speed::Normal,
            best_of: 5,
            options: Options::default(),
            seed: 1,
        }
    }
}

impl TronSetup {
    /// The numbers of the seats that are taken.
    pub fn active(&self) -> Vec<usize> {
        (0..MAX_SEATS).filter(|seat| self.seats[*seat] != SeatKind::Off).collect()
    }

    /// Why this cannot be played, as a sentence, or `None` if it can.
    pub fn problem(&self) -> Option<String> {
        let active = self.active();
        if active.len() < 2 {
            return Some("At least two seats must be taken.".into());
        }
        if let Some(problem) = Keys::problem(self.seats.iter().filter_map(|seat| seat.keys())) {
            return Some(problem);
        }
        match &self.board {
            BoardChoice::File(level) if level.arena.starts().len() < active.len() => {
                Some(format!("{} has only {} starts.", level.name, level.arena.starts().len()))
            }
            _ => None,
        }
    }

    /// The board of a round, counted from 0.
    pub fn arena(&self, round: u32) -> Result<Arena, ArenaProblem> {
        match self.board() {
            Board::Fixed(arena) => Ok(arena),
            Board::Random(wish) => wish.generate(self.seed.wrapping_add(u64::from(round))),
        }
    }

    fn board(&self) -> Board {
        match &self.board {
            BoardChoice::File(level) => Board::Fixed(level.arena.clone()),
            BoardChoice::Random { width, height, obstacles } => {
                let seats = self.active().len().clamp(2, MAX_SEATS);
                let starts = Starts::usual(self.options.wrap);
                Board::Random(RandomArena { width: *width, height: *height, obstacles: *obstacles, starts, seats })
            }
        }
    }

    /// The same seats, board and rules as rounds without people.
    ///
    /// # Errors
    /// A sentence: too few programs, a person among them, a board that is too small or has too few starts.
    pub fn simulation(&self) -> Result<Simulation, String> {
        let active = self.active();
        if active.len() < 2 {
            return Err("At least two programs must take part.".into());
        }
        let side = |seat: &usize| self.seats[*seat].name().parse::<Side>().map_err(|problem| format!("{problem}."));
        let simulation = Simulation {
            sides: active.iter().map(side).collect::<Result<_, _>>()?,
            board: self.board(),
            options: self.options,
            leash: Leash::default(),
            seed: self.seed,
        };
        simulation.check().map_err(|problem| format!("{problem}."))?;
        Ok(simulation)
    }

    /// The seat that plays from each start in a round: everybody moves on by one start a round.
    pub fn seating(&self, round: u32) -> Vec<usize> {
        let active = self.active();
        let shift = round as usize % active.len().max(1);
        (0..active.len()).map(|start| active[(start + shift) % active.len()]).collect()
    }
}
