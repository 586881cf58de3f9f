//! What a program knows of the ground and of where enemies are.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::View;
use gridmarch::games::rts::bot::know::ground::Ground;
use gridmarch::games::rts::bot::know::maps::Maps;
use gridmarch::games::rts::bot::know::places::Places;
use gridmarch::games::rts::bot::know::sightings::Sightings;
use gridmarch::games::rts::bot::know::ways::Ways;
use gridmarch::games::rts::bot::know::work::Tally;
use gridmarch::games::rts::bot::view::{Body, SideSeen};
use gridmarch::games::rts::rules::{Price, Rules};
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::Terrain;
use std::collections::{BTreeMap, BTreeSet};

/// The ground of a picture.
fn drawn(picture: &[&str]) -> (Rules, Grid<Terrain>) {
    let cells = picture.iter().flat_map(|row| row.chars().filter_map(Terrain::from_symbol)).collect();
    (Rules::built_in(), Grid::from_rows(picture[0].len() as u16, picture.len() as u16, cells))
}

#[test]
fn what_is_kept_up_to_date_is_what_is_made_anew() {
    let (rules, mut terrain) = drawn(&["................................"; 24]);
    let (mut kept, tally) = (Ground::default(), Tally::default());
    kept.follow(&rules, &terrain, &tally);
    let (from, to) = (Cell::new(3, 3), Cell::new(28, 20));
    assert!(kept.is_linked(from, to));
    let wall: Vec<Cell> = (0..24).map(|y| Cell::new(16, y)).collect();
    for cell in &wall {
        terrain[*cell] = Terrain::Rock;
        kept.follow(&rules, &terrain, &tally);
        let mut anew = Ground::default();
        anew.follow(&rules, &terrain, &tally);
        assert_eq!(kept.is_linked(from, to), anew.is_linked(from, to), "{cell}");
        for block in 0..12 {
            assert!(kept.next_to(block).eq(anew.next_to(block)), "block {block} with a wall down to {cell}");
        }
    }
    assert!(!kept.is_linked(from, to), "the wall is whole");
    terrain[wall[11]] = Terrain::Grass;
    kept.follow(&rules, &terrain, &tally);
    assert!(kept.is_linked(from, to), "there is a gate");
}

#[test]
fn a_front_is_as_wide_as_the_narrowest_place_on_the_way() {
    let (rules, terrain) = drawn(&[
        "..............@@..............",
        "..............@@..............",
        "..............................",
        "..............................",
        "..............................",
        "..............@@..............",
        "..............@@..............",
    ]);
    let mut ground = Ground::default();
    ground.follow(&rules, &terrain, &Tally::default());
    assert_eq!(ground.front(Cell::new(2, 3), Cell::new(27, 3), 6), Some(3));
    assert_eq!(ground.front(Cell::new(2, 3), Cell::new(9, 3), 6), None, "open ground");
    assert_eq!(ground.front(Cell::new(2, 0), Cell::new(27, 0), 6), None, "nobody walks there");
}

#[test]
fn a_threat_fades_as_long_as_nobody_sees_it_again_and_a_tower_does_not() {
    let rules = Rules::built_in();
    let faction = rules.faction_named("Tribes").unwrap();
    let side =
        |team| SideSeen { faction, team, start: Cell::new(0, 0), is_beaten: false, is_person: false, stock: None };
    let (sides, terrain, upgrades) = ([side(0), side(1)], Grid::filled(64, 64, Terrain::Grass), BTreeSet::new());
    let view = |now: Tick| View {
        rules: &rules,
        now,
        side: 0,
        faction,
        stock: Price::default(),
        supply_used: 0,
        supply_given: 0,
        upgrades: &upgrades,
        start: Cell::new(0, 0),
        sides: &sides,
        gathered: Price::default(),
        killed_worth: 0,
        lost_worth: 0,
        terrain: &terrain,
        explored: &|_| true,
        is_visible: &|_| false,
        is_taken: &|_| false,
        units: Vec::new(),
        buildings: Vec::new(),
        foes: Vec::new(),
        friends: Vec::new(),
        mines: Vec::new(),
        events: Vec::new(),
        signals: Vec::new(),
    };
    let tower = rules.buildings.iter().find(|kind| kind.weapon.is_some() && kind.trains.is_empty()).unwrap();
    let body = |id, unit, building, at| Body {
        id: UnitId(id),
        side: 1,
        unit,
        building,
        at,
        health: 100,
        is_finished: true,
        is_visible: true,
    };
    let (walks, stands) = (Cell::new(20, 20), Cell::new(50, 50));
    let mut sightings = Sightings::default();
    let foes =
        [body(1, rules.kind_named("spearman"), None, walks), body(2, None, rules.building_named(&tower.name), stands)];
    sightings.look(&view(1000), &foes, 1000);
    let threat = |now: Tick, at: Cell| Maps::of(&view(now), &sightings, &Tally::default()).threat_at(at);
    let first = threat(1000, walks);
    assert_eq!(first, view(0).worth(rules.kind_named("spearman").unwrap()));
    assert_eq!(threat(1000, Cell::new(20, 28)), first / 2, "half as much on the block beside it");
    assert_eq!(threat(1000, Cell::new(20, 44)), 0);
    assert_eq!(threat(1700, walks), first / 2, "after half a minute");
    assert!(threat(1000, stands) > 0);
    assert_eq!(threat(4000, stands), threat(1000, stands));
}

