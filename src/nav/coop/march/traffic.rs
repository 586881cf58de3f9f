//! Where units have walked lately, and which way: so that streams in opposite directions part.
//!
//! A step against the traffic of the last seconds costs more, so who comes the other way keeps to other cells, and lanes
//! form by themselves, in corridors and in the open. The idea is that of guide paths that avoid contraflow (Z. Chen,
//! D. Harabor, J. Li and P. Stuckey, "Traffic Flow Optimisation for Lifelong Multi-Agent Path Finding", AAAI 2024), applied
//! to single steps.

use crate::base::{Cell, Dir, Tiled};
use crate::nav::step::{Step, Tick};

/// Ticks for which a step is remembered: eight seconds at normal speed. With four, streams through corridors mixed again
/// (`counterflow-3-dense`: 2.3 instead of 2.0 times free travel), with twelve a doorway took 3.8 instead of 3.4 times.
pub const MEMORY: Tick = 160;
/// The same before and in a lane one cell wide, where the stream turns: four seconds.
const LANE_MEMORY: Tick = 80;
/// Price of a step against traffic of just now: a little more than changing the lane by a diagonal instead of a straight
/// step costs (80).
const AGAINST: u32 = 120;

/// Ticks within which every cell is looked at for steps that are too old to matter. With [`MEMORY`] less than [`STAMPS`], so
/// that a stamp never comes to mean another tick.
const SWEEP: Tick = 64;
const STAMPS: Tick = 255;
const _: () = assert!(MEMORY + SWEEP < STAMPS);

/// The last steps into and out of each cell.
///
/// The tick of a step is kept as a *stamp* of one byte, from 1 on; 0 is "long ago or never". Whole ticks took four times the
/// memory, and waiting for that was an eighth of a tick of 10,000 units on 1024 × 1024 cells.
#[derive(Debug, Clone)]
pub struct Traffic {
    stamps: Tiled<[u8; 8]>,
    /// Cells with a stamp, a bit for each, a tile to a word: what is asked first, because on most cells nobody has been
    /// lately.
    recent: Vec<u64>,
    /// The tick up to which old stamps have been swept away.
    swept: Tick,
    /// The steps since they were taken last, if somebody follows.
    steps: Option<Vec<Step>>,
}

const fn stamp(tick: Tick) -> u8 {
    (tick % STAMPS) as u8 + 1
}

/// Ticks from the one of a stamp, which is not 0, to the one of another.
#[inline]
const fn age(stamp: u8, now: u8) -> Tick {
    let (stamp, now) = (stamp as Tick, now as Tick);
    if now >= stamp { now - stamp } else { now + STAMPS - stamp }
}

/// Whether one direction leads against another: straight or at most an eighth of a turn off.
#[inline]
pub fn is_against(one: Dir, other: Dir) -> bool {
    matches!((one as u8 + 8 - other as u8) % 8, 3..=5)
}

impl Traffic {
    pub fn new(width: u16, height: u16) -> Self {
        let stamps = Tiled::filled(width, height, [0; 8]);
        Self { recent: vec![0; stamps.tiles()], stamps, swept: 0, steps: None }
    }

    /// Goes on to a tick and forgets what is too old by then. Before anything else at every tick.
    pub fn go_on(&mut self, now: Tick) {
        if now < self.swept || now - self.swept >= MEMORY {
            self.stamps = Tiled::filled(self.stamps.width(), self.stamps.height(), [0; 8]);
            self.recent.fill(0);
            self.swept = now;
        }
        while self.swept < now {
            self.swept += 1;
            self.sweep();
        }
    }

    /// Looks at the part of the map whose turn it is.
    fn sweep(&mut self) {
        let (now, part, tiles) = (stamp(self.swept), (self.swept % SWEEP) as usize, self.recent.len());
        let parts = SWEEP as usize;
        for tile in part * tiles / parts..(part + 1) * tiles / parts {
            if self.recent[tile] == 0 {
                continue;
            }
            let (cells, mut left) = (self.stamps.tile_mut(tile), self.recent[tile]);
            while left != 0 {
                let bit = left & left.wrapping_neg();
                let cell = &mut cells[left.trailing_zeros() as usize];
                left ^= bit;
                for stamp in cell.iter_mut() {
                    *stamp = if age(*stamp, now) >= MEMORY { 0 } else { *stamp };
                }
                if *cell == [0; 8] {
                    self.recent[tile] ^= bit;
                }
            }
        }
    }

    /// Ticks since the last step that a cell has seen against a direction, if that is less than the [`MEMORY`].
    #[inline]
    pub fn since(&self, at: Cell, dir: Dir, now: Tick) -> Option<Tick> {
        let (tile, within) = self.stamps.place(at);
        if self.recent[tile] & 1 << within == 0 {
            return None;
        }
        let (stamps, now) = (&self.stamps[at], stamp(now));
        let ages = [3, 4, 5].map(|turn| match stamps[(dir as usize + turn) % 8] {
            0 => MEMORY,
            stamp => age(stamp, now),
        });
        let least = ages[0].min(ages[1]).min(ages[2]);
        (least < MEMORY).then_some(least)
    }

    pub fn note(&mut self, step: &Step) {
        for cell in [step.from, step.to()] {
            self.stamps[cell][step.dir as usize] = stamp(step.start);
            let (tile, within) = self.stamps.place(cell);
            self.recent[tile] |= 1 << within;
        }
        self.steps.iter_mut().for_each(|steps| steps.push(*step));
    }

    /// A copy that keeps its own steps.
    pub(super) fn copy(&self) -> Self {
        Self { steps: Some(Vec::new()), ..self.clone() }
    }

    /// The steps that have been noted since they were asked for last, if all were kept; from now on all are.
    pub(super) const fn take_steps(&mut self) -> Option<Vec<Step>> {
        self.steps.replace(Vec::new())
    }

    /// The steps that have been noted and not taken.
    pub(super) fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or(&[])
    }

    /// Keeps no steps until they are asked for again.
    pub(super) fn forget_steps(&mut self) {
        self.steps = None;
    }

    /// Brings a copy up to the beginning of a tick with the steps of the ticks before.
    pub(super) fn follow(&mut self, steps: &[Step], now: Tick) {
        steps.iter().for_each(|step| self.note(step));
        self.go_on(now);
        self.take_steps();
    }

    /// Whether somebody has come the other way at a cell within the last `ticks`, which are no more than a lane is remembered.
    pub fn streams(&self, at: Cell, dir: Dir, now: Tick, ticks: Tick) -> bool {
        self.since(at, dir, now).is_some_and(|age| age < ticks)
    }

    /// What a step to a cell costs because others have come the other way.
    #[inline]
    pub fn price(&self, to: Cell, dir: Dir, now: Tick, is_lane: bool) -> u32 {
        let memory = if is_lane { LANE_MEMORY } else { MEMORY };
        match self.since(to, dir, now) {
            Some(age) if age < memory => AGAINST * (memory - age) / memory,
            _ => 0,
        }
    }
}
