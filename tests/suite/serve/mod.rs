//! The server with real sockets, and clients that play on it.

mod attacks;
mod boards;
mod desyncs;
mod matches;
pub mod place;
mod raw;
mod skirmishes;
mod tables;
mod waiting;
