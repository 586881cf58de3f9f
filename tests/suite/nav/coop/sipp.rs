use gridmarch::base::rng::Rng;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lattice::{Lattice, Vertex, directions};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::sipp::{Request, Sipp};
use gridmarch::nav::coop::timeline::{Plan, Timeline};
use gridmarch::nav::step::{FOREVER, Step, Tick, UnitId};
use rand::RngExt;
use std::collections::{BTreeSet, VecDeque};

/// How many ticks steps take in the tests: some steps are slower, some impossible.
fn pace(slow: bool, vertex: Vertex, dir: usize) -> u16 {
    if slow { 1 + (vertex as usize * 7 + dir * 3) as u16 % 4 } else { 1 }
}

/// A map with units that wander about on it, as far as they do not meet.
fn scene(rng: &mut Rng, moves: Moves, slow: bool) -> (Lattice, Timeline, Vec<Vertex>) {
    let passable = Grid::from_rows(5, 4, (0..20).map(|_| rng.random_range(0..6) != 0).collect());
    let lattice = Lattice::new(&passable, moves);
    let free: Vec<Vertex> = passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
    let mut timeline = Timeline::new(&lattice);
    for unit in 0..12 {
        let at = free[rng.random_range(0..free.len())];
        let (mut vertex, mut start, mut steps) = (at, 0, Vec::new());
        for _ in 0..rng.random_range(0..5) {
            start += rng.random_range(0..3);
            let dir = rng.random_range(0..8);
            if lattice.steps(vertex) >> dir & 1 == 1 {
                steps.push(lattice.step(vertex, dir, start, pace(slow, vertex, dir)));
                (vertex, start) = (lattice.to(vertex, dir), steps[steps.len() - 1].end());
            }
        }
        // Most leave the map in the end, so that there are ways at all.
        let hold = if rng.random_range(0..6) == 0 { FOREVER } else { start + 2 };
        let plan = Plan { unit: UnitId(unit), at, since: 0, steps: &steps, hold };
        if timeline.fits(&lattice, plan) {
            timeline.reserve(&lattice, plan);
        }
    }
    (lattice, timeline, free)
}

/// Soonest arrival by trying every start of every step: cell and tick at which a step may start.
fn brute_force(
    lattice: &Lattice,
    timeline: &Timeline,
    start: Vertex,
    goal: Vertex,
    slow: bool,
    last: Tick,
) -> Option<Tick> {
    let mut queue = VecDeque::from([(start, Vec::<Step>::new(), 0)]);
    let mut seen = BTreeSet::new();
    let mut best: Option<Tick> = None;
    while let Some((vertex, steps, time)) = queue.pop_front() {
        let fits =
            |steps: &[Step], hold| timeline.fits(lattice, Plan { unit: UnitId(99), at: start, since: 0, steps, hold });
        if vertex == goal && fits(&steps, FOREVER) {
            best = Some(best.map_or(time, |best| best.min(time)));
        }
        for dir in directions(lattice.steps(vertex)) {
            for begin in time..last {
                let mut longer = steps.clone();
                longer.push(lattice.step(vertex, dir, begin, pace(slow, vertex, dir)));
                let (to, end) = (lattice.to(vertex, dir), longer[longer.len() - 1].end());
                if end <= last && fits(&longer, end) && seen.insert((to, end)) {
                    queue.push_back((to, longer, end));
                }
            }
        }
    }
    best
}

fn compare(moves: Moves, slow: bool) {
    let (mut found, mut lost) = (0, 0);
    for seed in 0..150 {
        let mut rng = rng::stream(seed, "sipp test");
        let (lattice, timeline, free) = scene(&mut rng, moves, slow);
        let goal = free[rng.random_range(0..free.len())];
        let Some(start) = free.iter().copied().find(|vertex| {
            timeline.fits(&lattice, Plan { unit: UnitId(99), at: *vertex, since: 0, steps: &[], hold: 1 })
        }) else {
            continue;
        };
        let distances = Distances::new(&lattice, &[goal]);
        let request =
            Request { start, ready: 0, goal, horizon: FOREVER, latest: 24, expansions: 10_000, variant: seed as u32 };
        let mut steps = Vec::new();
        let result = Sipp::new(&lattice).search(
            &lattice,
            &timeline,
            &request,
            |vertex, dir| pace(slow, vertex, dir),
            |vertex| distances.steps(0, vertex).into(),
            &mut steps,
        );
        let expected = brute_force(&lattice, &timeline, start, goal, slow, 24);
        assert_eq!(result.map(|found| found.arrival), expected, "seed {seed}");
        if expected.is_some() {
            found += 1;
            let plan = Plan { unit: UnitId(99), at: start, since: 0, steps: &steps, hold: FOREVER };
            assert!(timeline.fits(&lattice, plan), "seed {seed}: {steps:?}");
            assert_eq!(steps.last().map_or(start, |step| lattice.vertex(step.to())), goal);
        } else {
            lost += 1;
        }
    }
    assert!(found > 50 && lost > 10, "{found} found and {lost} lost");
}

#[test]
fn steps_of_one_tick_arrive_as_soon_as_exhaustive_search_in_four_directions() {
    compare(Moves::Four, false);
}

#[test]
fn steps_of_one_tick_arrive_as_soon_as_exhaustive_search_in_eight_directions() {
    compare(Moves::Eight, false);
}

#[test]
fn steps_of_several_ticks_arrive_as_soon_as_exhaustive_search() {
    compare(Moves::Eight, true);
}

#[test]
fn a_search_with_a_horizon_stays_free_of_the_others_until_then() {
    for seed in 0..300 {
        let mut rng = rng::stream(seed, "sipp horizon test");
        let (lattice, timeline, free) = scene(&mut rng, Moves::Eight, true);
        let (start, goal) = (free[0], free[free.len() - 1]);
        if !timeline.fits(&lattice, Plan { unit: UnitId(99), at: start, since: 0, steps: &[], hold: 1 }) {
            continue;
        }
        let distances = Distances::new(&lattice, &[goal]);
        let request = Request { start, ready: 0, goal, horizon: 6, latest: FOREVER, expansions: 10_000, variant: 0 };
        let mut steps = Vec::new();
        let found = Sipp::new(&lattice).search(
            &lattice,
            &timeline,
            &request,
            |vertex, dir| pace(true, vertex, dir),
            |vertex| distances.steps(0, vertex).into(),
            &mut steps,
        );
        if found.is_some() {
            let hold = steps.last().map_or(0, Step::end).max(6);
            let plan = Plan { unit: UnitId(99), at: start, since: 0, steps: &steps, hold };
            assert!(timeline.fits(&lattice, plan), "seed {seed}: {steps:?}");
        }
    }
}
