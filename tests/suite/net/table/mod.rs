//! Tables: turn-based matches of two with a server that judges and keeps.

mod acts;
mod clocks;
mod desk;
mod guests;
mod offers;
mod returns;
mod strangers;
mod watching;

use super::{line, net};
