//! Streets: distances with the traffic in them that is to be expected, for those who come and go between the same places.
//!
//! True distances send those who go along the same line as those who come. So all who go to places beside each other, each on its
//! own, have one field of distances in common, in which a step is the dearer the more of those on other streets mean to make it
//! the other way or to enter the same cell: the prices of [`lifelong::flow`](crate::nav::coop::lifelong::flow), from the ways
//! along their own fields. Those of one field keep out of the way of each other by the rules for single steps; if they counted as well, all
//! would leave a line and come back to it at the same time.
//!
//! In passages of two to four cells everybody keeps to the right, and who waits before one has its place there: where such a
//! passage is on the way of many there is no field.
//!
//! Bounded: one field a tick, for members within an area of [`CELLS`] cells, with [`STEPS`] steps of traffic in that area.

use super::guidance::{DistanceField, GOOD_FOR, due_at, field};
use super::{Agent, View, index_of};
use crate::base::{Cell, Dir};
use crate::nav::coop::lifelong::flow::{ALL, Flow, STEP};
use crate::nav::coop::lifelong::guided::GUIDED;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::GRASS_STEP;
use crate::nav::walk::{Walk, WalkMap};
use std::collections::BTreeMap;

/// Members of a street, and those of them who meet others, for it to get a field: fewer do as well without.
pub const MANY: usize = 8;
const MEETING: usize = 4;
/// Cells between two places for them to count as one.
const BESIDE: i16 = 3;
/// Cells before its place from which on a unit goes by the distances to that one. Places of one street are so far from each other
/// at most, and their field leads to the nearest.
const NEAR: u32 = 2 * BESIDE.unsigned_abs() as u32;
/// One of so many may have a way that is not open.
const NARROW: usize = 4;
/// Cells of the area, and around those who are in it.
const CELLS: u32 = 16_384;
const AROUND: i16 = 8;
/// Steps of the others that count.
const STEPS: usize = 20_000;

/// The places that are one as some see them: the number of their view, and the first of the places.
type Key = (u16, Cell);

#[derive(Debug, Clone)]
struct Street {
    made: Tick,
    /// `None` if it would have had too many cells.
    left: Option<DistanceField>,
}

/// The fields of all streets.
#[derive(Debug, Clone, Default)]
pub struct Streets {
    streets: BTreeMap<Key, Street>,
    /// Who goes to which, by unit.
    goers: Vec<(UnitId, Key)>,
}

/// Those who go along one street.
#[derive(Debug, Clone, Copy, Default)]
struct Crowd {
    members: usize,
    meeting: usize,
    /// Those whose way is not open, or not known to be.
    narrow: usize,
}

impl Crowd {
    const fn is_worth_it(self) -> bool {
        self.members >= MANY && self.meeting >= MEETING && self.narrow * NARROW <= self.members
    }
}

/// The street that leads to the place of a unit: one that is there and ends beside it, or its own.
fn street_of(agent: &Agent, crowds: &BTreeMap<Key, Crowd>) -> Key {
    let Agent { view, target, .. } = *agent;
    let columns = (view, Cell::new(target.x.saturating_sub(BESIDE), i16::MIN))
        ..=(view, Cell::new(target.x.saturating_add(BESIDE), i16::MAX));
    let mut beside = crowds.range(columns).map(|(key, _)| *key);
    beside.find(|(_, place)| place.chebyshev(target) <= BESIDE.unsigned_abs().into()).unwrap_or((view, target))
}

/// The cells of a rectangle, numbered row by row.
struct Area {
    corner: Cell,
    width: i16,
    height: i16,
}

impl Area {
    /// The one around some cells.
    fn around(cells: impl Iterator<Item = Cell>) -> Self {
        let mut cells = cells.peekable();
        let first = cells.peek().copied().unwrap_or(Cell::new(0, 0));
        let (least, most) = cells.fold((first, first), |(least, most), cell| {
            let least = Cell::new(least.x.min(cell.x), least.y.min(cell.y));
            (least, Cell::new(most.x.max(cell.x), most.y.max(cell.y)))
        });
        let corner = Cell::new(least.x - AROUND, least.y - AROUND);
        Self { corner, width: most.x - corner.x + AROUND + 1, height: most.y - corner.y + AROUND + 1 }
    }

    fn cells(&self) -> u32 {
        u32::from(self.width.unsigned_abs()) * u32::from(self.height.unsigned_abs())
    }

    fn number(&self, cell: Cell) -> Option<u32> {
        let (x, y) = (cell.x - self.corner.x, cell.y - self.corner.y);
        let is_inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_inside
            .then(|| u32::from(y.unsigned_abs()) * u32::from(self.width.unsigned_abs()) + u32::from(x.unsigned_abs()))
    }
}

