//! Subcommands of the real-time game.

mod fuzz;
#[cfg(unix)]
mod live;
mod map;
mod measures;
mod outside;
mod size;
mod travel;
