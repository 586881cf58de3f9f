//! Random boards.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::tron::arena::MOVES;
use gridmarch::games::tron::generate::{RandomArena, Starts, raise};

#[test]
fn raising_one_cell_again_and_again_builds_a_pyramid() {
    let mut heights = Grid::filled(9, 9, 0);
    let middle = Cell::new(4, 4);
    assert_eq!(raise(&mut heights, middle, u8::MAX), 1);
    assert_eq!(raise(&mut heights, middle, u8::MAX), 4);
    // Height 2 before the third raise, so neighbours go to 2 and theirs to 1: a diamond.
    assert_eq!(raise(&mut heights, middle, u8::MAX), 8);
    let picture: Vec<String> =
        heights.rows().map(|row| row.iter().map(|height| char::from(b'0' + height)).collect()).collect();
    assert_eq!(picture[2], "000010000");
    assert_eq!(picture[3], "000121000");
    assert_eq!(picture[4], "001232100");
    assert_eq!(picture[5], "000121000");
}

#[test]
fn boards_are_connected_have_a_free_ring_and_the_wanted_share() {
    let kinds = [(30, 20, 5, 2), (100, 50, 15, 4), (10, 10, 30, 3), (100, 100, 0, 2), (11, 40, 20, 4)];
    for (seed, (width, height, obstacles, seats)) in (0..25).flat_map(|seed| kinds.map(|kind| (seed, kind))) {
        for starts in [Starts::Corners, Starts::Mirrored, Starts::Quarters] {
            let wish = RandomArena { width, height, obstacles, starts, seats };
            let arena = wish.generate(seed).expect("all kinds are allowed");
            assert_eq!(wish.generate(seed).as_ref(), Ok(&arena));
            assert!(arena.is_connected());
            assert_eq!(arena.starts().len(), seats);
            let heights = arena.heights();
            let on_ring =
                |cell: &Cell| cell.x == 0 || cell.y == 0 || cell.x == width as i16 - 1 || cell.y == height as i16 - 1;
            assert!(heights.cells().filter(on_ring).all(|cell| heights[cell] == 0));
            for cell in heights.cells().filter(|cell| !on_ring(cell)) {
                // Ring cells are never raised, so only a pair inside of the ring is a slope.
                let neighbours = MOVES.map(|dir| cell.step(dir));
                let mut inside = neighbours.iter().filter(|next| !on_ring(next));
                assert!(inside.all(|next| heights[cell].abs_diff(heights[*next]) <= 1));
            }
            if obstacles <= 15 {
                let covered = heights.values().iter().filter(|height| **height > 0).count();
                let inner = usize::from(width - 2) * usize::from(height - 2);
                assert!(covered * 100 >= inner * usize::from(obstacles), "{covered} of {inner}");
            }
        }
    }
}

#[test]
fn nobody_starts_beside_somebody_else_where_edges_are_joined() {
    for (width, height) in [(10, 10), (11, 13), (30, 20), (100, 50)] {
        let wish = RandomArena { width, height, obstacles: 10, starts: Starts::usual(true), seats: 4 };
        let starts = wish.generate(1).expect("a board").starts().to_vec();
        let around = |a: i16, b: i16, side: u16| a.abs_diff(b).min(side - a.abs_diff(b));
        for (index, one) in starts.iter().enumerate() {
            for other in &starts[..index] {
                let (x, y) = (one.cell.x, one.cell.y);
                let distance = around(x, other.cell.x, width) + around(y, other.cell.y, height);
                assert!(distance + 1 >= width.min(height) / 2, "{:?} and {:?}", one.cell, other.cell);
            }
        }
    }
}

#[test]
fn sizes_and_seats_out_of_range_are_refused() {
    let refused = |wish: RandomArena| wish.generate(1).is_err();
    assert!(refused(RandomArena { width: 9, ..RandomArena::default() }));
    assert!(refused(RandomArena { height: 101, ..RandomArena::default() }));
    assert!(refused(RandomArena { seats: 1, ..RandomArena::default() }));
    assert!(refused(RandomArena { seats: 5, ..RandomArena::default() }));
}
