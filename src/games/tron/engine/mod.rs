//! Our engine: territory, chambers, alpha-beta, endgame.
//!
//! [`Engine`] is a [`Player`]. The parts, one file each: `territory` (who is first where), `chambers` (how much of it
//! one path can use) and `contraction` (the same, fast), `degrees` (free neighbours of all cells at once), `evaluation`
//! and `weights` (what that is worth), `search` (looking ahead), `endgame` and `polish` (alone in a region),
//! `root` and `mixing` (one decision), `levels` (strength), `overlay` (what a spectator is shown), `work` (what a
//! search costs).

pub mod chambers;
pub mod contraction;
pub mod degrees;
pub mod endgame;
mod evaluation;
mod levels;
pub mod mixing;
mod overlay;
pub mod polish;
mod root;
mod search;
pub mod territory;
pub mod weights;
mod work;

pub use levels::MAX_LEVEL;
pub use overlay::{DOOR, Overlay, overlay};
pub use work::{Leaves, Work, can_meet, samples, work};

use super::plane::with_bits;
use super::player::Choice;
use super::position::Position;
use crate::arena::Player;
use crate::base::{Budget, rng};
use crate::search::Table;
use levels::Level;
use root::Memory;

/// The engine at one level. Repeats to the bit under a node budget: seed, level and positions decide everything.
pub struct Engine {
    level: Level,
    memory: Memory,
}

impl Engine {
    /// An engine of level 1 to [`MAX_LEVEL`].
    pub fn new(level: u8, seed: u64) -> Self {
        let level = Level::of(level);
        let rng = rng::stream(seed, "tron engine");
        Self { memory: Memory { table: Table::new(1), plan: Vec::new(), rng, pairing: None }, level }
    }
}

impl Player<Position> for Engine {
    fn choose(&mut self, position: &Position, seat: usize, budget: &Budget) -> Choice {
        with_bits!(position.width(), position.height(), Bits => {
            root::choose::<Bits>(position, seat, budget, &self.level, &mut self.memory)
        })
    }
}
