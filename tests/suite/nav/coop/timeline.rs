use gridmarch::base::{Cell, Dir, Grid, rng};
use gridmarch::nav::coop::lattice::{Lattice, directions};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::timeline::{Plan, Timeline};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::step::{FOREVER, Step, Tick, UnitId};
use rand::RngExt;

fn lattice() -> Lattice {
    Lattice::new(&Grid::filled(8, 8, true), Moves::Eight)
}

fn step(x: i16, y: i16, dir: Dir, start: Tick, ticks: u16) -> Step {
    Step { from: Cell::new(x, y), dir, start, ticks }
}

/// A plan of one step, after which the unit stays.
fn single(lattice: &Lattice, unit: u32, steps: &[Step]) -> bool {
    let mut timeline = Timeline::new(lattice);
    let leader = [self::step(2, 2, Dir::East, 10, 8)];
    let at = lattice.vertex(Cell::new(2, 2));
    timeline.reserve(lattice, Plan { unit: UnitId(1), at, since: 0, steps: &leader, hold: FOREVER });
    let at = lattice.vertex(steps[0].from);
    timeline.fits(lattice, Plan { unit: UnitId(unit), at, since: 0, steps, hold: FOREVER })
}

#[test]
fn a_follower_may_come_in_when_its_leader_is_out() {
    let lattice = lattice();
    assert!(single(&lattice, 2, &[step(1, 2, Dir::East, 10, 8)]), "of the same pace, at once");
    assert!(!single(&lattice, 2, &[step(1, 2, Dir::East, 10, 4)]), "the quick one is there at 12, too soon");
    assert!(single(&lattice, 2, &[step(1, 2, Dir::East, 12, 4)]), "at 14 the leader is gone");
    assert!(!single(&lattice, 2, &[step(1, 2, Dir::East, 9, 12)]), "nobody starts into a cell that is not being left");
}

#[test]
fn exchanges_and_crossings_do_not_fit() {
    let lattice = lattice();
    assert!(!single(&lattice, 2, &[step(3, 2, Dir::West, 10, 8)]), "they would change places");
    assert!(!single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 10, 8)]), "a diagonal beside a straight step");
    assert!(!single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 17, 8)]), "the block is free only from 18");
    assert!(single(&lattice, 2, &[step(3, 3, Dir::NorthWest, 18, 8)]));
}

/// A plan of random steps and waits.
fn random_steps(seed: u64, unit: u32) -> Vec<Step> {
    let mut rng = rng::stream(seed, &format!("timeline test {unit}"));
    let (mut at, mut start) = (Cell::new(rng.random_range(0..8), rng.random_range(0..8)), 0);
    let mut steps = Vec::new();
    for _ in 0..rng.random_range(0..6) {
        let dir = Dir::ALL[rng.random_range(0..8)];
        let to = at.step(dir);
        if (0..8).contains(&to.x) && (0..8).contains(&to.y) {
            start += rng.random_range(0..5);
            steps.push(Step { from: at, dir, start, ticks: rng.random_range(1..9) });
            (at, start) = (to, steps[steps.len() - 1].end());
        }
        start += rng.random_range(0..3);
    }
    if steps.is_empty() { vec![step(unit as i16 % 8, 0, Dir::South, 0, 1)] } else { steps }
}

#[test]
fn what_is_released_leaves_no_trace() {
    let lattice = lattice();
    for seed in 0..50 {
        let mut timeline = Timeline::new(&lattice);
        let all: Vec<Vec<Step>> = (0..30).map(|unit| random_steps(seed, unit)).collect();
        let mut reserved = Vec::new();
        for (unit, steps) in (0..).zip(&all) {
            let at = lattice.vertex(steps[0].from);
            let plan = Plan { unit: UnitId(unit), at, since: 0, steps, hold: FOREVER };
            if timeline.fits(&lattice, plan) {
                timeline.reserve(&lattice, plan);
                reserved.push(plan);
            }
        }
        assert!(reserved.len() > 3);
        for plan in reserved {
            timeline.release(&lattice, plan);
        }
        for vertex in Grid::filled(8, 8, ()).cells().map(|cell| lattice.vertex(cell)) {
            assert!(timeline.visits(vertex).is_empty());
            for (dir, start) in directions(lattice.steps(vertex)).flat_map(|dir| (0..80).map(move |start| (dir, start)))
            {
                assert_eq!(timeline.blocks_free(&lattice, vertex, dir, start, 1), start);
            }
        }
    }
}

/// Plays plans on the board where steps become real, and says whether all of them did.
fn can_be_played(plans: &[Vec<Step>]) -> bool {
    let mut board = Occupancy::new(8, 8);
    let placed = plans.iter().zip(0..).all(|(steps, unit)| board.place(UnitId(unit), steps[0].from, 1));
    let last = plans.iter().flatten().map(Step::end).max().unwrap_or(0);
    placed
        && (0..=last).all(|tick| {
            let all =
                || plans.iter().zip(0..).flat_map(|(steps, unit)| steps.iter().map(move |step| (UnitId(unit), step)));
            all().filter(|(_, step)| step.mid() == tick).for_each(|(unit, step)| board.leave(unit, step));
            all().filter(|(_, step)| step.mid() == tick).for_each(|(unit, step)| board.arrive(unit, step));
            let mut starting: Vec<_> = all().filter(|(_, step)| step.start == tick).collect();
            // Chains start from the front; what cannot start before any other never can (rings apart).
            while let Some(place) = starting.iter().position(|(unit, step)| board.start(*unit, step, 1).is_ok()) {
                starting.remove(place);
            }
            starting.is_empty()
        })
}

#[test]
fn two_plans_fit_exactly_when_the_board_lets_both_be_played() {
    let lattice = lattice();
    let (mut fitting, mut failing) = (0, 0);
    for seed in 0..20_000 {
        let plans = [random_steps(seed, 0), random_steps(seed, 1)];
        if plans[0][0].from == plans[1][0].from {
            continue;
        }
        let [first, second] = [0, 1].map(|unit: u32| {
            let steps = &plans[unit as usize];
            Plan { unit: UnitId(unit), at: lattice.vertex(steps[0].from), since: 0, steps, hold: FOREVER }
        });
        let mut timeline = Timeline::new(&lattice);
        timeline.reserve(&lattice, first);
        let fits = timeline.fits(&lattice, second);
        assert_eq!(fits, can_be_played(&plans), "seed {seed}: {plans:?}");
        assert_eq!(fits, timeline.in_the_way(&lattice, second).is_empty(), "seed {seed}: {plans:?}");
        if fits { fitting += 1 } else { failing += 1 }
    }
    assert!(fitting > 1000 && failing > 1000, "{fitting} and {failing} cases");
}