#[test]
fn two_meadows_with_a_gate_are_two_regions_with_a_choke_of_its_width() {
    let mut picture = vec!["....................@@....................".to_string(); 20];
    for row in &mut picture[9..12] {
        *row = ".".repeat(42);
    }
    let rows: Vec<&str> = picture.iter().map(String::as_str).collect();
    let (rules, terrain) = drawn(&rows);
    let places = Places::of(&rules, &terrain, &Tally::default());
    let chokes = places.between(Cell::new(3, 3), Cell::new(38, 16));
    assert_eq!(chokes.len(), 1, "{chokes:?}");
    assert_eq!(chokes[0].width, 3);
    assert!(chokes[0].at.chebyshev(Cell::new(20, 10)) <= 2, "{chokes:?}");
    assert!(places.between(Cell::new(3, 3), Cell::new(12, 18)).is_empty(), "the same meadow");
}

#[test]
fn open_ground_with_a_few_rocks_is_one_region() {
    let mut picture = vec![".".repeat(40); 24];
    picture[8].replace_range(12..14, "@@");
    picture[15].replace_range(25..28, "@@@");
    let rows: Vec<&str> = picture.iter().map(String::as_str).collect();
    let (rules, terrain) = drawn(&rows);
    let places = Places::of(&rules, &terrain, &Tally::default());
    assert_eq!(places.chokes, BTreeMap::new());
    assert!(places.between(Cell::new(1, 1), Cell::new(38, 22)).is_empty());
}

#[test]
fn a_valley_between_two_gates_has_both_on_the_way_through() {
    let wall = |column: usize, row: usize| matches!(column, 16 | 17 | 34 | 35) && !(6..9).contains(&row);
    let row = |row: usize| (0..52).map(|column| if wall(column, row) { '@' } else { '.' }).collect::<String>();
    let picture: Vec<String> = (0..16).map(row).collect();
    let rows: Vec<&str> = picture.iter().map(String::as_str).collect();
    let (rules, terrain) = drawn(&rows);
    let places = Places::of(&rules, &terrain, &Tally::default());
    let widths: Vec<u8> = places.between(Cell::new(2, 2), Cell::new(50, 14)).iter().map(|choke| choke.width).collect();
    assert_eq!(widths, [3, 3]);
}

#[test]
fn a_way_goes_around_walls_and_around_danger() {
    let mut picture = vec!["........@@@@@@@@........"; 16];
    picture.extend(["........................"; 8]);
    let (rules, terrain) = drawn(&picture);
    let (mut ground, tally) = (Ground::default(), Tally::default());
    ground.follow(&rules, &terrain, &tally);
    let (from, to) = (Cell::new(4, 4), Cell::new(20, 4));
    let ways = Ways::new(&ground, from, |_| 0, &tally);
    assert_eq!(ways.cost(to), Some(6 * 8), "down, along and up");
    assert_eq!(ways.cost(Cell::new(12, 4)), None, "rock");
    assert_eq!(ways.stop(&ground, to, 2), Some(Cell::new(4, 20)));
    assert_eq!(ways.stop(&ground, to, 9), Some(to));
    let open = vec!["........................"; 24];
    let (rules, terrain) = drawn(&open);
    ground.follow(&rules, &terrain, &tally);
    // An enemy in the middle of the straight way.
    let ways = Ways::new(&ground, Cell::new(4, 12), |block| if block == 4 { 50 } else { 0 }, &tally);
    assert_ne!(ways.stop(&ground, Cell::new(20, 12), 1).map(|cell| cell.y / 8), Some(1));
}
