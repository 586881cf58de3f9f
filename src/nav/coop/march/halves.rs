//! Large crowds choose in two halves of the map at the same time.
//!
//! Choosing is a long chain: everybody sees the choices of those before it. But who is far away matters to nobody. So the map
//! is cut in two where the crowd is halved, and each half chooses for itself, in the order of rank, the second one on a copy of
//! who is where. Who stands beside the cut, or is led, or on a detour, has no half and chooses after both. The cut moves from
//! tick to tick, so that this is nobody's lot for long.
//!
//! What comes of it is the same whether two threads do it or one after the other. Crowds that are smaller, or cannot be cut,
//! choose as one. All this follows from the tick alone: the copy is kept between ticks only to save time.

use super::decide::Decision;
use super::scratch::{Scratch, Stage, Turn};
use super::{Agent, Exchange, Scene, Searches, Verdict, View};
use crate::base::Cell;
use crate::nav::occupancy::Occupancy;
use crate::nav::step::{Step, Tick};
use std::thread;

/// Fewest units with a turn for which the crowd is halved, if nobody says otherwise: with fewer the copy takes as long as the
/// second thread saves.
const MANY: usize = 3_500;
/// Cells on each side of the cut whose units have no half: more than a step and its locks reach from both sides.
const MARGIN: i16 = 4;
/// Places of the cut that follow each other, and the cells from one to the next.
const SHIFTS: Tick = 4;
const SHIFT: i16 = 3 * MARGIN;
/// At most one of so many with a turn may be without a half.
const FEW: usize = 4;
/// Ticks without use after which the copies are given up.
const IDLE: Tick = 200;

/// Where the map is cut: before a row or a column.
#[derive(Debug, Clone, Copy)]
struct Cut {
    is_row: bool,
    at: i16,
}

impl Cut {
    /// Where most of those who have a turn get a half; `None` if too few would.
    fn of(agents: &[Agent], turns: &[Turn], now: Tick) -> Option<Self> {
        let shift = (now % SHIFTS) as i16 * SHIFT - SHIFT * (SHIFTS as i16 - 1) / 2;
        let bodies = turns.iter().map(|turn| &agents[turn.5 as usize]).map(|agent| (agent.at, agent.size));
        let bodies: Vec<(Cell, u8)> = bodies.collect();
        let cuts = [true, false].map(|is_row| {
            let mut line: Vec<i16> = bodies.iter().map(|(at, _)| Self::along(is_row, *at)).collect();
            let middle = line.len() / 2;
            let cut = Self { is_row, at: *line.select_nth_unstable(middle).1 + shift };
            (bodies.iter().filter(|(at, size)| cut.half(*at, *size).is_none()).count(), cut)
        });
        let (left_out, cut) = cuts.into_iter().min_by_key(|(left_out, _)| *left_out)?;
        (left_out * FEW <= turns.len()).then_some(cut)
    }

    const fn along(is_row: bool, cell: Cell) -> i16 {
        if is_row { cell.y } else { cell.x }
    }

    /// The half that a body belongs to, if any.
    fn half(self, at: Cell, size: u8) -> Option<Part> {
        let at = Self::along(self.is_row, at);
        if at + i16::from(size) <= self.at - MARGIN {
            Some(Part::First)
        } else {
            (at >= self.at + MARGIN).then_some(Part::Second)
        }
    }
}

/// A half of the crowd.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    First,
    Second,
}

/// What has changed since the last tick: cells, and the steps that have begun.
type Changes = Option<(Vec<Cell>, Vec<Step>)>;

/// The half that chooses on a copy, kept from tick to tick.
#[derive(Debug, Clone)]
struct Second {
    occupancy: Occupancy,
    memory: Scratch,
    agents: Vec<Agent>,
    verdicts: Vec<Verdict>,
    exchanges: Vec<Exchange>,
}

impl Second {
    fn new() -> Self {
        let (agents, verdicts, exchanges) = (Vec::new(), Vec::new(), Vec::new());
        Self { occupancy: Occupancy::new(1, 1), memory: Scratch::default(), agents, verdicts, exchanges }
    }

