//! What is drawn of a match: bars, missiles, layers, thoughts, water, fires.

use bevy::prelude::*;
use gridmarch::base::grid::MAX_SIDE;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::thoughts::Block;
use gridmarch::games::rts::client::stage::middle_of_body;
use gridmarch::games::rts::client::view::bars::{Level, STEPS, Sort};
use gridmarch::games::rts::client::view::damage::fires;
use gridmarch::games::rts::client::view::missiles::along;
use gridmarch::games::rts::client::view::terrain::water::mesh_of;
use gridmarch::games::rts::client::view::thoughts::{POWER, STRONGEST, THREAT, colour_of};
use gridmarch::games::rts::client::view::units::depth;
use gridmarch::games::rts::rules::KindId;
use gridmarch::nav::terrain::Terrain;

#[test]
fn colours_follow_the_share_and_who_lives_shows_a_little() {
    let sort = |now| Level::of_health(now, 100).sort;
    assert_eq!(
        [sort(100), sort(67), sort(66), sort(34), sort(33)],
        [Sort::Healthy, Sort::Healthy, Sort::Hurt, Sort::Hurt, Sort::Dying]
    );
    assert_eq!(Level::of_health(1, 2000).filled, 1);
    assert_eq!(Level::of_health(0, 2000).filled, 0);
    assert_eq!(Level::of_health(300, 300).filled, STEPS as u8);
}

#[test]
fn what_is_thrown_rises_and_comes_down_on_its_target() {
    let (from, to) = (Vec2::ZERO, Vec2::new(100.0, 0.0));
    let up = |share| along(from, to, 0.3, share).1;
    assert_eq!((up(0.0), up(1.0)), (0.0, 0.0));
    assert!((up(0.5) - 30.0).abs() < 1e-3 && up(0.25) < up(0.5));
    let (_, _, rising) = along(from, to, 0.3, 0.1);
    let (_, _, falling) = along(from, to, 0.3, 0.9);
    assert!(rising.y > 0.0 && falling.y < 0.0, "it points along its way");
    assert_eq!(along(from, to, 0.3, 1.0).0, to);
}

#[test]
fn who_stands_further_down_the_screen_is_drawn_over_who_stands_behind() {
    let [near, far] = [KindId(0), KindId(21)];
    let at = |y: i16| middle_of_body(Cell::new(9, y), 1);
    assert!(depth(at(5), 1, near) > depth(at(4), 1, far), "whatever they are");
    assert!(depth(at(MAX_SIDE as i16), 1, near) > depth(at(MAX_SIDE as i16 - 1), 1, far), "on the largest map too");
    assert!(depth(middle_of_body(Cell::new(9, 4), 2), 2, far) > depth(at(4), 1, near), "feet count, not middles");
    assert!(depth(at(5).lerp(at(4), 0.5), 1, near) < depth(at(5), 1, near), "half a step is seen");
}

#[test]
fn a_row_of_one_kind_is_one_layer() {
    let at = |x, y| depth(middle_of_body(Cell::new(x, y), 1), 1, KindId(3));
    assert_eq!(at(2, 700), at(90, 700));
}

#[test]
fn a_block_has_the_colour_of_what_there_is_more_of() {
    assert_eq!(colour_of(Block::default()), None);
    let rgb = |threat, power| colour_of(Block { threat, power }).map(|colour| colour.with_alpha(1.0));
    assert_eq!((rgb(200, 100), rgb(100, 200)), (Some(THREAT), Some(POWER)));
    let alpha = |threat| colour_of(Block { threat, power: 0 }).map_or(0.0, |colour| colour.alpha());
    assert!(0.0 < alpha(50) && alpha(50) < alpha(400) && alpha(400) < alpha(5000), "the more, the stronger");
    assert!(alpha(5000) <= STRONGEST, "what is below can still be seen");
}

#[test]
fn a_block_has_five_points_for_each_cell_of_water_and_none_without() {
    let rows = [". . .", ". ~ -", ". . ."].map(|row| row.replace(' ', ""));
    let cells = rows.concat().chars().map(|symbol| Terrain::from_symbol(symbol).expect("a terrain")).collect();
    let map = Grid::from_rows(3, 3, cells);
    let mesh = mesh_of(&map, 0, 0).expect("two cells of water");
    assert_eq!(mesh.count_vertices(), 10);
    let dry = Grid::filled(3, 3, Terrain::Grass);
    assert!(mesh_of(&dry, 0, 0).is_none());
}

#[test]
fn fires_grow_as_health_goes() {
    assert_eq!(fires(1.0, 3), 0);
    assert_eq!(fires(0.34, 3), 0);
    let counts: Vec<u32> = [0.32, 0.2, 0.1, 0.01].iter().map(|share| fires(*share, 3)).collect();
    assert!(counts[0] >= 1 && counts.windows(2).all(|pair| pair[0] <= pair[1]), "{counts:?}");
    assert!(counts[3] > counts[0] && counts[3] <= 6);
    assert_eq!(fires(0.0, 3), 0, "it is gone");
}
