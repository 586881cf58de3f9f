//! Distances with the traffic in them: the way that a crowd takes around another.
//!
//! True distances send everybody around the same corner. Where many of one order meet others, or stand, their distances are
//! worked out anew every second with what a step costs now: more against the stream of the last seconds, more onto cells
//! where somebody stands. The crowd then crosses the other stream once, where that is thin, and goes on beside it, and who
//! comes late leaves the inner corner to those who wait there. The idea is that of guide paths that avoid congestion and
//! contraflow (Z. Chen, D. Harabor, J. Li and P. Stuckey, "Traffic Flow Optimisation for Lifelong Multi-Agent Path
//! Finding", AAAI 2024), with one field for all who share a goal instead of a path for each.
//!
//! Bounded: one field a tick, and no field of more than [`CELLS`] cells.

use super::traffic::Traffic;
use super::{Agent, View, index_of};
use crate::base::{Cell, Chunked, Dir};
use crate::nav::occupancy::Occupancy;
use crate::nav::open_list::{Entry, OpenList};
use crate::nav::step::Tick;
use crate::nav::walk::{Walk, WalkMap};
use std::collections::BTreeMap;

/// Ticks after which a field is worked out anew.
const RENEWED_AFTER: Tick = 20;
/// Ticks after which a field that is not renewed is good for nothing.
pub const GOOD_FOR: Tick = 60;
/// Members of a crowd that meet others, or stand, for it to get a field: smaller ones find their way without.
pub const MANY: usize = 24;
/// Ticks without coming nearer after which a member counts.
const LATE: Tick = 20;
/// Cells that one field may close.
const CELLS: usize = 8_000;
/// Ticks until a crowd that is spread too wide for that is looked at again.
const LOOKS_AGAIN: Tick = 200;
/// Price of a cell on which somebody of any side stands who wants to go on. With 60 `counterflow-1` took 3.8 instead of 3.3
/// times free travel; nothing else depends on it much.
const STANDING: u32 = 120;

/// Beyond every cost.
const UNSEEN: u32 = u32::MAX;

/// A goal as one sort of unit sees it: the number of the view, and the place.
type Key = (u16, Cell);

#[derive(Debug, Clone)]
struct Guide {
    made: Tick,
    /// `None` if it would have had too many cells.
    left: Option<DistanceField>,
}

/// The costs from cells to one goal.
#[derive(Debug, Clone)]
pub struct DistanceField(Chunked<u32>);

impl DistanceField {
    /// What is left of the way from a cell, as the crowd goes; `None` if the field does not reach that far.
    #[inline]
    pub fn left(&self, cell: Cell) -> Option<u32> {
        self.0.get(cell).map(|left| left[0]).filter(|left| *left != UNSEEN)
    }
}

/// When a field is made again that was made then, or would have been too large.
pub(super) fn due_at(made: Tick, left: Option<&DistanceField>) -> Tick {
    made + if left.is_some() { RENEWED_AFTER } else { LOOKS_AGAIN }
}

/// The fields of all crowds that have one.
#[derive(Debug, Clone, Default)]
pub struct Guidance(BTreeMap<Key, Guide>);

impl Guidance {
    /// The field of the crowd with a goal, if it has one.
    pub fn field(&self, key: Key) -> Option<&DistanceField> {
        self.0.get(&key)?.left.as_ref()
    }

    /// Renews the oldest field that is due.
    pub fn tick(
        &mut self,
        agents: &[Agent],
        meets_many: impl Fn(&Agent) -> bool,
        (views, occupancy, traffic, now): (&[View<'_>], &Occupancy, &Traffic, Tick),
    ) {
        self.0.retain(|_, guide| now - guide.made < if guide.left.is_some() { GOOD_FOR } else { LOOKS_AGAIN });
        let mut crowds: BTreeMap<Key, usize> = BTreeMap::new();
        for agent in agents.iter().filter(|agent| agent.goal.is_some() && agent.size == 1) {
            let is_on_detour = views[usize::from(agent.view)].pool.is_some();
            if !is_on_detour && (agent.late >= LATE || meets_many(agent)) {
                *crowds.entry((agent.view, agent.target)).or_default() += 1;
            }
        }
        let due = crowds.into_iter().filter(|(_, count)| *count >= MANY);
        let due = due.map(|(key, _)| (self.0.get(&key).map(|guide| due_at(guide.made, guide.left.as_ref())), key));
        let due = due.filter(|(at, _)| at.is_none_or(|at| at <= now));
        let Some((_, key)) = due.min() else { return };
        let askers = agents.iter().filter(|agent| agent.goal.is_some() && (agent.view, agent.target) == key);
        let stands = |cell: Cell| {
            let holder = occupancy.standing(cell);
            let holder = holder.and_then(|unit| index_of(agents, unit));
            holder.is_some_and(|index| agents[index].goal.is_some())
        };
        let map = views[usize::from(key.0)].map;
        let price =
            |to: Cell, dir: Dir| Some(traffic.price(to, dir, now, false) + if stands(to) { STANDING } else { 0 });
        let left = field(map, &[key.1], askers.map(|agent| agent.at), price);
        self.0.insert(key, Guide { made: now, left });
    }
}

/// The costs of all cells around some goals, to the nearest, up to the farthest of those who ask, by Dijkstra's algorithm;
/// `None` if that would be too many. `price` is what a step in a direction to a cell costs beyond its own price; nothing if it is
/// not taken.
pub fn field(
    map: &WalkMap,
    goals: &[Cell],
    askers: impl Iterator<Item = Cell>,
    price: impl Fn(Cell, Dir) -> Option<u32>,
) -> Option<DistanceField> {
    let (width, height) = map.extent();
    let mut left = Chunked::new(width, height, 1, UNSEEN);
    let mut waits: Vec<Cell> = askers.collect();
    waits.sort_unstable();
    waits.dedup();
    let mut missing = waits.len();
    let mut open = OpenList::default();
    for goal in goals {
        left.touch(*goal)[0] = 0;
        open.push(Entry::new(0, 0, *goal, None));
    }
    let mut closed = 0;
    while let Some(entry) = open.pop() {
        let at = entry.cell();
        if left.touch(at)[0] != entry.cost() {
            continue;
        }
        closed += 1;
        if closed > CELLS {
            return None;
        }
        missing -= usize::from(waits.binary_search(&at).is_ok());
        if missing == 0 {
            break;
        }
        map.each_step(at, u8::MAX, |before, back, step| {
            let Some(price) = price(at, back.reverse()) else { return };
            let cost = entry.cost() + step + price;
            let known = &mut left.touch(before)[0];
            if cost < *known {
                *known = cost;
                open.push(Entry::new(cost, cost, before, None));
            }
        });
    }
    Some(DistanceField(left))
}
