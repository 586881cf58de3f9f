//! Tracks: matches in steps at once with a server that holds the state.

mod desk;
mod line_cuts;
mod secrets;
mod strangers;
mod toy;
mod turns;
mod watching;
mod world;

use super::{line, net};
