//! Subcommands of the real-time game.

mod map;
mod measures;
mod size;
mod travel;
