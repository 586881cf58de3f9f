//! The way out of a jam that stepping aside alone does not open: a joint plan for the few units that are caught in it.
//!
//! When a unit has come no nearer for long, it and those around it become a small one-shot problem ([`crate::nav::coop::mapf`])
//! on the ground around them, which LaCAM ([`crate::nav::coop::lacam`]) solves or proves unsolvable within a number of joint
//! steps. Its plan is not a timetable, because units have different paces and others may come between: it fixes only the
//! order in which the members visit each cell (as in "action dependency graphs": W. Hönig et al., "Persistent and Robust
//! Execution of MAPF Schedules in Warehouses", RA-L 2019). Until the plan is done its members follow it and nothing else,
//! before everybody else. One jam is dissolved at a time.

use super::{Agent, Scene, index_of};
use crate::base::rng::stream;
use crate::base::{Cell, Dir, Grid};
use crate::nav::coop::distances::Distances;
use crate::nav::coop::lacam::{Lacam, Progress};
use crate::nav::coop::lattice::Lattice;
use crate::nav::coop::mapf::Moves;
use crate::nav::coop::pibt::World;
use crate::nav::regions::Regions;
use crate::nav::step::{Tick, UnitId};
use crate::nav::straight::{self, Plain};
use crate::nav::walk::Walk;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Ticks without coming nearer after which a unit counts as caught: ten seconds.
const CAUGHT_AFTER: Tick = 200;
/// The same for a jam of few, which steals nobody's time: two seconds.
const FEW_CAUGHT_AFTER: Tick = 40;
/// What few are.
const FEW: usize = 4;
/// Most members of a joint plan: larger crowds flow by themselves, and a plan that many have to keep to holds them up.
const MEMBERS: usize = 8;
/// Ticks after which the nearest of a larger crowd plan among the others: twenty seconds.
const CROWD_CAUGHT_AFTER: Tick = 400;
/// Farthest neighbour that belongs to the same jam, in cells.
const NEIGHBOUR: u32 = 8;
/// Cells around the members that the plan may use.
const ROOM: i16 = 14;
/// Joint steps of all searches for one jam together, times the number of members.
const WORK: u64 = 12_000;
/// Plans that the best is chosen of.
const ATTEMPTS: u64 = 16;
/// Ticks between two searches.
const PAUSE: Tick = 40;
/// Caught units whose surroundings are looked at before one search.
const LOOKS: usize = 8;

/// A joint plan that is being followed.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Who follows it.
    pub members: Vec<Member>,
    /// Who visits each cell, in order; units that have left again are taken out.
    pub visits: BTreeMap<Cell, VecDeque<UnitId>>,
    /// The last tick at which it is followed.
    pub until: Tick,
}

/// A unit in a joint plan.
#[derive(Debug, Clone)]
pub struct Member {
    /// Who it is.
    pub unit: UnitId,
    /// Where it wants to be, or rests.
    pub wants: Cell,
    /// The cells to visit; the first is where it is.
    pub path: VecDeque<Cell>,
}

/// The jam that is being dissolved, if any.
#[derive(Debug, Clone, Default)]
pub(super) struct Escape {
    plan: Option<Plan>,
    searched: Tick,
    /// Who was looked at last without a plan: the next in rank has its turn, so that a jam that cannot be dissolved does
    /// not keep the others waiting.
    tried: Option<Turn>,
}

/// The order in which caught units have their turns.
type Turn = ((u32, u32), UnitId);

const fn turn(agent: &Agent) -> Turn {
    (agent.rank, agent.unit)
}

/// What a member of a plan does at this tick: the step, or standing.
pub type Forced = Option<Dir>;

impl Escape {
    /// Who follows the joint plan that is on, and which cells each is still to visit.
    pub(super) fn followed(&self) -> impl Iterator<Item = (UnitId, &VecDeque<Cell>)> {
        self.plan.iter().flat_map(|plan| &plan.members).map(|member| (member.unit, &member.path))
    }

