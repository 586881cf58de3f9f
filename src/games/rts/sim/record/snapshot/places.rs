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

/// Compares the cells with the units, who are all on the map. A worker in a mine stands on no cell.
///
/// # Errors
/// The first that does not fit, in a sentence.
pub fn check_places(snapshot: &Snapshot, rules: &Rules) -> Result<(), String> {
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
