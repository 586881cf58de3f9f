//! Who is where: all bodies of one tick, to be found by number and by place.
//!
//! The map is divided into buckets of 8 × 8 cells; bodies lie sorted by the bucket of their upper left cell, as in a counting
//! sort, so that a tick fills the field in one pass over the bodies and one over the buckets, without allocating. Each
//! bucket knows the sides that are in it: whether there is anybody to fight costs a few bytes.

use super::reach::{apart_squared, reaches};
use super::{Being, Role};
use crate::base::Cell;
use crate::games::rts::rules::MAX_BUILDING_SIZE;
use crate::nav::step::UnitId;

/// Cells along a side of a bucket.
const BUCKET: i32 = 8;
/// No body is larger.
const LARGEST: i32 = MAX_BUILDING_SIZE as i32;
/// "Not on the field".
const NOBODY: u32 = u32::MAX;

/// Somebody who can be hurt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    pub id: UnitId,
    pub at: Cell,
    pub size: u8,
    pub side: u8,
    pub role: Role,
    pub rank: u8,
    pub being: Being,
    pub health: u16,
    /// Health when whole.
    pub most: u16,
    pub target: Option<UnitId>,
}

#[derive(Debug, Clone, Default)]
pub struct Bodies {
    /// In the order in which they came.
    bodies: Vec<Body>,
    /// The position of each among those, by its number.
    slots: Vec<u32>,
    sorted: Vec<Body>,
    /// The first of each bucket among the sorted, and the end.
    starts: Vec<u32>,
    /// The sides in each bucket, as bits.
    sides: Vec<u8>,
    extent: (i32, i32),
}

impl Bodies {
    /// Begins a tick on a map of some width and height.
    pub fn clear(&mut self, width: u16, height: u16) {
        for body in &self.bodies {
            self.slots[body.id.0 as usize] = NOBODY;
        }
        self.bodies.clear();
        let buckets = |cells: u16| (i32::from(cells) + BUCKET - 1) / BUCKET;
        self.extent = (buckets(width), buckets(height));
    }

    /// Adds a body; its number must not be on the field yet.
    pub fn add(&mut self, body: Body) {
        let number = body.id.0 as usize;
        if self.slots.len() <= number {
            self.slots.resize(number + 1, NOBODY);
        }
        self.slots[number] = self.bodies.len() as u32;
        self.bodies.push(body);
    }

    /// Sorts what was added; from then on places can be looked up.
    pub fn sort(&mut self) {
        let count = (self.extent.0 * self.extent.1) as usize;
        self.starts.clear();
        self.starts.resize(count + 1, 0);
        self.sides.clear();
        self.sides.resize(count, 0);
        for body in &self.bodies {
            let bucket = self.bucket(body.at);
            self.starts[bucket] += 1;
            self.sides[bucket] |= 1 << body.side;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let Some(first) = self.bodies.first() else {
            self.sorted.clear();
            return;
        };
        self.sorted.resize(self.bodies.len(), *first);
        // From the last to the first, so that those of one bucket keep their order.
        for index in (0..self.bodies.len()).rev() {
            let body = self.bodies[index];
            let bucket = self.bucket(body.at);
            self.starts[bucket] -= 1;
            self.sorted[self.starts[bucket] as usize] = body;
        }
    }

    fn bucket(&self, at: Cell) -> usize {
        let x = (i32::from(at.x) / BUCKET).clamp(0, self.extent.0 - 1);
        let y = (i32::from(at.y) / BUCKET).clamp(0, self.extent.1 - 1);
        (y * self.extent.0 + x) as usize
    }

    /// Everybody, in the order in which they came.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The position of somebody in [`Self::bodies`].
    pub fn slot(&self, id: UnitId) -> Option<usize> {
        self.slots.get(id.0 as usize).filter(|slot| **slot != NOBODY).map(|slot| *slot as usize)
    }

    pub fn get(&self, id: UnitId) -> Option<&Body> {
        self.slot(id).map(|slot| &self.bodies[slot])
    }

    /// The rows of buckets in which a body can lie that is within some cells of another: from the first to the last.
    fn rows(&self, at: Cell, size: u8, reach: u32) -> impl Iterator<Item = (usize, usize)> + use<> {
        let reach = reach as i32;
        let low = |at: i16| ((i32::from(at) - reach - LARGEST + 1) / BUCKET).max(0);
        let high = |at: i16, end: i32| ((i32::from(at) + i32::from(size) - 1 + reach) / BUCKET).min(end - 1);
        let (left, right, width) = (low(at.x), high(at.x, self.extent.0), self.extent.0);
        (low(at.y)..=high(at.y, self.extent.1))
            .filter(move |_| left <= right)
            .map(move |y| ((y * width + left) as usize, (y * width + right) as usize))
    }

    /// Whether any of some sides, as bits, may have a body within some cells of another: never wrong when it says no.
    pub fn may_have(&self, sides: u8, at: Cell, size: u8, reach: u32) -> bool {
        self.rows(at, size, reach).any(|(first, last)| self.sides[first..=last].iter().any(|here| here & sides != 0))
    }

    /// Everybody of some sides, as bits, whom a range from a body reaches, with the square of the distance.
    pub fn within(&self, sides: u8, at: Cell, size: u8, reach: u32) -> impl Iterator<Item = (&Body, u32)> {
        self.rows(at, size, reach)
            .flat_map(|(first, last)| &self.sorted[self.starts[first] as usize..self.starts[last + 1] as usize])
            .filter(move |body| sides & 1 << body.side != 0)
            .map(move |body| (body, apart_squared(at, size, body.at, body.size)))
            .filter(move |(_, apart)| reaches(reach, *apart))
    }
}
