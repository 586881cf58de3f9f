//! Whether everybody stands where the cells say, and nobody else: the cells of a snapshot follow from its units.

use super::{Snapshot, UnitState};
use crate::base::Cell;
use crate::games::rts::rules::Rules;
use crate::nav::occupancy::{body, covers, swept};
use crate::nav::step::{Tick, UnitId};
use std::collections::BTreeMap;

/// Whose a cell is and until when (for good if nothing is said), and who comes.
type Claim = (Option<(UnitId, Option<Tick>)>, Option<UnitId>);

/// What the units claim: where they stand, and what a step under way sweeps.
struct Claims(BTreeMap<Cell, Claim>);

impl Claims {
    fn hold(&mut self, cell: Cell, unit: UnitId, until: Option<Tick>) -> Result<(), String> {
        match self.0.entry(cell).or_default().0.replace((unit, until)) {
            Some((other, _)) if other != unit => Err(format!("{unit} stands at {cell}, where {other} is.")),
            _ => Ok(()),
        }
    }

    fn come(&mut self, cell: Cell, unit: UnitId) -> Result<(), String> {
        match self.0.entry(cell).or_default().1.replace(unit) {
            Some(other) => Err(format!("{unit} walks to {cell}, where {other} goes.")),
            None => Ok(()),
        }
    }

    fn add(&mut self, unit: &UnitState, now: Tick, size: u8) -> Result<(), String> {
        let (id, .., at, _, stepping) = &unit.body;
        let (id, at) = (id.0, at.0);
        match stepping.under_way(now) {
            Some(step) if at != if step.mid() > now { step.from } else { step.to() } => {
                Err(format!("{id} stands at {at} and walks from {} to {}.", step.from, step.to()))
            }
            Some(step) if size > 1 => swept(&step, size)
                .try_for_each(|cell| self.hold(cell, id, (!covers(step.to(), size, cell)).then(|| step.end()))),
            Some(step) if step.mid() > now => {
                self.hold(at, id, Some(step.mid())).and_then(|()| self.come(step.to(), id))
            }
            _ => body(at, size).try_for_each(|cell| self.hold(cell, id, None)),
        }
    }
}

/// Compares the cells with the units, who are all on the map. Who is in a mine stands on no cell.
///
/// # Errors
/// The first that does not fit, in a sentence.
pub(super) fn check_places(snapshot: &Snapshot, rules: &Rules) -> Result<(), String> {
    let mut claims = Claims(BTreeMap::new());
    for unit in snapshot.units.iter().filter(|unit| unit.fate.2.mine().is_none()) {
        claims.add(unit, snapshot.tick, rules.kind(unit.body.2.0).size)?;
    }
    let order = |cell: Cell| (cell.y, cell.x);
    let places = &snapshot.occupancy.0;
    if let Some(pair) = places.windows(2).find(|pair| order(pair[0].cell) >= order(pair[1].cell)) {
        return Err(format!("The cell {} is out of order.", pair[1].cell));
    }
    for place in places {
        let claim = claims.0.remove(&place.cell).unwrap_or_default();
        if (place.holder, place.comer) != claim {
            return Err(format!("The cell {} is not as those who stand and walk there have it.", place.cell));
        }
    }
    match claims.0.first_key_value() {
        Some((cell, _)) => Err(format!("Somebody stands on the cell {cell} that is said to be free.")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Grid;
    use crate::games::rts::level::{Level, UnitSpawn};
    use crate::games::rts::rules::KindId;
    use crate::games::rts::sim::headless::Match;
    use crate::games::rts::sim::orders::Order;
    use crate::games::rts::sim::record::snapshot::take;
    use crate::nav::terrain::Terrain;

    #[test]
    fn cells_that_are_not_as_the_units_stand_are_refused() {
        let rules = Rules::built_in();
        // Kinds of all sizes, with room for the largest.
        let units = (0..rules.units.len().min(12)).map(|kind| UnitSpawn {
            kind: KindId(kind as u8),
            side: 0,
            at: Cell::new(2 + 4 * (kind as i16 % 6), 2 + 4 * (kind as i16 / 6)),
        });
        let level = Level { units: units.collect(), ..Level::of_ground(Grid::filled(30, 30, Terrain::Grass)) };
        let mut game = Match::new(level, rules.clone(), 1);
        let units = (0..12).map(UnitId).collect();
        game.order(0, Order::MoveTo { units, to: Cell::new(20, 20), queue: false, formation: false });
        for _ in 0..40 {
            game.run(1);
            let snapshot = take(game.app.world_mut()).expect("a match");
            assert_eq!(check_places(&snapshot, &rules), Ok(()), "at tick {}", snapshot.tick);
        }
        let good = take(game.app.world_mut()).expect("a match");
        let holds = good.occupancy.0.iter().position(|place| place.holder.is_some()).expect("somebody stands");
        let told = |change: &dyn Fn(&mut Snapshot)| {
            let mut snapshot = good.clone();
            change(&mut snapshot);
            check_places(&snapshot, &rules).expect_err("refused")
        };
        let told_all = [
            told(&|snapshot| {
                snapshot.occupancy.0.remove(holds);
            }),
            told(&|snapshot| snapshot.occupancy.0[holds].holder = Some((UnitId(99), None))),
            told(&|snapshot| snapshot.occupancy.0[holds].comer = Some(UnitId(0))),
            told(&|snapshot| snapshot.occupancy.0.reverse()),
            told(&|snapshot| {
                snapshot.units.remove(0);
            }),
            told(&|snapshot| snapshot.units[1].body.3 = snapshot.units[0].body.3),
        ];
        assert!(told_all.iter().all(|problem| problem.ends_with('.') && !problem.contains('\n')), "{told_all:?}");
    }
}