    /// Follows or makes a plan; calls `force` with the position of each member among the agents.
    pub(super) fn tick(&mut self, agents: &[Agent], scene: &Scene<'_, '_>, mut force: impl FnMut(usize, Forced)) {
        let find = |unit: UnitId| index_of(agents, unit);
        if let Some(plan) = &mut self.plan
            && (scene.now > plan.until || !plan.follow(agents, find) || !plan.is_possible(agents, scene, find))
        {
            self.plan = None;
        }
        if self.plan.is_none() && scene.now >= self.searched + PAUSE {
            self.search(agents, scene);
        }
        let Some(plan) = &self.plan else { return };
        for member in &plan.members {
            let Some(index) = find(member.unit) else { continue };
            force(index, plan.next(member, &agents[index]));
        }
    }

    /// Makes a plan for the first caught unit whose turn it is and whose jam is small enough.
    fn search(&mut self, agents: &[Agent], scene: &Scene<'_, '_>) {
        let is_caught = |agent: &&Agent| {
            is_movable(agent) && agent.goal.is_some() && agent.late >= FEW_CAUGHT_AFTER && !agent.is_patient
        };
        let mut caught: Vec<&Agent> = agents.iter().filter(is_caught).collect();
        caught.sort_unstable_by_key(|agent| turn(agent));
        let first = caught.partition_point(|agent| self.tried.is_some_and(|tried| turn(agent) <= tried));
        caught.rotate_left(first);
        for worst in caught.into_iter().take(LOOKS) {
            self.tried = Some(turn(worst));
            if let Some(members) = members(worst, agents) {
                self.searched = scene.now;
                self.plan = plan(worst, &members, agents, scene);
                if self.plan.is_some() {
                    self.tried = None;
                }
                return;
            }
        }
    }
}

/// Whether a plan may move a unit.
fn is_movable(agent: &Agent) -> bool {
    agent.size == 1 && !agent.holds
}

/// Where a unit is when its step is done.
pub(super) fn place(agent: &Agent) -> Cell {
    agent.step.map_or(agent.at, |step| step.to())
}

impl Plan {
    /// Notes who has come further. `false` if the plan is done or cannot be followed any more.
    pub fn follow(&mut self, agents: &[Agent], find: impl Fn(UnitId) -> Option<usize>) -> bool {
        let mut is_done = true;
        for member in &mut self.members {
            let Some(index) = find(member.unit) else { return false };
            let agent = &agents[index];
            if agent.wants() != member.wants {
                return false;
            }
            if member.path.len() > 1
                && agent.at == member.path[1]
                && agent.step.is_none()
                && let Some(left) = member.path.pop_front().and_then(|cell| self.visits.get_mut(&cell))
            {
                left.pop_front();
            }
            if agent.step.is_none() && agent.at != member.path[0] {
                return false;
            }
            is_done &= member.path.len() == 1;
        }
        !is_done
    }

    /// Whether the ground still allows all steps that are to be next.
    fn is_possible(&self, agents: &[Agent], scene: &Scene<'_, '_>, find: impl Fn(UnitId) -> Option<usize>) -> bool {
        self.members.iter().all(|member| {
            let Some(agent) = find(member.unit).map(|index| &agents[index]) else { return false };
            let map = scene.views[usize::from(agent.view)].map;
            match self.next(member, agent) {
                Some(dir) if agent.step.is_none() => map.step_cost(agent.at, dir).is_some(),
                _ => true,
            }
        })
    }

    /// The step of a member, if it is its turn.
    pub fn next(&self, member: &Member, agent: &Agent) -> Forced {
        let to = *member.path.get(1)?;
        let queue = self.visits.get(&to)?;
        let is_next = queue.front() == Some(&member.unit)
            // Right behind somebody who stands there and has to go on: it will be asked to.
            || queue.get(1) == Some(&member.unit)
                && self.members.iter().any(|other| queue.front() == Some(&other.unit) && other.path[0] == to);
        is_next.then(|| agent.at.dir_to(to)).flatten()
    }
}

