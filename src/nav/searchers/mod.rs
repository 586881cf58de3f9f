//! The general searchers of textbooks, one file each, generic over a [`space::Space`] of operators with costs.
//!
//! They are made to be watched and compared, and to check the fast searchers of the game against: each gives the way, its
//! cost and what it took ([`outcome::Counts`]), and tells a [`listener::Listener`] about every step. All of them end when
//! their [`crate::base::Budget`] is spent.

pub mod a_star;
pub mod all_pairs;
mod best_first;
pub mod bidirectional;
pub mod bidirectional_a_star;
pub mod breadth_first;
pub mod check;
mod deepening;
pub mod depth_first;
pub mod depth_limited;
pub mod estimates;
pub mod field;
pub mod greedy;
pub mod grid;
pub mod hierarchical;
pub mod ida_star;
pub mod iterative_deepening;
pub mod jps;
pub mod kind;
pub mod landmarks;
pub mod levels;
pub mod listener;
mod nodes;
pub mod outcome;
pub mod space;
pub mod table;
pub mod theta_star;
pub mod uniform_cost;
pub mod weighted_a_star;

pub use kind::{Options, Searcher};
pub use listener::{Event, EventKind, Listener, Side};
pub use outcome::{Answer, Counts, CycleCheck, End, Outcome};
pub use space::{Cost, Space, TwoWay};
