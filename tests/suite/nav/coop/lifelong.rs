use super::fault;
use gridmarch::base::{Cell, Grid, rng};
use gridmarch::cli::bench::mapf::lifelong::run_lifelong;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::lifelong::fields::{FACINGS, FAR, Field, Search, ahead_right_left};
use gridmarch::nav::coop::lifelong::flow::{ALL, Flow, STEP, Weights};
use gridmarch::nav::coop::lifelong::guided::{GUIDED, Guided, PLAIN};
use gridmarch::nav::coop::lifelong::operations::{Operation, Outlook};
use gridmarch::nav::coop::lifelong::roads::Roads;
use gridmarch::nav::coop::lifelong::windowed::{Window, Windowed};
use gridmarch::nav::coop::lifelong::{FIRST_FACING, Lifelong, LifelongPlanner, is_in_time};
use gridmarch::nav::coop::mapf::Moves;
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::{BTreeMap, VecDeque};
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

/// The same with time for turns or without.
fn with_turns(mut problem: Lifelong, turns: bool) -> Lifelong {
    problem.turns = turns;
    problem
}

/// Lets two planners that should be alike make so many steps: each is legal and in time, and the same for both, and everybody
/// reaches a goal.
fn step_alike(problem: &Lifelong, [one, other]: [&mut dyn LifelongPlanner; 2], steps: u32) {
    let lattice = Lattice::new(&problem.passable, problem.moves);
    let agents = problem.starts.len();
    let (mut reached, mut positions) = (vec![0; agents], problem.starts.clone());
    let mut facings = vec![FIRST_FACING; agents];
    let mut goals: Vec<Cell> = (0..agents).map(|agent| problem.goal(agent, 0)).collect();
    for step in 0..steps {
        let next = one.next(&positions, &goals);
        assert_eq!(other.next(&positions, &goals), next, "step {step}");
        let [from, to] =
            [&positions, &next].map(|cells| cells.iter().map(|cell| lattice.vertex(*cell)).collect::<Vec<Vertex>>());
        assert_eq!(fault(&lattice, &from, &to), None, "step {step}");
        if problem.turns {
            for agent in 0..agents {
                let looks = one.facings()[agent];
                let is_right = is_in_time((positions[agent], facings[agent]), (next[agent], looks));
                assert!(is_right, "step {step}, agent {agent}");
                facings[agent] = looks;
            }
        }
        positions = next;
        for agent in 0..agents {
            if positions[agent] == goals[agent] {
                reached[agent] += 1;
                goals[agent] = problem.goal(agent, reached[agent]);
            }
        }
    }
    assert!(reached.iter().all(|reached| *reached > 0), "{reached:?}");
}

#[test]
fn steps_are_legal_goals_are_reached_and_runs_repeat() {
    for seed in 0..6 {
        let moves = if seed % 2 == 0 { Moves::Four } else { Moves::Eight };
        let problem = problem(seed, moves);
        let [mut one, mut other, mut plain] = [GUIDED, GUIDED, PLAIN].map(|manner| Guided::new(&problem, seed, manner));
        step_alike(&problem, [&mut one, &mut other], 150);
        assert!(one.expanded() > 0 && plain.expanded() == 0);
        let report = run_lifelong(&problem, &mut plain, 150, None);
        assert_eq!((report.findings.unlawful(), report.steps, report.late), (0, 150, 0), "seed {seed}");
    }
}

#[test]
fn who_looks_ahead_steps_legally_in_time_and_the_same_way_twice() {
    for seed in 0..6 {
        let problem = with_turns(problem(seed, Moves::Four), seed % 2 == 0);
        let window = Window { trials: 5_000, ..Window::of(&problem) };
        let [mut one, mut other] = [(); 2].map(|()| Windowed::new(&problem, seed, window));
        step_alike(&problem, [&mut one, &mut other], 200);
        assert_eq!(one.facings().is_empty(), !problem.turns);
        assert!(one.expanded() > 200 * 5_000);
    }
}

/// Goals reached in 300 steps of four problems.
fn reached(turns: bool, planner: impl Fn(&Lifelong) -> Box<dyn LifelongPlanner>) -> u64 {
    let problems = (0..4).map(|seed| with_turns(problem(seed, Moves::Four), turns));
    problems.map(|problem| run_lifelong(&problem, &mut *planner(&problem), 300, None).tasks).sum()
}

/// The planner that looks ahead, with so many trials.
fn windowed(trials: u64) -> impl Fn(&Lifelong) -> Box<dyn LifelongPlanner> {
    move |problem| Box::new(Windowed::new(problem, 1, Window { trials, ..Window::of(problem) }))
}

#[test]
fn who_looks_ahead_brings_more_home() {
    let guided = reached(false, |problem| Box::new(Guided::new(problem, 1, GUIDED)));
    let ahead = reached(false, windowed(5_000));
    assert!(ahead * 100 > guided * 105, "{ahead} with and {guided} without looking ahead");
}

#[test]
fn trials_improve_what_was_chosen() {
    for turns in [false, true] {
        let [few, many] = [0, 20_000].map(|trials| reached(turns, windowed(trials)));
        assert!(many * 10 > few * 11, "{many} with and {few} without trials, turns: {turns}");
    }
}

#[test]
fn in_one_step_one_goes_ahead_or_turns_by_90_degrees() {
    let [here, east, north] = [(4, 4), (5, 4), (4, 3)].map(|(x, y)| Cell::new(x, y));
    for (to, looks, is_right) in [
        (here, 1, true),
        (here, 0, true),
        (here, 2, true),
        (here, 3, false),
        (east, 1, true),
        (east, 2, false),
        (north, 1, false),
        (north, 0, false),
    ] {
        assert_eq!(is_in_time((here, 1), (to, looks)), is_right, "to {to} looking {looks}");
    }
}