/// The members of a jam around a caught unit; `None` if there are more than may plan together by now.
fn members(worst: &Agent, agents: &[Agent]) -> Option<Vec<usize>> {
    let most = match worst.late {
        0..CAUGHT_AFTER => FEW,
        CAUGHT_AFTER..CROWD_CAUGHT_AFTER => MEMBERS,
        _ => usize::MAX,
    };
    let may_be_one = |agent: &Agent| {
        let place = place(agent);
        is_movable(agent) && agent.side == worst.side && place.chebyshev(worst.at) <= 2 * u32::from(ROOM.unsigned_abs())
    };
    let mut found = vec![index_of(agents, worst.unit)?];
    let mut next = 0;
    while next < found.len() && found.len() <= MEMBERS {
        let centre = place(&agents[found[next]]);
        next += 1;
        for (index, agent) in agents.iter().enumerate() {
            let is_near = place(agent).chebyshev(centre) <= NEIGHBOUR;
            if is_near && may_be_one(agent) && !found.contains(&index) {
                found.push(index);
                // A crowd is found out by the first few.
                if found.len() > most {
                    return None;
                }
            }
        }
    }
    found.sort_by_key(|index| (place(&agents[*index]).chebyshev(worst.at), *index));
    found.truncate(MEMBERS);
    found.sort_unstable();
    Some(found)
}

/// The joint plan of the members of the jam around a unit, if there is one.
fn plan(worst: &Agent, members: &[usize], agents: &[Agent], scene: &Scene<'_, '_>) -> Option<Plan> {
    let cells: Vec<Cell> = members.iter().map(|index| place(&agents[*index])).collect();
    let map = |agent: &Agent| scene.views[usize::from(agent.view)].map;
    let (width, height) = map(worst).extent();
    let bound = |least: bool, of: fn(&Cell) -> i16, last: i16| {
        let all = cells.iter().map(of);
        if least { (all.min().unwrap_or(0) - ROOM).max(0) } else { (all.max().unwrap_or(0) + ROOM).min(last) }
    };
    let (left, right) = (bound(true, |cell| cell.x, 0), bound(false, |cell| cell.x, width as i16 - 1));
    let (top, bottom) = (bound(true, |cell| cell.y, 0), bound(false, |cell| cell.y, height as i16 - 1));
    let is_member = |unit: UnitId| members.iter().any(|index| agents[*index].unit == unit);
    let mut passable = Grid::filled((right - left + 1) as u16, (bottom - top + 1) as u16, false);
    let all: Vec<Cell> = passable.cells().collect();
    for cell in all {
        let there = Cell::new(cell.x + left, cell.y + top);
        let holder = scene.occupancy.holder(there).or(scene.occupancy.entering(there));
        passable[cell] =
            members.iter().all(|index| map(&agents[*index]).is_passable(there)) && holder.is_none_or(is_member);
    }
    let inside = |cell: Cell| (left..=right).contains(&cell.x) && (top..=bottom).contains(&cell.y);
    let local = |cell: Cell| Cell::new(cell.x - left, cell.y - top);
    let lattice = Lattice::new(&passable, Moves::Four);
    let areas = Regions::of_passable(passable.width(), passable.height(), |cell| passable[cell]);
    let mut wanted = Vec::new();
    for (index, start) in members.iter().zip(&cells) {
        // A unit that stands where not all members can stand has no part in the plan.
        let area = areas.region(local(*start))?;
        let exit = local(exit(&agents[*index], *start, scene, inside));
        wanted.push(if areas.region(exit) == Some(area) { exit } else { local(*start) });
    }
    let starts: Vec<u32> = cells.iter().map(|cell| lattice.vertex(local(*cell))).collect();
    let goals = goals(&lattice, &passable, &starts, &wanted)?;
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let solution = shortest(world, &starts, scene.now)?;
    let mut visits: BTreeMap<Cell, VecDeque<UnitId>> = BTreeMap::new();
    let mut plan: Vec<Member> = members
        .iter()
        .map(|index| Member { unit: agents[*index].unit, wants: agents[*index].wants(), path: VecDeque::new() })
        .collect();
    for joint in &solution {
        for (member, vertex) in plan.iter_mut().zip(joint.iter()) {
            let cell = lattice.cell(*vertex);
            let cell = Cell::new(cell.x + left, cell.y + top);
            if member.path.back() != Some(&cell) {
                member.path.push_back(cell);
                visits.entry(cell).or_default().push_back(member.unit);
            }
        }
    }
    let slowest = members.iter().map(|index| agents[*index].ticks_per_cell).max().unwrap_or(1);
    let until = scene.now + 4 * Tick::from(slowest) * (solution.len() as Tick + 4);
    Some(Plan { members: plan, visits, until })
}

