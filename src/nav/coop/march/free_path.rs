//! The free way of one who has stood for long.
//!
//! A unit before a crowd waits for its turn, and most of the time that is right. But now and then a way of free cells
//! opens that no single step tells of, because it begins with some that lead away. A unit that has stood for two and a
//! half seconds looks for one, by A* (P. Hart, N. Nilsson and B. Raphael, 1968) over cells that nobody holds or enters,
//! and follows it for as long as it stays free. Lanes one cell wide are no exception: nobody is in one through which a free
//! way leads, and three of five stands with a free way were before such a lane (150 random scenarios).
//!
//! Most looks find nothing: the unit is shut in, or its goal is. So the free cells around the goal are flooded at the
//! same time, and the look ends where either side ends. As long as all who stand around that side stay there, another look
//! would find nothing either, be it of another unit of a crowd; as soon as one of them goes, it looks again, because gaps in a
//! stream close fast.
//!
//! Bounded: looks close [`CELLS`] cells a tick on average and [`ONE_LOOK`] at a time. Who does not get its turn for that is
//! the first at the next tick.

use super::{Agent, Scene, index_of};
use crate::base::{Cell, Chunked, Dir};
use crate::nav::occupancy::{Occupancy, body, covers, swept};
use crate::nav::open_list::{Entry, OpenList};
use crate::nav::step::{Step, Tick, UnitId};
use crate::nav::terrain::GRASS_STEP;
use crate::nav::walk::{Walk, WalkMap};
use std::collections::BTreeMap;

/// Ticks of standing after which a unit looks for a free way: two and a half seconds.
const STOOD: Tick = 50;
/// Ticks until it looks again after a look that came to no end, or was shut in by more than [`SHUT_IN`] cells: half a second.
const LOOKS_AGAIN: Tick = 10;
/// Ticks until it looks again though all stay who shut it in and the map is the same, as far as that is seen at a glance.
const RENEWED_AFTER: Tick = 40;
/// Fewest cells of a pocket that others know as well: a look at fewer is soon done.
const SHARED: usize = 16;
/// Taken cells around the free ones that are remembered, at most.
const SHUT_IN: usize = 256;
/// Price of a first step that has to wait until another step is out of its way, be it one that begins now: four cells.
const CROSSED: u32 = 4 * GRASS_STEP;
/// Cells that looks may close in a tick, on average.
const CELLS: usize = 2_000;
/// Cells that looks may close in a tick after many ticks without: a way that opens for a whole queue is looked for by all of it.
const AT_ONCE: usize = 12_000;
/// Cells that one look may close; what it takes beyond those of its tick is taken from the next ticks. With a thousand for
/// each, ways farther than that were never found, however often somebody looked.
const ONE_LOOK: usize = 6_000;

/// A way of free cells.
#[derive(Debug, Clone)]
pub struct Way {
    goal: Cell,
    /// The cells to come, the last first.
    pub cells: Vec<Cell>,
}

/// Why a look has found nothing: free cells from which no way leads on.
#[derive(Debug, Clone, Default)]
pub struct Pocket {
    /// The cells of others around it; none if the look did not come to its end, or they are many.
    shut_by: Vec<Cell>,
    /// Its cells in order, if they are worth remembering.
    cells: Vec<Cell>,
    /// Whether the goal is in it, and not the unit.
    has_goal: bool,
}

/// A look that has found nothing.
#[derive(Debug, Clone)]
struct Vain {
    goal: Cell,
    view: u16,
    /// [`WalkMap::blocked`] at the time.
    blocked: u32,
    /// When it looks again in any case.
    again: Tick,
    pocket: Pocket,
}

/// The ways of all who follow one.
#[derive(Debug, Clone, Default)]
pub(super) struct FreePaths {
    ways: BTreeMap<UnitId, Way>,
    /// The looks of those who have found nothing.
    vain: BTreeMap<UnitId, Vain>,
    /// Who had the last turn: the next one in the order of units is the first to look.
    last: Option<UnitId>,
    /// Cells that looks have closed beyond those of their ticks.
    owed: usize,
}

