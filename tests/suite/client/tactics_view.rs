//! The picture of Tactics: what stands out, ways, marks of threats.

use bevy::prelude::*;
use gridmarch::games::tactics::Side;
use gridmarch::games::tactics::battle::Battle;
use gridmarch::games::tactics::client::input::Intent;
use gridmarch::games::tactics::client::view::ground::held_by;
use gridmarch::games::tactics::client::view::marks::{Drawn, HILL_SHADE, THREAT, THREAT_ON_HILL, gather};
use gridmarch::games::tactics::client::view::pieces::{BAR, BAR_AT, DARK, NUMBER, PLATE, PLATE_AT, RIM, health_colour};
use gridmarch::games::tactics::client::view::stage::along;
use gridmarch::games::tactics::client::view::{Stage, middle, tile};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::plugin::{Advice, Phase, TacticsSetup};
use gridmarch::games::tactics::rules::Rules;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::table::Board;

/// How much brighter the one of two colours is, as people see it: 1 to 21 (the Web Content Accessibility Guidelines ask
/// for 4.5 of writing).
fn contrast(one: Color, other: Color) -> f32 {
    let [a, b] = [one, other].map(|color| color.luminance() + 0.05);
    a.max(b) / a.min(b)
}

#[test]
fn numbers_of_health_stand_out_from_their_plate_and_fit_on_it() {
    let most = [
        // As high as in the pictures of puzzles: 16 logical pixels on squares of about 50.
        (0.32, NUMBER),
        // Two digits of the heavy font are 1.17 times as wide as high, and the letters themselves 0.73 as high as the line.
        (NUMBER * 1.17, PLATE.x),
        (NUMBER * 0.73, PLATE.y),
        // The plate does not hide the bar.
        (PLATE_AT.x + PLATE.x / 2.0 + RIM, BAR_AT.x - BAR.x / 2.0),
    ];
    for (less, more) in most {
        assert!(less <= more, "{less} and {more}");
    }
    assert!(contrast(Color::WHITE, DARK) > 7.0, "{}", contrast(Color::WHITE, DARK));
}

#[test]
fn a_bar_turns_yellow_and_red() {
    assert_ne!(health_colour(1.0), health_colour(0.5));
    assert_ne!(health_colour(0.5), health_colour(0.2));
    assert_eq!(health_colour(0.0), health_colour(0.3));
}

#[test]
fn a_point_of_a_way_lies_between_its_squares() {
    let way = [Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::new(10.0, 20.0)];
    assert_eq!(along(&way, 0.0), Vec2::ZERO);
    assert_eq!(along(&way, 0.25), Vec2::new(5.0, 0.0));
    assert_eq!(along(&way, 0.75), Vec2::new(10.0, 10.0));
    assert_eq!(along(&way, 1.0), way[2]);
    assert_eq!(along(&way[..1], 0.5), Vec2::ZERO);
}

/// What a colour looks like over an opaque one.
fn over(colour: Color, ground: Color) -> Color {
    ground.mix(&colour.with_alpha(1.0), colour.alpha())
}

#[test]
fn threats_are_seen_on_the_floor_and_on_the_hill_whoever_holds_it() {
    let gold = Color::srgb(0.95, 0.8, 0.4);
    let grounds = [gold, over(held_by(Side::A), gold), over(held_by(Side::B), gold)];
    for ground in grounds {
        let shaded = over(HILL_SHADE, ground);
        assert!(contrast(THREAT_ON_HILL, shaded) > 4.5, "{}", contrast(THREAT_ON_HILL, shaded));
        // The square is still told from the others of its kind.
        assert!(contrast(ground, shaded) > 2.0, "{}", contrast(ground, shaded));
    }
    let sand = Color::srgb(0.79, 0.71, 0.55);
    assert!(contrast(over(THREAT, sand), sand) > 1.3);
}

#[test]
fn a_threatened_square_of_the_hill_has_a_mark_of_its_own() {
    let mut battle = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [1, 1]);
    battle.level.starts = [vec!["e4", "b2"], vec!["f4", "i2"]]
        .map(|squares| squares.into_iter().map(|name| name.parse().expect("a square")).collect());
    let fight = Board(Battle::new(battle).expect("a battle"));
    let stage = Stage::at(&fight);
    let intent = Intent { threats: true, ..Intent::default() };
    let mut list = Vec::new();
    gather((&fight, &Phase::Playing, &Advice::default(), &stage), &intent, &TacticsSetup::default(), &mut list);
    let stripes: Vec<(Vec2, Color)> = (list.iter())
        .filter_map(|drawn| match drawn {
            Drawn::Tile { index: tile::THREAT, at, color, .. } => Some((*at, *color)),
            _ => None,
        })
        .collect();
    let at = |name: &str| middle(name.parse().expect("a square"));
    assert!(stripes.contains(&(at("e4"), THREAT_ON_HILL)), "Blue stands there: {stripes:?}");
    assert!(stripes.contains(&(at("f3"), THREAT)), "{stripes:?}");
}