/// The best of a number of joint plans, which differ in whom chance let go first: the one in which all are home soonest.
fn shortest(world: World<'_>, starts: &[u32], now: Tick) -> Option<Vec<Box<[u32]>>> {
    let mut best: Option<Vec<Box<[u32]>>> = None;
    let mut left = WORK / starts.len() as u64;
    for attempt in 0..ATTEMPTS {
        let seed = u64::from(now) * ATTEMPTS + attempt;
        let mut search = Lacam::new(world, starts, stream(seed, "escape"));
        if search.search(world, left) != Progress::Solved {
            // What one cannot find in so many steps, the others will hardly.
            break;
        }
        left -= search.joint_steps().min(left);
        let found = search.solution()?;
        if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found.into_iter().map(Box::from).collect());
        }
    }
    best
}

/// A goal of its own for every member, at or near the cell that it wants. The nearest chooses first: members that want to
/// leave by the same cell line up before it as they stand, and need not change places in a lane where they cannot.
fn goals(lattice: &Lattice, passable: &Grid<bool>, starts: &[u32], wanted: &[Cell]) -> Option<Vec<u32>> {
    let vertices: Vec<u32> = wanted.iter().map(|cell| lattice.vertex(*cell)).collect();
    let distances = Distances::new(lattice, &vertices);
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by_key(|member| (distances.steps(*member, starts[*member]), *member));
    let mut goals = vec![0; starts.len()];
    let mut taken = BTreeSet::new();
    for member in order {
        goals[member] = lattice.vertex(nearest_free(passable, wanted[member], &mut taken)?);
    }
    Some(goals)
}

/// Where a unit wants to be when the jam is over: its goal if that is inside, else the last cell inside on its way.
fn exit(agent: &Agent, start: Cell, scene: &Scene<'_, '_>, inside: impl Fn(Cell) -> bool) -> Cell {
    if inside(agent.wants()) {
        return agent.wants();
    }
    if agent.goal.is_none() {
        return start;
    }
    let map = scene.views[usize::from(agent.view)].map;
    let own = scene.views[usize::from(agent.view)].pool.as_deref();
    if Plain::between(map, start, agent.target).is_some() {
        return straight::way(start, agent.target).take_while(|cell| inside(*cell)).last().unwrap_or(start);
    }
    let Some(search) = own.unwrap_or(&scene.distances).peek(map.layer(), agent.target) else { return start };
    let mut at = start;
    while let Some(here) = search.estimate(at) {
        let nearer = Dir::ALL.into_iter().filter(|dir| map.step_cost(at, *dir).is_some()).map(|dir| at.step(dir));
        let next = nearer.filter_map(|cell| Some((search.estimate(cell)?, cell))).min();
        match next {
            Some((left, cell)) if left < here && inside(cell) => at = cell,
            _ => break,
        }
    }
    at
}

/// The cell nearest to a passable one, by steps over the ground, that is nobody's goal yet.
fn nearest_free(passable: &Grid<bool>, first: Cell, taken: &mut BTreeSet<Cell>) -> Option<Cell> {
    let mut seen = BTreeSet::from([first]);
    let mut open = VecDeque::from([first]);
    while let Some(cell) = open.pop_front() {
        if taken.insert(cell) {
            return Some(cell);
        }
        for dir in Moves::Four.dirs() {
            let next = cell.step(*dir);
            if passable.get(next) == Some(&true) && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    None
}
