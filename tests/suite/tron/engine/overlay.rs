//! What a spectator is shown.

use gridmarch::base::Cell;
use gridmarch::games::tron::contest::parse_map;
use gridmarch::games::tron::engine::{DOOR, overlay};
use gridmarch::games::tron::position::{Options, Position};

#[test]
fn territory_and_chambers_are_shown() {
    // Player 1 owns two rooms with a door between them; player 2 is shut out.
    let map = "9 3\n   #   #2\n1      # \n   #   # \n";
    let position = Position::new(&parse_map(map).expect("a map"), 2, Options::default());
    let view = overlay(&position, 0);
    let row = |y: i16, of: &dyn Fn(Cell) -> char| (0..9).map(|x| of(Cell::new(x, y))).collect::<String>();
    let territory = |cell: Cell| view.territory[cell].map_or('.', |seat| char::from(b'1' + seat));
    let chambers = |cell: Cell| match view.chambers[cell] {
        0 => '.',
        DOOR => 'd',
        number => char::from(b'0' + number),
    };
    assert_eq!(row(0, &territory), "111.111..");
    assert_eq!(row(1, &territory), ".111111.2");
    assert_eq!(row(1, &chambers).chars().nth(3), Some('d'));
    assert_eq!(row(1, &chambers).chars().next(), Some('.'));
    let (left, right) = (view.chambers[Cell::new(0, 0)], view.chambers[Cell::new(6, 0)]);
    assert!(left != right && left != 0 && right != 0);
}
