//! The units that a generated level starts with.

use super::connect::{areas, largest};
use super::paint::opposite;
use super::{Draft, GenerateError};
use crate::base::{Cell, Dir};
use crate::games::rts::level::UnitSpawn;
use crate::games::rts::rules::Rules;
use crate::nav::terrain::MovementClass;

/// Who starts, from the middle of the squad outwards.
const SQUAD: [(&str, usize); 4] = [("wagon", 2), ("footman", 10), ("scout", 4), ("rider", 4)];

/// Places a squad of side 0 around the start of the draft, and one of side 1 opposite if it is mirrored.
pub(super) fn place(draft: &Draft, rules: &Rules) -> Result<Vec<UnitSpawn>, GenerateError> {
    let land = &draft.terrain;
    let count: usize = SQUAD.iter().map(|(_, count)| count).sum();
    // Wagons are the pickiest: they must find a road out, so the squad gathers on the largest ground for wheels.
    let wheeled = areas(land, &rules.costs, MovementClass::Wheeled);
    let area = largest(&wheeled).ok_or(GenerateError::NoRoom(count))?;
    let start = land
        .cells()
        .filter(|cell| wheeled.region(*cell) == Some(area))
        .min_by_key(|cell| (cell.distance_squared(draft.start), *cell))
        .ok_or(GenerateError::NoRoom(count))?;
    let mut taken = land.map(|_| false);
    let mut seen = land.map(|_| false);
    let mut queue = std::collections::VecDeque::from([start]);
    seen[start] = true;
    let mut cells = Vec::with_capacity(count);
    while let Some(cell) = queue.pop_front() {
        let fits = rules.units.iter().all(|kind| rules.costs.quarters(kind.class, land[cell]).is_some());
        let mirror = opposite(land, cell);
        if fits && !(draft.mirrored && (taken[mirror] || mirror == cell)) {
            taken[cell] = true;
            cells.push(cell);
            if cells.len() == count {
                break;
            }
        }
        // Straight and diagonal neighbours: the squad grows as a square, not as a diamond.
        for dir in Dir::ALL {
            let next = cell.step(dir);
            if wheeled.region(next) == Some(area) && !seen[next] {
                seen[next] = true;
                queue.push_back(next);
            }
        }
    }
    if cells.len() < count {
        return Err(GenerateError::NoRoom(count));
    }
    let mut units = Vec::with_capacity(2 * count);
    for side in 0..=u8::from(draft.mirrored) {
        let mut free = cells.iter().copied();
        for (name, number) in SQUAD {
            let kind = rules.kind_named(name).ok_or(GenerateError::MissingKind(name))?;
            let turned = |at: Cell| if side == 0 { at } else { opposite(land, at) };
            units.extend(free.by_ref().take(number).map(|at| UnitSpawn { kind, side, at: turned(at) }));
        }
    }
    Ok(units)
}
