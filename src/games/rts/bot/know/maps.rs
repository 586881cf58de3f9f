//! Who is strong where: worth of the own army, of enemies who walk and of enemies who stand, on blocks of 8 × 8 cells.
//!
//! The maps follow from who is known and how much that is believed in ([`super::sightings`]), so threats fade as sightings do;
//! nothing of them is kept from one look to the next. Only when each block was last seen is remembered.

use super::force::{is_armed, is_soldier};
use super::ground::{BLOCK, Ground};
use super::sightings::Sightings;
use super::work::Tally;
use crate::base::Cell;
use crate::games::rts::bot::view::View;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// Hundredths of what somebody is worth that weigh on the blocks beside the own one.
const BESIDE: u32 = 50;

/// Worth of the own army, of enemies who walk and of enemies who stand, on each block.
#[derive(Debug, Default)]
pub struct Maps {
    columns: usize,
    own: Vec<u32>,
    ground: Vec<u32>,
    fixed: Vec<u32>,
}

impl Maps {
    /// The maps of a look.
    pub fn of(view: &View<'_>, sightings: &Sightings, tally: &Tally) -> Self {
        let [columns, rows] =
            [view.terrain.width(), view.terrain.height()].map(|side| usize::from(side).div_ceil(BLOCK as usize));
        let none = || vec![0; columns * rows];
        let mut maps = Self { columns, own: none(), ground: none(), fixed: none() };
        for unit in view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind))) {
            let worth = view.worth(unit.kind) * u32::from(unit.health) / 100;
            maps.block(unit.at).into_iter().for_each(|block| maps.own[block] += worth);
        }
        let mut count = view.units.len();
        for known in sightings.iter().filter(|known| is_armed(view.rules, known)) {
            let (price, map) = match (known.body.unit, known.body.building) {
                (Some(kind), _) => (view.worth(kind), &mut maps.ground),
                (_, Some(kind)) => (view.rules.building(kind).cost.worth(), &mut maps.fixed),
                _ => continue,
            };
            let worth = price * known.weight(view) / 100;
            let (x, y) = (i32::from(known.body.at.x / BLOCK), i32::from(known.body.at.y / BLOCK));
            for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                if x >= 0 && y >= 0 && (x as usize) < columns && (y as usize) < rows {
                    let share = if (dx, dy) == (0, 0) { 100 } else { BESIDE };
                    map[y as usize * columns + x as usize] += worth * share / 100;
                }
            }
            count += 9;
        }
        tally.cells(count);
        maps
    }

    /// The block of a cell.
    pub(crate) fn block(&self, cell: Cell) -> Option<usize> {
        let (x, y) = (usize::try_from(cell.x / BLOCK).ok()?, usize::try_from(cell.y / BLOCK).ok()?);
        Some(y * self.columns + x).filter(|block| x < self.columns && *block < self.own.len())
    }

    /// Worth of the enemies who could be met on a block: those who walk, and towers.
    pub(crate) fn threat(&self, block: usize) -> u32 {
        self.ground.get(block).zip(self.fixed.get(block)).map_or(0, |(ground, fixed)| ground + fixed)
    }

    /// The same on the block of a cell; 0 beside the map.
    pub fn threat_at(&self, cell: Cell) -> u32 {
        self.block(cell).map_or(0, |block| self.threat(block))
    }

    /// Worth of the own army around a place.
    pub(crate) fn own_at(&self, cell: Cell) -> u32 {
        let blocks =
            [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| (cell.x + dx * BLOCK, cell.y + dy * BLOCK));
        blocks.into_iter().filter_map(|(x, y)| self.block(Cell::new(x, y))).map(|block| self.own[block]).sum()
    }
}

/// When the ground in the middle of each block was last seen; 0: never.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct LastSeen(Vec<Tick>);

impl LastSeen {
    pub(crate) fn look(&mut self, view: &View<'_>, ground: &Ground) {
        let (columns, rows) = ground.size();
        self.0.resize(columns * rows, 0);
        for (block, tick) in self.0.iter_mut().enumerate() {
            if ground.middle_of(block).is_some_and(|middle| (view.is_visible)(middle)) {
                *tick = view.now;
            }
        }
    }

    /// The blocks that were not seen for `ticks`, with when each was seen.
    pub(crate) fn unseen(&self, now: Tick, ticks: Tick) -> impl Iterator<Item = (usize, Tick)> {
        let all = self.0.iter().copied().enumerate();
        all.filter(move |(_, tick)| *tick == 0 || now.saturating_sub(*tick) >= ticks)
    }

    /// Whether a file says something that cannot be: more blocks than a map can have, or a later tick.
    pub(crate) fn is_wrong(&self, now: Tick) -> bool {
        self.0.len() > 1 << 18 || self.0.iter().any(|tick| *tick > now)
    }
}
