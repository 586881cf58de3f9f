//! Where units have walked lately, and which way: so that streams in opposite directions part.
//!
//! A step against the traffic of the last seconds costs more, so who comes the other way keeps to other cells, and lanes
//! form by themselves, in corridors and in the open. The idea is that of guide paths that avoid contraflow (Z. Chen,
//! D. Harabor, J. Li and P. Stuckey, "Traffic Flow Optimisation for Lifelong Multi-Agent Path Finding", AAAI 2024), applied
//! to single steps.

use crate::base::{Cell, Dir, Grid};
use crate::nav::step::{Step, Tick};

/// Ticks for which a step is remembered: eight seconds at normal speed. With four, streams through corridors mixed again
/// (`counterflow-3-dense`: 2.3 instead of 2.0 times free travel), with twelve a doorway took 3.8 instead of 3.4 times.
const MEMORY: Tick = 160;
/// The same before and in a lane one cell wide, where the stream turns: four seconds.
const LANE_MEMORY: Tick = 80;
/// Price of a step against traffic of just now: a little more than changing the lane by a diagonal instead of a straight
/// step costs (80).
const AGAINST: u32 = 120;

/// The last steps into and out of each cell.
#[derive(Debug, Clone)]
pub(super) struct Traffic {
    /// In any direction: what is asked first, because on most cells nobody has been lately.
    latest: Grid<Tick>,
    by_dir: Grid<[Tick; 8]>,
}

/// Whether one direction leads against another: straight or at most an eighth of a turn off.
#[inline]
pub(super) fn is_against(one: Dir, other: Dir) -> bool {
    matches!((one as u8 + 8 - other as u8) % 8, 3..=5)
}

impl Traffic {
    pub(super) fn new(width: u16, height: u16) -> Self {
        Self { latest: Grid::filled(width, height, 0), by_dir: Grid::filled(width, height, [0; 8]) }
    }

    /// Remembers a step that starts.
    pub(super) fn note(&mut self, step: &Step) {
        for cell in [step.from, step.to()] {
            // Tick 0 stands for "never".
            self.latest[cell] = step.start + 1;
            self.by_dir[cell][step.dir as usize] = step.start + 1;
        }
    }

    /// Whether somebody has come the other way at a cell within the last `ticks`.
    pub(super) fn streams(&self, at: Cell, dir: Dir, now: Tick, ticks: Tick) -> bool {
        let last = |turn: usize| self.by_dir[at][(dir as usize + turn) % 8];
        let latest = last(3).max(last(4)).max(last(5));
        latest != 0 && now + 1 - latest < ticks
    }

    /// What a step to a cell costs because others have come the other way.
    #[inline]
    pub(super) fn price(&self, to: Cell, dir: Dir, now: Tick, is_lane: bool) -> u32 {
        let memory = if is_lane { LANE_MEMORY } else { MEMORY };
        let price = |latest: Tick| {
            let age = (now + 1).saturating_sub(latest);
            if latest == 0 || age >= memory { 0 } else { AGAINST * (memory - age) / memory }
        };
        if price(self.latest[to]) == 0 {
            return 0;
        }
        let last = |turn: usize| self.by_dir[to][(dir as usize + turn) % 8];
        price(last(3).max(last(4)).max(last(5)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_against_the_stream_costs_more_the_fresher_the_stream_is() {
        let mut traffic = Traffic::new(9, 3);
        traffic.note(&Step { from: Cell::new(3, 1), dir: Dir::East, start: 10, ticks: 6 });
        let price = |dir, now| traffic.price(Cell::new(4, 1), dir, now, false);
        assert!(price(Dir::West, 12) > price(Dir::West, 60) && price(Dir::West, 60) > 0);
        assert_eq!((price(Dir::East, 12), price(Dir::North, 12), price(Dir::West, 200)), (0, 0, 0));
        assert!(price(Dir::SouthWest, 12) > 0, "nearly against it");
        let in_lane = |now| traffic.price(Cell::new(4, 1), Dir::West, now, true);
        let streams = |dir, now| traffic.streams(Cell::new(4, 1), dir, now, 30);
        assert!(streams(Dir::West, 39) && !streams(Dir::West, 41) && !streams(Dir::East, 12));
        assert!(in_lane(12) > 0 && in_lane(100) == 0 && price(Dir::West, 100) > 0, "a lane turns sooner");
    }
}
