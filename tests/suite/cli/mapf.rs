use gridmarch::base::{Cell, Grid};
use gridmarch::cli::bench::mapf::run::{Effort, Limits, instance, run_instance, shortest_steps};
use gridmarch::cli::bench::mapf::table::configuration;
use gridmarch::nav::coop::mapf::{Moves, OnlinePlanner};
use std::time::Duration;

/// Goes through a list of configurations. Has a plan for the whole way as long as there are some.
struct Recorded(Vec<Vec<Cell>>);

impl OnlinePlanner for Recorded {
    fn next(&mut self, positions: &[Cell]) -> Vec<Cell> {
        if self.0.is_empty() { positions.to_vec() } else { self.0.remove(0) }
    }

    fn has_plan(&self) -> bool {
        !self.0.is_empty()
    }

    fn expanded(&self) -> u64 {
        7
    }
}

fn open(width: u16, height: u16) -> Grid<bool> {
    Grid::filled(width, height, true)
}

const fn cell(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

#[test]
fn a_run_ends_when_all_are_home_and_reports_what_it_saw() {
    let lines = [(cell(0, 0), cell(2, 0)), (cell(3, 1), cell(3, 1))];
    let instance = instance(open(4, 2), Moves::Four, &lines, 2).expect("it is valid");
    let half = Effort { wall: Duration::from_millis(500), cpu: Duration::from_millis(400) };
    let limits = Limits { preparation: half, ..Limits::steps(10) };
    let plan = vec![vec![cell(1, 0), cell(3, 1)], vec![cell(2, 0), cell(3, 1)]];
    let mut seen = Vec::new();
    let report = run_instance(&instance, &mut Recorded(plan), &limits, |cells| seen.push(cells[0]));
    assert!(report.plan.is_solution());
    assert_eq!(seen, [cell(0, 0), cell(1, 0), cell(2, 0)]);
    // The whole plan was there before the first step.
    let first = report.first_solution_ms.expect("a solution");
    assert!((500.0..=report.plan_ms[0]).contains(&first), "{first}");
    assert!(report.effort.cpu >= half.cpu && report.effort.wall >= half.wall);
    assert_eq!((report.plan.sum_of_costs, report.plan_ms.len(), report.expanded), (2, 2, 7));
    assert!(report.plan_ms[0] >= 500.0 && report.plan_ms[1] < 500.0, "preparation counts for the first step");
    assert_eq!(report.quantile_ms(1.0), report.plan_ms[0]);
    assert!(report.mean_ms() * 2.0 >= 500.0);

    let nobody = |limits: &Limits| run_instance(&instance, &mut Recorded(Vec::new()), limits, |_| {});
    let report = nobody(&limits);
    assert_eq!((report.plan.steps, report.plan.arrived, report.plan.is_solution()), (10, 1, false));
    assert_eq!(report.first_solution_ms, None);
    let late = Limits { time: Some(Duration::from_millis(400)), ..limits };
    assert_eq!(nobody(&late).plan.steps, 0);
    assert_eq!([7, 8].map(|nodes| nobody(&Limits { nodes: Some(nodes), ..limits }).plan.steps), [0, 10]);
}

#[test]
fn the_bound_counts_steps_of_the_move_model_around_walls() {
    // A wall across the middle with a gap at its end.
    let mut ground = open(5, 3);
    (0..4).for_each(|x| ground[cell(x, 1)] = false);
    let lines = [(cell(0, 0), cell(0, 2)), (cell(1, 0), cell(3, 0))];
    let mut problem = instance(ground, Moves::Four, &lines, 2).expect("it is valid");
    assert_eq!(shortest_steps(&problem), [Some(10), Some(2)]);
    // Without corner cutting diagonals save nothing here.
    problem.moves = Moves::Eight;
    assert_eq!(shortest_steps(&problem), [Some(10), Some(2)]);
    problem.passable[cell(3, 1)] = true;
    assert_eq!(shortest_steps(&problem), [Some(8), Some(2)], "one diagonal through the gap of two cells");
    problem.passable[cell(3, 1)] = false;
    problem.passable[cell(4, 1)] = false;
    assert_eq!(shortest_steps(&problem), [None, Some(2)]);
}

#[test]
fn what_is_no_instance_is_named_in_a_sentence() {
    let mut ground = open(3, 1);
    ground[cell(2, 0)] = false;
    let said =
        |lines: &[(Cell, Cell)], agents| instance(ground.clone(), Moves::Four, lines, agents).expect_err("it is wrong");
    let (a, b, wall) = (cell(0, 0), cell(1, 0), cell(2, 0));
    assert_eq!(said(&[(a, b)], 2), "there are 1 agents, 2 are asked for");
    assert_eq!(said(&[(a, wall)], 1), "the goal (2, 0) of agent 1 is not passable");
    assert_eq!(said(&[(a, b), (a, a)], 2), "the start (0, 0) of agent 2 is that of agent 1 as well");
}

#[test]
fn lines_of_plans_are_read_and_others_passed_over() {
    let cells = Some(vec![Cell::new(5, 16), Cell::new(21, 29)]);
    assert_eq!(configuration("0:(5,16),(21,29),"), cells);
    assert_eq!(configuration("12:(5,16),(21,29)"), cells);
    for other in ["soc=12", "solution=", "starts=(5,16),(21,29),", "x:(1,2)", "3:(1)"] {
        assert_eq!(configuration(other), None, "{other}");
    }
}
