//! Who will be in which cell from when to when, and who crosses which 2×2 block: reservations as intervals.
//!
//! Where the tables of windowed planners have one entry per cell and tick, a [`Timeline`] has one per visit: waiting costs
//! nothing, steps may take any number of ticks, and plans reach as far ahead as they like. It is the table on which
//! [`super::sipp`] searches ("SIPP: Safe Interval Path Planning for Dynamic Environments", M. Phillips and M. Likhachev,
//! ICRA 2011).
//!
//! A plan is a starting cell and a list of [`Step`]s in order of time, each of which starts when or after the one before
//! it ends. A step that is under way is simply the first of the plan. **The law** is that of
//! [`crate::nav::occupancy`], seen ahead: of two visits to a cell the second begins its way in (`enter`) no sooner than
//! the first begins its way out (`leave`), and belongs to the cell (`from`) no sooner than the first has left it
//! (`until`); two units never exchange cells; during a diagonal step no other step crosses its block. With steps of
//! one tick this is the law of one-shot problems ([`super::mapf`]).
//!
//! **Invariants**: the visits to a cell are sorted, and each begins after the one before it by the law above;
//! [`release`](Timeline::release) of what was reserved leaves the table as it was.

use super::lattice::{Lattice, NOWHERE, Vertex};
use super::mapf::Moves;
use crate::nav::step::{Step, Tick, UnitId};

/// One visit of a unit to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visit {
    pub unit: UnitId,
    /// Start of the step that leads in; for the first cell of a plan since when the unit is there.
    pub enter: Tick,
    /// First tick at which the unit belongs to the cell.
    pub from: Tick,
    /// Start of the step that leads out, or the end of the reservation.
    pub leave: Tick,
    /// First tick at which the unit no longer belongs to the cell.
    pub until: Tick,
    /// Where it goes then, or [`NOWHERE`].
    pub next: Vertex,
}

/// One step across a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Crossing {
    unit: UnitId,
    start: Tick,
    end: Tick,
}

/// Steps across one 2×2 block. Straight steps may overlap each other, diagonal ones nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Block {
    straight: Vec<Crossing>,
    diagonal: Vec<Crossing>,
}

/// A unit's way through time.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    pub unit: UnitId,
    /// Where it stands at first.
    pub at: Vertex,
    /// Since when, at the latest the start of the first step.
    pub since: Tick,
    pub steps: &'a [Step],
    /// Until when it keeps its last cell: [`FOREVER`](crate::nav::step::FOREVER), or the end of what is planned.
    pub hold: Tick,
}

/// The reservations of all units on one map.
#[derive(Debug, Clone)]
pub struct Timeline {
    cells: Vec<Vec<Visit>>,
    /// Empty without diagonals, when straight steps never meet in a block.
    blocks: Vec<Block>,
    /// Ticks of the longest step ever reserved: how far back a crossing that still lasts can have begun.
    longest: Tick,
    work: u64,
}

/// Visits to one cell that make writing down or crossing out one of them take twice as long.
const VISITS: u64 = 64;

impl Timeline {
    pub fn new(lattice: &Lattice) -> Self {
        let blocks = if lattice.moves() == Moves::Eight { lattice.size() } else { 0 };
        Self { cells: vec![Vec::new(); lattice.size()], blocks: vec![Block::default(); blocks], longest: 0, work: 0 }
    }

    /// Work of all reservations so far: visits written down or crossed out, where there are many to one cell more for each.
    pub(crate) const fn work(&self) -> u64 {
        self.work
    }

    /// The visits to a cell, in order of time.
    pub fn visits(&self, vertex: Vertex) -> &[Visit] {
        &self.cells[vertex as usize]
    }

    /// The unit that the cell belongs to at `tick`.
    pub fn holder(&self, vertex: Vertex, tick: Tick) -> Option<UnitId> {
        let visits = self.visits(vertex);
        let after = visits.partition_point(|visit| visit.from <= tick);
        after.checked_sub(1).map(|last| visits[last]).filter(|visit| visit.until > tick).map(|visit| visit.unit)
    }

    /// The first tick, `start` or later, at which a step of `ticks` in `Dir::ALL[dir]` finds its blocks free.
    pub fn blocks_free(&self, lattice: &Lattice, from: Vertex, dir: usize, start: Tick, ticks: u16) -> Tick {
        if self.blocks.is_empty() {
            return start;
        }
        let [first, second] = lattice.blocks(from, dir).map(|block| &self.blocks[block as usize]);
        let length = Tick::from(ticks);
        let mut at = start;
        loop {
            let before = at;
            if dir % 2 == 1 {
                at = first_gap(&first.diagonal, at, length, self.longest);
                at = first_gap(&first.straight, at, length, self.longest);
            } else {
                at = first_gap(&first.diagonal, at, length, self.longest);
                at = first_gap(&second.diagonal, at, length, self.longest);
            }
            if at == before {
                return at;
            }
        }
    }

    /// Whether nothing that is reserved is in the way of a plan.
    pub fn fits(&self, lattice: &Lattice, plan: Plan<'_>) -> bool {
        let crossing_free = |step: &Step| {
            let from = lattice.vertex(step.from);
            self.blocks_free(lattice, from, step.dir as usize, step.start, step.ticks) == step.start
        };
        let mut free = true;
        visits_of(lattice, plan, |vertex, visit| free &= self.is_free(vertex, &visit));
        free && plan.steps.iter().all(crossing_free)
    }

