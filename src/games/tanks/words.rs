//! Every sentence of the rules of Tanks for people. Nothing in the rules reads them.

use super::field::MAX_SIZE;
use super::order::Call;
use super::rules::{Bonus, Kind, MAX_STARS};
use super::setup::{AT_A_TIME, FriendlyFire, Hand, Level, MAX_LIVES, MAX_SEATS, Mode, SetupProblem};
use std::fmt::{Display, Formatter, Result};

impl Display for SetupProblem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Seats(seats) => write!(f, "a match has 1 to {MAX_SEATS} seats, not {seats}"),
            Self::Nobody => write!(f, "nobody plays"),
            Self::Size(seat, size) => {
                write!(f, "seat {}: a tank is 1 to {MAX_SIZE} cells wide, not {size}", seat + 1)
            }
            Self::Stars(seat, stars) => write!(f, "seat {}: a tank has up to {MAX_STARS} stars, not {stars}", seat + 1),
            Self::AtATime(number) => {
                write!(f, "{} to {} enemies are on the board at a time, not {number}", AT_A_TIME.0, AT_A_TIME.1)
            }
            Self::Lives(lives) => write!(f, "a seat begins with 1 to {MAX_LIVES} lives, not {lives}"),
            Self::OneSide => write!(f, "all seats are on one side, there is nobody to play against"),
            Self::NoBase(side) => write!(f, "side {} has no base on this stage", side + 1),
            Self::NoFlag(side) => write!(f, "side {} has no flag on this stage", side + 1),
            Self::NoGate => write!(f, "this stage has no place where enemies arrive"),
            Self::NoStart(side) => write!(f, "side {} has no start on this stage", side + 1),
        }
    }
}

impl Mode {
    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Campaign => "Campaign",
            Self::Endless => "Endless",
            Self::Defence => "Base defence",
            Self::LastTank => "Last tank",
            Self::CaptureFlag => "Capture the flag",
            Self::TwoBases => "Two bases",
            Self::FreeForAll => "Free for all",
        }
    }

    /// One sentence on how it is won.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Campaign => "Stage by stage: destroy all enemies before the base falls and your lives are gone.",
            Self::Endless => "Wave upon wave, each harder than the last: how long does your base stand?",
            Self::Defence => "Only the base counts: hold it with your allies, you return as often as you must.",
            Self::LastTank => "Side against side: the last side that has tanks left wins.",
            Self::CaptureFlag => "Side against side: bring the flag of the others to your own.",
            Self::TwoBases => "Side against side: the side whose base stands last wins.",
            Self::FreeForAll => "Everybody against everybody: who destroys the most tanks wins.",
        }
    }
}

impl Level {
    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "Beginner",
            Self::Normal => "Normal",
            Self::Hard => "Hard",
            Self::Expert => "Expert",
        }
    }
}

impl Display for Hand {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Self::Human => write!(f, "Human"),
            Self::Bot(level) => write!(f, "{} bot", level.name()),
            Self::Off => write!(f, "Off"),
        }
    }
}

impl FriendlyFire {
    pub const ALL: [Self; 3] = [Self::Passes, Self::Holds, Self::Harms];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passes => "Shells pass friends",
            Self::Holds => "Shells hold friends",
            Self::Harms => "Shells harm friends",
        }
    }
}

impl Kind {
    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Marcher => "Marcher",
            Self::Rover => "Rover",
            Self::Dart => "Dart",
            Self::Lancer => "Lancer",
            Self::Bastion => "Bastion",
        }
    }
}

impl Bonus {
    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shield => "Shield",
            Self::Stop => "Stop",
            Self::Wall => "Wall",
            Self::Star => "Star",
            Self::Bomb => "Bomb",
            Self::Life => "Life",
        }
    }

    /// One sentence on what it does.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Shield => "Nothing harms you for a while.",
            Self::Stop => "All others stand still for a while.",
            Self::Wall => "Steel around your base for a while, whole brick afterwards.",
            Self::Star => "Faster shells, then two at a time, then shells that break steel.",
            Self::Bomb => "All enemies on the board are gone, but those with a shield.",
            Self::Life => "One life more.",
        }
    }
}

impl Call {
    /// The word of the wheel.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attack => "Attack",
            Self::Defend => "Defend",
            Self::Follow => "Follow",
            Self::Bonus => "Bonus",
        }
    }
}
