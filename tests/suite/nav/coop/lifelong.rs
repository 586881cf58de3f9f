use super::fault;
use gridmarch::base::{Cell, Grid, rng};
use gridmarch::cli::bench::mapf::lifelong::run_lifelong;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::lifelong::fields::{FAR, Field, Search};
use gridmarch::nav::coop::lifelong::flow::{ALL, Flow, STEP, Weights};
use gridmarch::nav::coop::lifelong::guided::{GUIDED, Guided, PLAIN};
use gridmarch::nav::coop::lifelong::roads::Roads;
use gridmarch::nav::coop::lifelong::{Lifelong, LifelongPlanner};
use gridmarch::nav::coop::mapf::Moves;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::VecDeque;
use std::time::Duration;

/// A room with pillars, a third of it filled, and goals anywhere.
fn problem(seed: u64, moves: Moves) -> Lifelong {
    let mut rng = rng::stream(seed, "lifelong test");
    let cell = |place: usize| place % 14 % 3 != 1 || place / 14 % 3 != 1;
    let passable = Grid::from_rows(14, 11, (0..154).map(cell).collect());
    let mut free: Vec<Cell> = passable.iter().filter(|(_, free)| **free).map(|(cell, _)| cell).collect();
    free.shuffle(&mut rng);
    let starts = free[..free.len() / 3].to_vec();
    let tasks = (0..500).map(|_| free[rng.random_range(0..free.len())]).collect();
    Lifelong::new(passable, moves, starts, tasks).expect("it is valid")
}

/// Two rooms of 8 by 9 cells, joined by two corridors of one cell, whose inhabitants, so many of each, all want to get to the
/// other side.
fn rooms(each: usize) -> Lifelong {
    let is_free = |x: usize, y: usize| !(8..20).contains(&x) || y == 2 || y == 6;
    let passable = Grid::from_rows(28, 9, (0..252).map(|place| is_free(place % 28, place / 28)).collect());
    let mut rng = rng::stream(1, "rooms");
    let mut side = |from: i16| {
        let mut cells: Vec<Cell> = (0..72).map(|place| Cell::new(from + place % 8, place / 8)).collect();
        cells.shuffle(&mut rng);
        cells
    };
    let (west, east) = (side(0), side(20));
    let starts: Vec<Cell> = west[..each].iter().chain(&east[..each]).copied().collect();
    // Goals of the first half alternate between east and west, those of the others the other way round.
    let rounds = (0..40).flat_map(|round| {
        let (first, second) = if round % 2 == 0 { (&east, &west) } else { (&west, &east) };
        let goals =
            move |cells: &Vec<Cell>| (0..each).map(|agent| cells[(agent * 7 + round * 5) % 72]).collect::<Vec<_>>();
        [goals(first), goals(second)].concat()
    });
    let tasks = rounds.collect();
    Lifelong::new(passable, Moves::Four, starts, tasks).expect("it is valid")
}

#[test]
fn steps_are_legal_goals_are_reached_and_runs_repeat() {
    for seed in 0..6 {
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let problem = problem(seed, moves);
        let lattice = Lattice::new(&problem.passable, moves);
        let mut planners = [GUIDED, GUIDED, PLAIN].map(|manner| Guided::new(&problem, seed, manner));
        let agents = problem.starts.len();
        let (mut reached, mut positions) = (vec![0; agents], problem.starts.clone());
        let mut goals: Vec<Cell> = (0..agents).map(|agent| problem.goal(agent, 0)).collect();
        for step in 0..150 {
            let next = planners[0].next(&positions, &goals);
            assert_eq!(planners[1].next(&positions, &goals), next, "seed {seed}, step {step}");
            let [from, to] = [&positions, &next]
                .map(|cells| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<Vertex>>());
            assert_eq!(fault(&lattice, &from, &to), None, "seed {seed}, step {step}");
            positions = next;
            for agent in 0..agents {
                if positions[agent] == goals[agent] {
                    reached[agent] += 1;
                    goals[agent] = problem.goal(agent, reached[agent]);
                }
            }
        }
        assert!(reached.iter().all(|reached| *reached > 0), "seed {seed}: {reached:?}");
        assert!(planners[0].expanded() > 0 && planners[2].expanded() == 0);
        let report = run_lifelong(&problem, &mut planners[2], 150, None);
        assert_eq!((report.findings.unlawful(), report.steps, report.late), (0, 150, 0), "seed {seed}");
    }
}

#[test]
fn ways_around_the_traffic_of_others_bring_more_home() {
    let problem = rooms(20);
    let [plain, guided] =
        [PLAIN, GUIDED].map(|manner| run_lifelong(&problem, &mut Guided::new(&problem, 1, manner), 400, None).tasks);
    assert!(guided * 10 > plain * 12, "{guided} with and {plain} without");
}

