//! The sight of a match in a saved game: what has been explored, and who looked from where. The rest follows from that.

use super::MAX_SIDES;
use super::grid::{Observer, SightGrid};
use crate::base::Grid;
use crate::nav::terrain::Terrain;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSight {
    sides: u8,
    /// Runs of cells, row by row, that the same sides have explored: their number, and a bit a side.
    explored: Vec<(u32, u8)>,
    /// Everybody as when he looked last, in the order of their numbers.
    observers: Vec<Observer>,
}

/// Why a saved sight is not that of a map.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SightError {
    #[error("field `sides`: {0} is more than {MAX_SIDES}")]
    Sides(u8),
    /// The runs are not those of this map.
    #[error("field `explored`: runs of {found} cells, the map has {expected}")]
    Cells { found: u64, expected: usize },
    #[error("field `explored`: {0} names sides that there are not")]
    Explorer(u8),
}

impl SightGrid {
    pub fn save(&self) -> SavedSight {
        let runs = self.explored().values().chunk_by(|one, other| one == other);
        SavedSight {
            sides: self.sides(),
            explored: runs.map(|run| (run.len() as u32, run[0])).collect(),
            observers: self.looked().copied().collect(),
        }
    }

    /// The sight that was kept, on the terrain as it was then.
    ///
    /// # Errors
    /// If it is not of this map.
    pub fn restore(terrain: &Grid<Terrain>, saved: &SavedSight) -> Result<Self, SightError> {
        if saved.sides > MAX_SIDES {
            return Err(SightError::Sides(saved.sides));
        }
        let found: u64 = saved.explored.iter().map(|(count, _)| u64::from(*count)).sum();
        if found != terrain.len() as u64 {
            return Err(SightError::Cells { found, expected: terrain.len() });
        }
        let all = ((1u16 << saved.sides) - 1) as u8;
        let mut sight = Self::new(terrain, saved.sides);
        let mut first = 0;
        for (count, sides) in &saved.explored {
            if sides & !all != 0 {
                return Err(SightError::Explorer(*sides));
            }
            let next = first + *count as usize;
            for side in (0..saved.sides).filter(|side| sides & (1 << side) != 0) {
                (first..next).for_each(|index| sight.explore(side, terrain.cell(index)));
            }
            first = next;
        }
        sight.put_back(saved.observers.iter().copied());
        Ok(sight)
    }
}
