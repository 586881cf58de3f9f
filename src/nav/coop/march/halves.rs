//! Large crowds choose in two halves of the map at the same time.
//!
//! Choosing is a long chain: everybody sees the choices of those before it. But who is far away matters to nobody. So the map
//! is cut in two where the crowd is halved, and each half chooses for itself, in the order of rank, on its own copy of who is
//! where. Who stands beside the cut, or is led, or on a detour, has no half and chooses after both. The cut moves from tick
//! to tick, so that this is nobody's lot for long.
//!
//! What comes of it is the same whether two threads do it or one after the other. Crowds that are smaller, or cannot be cut,
//! choose as one. All this follows from the tick alone: what is kept between ticks only saves time.

use super::decide::Decision;
use super::scratch::{Scratch, Stage, Turn};
use super::{Agent, Exchange, Scene, Searches, Verdict, View};
use crate::base::Cell;
use crate::nav::occupancy::Occupancy;
use crate::nav::step::{Step, Tick};
use std::thread;

/// Fewest units with a turn for which the crowd is halved.
const MANY: usize = 1_500;
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
        if turns.len() < MANY {
            return None;
        }
        let shift = (now % SHIFTS) as i16 * SHIFT - SHIFT * (SHIFTS as i16 - 1) / 2;
        let cuts = [true, false].map(|is_row| {
            let at = |turn: &Turn| Self::along(is_row, agents[turn.5 as usize].at);
            let mut line: Vec<i16> = turns.iter().map(at).collect();
            let middle = line.len() / 2;
            let cut = Self { is_row, at: *line.select_nth_unstable(middle).1 + shift };
            let left_out = turns.iter().filter(|turn| cut.half(&agents[turn.5 as usize]).is_none()).count();
            (left_out, cut)
        });
        let (left_out, cut) = cuts.into_iter().min_by_key(|(left_out, _)| *left_out)?;
        (left_out * FEW <= turns.len()).then_some(cut)
    }

    const fn along(is_row: bool, cell: Cell) -> i16 {
        if is_row { cell.y } else { cell.x }
    }

    /// The half that the place of a unit belongs to, if any: the first or the second one.
    fn half(self, agent: &Agent) -> Option<usize> {
        let at = Self::along(self.is_row, agent.at);
        if at + i16::from(agent.size) <= self.at - MARGIN {
            Some(0)
        } else {
            (at >= self.at + MARGIN).then_some(1)
        }
    }
}

/// What has changed since the last tick: cells, and the steps that have begun.
type Changes = Option<(Vec<Cell>, Vec<Step>)>;

/// One half, kept from tick to tick.
#[derive(Debug, Clone)]
struct Half {
    occupancy: Occupancy,
    memory: Scratch,
    agents: Vec<Agent>,
    verdicts: Vec<Verdict>,
    exchanges: Vec<Exchange>,
}

impl Half {
    fn new() -> Self {
        let (agents, verdicts, exchanges) = (Vec::new(), Vec::new(), Vec::new());
        Self { occupancy: Occupancy::new(1, 1), memory: Scratch::default(), agents, verdicts, exchanges }
    }

    /// Brings the copies up to date.
    fn follow(&mut self, whole: &Decision<'_, '_>, changes: &Changes) {
        match changes {
            Some((cells, steps)) => {
                self.occupancy.follow(whole.scene.occupancy, cells);
                self.memory.traffic.follow(steps, whole.scene.now);
            }
            None => {
                self.occupancy = whole.scene.occupancy.copy();
                self.memory.fit(whole.extent());
                self.memory.traffic = whole.memory.traffic.copy();
            }
        }
    }

    /// Lets those choose who have a turn and belong to this half, which is one of the two.
    fn choose(&mut self, own: usize, owners: &[Option<usize>], turns: &[Turn], whole: &Decision<'_, '_>) {
        let Self { occupancy, memory, agents, verdicts, exchanges } = self;
        agents.clear();
        agents.extend_from_slice(whole.agents);
        verdicts.clear();
        verdicts.resize(agents.len(), Verdict::Nothing);
        exchanges.clear();
        memory.begin(agents, whole.extent(), whole.scene.now);
        memory.ahead.clone_from(&whole.memory.ahead);
        for (stage, owner) in memory.stage.iter_mut().zip(owners) {
            if *owner != Some(own) {
                *stage = Stage::Chosen;
            }
        }
        let mut views: Vec<View<'_>> = whole.scene.views.iter().map(|view| View { map: view.map, pool: None }).collect();
        occupancy.begin_trial();
        let distances = Searches::Seen(&whole.scene.distances);
        let scene = Scene { now: whole.scene.now, views: &mut views, occupancy, distances, budget: 0 };
        Decision { agents, scene, memory, plans: whole.plans, verdicts, exchanges }.take_turns(turns);
        occupancy.take_back();
    }
}

