//! Checks a one-shot plan, step by step, in time linear in agents × steps.

use super::{Findings, Kind};
use crate::base::{Cell, Grid};

/// What stands on a cell of the configuration before and of the present one: the step and the agent, the first if
/// there are several.
#[derive(Debug, Clone, Copy)]
struct Mark {
    time: u32,
    agent: u32,
}

/// Holds the last configuration and judges the next.
///
/// Each pair of agents gets at most one conflict per step, the first that holds of: vertex, swap, block. In a cell
/// that holds several agents only the first takes part in swaps and blocks; the others are reported with it as vertex
/// conflicts anyway.
#[derive(Debug, Clone)]
pub struct PlanChecker<'a> {
    passable: &'a Grid<bool>,
    diagonals: bool,
    starts: &'a [Cell],
    goals: &'a [Cell],
    /// Where everybody is; empty before the first step.
    last: Vec<Cell>,
    seen: u32,
    /// Two layers, for even and odd steps.
    marks: [Grid<Mark>; 2],
    /// The last step at which each agent was not at its goal.
    last_away: Vec<Option<u32>>,
    loss: u64,
    findings: Findings,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanReport {
    pub findings: Findings,
    /// Steps made: configurations less one.
    pub steps: u32,
    /// Agents at their goals at the end.
    pub arrived: u32,
    /// Steps until each agent rests at its goal for good, summed; one that is not there at the end counts all steps.
    pub sum_of_costs: u64,
    /// Steps of all agents, less those that began and ended at the goal.
    pub sum_of_loss: u64,
    /// Steps until the last agent rests at its goal for good.
    pub makespan: u32,
}

impl PlanReport {
    /// Whether everybody got home and no law was broken.
    pub fn is_solution(&self) -> bool {
        self.findings.total() == 0
    }
}

const NEVER: Mark = Mark { time: u32::MAX, agent: 0 };

/// Whether a step leads from one cell of the 2×2 block with this top left cell to another one of it.
fn inside(block: Cell, from: Cell, to: Cell) -> bool {
    let holds = |cell: Cell| (block.x..=block.x + 1).contains(&cell.x) && (block.y..=block.y + 1).contains(&cell.y);
    from != to && holds(from) && holds(to)
}

impl<'a> PlanChecker<'a> {
    /// A checker of plans that lead from `starts` to `goals`, one of each per agent, over passable cells; without
    /// `diagonals` only straight steps are legal.
    pub fn new(passable: &'a Grid<bool>, diagonals: bool, starts: &'a [Cell], goals: &'a [Cell]) -> Self {
        let layer = passable.map(|_| NEVER);
        Self {
            passable,
            diagonals,
            starts,
            goals,
            last: Vec::new(),
            seen: 0,
            marks: [layer.clone(), layer],
            last_away: vec![None; goals.len()],
            loss: 0,
            findings: Findings::default(),
        }
    }

    /// Takes the next configuration, the cell of each agent; the first is the one before the first step.
    pub fn step(&mut self, positions: &[Cell]) {
        let time = self.seen;
        if positions.len() != self.starts.len() {
            let cell = positions.first().copied().unwrap_or_default();
            self.findings.add(Kind::Count, (positions.len() as u32, None), cell, time);
            return;
        }
        for (agent, cell) in (0..).zip(positions) {
            self.enter(agent, *cell, time);
        }
        if self.last.is_empty() {
            for (agent, (cell, start)) in (0..).zip(positions.iter().zip(self.starts)) {
                if cell != start {
                    self.findings.add(Kind::WrongStart, (agent, None), *cell, time);
                }
            }
        } else {
            for agent in 0..positions.len() {
                self.judge(agent, positions, time);
            }
        }
        for (agent, (cell, goal)) in positions.iter().zip(self.goals).enumerate() {
            let was_home = self.last.get(agent).is_none_or(|last| last == goal);
            if cell != goal {
                self.last_away[agent] = Some(time);
            }
            // The first configuration is no step.
            self.loss += u64::from(time > 0 && !(was_home && cell == goal));
        }
        self.last.clear();
        self.last.extend_from_slice(positions);
        self.seen += 1;
    }

    /// Ground and vertex conflicts of one agent.
    fn enter(&mut self, agent: u32, cell: Cell, time: u32) {
        if self.passable.get(cell) != Some(&true) {
            self.findings.add(Kind::Blocked, (agent, None), cell, time);
        }
        let Some(mark) = self.marks[time as usize % 2].get_mut(cell) else { return };
        if mark.time == time {
            let other = mark.agent;
            self.findings.add(Kind::Vertex, (agent, Some(other)), cell, time);
        } else {
            *mark = Mark { time, agent };
        }
    }

    /// The agent that stood on a cell before the step that led to `time`.
    fn before(&self, cell: Cell, time: u32) -> Option<usize> {
        let mark = self.marks[(time as usize + 1) % 2].get(cell)?;
        (mark.time == time - 1).then_some(mark.agent as usize)
    }

    fn judge(&mut self, agent: usize, positions: &[Cell], time: u32) {
        let (from, to) = (self.last[agent], positions[agent]);
        if from == to {
            return;
        }
        let name = agent as u32;
        if from.chebyshev(to) > 1 {
            self.findings.add(Kind::Jump, (name, None), to, time);
            return;
        }
        // Each pair is looked at from both sides and reported from the side of the lower number.
        if let Some(other) = self.before(to, time)
            && other > agent
            && positions[other] == from
        {
            self.findings.add(Kind::Swap, (name, Some(other as u32)), to, time);
        }
        if from.x == to.x || from.y == to.y {
            return;
        }
        let free = |cell| self.passable.get(cell) == Some(&true);
        if !self.diagonals || !free(Cell::new(from.x, to.y)) || !free(Cell::new(to.x, from.y)) {
            self.findings.add(Kind::Corner, (name, None), to, time);
        }
        let block = Cell::new(from.x.min(to.x), from.y.min(to.y));
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let corner = Cell::new(block.x + dx, block.y + dy);
            let Some(other) = self.before(corner, time).filter(|other| *other != agent) else { continue };
            let (start, end) = (self.last[other], positions[other]);
            let is_diagonal = start.x != end.x && start.y != end.y;
            let is_other_kind = end == to || start == to && end == from;
            // Of two diagonals the lower number reports.
            if inside(block, start, end) && !is_other_kind && (!is_diagonal || agent < other) {
                self.findings.add(Kind::Block, (name, Some(other as u32)), to, time);
            }
        }
    }

    /// Whether everybody is at the goal now.
    pub fn all_home(&self) -> bool {
        self.last.len() == self.goals.len() && self.last == self.goals
    }

    /// The judgement; the configuration last taken is the end of the plan. A plan without any is one that stays at the
    /// starts.
    pub fn finish(mut self) -> PlanReport {
        if self.seen == 0 {
            let starts = self.starts;
            self.step(starts);
        }
        let steps = self.seen - 1;
        let mut arrived = 0;
        let (mut sum_of_costs, mut makespan) = (0, 0);
        for agent in 0..self.goals.len() {
            let away = self.last.get(agent) != Some(&self.goals[agent]);
            if away {
                let cell = self.last.get(agent).copied().unwrap_or_default();
                self.findings.add(Kind::NotAtGoal, (agent as u32, None), cell, steps);
            } else {
                arrived += 1;
            }
            let cost = self.last_away[agent].map_or(0, |time| (time + 1).min(steps));
            sum_of_costs += u64::from(cost);
            makespan = makespan.max(cost);
        }
        PlanReport { findings: self.findings, steps, arrived, sum_of_costs, sum_of_loss: self.loss, makespan }
    }
}
