//! What is said, when and where.

use gridmarch::base::Cell;
use gridmarch::games::rts::client::input::skirmish::alerts::{AlertKind, Alerts, researched};
use gridmarch::games::rts::client::input::skirmish::queries::Area;

#[test]
fn the_same_is_said_once_within_eight_seconds_and_counted() {
    let mut alerts = Alerts::default();
    let say = |alerts: &mut Alerts, now: f32, text: &str| {
        alerts.set_now(now);
        alerts.tell(AlertKind::Trained, text.into(), Some(Area::cell(Cell::new(1, 1))));
    };
    say(&mut alerts, 0.0, "Footman trained.");
    say(&mut alerts, 3.0, "Footman trained.");
    say(&mut alerts, 4.0, "Archer trained.");
    let told: Vec<_> = alerts.iter().map(|alert| (alert.text.as_str(), alert.count)).collect();
    assert_eq!(told, [("Footman trained.", 2), ("Archer trained.", 1)]);
    say(&mut alerts, 20.0, "Archer trained.");
    assert_eq!(alerts.iter().count(), 3, "after a while it is news again");
}

#[test]
fn the_key_goes_back_from_alert_to_alert_and_begins_anew_after_a_pause() {
    let mut alerts = Alerts::default();
    for x in [10, 20, 30] {
        alerts.tell(AlertKind::Attack, "!".into(), Some(Area::cell(Cell::new(x, 0))));
    }
    let places: Vec<_> = (0..4).filter_map(|_| alerts.next_place()).map(|spot| spot.at.x).collect();
    assert_eq!(places, [30, 20, 10, 30]);
    alerts.set_now(60.0);
    assert_eq!(alerts.next_place(), Some(Area::cell(Cell::new(30, 0))));
}

#[test]
fn blows_at_one_place_have_one_sign_and_those_that_are_seen_have_it_on_the_small_map_alone() {
    let mut alerts = Alerts::default();
    for (x, is_seen) in [(10, true), (14, false), (40, false), (41, true)] {
        alerts.mark_damage(Area::cell(Cell::new(x, 0)), is_seen);
    }
    let signs: Vec<_> = alerts.pings().iter().map(|ping| (ping.at.at.x, ping.is_bad, ping.is_small)).collect();
    assert_eq!(signs, [(10, true, true), (40, true, false)]);
}

#[test]
fn only_what_asks_for_a_look_has_a_sign() {
    let mut alerts = Alerts::default();
    let at = Area { at: Cell::new(4, 4), size: 3 };
    assert!(alerts.tell(AlertKind::Trained, researched("good swords"), Some(at)));
    assert!(alerts.pings().is_empty(), "the list tells it, and nothing on the map");
    alerts.tell_with_sign(AlertKind::Warned, "Look.".into(), Some(at));
    alerts.tell_with_sign(AlertKind::Warned, "Look.".into(), Some(at));
    assert_eq!(alerts.pings().iter().map(|ping| ping.at).collect::<Vec<_>>(), [at]);
    assert_eq!(alerts.iter().next().map(|alert| alert.text.as_str()), Some("Good swords: research finished."));
}
