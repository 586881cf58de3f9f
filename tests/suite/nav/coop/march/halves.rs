//! Crowds that choose in two halves: the same for any number of threads, and lawful.

use super::resting;
use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Fingerprint, Grid};
use gridmarch::nav::checker::{Body, Movement, TickChecker};
use gridmarch::nav::coop::march::{Agent, Crowd, Scene, Searches, Verdict, View};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::rra_pool::RraPool;
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, Walk, WalkMap};
use rand::RngExt;

const SIDE: u16 = 48;
const SIZES: [u8; 2] = [1, 2];

/// Units on a map that is edited, without the engine.
struct Field {
    terrain: Grid<Terrain>,
    costs: CostTable,
    /// The ground of each of [`SIZES`].
    maps: Vec<WalkMap>,
    occupancy: Occupancy,
    pool: RraPool,
    agents: Vec<Agent>,
    next: u32,
    crowd: Crowd,
    rng: Rng,
    /// Exchanges of goals so far.
    exchanges: usize,
}

impl Field {
    fn new(units: usize, seed: u64) -> Self {
        let mut rng = stream(seed, "field");
        let mut terrain = Grid::filled(SIDE, SIDE, Terrain::Grass);
        for cell in terrain.cells() {
            if rng.random_bool(0.06) {
                terrain[cell] = Terrain::Rock;
            }
        }
        let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
        let layer = |size| Layer { class: MovementClass::Foot, size };
        let maps = SIZES.map(|size| WalkMap::new(&terrain, &costs, layer(size))).to_vec();
        let occupancy = Occupancy::new(SIDE, SIDE);
        let (agents, crowd, pool) = (Vec::new(), Crowd::default(), RraPool::new(12));
        let mut field = Self { terrain, costs, maps, occupancy, pool, agents, next: 0, crowd, rng, exchanges: 0 };
        (0..units).for_each(|_| field.add());
        field
    }

    fn cell(&mut self) -> Cell {
        Cell::new(self.rng.random_range(0..SIDE as i16), self.rng.random_range(0..SIDE as i16))
    }

    /// Puts a unit somewhere, if there is room.
    fn add(&mut self) {
        let at = self.cell();
        self.add_at(at);
    }

    fn add_at(&mut self, at: Cell) {
        let (unit, view) = (UnitId(self.next), usize::from(self.next.is_multiple_of(9)));
        if (&self.maps[view]).is_passable(at) && self.occupancy.place(unit, at, SIZES[view]) {
            let ticks_per_cell = [6, 5, 7, 3][self.next as usize % 4];
            let side = u8::from(self.next % 10 == 7);
            let agent = Agent { view: view as u16, size: SIZES[view], ticks_per_cell, side, ..resting(unit, at) };
            self.agents.push(agent);
            self.next += 1;
        }
    }

    /// Takes a unit off the map.
    fn remove(&mut self, index: usize) {
        let agent = self.agents.remove(index);
        self.occupancy.remove(agent.unit, agent.at, agent.size, agent.step);
    }

    /// Paints a cell where nobody is near.
    fn edit(&mut self) {
        let cell = self.cell();
        let is_free = |dx, dy| self.occupancy.is_free(Cell::new(cell.x + dx, cell.y + dy));
        if (-1..=1).all(|dy| (-1..=1).all(|dx| is_free(dx, dy))) {
            self.terrain[cell] = if self.terrain[cell] == Terrain::Grass { Terrain::Rock } else { Terrain::Grass };
            for map in &mut self.maps {
                map.update(&self.terrain, &self.costs, &[cell]);
            }
            self.pool.clear();
        }
    }

    /// Sends those around a cell somewhere, each to a place of its own.
    fn order(&mut self, now: Tick) {
        let (from, to) = (self.cell(), self.cell());
        let members = self.agents.iter_mut().filter(|agent| agent.at.chebyshev(from) < 8);
        for (agent, place) in members.zip(0..) {
            let goal = Cell::new(to.x + place % 6, to.y + place / 6);
            if (&self.maps[usize::from(agent.view)]).is_passable(goal) {
                (agent.goal, agent.target, agent.post) = (Some(goal), goal, goal);
                (agent.rank, agent.group) = ((now, agent.unit.0), Some(now));
            }
        }
    }

    /// One tick up to the steps that begin; the cells that distances have closed.
    fn tick(&mut self, now: Tick) -> u64 {
        for agent in &mut self.agents {
            if agent.goal == Some(agent.at) && agent.step.is_none() {
                agent.goal = None;
            }
            agent.target = agent.goal.unwrap_or(agent.post);
            agent.late = if agent.goal.is_some() { now.saturating_sub(agent.still_since) } else { 0 };
        }
        let mut views: Vec<View<'_>> = self.maps.iter().map(|map| View { map, pool: None }).collect();
        let distances = Searches::Going(&mut self.pool);
        self.occupancy.begin_trial();
        let scene = Scene { now, views: &mut views, occupancy: &mut self.occupancy, distances, budget: 400 };
        let closed = self.crowd.tick(&mut self.agents, scene);
        self.occupancy.take_back();
        self.exchanges += self.crowd.exchanges.len();
        for (agent, verdict) in self.agents.iter_mut().zip(&self.crowd.verdicts) {
            if let Verdict::Starts(step) = verdict {
                self.occupancy.commit(agent.unit, step, agent.size);
                (agent.step, agent.facing, agent.still_since) = (Some(*step), step.dir, step.end());
            }
        }
        closed
    }