    /// Brings the copy up to date and makes ready for a tick.
    fn follow(&mut self, agents: &[Agent], scene: &Scene<'_, '_>, memory: &Scratch, changes: Changes) {
        match changes {
            Some((cells, steps)) => {
                self.occupancy.follow(scene.occupancy, &cells);
                self.memory.traffic.follow(&steps, scene.now);
            }
            None => {
                self.occupancy = scene.occupancy.copy();
                self.memory.fit(scene.extent());
                self.memory.traffic = memory.traffic.copy();
            }
        }
        self.agents.clear();
        self.agents.extend_from_slice(agents);
        self.verdicts.clear();
        self.verdicts.resize(self.agents.len(), Verdict::Nothing);
        self.exchanges.clear();
        self.memory.begin(&self.agents, scene.extent(), scene.now);
        self.memory.ahead.clone_from(&memory.ahead);
    }
}

/// The halves of a crowd that is a large one, or was so lately.
#[derive(Debug, Clone)]
pub(super) struct Halves {
    /// Fewest units with a turn for which the crowd is halved.
    pub(super) many: usize,
    second: Option<Box<Second>>,
    /// The tick at which they were needed last.
    used: Tick,
    /// The half of each agent.
    owners: Vec<Option<Part>>,
}

impl Default for Halves {
    fn default() -> Self {
        Self { many: MANY, second: None, used: 0, owners: Vec::new() }
    }
}

impl Halves {
    /// Brings the copy up to a tick while somebody else does `other` things, if the crowd is a large one or was so lately.
    pub(super) fn follow(
        &mut self,
        agents: &[Agent],
        scene: &mut Scene<'_, '_>,
        memory: &mut Scratch,
        threads: usize,
        other: impl FnOnce(&Scene<'_, '_>, &Scratch),
    ) {
        let is_large = agents.iter().filter(|agent| agent.wants_to_go()).count() >= self.many;
        if is_large {
            self.used = scene.now;
        }
        if !is_large && (self.second.is_none() || scene.now.saturating_sub(self.used) > IDLE) {
            self.second = None;
            scene.occupancy.forget_changes();
            memory.traffic.forget_steps();
            return other(scene, memory);
        }
        let changes = scene.occupancy.take_changes().zip(memory.traffic.take_steps());
        let changes = changes.filter(|_| self.second.is_some());
        let second = self.second.get_or_insert_with(|| Box::new(Second::new()));
        let (scene, memory) = (&*scene, &*memory);
        at_once(threads, || second.follow(agents, scene, memory, changes), || other(scene, memory));
    }

    /// Lets all choose who have a turn and belong to a half, if the crowd is a large one.
    pub(super) fn choose(&mut self, whole: &mut Decision<'_, '_>, turns: &[Turn], threads: usize) {
        let now = whole.scene.now;
        let Some(second) = self.second.as_mut().filter(|_| self.used == now) else { return };
        let Some(cut) = Cut::of(whole.agents, turns, now) else { return };
        let (forced, views) = (&whole.plans.forced, &whole.scene.views);
        let owner = |(index, agent): (usize, &Agent)| {
            let is_free = forced[index].is_none() && views[usize::from(agent.view)].pool.is_none();
            cut.half(agent.at, agent.size).filter(|_| is_free)
        };
        self.owners.clear();
        self.owners.extend(whole.agents.iter().enumerate().map(owner));
        whole.search_ahead(turns, &self.owners);
        let (mut ours, mut theirs) = (maps(whole.scene.views), maps(whole.scene.views));
        let (searches, plans) = (&*whole.scene.distances, whole.plans);
        let scene = |views, occupancy| Scene { now, views, occupancy, distances: Searches::Seen(searches), budget: 0 };
        let mut first = Decision {
            agents: whole.agents,
            scene: scene(&mut ours, whole.scene.occupancy),
            memory: whole.memory,
            plans,
            verdicts: whole.verdicts,
            exchanges: whole.exchanges,
        };
        let Second { occupancy, memory, agents, verdicts, exchanges } = &mut **second;
        occupancy.begin_trial();
        let scene = scene(&mut theirs, occupancy);
        let mut other = Decision { agents, scene, memory, plans, verdicts, exchanges };
        let owners = &self.owners;
        at_once(
            threads,
            || other.take_turns_of(Part::Second, owners, turns),
            || first.take_turns_of(Part::First, owners, turns),
        );
        second.occupancy.take_back();
        whole.take_over(second, owners);
    }
}

