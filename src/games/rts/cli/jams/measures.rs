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
pub(crate) const LEAST_TRAVEL: u32 = 20;
/// The same for ways: four straight cells.
pub(crate) const LEAST_WAY: u32 = 4 * crate::nav::terrain::STRAIGHT;
/// Ticks of standing after which a unit has to have a reason: 3 seconds.
pub(crate) const PATIENCE: Tick = 60;
/// Ticks between two looks at whether a standing unit has a free way.
pub(crate) const LOOK_INTERVAL: Tick = 20;

/// What is seen of one unit after a tick.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glance<'a> {
    /// The number of ticks that have run.
    pub now: Tick,
    /// Its cell.
    pub at: Cell,
    /// Its latest step.
    pub step: Option<Step>,
    /// What it does.
    pub doing: Doing,
    /// Where it still has to go.
    pub goals: &'a [Cell],
    /// Where it rests, or goes back to once those who want to pass have passed.
    pub(crate) post: Option<Cell>,
}

impl Glance<'_> {
    /// The last place that it is on its way to, or the one where it rests, unless it ended an order that it could not
    /// fulfil.
    pub(crate) fn spot(&self) -> Option<Cell> {
        let rests = matches!(self.doing, Doing::Arrived | Doing::MakingWay);
        self.goals.last().copied().or(self.post.filter(|_| rests))
    }

    /// Whether it neither has an order nor moves.
    pub(crate) fn is_resting(&self) -> bool {
        let is_under_way = self.step.is_some_and(|step| step.end() > self.now);
        self.goals.is_empty() && self.doing.is_at_rest() && !is_under_way
    }

    /// Whether a step is under way, or was until now.
    pub(crate) fn is_moving(&self) -> bool {
        self.step.is_some_and(|step| step.end() >= self.now)
    }
}

/// One ordered unit.
#[derive(Debug, Clone)]
pub(crate) struct UnitLog {
    /// Tick of the latest order.
    pub ordered: Tick,
    /// Where it was then.
    pub from: Cell,
    /// The goals of the order before the last one, in order.
    pub between: Vec<Cell>,
    /// Where it is to end.
    pub spot: Cell,
    /// The cell that the order named.
    pub asked: Cell,
    /// All places that it was on its way to as the last of its order; the last of them is what it was sent to itself.
    pub given: Vec<Cell>,
    goals: Vec<Cell>,
    /// Whether it has ended its order as near as it could come: where it rests then is no place of its own.
    gave_up: bool,
    first_rest: Option<Tick>,
    last_far: Tick,
    stands_since: Tick,
    last_step: Option<Tick>,
    looked_at: bool,
    /// Ticks of standing with an order, farther than [`NEAR`] from the spot.
    pub(crate) stood_far: Tick,
    /// Length of its way so far, in the units of [`length`].
    pub walked: u32,
    /// Longest time of standing with an order.
    pub(crate) longest_stand: Tick,
    /// Times that it stood longer than [`PATIENCE`] although there was a free way.
    pub(crate) idle_with_free_way: u32,
    /// Waypoints that it has left out.
    pub skipped: u32,
    /// Orders that ended far from their goal without a reason.
    pub lost: u32,
    /// Whether it has been told that the place cannot be reached. Kept, because a unit that makes way for another
    /// afterwards has arrived there and says so.
    pub(crate) knows_unreachable: bool,
}

impl UnitLog {
    /// Begins with the unit as it is right after the tick that carried out an order to `asked`; `from` is where it was
    /// before that tick.
    pub(crate) fn new(asked: Cell, from: Cell, glance: &Glance) -> Self {
        let spot = glance.goals.last().copied().unwrap_or(glance.at);
        let mut watch = Self {
            ordered: glance.now - 1,
            from,
            between: glance.goals.split_last().map_or_else(Vec::new, |(_, before)| before.into()),
            spot,
            asked,
            given: vec![spot],
            goals: glance.goals.into(),
            gave_up: false,
            first_rest: None,
            last_far: glance.now - 1,
            stands_since: glance.now - 1,
            last_step: None,
            looked_at: false,
            stood_far: 0,
            walked: 0,
            longest_stand: 0,
            idle_with_free_way: 0,
            skipped: 0,
            lost: 0,
            knows_unreachable: false,
        };
        watch.see(glance);
        watch
    }