    /// Hands over the cells of those who are half way or there.
    fn hand_over(&mut self, next: Tick) {
        for agent in &self.agents {
            match agent.step {
                Some(step) if agent.size > 1 && step.end() == next => {
                    self.occupancy.finish(agent.unit, &step, agent.size)
                }
                Some(step) if agent.size == 1 && step.mid() == next => self.occupancy.leave(agent.unit, &step),
                _ => {}
            }
        }
        for agent in &mut self.agents {
            let Some(step) = agent.step else { continue };
            if step.mid() == next {
                agent.at = step.to();
                if agent.size == 1 {
                    self.occupancy.arrive(agent.unit, &step);
                }
            }
            agent.step = Some(step).filter(|step| step.end() > next);
        }
    }

    fn bodies(&self) -> Vec<Body> {
        let moving = |agent: &Agent| {
            agent.step.map(|step| Movement { from: step.from, to: step.to(), start: step.start, end: step.end() })
        };
        let body =
            |agent: &Agent| Body { unit: agent.unit.0, size: agent.size.into(), at: agent.at, moving: moving(agent) };
        self.agents.iter().map(body).collect()
    }
}

/// The fingerprints of a crowd under orders and edits, and how many have exchanged goals. Crowds of `many` choose in halves.
fn play(seed: u64, units: usize, many: usize, threads: usize) -> (Vec<u64>, usize) {
    let mut field = Field::new(units, seed);
    field.crowd.use_threads(threads);
    field.crowd.halve_from(many);
    let mut checker = TickChecker::new();
    let mut prints = Vec::new();
    for now in 0..160 {
        if now % 3 == 0 {
            field.order(now);
        }
        if now % 5 == 0 {
            field.edit();
        }
        if now % 7 == 0 && !field.agents.is_empty() {
            let index = field.rng.random_range(0..field.agents.len());
            field.remove(index);
            field.add();
        }
        field.tick(now);
        field.hand_over(now + 1);
        let ground = &field.maps[0];
        checker.tick(now + 1, &field.bodies(), |_, cell| ground.is_passable(cell));
        let mut print = Fingerprint::new();
        for agent in &field.agents {
            let goal = agent.goal.unwrap_or(Cell::new(-1, -1));
            print.add(agent.unit.0).add(agent.at.x).add(agent.at.y).add(goal.x).add(goal.y).add(agent.rank.0);
        }
        prints.push(print.finish());
    }
    assert_eq!(checker.findings().unlawful(), 0, "seed {seed}: {:?}", checker.findings().listed());
    (prints, field.exchanges)
}

#[test]
fn halves_are_the_same_for_any_number_of_threads() {
    let mut exchanges = 0;
    for seed in 0..6 {
        // Some crowds have now more and now fewer with a turn than it takes for halves.
        for (units, many) in [(300, 20), (600, 20), (300, 60), (150, 30)] {
            let (one, exchanged) = play(seed, units, many, 1);
            exchanges += exchanged;
            for threads in [2, 3, 8] {
                assert_eq!(play(seed, units, many, threads).0, one, "seed {seed}, {units} units, {threads} threads");
            }
            assert_ne!(play(seed, units, usize::MAX, 1).0, one, "it is another order than that of one crowd");
        }
    }
    assert!(exchanges > 100, "goals are exchanged: {exchanges}");
}

#[test]
fn small_crowds_choose_as_one() {
    assert_eq!(play(3, 200, 1_000, 2), play(3, 200, usize::MAX, 1));
}

#[test]
fn who_rests_far_from_all_movers_changes_nothing_and_is_left_alone() {
    let square = |left: i16, side: i16| (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(left + x, y)));
    let march = |rests: bool| {
        let mut field = Field::new(0, 7);
        square(0, 7).for_each(|cell| field.add_at(cell));
        let movers = field.agents.len();
        for (agent, goal) in field.agents.iter_mut().zip(square(12, 7)) {
            (agent.goal, agent.group) = (Some(goal), Some(1));
        }
        if rests {
            square(34, 14).for_each(|cell| field.add_at(cell));
            assert!(field.agents.len() > 3 * movers);
        }
        let mut course = Vec::new();
        for now in 0..120 {
            let closed = field.tick(now);
            assert!(field.crowd.verdicts[movers..].iter().all(|verdict| *verdict == Verdict::Nothing));
            assert!(
                field.crowd.left(&field.agents).all(|(index, _)| index < movers),
                "nobody asks for their distances"
            );
            field.hand_over(now + 1);
            course.push((closed, field.agents[..movers].iter().map(|agent| agent.at).collect::<Vec<_>>()));
        }
        course
    };
    let course = march(false);
    assert_eq!(course, march(true));
    assert_ne!(course[0].1, course[119].1, "the others march");
}
