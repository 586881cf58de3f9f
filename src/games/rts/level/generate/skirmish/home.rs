//! The home of a side: flat ground for its hall, a mine behind it, woods to both sides, and a gate towards the middle.
//!
//! Hall, mine and the flat ground between them are equal to the cell in all homes, turned by right angles. Woods, rampart
//! and gate are drawn by the angle to the middle of the map; where that is no right angle, [`super::even`] counts the trees.

use super::symmetry::{Frame, ONE, Point, across, along, length, middle_of, point, square_at, unit};
use crate::base::rng::Rng;
use crate::base::{Cell, Grid};
use crate::games::rts::level::generate::noise::Noise;
use crate::games::rts::placement::gap;
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// Half cells around the hall that are flat.
const FLAT: i32 = 20;
/// Half cells to the outer edge of the woods.
const WOODS: i32 = 38;
/// Half cells between which rock closes a home.
const RAMPART: std::ops::RangeInclusive<i32> = 33..=40;
/// Half cells from the middle of the hall to the end of the gate.
const GATE_END: i32 = 44;
/// Half cells to the end of the road that is part of a home.
const ROAD_END: i32 = 34;
/// Half cells around the middle of a mine that are flat.
const MINE_YARD: i32 = 10;

/// What all homes of a map have in common, as seen from the hall of side 0.
pub(super) struct Home {
    /// From the middle of the hall to that of the mine.
    pub(super) mine: Point,
    /// Cosine of half the angle of the gate, in fixed point.
    gate: i32,
    /// Whether there is a small gate at the back to the left, to the right, or none (0).
    postern: i32,
    noise: Noise,
}

impl Home {
    /// A plan for homes; `hall` and `mine_size` are the sides of both squares in cells. `None` if there is no place for
    /// the mine.
    pub(super) fn plan(
        land: &Grid<Terrain>,
        frame: &Frame,
        hall: (Cell, u8),
        mine_size: u8,
        seed: u64,
        rng: &mut Rng,
    ) -> Option<Self> {
        let front = front(frame);
        let away = rng.random_range(6..=8);
        // Behind the hall, up to 35° to one side.
        let slant = ONE * rng.random_range(-7..=7) / 10;
        let back = unit((-front.0 - slant_of(front.1, slant), -front.1 + slant_of(front.0, slant)));
        let mine = (14..40).find_map(|far| {
            let at = square_at(land, frame.global(((far * back.0) >> 16, (far * back.1) >> 16)), mine_size);
            let (x, y) = middle_of(land, at, mine_size);
            (gap(hall.0, hall.1, at, mine_size) == away).then(|| frame.local((x, y)))
        })?;
        // Half a gate of 14° to 22°.
        let gate = [63_590, 62_729, 61_700, 60_764][rng.random_range(0..4)];
        let postern = rng.random_range(-1..=1);
        Some(Self { mine, gate, postern, noise: Noise::new(seed, "skirmish: homes", 7) })
    }

    /// Where the road of a home ends.
    pub(super) fn gate(frame: &Frame) -> Point {
        let (x, y) = front(frame);
        frame.global(((ROAD_END * x) >> 16, (ROAD_END * y) >> 16))
    }

    pub(super) fn draw(&self, land: &mut Grid<Terrain>, frame: &Frame) {
        let front = front(frame);
        for cell in land.cells() {
            let seen = frame.local(point(land, cell));
            if seen.0.abs() > 44 || seen.1.abs() > 44 {
                continue;
            }
            if let Some(terrain) = self.at(seen, front, land[cell]) {
                land[cell] = terrain;
            }
        }
    }

    /// What is to be at a point that now is `ground`, if it matters; `front` is the direction of the gate.
    fn at(&self, seen: Point, front: Point, ground: Terrain) -> Option<Terrain> {
        let far = length(seen);
        let ragged = i32::from(self.noise.at_sixteenths((8 * seen.0, 8 * seen.1)));
        let rough = far + ragged / 250;
        let from_mine = length((seen.0 - self.mine.0, seen.1 - self.mine.1));
        let is_flat = rough <= FLAT || from_mine + ragged / 500 <= MINE_YARD;
        if (8..=ROAD_END).contains(&along(seen, front)) && across(seen, front).abs() <= 2 {
            return Some(Terrain::Road);
        }
        if is_flat {
            return Some(Terrain::Grass);
        }
        // Cosine of the angle to the front.
        let cosine = (i64::from(along(seen, front)) * i64::from(ONE) / i64::from(far.max(1))) as i32;
        let percent = cosine * 100 / ONE;
        if cosine >= self.gate {
            // The gate: open ground out to where the country begins.
            let is_shut = matches!(ground, Terrain::Forest | Terrain::Rock | Terrain::Deep | Terrain::Shallow);
            return (far <= GATE_END && is_shut).then_some(Terrain::Grass);
        }
        if (-62..=55).contains(&percent) {
            return (rough <= WOODS).then_some(Terrain::Forest);
        }
        let is_postern = across(seen, front) * self.postern > 0 && (-90..=-68).contains(&percent);
        match rough {
            rough if RAMPART.contains(&rough) && !is_postern => Some(Terrain::Rock),
            rough if rough <= *RAMPART.end() && ragged > 350 => Some(Terrain::Hill),
            rough if rough <= *RAMPART.end() => Some(Terrain::Grass),
            _ => None,
        }
    }
}

/// The direction to the middle of the map, as it is seen from a home.
fn front(frame: &Frame) -> Point {
    unit(frame.turn.back().apply((-frame.middle.0, -frame.middle.1)))
}

/// A share of a coordinate of a direction, both in fixed point.
fn slant_of(value: i32, share: i32) -> i32 {
    ((i64::from(value) * i64::from(share)) >> 16) as i32
}
