//! A plan with everything that is known of it at each tick.
//!
//! What changes seldom is kept as changes: a route stands where it was made and holds until the next one. So any tick is
//! looked up by a binary search, forwards and backwards alike.

use super::block::{Block, Voxel};
use crate::base::Cell;
use crate::nav::checker::{Kind, PlanChecker, PlanReport, Violation};
use crate::nav::coop::insight::{Looked, Push, Route};
use crate::nav::coop::mapf::{Instance, Moves};

/// How a plan has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Everybody is at the goal.
    Arrived,
    /// The limit of steps.
    Steps,
    /// The limit of nodes, or somebody has stopped it.
    Stopped,
    /// It was read from a file.
    Read,
    /// It goes on.
    Open,
}

impl Ending {
    /// A few words for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Arrived => "everybody is at the goal",
            Self::Steps => "the limit of steps was reached",
            Self::Stopped => "stopped before it was over",
            Self::Read => "read from a file",
            Self::Open => "still going on",
        }
    }
}

/// What was thought at one tick, without what is kept as changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Thought {
    pub(super) order: Vec<u32>,
    pub(super) pressure: Vec<u32>,
    pub(super) pushes: Vec<Push>,
}

/// A plan.
#[derive(Debug, Clone)]
pub struct PlanRun {
    /// Who planned and how, for headings and tables.
    pub title: String,
    pub instance: Instance,
    /// Search nodes of all sorts.
    pub expanded: u64,
    pub ending: Ending,
    /// What RRA* looked at after memory for it was full is missing.
    pub unrecorded: bool,
    pub(super) steps: Vec<Box<[Cell]>>,
    /// Behind each step, from the one that leads to tick 1 on.
    pub(super) thoughts: Vec<Thought>,
    /// By agent: from which tick on which route holds.
    pub(super) routes: Vec<Vec<(u32, Option<Route>)>>,
    /// By agent: what RRA* has looked at, and how much of it up to which tick.
    pub(super) looked: Vec<(Vec<Looked>, Vec<(u32, u32)>)>,
    pub(super) conflicts: Vec<Violation>,
    pub(super) report: Option<PlanReport>,
}

/// How far a plan has come at a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Agents at their goals.
    pub home: u32,
    /// Steps so far of all agents that were not at their goals, or left them: the sum of loss.
    pub loss: u64,
    /// Conflicts up to here.
    pub conflicts: u32,
}

impl PlanRun {
    /// A plan of which nothing is known but where everybody stands at tick 0.
    pub(super) fn begin(title: String, instance: Instance) -> Self {
        let agents = instance.starts.len();
        Self {
            title,
            expanded: 0,
            ending: Ending::Open,
            unrecorded: false,
            steps: vec![instance.starts.clone().into()],
            thoughts: Vec::new(),
            routes: vec![Vec::new(); agents],
            looked: vec![(Vec::new(), Vec::new()); agents],
            conflicts: Vec::new(),
            report: None,
            instance,
        }
    }