#[test]
fn a_crowd_that_is_late_does_not_go_straight_as_one() {
    let problem = rooms(60);
    let [plain, guided] =
        [PLAIN, GUIDED].map(|manner| run_lifelong(&problem, &mut Guided::new(&problem, 1, manner), 800, None).tasks);
    assert!(guided * 2 > plain * 5, "{guided} with and {plain} without ways around the traffic");
}

#[test]
fn who_is_late_loses_the_steps_meanwhile() {
    /// Stands, and takes its time.
    struct Slow;
    impl LifelongPlanner for Slow {
        fn next(&mut self, positions: &[Cell], _goals: &[Cell]) -> Vec<Cell> {
            let mut sum = 0_u64;
            let begin = std::time::Instant::now();
            while begin.elapsed() < Duration::from_millis(2) {
                sum = std::hint::black_box(sum + 1);
            }
            positions.to_vec()
        }

        fn expanded(&self) -> u64 {
            0
        }
    }
    let report = run_lifelong(&problem(1, Moves::Four), &mut Slow, 100, Some(Duration::from_micros(100)));
    assert_eq!(report.steps, 100);
    assert!(report.late > 0 && report.plan_ms.len() < 100, "{} late", report.late);
}

#[test]
fn fields_without_traffic_are_distances_and_traffic_makes_ways_dearer() {
    let problem = problem(3, Moves::Four);
    let lattice = Lattice::new(&problem.passable, Moves::Four);
    let roads = Roads::new(&lattice);
    let number = |cell: Cell| roads.number(lattice.vertex(cell));
    let (start, goal) = (number(Cell::new(0, 0)), number(Cell::new(12, 10)));
    let mut flow = Flow::new(roads.len(), Weights { contraflow: 64, visits: 8 });
    let (mut search, mut field, mut way) = (Search::new(Moves::Four), Field::new(), Vec::new());
    assert!(search.fill(&roads, &flow, goal, start, ALL, &mut field) > 0);
    // Against a search of its own.
    let mut steps = vec![u32::MAX; roads.len()];
    let mut queue = VecDeque::from([goal]);
    steps[goal as usize] = 0;
    while let Some(cell) = queue.pop_front() {
        for to in roads.links(cell).iter().filter(|to| **to != u32::MAX) {
            if steps[*to as usize] == u32::MAX {
                steps[*to as usize] = steps[cell as usize] + 1;
                queue.push_back(*to);
            }
        }
    }
    for (own, steps) in field.iter().zip(&steps) {
        assert!(*own == FAR || u32::from(*own) == steps * STEP);
    }
    search.trace(&roads, &flow, &field, start, ALL, &mut way);
    assert_eq!((way.len() as u32 - 1, way[way.len() - 1]), (steps[start as usize], goal));
    // Many come the other way.
    let back: Vec<u32> = way.iter().rev().copied().collect();
    for _ in 0..30 {
        flow.change_way(&roads, &back, true);
    }
    flow.reckon(30);
    let before = field[start as usize];
    search.fill(&roads, &flow, goal, start, ALL, &mut field);
    assert!(field[start as usize] >= before);
    let first = way.clone();
    search.trace(&roads, &flow, &field, start, ALL, &mut way);
    let shared = way.windows(2).filter(|pair| first.windows(2).any(|other| other == *pair)).count();
    assert!(shared * 2 < first.len(), "{shared} of {} steps are against the traffic", first.len());
    // Who does not heed it, and who comes when it is over, goes straight.
    search.fill(&roads, &flow, goal, start, 0, &mut field);
    assert_eq!(field[start as usize], before);
    for _ in 0..30 {
        flow.change_way(&roads, &back, false);
    }
    flow.reckon(30);
    search.fill(&roads, &flow, goal, start, ALL, &mut field);
    assert_eq!(field[start as usize], before);
}

#[test]
fn what_is_no_problem_is_named_in_a_sentence() {
    let mut ground = Grid::filled(3, 1, true);
    ground[Cell::new(2, 0)] = false;
    let cell = |x| Cell::new(x, 0);
    let said = |starts: &[i16], tasks: &[i16]| {
        let cells = |places: &[i16]| places.iter().map(|x| cell(*x)).collect();
        Lifelong::new(ground.clone(), Moves::Four, cells(starts), cells(tasks)).expect_err("it is wrong")
    };
    assert_eq!(said(&[], &[0]), "at least one agent and one goal are needed");
    assert_eq!(said(&[2], &[0]), "the start (2, 0) of agent 1 is not passable");
    assert_eq!(said(&[0, 0], &[0]), "the start (0, 0) of agent 2 is that of agent 1 as well");
    assert_eq!(said(&[0], &[1, 2]), "goal 2 at (2, 0) is not passable");
}
