//! The sight of sides: pictures, the oracle, and counts against a count from nothing.

mod memory;
mod oracle;

use gridmarch::base::rng::{Rng, stream};
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::sight::{Observer, ObserverId, SavedSight, SightGrid};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use proptest::prelude::*;
use rand::RngExt;

fn map(rows: &[&str]) -> Grid<Terrain> {
    let symbol = |symbol| match symbol {
        'B' => Terrain::Building,
        _ => Terrain::from_symbol(symbol).expect("a terrain"),
    };
    let cells = rows.iter().flat_map(|row| row.chars().map(symbol)).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

fn observer(number: u32, at: Cell, sight: u8) -> Observer {
    Observer { id: ObserverId::unit(UnitId(number)), side: 0, at, size: 1, sight, lifted: false }
}

/// What one observer sees of a map; the rest is `?`.
fn picture(terrain: &Grid<Terrain>, observer: Observer) -> Vec<String> {
    let mut sight = SightGrid::new(terrain, 1);
    sight.update(0, terrain, &[], [observer]);
    let row = |y: i16| {
        let cells = (0..terrain.width() as i16).map(|x| Cell::new(x, y));
        cells.map(|cell| if sight.is_visible(1, cell) { terrain[cell].symbol() } else { '?' }).collect()
    };
    (0..terrain.height() as i16).map(row).collect()
}

#[test]
fn on_open_ground_a_disc_is_seen() {
    let open = Grid::filled(9, 6, Terrain::Grass);
    let seen = picture(&open, observer(0, Cell::new(4, 3), 3));
    assert_eq!(seen, ["???...???", "??.....??", "?.......?", "?.......?", "?.......?", "??.....??"]);
    let hall = Observer { size: 2, ..observer(0, Cell::new(4, 2), 2) };
    let seen = picture(&open, hall);
    assert_eq!(seen, ["?????????", "???....??", "???....??", "???....??", "???....??", "?????????"]);
}

/// The cells in each row of what is seen on open ground.
fn widths(sight: u8, size: u8) -> Vec<usize> {
    let open = Grid::filled(70, 70, Terrain::Grass);
    let seen = picture(&open, Observer { size, ..observer(0, Cell::new(34, 34), sight) });
    seen.iter().map(|row| row.matches('.').count()).filter(|count| *count > 0).collect()
}

#[test]
fn discs_are_round() {
    assert_eq!(widths(0, 1), [1]);
    assert_eq!(widths(1, 1), [3, 3, 3]);
    assert_eq!(widths(3, 1), [3, 5, 7, 7, 7, 5, 3]);
    assert_eq!(widths(3, 2), [4, 6, 6, 6, 6, 4]);
    assert_eq!(widths(31, 1).len(), 63);
    assert_eq!(widths(31, 2).len(), 62);
    let area: usize = widths(31, 1).iter().sum();
    assert!(area.abs_diff(3117) < 20, "{area} cells are about 31.5 squared times pi");
}

#[test]
fn a_wall_is_seen_and_hides_what_is_behind_it() {
    let walled =
        map(&["...........", "...........", "....###....", "...........", "...........", "...........", "..........."]);
    let seen = picture(&walled, observer(0, Cell::new(5, 4), 9));
    assert_eq!(
        seen,
        ["...?????...", "...?????...", "....###....", "...........", "...........", "...........", "...........",]
    );
}

#[test]
fn through_a_gate_one_sees_a_wedge() {
    let walled = map(&[".........", ".........", ".........", "####.####", ".........", "........."]);
    let seen = picture(&walled, observer(0, Cell::new(4, 5), 9));
    assert_eq!(seen, ["???...???", "???...???", "????.????", "####.####", ".........", "........."]);
}

#[test]
fn only_the_edge_of_a_wood_is_seen_from_the_ground_and_all_of_it_from_a_hill() {
    let low = map(&["...TTT...#.."]);
    assert_eq!(picture(&low, observer(0, Cell::new(0, 0), 20)), ["...T????????"]);
    let high = map(&["^..TTT...#.."]);
    assert_eq!(picture(&high, observer(0, Cell::new(0, 0), 20)), ["^..TTT...#??"]);
    let tower = Observer { lifted: true, ..observer(0, Cell::new(0, 0), 20) };
    assert_eq!(picture(&low, tower), ["...TTT...#??"]);
}

#[test]
fn from_below_the_rim_of_a_hill_is_seen_and_from_the_hill_the_plain() {
    let hill = map(&["....^^^^...."]);
    assert_eq!(picture(&hill, observer(0, Cell::new(1, 0), 20)), ["....^???????"]);
    assert_eq!(picture(&hill, observer(0, Cell::new(6, 0), 20)), ["....^^^^...."]);
}

#[test]
fn a_hill_gives_one_cell_of_sight() {
    let hill = map(&["......^....."]);
    assert_eq!(picture(&hill, observer(0, Cell::new(6, 0), 3)), ["??....^....?"]);
    assert_eq!(picture(&hill, observer(0, Cell::new(5, 0), 3)), ["??....^?????"]);
}

#[test]
fn a_building_sees_past_itself_and_not_through_others() {
    let town = map(&["..........", "..BB...B..", "..BB...B..", ".........."]);
    let hall = Observer { size: 2, ..observer(0, Cell::new(2, 1), 20) };
    assert_eq!(picture(&town, hall), ["..........", "..BB...B??", "..BB...B??", ".........."]);
}

/// A map on which about one cell in `rarity` is something that may hide.
fn random_map(rng: &mut Rng, width: u16, height: u16, rarity: u32) -> Grid<Terrain> {
    let kinds = [Terrain::Hill, Terrain::Forest, Terrain::Rock, Terrain::Wall, Terrain::Building];
    Grid::filled(width, height, ()).map(|()| match rng.random_range(0..rarity) {
        0 => kinds[rng.random_range(0..kinds.len())],
        _ => Terrain::Grass,
    })
}

fn random_cell(rng: &mut Rng, map: &Grid<Terrain>) -> Cell {
    Cell::new(rng.random_range(0..map.width() as i16), rng.random_range(0..map.height() as i16))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn shadows_fall_as_in_the_slow_rule(seed: u64, size in 1u8..=4, radius in 0u8..8, rarity in 2u32..12, lifted: bool) {
        let mut rng = stream(seed, "sight oracle");
        let terrain = random_map(&mut rng, 17, 15, rarity);
        let at = (rng.random_range(0..=17 - i16::from(size)), rng.random_range(0..=15 - i16::from(size)));
        let observer = Observer { size, lifted, ..observer(0, Cell::new(at.0, at.1), radius) };
        let mut sight = SightGrid::new(&terrain, 1);
        sight.update(0, &terrain, &[], [observer]);
        for cell in terrain.cells() {
            let expected = oracle::sees(&terrain, &observer, cell);
            prop_assert_eq!(sight.is_visible(1, cell), expected, "{} of {:?}", cell, observer);
        }
    }

    #[test]
    fn who_sees_another_on_flat_ground_is_seen_by_him(seed: u64, rarity in 2u32..10, sight in 1u8..=31) {
        let mut rng = stream(seed, "sight symmetry");
        let terrain = random_map(&mut rng, 40, 30, rarity);
        let flat: Vec<Cell> = terrain.iter().filter(|(_, kind)| **kind == Terrain::Grass).map(|(cell, _)| cell).collect();
        prop_assume!(flat.len() > 1);
        for _ in 0..20 {
            let (one, other) = (flat[rng.random_range(0..flat.len())], flat[rng.random_range(0..flat.len())]);
            let mut pair = SightGrid::new(&terrain, 2);
            pair.update(0, &terrain, &[], [observer(0, one, sight), Observer { side: 1, ..observer(1, other, sight) }]);
            prop_assert_eq!(pair.is_visible(1, other), pair.is_visible(2, one), "{} and {}", one, other);
        }
    }

    #[test]
    fn counts_kept_are_counts_from_nothing(seed: u64, rarity in 2u32..20, crowd in 1u32..40, sides in 1u8..=8) {
        let mut rng = stream(seed, "sight counts");
        let mut terrain = random_map(&mut rng, 70, 50, rarity);
        let mut sight = SightGrid::new(&terrain, sides);
        let mut explored = terrain.map(|_| 0u8);
        let mut crowd: Vec<Observer> = (0..crowd).map(|number| random_observer(&mut rng, number, sides, &terrain)).collect();
        for tick in 0..30 {
            let mut edits = Vec::new();
            if rng.random_range(0..3) == 0 {
                for _ in 0..rng.random_range(1..6) {
                    let cell = random_cell(&mut rng, &terrain);
                    terrain[cell] = Terrain::ALL[rng.random_range(0..Terrain::ALL.len())];
                    edits.push(cell);
                }
            }
            crowd.retain(|_| rng.random_range(0..60) > 0);
            let next = crowd.iter().map(|observer| observer.id).max();
            if rng.random_range(0..4) == 0 {
                let number = next.map_or(0, |_| 1000 + tick);
                crowd.push(random_observer(&mut rng, number, sides, &terrain));
            }
            for observer in &mut crowd {
                match rng.random_range(0..40) {
                    0 => observer.at = random_cell(&mut rng, &terrain),
                    1 => observer.side = rng.random_range(0..sides),
                    2 => observer.sight = rng.random_range(0..40),
                    3..20 => {
                        observer.at.x += rng.random_range(-1..=1);
                        observer.at.y += rng.random_range(-1..=1);
                    }
                    _ => {}
                }
            }
            sight.update(tick, &terrain, &edits, crowd.iter().copied());
            for (all, now) in explored.values_mut().iter_mut().zip(sight.visible().values()) {
                *all |= now;
            }
            prop_assert_eq!(&explored, sight.explored(), "tick {}", tick);
            // What was saved is counted anew.
            let back = SightGrid::restore(&terrain, &sight.save()).expect("what was saved");
            prop_assert_eq!(back.fingerprint(), sight.fingerprint());
            prop_assert_eq!(back.visible(), sight.visible(), "tick {}", tick);
            if rng.random_range(0..4) == 0 {
                // A match that goes on from a saved one goes on alike.
                sight = back;
            }
        }
        sight.update(30, &terrain, &[], []);
        prop_assert!(sight.visible().values().iter().all(|seen| *seen == 0), "nobody is left to see");
        prop_assert_eq!(&explored, sight.explored());
    }
}

fn random_observer(rng: &mut Rng, number: u32, sides: u8, map: &Grid<Terrain>) -> Observer {
    let at = random_cell(rng, map);
    let (side, size, sight) = (rng.random_range(0..sides), rng.random_range(1..=4), rng.random_range(0..=14));
    Observer { id: ObserverId::unit(UnitId(number)), side, at, size, sight, lifted: rng.random_range(0..4) == 0 }
}

#[test]
fn sides_see_for_themselves_and_masks_for_many() {
    let open = Grid::filled(20, 20, Terrain::Grass);
    let mut sight = SightGrid::new(&open, 3);
    let (here, there) = (Cell::new(3, 3), Cell::new(16, 16));
    sight.update(0, &open, &[], [observer(0, here, 2), Observer { side: 2, ..observer(1, there, 2) }]);
    assert!(sight.is_visible(0b001, here) && !sight.is_visible(0b001, there));
    assert!(sight.is_visible(0b101, there) && !sight.is_visible(0b010, there));
    assert!(sight.is_body_visible(0b001, Cell::new(5, 3), 2) && !sight.is_body_visible(0b001, Cell::new(6, 3), 2));
    assert!(!sight.is_visible(0xFF, Cell::new(-1, 3)) && !sight.is_explored(0xFF, Cell::new(3, 20)));
}

#[test]
fn who_walks_looks_at_his_turn_and_who_is_gone_leaves_the_ground_explored() {
    let open = Grid::filled(40, 5, Terrain::Grass);
    let mut sight = SightGrid::new(&open, 1);
    let mut first_seen = Vec::new();
    for tick in 0..16 {
        let at = Cell::new(if tick == 0 { 5 } else { 20 }, 2);
        sight.update(tick, &open, &[], (0..4).map(|number| observer(number, at, 2)));
        if sight.is_visible(1, Cell::new(20, 2)) {
            first_seen.push(tick);
        }
    }
    assert_eq!(first_seen[0], 1, "one of four looks each tick");
    assert!(!sight.is_visible(1, Cell::new(5, 2)) && sight.is_explored(1, Cell::new(5, 2)));
    let stamp = sight.stamp();
    sight.update(16, &open, &[], (0..4).map(|number| observer(number, Cell::new(20, 2), 2)));
    assert!(!sight.has_changed_since(stamp, 1), "nobody has moved");
    sight.update(17, &open, &[], []);
    assert!(sight.has_changed_since(stamp, 1) && sight.has_row_changed_since(stamp, 2));
    assert!(!sight.has_changed_since(stamp, 0b10));
    assert!(!sight.is_visible(1, Cell::new(20, 2)) && sight.is_explored(1, Cell::new(20, 2)));
}

#[test]
fn a_felled_tree_opens_the_view_at_once() {
    let mut wood = map(&["..T..."]);
    let mut sight = SightGrid::new(&wood, 1);
    let who = observer(0, Cell::new(0, 0), 9);
    sight.update(1, &wood, &[], [who]);
    assert!(!sight.is_visible(1, Cell::new(4, 0)));
    wood[Cell::new(2, 0)] = Terrain::Grass;
    sight.update(2, &wood, &[Cell::new(2, 0)], [who]);
    assert!(sight.is_visible(1, Cell::new(4, 0)));
}

#[test]
fn a_saved_sight_of_another_map_is_refused_with_the_reason() {
    let open = Grid::filled(6, 6, Terrain::Grass);
    let mut sight = SightGrid::new(&open, 2);
    sight.update(0, &open, &[], [observer(0, Cell::new(1, 1), 1)]);
    let text = ron::to_string(&sight.save()).expect("a RON form");
    let saved: SavedSight = ron::from_str(&text).expect("the same");
    assert_eq!(saved, sight.save());
    assert_eq!(SightGrid::restore(&open, &saved).map(|back| back.fingerprint()), Ok(sight.fingerprint()));
    let error = SightGrid::restore(&Grid::filled(6, 5, Terrain::Grass), &saved).expect_err("fewer cells");
    assert_eq!(error.to_string(), "field `explored`: runs of 36 cells, the map has 30");
    let alien: SavedSight = ron::from_str("(sides: 1, explored: [(36, 2)], observers: [])").expect("a form");
    let error = SightGrid::restore(&open, &alien).expect_err("a side that is not there");
    assert_eq!(error.to_string(), "field `explored`: 2 names sides that there are not");
}
