//! Who steps where now: priority inheritance with backtracking, as described in [`super`].

use super::plans::Plans;
use super::scratch::{Glance, NOBODY, Scratch, Stage, Turn};
use super::{Agent, Exchange, Scene, Verdict};
use crate::base::{Cell, Dir};
use crate::nav::occupancy::{Obstacle, body, covers, swept};
use crate::nav::step::{Step, Tick, UnitId};
use crate::nav::terrain::step_ticks;
use crate::nav::walk::{Walk, WalkMap};

/// Longest chain of units that push each other within one tick; the next link waits for the next tick. Keeps the
/// recursion within a small stack.
const LONGEST_CHAIN: usize = 250;

/// Ticks of standing after which a large body lets those in its way step anywhere: one second.
const CLEARS_AFTER: Tick = 20;

/// What a unit that was asked to move can offer to who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Started,
    /// It will go as soon as the place that it waits for is free.
    Promised,
    /// It cannot.
    Stuck,
}

pub(super) struct Decision<'a, 'v> {
    pub(super) agents: &'a mut [Agent],
    pub(super) scene: Scene<'a, 'v>,
    pub(super) memory: &'a mut Scratch,
    pub(super) plans: &'a Plans,
    pub(super) verdicts: &'a mut [Verdict],
    pub(super) exchanges: &'a mut Vec<Exchange>,
}

/// Notes who has a turn, in the order in which they choose.
pub(super) fn order(agents: &[Agent], plans: &Plans, memory: &Scratch, turns: &mut Vec<Turn>) {
    turns.clear();
    turns.extend(agents.iter().enumerate().filter_map(|(index, agent)| {
        let forced = plans.forced[index];
        let has_turn = agent.wants_to_go() || agent.step.is_none() && forced.is_some_and(|step| step.is_some());
        let left = memory.ahead[agent.unit.0 as usize].left;
        let order = if plans.leaders.goes_first(agent.unit) { 0 } else { agent.rank.0.saturating_add(1) };
        has_turn.then_some((forced.is_none(), order, left, agent.rank.1, agent.unit, index as u32))
    }));
    turns.sort_unstable();
}

