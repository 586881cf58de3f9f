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
use super::{Agent, View};
use crate::base::{Cell, Chunked, Dir};
use crate::nav::occupancy::Occupancy;
use crate::nav::open_list::{Entry, OpenList};
use crate::nav::step::Tick;
use crate::nav::walk::{Walk, WalkMap};
use std::collections::BTreeMap;

/// Ticks after which a field is worked out anew.
const RENEWED_AFTER: Tick = 20;
/// Ticks after which a field that is not renewed is good for nothing.
const GOOD_FOR: Tick = 60;
/// Members of a crowd that meet others, or stand, for it to get a field: smaller ones find their way without.
const MANY: usize = 24;
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
pub(super) struct DistanceField(Chunked<u32>);

impl DistanceField {
    /// What is left of the way from a cell, as the crowd goes; `None` if the field does not reach that far.
    #[inline]
    pub(super) fn left(&self, cell: Cell) -> Option<u32> {
        self.0.get(cell).map(|left| left[0]).filter(|left| *left != UNSEEN)
    }
}

/// The fields of all crowds that have one.
#[derive(Debug, Clone, Default)]
pub(super) struct Guidance(BTreeMap<Key, Guide>);

impl Guidance {
    /// The field of the crowd with a goal, if it has one.
    pub(super) fn field(&self, key: Key) -> Option<&DistanceField> {
        self.0.get(&key)?.left.as_ref()
    }

    /// Renews the oldest field that is due.
    pub(super) fn tick(
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
        let due = due.map(|(key, _)| (self.0.get(&key).map(|guide| guide.made), key));
        let due = due.filter(|(made, _)| made.is_none_or(|made| now - made >= RENEWED_AFTER));
        let Some((_, key)) = due.min() else { return };
        let askers = agents.iter().filter(|agent| agent.goal.is_some() && (agent.view, agent.target) == key);
        let stands = |cell: Cell| {
            let holder = occupancy.standing(cell);
            let holder = holder.and_then(|unit| agents.binary_search_by_key(&unit, |agent| agent.unit).ok());
            holder.is_some_and(|index| agents[index].goal.is_some())
        };
        let map = views[usize::from(key.0)].map;
        let price =
            |to: Cell, dir: Dir| Some(traffic.price(to, dir, now, false) + if stands(to) { STANDING } else { 0 });
        let left = field(map, key.1, askers.map(|agent| agent.at), price);
        self.0.insert(key, Guide { made: now, left });
    }
}

/// The costs of all cells around a goal up to the farthest of those who ask, by Dijkstra's algorithm; `None` if that would
/// be too many. `price` is what a step in a direction to a cell costs beyond its own price; nothing if it is not taken.
pub(super) fn field(
    map: &WalkMap,
    goal: Cell,
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
    left.touch(goal)[0] = 0;
    open.push(Entry::new(0, 0, goal, None));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Grid;
    use crate::nav::rra::Rra;
    use crate::nav::step::UnitId;
    use crate::nav::terrain::{CostTable, MovementClass, Terrain};
    use crate::nav::walk::Layer;

    fn hall() -> WalkMap {
        let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
        let terrain = Grid::filled(30, 9, Terrain::Grass);
        WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 })
    }

    #[test]
    fn without_traffic_a_field_is_the_true_distance_and_ends_at_the_farthest_who_asks() {
        let map = hall();
        let goal = Cell::new(3, 4);
        let mut search = Rra::new(&map, goal, goal);
        let askers = [Cell::new(10, 1), Cell::new(14, 7)];
        let found = field(&map, goal, askers.into_iter(), |_, _| Some(0)).expect("it is small");
        for cell in askers {
            assert_eq!(found.left(cell), search.distance(&map, cell));
        }
        assert_eq!(found.left(Cell::new(29, 4)), None, "nobody asks from there");
    }

    #[test]
    fn a_crowd_that_meets_a_stream_gets_a_field_that_leads_beside_it() {
        let map = hall();
        let views = [View { map: &map, pool: None }];
        let occupancy = Occupancy::new(30, 9);
        let mut traffic = Traffic::new(30, 9);
        for x in 5..25 {
            // Others come along the middle rows towards the east.
            for y in 3..6 {
                traffic.note(&crate::nav::step::Step { from: Cell::new(x, y), dir: Dir::East, start: 90, ticks: 6 });
            }
        }
        let goal = Cell::new(1, 4);
        let coming = |unit: u32| Agent {
            goal: Some(goal),
            target: goal,
            ..Agent::resting(UnitId(unit), Cell::new(28, (unit % 9) as i16))
        };
        let few: Vec<Agent> = (0..MANY as u32 - 1).map(coming).collect();
        let many: Vec<Agent> = (0..MANY as u32).map(coming).collect();
        let mut guidance = Guidance::default();
        let mut look = |agents: &[Agent], meets: bool, now: Tick| {
            guidance.tick(agents, |_| meets, (&views, &occupancy, &traffic, now));
            let cost = |cell| guidance.field((0, goal)).and_then(|field| field.left(cell));
            (cost(Cell::new(24, 4)), cost(Cell::new(24, 8)))
        };
        assert_eq!(look(&many, false, 100), (None, None), "they meet nobody");
        assert_eq!(look(&few, true, 100), (None, None), "they are few");
        let (middle, beside) = look(&many, true, 100);
        assert!(middle > beside, "{middle:?} {beside:?}");
        assert_eq!(look(&many, false, 100 + GOOD_FOR), (None, None), "it is forgotten when they meet nobody any more");
    }
}
