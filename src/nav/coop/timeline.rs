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

/// "Until further notice".
pub(crate) const FOREVER: Tick = Tick::MAX;

/// One visit of a unit to a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Visit {
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
    /// Until when it keeps its last cell: [`FOREVER`], or the end of what is planned.
    pub hold: Tick,
}

/// The reservations of all units on one map.
#[derive(Debug, Clone)]
pub(crate) struct Timeline {
    cells: Vec<Vec<Visit>>,
    /// Empty without diagonals, when straight steps never meet in a block.
    blocks: Vec<Block>,
    /// Ticks of the longest step ever reserved: how far back a crossing that still lasts can have begun.
    longest: Tick,
}

impl Timeline {
    /// An empty table.
    pub(crate) fn new(lattice: &Lattice) -> Self {
        let blocks = if lattice.moves() == Moves::Eight { lattice.size() } else { 0 };
        Self { cells: vec![Vec::new(); lattice.size()], blocks: vec![Block::default(); blocks], longest: 0 }
    }

    /// The visits to a cell, in order of time.
    pub(crate) fn visits(&self, vertex: Vertex) -> &[Visit] {
        &self.cells[vertex as usize]
    }

    /// The unit that the cell belongs to at `tick`.
    pub(crate) fn holder(&self, vertex: Vertex, tick: Tick) -> Option<UnitId> {
        let visits = self.visits(vertex);
        let after = visits.partition_point(|visit| visit.from <= tick);
        after.checked_sub(1).map(|last| visits[last]).filter(|visit| visit.until > tick).map(|visit| visit.unit)
    }