#[test]
fn steps_that_turns_leave_no_time_for_are_counted() {
    /// Sends everybody ahead without heed to where it looks.
    struct Hasty(Guided, Vec<u32>);
    impl LifelongPlanner for Hasty {
        fn next(&mut self, positions: &[Cell], goals: &[Cell]) -> Vec<Cell> {
            self.0.next(positions, goals)
        }

        fn facings(&self) -> &[u32] {
            &self.1
        }

        fn expanded(&self) -> u64 {
            0
        }
    }
    let problem = with_turns(problem(1, Moves::Four), true);
    let agents = problem.starts.len();
    let untimely = |facings| {
        let mut planner = Hasty(Guided::new(&problem, 1, PLAIN), facings);
        run_lifelong(&problem, &mut planner, 10, None).untimely
    };
    assert!(untimely(vec![FIRST_FACING; agents]) > agents as u64);
    assert!(untimely(Vec::new()) >= 10 * agents as u64, "who tells no facings");
}

/// Where each legal sequence of actions leads: the cells, and the least that is left of the way after any with these cells.
fn all_sequences(roads: &Roads, field: &[u16], node: u32, depth: usize, turns: bool) -> BTreeMap<Vec<u32>, u16> {
    let mut open = vec![(node, Vec::new())];
    for _ in 0..depth {
        let mut next = Vec::new();
        for (node, cells) in open {
            let onward: Vec<u32> = if turns {
                let (ahead, turned) = ahead_right_left(roads, node);
                ahead.into_iter().chain(turned).chain([node]).collect()
            } else {
                roads.links(node).iter().copied().filter(|to| *to != u32::MAX).chain([node]).collect()
            };
            for to in onward {
                let mut cells: Vec<u32> = cells.clone();
                cells.push(if turns { to / FACINGS } else { to });
                next.push((to, cells));
            }
        }
        open = next;
    }
    let mut best = BTreeMap::new();
    for (node, cells) in open {
        let left = best.entry(cells).or_insert(u16::MAX);
        *left = field[node as usize].min(*left);
    }
    best
}

#[test]
fn operations_are_all_that_one_can_do_and_end_as_near_to_the_goal_as_can_be() {
    let problem = problem(5, Moves::Four);
    let lattice = Lattice::new(&problem.passable, Moves::Four);
    let roads = Roads::new(&lattice);
    let number = |x, y| roads.number(lattice.vertex(Cell::new(x, y)));
    let flow = Flow::new(roads.len(), Weights { contraflow: 0, visits: 0 });
    for (turns, depth) in [(true, 4), (true, 5), (false, 3)] {
        let facings = if turns { FACINGS } else { 1 };
        let (mut search, mut field, mut list) =
            (Search::new(Moves::Four, turns), Field::new(), Vec::<Operation>::new());
        // The goal is too far away to be reached, and near.
        for (goal, is_near) in [(number(12, 10), false), (number(3, 2), true)] {
            for node in (0..facings).map(|facing| number(2, 3) * facings + facing) {
                search.fill(&roads, &flow, goal, node, ALL, &mut field);
                let outlook = Outlook { roads: &roads, field: &field, goal, depth, turns };
                outlook.list(node, &mut list);
                let all = all_sequences(&roads, &field, node, depth, turns);
                assert_eq!(list.len(), all.len(), "each sequence of cells once");
                assert!(list.is_sorted_by_key(|operation| operation.value));
                let mut last = 0;
                for operation in &list {
                    let left = all[&operation.cells[..depth]];
                    if !is_near {
                        assert!(left >= last, "what leads nearer comes first");
                        last = left;
                    }
                }
                let reaches = |operation: &Operation| operation.cells[..depth].contains(&goal);
                assert_eq!(reaches(&list[0]), is_near && list.iter().any(reaches));
            }
        }
    }
}

#[test]
fn fields_with_turns_are_distances_with_a_step_for_each_turn() {
    let problem = problem(3, Moves::Four);
    let lattice = Lattice::new(&problem.passable, Moves::Four);
    let roads = Roads::new(&lattice);
    let number = |cell: Cell| roads.number(lattice.vertex(cell));
    let (start, goal) = (number(Cell::new(0, 0)) * FACINGS + 3, number(Cell::new(12, 10)));
    let flow = Flow::new(roads.len(), Weights { contraflow: 0, visits: 0 });
    let (mut search, mut field, mut way) = (Search::new(Moves::Four, true), Field::new(), Vec::new());
    search.fill(&roads, &flow, goal, start, ALL, &mut field);
    // Against a search of its own, forwards from some nodes.
    for from in [start, start - 1, number(Cell::new(6, 6)) * FACINGS, goal * FACINGS + 2] {
        let (mut steps, mut queue) = (BTreeMap::from([(from, 0)]), VecDeque::from([from]));
        let reached = loop {
            let node = queue.pop_front().expect("the goal can be reached");
            if node / FACINGS == goal {
                break steps[&node];
            }
            let (ahead, turned) = ahead_right_left(&roads, node);
            for to in ahead.into_iter().chain(turned) {
                if !steps.contains_key(&to) {
                    steps.insert(to, steps[&node] + 1);
                    queue.push_back(to);
                }
            }
        };
        assert_eq!(u32::from(field[from as usize]), reached * STEP);
    }
    search.trace(&roads, &flow, &field, start, ALL, &mut way);
    assert_eq!((way[0], way[way.len() - 1]), (start / FACINGS, goal));
    assert!(way.windows(2).all(|pair| roads.links(pair[0]).contains(&pair[1])), "turns are not in it");
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
    let (mut search, mut field, mut way) = (Search::new(Moves::Four, false), Field::new(), Vec::new());
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
