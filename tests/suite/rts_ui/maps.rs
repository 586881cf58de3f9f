//! Maps to choose, and pictures of them.

use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::client::ui::setup::{SetupButton, random};
use gridmarch::games::rts::client::ui::skirmish::parts;
use gridmarch::games::rts::client::ui::skirmish::preview::{MINE, share, with_mines};
use gridmarch::games::rts::level::MineSpawn;
use gridmarch::games::rts::level::generate::{MOST_PLAYERS, MapKind, MapSpec, generate, shortest_side};
use gridmarch::games::rts::rules::Rules;

#[test]
fn a_seed_at_the_edge_stays_where_it_is() {
    let mut spec = MapSpec { kind: MapKind::Caves, width: 48, height: 64, seed: 0 };
    random::change(&mut spec, SetupButton::SeedDown);
    assert_eq!(spec.seed, 0);
    spec.seed = u64::MAX;
    random::change(&mut spec, SetupButton::SeedUp);
    assert_eq!(spec.seed, u64::MAX);
}

#[test]
fn every_offered_size_can_be_generated() {
    use gridmarch::games::rts::level::generate::{MAX_SIDE, MIN_SIDE};
    assert!(random::SIDES.iter().all(|side| (MIN_SIDE..=MAX_SIDE).contains(side)));
}

#[test]
fn every_number_of_sides_has_a_size_to_choose() {
    for players in 2..=MOST_PLAYERS {
        assert!(parts::SIDES.iter().any(|side| *side >= shortest_side(players)), "{players}");
    }
}

#[test]
fn mines_are_drawn_where_they_are() {
    let rules = Rules::built_in();
    let spec = MapSpec { kind: MapKind::Open, width: 48, height: 40, seed: 1 };
    let mut level = generate(&spec, &rules).expect("a map");
    level.units.clear();
    level.mines = vec![MineSpawn { at: Cell::new(10, 20), gold: 100 }];
    let picture = with_mines(&level, &rules);
    let at = |x, y| picture.get_color_at(x, y).expect("on the picture").to_srgba().to_u8_array();
    assert_eq!(at(10, 20)[..3], MINE[0]);
    assert_eq!(at(11, 21)[..3], MINE[1]);
    assert_eq!(share(Cell::new(10, 20), 4, (48, 40)), Vec2::new(0.25, 0.55));
}