    /// The first tick, `start` or later, at which a step of `ticks` in `Dir::ALL[dir]` finds its blocks free.
    pub(crate) fn blocks_free(&self, lattice: &Lattice, from: Vertex, dir: usize, start: Tick, ticks: u16) -> Tick {
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
    pub(crate) fn fits(&self, lattice: &Lattice, plan: Plan<'_>) -> bool {
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
    pub(crate) fn in_the_way(&self, lattice: &Lattice, plan: Plan<'_>) -> Vec<UnitId> {
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
    pub(crate) fn reserve(&mut self, lattice: &Lattice, plan: Plan<'_>) {
        debug_assert!(self.fits(lattice, plan), "{} plans through others", plan.unit);
        visits_of(lattice, plan, |vertex, visit| {
            let visits = &mut self.cells[vertex as usize];
            let place = visits.partition_point(|other| other.from < visit.from);
            visits.insert(place, visit);
        });
        self.longest = plan.steps.iter().map(|step| step.ticks.into()).fold(self.longest, Tick::max);
        self.cross(lattice, plan, |crossings, crossing| {
            let place = crossings.partition_point(|other| (other.start, other.unit) < (crossing.start, crossing.unit));
            crossings.insert(place, crossing);
        });
    }

    /// Takes a plan back, which must have been [reserved](Self::reserve) exactly so.
    pub(crate) fn release(&mut self, lattice: &Lattice, plan: Plan<'_>) {
        visits_of(lattice, plan, |vertex, visit| {
            let visits = &mut self.cells[vertex as usize];
            let place = visits.partition_point(|other| other.from < visit.from);
            debug_assert_eq!(visits.get(place), Some(&visit), "what is released has been reserved");
            visits.remove(place);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Dir, Grid, rng};
    use crate::nav::occupancy::Occupancy;
    use rand::RngExt;

    fn lattice() -> Lattice {
        Lattice::new(&Grid::filled(8, 8, true), Moves::Eight)
    }

    fn step(x: i16, y: i16, dir: Dir, start: Tick, ticks: u16) -> Step {
        Step { from: Cell::new(x, y), dir, start, ticks }
    }

    /// A plan of one step, after which the unit stays.
    fn single(lattice: &Lattice, unit: u32, steps: &[Step]) -> bool {
        let mut timeline = Timeline::new(lattice);
        let leader = [self::step(2, 2, Dir::East, 10, 8)];
        let at = lattice.vertex(Cell::new(2, 2));
        timeline.reserve(lattice, Plan { unit: UnitId(1), at, since: 0, steps: &leader, hold: FOREVER });
        let at = lattice.vertex(steps[0].from);
        timeline.fits(lattice, Plan { unit: UnitId(unit), at, since: 0, steps, hold: FOREVER })
    }

    #[test]
    fn a_follower_may_come_in_when_its_leader_is_out() {
        let lattice = lattice();
        assert!(single(&lattice, 2, &[step(1, 2, Dir::East, 10, 8)]), "of the same pace, at once");
        assert!(!single(&lattice, 2, &[step(1, 2, Dir::East, 10, 4)]), "the quick one is there at 12, too soon");
        assert!(single(&lattice, 2, &[step(1, 2, Dir::East, 12, 4)]), "at 14 the leader is gone");
        assert!(
            !single(&lattice, 2, &[step(1, 2, Dir::East, 9, 12)]),
            "nobody starts into a cell that is not being left"
        );
    }

    #[test]
    fn exchanges_and_crossings_do_not_fit() {
        let lattice = lattice();
        assert!(!single(&lattice, 2, &[step(3, 2, Dir::West, 10, 8)]), "they would change places");
        assert!(!single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 10, 8)]), "a diagonal beside a straight step");
        assert!(!single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 17, 8)]), "the block is free only from 18");
        assert!(single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 18, 8)]));
    }

    /// A plan of random steps and waits.
    fn random_steps(seed: u64, unit: u32) -> Vec<Step> {
        let mut rng = rng::stream(seed, &format!("timeline test {unit}"));
        let (mut at, mut start) = (Cell::new(rng.random_range(0..8), rng.random_range(0..8)), 0);
        let mut steps = Vec::new();
        for _ in 0..rng.random_range(0..6) {
            let dir = Dir::ALL[rng.random_range(0..8)];
            let to = at.step(dir);
            if (0..8).contains(&to.x) && (0..8).contains(&to.y) {
                start += rng.random_range(0..5);
                steps.push(Step { from: at, dir, start, ticks: rng.random_range(1..9) });
                (at, start) = (to, steps[steps.len() - 1].end());
            }
            start += rng.random_range(0..3);
        }
        if steps.is_empty() { vec![step(unit as i16 % 8, 0, Dir::South, 0, 1)] } else { steps }
    }

    #[test]
    fn what_is_released_leaves_no_trace() {
        let lattice = lattice();
        for seed in 0..50 {
            let mut timeline = Timeline::new(&lattice);
            let all: Vec<Vec<Step>> = (0..30).map(|unit| random_steps(seed, unit)).collect();
            let mut reserved = Vec::new();
            for (unit, steps) in (0..).zip(&all) {
                let at = lattice.vertex(steps[0].from);
                let plan = Plan { unit: UnitId(unit), at, since: 0, steps, hold: FOREVER };
                if timeline.fits(&lattice, plan) {
                    timeline.reserve(&lattice, plan);
                    reserved.push(plan);
                }
            }
            assert!(reserved.len() > 3);
            for plan in reserved {
                timeline.release(&lattice, plan);
            }
            assert!(timeline.cells.iter().all(Vec::is_empty));
            assert!(timeline.blocks.iter().all(|block| *block == Block::default()));
        }
    }

    /// Plays plans on the board where steps become real, and says whether all of them did.
    fn can_be_played(plans: &[Vec<Step>]) -> bool {
        let mut board = Occupancy::new(8, 8);
        let placed = plans.iter().zip(0..).all(|(steps, unit)| board.place(UnitId(unit), steps[0].from, 1));
        let last = plans.iter().flatten().map(Step::end).max().unwrap_or(0);
        placed
            && (0..=last).all(|tick| {
                let all = || {
                    plans.iter().zip(0..).flat_map(|(steps, unit)| steps.iter().map(move |step| (UnitId(unit), step)))
                };
                all().filter(|(_, step)| step.mid() == tick).for_each(|(unit, step)| board.leave(unit, step));
                all().filter(|(_, step)| step.mid() == tick).for_each(|(unit, step)| board.arrive(unit, step));
                let mut starting: Vec<_> = all().filter(|(_, step)| step.start == tick).collect();
                // Chains start from the front; what cannot start before any other never can (rings apart).
                while let Some(place) = starting.iter().position(|(unit, step)| board.start(*unit, step, 1).is_ok()) {
                    starting.remove(place);
                }
                starting.is_empty()
            })
    }

    #[test]
    fn two_plans_fit_exactly_when_the_board_lets_both_be_played() {
        let lattice = lattice();
        let (mut fitting, mut failing) = (0, 0);
        for seed in 0..20_000 {
            let plans = [random_steps(seed, 0), random_steps(seed, 1)];
            if plans[0][0].from == plans[1][0].from {
                continue;
            }
            let [first, second] = [0, 1].map(|unit: u32| {
                let steps = &plans[unit as usize];
                Plan { unit: UnitId(unit), at: lattice.vertex(steps[0].from), since: 0, steps, hold: FOREVER }
            });
            let mut timeline = Timeline::new(&lattice);
            timeline.reserve(&lattice, first);
            let fits = timeline.fits(&lattice, second);
            assert_eq!(fits, can_be_played(&plans), "seed {seed}: {plans:?}");
            assert_eq!(fits, timeline.in_the_way(&lattice, second).is_empty(), "seed {seed}: {plans:?}");
            if fits { fitting += 1 } else { failing += 1 }
        }
        assert!(fitting > 1000 && failing > 1000, "{fitting} and {failing} cases");
    }
}