impl FreePaths {
    /// Goes on with the ways that are still free and looks for new ones; calls `force` with the position of everybody who
    /// follows one among the agents, and the step.
    pub(super) fn tick(&mut self, agents: &[Agent], scene: &Scene<'_, '_>, mut force: impl FnMut(usize, Dir)) {
        let find = |unit: UnitId| index_of(agents, unit);
        self.ways.retain(|unit, way| find(*unit).is_some_and(|index| way.goes_on(&agents[index], scene)));
        self.vain.retain(|unit, vain| find(*unit).is_some_and(|index| vain.holds(&agents[index], scene)));
        let (owed, mut closed) = (self.owed, 0);
        let first = agents.partition_point(|agent| Some(agent.unit) <= self.last);
        for index in (first..agents.len()).chain(0..first) {
            if owed + closed >= AT_ONCE {
                break;
            }
            let agent = &agents[index];
            if !stands(agent, scene.now) || self.ways.contains_key(&agent.unit) || self.vain.contains_key(&agent.unit) {
                continue;
            }
            let map = scene.views[usize::from(agent.view)].map;
            let pockets = self.vain.values().filter(|vain| vain.view == agent.view && agent.size == 1);
            let pockets: Vec<&Pocket> = pockets.map(|vain| &vain.pocket).filter(|pocket| pocket.is_known()).collect();
            if is_shut(agent, map, scene.occupancy, &pockets) {
                continue;
            }
            let mut left = ONE_LOOK;
            let bound: Vec<Step> =
                self.ways.iter().filter_map(|(unit, way)| way.begins(&agents[find(*unit)?], scene.now)).collect();
            match look(agent, map, scene.occupancy, (scene.now, &bound), &mut left) {
                Ok(way) => {
                    self.ways.insert(agent.unit, way);
                }
                Err(pocket) => {
                    let pause = if pocket.shut_by.is_empty() { LOOKS_AGAIN } else { RENEWED_AFTER };
                    let again = scene.now + pause;
                    let goal = agent.goal.unwrap_or(agent.at);
                    self.vain
                        .insert(agent.unit, Vain { goal, view: agent.view, blocked: map.blocked(), again, pocket });
                }
            }
            closed += ONE_LOOK - left;
            self.last = Some(agent.unit);
        }
        self.owed = (owed + closed).saturating_sub(CELLS);
        for (unit, way) in &self.ways {
            let Some(index) = find(*unit) else { continue };
            if let Some(step) = way.begins(&agents[index], scene.now) {
                force(index, step.dir);
            }
        }
    }
}

/// Whether a unit has stood so long that it looks for a free way.
fn stands(agent: &Agent, now: Tick) -> bool {
    agent.step.is_none()
        && !agent.holds
        && now.saturating_sub(agent.still_since) >= STOOD
        && agent.goal.is_some_and(|goal| goal != agent.at)
}

impl Vain {
    /// Whether another look would find nothing either, or it is too early to look again.
    fn holds(&self, agent: &Agent, scene: &Scene<'_, '_>) -> bool {
        stands(agent, scene.now)
            && (agent.goal, agent.view) == (Some(self.goal), self.view)
            && scene.views[usize::from(agent.view)].map.blocked() == self.blocked
            && scene.now < self.again
            && !self.pocket.shut_by.iter().any(|cell| scene.occupancy.is_free(*cell))
    }
}

impl Pocket {
    /// The pocket of these cells, with others around it.
    fn of(agent: &Agent, mut shut_by: Vec<Cell>, mut cells: Vec<Cell>, has_goal: bool) -> Self {
        shut_by.sort_unstable();
        shut_by.dedup();
        if shut_by.len() > SHUT_IN {
            return Self::default();
        }
        if cells.len() < SHARED || agent.size > 1 {
            cells.clear();
        }
        cells.sort_unstable();
        Self { shut_by, cells, has_goal }
    }

    /// Whether others may use it.
    const fn is_known(&self) -> bool {
        !self.cells.is_empty()
    }

    fn contains(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}

/// Whether a small unit has no way because of pockets: its goal is in one that it is not at, or all free cells around it are in
/// some that its goal is not in.
fn is_shut(agent: &Agent, map: &WalkMap, occupancy: &Occupancy, pockets: &[&Pocket]) -> bool {
    let Some(goal) = agent.goal.filter(|_| !pockets.is_empty()) else { return false };
    let its = pockets.iter().find(|pocket| pocket.has_goal && pocket.contains(goal));
    let is_dead = |cell: Cell| match its {
        Some(its) => !its.contains(cell),
        None => pockets.iter().any(|pocket| !pocket.has_goal && pocket.contains(cell) && !pocket.contains(goal)),
    };
    let mut has_way = false;
    map.each_step(agent.at, u8::MAX, |next, _, _| has_way |= occupancy.is_free(next) && !is_dead(next));
    !has_way
}

/// Whether two steps of small units cannot both begin.
fn cross(one: &Step, other: &Step) -> bool {
    one.to() == other.to() || one.crosses(other)
}

impl Way {
    /// The step that is to begin now, if any.
    fn begins(&self, agent: &Agent, now: Tick) -> Option<Step> {
        let next = self.cells.last().filter(|_| agent.step.is_none())?;
        Some(Step { from: agent.at, dir: agent.at.dir_to(*next)?, start: now, ticks: 1 })
    }

