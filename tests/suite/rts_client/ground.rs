//! The tiles of the ground, and the fog over it.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::client::view::fog::{BLACK, DARKER, GREY, LIGHTER, Shade};
use gridmarch::games::rts::client::view::terrain::dual::{COLUMNS, LAYERS, VARIANT_ROW, VARIANTS, stack};
use gridmarch::games::rts::sight::{Observer, ObserverId, SightGrid};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

fn map(picture: &str) -> Grid<Terrain> {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let cells = rows.concat().chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")).collect();
    Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells)
}

#[test]
fn one_terrain_is_one_full_tile() {
    let tiles = stack(&map("... ... ..."), 1, 1);
    assert!(tiles[0].is_some_and(|tile| tile >= VARIANT_ROW * COLUMNS));
    assert_eq!(tiles[1..], [None; LAYERS - 1]);
}

#[test]
fn a_higher_terrain_lies_on_the_lower_one_with_a_mask_of_its_corners() {
    let wall = Terrain::Wall as u32 * COLUMNS;
    let picture = map("..# ... ...");
    assert_eq!(stack(&picture, 2, 1)[1], Some(wall + 0b0010), "the upper right corner");
    assert_eq!(stack(&picture, 2, 0)[1], Some(wall + 0b1010), "the rim goes on");
    let three = stack(&map("~. .#"), 1, 1);
    let grass = Terrain::Grass as u32 * COLUMNS;
    assert_eq!(three[1..3], [Some(grass + 0b1110), Some(wall + 0b1000)], "under the wall there is grass");
}

#[test]
fn a_road_runs_on_to_a_bridge_over_water() {
    let (grass, road, bridge) = (Terrain::Grass as u32, Terrain::Road as u32, Terrain::Bridge as u32);
    let tiles = stack(&map("=+ =+"), 1, 1);
    assert_eq!(tiles[0].map(|tile| (tile - VARIANT_ROW * COLUMNS) / VARIANTS), Some(Terrain::Deep as u32));
    assert_eq!(tiles[1], Some(grass * COLUMNS + 0b0101), "a beach");
    assert_eq!(tiles[2].map(|tile| (tile - VARIANT_ROW * COLUMNS) / VARIANTS), Some(road), "the whole tile");
    assert_eq!(tiles[3], Some(bridge * COLUMNS + 0b1010));
}

fn scout(x: i16) -> [Observer; 1] {
    [Observer { id: ObserverId::unit(UnitId(0)), side: 0, at: Cell::new(x, 4), size: 1, sight: 3, lifted: false }]
}

#[test]
fn what_is_seen_is_clear_and_what_was_seen_becomes_grey_step_by_step() {
    let open = Grid::filled(30, 9, Terrain::Grass);
    let mut sight = SightGrid::new(&open, 1);
    sight.update(0, &open, &[], scout(5));
    let mut shade = Shade::new(&sight, 1);
    let at = |shade: &Shade, x: usize| shade.shown()[4 * 30 + x];
    assert_eq!((at(&shade, 5), at(&shade, 20)), (0, BLACK));
    assert!((1..GREY).contains(&at(&shade, 8)) && (GREY..BLACK).contains(&at(&shade, 9)), "a soft rim");
    for tick in 1..5 {
        sight.update(tick, &open, &[], scout(20));
    }
    shade.follow(&sight, 1);
    let mut rows = 0;
    shade.step(|_| rows += 1);
    assert_eq!(rows, 9);
    assert_eq!((at(&shade, 5), at(&shade, 20)), (DARKER, BLACK - LIGHTER));
    (0..20).for_each(|_| shade.step(|_| {}));
    assert_eq!(shade.shown(), Shade::new(&sight, 1).shown());
    assert_eq!((at(&shade, 5), at(&shade, 20), at(&shade, 12)), (GREY, 0, BLACK));
    rows = 0;
    shade.step(|_| rows += 1);
    assert_eq!(rows, 0, "nothing is painted that does not change");
}
