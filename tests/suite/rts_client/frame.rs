//! What of the map the window shows, and where things lie on it.

use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::client::stage::to_world;
use gridmarch::games::rts::client::input::frame::{Covered, Frame};
use gridmarch::games::rts::client::input::skirmish::queries::Area;

#[test]
fn what_lies_behind_the_bar_and_the_panels_is_not_seen() {
    let covered = Covered { top: 40.0, bottom: 200.0 };
    let rect = Rect::from_center_size(Vec2::new(100.0, 50.0), Vec2::new(2000.0, 1200.0));
    // A window of 1000 × 600 shows it; 80 units of the world are behind the bar, 400 behind panels.
    let seen = covered.seen(&Frame { rect, scale: 2.0 });
    assert_eq!(seen, Rect::new(-900.0, 50.0 - 600.0 + 400.0, 1100.0, 50.0 + 600.0 - 80.0));
}

#[test]
fn a_small_interface_covers_less() {
    let usual = Covered::by_hud(None);
    let small = Covered::by_hud(Some(&UiScale(0.5)));
    assert_eq!(small, Covered { top: usual.top / 2.0, bottom: usual.bottom / 2.0 });
    assert!(small.top > 0.0 && small.bottom > small.top);
}

#[test]
fn the_middle_of_an_area_is_that_of_its_square() {
    let hall = Area { at: Cell::new(10, 20), size: 4 };
    assert_eq!(hall.middle(), to_world(12.0, 22.0));
    assert_eq!(Area::cell(Cell::new(3, 4)).middle(), to_world(3.5, 4.5));
}
