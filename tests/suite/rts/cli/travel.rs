//! The yardstick of the movement suite.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::rts::cli::jams::travel::{Measure, Traveller};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::terrain::{DIAGONAL, Ground, MovementClass, STRAIGHT, Terrain};

fn picture(rows: &[&str]) -> Grid<Terrain> {
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")));
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells.collect())
}

#[test]
fn a_footman_needs_six_ticks_a_cell_and_walks_around_a_rock() {
    let (terrain, rules) = (picture(&["......", "..@...", "......"]), Rules::built_in());
    let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
    let footman = Traveller { ground, ticks_per_cell: 6, footprint: 1 };
    let from = Cell::new(0, 1);
    assert_eq!(footman.all_from(from, Measure::Ticks)[Cell::new(1, 1)], 6);
    // Corners are not cut: up or down beside the rock, three straight steps past it, and diagonals elsewhere.
    let length = footman.all_from(from, Measure::Length)[Cell::new(5, 1)];
    assert_eq!(length, 2 * DIAGONAL + 3 * STRAIGHT);
    assert!(footman.has_free_way(from, Cell::new(5, 1), |_| false, |_| false));
    assert!(!footman.has_free_way(from, Cell::new(5, 1), |cell| cell.x == 3, |_| false), "a full column is no way");
    assert!(
        !footman.has_free_way(from, Cell::new(5, 1), |cell| cell == Cell::new(5, 1), |_| false),
        "the end is taken"
    );
}

#[test]
fn a_large_body_needs_a_wide_way() {
    let (terrain, rules) = (picture(&["......", "...@..", "......", "......"]), Rules::built_in());
    let ground = Ground::new(&terrain, &rules.costs, MovementClass::Wheeled);
    let (small, large) = ([1, 2]).map(|footprint| Traveller { ground, ticks_per_cell: 8, footprint }).into();
    let (from, to) = (Cell::new(0, 0), Cell::new(4, 0));
    assert_eq!(small.all_from(from, Measure::Length)[to], 4 * STRAIGHT);
    // Its body covers two rows, so it passes below the rock.
    assert!(large.all_from(from, Measure::Length)[to] > 4 * STRAIGHT);
    assert_eq!(large.all_from(from, Measure::Length)[Cell::new(5, 0)], u32::MAX, "beyond the border");
}

#[test]
fn a_large_body_needs_the_corners_of_a_slanting_step_and_a_small_one_does_not() {
    let (terrain, rules) = (picture(&["...", "...", "..."]), Rules::built_in());
    let ground = Ground::new(&terrain, &rules.costs, MovementClass::Wheeled);
    let (small, large) = ([1, 2]).map(|footprint| Traveller { ground, ticks_per_cell: 8, footprint }).into();
    let (from, to) = (Cell::new(0, 0), Cell::new(1, 1));
    let corners = |by: i16| move |cell: Cell| cell == Cell::new(by, 0) || cell == Cell::new(0, by);
    assert!(small.has_free_way(from, to, corners(1), |_| false));
    assert!(!large.has_free_way(from, to, corners(2), |_| false));
    assert!(large.has_free_way(from, to, |cell| cell == Cell::new(2, 0), |_| false), "around one corner");
}

#[test]
fn a_way_begins_with_a_step_that_nobody_crosses() {
    let (terrain, rules) = (picture(&["...", "...", "..."]), Rules::built_in());
    let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
    let footman = Traveller { ground, ticks_per_cell: 6, footprint: 1 };
    let (from, to) = (Cell::new(0, 0), Cell::new(2, 2));
    let nothing = |_: Cell| false;
    assert!(footman.has_free_way(from, to, nothing, |step| step.dir == Dir::SouthEast), "another step begins as well");
    assert!(!footman.has_free_way(from, to, nothing, |step| step.from == from), "none may begin now");
    assert!(footman.has_free_way(from, to, nothing, |step| step.from != from), "later ones are nobody's matter");
}
