//! Mines and starts of a skirmish: squares of ground that carry buildings from the first tick.
//!
//! A level names the upper left cell of each. How large they are is a matter of the rules: a mine is as large as the
//! kind of building with gold in it, a start as the largest hall of a faction.

use super::{Level, LevelProblem, SIDES, UnitSpawn};
use crate::base::{Cell, Grid};
use crate::games::rts::placement::{MINE_MARGIN, footprint, gap, is_buildable};
use crate::games::rts::rules::Rules;
use crate::nav::terrain::Terrain;

/// Most gold that a mine can hold.
pub const MAX_MINE_GOLD: u32 = 1_000_000;
/// Side of a mine in cells where the rules have none.
const MINE_SIDE: u8 = 3;
/// Side of a hall in cells where the rules have no faction.
const HALL_SIDE: u8 = 4;

/// A gold mine at the start of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MineSpawn {
    /// Its upper left cell.
    pub at: Cell,
    /// The gold in it, 1 to [`MAX_MINE_GOLD`].
    pub gold: u32,
}

/// Side of a mine's footprint in cells.
pub fn mine_side(rules: &Rules) -> u8 {
    rules.buildings.iter().find(|kind| kind.is_mine()).map_or(MINE_SIDE, |kind| kind.size)
}

/// Side of the square in cells that a start keeps free for the hall of any faction.
pub fn hall_side(rules: &Rules) -> u8 {
    let halls = rules.factions.iter().filter_map(|faction| rules.building_named(&faction.hall));
    halls.map(|hall| rules.building(hall).size).max().unwrap_or(HALL_SIDE)
}

/// What stands on the squares that have been looked at.
pub(super) struct Sites<'a> {
    rules: &'a Rules,
    terrain: &'a Grid<Terrain>,
    taken: Grid<bool>,
    mines: Vec<Cell>,
    starts: u8,
}

impl<'a> Sites<'a> {
    /// No squares yet, on ground with these units.
    pub(super) fn among(units: &[UnitSpawn], terrain: &'a Grid<Terrain>, rules: &'a Rules) -> Self {
        let mut taken = terrain.map(|_| false);
        for unit in units {
            for cell in footprint(unit.at, rules.kind(unit.kind).size).filter(|cell| terrain.contains(*cell)) {
                taken[cell] = true;
            }
        }
        Self { rules, terrain, taken, mines: Vec::new(), starts: 0 }
    }

    /// Looks at a mine; all mines come before the first start.
    pub(super) fn mine(&mut self, mine: &MineSpawn) -> Result<(), LevelProblem> {
        if !(1..=MAX_MINE_GOLD).contains(&mine.gold) {
            return Err(LevelProblem::MineGold(mine.gold));
        }
        self.square("a mine", mine.at, mine_side(self.rules))?;
        self.mines.push(mine.at);
        Ok(())
    }

    /// Looks at the start of the next side.
    pub(super) fn start(&mut self, at: Cell) -> Result<(), LevelProblem> {
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

/// Takes out mines and starts that the ground or the units no longer leave room for, as after an edit.
pub(super) fn drop_misplaced(level: &mut Level, rules: &Rules) {
    let mut sites = Sites::among(&level.units, &level.terrain, rules);
    let (mut mines, mut starts) = (level.mines.clone(), level.starts.clone());
    mines.retain(|mine| sites.fits(|sites| sites.mine(mine)));
    starts.retain(|start| sites.fits(|sites| sites.start(*start)));
    (level.mines, level.starts) = (mines, starts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rts::level::Place;

    /// Fourteen columns by eight rows of grass with a pond in the lower right corner, and what is said of it.
    fn read(rest: &str) -> Result<Level, (Option<Place>, String)> {
        let mut rows = [".............."].repeat(6);
        rows.extend(["............~~"; 2]);
        let text = format!("(version: 1, name: \"w\", rows: {rows:?},\n{rest})");
        Level::parse(&text, "w.ron", &Rules::built_in()).map_err(|error| (error.place, error.problem.to_string()))
    }

    #[test]
    fn mines_and_starts_are_read_and_written() {
        let level = read("mines: [(at: (9, 0), gold: 700)], starts: [(0, 0), (2, 4)]").expect("it is a level");
        assert_eq!(level.mines, [MineSpawn { at: Cell::new(9, 0), gold: 700 }]);
        assert_eq!(level.starts, [Cell::new(0, 0), Cell::new(2, 4)]);
        let rules = Rules::built_in();
        assert_eq!(Level::parse(&level.to_ron(&rules), "again", &rules).expect("its own text"), level);
    }

    #[test]
    fn what_stands_wrong_is_told_with_its_place() {
        let two = "mines: [(at: (0, 0), gold: 9),\n(at: ";
        for (text, line, column, problem) in [
            (format!("{two}(2, 2), gold: 9)]"), 3, 1, "a mine at (2, 2) covers (2, 2), which a unit, a mine or"),
            (format!("{two}(12, 0), gold: 9)]"), 3, 1, "a mine at (12, 0) of 3 x 3 cells leaves the map of 14 x 8"),
            (format!("{two}(-1, 3), gold: 9)]"), 3, 1, "a mine at (-1, 3) of 3 x 3 cells leaves the map"),
            (format!("{two}(10, 5), gold: 9)]"), 3, 1, "covers (12, 6), deep water, where nothing can be built"),
            (format!("{two}(6, 0), gold: 0)]"), 3, 1, "a mine with 0 gold, expected 1 to 1000000"),
            ("starts: [(0, 0), (3, 3)]".into(), 2, 18, "a start at (3, 3) covers (3, 3), which a unit, a mine or"),
            ("starts: [(0, 0), (5, 5)]".into(), 2, 18, "a start at (5, 5) of 4 x 4 cells leaves the map"),
            ("starts: [(6, 0)], mines: [(at: (2, 0), gold: 9)]".into(), 2, 10, "is too near to the mine at (2, 0)"),
            ("units: [(kind: \"ram\", side: 0, at: (1, 1))], starts: [(2, 2)]".into(), 2, 55, "covers (2, 2), which"),
        ] {
            let (place, told) = read(&text).expect_err(&text);
            assert!(told.contains(problem), "{text}: {told}");
            assert_eq!(place, Some(Place { line, column }), "{text}: {told}");
        }
    }

    #[test]
    fn what_no_longer_fits_after_an_edit_is_dropped() {
        let rules = Rules::built_in();
        let mut level =
            read("mines: [(at: (9, 0), gold: 7), (at: (9, 4), gold: 8)], starts: [(0, 0), (0, 4)]").expect("a level");
        level.terrain[Cell::new(10, 1)] = Terrain::Rock;
        level.terrain[Cell::new(0, 7)] = Terrain::Deep;
        assert!(super::super::check(&level, &rules).is_err());
        level.drop_misplaced(&rules);
        assert_eq!((level.mines.len(), level.mines[0].gold), (1, 8));
        assert_eq!(level.starts, [Cell::new(0, 0)]);
        assert!(super::super::check(&level, &rules).is_ok());
    }
}
