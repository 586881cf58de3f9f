//! A shell in flight.

use super::tank::TankId;
use crate::base::Dir;
use crate::games::tanks::field::SUB;
use serde::Serialize;

/// Half of the side of the square that a shell is.
pub const HALF_SHELL: i32 = SUB / 8;

/// A shell in flight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Shell {
    /// Its number in the match.
    pub id: u32,
    /// Who fired it; that tank may be gone.
    pub owner: TankId,
    /// The side of who fired it.
    pub side: u8,
    /// Its centre, in parts of a cell.
    pub x: i32,
    pub y: i32,
    /// One of [`Dir::STRAIGHT`].
    pub dir: Dir,
    /// Parts of a cell a tick, a multiple of the slices of a tick.
    pub speed: i32,
    /// Cells of the tank that fired it: over that width it breaks what it meets.
    pub size: u8,
    /// Takes whole cells of brick, and steel.
    pub is_strong: bool,
    /// It has met something in this tick and is taken away at its end.
    pub(crate) is_spent: bool,
}
