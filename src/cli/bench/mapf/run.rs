//! Runs one planner on one instance: asks for every step, takes the time, has every step checked.
//!
//! Knows neither the command line nor files, so that tests and experiments can use it.

use crate::arena::process_time;
use crate::base::{Cell, Grid};
use crate::nav::checker::{PlanChecker, PlanReport};
use crate::nav::coop::mapf::{Instance, Moves, OnlinePlanner};
use std::time::{Duration, Instant};

/// Time on the wall's clock and CPU time of the process, which stays 0 where the system does not tell it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    pub wall: Duration,
    pub cpu: Duration,
}

impl Effort {
    /// Does something and takes the time.
    pub fn of<T>(work: impl FnOnce() -> T) -> (T, Self) {
        let (wall, cpu) = (Instant::now(), process_time());
        let result = work();
        let cpu = process_time().zip(cpu).map_or(Duration::ZERO, |(after, before)| after.saturating_sub(before));
        (result, Self { wall: wall.elapsed(), cpu })
    }
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.wall += other.wall;
        self.cpu += other.cpu;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub max_steps: u32,
    /// Planning time in all after which no further step is asked for.
    pub time: Option<Duration>,
    /// Nodes in all after which no further step is asked for.
    pub nodes: Option<u64>,
    /// What it took to make the planner, which counts as planning for the first step.
    pub preparation: Effort,
}

impl Limits {
    /// So many steps, whatever time they take.
    pub fn steps(max_steps: u32) -> Self {
        Self { max_steps, time: None, nodes: None, preparation: Effort::default() }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The judgement of the checker, with the costs.
    pub plan: PlanReport,
    /// Planning time of each step in milliseconds, in the order of steps.
    pub plan_ms: Vec<f64>,
    /// The same as CPU time of the process, 0 where the system does not tell it.
    pub step_cpu_ms: Vec<f64>,
    /// Planning time in milliseconds until there was a plan for the whole way of everybody, or all were home.
    pub first_solution_ms: Option<f64>,
    pub effort: Effort,
    pub expanded: u64,
}

impl Report {
    /// Planning time in all, in milliseconds.
    pub(crate) fn total_ms(&self) -> f64 {
        self.plan_ms.iter().sum()
    }

    /// Mean planning time of a step in milliseconds, 0 without steps.
    pub fn mean_ms(&self) -> f64 {
        self.total_ms() / self.plan_ms.len().max(1) as f64
    }

    /// The least time in milliseconds that is not exceeded by this share of the steps (nearest rank), 0 without steps.
    pub fn quantile_ms(&self, share: f64) -> f64 {
        quantile(&self.plan_ms, share)
    }