/// The steps of the way that a field leads from a cell.
fn way<'a>(map: &'a WalkMap, left: &'a DistanceField, from: Cell) -> impl Iterator<Item = (Cell, Dir)> + 'a {
    let mut at = from;
    std::iter::from_fn(move || {
        let here = left.left(at)?;
        let mut best: Option<(u32, Dir)> = None;
        map.each_step(at, u8::MAX, |next, dir, cost| {
            if let Some(there) = left.left(next).filter(|there| *there < here) {
                best = best.into_iter().chain([(there + cost, dir)]).min();
            }
        });
        let (_, dir) = best?;
        let from = at;
        at = at.step(dir);
        Some((from, dir))
    })
}

impl Streets {
    /// The field that a unit goes by whose way is open, if it has one.
    pub fn field(&self, agent: &Agent) -> Option<&DistanceField> {
        if self.streets.is_empty() || agent.at.chebyshev(agent.target) <= NEAR {
            return None;
        }
        let place = self.goers.binary_search_by_key(&agent.unit, |(unit, _)| *unit).ok()?;
        self.streets.get(&self.goers[place].1)?.left.as_ref()
    }

    /// Renews the oldest field that is due. `ahead` tells whether a unit meets many, and whether its way is known to be open.
    pub fn tick(&mut self, agents: &[Agent], ahead: impl Fn(&Agent) -> (bool, bool), views: &[View<'_>], now: Tick) {
        self.streets.retain(|_, street| match street.left {
            Some(_) => now - street.made < GOOD_FOR,
            None => now < due_at(street.made, None),
        });
        self.goers.clear();
        let mut crowds: BTreeMap<Key, Crowd> = self.streets.keys().map(|key| (*key, Crowd::default())).collect();
        for agent in agents.iter().filter(|agent| agent.size == 1 && agent.group.is_none() && !agent.has_no_order()) {
            if views[usize::from(agent.view)].pool.is_some() {
                continue;
            }
            let key = street_of(agent, &crowds);
            let (meets_many, is_open) = ahead(agent);
            let crowd = crowds.entry(key).or_default();
            crowd.members += 1;
            crowd.meeting += usize::from(meets_many);
            crowd.narrow += usize::from(!is_open);
            self.goers.push((agent.unit, key));
        }
        let due = crowds.into_iter().filter(|(_, crowd)| crowd.is_worth_it());
        let due =
            due.map(|(key, _)| (self.streets.get(&key).map(|street| due_at(street.made, street.left.as_ref())), key));
        let due = due.filter(|(at, _)| at.is_none_or(|at| at <= now));
        let Some((_, key)) = due.min() else { return };
        let left = self.made_anew(key, agents, views);
        self.streets.insert(key, Street { made: now, left });
    }

    /// The field of a street with the traffic of all others in it; `None` if those who go along it are spread too wide.
    fn made_anew(&self, key: Key, agents: &[Agent], views: &[View<'_>]) -> Option<DistanceField> {
        let goers = || self.goers.iter().filter_map(|(unit, key)| Some((&agents[index_of(agents, *unit)?], *key)));
        let own = || goers().filter(|(_, other)| *other == key).map(|(agent, _)| agent);
        let mut goals: Vec<Cell> = own().map(|agent| agent.target).collect();
        goals.sort_unstable();
        goals.dedup();
        let area = Area::around(own().map(|agent| agent.at).chain(goals.iter().copied()));
        if area.cells() > CELLS {
            return None;
        }
        let mut flow = Flow::new(area.cells() as usize, GUIDED.weights);
        let (mut others, mut steps) = (0, STEPS);
        for (agent, other) in goers().filter(|(_, other)| *other != key) {
            let Some(left) = self.streets.get(&other).and_then(|street| street.left.as_ref()) else { continue };
            others += 1;
            for (from, dir) in way(views[usize::from(other.0)].map, left, agent.at).take(steps) {
                steps -= 1;
                if let (Some(from), Some(to)) = (area.number(from), area.number(from.step(dir))) {
                    flow.change(from, dir as usize, to, true);
                }
            }
        }
        flow.reckon(others);
        let price = |to: Cell, dir: Dir| {
            let price = area.number(to).map_or(STEP, |to| flow.price(to, dir.reverse() as usize, ALL));
            Some((price - STEP) * GRASS_STEP / STEP)
        };
        field(views[usize::from(key.0)].map, &goals, own().map(|agent| agent.at), price)
    }
}