/// Does two things at the same time, the first one in another thread, or one after the other.
fn at_once(threads: usize, one: impl FnOnce() + Send, other: impl FnOnce()) {
    if threads > 1 {
        thread::scope(|scope| {
            scope.spawn(one);
            other();
        });
    } else {
        one();
        other();
    }
}

/// The same ground without searches of its own.
fn maps<'a>(views: &[View<'a>]) -> Vec<View<'a>> {
    views.iter().map(|view| View { map: view.map, pool: None }).collect()
}

impl Decision<'_, '_> {
    /// Goes on with the searches of those who have a half, as far as the budget of the tick goes: no half can.
    fn search_ahead(&mut self, turns: &[Turn], owners: &[Option<Part>]) {
        for (.., index) in turns {
            if self.scene.budget == 0 {
                break;
            }
            if owners[*index as usize].is_some() {
                self.source(*index as usize);
            }
        }
    }

    /// Lets those choose who have a turn and belong to one half. Nobody else is asked to move.
    fn take_turns_of(&mut self, half: Part, owners: &[Option<Part>], turns: &[Turn]) {
        let before = self.memory.stage.clone();
        for (stage, _) in self.memory.stage.iter_mut().zip(owners).filter(|(_, owner)| **owner != Some(half)) {
            *stage = Stage::Chosen;
        }
        self.take_turns(turns);
        let stages = self.memory.stage.iter_mut().zip(before).zip(owners);
        for ((stage, before), _) in stages.filter(|(_, owner)| **owner != Some(half)) {
            *stage = before;
        }
    }

    /// Takes over what the second half has chosen.
    fn take_over(&mut self, half: &Second, owners: &[Option<Part>]) {
        let theirs = &half.memory;
        let used = std::mem::take(&mut self.memory.used);
        used.iter().chain(&theirs.used).for_each(|place| self.scene.distances.use_again(*place));
        for (index, _) in owners.iter().enumerate().filter(|(_, owner)| **owner == Some(Part::Second)) {
            if theirs.stage[index] != Stage::Chosen || self.memory.stage[index] == Stage::Chosen {
                continue;
            }
            self.memory.stage[index] = Stage::Chosen;
            self.verdicts[index] = half.verdicts[index];
            self.agents[index].passed_at = half.agents[index].passed_at;
            if let Verdict::Starts(step) = half.verdicts[index] {
                let agent = &self.agents[index];
                self.scene.occupancy.commit(agent.unit, &step, agent.size);
                self.queue_on(index, &step);
            }
        }
        for index in theirs.looked.iter().map(|index| *index as usize) {
            let number = self.agents[index].unit.0 as usize;
            self.memory.ahead[number] = theirs.ahead[number];
            if let Some(surroundings) = theirs.surroundings[index] {
                self.memory.note_surroundings(index, surroundings);
            }
        }
        for exchange in &half.exchanges {
            for unit in [exchange.asker, exchange.other] {
                let Some(index) = self.agent_of(unit) else { continue };
                let agent = half.agents[index];
                self.agents[index] = agent;
                if agent.goal.is_some() {
                    self.give_goal(&agent);
                }
            }
            self.exchanges.push(*exchange);
        }
        for cell in theirs.claimed.iter().filter(|cell| theirs.is_claimed.contains(**cell)) {
            self.claim(*cell, theirs.claimants[*cell] as usize);
        }
        theirs.traffic.steps().iter().for_each(|step| self.memory.traffic.note(step));
    }
}
