//! The reservation table: which unit intends to be where at which tick of the planning window.
//!
//! After D. Silver, "Cooperative Pathfinding" (AIIDE 2005): a space-time map that every planner reads before and
//! writes after planning. We add the 2×2 block locks of [`super::step`] and *parked* claims, which last until
//! further notice. Entries carry their tick, so a ring over time needs no clearing when the clock advances; storage is
//! chunked, so memory follows the places where units have been: 8 bytes a tick of the window for every claim and lock
//! there, 550 MiB if units have been everywhere on 1024² cells with a window of 32.
//!
//! Reservations are wishes: what really happens is decided by [`super::occupancy`].

use super::step::{FOREVER, Step, Tick, UnitId};
use crate::base::{Cell, Chunked, Grid};

const NOBODY: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Claim {
    tick: Tick,
    unit: u32,
}

#[derive(Debug, Clone, Copy)]
struct Lock {
    tick: Tick,
    diagonal: u16,
    straight: u16,
}

#[derive(Debug, Clone, Copy)]
struct Parked {
    since: Tick,
    unit: u32,
}

/// What a unit intends to do: the steps of its route, and how long it stays where they end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Route {
    /// The steps in order of time; each starts where the one before ended, at its end or later (waiting between).
    pub steps: Vec<Step>,
    /// Whether the unit means to stay at the end for good, and is not just at the end of its window.
    pub parks: bool,
    /// The claims that were made for this route, for taking them back.
    reserved: Option<Reserved>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reserved {
    cell: Cell,
    from: Tick,
    until: Tick,
    under_way: Option<Step>,
}

impl Route {
    /// A route from steps, not yet reserved.
    pub const fn new(steps: Vec<Step>, parks: bool) -> Self {
        Self { steps, parks, reserved: None }
    }

    pub(crate) fn step_at(&self, tick: Tick) -> Option<Step> {
        // A route has a handful of steps; the wanted one is among the first.
        self.steps.iter().copied().find(|step| step.start == tick)
    }
}

/// Claims of units on cells and blocks, for the ticks of one window ahead.
#[derive(Debug, Clone)]
pub struct ReservationTable {
    window: u16,
    claims: Chunked<Claim>,
    locks: Chunked<Lock>,
    parked: Grid<Parked>,
}

impl ReservationTable {
    /// An empty table for a map, with `window` ticks of foresight.
    pub fn new(width: u16, height: u16, window: u16) -> Self {
        let depth = usize::from(window) + 1;
        Self {
            window,
            claims: Chunked::new(width, height, depth, Claim { tick: FOREVER, unit: NOBODY }),
            locks: Chunked::new(width, height, depth, Lock { tick: FOREVER, diagonal: 0, straight: 0 }),
            parked: Grid::filled(width, height, Parked { since: FOREVER, unit: NOBODY }),
        }
    }

    pub const fn window(&self) -> u16 {
        self.window
    }

    /// Bytes in use for claims and locks.
    pub fn bytes(&self) -> usize {
        self.claims.bytes() + self.locks.bytes()
    }

    /// Who has claimed `cell` at `tick`, which lies within the window.
    pub fn claimed_by(&self, cell: Cell, tick: Tick) -> Option<UnitId> {
        let parked = self.parked.get(cell)?;
        if parked.since <= tick {
            return Some(UnitId(parked.unit));
        }
        let claims = self.claims.get(cell)?;
        let claim = claims[tick as usize % claims.len()];
        (claim.tick == tick && claim.unit != NOBODY).then_some(UnitId(claim.unit))
    }

    /// Who has claimed `cell` for good, from `tick` or earlier on.
    pub(crate) fn parked_by(&self, cell: Cell, tick: Tick) -> Option<UnitId> {
        self.parked.get(cell).filter(|parked| parked.since <= tick).map(|parked| UnitId(parked.unit))
    }

