//! Blocks of the ground that are there while the view is near.

use crate::base::Grid;
use crate::client::stage::{CELL, to_world};
use crate::games::rts::client::input::frame::Frame;
use crate::nav::terrain::Terrain;
use bevy::ecs::query::QueryFilter;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The entities of the blocks that are there, by their column and row in blocks.
pub(super) type Blocks = BTreeMap<(i16, i16), Vec<Entity>>;

pub(super) struct Near {
    /// Cells on a side of a block.
    pub(super) side: i16,
    /// Cells from the corner of the map to that of the first block.
    pub(super) shift: f32,
    /// How near the view must be, in sides of a block, for a block to come, and up to where it stays.
    pub(super) comes: f32,
    pub(super) stays: f32,
    /// Blocks that may come in one frame, so that arriving in a new area does not stutter.
    pub(super) a_frame: usize,
}

impl Near {
    pub(super) fn rect(&self, column: i16, row: i16) -> Rect {
        let corner = |column: i16, row: i16| {
            to_world(f32::from(column * self.side) + self.shift, f32::from(row * self.side) + self.shift)
        };
        Rect::from_corners(corner(column, row), corner(column + 1, row + 1))
    }

    /// Makes what comes near, hides all when the view is far away, and despawns what is left behind. A map that is drawn
    /// whole has all its blocks from the start.
    pub(super) fn keep<F: QueryFilter>(
        &self,
        blocks: &mut Blocks,
        map: &Grid<Terrain>,
        is_whole: bool,
        frame: &Frame,
        commands: &mut Commands,
        shown: &mut Query<&mut Visibility, F>,
        mut make: impl FnMut(&mut Commands, i16, i16) -> Vec<Entity>,
    ) {
        let touches = |column: i16, row: i16, sides: f32| {
            let reach = self.rect(column, row).inflate(sides * f32::from(self.side) * CELL);
            is_whole || !reach.intersect(frame.rect).is_empty()
        };
        if is_whole || !frame.is_far() {
            let (columns, rows) = (map.width() as i16 / self.side + 1, map.height() as i16 / self.side + 1);
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
            let missing = all.filter(|at| !blocks.contains_key(at) && touches(at.0, at.1, self.comes));
            let missing: Vec<_> = missing.take(if is_whole { usize::MAX } else { self.a_frame }).collect();
            blocks.extend(missing.into_iter().map(|at| (at, make(commands, at.0, at.1))));
        }
        let visibility = if frame.is_far() { Visibility::Hidden } else { Visibility::Inherited };
        blocks.retain(|(column, row), entities| {
            let stays = touches(*column, *row, self.stays);
            for entity in entities {
                if !stays {
                    commands.entity(*entity).try_despawn();
                } else if let Ok(mut current) = shown.get_mut(*entity) {
                    current.set_if_neq(visibility);
                }
            }
            stays
        });
    }
}
