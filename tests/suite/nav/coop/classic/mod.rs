//! The four classical planners, with pictures as instances.

mod cooperative;
mod distance;
mod lra;
mod safe;
mod space_time;

use gridmarch::base::Grid;
use gridmarch::nav::checker::{PlanChecker, PlanReport};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::coop::classic::planner;
use gridmarch::nav::coop::mapf::{Instance, Moves, OnlinePlanner};

/// An instance from a picture: `#` is blocked, agents are small letters where they start and the same capitals
/// where they go; an agent whose capital is missing stays.
pub fn picture(rows: &[&str], moves: Moves) -> Instance {
    let (width, height) = (rows[0].len() as u16, rows.len() as u16);
    let symbols = Grid::from_rows(width, height, rows.iter().flat_map(|row| row.chars()).collect::<Vec<char>>());
    let find = |symbol| symbols.iter().find(|(_, found)| **found == symbol).map(|(cell, _)| cell);
    let (mut starts, mut goals) = (Vec::new(), Vec::new());
    for name in 'a'..='z' {
        let Some(start) = find(name) else { continue };
        starts.push(start);
        goals.push(find(name.to_ascii_uppercase()).unwrap_or(start));
    }
    Instance { passable: symbols.map(|symbol| *symbol != '#'), moves, starts, goals }
}

/// Lets a planner run until all are home or `steps` have passed, under the checker.
pub fn run(instance: &Instance, planner: &mut dyn OnlinePlanner, steps: u32) -> PlanReport {
    let eight = instance.moves == Moves::Eight;
    let mut checker = PlanChecker::new(&instance.passable, eight, &instance.starts, &instance.goals);
    let mut positions = instance.starts.clone();
    checker.step(&positions);
    for _ in 0..steps {
        if checker.all_home() {
            break;
        }
        positions = planner.next(&positions);
        checker.step(&positions);
    }
    let report = checker.finish();
    assert_eq!(report.findings.unlawful(), 0, "{:?}", report.findings.listed());
    report
}

#[test]
fn every_planner_brings_a_few_agents_home_on_open_ground() {
    for moves in [Moves::Four, Moves::Eight] {
        let instance = picture(&["a...b.C", ".......", "..##...", "A.##..c", "d...B.D"], moves);
        for kind in PlannerKind::ALL {
            let Some(mut planner) = planner(kind, &instance, 1) else { continue };
            let report = run(&instance, planner.as_mut(), 60);
            assert!(report.is_solution(), "{kind:?} {moves:?}: {:?}", report.findings.listed());
            assert!(planner.expanded() > 0);
        }
    }
}

#[test]
fn planners_jam_but_never_collide_in_a_corridor_without_room_to_pass() {
    for moves in [Moves::Four, Moves::Eight] {
        let instance = picture(&["aB.bA"], moves);
        for kind in PlannerKind::ALL {
            let Some(mut planner) = planner(kind, &instance, 1) else { continue };
            let report = run(&instance, planner.as_mut(), 100);
            assert!(!report.is_solution(), "{kind:?} cannot solve it");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_steps() {
    let instance = picture(&["ab.BA", "cd.DC", "ef.FE"], Moves::Eight);
    for kind in PlannerKind::ALL {
        let Some((mut first, mut second)) = planner(kind, &instance, 7).zip(planner(kind, &instance, 7)) else {
            continue;
        };
        let mut positions = instance.starts.clone();
        for _ in 0..30 {
            let next = first.next(&positions);
            assert_eq!(next, second.next(&positions), "{kind:?}");
            positions = next;
        }
        assert_eq!(first.expanded(), second.expanded());
    }
}
