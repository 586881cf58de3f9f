//! The pictures of Tactics.

use crate::client::kit::sheets::Sheet;
use bevy::prelude::*;

/// The pictures that a battle and the pages around it are drawn with.
#[derive(Resource, Debug)]
pub(crate) struct Pictures {
    /// Characters, 6 × 2 of 128 pixels: a class a column, a side a row.
    pub(crate) pieces: Sheet,
    /// Squares and marks, 8 × 2 of 128 pixels.
    pub(crate) board: Sheet,
}

impl FromWorld for Pictures {
    fn from_world(world: &mut World) -> Self {
        Self {
            pieces: Sheet::load(world, "tactics/pieces", 128, 6, 2),
            board: Sheet::load(world, "tactics/board", 128, 8, 2),
        }
    }
}
