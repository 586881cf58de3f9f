//! Plans that can be watched: what is recorded is what happened, whoever planned.

use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Budget, Cell, Grid};
use gridmarch::lab::planning::block::{Block, Cut, View, Voxel};
use gridmarch::lab::planning::plan_file;
use gridmarch::lab::planning::{Ending, Limits, Pair, PlanRun, Planner, Recorder, Settings};
use gridmarch::nav::checker::Kind;
use gridmarch::nav::coop::mapf::{Instance, Moves};
use rand::RngExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A map with some blocked cells and agents on it, all of whose goals can be reached; fewer agents where there is no room.
fn problem(rng: &mut Rng, side: u16, agents: usize, moves: Moves) -> Instance {
    let mut passable = Grid::filled(side, side, ()).map(|()| rng.random_range(0..100) < 85);
    let first = Cell::new(side as i16 / 2, side as i16 / 2);
    passable[first] = true;
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(cell) = reached.get(next).copied() {
        next += 1;
        for dir in gridmarch::base::Dir::STRAIGHT {
            let to = cell.step(dir);
            if passable.get(to) == Some(&true) && !reached.contains(&to) {
                reached.push(to);
            }
        }
    }
    let pick = |rng: &mut Rng| {
        let mut cells = reached.clone();
        (0..agents.min(cells.len() / 2))
            .map(|_| cells.swap_remove(rng.random_range(0..cells.len())))
            .collect::<Vec<_>>()
    };
    let lines: Vec<(Cell, Cell)> = pick(rng).into_iter().zip(pick(rng)).collect();
    Instance::of_lines(passable, moves, &lines, lines.len()).expect("it is valid")
}

fn recorded(planner: Planner, instance: &Instance, steps: u32) -> PlanRun {
    Recorder::new(planner, instance.clone(), Settings::default(), Limits::steps(steps)).finish()
}

#[test]
fn every_planner_is_recorded_as_it_goes_and_collides_nowhere() {
    let mut rng = stream(1, "planning");
    for round in 0..12 {
        let moves = if round % 2 == 0 { Moves::Four } else { Moves::Eight };
        let instance = problem(&mut rng, 16, 14, moves);
        for planner in Planner::ALL {
            let run = recorded(planner, &instance, 150);
            // The same planner without anybody who watches.
            let mut alone = planner.make(&instance, Settings::default());
            let mut positions = instance.starts.clone();
            for tick in 0..=run.last() {
                assert_eq!(run.at(tick), positions, "{planner:?} {tick}");
                if tick < run.last() {
                    positions = alone.next(&positions);
                }
            }
            assert_eq!(run.expanded, alone.expanded(), "{planner:?}");
            let report = run.report().expect("it is over");
            assert_eq!((report.findings.unlawful(), run.conflicts().len()), (0, 0), "{planner:?}");
            assert_eq!(run.ending == Ending::Arrived, report.is_solution());
            let end = run.standing(run.last());
            assert_eq!((end.home, end.loss), (report.arrived, report.sum_of_loss));
            assert!(run.conflicts_at(3).is_empty() && run.block().doubled().is_empty());
            let solves = matches!(planner, Planner::Lacam | Planner::Lns | Planner::March);
            assert!(!solves || run.ending == Ending::Arrived, "{planner:?}");
        }
    }
}

#[test]
fn routes_hold_until_the_next_and_foretell_the_steps() {
    let mut rng = stream(2, "planning");
    let (mut foretold, mut searched) = (0, 0);
    for _ in 0..6 {
        let instance = problem(&mut rng, 16, 12, Moves::Four);
        for planner in
            [Planner::Lra, Planner::Ca, Planner::Hca, Planner::Whca, Planner::Lacam, Planner::Lns, Planner::March]
        {
            let run = recorded(planner, &instance, 120);
            for tick in 0..run.last() {
                for agent in 0..instance.starts.len() as u32 {
                    let (here, next) = (run.at(tick)[agent as usize], run.at(tick + 1)[agent as usize]);
                    // In LRA* a route that was blocked is dropped; others wait on their reservations.
                    if let Some(route) = run.route(agent, tick).filter(|route| route.start <= tick) {
                        assert!(route.at(tick).is_none() || route.at(tick) == Some(here), "{planner:?} {tick} {agent}");
                        foretold += u32::from(route.at(tick + 1) == Some(next));
                    }
                    let looked = run.looked(agent, tick);
                    assert!(looked.len() <= run.looked(agent, tick + 1).len());
                    searched += u32::from(!looked.is_empty());
                    let is_searcher = matches!(planner, Planner::Hca | Planner::Whca);
                    assert!(is_searcher || looked.is_empty(), "{planner:?}");
                }
            }
        }
    }
    assert!(foretold > 1000 && searched > 1000, "{foretold} steps foretold, {searched} looks");
}

