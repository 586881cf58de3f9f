//! Space and time as a block: who has which cell at which tick, to be turned and cut.

use crate::base::Cell;
use std::ops::RangeInclusive;

/// A cell at a tick, and whose it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voxel {
    pub cell: Cell,
    pub tick: u32,
    pub owner: u32,
}

/// Cells of space and time, in the order of ticks, then of owners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub width: u16,
    pub height: u16,
    voxels: Vec<Voxel>,
}

/// What is left of a block: a cut keeps columns, rows and ticks within ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    pub columns: RangeInclusive<i16>,
    pub rows: RangeInclusive<i16>,
    pub ticks: RangeInclusive<u32>,
    /// Only what belongs to this one, if it is one.
    pub owner: Option<u32>,
}

impl Cut {
    /// Everything.
    pub const ALL: Self = Self { columns: 0..=i16::MAX, rows: 0..=i16::MAX, ticks: 0..=u32::MAX, owner: None };
}

impl Block {
    /// A block over a map from cells in any order.
    pub fn new(width: u16, height: u16, mut voxels: Vec<Voxel>) -> Self {
        voxels.sort_by_key(|voxel| (voxel.tick, voxel.owner));
        Self { width, height, voxels }
    }

    pub fn voxels(&self) -> &[Voxel] {
        &self.voxels
    }

    /// The first and the last tick that somebody has something at; `None` of an empty block.
    pub fn ticks(&self) -> Option<(u32, u32)> {
        Some((self.voxels.first()?.tick, self.voxels.last()?.tick))
    }

    /// What is there between two ticks, both included.
    pub fn between(&self, ticks: RangeInclusive<u32>) -> &[Voxel] {
        let first = self.voxels.partition_point(|voxel| voxel.tick < *ticks.start());
        let end = self.voxels.partition_point(|voxel| voxel.tick <= *ticks.end());
        &self.voxels[first..end.max(first)]
    }

    /// What a cut leaves.
    pub fn cut<'a>(&'a self, cut: &'a Cut) -> impl Iterator<Item = &'a Voxel> {
        self.between(cut.ticks.clone()).iter().filter(|voxel| {
            cut.columns.contains(&voxel.cell.x)
                && cut.rows.contains(&voxel.cell.y)
                && cut.owner.is_none_or(|owner| owner == voxel.owner)
        })
    }

    /// Cells that two or more have at the same tick.
    pub fn doubled(&self) -> Vec<Voxel> {
        let mut sorted = self.voxels.clone();
        sorted.sort_by_key(|voxel| (voxel.tick, voxel.cell, voxel.owner));
        let same = |pair: &&[Voxel]| (pair[0].tick, pair[0].cell) == (pair[1].tick, pair[1].cell);
        sorted.windows(2).filter(same).map(|pair| pair[1]).collect()
    }
}

/// From where a block is looked at. Time goes up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Turned about the axis of time, in radians.
    pub turned: f32,
    /// How far from above: 0 from the side, a quarter of a turn straight down.
    pub raised: f32,
    /// Height of a tick, in cells.
    pub tick: f32,
}

impl Default for View {
    fn default() -> Self {
        Self { turned: 0.6, raised: 0.5, tick: 0.6 }
    }
}

impl View {
    /// Where a point of space and time lies in the picture: to the right, down, and away from the eye (what is less lies
    /// in front). The middle of the ground is (0, 0).
    pub fn seen(&self, block: &Block, x: f32, y: f32, tick: f32) -> (f32, f32, f32) {
        let (x, y) = (x - f32::from(block.width) / 2.0, y - f32::from(block.height) / 2.0);
        let (sin, cos) = self.turned.sin_cos();
        let (right, deep) = (x * cos - y * sin, x * sin + y * cos);
        let (up_sin, up_cos) = self.raised.sin_cos();
        let up = tick * self.tick;
        (right, deep * up_sin - up * up_cos, -deep * up_cos - up * up_sin)
    }

    /// The cells of a block from the farthest to the nearest: the order in which they are painted.
    pub fn painted<'a>(&self, block: &Block, voxels: impl Iterator<Item = &'a Voxel>) -> Vec<Voxel> {
        let far = |voxel: &Voxel| {
            self.seen(block, f32::from(voxel.cell.x) + 0.5, f32::from(voxel.cell.y) + 0.5, voxel.tick as f32 + 0.5).2
        };
        let mut painted: Vec<Voxel> = voxels.copied().collect();
        painted.sort_by(|a, b| far(b).total_cmp(&far(a)));
        painted
    }
}
