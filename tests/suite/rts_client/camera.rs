//! Where the view is held, and where it begins.

use bevy::prelude::*;
use gridmarch::games::rts::client::input::camera::{AT_START, WIDEST_START, held, over};

#[test]
fn a_map_that_fits_lies_in_the_middle_of_what_the_panels_leave_free() {
    // A view of 720 units with 200 covered below and 40 above: 480 are free, their middle lies 80 above that of the view.
    let middle = |at: f32| held(at, (-400.0, 0.0), 360.0, (200.0, 40.0), (220.0, 80.0));
    for at in [-5000.0, 0.0, 5000.0] {
        assert_eq!(middle(at), -200.0 - 80.0, "from {at}");
    }
    let (low, high) = (middle(0.0) - 360.0 + 200.0, middle(0.0) + 360.0 - 40.0);
    assert_eq!((-400.0 - low, high), (40.0, 40.0), "as much is free below as above");
}

#[test]
fn a_large_map_is_seen_to_its_ends_and_a_little_beyond() {
    let at = |at: f32| held(at, (-2000.0, 0.0), 360.0, (200.0, 40.0), (220.0, 80.0));
    assert_eq!(at(-700.0), -700.0);
    assert_eq!(at(-5000.0) - 360.0, -2000.0 - 220.0, "the lower edge above the panels");
    assert_eq!(at(5000.0) + 360.0, 80.0, "the upper edge below the bar");
}

#[test]
fn a_match_begins_over_hall_and_mine_with_the_hall_well_in_view() {
    // A window of 1280 × 480 free pixels shows 32 × 12 cells, and 40 × 15 at its widest.
    let free = Vec2::new(1280.0, 480.0);
    let home = Rect::new(50.0, 50.0, 54.0, 54.0);
    let mine = |x: f32, y: f32| Some(Rect::new(x, y, x + 3.0, y + 3.0));
    assert_eq!(over(home, None, free), (Vec2::splat(52.0), AT_START));
    assert_eq!(over(home, mine(41.0, 51.0), free), (Vec2::new(47.5, 52.0), AT_START), "between both");
    assert_eq!(over(home, mine(50.0, 61.0), free), (Vec2::new(52.0, 57.0), WIDEST_START), "both need 15 cells");
    let (middle, scale) = over(home, mine(50.0, 80.0), free);
    assert_eq!((middle, scale), (Vec2::new(52.0, 57.0), WIDEST_START), "the hall stays half a cell from the edge");
    assert_eq!(over(home, mine(0.0, 0.0), Vec2::ONE).0, home.center(), "a tiny window shows the hall");
}
