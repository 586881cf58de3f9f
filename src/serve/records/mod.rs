//! Games, from the open seat to the archive.
//!
//! An open seat in the lobby, a challenge and an invitation link are a game that is still `open`: the same row then runs and
//! is over. A running game belongs to one process at a time, by a lease with an epoch: acts and results are written only
//! under the epoch of the day. What a game is about (kind, set-up, clock, records of acts) is text that this module does not
//! read.

mod acts;
mod archive;
mod game;
mod leases;
mod levels;
mod opening;
mod rating;
mod results;
mod standings;
mod vacations;

pub use acts::{Act, ActLine, Appended};
pub use archive::Search;
pub use game::{Door, Game, GameId, GameState, Outcome, SeatLine, Speed};
pub use leases::{Lease, Relay};
pub use levels::LevelLine;
pub use opening::{NewGame, Seat};
pub use rating::{Rating, TAU};
pub use results::End;
pub use standings::{Pool, RatingPoint, Standing, Statistics, TopLine};
pub use vacations::VACATION_DAYS;
