//! Matches between agents: play many, rate the sides, talk to outside programs. Free of any game.
//!
//! A game says what one round is (a function from its number to a value); [`play_all`] plays all rounds on several
//! threads and gives the values in order, so that the result is the same whatever the number of threads. [`Score`] turns
//! wins, draws and losses into a rating with an error; [`Standing`] is a side's line of the table; [`Times`] collects thinking times; [`Program`] is an agent in a
//! process of its own that is asked with a text and answers with a line.
//!
//! Everything but `program` and `cpu` is pure. The clock that rounds measure with is a [`Clock`] that the caller brings.

mod cpu;
mod program;
mod runner;
mod score;
mod standing;
mod times;

pub use cpu::{IS_CPU, process_time, thinking_clock, thread_time};
#[cfg(target_os = "linux")]
pub use program::keeper::keep;
pub use program::{
    CommandLine, CommandProblem, Fence, GRACE, Program, Reply, StartProblem, UNASKED, offer_keeper, patience,
};
pub use runner::play_all;
pub use score::{Elo, Interval, Score};
pub use standing::Standing;
pub use times::Times;

use std::sync::Arc;
use std::time::Duration;

/// The time since some moment that stays the same.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;