    /// The same of the CPU time of all steps but the first.
    pub(crate) fn later_cpu_ms(&self, share: f64) -> f64 {
        quantile(self.step_cpu_ms.get(1..).unwrap_or_default(), share)
    }
}

/// The least value that is not exceeded by this share of them (nearest rank), 0 without any.
pub(super) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

/// Lets the planner make steps until all agents are at their goals or a limit is reached. `watch` sees where they are
/// before the first step and after each.
pub fn run_instance(
    instance: &Instance,
    planner: &mut dyn OnlinePlanner,
    limits: &Limits,
    mut watch: impl FnMut(&[Cell]),
) -> Report {
    let diagonals = instance.moves == Moves::Eight;
    let mut checker = PlanChecker::new(&instance.passable, diagonals, &instance.starts, &instance.goals);
    let mut positions = instance.starts.clone();
    checker.step(&positions);
    watch(&positions);
    let (mut plan_ms, mut step_cpu_ms) = (Vec::new(), Vec::new());
    let (mut effort, mut first_solution) = (limits.preparation, None);
    let mut before = Effort::default();
    while !checker.all_home()
        && plan_ms.len() < limits.max_steps as usize
        && limits.time.is_none_or(|limit| effort.wall < limit)
        && limits.nodes.is_none_or(|limit| planner.expanded() < limit)
    {
        effort += Effort::of(|| planner.plan(&positions)).1;
        if planner.has_plan() {
            first_solution.get_or_insert(effort.wall);
        }
        let (next, step) = Effort::of(|| planner.next(&positions));
        positions = next;
        effort += step;
        if planner.has_plan() {
            first_solution.get_or_insert(effort.wall);
        }
        plan_ms.push((effort.wall - before.wall).as_secs_f64() * 1e3);
        step_cpu_ms.push((effort.cpu - before.cpu).as_secs_f64() * 1e3);
        before = effort;
        checker.step(&positions);
        watch(&positions);
    }
    if checker.all_home() {
        first_solution.get_or_insert(effort.wall);
    }
    let first_solution_ms = first_solution.map(|time| time.as_secs_f64() * 1e3);
    Report { plan: checker.finish(), plan_ms, step_cpu_ms, first_solution_ms, effort, expanded: planner.expanded() }
}

/// Steps that each agent would need alone, by breadth-first searches from its start and its goal that meet; `None` for
/// an agent whose goal cannot be reached.
///
/// Written without the distances of any planner, so that the bound is independent of what it judges.
pub fn shortest_steps(instance: &Instance) -> Vec<Option<u32>> {
    let (width, height) = (usize::from(instance.passable.width()), usize::from(instance.passable.height()));
    // A blocked rim saves all checks at the border.
    let stride = width + 2;
    let place = |cell: Cell| (cell.y as usize + 1) * stride + cell.x as usize + 1;
    let mut free = vec![false; stride * (height + 2)];
    for (cell, passable) in instance.passable.iter() {
        free[place(cell)] = *passable;
    }
    let diagonals = instance.moves == Moves::Eight;
    let ways: Vec<(isize, isize)> =
        (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).filter(|way| *way != (0, 0)).collect();
    let to = |from: usize, (dx, dy): (isize, isize)| from.wrapping_add_signed(dy * stride as isize + dx);
    // One bit for each way that is legal from a cell.
    let legal = |from: usize| {
        let may_go = |(dx, dy): (isize, isize)| {
            let sides = dx == 0 || dy == 0 || diagonals && free[to(from, (dx, 0))] && free[to(from, (0, dy))];
            sides && free[to(from, (dx, dy))]
        };
        let bits = ways.iter().enumerate().filter(|(_, way)| may_go(**way));
        bits.fold(0u8, |bits, (bit, _)| bits | 1 << bit)
    };
    let legal: Vec<u8> = (0..free.len()).map(|from| if free[from] { legal(from) } else { 0 }).collect();
    // Twice the number of the last agent whose search has seen a cell, plus 1 if it came from the goal.
    let mut seen = vec![u32::MAX; free.len()];
    let mut search = |agent: u32, start: usize, goal: usize| {
        if start == goal {
            return Some(0);
        }
        let mut rings = [vec![start], vec![goal]];
        let mut next = Vec::new();
        (seen[start], seen[goal]) = (agent * 2, agent * 2 + 1);
        for steps in 1.. {
            // The smaller ring grows by one step as a whole; where it meets the other, the way is as long as all
            // steps so far.
            let side = usize::from(rings[1].len() < rings[0].len());
            let (own, others) = (agent * 2 + side as u32, agent * 2 + 1 - side as u32);
            for from in &rings[side] {
                let mut bits = legal[*from];
                while bits != 0 {
                    let cell = to(*from, ways[bits.trailing_zeros() as usize]);
                    bits &= bits - 1;
                    if seen[cell] == others {
                        return Some(steps);
                    }
                    if seen[cell] != own {
                        seen[cell] = own;
                        next.push(cell);
                    }
                }
            }
            if next.is_empty() {
                return None;
            }
            std::mem::swap(&mut rings[side], &mut next);
            next.clear();
        }
        None
    };
    let agents = (0..).zip(instance.starts.iter().zip(&instance.goals));
    agents.map(|(agent, (start, goal))| search(agent, place(*start), place(*goal))).collect()
}

/// Makes an instance of the first `agents` lines of a scenario, whose starts and goals are given line by line.
pub fn instance(passable: Grid<bool>, moves: Moves, lines: &[(Cell, Cell)], agents: usize) -> Result<Instance, String> {
    Instance::of_lines(passable, moves, lines, agents)
}