/// Both halves of a crowd that is a large one, or was so lately.
#[derive(Debug, Clone, Default)]
pub(super) struct Halves {
    pair: Option<Box<[Half; 2]>>,
    /// The tick at which they were needed last.
    used: Tick,
    /// The half of each agent.
    owners: Vec<Option<usize>>,
}

impl Halves {
    /// Lets all choose who have a turn and belong to a half, if the crowd is a large one.
    pub(super) fn choose(&mut self, whole: &mut Decision<'_, '_>, turns: &[Turn], threads: usize) {
        let now = whole.scene.now;
        let cut = Cut::of(whole.agents, turns, now);
        if cut.is_none() && (self.pair.is_none() || now.saturating_sub(self.used) > IDLE) {
            self.pair = None;
            whole.scene.occupancy.forget_changes();
            whole.memory.traffic.forget_steps();
            return;
        }
        let changes = whole.scene.occupancy.take_changes().zip(whole.memory.traffic.take_steps());
        let changes = changes.filter(|_| self.pair.is_some());
        let pair = self.pair.get_or_insert_with(|| Box::new([Half::new(), Half::new()]));
        let Some(cut) = cut else {
            pair.iter_mut().for_each(|half| half.follow(whole, &changes));
            return;
        };
        self.used = now;
        let (forced, views) = (&whole.plans.forced, &whole.scene.views);
        let owner = |(index, agent): (usize, &Agent)| {
            let is_free = forced[index].is_none() && views[usize::from(agent.view)].pool.is_none();
            cut.half(agent).filter(|_| is_free)
        };
        self.owners.clear();
        self.owners.extend(whole.agents.iter().enumerate().map(owner));
        let owners = &self.owners;
        whole.search_ahead(turns, owners);
        let seen = &*whole;
        let work = |own: usize, half: &mut Half| {
            half.follow(seen, &changes);
            half.choose(own, owners, turns, seen);
        };
        let [first, second] = &mut **pair;
        if threads > 1 {
            thread::scope(|scope| {
                scope.spawn(|| work(1, second));
                work(0, first);
            });
        } else {
            work(0, first);
            work(1, second);
        }
        pair.iter().enumerate().for_each(|(own, half)| whole.take_over(own, half, owners));
    }
}

impl Decision<'_, '_> {
    /// Goes on with the searches of those who have a half, as far as the budget of the tick goes: no half can.
    fn search_ahead(&mut self, turns: &[Turn], owners: &[Option<usize>]) {
        for (.., index) in turns {
            if self.scene.budget == 0 {
                break;
            }
            if owners[*index as usize].is_some() {
                self.source(*index as usize);
            }
        }
    }

    /// Takes over what a half has chosen.
    fn take_over(&mut self, own: usize, half: &Half, owners: &[Option<usize>]) {
        let theirs = &half.memory;
        for (index, _) in owners.iter().enumerate().filter(|(_, owner)| **owner == Some(own)) {
            if theirs.stage[index] != Stage::Chosen || self.memory.stage[index] == Stage::Chosen {
                continue;
            }
            self.memory.stage[index] = Stage::Chosen;
            self.verdicts[index] = half.verdicts[index];
            if let Verdict::Starts(step) = half.verdicts[index] {
                let agent = &self.agents[index];
                self.scene.occupancy.commit(agent.unit, &step, agent.size);
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
                self.memory.glances[agent.unit.0 as usize].has_goal = agent.goal.is_some();
                self.agents[index] = agent;
            }
            self.exchanges.push(*exchange);
        }
        for cell in theirs.claimed.iter().filter(|cell| theirs.is_claimed.contains(**cell)) {
            self.claim(*cell, theirs.claimants[*cell] as usize);
        }
        theirs.traffic.steps().iter().for_each(|step| self.memory.traffic.note(step));
        theirs.used.iter().for_each(|place| self.scene.distances.use_again(*place));
    }
}
