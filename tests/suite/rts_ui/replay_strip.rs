//! The bar of a recording.

use gridmarch::games::rts::client::ui::replay_strip::{StripButton, leap, share, tick_at};
use gridmarch::games::rts::sim::GameRules;

#[test]
fn the_bar_reaches_from_the_first_to_the_last_tick_of_the_recording() {
    let range = (2400, 3400);
    assert_eq!([0.0, 0.25, 1.0, -3.0, 7.0].map(|place| tick_at(place, range)), [2400, 2650, 3400, 2400, 3400]);
    assert_eq!([2400, 2900, 3400].map(|tick| share(tick, range)), [0.0, 0.5, 1.0]);
    assert_eq!((tick_at(0.5, (7, 7)), share(7, (7, 7))), (7, 0.0), "nothing was recorded");
}

#[test]
fn leaps_end_where_the_recording_does() {
    let rules = GameRules::default();
    let half_a_minute = 30 * u32::from(rules.0.tick_hz);
    let leap = |button, now| leap(button, now, (2400, 4000), &rules);
    assert_eq!(leap(StripButton::Earlier, 3500), 3500 - half_a_minute);
    assert_eq!(leap(StripButton::Earlier, 2500), 2400);
    assert_eq!(leap(StripButton::Later, 3000), 3000 + half_a_minute);
    assert_eq!(leap(StripButton::Later, 3900), 4000);
}
