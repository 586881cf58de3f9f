//! The bit sets of the jump point search.

use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::nav::jps::bits::{Bits, Lines};
use rand::RngExt;

fn bits(rows: &[&str]) -> Bits {
    let cells = rows.iter().flat_map(|row| row.bytes().map(|byte| byte == b'.')).collect();
    Bits::new(&Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells))
}

#[test]
fn a_scan_stops_behind_a_corner_and_at_a_wall() {
    let bits = bits(&[
        "..##......", //
        "..........",
        "......#..#",
    ]);
    // Eastwards along the middle row (y = 2 with the rim) from its first cell: the wall above ends before column 4.
    assert_eq!(bits.rows.next_stop(2, 1), 5);
    // Then the one below ends before column 7, and then comes the rim.
    assert_eq!(bits.rows.next_stop(2, 5), 8);
    assert_eq!(bits.rows.next_stop(2, 8), 11);
    // Westwards the stops are on the other side of the walls.
    assert_eq!(bits.rows.previous_stop(2, 10), 9);
    assert_eq!(bits.rows.previous_stop(2, 9), 6);
    assert_eq!(bits.rows.previous_stop(2, 6), 2);
    assert_eq!(bits.rows.previous_stop(2, 2), 0);
    // Downwards: in the first column to the rim, in the second past the wall's left end.
    assert_eq!(bits.columns.next_stop(1, 1), 4);
    assert_eq!(bits.columns.next_stop(2, 1), 2);
}

#[test]
fn a_line_is_free_if_all_its_cells_are() {
    let mut map = Grid::filled(200, 1, true);
    let blocked = [70i16, 127, 128];
    for x in blocked {
        map[Cell::new(x, 0)] = false;
    }
    let bits = Bits::new(&map);
    for from in 0..200i16 {
        for to in 0..200i16 {
            let expected = !(from.min(to)..=from.max(to)).any(|x| blocked.contains(&x));
            let (at, end) = (from as u32 + 1, to as u32 + 1);
            assert_eq!(bits.rows.is_free_between(1, at, end), expected, "{from} {to}");
        }
    }
}

#[test]
fn edited_bit_sets_are_those_that_the_definitions_ask_for() {
    let mut rng = stream(7, "jps bits");
    for (width, height) in [(1, 1), (5, 70), (63, 3), (64, 64), (130, 65)] {
        let mut map = Grid::filled(width, height, true);
        let mut edited = Bits::new(&map);
        for _ in 0..400 {
            let cell = Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
            map[cell] = rng.random_bool(0.6);
            edited.set(cell, map[cell]);
        }
        // Everything as the definitions have it, cell by cell.
        let free = |x: u32, y: u32| map.get(Cell::new(x as i16 - 1, y as i16 - 1)).is_some_and(|passable| *passable);
        let is_stop = |(x, y): (u32, u32), (dx, dy): (i32, i32)| {
            let behind = |x: u32, y: u32| free(x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy));
            let sides = [
                (x.wrapping_add_signed(dy), y.wrapping_add_signed(dx)),
                (x.wrapping_add_signed(-dy), y.wrapping_add_signed(-dx)),
            ];
            !free(x, y) || sides.into_iter().any(|(x, y)| free(x, y) && !behind(x, y))
        };
        for (x, y) in (1..=u32::from(width)).flat_map(|x| (1..=u32::from(height)).map(move |y| (x, y))) {
            // A cell is a stop if the scan from right before it ends there.
            let forward = |lines: &Lines, line: u32, at: u32| lines.next_stop(line, at - 1) == at;
            let backward = |lines: &Lines, line: u32, at: u32| lines.previous_stop(line, at + 1) == at;
            let Bits { rows, columns, .. } = &edited;
            assert_eq!(rows.is_passable(y, x), free(x, y));
            assert_eq!(columns.is_passable(x, y), free(x, y));
            assert_eq!(forward(rows, y, x), is_stop((x, y), (1, 0)), "east at {x} {y}");
            assert_eq!(backward(rows, y, x), is_stop((x, y), (-1, 0)), "west at {x} {y}");
            assert_eq!(forward(columns, x, y), is_stop((x, y), (0, 1)), "south at {x} {y}");
            assert_eq!(backward(columns, x, y), is_stop((x, y), (0, -1)), "north at {x} {y}");
            let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            assert_eq!(edited.is_square(x, y), corners.into_iter().all(|(x, y)| free(x, y)), "square {x} {y}");
        }
    }
}
