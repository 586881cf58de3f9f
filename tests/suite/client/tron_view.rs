//! The picture of Tron: the blow of a crash, and the runs of a trail.

use bevy::math::Vec2;
use bevy::reflect::GetPath;
use gridmarch::base::Cell;
use gridmarch::games::tron::client::view::pulse::{LASTS, PictureSettings, Pulse, SWING};
use gridmarch::games::tron::client::view::trails::runs;

#[test]
fn a_blow_is_felt_fades_and_is_not_felt_by_who_does_not_want_it() {
    let still = (1.0, Vec2::ZERO);
    let (on, mut off) = (PictureSettings::default(), PictureSettings::default());
    *off.path_mut("camera_pulse").expect("a switch") = false;
    let mut pulse = Pulse::default();
    assert_eq!(pulse.felt(&on), still);
    pulse.hit(Vec2::X);
    pulse.pass(SWING / 4.0);
    let (scale, shift) = pulse.felt(&on);
    assert!(scale < 0.99 && shift.x > 5.0 && shift.y == 0.0, "{scale} {shift}");
    assert_eq!(pulse.felt(&off), still);
    pulse.pass(LASTS);
    assert_eq!(pulse.felt(&on), still);
}

fn cells(places: &[(i16, i16)]) -> Vec<Cell> {
    places.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
}

#[test]
fn a_trail_is_cut_into_straight_runs_that_share_their_corners() {
    let trail = cells(&[(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (3, 2)]);
    let ends = |run: &(Cell, Cell)| ((run.0.x, run.0.y), (run.1.x, run.1.y));
    let seen: Vec<_> = runs(&trail).iter().map(ends).collect();
    assert_eq!(seen, [((0, 0), (2, 0)), ((2, 0), (2, 2)), ((2, 2), (3, 2))]);
    assert_eq!(runs(&trail[..1]).len(), 1);
    assert!(runs(&[]).is_empty());
}

#[test]
fn a_trail_around_the_edge_is_not_drawn_across_the_board() {
    let trail = cells(&[(8, 3), (9, 3), (0, 3), (1, 3)]);
    let seen = runs(&trail);
    assert_eq!(seen, [(Cell::new(8, 3), Cell::new(9, 3)), (Cell::new(0, 3), Cell::new(1, 3))]);
}
