//! The free way of one who has stood for long.

use super::resting;
use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::nav::coop::march::Agent;
use gridmarch::nav::coop::march::free_path::look;
use gridmarch::nav::occupancy::Occupancy;
use gridmarch::nav::step::{Step, UnitId};
use gridmarch::nav::terrain::{CostTable, MovementClass, Terrain};
use gridmarch::nav::walk::{Layer, WalkMap};

/// The way of a unit on `a` to `b` that is free of others on `o`, drawn with `*`; and what is left of 1,000 cells.
fn drawn(rows: &[&str], size: u8) -> (Option<Vec<String>>, usize) {
    let symbols: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let (width, height) = (symbols[0].len() as u16, rows.len() as u16);
    let mut terrain = Grid::filled(width, height, Terrain::Grass);
    let mut occupancy = Occupancy::new(width, height);
    let (mut at, mut goal) = (Cell::new(0, 0), Cell::new(0, 0));
    for cell in terrain.clone().cells() {
        match symbols[cell.y as usize][cell.x as usize] {
            '#' => terrain[cell] = Terrain::Rock,
            'o' => assert!(occupancy.place(UnitId(u32::from(cell.x as u16) + 100), cell, 1)),
            'a' => at = cell,
            'b' => goal = cell,
            _ => {}
        }
    }
    assert!(occupancy.place(UnitId(0), at, size));
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let map = WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size });
    let agent = Agent { size, goal: Some(goal), ..resting(UnitId(0), at) };
    let mut left = 1_000;
    let way = look(&agent, &map, &occupancy, (0, &[]), &mut left).ok().map(|way| {
        let mut drawn = symbols.clone();
        for cell in way.cells.iter().filter(|cell| **cell != goal) {
            drawn[cell.y as usize][cell.x as usize] = '*';
        }
        drawn.into_iter().map(|row| row.into_iter().collect()).collect()
    });
    (way, left)
}

#[test]
fn a_way_leads_over_free_cells_only() {
    let (way, _) = drawn(&["........", ".o.ooo..", ".a.o.b..", "ooooo...", "........"], 1);
    assert_eq!(way.expect("one is free"), ["...***..", ".o*ooo*.", ".a.o.b..", "ooooo...", "........"]);
}

#[test]
fn no_way_leads_through_a_crowd_or_to_a_taken_place() {
    assert_eq!(drawn(&["..o...", ".ao.b.", "..o..."], 1).0, None);
}

#[test]
fn a_way_leads_through_a_lane_in_which_nobody_is() {
    let (way, _) = drawn(&["..####...", ".a.....b.", "..####..."], 1);
    assert_eq!(way.expect("it is free")[1], ".a*****b.");
    assert_eq!(drawn(&["..####...", ".a..o..b.", "..####..."], 1).0, None, "somebody is in it");
}

#[test]
fn a_large_unit_needs_room_for_all_of_it() {
    let rows = ["........", "a.......", "...o..b.", "........", "........"];
    let (way, _) = drawn(&rows, 2);
    let way = way.expect("there is room below");
    assert!(way[1].chars().nth(2) != Some('*') && way[2].chars().nth(2) != Some('*'), "{way:?}");
    assert!(drawn(&["........", "a.......", "...o..b.", "........"], 2).0.is_some(), "above is room as well");
    assert_eq!(drawn(&["########", "a.......", "...o..b.", "........", "########"], 2).0, None, "half of it fits");
}

#[test]
fn a_large_unit_does_not_slip_past_corners_that_it_would_sweep() {
    assert!(drawn(&[".....", "ob...", "a....", ".....", "....."], 2).0.is_some(), "right, then up");
    assert_eq!(drawn(&[".....", "ob...", "a....", "..o..", "....."], 2).0, None, "both corners are taken");
}

#[test]
fn looking_is_bounded() {
    let mut rows = vec![".".repeat(60); 60];
    rows[0].replace_range(..1, "a");
    rows[59].replace_range(59.., "b");
    rows[30] = "#".repeat(60);
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (way, left) = drawn(&rows, 1);
    assert_eq!((way, left), (None, 0), "both halves are larger, and the search ends anyway");
}

#[test]
fn who_is_shut_in_or_goes_where_nobody_can_is_soon_told() {
    let mut rows = vec![".".repeat(60); 60];
    rows[0].replace_range(..1, "a");
    rows[58].replace_range(58.., "##");
    rows[59].replace_range(58.., "#b");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let (way, left) = drawn(&rows, 1);
    assert!(way.is_none() && left > 990, "one cell around the goal: {left} of 1000 cells are left");
    let mut turned: Vec<String> = rows.iter().rev().map(|row| row.chars().rev().collect()).collect();
    for row in &mut turned {
        *row = row.replace('a', "x").replace('b', "a").replace('x', "b");
    }
    let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
    let (way, left) = drawn(&turned, 1);
    assert!(way.is_none() && left > 990, "one cell around the unit: {left} of 1000 cells are left");
}

#[test]
fn a_first_step_that_another_crosses_is_left_for_one_that_is_free() {
    let terrain = Grid::filled(8, 8, Terrain::Grass);
    let costs = CostTable::new([[0, 8, 4, 3, 6, 0, 0, 0, 3]; 3]);
    let map = WalkMap::new(&terrain, &costs, Layer { class: MovementClass::Foot, size: 1 });
    let mut occupancy = Occupancy::new(8, 8);
    let (at, goal) = (Cell::new(1, 1), Cell::new(6, 6));
    assert!(occupancy.place(UnitId(0), at, 1));
    let agent = Agent { goal: Some(goal), ..resting(UnitId(0), at) };
    let first = |occupancy: &Occupancy, bound: &[Step]| {
        let way = look(&agent, &map, occupancy, (0, bound), &mut 1_000).expect("all is free");
        *way.cells.last().expect("a first cell")
    };
    assert_eq!(first(&occupancy, &[]), Cell::new(2, 2));
    // One that begins now goes there, or across.
    let step = |from: (i16, i16), dir| Step { from: Cell::new(from.0, from.1), dir, start: 0, ticks: 6 };
    for bound in [step((3, 2), Dir::West), step((2, 1), Dir::SouthWest)] {
        assert_ne!(first(&occupancy, &[bound]), Cell::new(2, 2));
    }
    // One is on its way across, and has left the cell.
    assert!(occupancy.place(UnitId(1), Cell::new(2, 1), 1));
    let across = step((2, 1), Dir::SouthWest);
    occupancy.start(UnitId(1), &across, 1).expect("nobody is there");
    occupancy.leave(UnitId(1), &across);
    assert_ne!(first(&occupancy, &[]), Cell::new(2, 2));
}
