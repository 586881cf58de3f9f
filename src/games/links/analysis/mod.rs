//! What a position and a whole match are worth: free of windows and clocks, the same for the same nodes.
//!
//! | file | subject |
//! |---|---|
//! | `analyst` | the search that values moves one by one, with one memory for all of them |
//! | `chance` | from the value of a search to a chance of winning |
//! | `threats` | what the other side would do if it were to move |
//! | `review` | a match move by move: what was lost, what was better |
//! | `words` | marks and sentences of a review |
//!
//! Wins and losses are those of the engine: where a side is threatened all defences are tried, elsewhere only the moves that
//! a search looks at.

mod analyst;
mod chance;
mod review;
mod threats;
pub mod words;

pub use analyst::{Analyst, Candidate};
pub use chance::chance;
pub use review::{Mark, Ply, Review, Totals, totals};
pub use threats::{Threats, forced_win, threats};
