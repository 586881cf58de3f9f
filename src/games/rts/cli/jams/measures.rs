//! What is kept of one unit during a run, and what comes of it: the measures of the movement suite.
//!
//! All times count from the tick at which the unit's latest order from outside was carried out. A unit's *spot* is the
//! last place that it is sent to: it may change on the way when members of a group exchange places, and once more while
//! they make way for others, when two who go back to their places exchange them. A unit has *come*
//! when it has rested once and is never again farther than [`NEAR`] cells from its spot.

use super::travel::length;
use crate::base::Cell;
use crate::games::rts::level::jam::NEAR;
use crate::games::rts::sim::units::Doing;
use crate::nav::step::{Step, Tick};
use std::collections::BTreeSet;

/// Free travel shorter than this counts as this: else a unit that has to go two cells would be late by whole factors.
pub const LEAST_TRAVEL: u32 = 20;
/// The same for ways: four straight cells.
pub const LEAST_WAY: u32 = 4 * crate::nav::terrain::STRAIGHT;
/// Ticks of standing after which a unit has to have a reason: 3 seconds.
pub const PATIENCE: Tick = 60;
/// Ticks between two looks at whether a standing unit has a free way.
pub const LOOK_INTERVAL: Tick = 20;

/// What is seen of one unit after a tick.
#[derive(Debug, Clone, Copy)]
pub struct Glance<'a> {
    pub now: Tick,
    pub at: Cell,
    pub step: Option<Step>,
    pub doing: Doing,
    /// Where it still has to go.
    pub goals: &'a [Cell],
    /// Where it rests, or goes back to once those who want to pass have passed.
    pub post: Option<Cell>,
}

impl Glance<'_> {
    /// The last place that it is on its way to, or the one where it rests, unless it ended an order that it could not
    /// fulfil.
    pub fn spot(&self) -> Option<Cell> {
        let rests = matches!(self.doing, Doing::Arrived | Doing::MakingWay);
        self.goals.last().copied().or(self.post.filter(|_| rests))
    }

    /// Whether it neither has an order nor moves.
    pub fn is_resting(&self) -> bool {
        let is_under_way = self.step.is_some_and(|step| step.end() > self.now);
        self.goals.is_empty() && self.doing.is_at_rest() && !is_under_way
    }

    /// Whether a step is under way, or was until now.
    pub fn is_moving(&self) -> bool {
        self.step.is_some_and(|step| step.end() >= self.now)
    }
}

#[derive(Debug, Clone, Default)]
pub struct UnitLog {
    pub ordered: Tick,
    /// Where it was then.
    pub from: Cell,
    /// The goals of the order before the last one, in order.
    pub between: Vec<Cell>,
    /// Where it is to end.
    pub spot: Cell,
    pub asked: Cell,
    /// All places that it was on its way to as the last of its order; the last of them is what it was sent to itself.
    pub given: Vec<Cell>,
    /// All places that it has had, those too that it has settled at or exchanged while it made way.
    had: Vec<Cell>,
    goals: Vec<Cell>,
    /// Whether it has ended its order as near as it could come: where it rests then is no place of its own.
    gave_up: bool,
    first_rest: Option<Tick>,
    last_far: Tick,
    stands_since: Tick,
    last_step: Option<Tick>,
    looked_at: bool,
    /// Ticks of standing with an order, farther than [`NEAR`] from the spot.
    pub stood_far: Tick,
    /// Length of its way so far, in the units of [`length`].
    pub walked: u32,
    pub longest_stand: Tick,
    /// Times that it stood longer than [`PATIENCE`] although there was a free way.
    pub idle_with_free_way: u32,
    /// Waypoints that it has left out.
    pub skipped: u32,
    /// Orders that ended far from their goal without a reason.
    pub lost: u32,
    /// Whether it has been told that the place cannot be reached. Kept, because a unit that makes way for another
    /// afterwards has arrived there and says so.
    pub knows_unreachable: bool,
}

