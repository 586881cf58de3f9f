//! What a spectator can be shown of the engine's view: whose territory each cell is, and the chambers of one side.

use super::super::field::{Field, head};
use super::super::plane::{Bits, cell_of, with_bits};
use super::super::position::Position;
use super::territory::Territory;
use crate::base::Grid;

/// A view of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlay {
    /// The seat that reaches each free cell first; `None` for walls, trails, ties and cells that nobody reaches.
    pub(crate) territory: Grid<Option<u8>>,
    /// The chamber of each cell of the asked seat's territory, from 1; 0 for other cells. Cells that connect chambers
    /// have number [`DOOR`].
    pub(crate) chambers: Grid<u8>,
}

/// The chamber number of a cell whose loss would split the territory.
pub const DOOR: u8 = u8::MAX;

/// The territories of all living players, and the chambers of `seat`.
pub fn overlay(position: &Position, seat: usize) -> Overlay {
    with_bits!(position.width(), position.height(), Bits => overlay_on::<Bits>(position, seat))
}

fn overlay_on<P: Bits>(position: &Position, seat: usize) -> Overlay {
    let field = Field::<P>::new(position);
    let mut territory = Grid::filled(position.width(), position.height(), None);
    let mut chambers = Grid::filled(position.width(), position.height(), 0);
    for rider in position.living() {
        let others = position
            .living()
            .filter(|other| *other != rider)
            .fold(P::EMPTY, |set, other| set.or(&P::single(head(position, other))));
        let own = Territory::divide(&field.free, P::single(head(position, rider)), others, &field.edges).own;
        own.for_each(|spot| territory[cell_of(spot)] = Some(rider as u8));
        if rider == seat {
            mark_chambers(&field, &own.or(&P::single(head(position, seat))), &mut chambers);
        }
    }
    for rider in position.riders() {
        chambers[rider.head] = 0;
    }
    Overlay { territory, chambers }
}

/// Numbers the parts into which the articulation points divide `region`.
fn mark_chambers<P: Bits>(field: &Field<P>, region: &P, chambers: &mut Grid<u8>) {
    let mut rest = *region;
    region.for_each(|spot| {
        let without = region.minus(&P::single(spot));
        let beside = P::single(spot).expand(&field.edges).and(&without);
        let splits = beside.first().is_some_and(|first| {
            !region.is_simple(spot, &field.edges)
                && !beside.minus(&without.flood(&P::single(first), &field.edges)).is_empty()
        });
        if splits {
            rest.flip(spot);
            chambers[cell_of(spot)] = DOOR;
        }
    });
    let mut number = 0;
    while let Some(spot) = rest.first() {
        let chamber = rest.flood(&P::single(spot), &field.edges);
        rest = rest.minus(&chamber);
        number = (number + 1).min(DOOR - 1);
        chamber.for_each(|spot| chambers[cell_of(spot)] = number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;
    use crate::games::tron::contest::parse_map;
    use crate::games::tron::position::Options;

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
}
