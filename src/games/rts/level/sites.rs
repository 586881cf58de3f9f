//! Mines and starts of a skirmish: squares of ground that carry buildings from the first tick.
//!
//! A level names the upper left cell of each. How large they are is a matter of the rules: a mine is as large as the
//! kind of building with gold in it, a start as the largest hall of a faction.

use super::{Level, LevelProblem, SIDES, UnitSpawn};
use crate::base::{Cell, Grid};
use crate::games::rts::placement::{MINE_MARGIN, footprint, gap, is_buildable};
use crate::games::rts::rules::Rules;
use crate::nav::terrain::Terrain;

pub const MAX_MINE_GOLD: u32 = 1_000_000;
/// Side of a mine in cells where the rules have none.
const MINE_SIDE: u8 = 3;
/// Side of a hall in cells where the rules have no faction.
const HALL_SIDE: u8 = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MineSpawn {
    /// Its upper left cell.
    pub at: Cell,
    /// The gold in it, 1 to [`MAX_MINE_GOLD`].
    pub gold: u32,
}

pub fn mine_side(rules: &Rules) -> u8 {
    rules.buildings.iter().find(|kind| kind.is_mine()).map_or(MINE_SIDE, |kind| kind.size)
}

/// Side of the square in cells that a start keeps free for the hall of any faction.
pub fn hall_side(rules: &Rules) -> u8 {
    let halls = rules.factions.iter().filter_map(|faction| rules.building_named(&faction.hall));
    halls.map(|hall| rules.building(hall).size).max().unwrap_or(HALL_SIDE)
}

/// What stands on the squares that have been looked at.
struct Sites<'a> {
    rules: &'a Rules,
    terrain: &'a Grid<Terrain>,
    taken: Grid<bool>,
    mines: Vec<Cell>,
    starts: u8,
}

impl<'a> Sites<'a> {
    /// No squares yet, on ground with these units.
    fn among(units: &[UnitSpawn], terrain: &'a Grid<Terrain>, rules: &'a Rules) -> Self {
        let mut taken = terrain.map(|_| false);
        for unit in units {
            for cell in footprint(unit.at, rules.kind(unit.kind).size).filter(|cell| terrain.contains(*cell)) {
                taken[cell] = true;
            }
        }
        Self { rules, terrain, taken, mines: Vec::new(), starts: 0 }
    }

    /// Looks at a mine; all mines come before the first start.
    fn mine(&mut self, mine: &MineSpawn) -> Result<(), LevelProblem> {
        if !(1..=MAX_MINE_GOLD).contains(&mine.gold) {
            return Err(LevelProblem::MineGold(mine.gold));
        }
        self.square("a mine", mine.at, mine_side(self.rules))?;
        self.mines.push(mine.at);
        Ok(())
    }

    /// Looks at the start of the next side.
    fn start(&mut self, at: Cell) -> Result<(), LevelProblem> {
        let (size, mine_size) = (hall_side(self.rules), mine_side(self.rules));
        self.starts += 1;
        if self.starts > SIDES {
            return Err(LevelProblem::TooManyStarts);
        }
        self.square("a start", at, size)?;
        match self.mines.iter().find(|mine| gap(at, size, **mine, mine_size) <= MINE_MARGIN) {
            Some(mine) => Err(LevelProblem::StartNearMine { at, mine: *mine }),
            None => Ok(()),
        }
    }

    /// Looks at one more; leaves no trace of it if it does not fit.
    fn fits(&mut self, look: impl FnOnce(&mut Self) -> Result<(), LevelProblem>) -> bool {
        let (taken, mines, starts) = (self.taken.clone(), self.mines.len(), self.starts);
        let fits = look(self).is_ok();
        if !fits {
            self.taken = taken;
            self.mines.truncate(mines);
            self.starts = starts;
        }
        fits
    }

    fn square(&mut self, what: &'static str, at: Cell, size: u8) -> Result<(), LevelProblem> {
        for cell in footprint(at, size) {
            let Some(&ground) = self.terrain.get(cell) else {
                let (width, height) = (self.terrain.width(), self.terrain.height());
                return Err(LevelProblem::SiteOffMap { what, at, size, width, height });
            };
            if !is_buildable(ground) {
                return Err(LevelProblem::SiteGround { what, at, cell, ground });
            }
            if std::mem::replace(&mut self.taken[cell], true) {
                return Err(LevelProblem::SiteTaken { what, at, cell });
            }
        }
        Ok(())
    }
}

/// Looks at mines and starts on ground with these units. What is wrong comes with the list, `mines` or `starts`, and the
/// place in it.
///
/// # Errors
/// The first problem.
pub fn check_squares(
    units: &[UnitSpawn],
    terrain: &Grid<Terrain>,
    (mines, starts): (&[MineSpawn], &[Cell]),
    rules: &Rules,
) -> Result<(), (&'static str, usize, LevelProblem)> {
    if mines.is_empty() && starts.is_empty() {
        return Ok(());
    }
    let mut sites = Sites::among(units, terrain, rules);
    for (index, mine) in mines.iter().enumerate() {
        sites.mine(mine).map_err(|problem| ("mines", index, problem))?;
    }
    for (index, start) in starts.iter().enumerate() {
        sites.start(*start).map_err(|problem| ("starts", index, problem))?;
    }
    Ok(())
}

impl Level {
    /// Takes out mines and starts that the ground or the units no longer leave room for, as after an edit.
    ///
    /// # Panics
    /// If a unit's kind comes from other rules.
    pub fn drop_misplaced(&mut self, rules: &Rules) {
        let mut sites = Sites::among(&self.units, &self.terrain, rules);
        self.mines.retain(|mine| sites.fits(|sites| sites.mine(mine)));
        self.starts.retain(|start| sites.fits(|sites| sites.start(*start)));
    }
}