#[test]
fn true_distances_are_found_back_from_the_goal() {
    let instance = problem(&mut stream(3, "planning"), 16, 8, Moves::Four);
    let run = recorded(Planner::Hca, &instance, 100);
    for agent in 0..instance.goals.len() as u32 {
        let looked = run.looked(agent, run.last());
        let (first, start) = (looked[0], instance.starts[agent as usize]);
        assert_eq!((first.cell, first.steps, first.closed), (instance.goals[agent as usize], 0, false));
        assert!(looked.iter().any(|look| look.closed && look.cell == start), "the asker's cell is closed");
        // What is closed was open before.
        for (place, look) in looked.iter().enumerate().filter(|(_, look)| look.closed) {
            assert!(looked[..place].iter().any(|before| !before.closed && before.cell == look.cell));
        }
    }
}

#[test]
fn reservations_are_the_rests_of_routes_and_nobody_shares_one() {
    let instance = problem(&mut stream(4, "planning"), 16, 12, Moves::Four);
    let run = recorded(Planner::Hca, &instance, 100);
    assert_eq!(run.ending, Ending::Arrived);
    for tick in 0..run.last() {
        let block = run.reservations(tick, 5);
        assert!(block.doubled().is_empty(), "at {tick}");
        for voxel in block.between(tick..=tick) {
            assert_eq!(run.at(tick)[voxel.owner as usize], voxel.cell);
        }
        let (first, last) = block.ticks().expect("somebody has something");
        assert!(first == tick && last > tick);
    }
    assert_eq!(run.reservations(0, 5).between(0..=0).len(), instance.starts.len());
}

#[test]
fn pushes_tell_who_inherits_whose_rank() {
    // A corridor: the one in front has to make room for the one behind, whose way is longer.
    let rows = ["......", "#.####"];
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol == '.')).collect();
    let lines = [(Cell::new(0, 0), Cell::new(5, 0)), (Cell::new(1, 0), Cell::new(1, 0))];
    let instance = Instance::of_lines(Grid::from_rows(6, 2, cells), Moves::Four, &lines, 2).expect("it is valid");
    let run = recorded(Planner::Pibt, &instance, 30);
    assert_eq!(run.ending, Ending::Arrived);
    let push = run.pushes(0)[0];
    assert_eq!((push.by, push.pushed, push.gives_way), (0, 1, true));
    assert_eq!(run.order(0), [0, 1]);
    assert_eq!(run.pressure(0), [1, 0]);
    assert!((1..run.last()).all(|tick| run.pushes(tick).len() <= 1));
}

#[test]
fn a_plan_is_written_and_read_back_equal() {
    let instance = problem(&mut stream(5, "planning"), 12, 8, Moves::Eight);
    let run = recorded(Planner::March, &instance, 100);
    let text = plan_file::write(&run);
    assert!(text.starts_with(&format!("0:({},{}),", instance.starts[0].x, instance.starts[0].y)));
    let steps = plan_file::read(&text, "plan.txt").expect("ours");
    let goals = Some(instance.goals.clone());
    let again =
        PlanRun::of_steps("again".into(), instance.passable.clone(), instance.moves, steps, goals).expect("whole");
    assert_eq!(again.instance, instance);
    assert!(again.steps().eq(run.steps()));
    assert_eq!(again.report(), run.report());
    assert_eq!(plan_file::write(&again), text);
    // As planners of the viewer write it.
    let headed = "agents=2\nsolution=\n0:(1,2),(3,4),\n1:(1,3),(3,4),\n";
    assert_eq!(plan_file::read(headed, "f").expect("theirs")[1], [Cell::new(1, 3), Cell::new(3, 4)]);
    let wrong = |text: &str| plan_file::read(text, "f").expect_err("a mistake").to_string();
    assert_eq!(wrong(""), "f: a plan has one time step at least");
    assert_eq!(wrong("1:(1,1)"), "f: line 1, column 1: expected time step 0, as `0:(5,16),(21,29)`, found \"1:(1,1)\"");
    assert_eq!(
        wrong("0:(1,1),(2,-2)"),
        "f: line 1, column 3: the cell of agent 1 is \"(2,-2)\", expected one as `(5,16)` on a map of at most 4096 x 4096 cells"
    );
    assert_eq!(wrong("0:(1,1)\n1:(1,1),(2,2)"), "f: line 2, column 1: time step 1 has 2 agents, the first has 1");
}

#[test]
fn conflicts_of_a_bad_plan_are_marked() {
    let cell = Cell::new;
    let steps = vec![
        vec![cell(0, 0), cell(1, 0), cell(4, 0)],
        vec![cell(1, 0), cell(0, 0), cell(4, 0)],
        vec![cell(1, 0), cell(1, 0), cell(4, 1)],
        vec![cell(3, 0), cell(1, 0), cell(4, 2)],
    ];
    let run = PlanRun::of_steps("bad".into(), Grid::filled(5, 2, true), Moves::Four, steps, None).expect("a plan");
    let kinds = |tick: u32| run.conflicts_at(tick).iter().map(|found| found.kind).collect::<Vec<_>>();
    assert_eq!(
        [0, 1, 2, 3].map(kinds),
        [vec![], vec![Kind::Swap], vec![Kind::Vertex], vec![Kind::Blocked, Kind::Jump]]
    );
    assert_eq!([0, 1, 2, 3].map(|tick| run.standing(tick).conflicts), [0, 1, 2, 4]);
    assert_eq!(run.block().doubled(), [Voxel { cell: cell(1, 0), tick: 2, owner: 1 }]);
    assert_eq!(run.ending, Ending::Read);
    let passable = Grid::filled(5, 2, true);
    let uneven = vec![vec![cell(0, 0)], vec![]];
    let error = PlanRun::of_steps(String::new(), passable, Moves::Four, uneven, None).expect_err("uneven");
    assert_eq!(error, "time step 1 has 0 agents, the first has 1");
}