    /// Notes how far the unit has come. `false` if the way has come to its end, or the next step is not free any more or, since
    /// the map has changed, not possible.
    fn goes_on(&mut self, agent: &Agent, scene: &Scene<'_, '_>) -> bool {
        if agent.goal != Some(self.goal) {
            return false;
        }
        if self.cells.last() == Some(&agent.at) {
            self.cells.pop();
        }
        match self.cells.last() {
            Some(next) if agent.step.is_none() => agent.at.dir_to(*next).is_some_and(|dir| {
                scene.views[usize::from(agent.view)].map.step_cost(agent.at, dir).is_some()
                    && taken_on(agent, scene.occupancy, agent.at, dir).is_none()
            }),
            next => next.is_some(),
        }
    }
}

/// A cell that somebody else holds or enters of those that a unit would cover with its anchor on a cell.
fn taken_at(agent: &Agent, occupancy: &Occupancy, anchor: Cell) -> Option<Cell> {
    body(anchor, agent.size).find(|cell| !occupancy.is_free(*cell) && !covers(agent.at, agent.size, *cell))
}

/// The same of those that it covers during a step.
fn taken_on(agent: &Agent, occupancy: &Occupancy, from: Cell, dir: Dir) -> Option<Cell> {
    if agent.size == 1 || !dir.is_diagonal() {
        return taken_at(agent, occupancy, from.step(dir));
    }
    let step = Step { from, dir, start: 0, ticks: 1 };
    swept(&step, agent.size).find(|cell| !occupancy.is_free(*cell) && !covers(agent.at, agent.size, *cell))
}

/// A way over free cells to the goal of a unit, if there is one and it is found with the cells that are left: every cell that
/// is closed is taken off `left`. A first step that somebody crosses, or will with a step that is `bound` to begin now, is taken
/// if no other is as good.
///
/// # Errors
/// The pocket that the unit or its goal is in.
pub fn look(
    agent: &Agent,
    map: &WalkMap,
    occupancy: &Occupancy,
    (now, bound): (Tick, &[Step]),
    left: &mut usize,
) -> Result<Way, Pocket> {
    let Some(goal) = agent.goal else { return Err(Pocket::default()) };
    if let Some(taken) = taken_at(agent, occupancy, goal) {
        return Err(Pocket { shut_by: vec![taken], ..Pocket::default() });
    }
    let (width, height) = map.extent();
    // The least cost so far, and the direction of the step that it came by.
    let mut known: Chunked<(u32, u8)> = Chunked::new(width, height, 1, (u32::MAX, 0));
    let mut open = OpenList::default();
    known.touch(agent.at)[0] = (0, 0);
    open.push(Entry::new(map.octile(agent.at, goal), 0, agent.at, None));
    // The cells from which the goal can be reached, as long as the two searches have not met.
    let mut reaches = Chunked::new(width, height, 1, false);
    reaches.touch(goal)[0] = true;
    let mut flood = vec![goal];
    let mut flooded = 0;
    let mut have_met = false;
    let (mut around_unit, mut around_goal, mut closed) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(entry) = open.pop() {
        let at = entry.cell();
        if known.touch(at)[0].0 != entry.cost() {
            continue;
        }
        if at == goal {
            let back = |cell: &Cell| {
                let by = Dir::ALL[usize::from(known.get(*cell)?[0].1)];
                Some(cell.step(by.reverse())).filter(|before| *before != agent.at)
            };
            return Ok(Way { goal, cells: std::iter::successors(Some(goal), back).collect() });
        }
        *left = left.checked_sub(1).ok_or_else(Pocket::default)?;
        closed.push(at);
        map.each_step(at, u8::MAX, |next, dir, step| {
            if let Some(taken) = taken_on(agent, occupancy, at, dir) {
                around_unit.push(taken);
                return;
            }
            let first = Step { from: at, dir, start: now, ticks: 1 };
            let is_crossed = at == agent.at
                && (bound.iter().any(|step| cross(step, &first))
                    || occupancy.may_start(agent.unit, &first, agent.size).is_err());
            let cost = entry.cost() + step + if is_crossed { CROSSED } else { 0 };
            let best = &mut known.touch(next)[0];
            if cost < best.0 {
                *best = (cost, dir as u8);
                open.push(Entry::new(cost + map.octile(next, goal), cost, next, None));
            }
        });
        if have_met {
            continue;
        }
        let Some(&behind) = flood.get(flooded) else { return Err(Pocket::of(agent, around_goal, flood, true)) };
        flooded += 1;
        *left = left.checked_sub(1).ok_or_else(Pocket::default)?;
        map.each_step(behind, u8::MAX, |before, back, _| {
            if reaches.touch(before)[0] {
                return;
            }
            let taken = taken_at(agent, occupancy, before);
            if let Some(taken) = taken.or_else(|| taken_on(agent, occupancy, before, back.reverse())) {
                around_goal.push(taken);
                return;
            }
            reaches.touch(before)[0] = true;
            have_met |= known.get(before).is_some_and(|known| known[0].0 != u32::MAX);
            flood.push(before);
        });
    }
    Err(Pocket::of(agent, around_unit, closed, false))
}
