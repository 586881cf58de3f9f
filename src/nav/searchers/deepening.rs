//! What all depth-first searches have in common: one dive up to a limit.
//!
//! States wait on a stack; what is kept besides is the way to the state that is looked at, and with the check of visited
//! states those. A state that was visited is looked at again if it is reached nearer to the start: with a limit there may
//! be more below it this time.

use super::best_first::LOOK;
use super::listener::{Event, EventKind, Listener, Side};
use super::outcome::{Answer, Counts, CycleCheck, End, Outcome};
use super::space::{Cost, Space, UNREACHABLE};
use super::table::Table;
use crate::base::Budget;

/// How far a dive goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    None,
    /// So many operators.
    Depth(u32),
    /// So much cost and estimate together.
    Sum(Cost),
}

/// How a dive has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dived {
    Found,
    /// Nothing lies beyond the limit.
    Exhausted,
    /// Something does; the least sum there, with a limit of sums.
    Cut(Cost),
    Stopped,
}

#[derive(Debug, Clone, Copy)]
struct Entry<State, Operator> {
    state: State,
    operator: Option<Operator>,
    depth: u32,
    g: Cost,
    h: Cost,
}

/// Marks in the table: with the check of ancestors whether a state is on the way.
const ON_THE_WAY: Cost = 1;
const OFF_THE_WAY: Cost = 0;
const UNSEEN: Cost = Cost::MAX;

/// A search of dives, with what it keeps from one to the next.
pub(super) struct Diver<'a, S: Space, Estimate, L> {
    pub(super) space: &'a S,
    pub(super) estimate: Estimate,
    pub(super) check: CycleCheck,
    pub(super) budget: &'a Budget,
    pub(super) listener: &'a mut L,
    pub(super) counts: Counts,
    /// What the check knows of states.
    seen: Option<Table<Cost>>,
    way: Vec<Entry<S::State, S::Operator>>,
    stack: Vec<Entry<S::State, S::Operator>>,
}

impl<'a, S: Space, Estimate: Fn(S::State) -> Cost, L: Listener> Diver<'a, S, Estimate, L> {
    pub(super) fn new(
        space: &'a S,
        estimate: Estimate,
        check: CycleCheck,
        budget: &'a Budget,
        listener: &'a mut L,
    ) -> Self {
        let keeps = matches!(check, CycleCheck::Visited | CycleCheck::Ancestors);
        let seen = keeps.then(|| Table::new(space, UNSEEN));
        let counts = Counts::default();
        Self { space, estimate, check, budget, listener, counts, seen, way: Vec::new(), stack: Vec::new() }
    }

    fn tell(&mut self, kind: EventKind, entry: &Entry<S::State, S::Operator>, parent: Option<S::State>) {
        if L::HEARS {
            let (key, parent) = (self.space.key(entry.state), parent.map(|parent| self.space.key(parent)));
            let f = entry.g.saturating_add(entry.h);
            self.listener.hear(Event { kind, side: Side::Forward, key, parent, g: entry.g, h: entry.h, f });
        }
    }

    /// Leaves states until the way is so long.
    fn leave(&mut self, length: usize) {
        while self.way.len() > length {
            let Some(left) = self.way.pop() else { return };
            if self.check == CycleCheck::Ancestors {
                self.mark(left.state, OFF_THE_WAY);
            }
            if L::HEARS {
                let kind = if self.check == CycleCheck::Visited { EventKind::Close } else { EventKind::Leave };
                let parent = self.way.last().map(|parent| parent.state);
                self.tell(kind, &left, parent);
            }
        }
    }

    fn mark(&mut self, state: S::State, mark: Cost) {
        if let Some(seen) = &mut self.seen {
            seen.set(self.space.key(state), mark);
        }
    }

    /// What the check of visited states compares.
    const fn measure(limit: Limit, depth: u32, g: Cost) -> Cost {
        match limit {
            Limit::None => 0,
            Limit::Depth(_) => depth as Cost,
            Limit::Sum(_) => g,
        }
    }

    /// Whether the check refuses a step from the end of the way.
    fn refuses(&self, to: S::State, measure: Cost) -> bool {
        match (self.check, &self.seen) {
            (CycleCheck::Parent, _) => self.way.len() > 1 && self.way[self.way.len() - 2].state == to,
            (CycleCheck::Ancestors, Some(seen)) => seen.get(self.space.key(to)) == ON_THE_WAY,
            (CycleCheck::Visited, Some(seen)) => {
                let known = seen.get(self.space.key(to));
                known != UNSEEN && known <= measure
            }
            _ => false,
        }
    }