    /// Whether nobody has claimed `cell` at any tick of `from..until`.
    pub fn is_free_during(&self, cell: Cell, from: Tick, until: Tick) -> bool {
        if self.parked.get(cell).is_none_or(|parked| parked.since < until) {
            return false;
        }
        let Some(claims) = self.claims.get(cell) else { return true };
        let depth = claims.len() as Tick;
        (from..until.min(from + depth)).all(|tick| {
            let claim = claims[(tick % depth) as usize];
            claim.tick != tick || claim.unit == NOBODY
        })
    }

    /// Whether a step crosses no block that another step has claimed, as far as the window goes.
    pub fn blocks_free(&self, step: &Step, horizon: Tick) -> bool {
        step.blocks().into_iter().all(|block| {
            if !self.parked.contains(block) {
                return true;
            }
            let Some(locks) = self.locks.get(block) else { return true };
            let depth = locks.len() as Tick;
            (step.start..step.end().min(horizon)).all(|tick| {
                let lock = locks[(tick % depth) as usize];
                lock.tick != tick || (lock.diagonal == 0 && (!step.dir.is_diagonal() || lock.straight == 0))
            })
        })
    }

    /// Claims a route for `unit`, which is at `cell` from tick `now` on; `under_way` is a movement that has begun.
    /// Later calls for the same route need [`release`](Self::release) first.
    pub fn reserve(&mut self, unit: UnitId, cell: Cell, now: Tick, under_way: Option<Step>, route: &mut Route) {
        debug_assert!(route.reserved.is_none(), "{unit} reserves twice");
        let until = now + Tick::from(self.window);
        route.reserved = Some(Reserved { cell, from: now, until, under_way });
        self.walk(unit, route, true);
    }

    /// Takes the claims of a route back; nothing happens if it holds none.
    pub fn release(&mut self, unit: UnitId, route: &mut Route) {
        self.walk(unit, route, false);
        route.reserved = None;
    }

    /// Visits every claim of a reserved route: sets it, or clears it where it is still the unit's.
    fn walk(&mut self, unit: UnitId, route: &Route, claim: bool) {
        let Some(Reserved { cell, from, until, under_way }) = route.reserved else { return };
        let mut at = cell;
        let mut since = from;
        for step in under_way.iter().chain(&route.steps) {
            if step.end() <= from {
                continue;
            }
            // The cell under the unit up to the hand-over, then the next one.
            self.set_cells(unit, at, since..step.mid().min(until), claim);
            for block in step.blocks() {
                if self.parked.contains(block) {
                    self.set_locks(block, step, from.max(step.start)..step.end().min(until), claim);
                }
            }
            at = step.to();
            since = step.mid().max(from);
        }
        self.set_cells(unit, at, since..until, claim);
        if route.parks {
            let parked = &mut self.parked[at];
            if claim {
                *parked = Parked { since, unit: unit.0 };
            } else if parked.unit == unit.0 {
                *parked = Parked { since: FOREVER, unit: NOBODY };
            }
        }
    }

    fn set_cells(&mut self, unit: UnitId, cell: Cell, ticks: std::ops::Range<Tick>, claim: bool) {
        if ticks.is_empty() {
            return;
        }
        let claims = self.claims.touch(cell);
        let depth = claims.len();
        for tick in ticks {
            let entry = &mut claims[tick as usize % depth];
            let taken = entry.tick == tick && entry.unit != NOBODY;
            if claim && !taken {
                // A claim of somebody else stays: the table is a wish list, and the first wish is the older one.
                *entry = Claim { tick, unit: unit.0 };
            } else if !claim && taken && entry.unit == unit.0 {
                entry.unit = NOBODY;
            }
        }
    }

    fn set_locks(&mut self, block: Cell, step: &Step, ticks: std::ops::Range<Tick>, claim: bool) {
        let locks = self.locks.touch(block);
        let depth = locks.len();
        for tick in ticks {
            let lock = &mut locks[tick as usize % depth];
            if lock.tick != tick {
                if !claim {
                    // The slot of a tick that has passed belongs to a later one by now.
                    continue;
                }
                *lock = Lock { tick, diagonal: 0, straight: 0 };
            }
            let count = if step.dir.is_diagonal() { &mut lock.diagonal } else { &mut lock.straight };
            *count = if claim { *count + 1 } else { count.saturating_sub(1) };
        }
    }
}