impl UnitLog {
    /// Begins with the unit as it is right after the tick that carried out an order to `asked`; `from` is where it was
    /// before that tick.
    pub fn new(asked: Cell, from: Cell, glance: &Glance) -> Self {
        let spot = glance.goals.last().copied().unwrap_or(glance.at);
        let mut watch = Self {
            ordered: glance.now - 1,
            from,
            between: glance.goals.split_last().map_or_else(Vec::new, |(_, before)| before.into()),
            spot,
            asked,
            given: vec![spot],
            had: vec![spot],
            goals: glance.goals.into(),
            last_far: glance.now - 1,
            stands_since: glance.now - 1,
            ..Self::default()
        };
        watch.see(glance);
        watch
    }

    pub fn see(&mut self, glance: &Glance) {
        let now = glance.now;
        if glance.goals.len() < self.goals.len() {
            self.end_orders(glance);
        }
        if let Some(goal) = glance.goals.last().filter(|goal| self.given.last() != Some(*goal)) {
            self.given.push(*goal);
        }
        let gives_up = matches!(glance.doing, Doing::GoalTaken(_) | Doing::Unreachable(_));
        self.gave_up = glance.goals.is_empty() && (self.gave_up || gives_up);
        if !self.gave_up {
            self.spot = glance.spot().unwrap_or(self.spot);
        }
        if self.had.last() != Some(&self.spot) {
            self.had.push(self.spot);
        }
        self.goals.clear();
        self.goals.extend_from_slice(glance.goals);
        if let Some(step) = glance.step.filter(|step| step.start >= self.ordered && self.last_step != Some(step.start))
        {
            self.last_step = Some(step.start);
            self.walked += length(step.dir);
        }
        self.knows_unreachable |= matches!(glance.doing, Doing::Unreachable(_));
        let is_far = glance.at.chebyshev(self.spot) > NEAR;
        if is_far {
            self.last_far = now;
        }
        if glance.is_resting() {
            self.first_rest.get_or_insert(now);
        }
        if glance.is_moving() || glance.goals.is_empty() {
            (self.stands_since, self.looked_at) = (now, false);
        } else {
            self.stood_far += u32::from(is_far);
            self.longest_stand = self.longest_stand.max(now - self.stands_since);
        }
    }

    /// Where it is to end, if `places` are those of its order: the last one that it has had itself or has exchanged for its own.
    /// Where it has settled nobody was sent.
    pub fn place(&self, places: &BTreeSet<Cell>) -> Cell {
        self.had.iter().rev().find(|place| places.contains(*place)).copied().unwrap_or(self.spot)
    }

    /// Judges the goals that have gone since the last tick.
    fn end_orders(&mut self, glance: &Glance) {
        let gone = self.goals.len() - glance.goals.len();
        for (position, goal) in self.goals.iter().take(gone).enumerate() {
            if position + 1 < self.goals.len() {
                self.skipped += u32::from(*goal != glance.at);
            } else if matches!(glance.doing, Doing::Idle | Doing::Arrived | Doing::Stopped) {
                // It may have exchanged its goal and come to rest within the tick.
                let is_in_place = glance.doing == Doing::Arrived && glance.post == Some(glance.at);
                self.lost += u32::from(!is_in_place && goal.chebyshev(glance.at) > NEAR);
            }
        }
    }

    /// Whether it had stood so long at a tick, the last one or the one before, that it had to have a reason, and nobody has
    /// looked for one during this standing; once in [`LOOK_INTERVAL`] ticks.
    pub fn is_due_for_a_look(&self, tick: Tick) -> bool {
        let stood = tick.saturating_sub(self.stands_since);
        !self.looked_at && stood > PATIENCE && stood.is_multiple_of(LOOK_INTERVAL)
    }

    /// Notes that it stands although there is a free way. Counts once for each time of standing.
    pub const fn has_no_reason_to_stand(&mut self) {
        self.looked_at = true;
        self.idle_with_free_way += 1;
    }

    /// Ticks from the order until it has come for good, at the end of a run after `now` ticks; `None` if it has not.
    pub fn came_after(&self, last: &Glance) -> Option<Tick> {
        let rested = self.first_rest?;
        let is_there = last.is_resting() && last.at.chebyshev(self.spot) <= NEAR;
        is_there.then(|| rested.max(self.last_far) - self.ordered)
    }
}

/// A share or ratio at the 95th percentile by nearest rank; 0 of nothing.
pub fn p95(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (values.len() * 95).div_ceil(100);
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}