    /// Dives once from the start.
    pub(super) fn dive(&mut self, limit: Limit) -> Dived {
        self.leave(0);
        self.stack.clear();
        if let Some(seen) = &mut self.seen {
            seen.clear();
        }
        let state = self.space.start();
        let first = Entry { state, operator: None, depth: 0, g: 0, h: (self.estimate)(state) };
        if L::HEARS {
            if limit != Limit::None {
                let f = match limit {
                    Limit::None => 0,
                    Limit::Depth(depth) => Cost::from(depth) * self.space.unit(),
                    Limit::Sum(sum) => sum,
                };
                let key = self.space.key(state);
                self.listener.hear(Event {
                    kind: EventKind::Round,
                    side: Side::Forward,
                    key,
                    parent: None,
                    g: 0,
                    h: 0,
                    f,
                });
            }
            self.tell(EventKind::Generate, &first, None);
        }
        self.counts.rounds += 1;
        self.counts.generated += 1;
        self.stack.push(first);
        let mut is_cut = false;
        let mut least = UNREACHABLE;
        while let Some(entry) = self.stack.pop() {
            self.leave(entry.depth as usize);
            let measure = Self::measure(limit, entry.depth, entry.g);
            // Others may have come here since it was put on the stack.
            if self.check == CycleCheck::Visited {
                if self.refuses(entry.state, measure) {
                    self.counts.refused += 1;
                    continue;
                }
                self.mark(entry.state, measure);
            } else if self.check == CycleCheck::Ancestors {
                self.mark(entry.state, ON_THE_WAY);
            }
            if self.budget.is_spent_within(self.counts.expanded, LOOK) {
                return Dived::Stopped;
            }
            self.counts.expanded += 1;
            let parent = self.way.last().map(|parent| parent.state);
            self.tell(EventKind::Expand, &entry, parent);
            self.way.push(entry);
            if self.space.is_goal(entry.state) {
                return Dived::Found;
            }
            let space = self.space;
            if limit == Limit::Depth(entry.depth) {
                let mut goes_on = false;
                space.each_step(entry.state, |_, to, _| goes_on |= !self.refuses(to, measure + 1));
                is_cut |= goes_on;
                if goes_on {
                    self.tell(EventKind::Cut, &entry, parent);
                }
                continue;
            }
            let start = self.stack.len();
            space.each_step(entry.state, |operator, to, price| {
                let (depth, g) = (entry.depth + 1, entry.g + price);
                if self.refuses(to, Self::measure(limit, depth, g)) {
                    self.counts.refused += 1;
                    return;
                }
                let next = Entry { state: to, operator: Some(operator), depth, g, h: (self.estimate)(to) };
                self.counts.generated += 1;
                let sum = g.saturating_add(next.h);
                if matches!(limit, Limit::Sum(most) if sum > most) {
                    is_cut = true;
                    least = least.min(sum);
                    self.tell(EventKind::Cut, &next, Some(entry.state));
                } else {
                    self.tell(EventKind::Generate, &next, Some(entry.state));
                    self.stack.push(next);
                }
            });
            // The first operator's state on top.
            self.stack[start..].reverse();
            let kept = if self.check == CycleCheck::Visited { self.seen.as_ref().map_or(0, Table::len) } else { 0 };
            self.counts.peak_open = self.counts.peak_open.max(self.stack.len() as u64);
            self.counts.peak_stored = self.counts.peak_stored.max((self.stack.len() + self.way.len().max(kept)) as u64);
        }
        if is_cut { Dived::Cut(least) } else { Dived::Exhausted }
    }

    /// The result of the last dive.
    pub(super) fn answer(&self, dived: Dived) -> Answer<S> {
        let end = match dived {
            Dived::Found => End::Found,
            Dived::Exhausted => End::NoWay,
            Dived::Cut(_) => End::CutOff,
            Dived::Stopped => End::Stopped,
        };
        if end != End::Found {
            return Outcome::without_way(end, self.counts);
        }
        Outcome {
            end,
            path: self.way.iter().map(|entry| entry.state).collect(),
            operators: self.way.iter().filter_map(|entry| entry.operator).collect(),
            cost: self.way.last().map(|entry| entry.g),
            counts: self.counts,
        }
    }
}