    /// A plan from the places of all agents at each tick, which may be bad: the judge marks what is wrong. Where the goals
    /// are not known the last places are.
    ///
    /// # Errors
    /// One sentence if there is no tick, or ticks name different numbers of agents.
    pub fn of_steps(
        title: String,
        passable: crate::base::Grid<bool>,
        moves: Moves,
        steps: Vec<Vec<Cell>>,
        goals: Option<Vec<Cell>>,
    ) -> Result<Self, String> {
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
            return Err("a plan has one time step at least".into());
        };
        let agents = first.len();
        if let Some(other) = steps.iter().position(|step| step.len() != agents) {
            let count = steps[other].len();
            return Err(format!("time step {other} has {count} agents, the first has {agents}"));
        }
        let goals = goals.unwrap_or_else(|| last.clone());
        if goals.len() != agents {
            return Err(format!("there are {agents} agents in the plan and {} goals", goals.len()));
        }
        let instance = Instance { passable, moves, starts: first.clone(), goals };
        let mut run = Self::begin(title, instance);
        run.steps = steps.into_iter().map(Vec::into_boxed_slice).collect();
        run.thoughts = vec![Thought::default(); run.steps.len() - 1];
        run.ending = Ending::Read;
        run.judge();
        Ok(run)
    }

    /// Lets the judge look at the whole plan.
    pub(super) fn judge(&mut self) {
        let Instance { passable, moves, starts, goals } = &self.instance;
        let mut checker = PlanChecker::new(passable, *moves == Moves::Eight, starts, goals);
        self.steps.iter().for_each(|positions| checker.step(positions));
        let report = checker.finish();
        let listed = report.findings.listed().iter().copied();
        self.conflicts = listed.filter(|found| found.kind != Kind::NotAtGoal).collect();
        self.report = Some(report);
    }

    /// The last tick.
    pub fn last(&self) -> u32 {
        self.steps.len() as u32 - 1
    }

    /// Where everybody stands at a tick; after the last one everybody stays.
    pub fn at(&self, tick: u32) -> &[Cell] {
        &self.steps[(tick as usize).min(self.steps.len() - 1)]
    }

    /// Where everybody stands, tick by tick.
    pub fn steps(&self) -> impl Iterator<Item = &[Cell]> {
        self.steps.iter().map(|positions| &**positions)
    }

    /// What the plan costs and what is wrong with it; `None` while it goes on.
    pub const fn report(&self) -> Option<&PlanReport> {
        self.report.as_ref()
    }

    fn thought(&self, tick: u32) -> Option<&Thought> {
        // The step that leads from a tick to the next; at the end the last one.
        self.thoughts.get((tick as usize).min(self.thoughts.len().saturating_sub(1)))
    }

    /// Who chooses first at a tick, the first first; empty if nobody is before others.
    pub fn order(&self, tick: u32) -> &[u32] {
        self.thought(tick).map_or(&[], |thought| &thought.order)
    }

    /// What grows while an agent gets nowhere, by agent: agitation, failures, waits; empty if the planner has no such thing.
    pub fn pressure(&self, tick: u32) -> &[u32] {
        self.thought(tick).map_or(&[], |thought| &thought.pressure)
    }

    /// Who pushes whom in the step that leads from a tick to the next.
    pub fn pushes(&self, tick: u32) -> &[Push] {
        self.thought(tick).map_or(&[], |thought| &thought.pushes)
    }

    /// The route that an agent has when it leaves a tick, if it has one.
    pub fn route(&self, agent: u32, tick: u32) -> Option<&Route> {
        let changes = self.routes.get(agent as usize)?;
        let known = changes.partition_point(|(since, _)| *since <= tick);
        changes[..known].last().and_then(|(_, route)| route.as_ref())
    }

    /// What is reserved at a tick, from this one on: the rests of all routes. Places for good reach `beyond` ticks past the
    /// end of the longest route.
    pub fn reservations(&self, tick: u32, beyond: u32) -> Block {
        let routes: Vec<(u32, &Route)> =
            (0..self.routes.len() as u32).filter_map(|agent| Some((agent, self.route(agent, tick)?))).collect();
        let end = routes.iter().map(|(_, route)| route.start + route.cells.len() as u32).max().unwrap_or(tick);
        let mut voxels = Vec::new();
        for (owner, route) in routes {
            for at in tick.max(route.start)..end + beyond {
                match route.at(at) {
                    Some(cell) => voxels.push(Voxel { cell, tick: at, owner }),
                    None => break,
                }
            }
        }
        self.block_of(voxels)
    }

    /// Where everybody stands, at all ticks: the plan as a block.
    pub fn block(&self) -> Block {
        let at = |(tick, positions): (u32, &[Cell])| {
            (0..).zip(positions.to_vec()).map(move |(owner, cell)| Voxel { cell, tick, owner }).collect::<Vec<_>>()
        };
        self.block_of((0..).zip(self.steps()).flat_map(at).collect())
    }

    fn block_of(&self, voxels: Vec<Voxel>) -> Block {
        let passable = &self.instance.passable;
        Block::new(passable.width(), passable.height(), voxels)
    }

    /// What the search for true distances of an agent (RRA*) had looked at up to a tick, in order. A cell counts as closed
    /// if any entry says so, as open otherwise.
    pub fn looked(&self, agent: u32, tick: u32) -> &[Looked] {
        let Some((looked, marks)) = self.looked.get(agent as usize) else { return &[] };
        let known = marks.partition_point(|(since, _)| *since <= tick);
        let count = marks[..known].last().map_or(0, |(_, count)| *count as usize);
        &looked[..count.min(looked.len())]
    }

    /// What is wrong with the plan, in the order of time; the first thousand.
    pub fn conflicts(&self) -> &[Violation] {
        &self.conflicts
    }

    /// What is wrong at a tick.
    pub fn conflicts_at(&self, tick: u32) -> &[Violation] {
        let first = self.conflicts.partition_point(|found| found.time < tick);
        let end = self.conflicts.partition_point(|found| found.time <= tick);
        &self.conflicts[first..end]
    }

    /// How far everybody has come at a tick.
    pub fn standing(&self, tick: u32) -> Standing {
        let tick = tick.min(self.last());
        let goals = &self.instance.goals;
        let is_home = |tick: u32| self.at(tick).iter().zip(goals).map(|(cell, goal)| cell == goal);
        let lost = |tick: u32| is_home(tick).zip(is_home(tick - 1)).filter(|(now, before)| !(*now && *before)).count();
        Standing {
            home: is_home(tick).filter(|home| *home).count() as u32,
            loss: (1..=tick).map(|tick| lost(tick) as u64).sum(),
            conflicts: self.conflicts.partition_point(|found| found.time <= tick) as u32,
        }
    }
}
