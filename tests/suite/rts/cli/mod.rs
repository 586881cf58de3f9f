//! Subcommands of the real-time game.

mod map;
mod measures;
mod outside;
mod size;
mod travel;
