//! Tile entities: one per cell, with an immutable terrain.
//!
//! The only way to change a tile is to insert a new [`Ground`]; an observer carries it into [`TerrainGrid`], so the
//! dense table cannot drift from the entities.

use super::board::{At, TerrainGrid};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;

/// What a tile is made of.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Ground(pub Terrain);

pub(super) fn plugin(app: &mut App) {
    app.add_observer(index_ground);
}

fn index_ground(
    insert: On<Insert, Ground>,
    tiles: Query<(&Ground, &At, &ChildOf)>,
    mut boards: Query<&mut TerrainGrid>,
) {
    // A tile that is spawned outside of a board, or before its board has a table, has nothing to keep in step.
    let Ok((ground, at, board)) = tiles.get(insert.entity) else { return };
    let Ok(mut grid) = boards.get_mut(board.parent()) else { return };
    if let Some(cell) = grid.cells.get_mut(at.0) {
        *cell = ground.0;
        grid.edits.push(at.0);
    }
}
