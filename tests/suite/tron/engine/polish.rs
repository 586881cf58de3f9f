//! Paths that are made longer.

use gridmarch::games::tron::engine::polish::polished;
use gridmarch::games::tron::field::Field;
use gridmarch::games::tron::plane::{Bits, Edges, Small, Spot};

fn room(width: u32, height: u32, head: Spot) -> Field<Small> {
    let mut free = Small::EMPTY;
    for y in 0..height {
        free.set_row(y, (1 << width) - 1);
    }
    free.flip(head);
    Field { free, edges: Edges { width, height, wrap: false } }
}

#[test]
fn an_empty_room_is_filled_from_nothing_and_the_result_is_a_path() {
    for (width, height) in [(4, 4), (6, 5), (8, 8), (13, 11)] {
        let field = room(width, height, 0);
        let path = polished(&field, 0, &[]);
        let (mut rest, mut at) = (field, 0);
        for to in &path {
            assert!(rest.exits(at).any(|(_, exit)| exit == *to), "{path:?}");
            rest.free.flip(*to);
            at = *to;
        }
        assert_eq!(path.len() as u32, width * height - 1, "{width} x {height}");
    }
}

#[test]
fn a_path_with_a_pocket_beside_it_takes_a_detour() {
    // Along the upper of two rows: the lower one is filled by detours or by the way back, all seven cells.
    assert_eq!(polished(&room(4, 2, 0), 0, &[1, 2, 3]).len(), 7);
}