    fn is_free(&self, vertex: Vertex, visit: &Visit) -> bool {
        let visits = self.visits(vertex);
        let place = visits.partition_point(|other| other.from < visit.from);
        let after = visits.get(place);
        let before = place.checked_sub(1).map(|place| visits[place]);
        // Who comes in from where one goes while one comes in from where it goes, at the same tick.
        let exchanges = visit.next != NOWHERE
            && after.is_some_and(|after| after.from == visit.until)
            && self.visits(visit.next).iter().any(|there| {
                there.until == visit.until && there.next == vertex && Some(there.unit) == after.map(|after| after.unit)
            });
        before.is_none_or(|before| before.leave <= visit.enter && before.until <= visit.from)
            && after.is_none_or(|after| visit.leave <= after.enter && visit.until <= after.from)
            && !exchanges
    }

    /// The units whose reservations are in the way of a plan, some of them several times.
    pub fn in_the_way(&self, lattice: &Lattice, plan: Plan<'_>) -> Vec<UnitId> {
        let mut met = Vec::new();
        visits_of(lattice, plan, |vertex, visit| {
            let visits = self.visits(vertex);
            // Sorted by beginning and by end.
            let first = visits.partition_point(|other| other.leave <= visit.enter && other.until <= visit.from);
            for other in &visits[first..] {
                if visit.leave <= other.enter && visit.until <= other.from {
                    let there = if visit.next == NOWHERE { &[][..] } else { self.visits(visit.next) };
                    let leaving = there.partition_point(|there| there.until < visit.until);
                    let exchanges = other.from == visit.until
                        && there.get(leaving).is_some_and(|there| there.unit == other.unit && there.next == vertex);
                    if exchanges {
                        met.push(other.unit);
                    }
                    break;
                }
                met.push(other.unit);
            }
        });
        if !self.blocks.is_empty() {
            for step in plan.steps {
                let blocks = lattice.blocks(lattice.vertex(step.from), step.dir as usize);
                for block in blocks.map(|block| &self.blocks[block as usize]) {
                    let straight = if step.dir.is_diagonal() { &block.straight[..] } else { &[] };
                    let crossing = block.diagonal.iter().chain(straight);
                    let overlapping = crossing.filter(|other| other.start < step.end() && other.end > step.start);
                    met.extend(overlapping.map(|other| other.unit));
                }
            }
        }
        met
    }

    /// Writes a plan down, which must [fit](Self::fits).
    pub fn reserve(&mut self, lattice: &Lattice, plan: Plan<'_>) {
        debug_assert!(self.fits(lattice, plan), "{} plans through others", plan.unit);
        visits_of(lattice, plan, |vertex, visit| {
            let visits = &mut self.cells[vertex as usize];
            let place = visits.partition_point(|other| other.from < visit.from);
            visits.insert(place, visit);
            self.work += 1 + visits.len() as u64 / VISITS;
        });
        self.longest = plan.steps.iter().map(|step| step.ticks.into()).fold(self.longest, Tick::max);
        self.cross(lattice, plan, |crossings, crossing| {
            let place = crossings.partition_point(|other| (other.start, other.unit) < (crossing.start, crossing.unit));
            crossings.insert(place, crossing);
        });
    }

    /// Takes a plan back, which must have been [reserved](Self::reserve) exactly so.
    pub fn release(&mut self, lattice: &Lattice, plan: Plan<'_>) {
        visits_of(lattice, plan, |vertex, visit| {
            let visits = &mut self.cells[vertex as usize];
            let place = visits.partition_point(|other| other.from < visit.from);
            debug_assert_eq!(visits.get(place), Some(&visit), "what is released has been reserved");
            visits.remove(place);
            self.work += 1 + visits.len() as u64 / VISITS;
        });
        self.cross(lattice, plan, |crossings, crossing| {
            let place = crossings.partition_point(|other| (other.start, other.unit) < (crossing.start, crossing.unit));
            debug_assert_eq!(crossings.get(place), Some(&crossing), "what is released has been reserved");
            crossings.remove(place);
        });
    }

    fn cross(&mut self, lattice: &Lattice, plan: Plan<'_>, mut change: impl FnMut(&mut Vec<Crossing>, Crossing)) {
        if self.blocks.is_empty() {
            return;
        }
        for step in plan.steps {
            let crossing = Crossing { unit: plan.unit, start: step.start, end: step.end() };
            let blocks = lattice.blocks(lattice.vertex(step.from), step.dir as usize);
            if step.dir.is_diagonal() {
                change(&mut self.blocks[blocks[0] as usize].diagonal, crossing);
            } else {
                for block in blocks {
                    change(&mut self.blocks[block as usize].straight, crossing);
                }
            }
        }
    }
}

/// The visits that a plan consists of.
fn visits_of(lattice: &Lattice, plan: Plan<'_>, mut each: impl FnMut(Vertex, Visit)) {
    let (mut vertex, mut enter, mut from) = (plan.at, plan.since, plan.since);
    for step in plan.steps {
        let next = lattice.vertex(step.to());
        each(vertex, Visit { unit: plan.unit, enter, from, leave: step.start, until: step.mid(), next });
        (vertex, enter, from) = (next, step.start, step.mid());
    }
    each(vertex, Visit { unit: plan.unit, enter, from, leave: plan.hold, until: plan.hold, next: NOWHERE });
}

/// The first tick, `start` or later, from which `length` ticks are free of all crossings, which are sorted by start.
fn first_gap(crossings: &[Crossing], start: Tick, length: Tick, longest: Tick) -> Tick {
    let first = crossings.partition_point(|crossing| crossing.start.saturating_add(longest) <= start);
    let mut at = start;
    for crossing in &crossings[first..] {
        if crossing.start >= at.saturating_add(length) {
            break;
        }
        at = at.max(crossing.end);
    }
    at
}