impl<'v> Decision<'_, 'v> {
    /// Lets all choose one after the other who have a turn and have not chosen.
    pub(super) fn take_turns(&mut self, turns: &[Turn]) {
        for (.., index) in turns {
            if self.memory.stage[*index as usize] == Stage::Open {
                self.choose(*index as usize, None);
            }
        }
    }

    pub(super) fn agent_of(&self, unit: UnitId) -> Option<usize> {
        self.memory.index.get(unit.0 as usize).filter(|index| **index != NOBODY).map(|index| *index as usize)
    }

    /// What others see of a unit, if it is among the agents.
    #[inline]
    pub(super) fn glance(&self, unit: UnitId) -> Option<&Glance> {
        self.memory.glances.get(unit.0 as usize).filter(|glance| glance.is_there)
    }

    pub(super) fn map(&self, index: usize) -> &'v WalkMap {
        self.scene.views[usize::from(self.agents[index].view)].map
    }

    fn claimant(&self, cell: Cell) -> Option<usize> {
        self.memory.is_claimed.contains(cell).then(|| self.memory.claimants[cell] as usize)
    }

    pub(super) fn claim(&mut self, cell: Cell, by: usize) {
        self.memory.is_claimed.insert(cell);
        self.memory.claimed.push(cell);
        self.memory.claimants[cell] = by as u32;
    }

    fn unclaim(&mut self, cell: Cell, by: usize) {
        if self.claimant(cell) == Some(by) {
            self.memory.is_claimed.remove(cell);
        }
    }

    /// Lets a unit choose its step. `pusher` wants its place, and then it does not stay if it can help it.
    fn choose(&mut self, index: usize, pusher: Option<usize>) -> Answer {
        self.memory.stage[index] = Stage::Choosing;
        let mut obstacle = None;
        let mut waits = false;
        for (_, choice) in self.preferences(index, pusher).iter() {
            let Some(dir) = choice else {
                waits = obstacle.is_none();
                break;
            };
            match self.attempt(index, dir, pusher) {
                Ok(answer) => {
                    self.memory.stage[index] = Stage::Chosen;
                    return answer;
                }
                Err(reason) => obstacle = obstacle.or(Some(reason)),
            }
            if self.memory.stage[index] == Stage::Open {
                // Its goal is another one now, and so are its preferences.
                return self.choose(index, pusher);
            }
        }
        if pusher.is_none() && self.exchange_after_waiting(index) {
            return self.choose(index, None);
        }
        if let Some(Obstacle::Unit(unit)) = obstacle.filter(|_| pusher.is_none()) {
            self.clear(index, unit);
        }
        self.memory.stage[index] = Stage::Chosen;
        self.verdicts[index] = match obstacle {
            _ if waits => Verdict::Waits,
            Some(obstacle) => Verdict::Stuck(obstacle),
            None => Verdict::Stuck(Obstacle::Terrain),
        };
        Answer::Stuck
    }

    /// Lets the unit that stands in the way of a large body, and had its turn in vain, step anywhere: be it to another place in
    /// that way, which is claimed for the large one otherwise. It may have no other.
    fn clear(&mut self, index: usize, unit: UnitId) {
        let agent = self.agents[index];
        let Some(other) = self.agent_of(unit) else { return };
        let mate = self.agents[other];
        let has_stood = agent.size > 1 && self.scene.now.saturating_sub(agent.still_since) >= CLEARS_AFTER;
        let is_in_vain = self.memory.stage[other] == Stage::Chosen && matches!(self.verdicts[other], Verdict::Stuck(_));
        if !has_stood || !is_in_vain || self.memory.has_asked[other] || mate.side != agent.side || mate.holds {
            return;
        }
        let meets = |dir: &Dir| body(agent.at.step(*dir), agent.size).any(|cell| covers(mate.at, mate.size, cell));
        let Some(step) = Dir::ALL.into_iter().find(meets).and_then(|dir| self.step(index, dir)) else { return };
        self.memory.has_asked[other] = true;
        self.ask(other, index, step);
    }

    /// Lets a unit choose that stands in the way of another's step.
    fn ask(&mut self, other: usize, index: usize, step: Step) -> Answer {
        self.agents[other].passed_at = self.agents[other].passed_at.max(self.agents[index].passed_at);
        self.memory.chain.push((index as u32, step));
        let answer = self.choose(other, Some(index));
        self.memory.chain.pop();
        answer
    }

    /// The step of a unit in a direction, beginning now.
    fn step(&self, index: usize, dir: Dir) -> Option<Step> {
        let agent = &self.agents[index];
        let cost = self.map(index).step_cost(agent.at, dir)?;
        Some(Step { from: agent.at, dir, start: self.scene.now, ticks: step_ticks(cost, agent.ticks_per_cell) })
    }

    /// Tries one step: asks those who stand in the way to move first.
    fn attempt(&mut self, index: usize, dir: Dir, pusher: Option<usize>) -> Result<Answer, Obstacle> {
        let step = self.step(index, dir).ok_or(Obstacle::Terrain)?;
        let agent = self.agents[index];
        let is_new = |cell: &Cell| !covers(agent.at, agent.size, *cell);
        // Most are small, and nothing is put on the heap for them.
        let (one, many): ([Cell; 1], Vec<Cell>);
        let cells: &[Cell] = if agent.size > 1 {
            many = swept(&step, agent.size).filter(is_new).collect();
            &many
        } else {
            one = [step.to()];
            &one
        };
        let mut waits_for = None;
        let mut asked: Vec<usize> = Vec::new();
        for cell in cells {
            if let Some(other) = self.claimant(*cell).filter(|other| *other != index) {
                return Err(Obstacle::Unit(self.agents[other].unit));
            }
            if let Some(entering) = self.scene.occupancy.entering(*cell) {
                return Err(Obstacle::Unit(entering));
            }
            let Some(holder) = self.scene.occupancy.holder(*cell) else { continue };
            if let Some(until) = self.scene.occupancy.leaving(*cell) {
                if agent.size > 1 || until > step.mid() {
                    waits_for = Some(Obstacle::Unit(holder));
                }
                continue;
            }
            let Some(other) = self.agent_of(holder) else { return Err(Obstacle::Unit(holder)) };
            let may_push = self.agents[other].side == agent.side && !self.agents[other].holds;
            match self.memory.stage[other] {
                Stage::Open if may_push => {
                    if !asked.contains(&other) {
                        asked.push(other);
                    }
                }
                Stage::Choosing if pusher != Some(other) && agent.size == 1 => {
                    return self.close_ring(index, other, step).ok_or(Obstacle::Unit(holder));
                }
                _ => return Err(Obstacle::Unit(holder)),
            }
        }
        if self.memory.chain.len() >= LONGEST_CHAIN && !asked.is_empty() {
            return Err(Obstacle::Unit(self.agents[asked[0]].unit));
        }
        for cell in cells {
            self.claim(*cell, index);
        }
        for other in asked {
            let unit = self.agents[other].unit;
            if self.memory.stage[other] == Stage::Chosen {
                waits_for = Some(Obstacle::Unit(unit));
                continue;
            }
            if self.exchange(index, other, true) {
                cells.iter().for_each(|cell| self.unclaim(*cell, index));
                self.memory.stage[index] = Stage::Open;
                return Err(Obstacle::Unit(unit));
            }
            let answer = self.ask(other, index, step);
            if let Verdict::Starts(_) = self.verdicts[index] {
                // A ring has closed behind.
                return Ok(Answer::Started);
            }
            match answer {
                Answer::Stuck => {
                    cells.iter().for_each(|cell| self.unclaim(*cell, index));
                    return Err(Obstacle::Unit(unit));
                }
                Answer::Promised => waits_for = Some(Obstacle::Unit(unit)),
                Answer::Started => {}
            }
        }
        if waits_for.is_none() {
            match self.scene.occupancy.start(agent.unit, &step, agent.size) {
                Ok(()) => {
                    self.verdicts[index] = Verdict::Starts(step);
                    self.memory.traffic.note(&step);
                    self.queue_on(index, &step);
                    return Ok(Answer::Started);
                }
                Err(Obstacle::Crossing)
                    if agent.size == 1 && cells.iter().all(|cell| self.scene.occupancy.holder(*cell).is_none()) =>
                {
                    // Nobody stands there; the crossing step will be over soon, but another way may be free now. Before a
                    // large body one has just made way, and is about to be out of it.
                    cells.iter().for_each(|cell| self.unclaim(*cell, index));
                    return Err(Obstacle::Crossing);
                }
                Err(obstacle) => waits_for = Some(obstacle),
            }
        }
        self.verdicts[index] = Verdict::Promised(waits_for.unwrap_or(Obstacle::Crossing));
        Ok(Answer::Promised)
    }

    /// Starts a ring of units each of which wants the place of the next: from `first`, which is choosing, along the chain
    /// to `last`, whose `step` closes it. All go at the pace of the slowest. `None` if that cannot be.
    fn close_ring(&mut self, last: usize, first: usize, step: Step) -> Option<Answer> {
        let start = self.memory.chain.iter().position(|(index, _)| *index as usize == first)?;
        let mut ring: Vec<(u32, Step)> = self.memory.chain[start..].to_vec();
        ring.push((last as u32, step));
        if ring.iter().any(|(index, _)| self.agents[*index as usize].size > 1) {
            return None;
        }
        let ticks = ring.iter().map(|(_, step)| step.ticks).max()?;
        let steps: Vec<(UnitId, Step)> =
            ring.iter().map(|(index, step)| (self.agents[*index as usize].unit, Step { ticks, ..*step })).collect();
        self.scene.occupancy.start_ring(&steps).ok()?;
        for ((index, _), (_, step)) in ring.iter().zip(&steps) {
            self.verdicts[*index as usize] = Verdict::Starts(*step);
            self.memory.stage[*index as usize] = Stage::Chosen;
        }
        Some(Answer::Started)
    }

    /// Lets others see that somebody has a goal now.
    pub(super) fn give_goal(&mut self, agent: &Agent) {
        let glance = &mut self.memory.glances[agent.unit.0 as usize];
        glance.has_goal = true;
        if !glance.is_under_way {
            self.memory.queue(agent.side, body(agent.at, agent.size));
        }
    }

    /// Lets others see the whole of a large body that has begun a step: to them it stands until the next tick.
    pub(super) fn queue_on(&mut self, index: usize, step: &Step) {
        let Agent { side, size, goal, .. } = self.agents[index];
        if size > 1 && goal.is_some() {
            self.memory.queue(side, swept(step, size));
        }
    }
}
