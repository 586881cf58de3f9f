//! Where figures look, and how they hold themselves.

use bevy::prelude::*;
use gridmarch::base::{Cell, Dir};
use gridmarch::client::stage::CELL;
use gridmarch::games::rts::client::view::units::{Heading, Look, pose};
use gridmarch::nav::step::Step;

#[test]
fn a_figure_looks_where_it_goes() {
    for heading in [Heading::South, Heading::North, Heading::East, Heading::West] {
        assert_eq!(Heading::South.towards(heading.way()), heading);
        assert_eq!(Heading::East.towards(heading.way() * 40.0), heading);
    }
    assert_eq!((Heading::West.row(), Heading::West.is_mirrored()), (Heading::East.row(), true));
}

#[test]
fn who_goes_in_zigzags_does_not_flicker() {
    let mut heading = Heading::South.towards(Vec2::X);
    for way in [Vec2::new(1.0, 1.0), Vec2::X, Vec2::new(1.0, -1.0), Vec2::X] {
        heading = heading.towards(way);
        assert_eq!(heading, Heading::East, "{way}");
    }
    heading = heading.towards(Vec2::Y).towards(Vec2::new(-1.0, 1.0));
    assert_eq!(heading, Heading::North);
    assert_eq!(Heading::North.towards(Vec2::new(1.0, -1.0)), Heading::East, "back by a diagonal is to a side");
}

#[test]
fn who_rests_looks_along_the_whole_way_and_not_along_the_last_step() {
    let mut look = Look::new(Heading::South);
    look.rest(Vec2::ZERO);
    look.walk(Vec2::X);
    look.walk(Vec2::Y);
    assert_eq!(look.heading, Heading::North);
    look.rest(Vec2::new(6.0, 1.0) * CELL);
    assert_eq!(look.heading, Heading::East);
    look.walk(Vec2::NEG_Y);
    look.rest(Vec2::new(6.0, 0.0) * CELL);
    assert_eq!(look.heading, Heading::East, "it has only made room");
    look.face(Vec2::NEG_X);
    look.rest(Vec2::new(6.0, 0.0) * CELL);
    assert_eq!(look.heading, Heading::West, "there was an enemy");
    look.walk(Vec2::NEG_Y);
    look.rest(Vec2::new(17.0, -6.0) * CELL);
    assert_eq!(look.heading, Heading::East, "what counts is the way, not where it looked before");
}

fn step() -> Step {
    Step { from: Cell::new(4, 4), dir: Dir::East, start: 100, ticks: 10 }
}

#[test]
fn legs_move_while_the_way_is_done_and_both_strides_are_shown() {
    assert_eq!(pose::walking(Some(step()), 99.5), None, "not yet");
    assert_eq!(pose::walking(Some(step()), 110.0), None, "there");
    let frames: Vec<_> = (0..10).filter_map(|tick| pose::walking(Some(step()), 100.0 + tick as f32)).collect();
    assert!(frames.contains(&1) && frames.contains(&2), "{frames:?}");
}

#[test]
fn a_weapon_is_raised_before_it_strikes() {
    assert_eq!(pose::fighting(0.0, 20.0, true), Some(pose::STRIKES));
    assert_eq!(pose::fighting(10.0, 20.0, true), None);
    assert_eq!(pose::fighting(18.0, 20.0, true), Some(pose::WINDS_UP));
    assert_eq!(pose::fighting(18.0, 20.0, false), None, "nobody to strike at");
    assert_eq!(pose::fighting(400.0, 20.0, true), None, "it only walks towards its target");
}

#[test]
fn work_is_a_stroke_after_the_other() {
    let strokes =
        (0..160).filter(|tick| pose::working(*tick as f32, 0) != pose::working(*tick as f32 + 1.0, 0)).count();
    assert_eq!(strokes, 20, "up and down ten times");
}
