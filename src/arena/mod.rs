//! Matches between agents: play many, rate the sides, talk to outside programs. Free of any game.
//!
//! A turn-based game implements [`TurnGame`] and names its players by a [`PlayerKind`]; from that come [`Side`]s as they are
//! written on the command line, and rounds between them (`rounds`). Where one seat at a time is to act, a [`TableGame`] gets
//! from it the [`Match`] with its history, and the [`Recording`] of it. A [`Contest`] is many rounds between fixed sides;
//! [`play_all`] plays them on several threads and gives the results in order, so that they are the same whatever the number
//! of threads. [`Score`] turns wins, draws and losses into a rating with an error, [`Sprt`] decides from [`Pairs`] of rounds
//! when enough were played; [`Standing`] is a side's line of the table; [`puzzle`] has tasks and who judges them; [`Times`]
//! collects thinking times; [`Program`] is an agent in a process of its own that is asked with a text and answers with a
//! line.
//!
//! Everything but `program` and `cpu` is pure. The clock that rounds measure with is a [`Clock`] that the caller brings.

mod clock;
mod contest;
mod contestant;
mod cpu;
mod game;
pub mod ladder;
mod matches;
pub mod program;
pub mod puzzle;
mod recording;
mod rounds;
mod runner;
mod score;
mod side;
mod sprt;
mod standing;
mod times;

pub use clock::{TimeControl, TimeProblem};
pub use contest::{Contest, SideRow, Standings};
pub use contestant::{Forfeit, Leash};

pub use cpu::{IS_CPU, process_time, thinking_clock, thread_time};
pub use game::{Choice, Player, PlayerKind, TurnGame};
pub use matches::{Match, NotNow, Order, Ruling, TableGame};
#[cfg(target_os = "linux")]
pub use program::keeper::keep;
pub use program::{
    CommandLine, CommandProblem, Fence, GRACE, LONGEST_TURN, Program, Reply, StartProblem, UNASKED, offer_keeper,
    patience,
};
pub(crate) use recording::called;
pub use recording::{Recording, RecordingProblem, SaveProblem, SavedMatch};
pub(crate) use rounds::{Pairing, Transcript, derived_seed};
pub use runner::{play_all, play_pairs};
pub use score::{Elo, Interval, Score};
pub use side::{Agent, DEFAULT_NODES, Side, SideProblem};
pub use sprt::{Pairs, Sprt, SprtProblem};
pub use standing::Standing;
pub use times::Times;

use std::sync::Arc;
use std::time::Duration;

/// The time since some moment that stays the same.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