#[test]
fn two_plans_are_compared_at_the_same_tick() {
    let instance = problem(&mut stream(6, "planning"), 14, 10, Moves::Four);
    let (hca, lacam) = (recorded(Planner::Hca, &instance, 200), recorded(Planner::Lacam, &instance, 200));
    let pair = Pair::new(&hca, &lacam).expect("one problem");
    let parts = pair.parts().expect("they differ");
    assert!(pair.at(parts - 1).apart.is_empty() && !pair.at(parts).apart.is_empty());
    let end = pair.at(pair.last());
    assert_eq!((end.left.home, end.right.home, end.apart.len()), (10, 10, 0));
    assert_eq!(end.left.loss, hca.report().expect("over").sum_of_loss);
    let other = recorded(Planner::Hca, &problem(&mut stream(7, "planning"), 14, 10, Moves::Four), 5);
    assert!(Pair::new(&hca, &other).is_err());
}

#[test]
fn a_plan_ends_at_its_limits() {
    let instance = problem(&mut stream(8, "planning"), 20, 20, Moves::Four);
    assert_eq!(recorded(Planner::Hca, &instance, 3).ending, Ending::Steps);
    let with = |budget: Budget| {
        Recorder::new(Planner::Hca, instance.clone(), Settings::default(), Limits { steps: 500, budget }).finish()
    };
    let stopped = with(Budget::nodes(1));
    assert_eq!((stopped.ending, stopped.last()), (Ending::Stopped, 1));
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits { steps: 500, budget: Budget::unlimited().and_stop(stop.clone()) };
    let mut recorder = Recorder::new(Planner::Whca, instance.clone(), Settings::default(), limits);
    assert!(recorder.advance(4) && recorder.run().last() == 4 && !recorder.is_over());
    stop.store(true, Ordering::Relaxed);
    assert!(!recorder.advance(4) && recorder.is_over());
    assert_eq!((recorder.run().last(), recorder.run().ending), (4, Ending::Stopped));
    assert!(recorder.run().report().is_some());
}

#[test]
fn the_window_of_whca_can_be_chosen() {
    let instance = problem(&mut stream(9, "planning"), 20, 20, Moves::Four);
    let with = |window| {
        let settings = Settings { seed: 1, window: Some(window) };
        Recorder::new(Planner::Whca, instance.clone(), settings, Limits::steps(300)).finish()
    };
    let (short, long) = (with(4), with(32));
    assert_eq!(short.title, "WHCA*, window 4");
    assert!(short.expanded != long.expanded);
    assert!(short.route(0, 0).is_some_and(|route| route.cells.len() == 5));
}

#[test]
fn a_block_is_turned_and_cut() {
    let voxel = |x: i16, y: i16, tick: u32, owner: u32| Voxel { cell: Cell::new(x, y), tick, owner };
    let block = Block::new(4, 4, vec![voxel(3, 3, 2, 1), voxel(0, 0, 0, 0), voxel(1, 0, 1, 0), voxel(3, 2, 1, 1)]);
    assert_eq!(block.ticks(), Some((0, 2)));
    assert_eq!(block.between(1..=1), [voxel(1, 0, 1, 0), voxel(3, 2, 1, 1)]);
    let left = |cut: Cut| block.cut(&cut).copied().collect::<Vec<_>>();
    assert_eq!(left(Cut::ALL).len(), 4);
    assert_eq!(left(Cut { rows: 0..=0, ..Cut::ALL }), [voxel(0, 0, 0, 0), voxel(1, 0, 1, 0)]);
    assert_eq!(left(Cut { owner: Some(1), ticks: 2..=9, ..Cut::ALL }), [voxel(3, 3, 2, 1)]);
    // From the side time goes up; from above it comes towards the eye.
    let side = View { turned: 0.0, raised: 0.0, tick: 1.0 };
    assert_eq!(side.seen(&block, 2.0, 2.0, 3.0), (0.0, -3.0, 0.0));
    let above = View { turned: 0.0, raised: std::f32::consts::FRAC_PI_2, tick: 1.0 };
    let (right, down, away) = above.seen(&block, 3.0, 1.0, 3.0);
    assert!((right - 1.0).abs() < 1e-5 && (down + 1.0).abs() < 1e-5 && (away + 3.0).abs() < 1e-5);
    let painted = above.painted(&block, block.voxels().iter());
    assert_eq!(painted.iter().map(|voxel| voxel.tick).collect::<Vec<_>>(), [0, 1, 1, 2]);
}
