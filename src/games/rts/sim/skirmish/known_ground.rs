//! The ground as each team knows it, kept up to date by what has changed: rows in which somebody sees more or less than before,
//! and cells that were edited. It follows from terrain and sight, so it is not saved.

use super::sight::Seen;
use crate::base::{Cell, Grid};
use crate::games::rts::sim::board::TerrainGrid;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;

/// On the board entity of a skirmish.
#[derive(Component, Debug, Default)]
pub struct KnownGrounds(Vec<KnownGround>);

#[derive(Debug)]
struct KnownGround {
    mask: u8,
    ground: Grid<Terrain>,
    /// The update of the sight and the version of the terrain that it has followed.
    stamp: u64,
    version: u32,
}

impl KnownGrounds {
    /// What the sides of a mask know together. Where nobody of them has been it could be anything: grass.
    pub(super) fn of(&mut self, mask: u8, terrain: &TerrainGrid, seen: Option<&Seen>) -> &Grid<Terrain> {
        let index = self.0.iter().position(|known| known.mask == mask).unwrap_or_else(|| {
            let ground = terrain.cells().clone();
            // A version that never was: the first look takes in everything.
            self.0.push(KnownGround { mask, ground, stamp: 0, version: u32::MAX });
            self.0.len() - 1
        });
        let known = &mut self.0[index];
        known.follow(terrain, seen);
        &known.ground
    }
}

impl KnownGround {
    fn follow(&mut self, terrain: &TerrainGrid, seen: Option<&Seen>) {
        let truth = terrain.cells();
        let edits = terrain.edits_since(self.version);
        let is_new = u64::from(self.version) + edits.len() as u64 != u64::from(terrain.version());
        let Some(seen) = seen else {
            if is_new {
                self.ground = truth.clone();
            }
            edits.iter().filter(|_| !is_new).for_each(|cell| self.ground[*cell] = truth[*cell]);
            self.version = terrain.version();
            return;
        };
        let (grid, memory) = (seen.grid(), seen.memory());
        let width = usize::from(truth.width());
        let rows = (0..truth.height()).filter(|row| is_new || grid.has_row_changed_since(self.stamp, *row));
        let rows: Vec<usize> = rows.map(usize::from).collect();
        for row in &rows {
            let cells = row * width..(row + 1) * width;
            let known = self.ground.values_mut()[cells.clone()].iter_mut();
            let explored = grid.explored().values()[cells.clone()].iter();
            for ((known, truth), by) in known.zip(&truth.values()[cells]).zip(explored) {
                *known = if by & self.mask != 0 { *truth } else { Terrain::Grass };
            }
        }
        let is_anew = |cell: Cell| rows.binary_search(&(cell.y as usize)).is_ok();
        let old = memory.outdated(self.mask).filter(|cell| is_anew(*cell));
        for cell in old.chain(edits.iter().copied()) {
            self.ground[cell] = memory.ground(grid, self.mask, cell).unwrap_or(Terrain::Grass);
        }
        (self.stamp, self.version) = (grid.stamp(), terrain.version());
    }
}
