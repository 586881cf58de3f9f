//! What a spectator can be shown of the engine's view: whose territory each cell is, and the chambers of one side.

use super::super::field::{Field, head};
use super::super::plane::{Bits, cell_of, with_bits};
use super::super::position::Position;
use super::territory::Territory;
use crate::base::Grid;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlay {
    /// The seat that reaches each free cell first; `None` for walls, trails, ties and cells that nobody reaches.
    pub territory: Grid<Option<u8>>,
    /// The chamber of each cell of the asked seat's territory, from 1; 0 for other cells. Cells that connect chambers
    /// have number [`DOOR`].
    pub chambers: Grid<u8>,
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
