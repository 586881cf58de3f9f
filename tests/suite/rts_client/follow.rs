//! The view that follows what happens.

use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::client::input::follow::{Activity, DAMAGE, MARCH, WORK, busiest, damage_weight};

fn crowd(x: i16, y: i16, count: i16, weight: u32) -> impl Iterator<Item = Activity> {
    (0..count).map(move |step| (Cell::new(x + step % 3, y + step / 3), weight))
}

#[test]
fn the_view_goes_where_most_happens_and_stays_unless_much_more_happens_elsewhere() {
    assert_eq!(busiest(&[], Some(Vec2::ZERO), 3), None, "nothing happens");
    let work: Vec<Activity> = crowd(10, 10, 9, WORK).collect();
    let home = busiest(&work, None, 0).expect("a place");
    assert_eq!(home, Vec2::new(11.5, 11.5));
    let mut activities = work.clone();
    activities.extend(crowd(100, 90, 3, MARCH));
    let march = busiest(&activities, None, 0).expect("a place");
    assert!(march.distance(Vec2::new(101.5, 90.5)) < 1.0, "{march}");
    assert_eq!(busiest(&activities, Some(home), 3), Some(home), "as long as it is not half as much again");
    activities.extend(crowd(60, 20, 2, DAMAGE));
    let fight = busiest(&activities, Some(home), 8).expect("a place");
    assert!(fight.distance(Vec2::new(61.0, 20.5)) < 1.0, "{fight}");
    assert_eq!(busiest(&work, Some(fight), 8), Some(home), "nothing happens there any more");
}

#[test]
fn blows_are_forgotten_after_five_seconds() {
    assert_eq!(
        [damage_weight(0, 7), damage_weight(500, 500), damage_weight(500, 560), damage_weight(500, 700)],
        [0, DAMAGE, DAMAGE - 60, 0]
    );
}