    /// Takes in the next tick.
    pub(crate) fn see(&mut self, glance: &Glance) {
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

    /// Where it is to end, if `places` are those of its order: else it has settled somewhere without having been sent there,
    /// and its place is the last one that it was sent to.
    pub(crate) fn place(&self, places: &BTreeSet<Cell>) -> Cell {
        if places.contains(&self.spot) { self.spot } else { self.given.last().copied().unwrap_or(self.spot) }
    }

    /// Judges the goals that have gone since the last tick.
    fn end_orders(&mut self, glance: &Glance) {
        let gone = self.goals.len() - glance.goals.len();
        for (position, goal) in self.goals.iter().take(gone).enumerate() {
            if position + 1 < self.goals.len() {
                self.skipped += u32::from(*goal != glance.at);
            } else if matches!(glance.doing, Doing::Idle | Doing::Arrived | Doing::Stopped) {
                self.lost += u32::from(goal.chebyshev(glance.at) > NEAR);
            }
        }
    }

    /// Whether it has stood so long that it has to have a reason, and nobody has looked for one during this standing;
    /// once in [`LOOK_INTERVAL`] ticks.
    pub(crate) fn is_due_for_a_look(&self, now: Tick) -> bool {
        let stood = now - self.stands_since;
        !self.looked_at && stood > PATIENCE && stood.is_multiple_of(LOOK_INTERVAL)
    }

    /// Notes that it stands although there is a free way; counts once for each time of standing.
    pub(crate) fn has_no_reason_to_stand(&mut self) {
        self.looked_at = true;
        self.idle_with_free_way += 1;
    }

    /// Ticks from the order until it has come for good, at the end of a run after `now` ticks; `None` if it has not.
    pub(crate) fn came_after(&self, last: &Glance) -> Option<Tick> {
        let rested = self.first_rest?;
        let is_there = last.is_resting() && last.at.chebyshev(self.spot) <= NEAR;
        is_there.then(|| rested.max(self.last_far) - self.ordered)
    }
}

/// A share or ratio at the 95th percentile by nearest rank; 0 of nothing.
pub(crate) fn p95(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let rank = (values.len() * 95).div_ceil(100);
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dir;
    use crate::nav::terrain::STRAIGHT;

    const SPOT: Cell = Cell::new(9, 0);

    fn glance<'a>(now: Tick, x: i16, goals: &'a [Cell], doing: Doing, step: Option<Step>) -> Glance<'a> {
        Glance { now, at: Cell::new(x, 0), step, doing, goals, post: goals.last().copied() }
    }

    #[test]
    fn standing_far_away_counts_until_the_unit_moves() {
        let goals = [SPOT];
        let waiting = Doing::Waiting { since: 0, obstacle: None };
        let mut watch = UnitLog::new(SPOT, Cell::new(0, 0), &glance(11, 0, &goals, waiting, None));
        for now in 12..=80 {
            watch.see(&glance(now, 0, &goals, waiting, None));
        }
        assert_eq!((watch.ordered, watch.longest_stand, watch.stood_far, watch.walked), (10, 70, 70, 0));
        assert!(watch.is_due_for_a_look(90));
        watch.has_no_reason_to_stand();
        assert!(!watch.is_due_for_a_look(110), "one standing counts once");
        let step = Some(Step { from: Cell::new(0, 0), dir: Dir::East, start: 80, ticks: 6 });
        for now in 81..=86 {
            watch.see(&glance(now, i16::from(now > 83), &goals, Doing::Moving, step));
        }
        assert_eq!((watch.longest_stand, watch.stood_far, watch.walked), (70, 70, STRAIGHT));
    }

    #[test]
    fn a_unit_that_is_pushed_a_little_has_come_and_one_that_is_driven_away_has_not() {
        let goals = [SPOT];
        let arrived = |now, x| glance(now, x, &[], Doing::Arrived, None);
        let mut watch = UnitLog::new(SPOT, Cell::new(8, 0), &glance(1, 8, &goals, Doing::Moving, None));
        watch.see(&arrived(5, 9));
        watch.see(&arrived(50, 12));
        assert_eq!(watch.came_after(&arrived(50, 12)), Some(5));
        watch.see(&arrived(60, 30));
        assert_eq!(watch.came_after(&arrived(60, 30)), None);
        watch.see(&arrived(70, 9));
        assert_eq!(watch.came_after(&arrived(70, 9)), Some(60));
        assert_eq!((watch.lost, watch.skipped), (0, 0));
    }

    #[test]
    fn a_unit_that_exchanges_its_place_while_it_makes_way_has_come_to_the_other_place() {
        let other = Cell::new(30, 0);
        let mut watch = UnitLog::new(SPOT, Cell::new(8, 0), &glance(1, 8, &[SPOT], Doing::Moving, None));
        watch.see(&glance(5, 9, &[], Doing::Arrived, None));
        let back = Glance { post: Some(other), ..glance(60, 30, &[], Doing::Arrived, None) };
        watch.see(&back);
        assert_eq!((watch.spot, watch.came_after(&back)), (other, Some(5)));
        assert_eq!(watch.place(&BTreeSet::from([SPOT, other])), other);
        assert_eq!(watch.place(&BTreeSet::from([SPOT])), SPOT, "nobody was sent to the other one");
    }

    #[test]
    fn orders_that_end_far_away_without_a_reason_are_lost() {
        let goals = [Cell::new(4, 0), SPOT];
        let new = || UnitLog::new(SPOT, Cell::new(0, 0), &glance(1, 0, &goals, Doing::Moving, None));
        let mut lost = new();
        lost.see(&glance(2, 0, &[], Doing::Idle, None));
        assert_eq!((lost.lost, lost.skipped), (1, 1));
        let mut pushed = new();
        pushed.see(&glance(2, 8, &[], Doing::GoalTaken(SPOT), None));
        pushed.see(&Glance { post: Some(Cell::new(8, 0)), ..glance(3, 7, &[], Doing::MakingWay, None) });
        assert_eq!(pushed.spot, SPOT, "what it goes back to is not what it was sent to");
        let mut told = new();
        told.see(&glance(2, 4, &goals[1..], Doing::Moving, None));
        told.see(&glance(3, 2, &[], Doing::GoalTaken(SPOT), None));
        assert_eq!((told.lost, told.skipped), (0, 0));
    }

    #[test]
    fn the_95th_percentile_is_the_nearest_rank() {
        assert_eq!(p95(&mut []), 0.0);
        assert_eq!(p95(&mut [3.0]), 3.0);
        let mut hundred: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        assert_eq!(p95(&mut hundred), 95.0);
        assert_eq!(p95(&mut [1.0, 2.0]), 2.0);
    }
}
