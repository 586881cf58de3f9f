//! Mines and starts of a level.

use gridmarch::base::Cell;
use gridmarch::games::rts::level::{Level, MineSpawn, Place, check};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::terrain::Terrain;

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
    assert!(check(&level, &rules).is_err());
    level.drop_misplaced(&rules);
    assert_eq!((level.mines.len(), level.mines[0].gold), (1, 8));
    assert_eq!(level.starts, [Cell::new(0, 0)]);
    assert!(check(&level, &rules).is_ok());
}
