//! The checker of running matches beside the law of the simulation: what one allows the other does not complain about,
//! and what breaks the law in a running match is seen.

use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::checker::{Body, Kind, TickChecker};
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::step::{Step, Tick, UnitId};
use rand::RngExt;

const SIDE: i16 = 9;

struct Unit {
    at: Cell,
    pace: u16,
    step: Option<Step>,
}

fn body(unit: usize, seen: &Unit) -> Body {
    Body { unit: unit as u32, size: 1, at: seen.at, moving: seen.step.map(Into::into) }
}

/// Units of several paces wander at random for some ticks; `lawless` of a thousand steps start without asking.
fn wander(ticks: Tick, lawless: u32) -> (TickChecker, u32) {
    let mut rng = stream(1, "wander");
    let mut ground = Grid::filled(SIDE as u16, SIDE as u16, true);
    [(2, 2), (6, 3), (4, 6), (5, 6)].iter().for_each(|(x, y)| ground[Cell::new(*x, *y)] = false);
    let free = |cell: Cell| ground.get(cell) == Some(&true);
    let mut occupancy = Occupancy::new(SIDE as u16, SIDE as u16);
    let mut units = Vec::new();
    for cell in ground.cells().filter(|cell| free(*cell)).step_by(2) {
        assert!(occupancy.place(UnitId(units.len() as u32), cell, 1));
        units.push(Unit { at: cell, pace: [1, 2, 3, 4, 7][units.len() % 5], step: None });
    }
    let (mut checker, mut started) = (TickChecker::new(), 0);
    for now in 0..ticks {
        let arriving: Vec<(usize, Step)> = units
            .iter()
            .enumerate()
            .filter_map(|(number, unit)| Some((number, unit.step.filter(|step| step.mid() == now)?)))
            .collect();
        // Without the law the table cannot be kept: the units alone are looked at then.
        if lawless == 0 {
            arriving.iter().for_each(|(number, step)| occupancy.leave(UnitId(*number as u32), step));
            arriving.iter().for_each(|(number, step)| occupancy.arrive(UnitId(*number as u32), step));
        }
        arriving.iter().for_each(|(number, step)| units[*number].at = step.to());
        for (number, unit) in units.iter_mut().enumerate() {
            if unit.step.is_some_and(|step| now < step.end()) || rng.random_range(0..3) == 0 {
                continue;
            }
            let dir = Dir::ALL[rng.random_range(0..8)];
            let step = Step { from: unit.at, dir, start: now, ticks: unit.pace };
            let on_ground = free(step.to())
                && [Cell::new(step.to().x, step.from.y), Cell::new(step.from.x, step.to().y)].into_iter().all(free);
            let may_start = if lawless == 0 {
                on_ground && occupancy.start(UnitId(number as u32), &step, 1).is_ok()
            } else {
                rng.random_range(0..1000) < lawless
            };
            if may_start {
                unit.step = Some(step);
                started += 1;
            }
        }
        let bodies: Vec<Body> = units.iter().enumerate().map(|(number, unit)| body(number, unit)).collect();
        checker.tick(now, &bodies, |_, cell| free(cell));
    }
    (checker, started)
}

#[test]
fn what_the_law_of_the_simulation_allows_the_checker_does_not_complain_about() {
    let (checker, started) = wander(5000, 0);
    assert_eq!(checker.findings().listed(), []);
    assert!(started > 20_000, "{started} steps");
}

#[test]
fn a_match_without_law_is_found_out_in_every_way_that_steps_can_break_it() {
    let (checker, _) = wander(2000, 200);
    for kind in [Kind::Blocked, Kind::Corner, Kind::Vertex, Kind::Swap, Kind::Block, Kind::SameTarget] {
        assert!(checker.findings().count(kind) > 0, "{kind:?}");
    }
    for kind in [Kind::Jump, Kind::Broken] {
        assert_eq!(checker.findings().count(kind), 0, "all steps are whole: {kind:?}");
    }
}
