//! A machine that comes to other results is named, shown the difference, and goes on from the right state.

use super::place::{Place, until, wait_for_tick};
use std::time::Duration;

fn planted(referee: bool, sides: usize) {
    let place = Place::new(sides, referee);
    let players = place.playing(sides, 200);
    wait_for_tick(&players, 100);
    players[1].plant(137);
    until("the difference is noticed", || players.iter().all(|it| it.look(|seen| !seen.desyncs.is_empty())));
    until("the report is there", || players[1].look(|seen| !seen.reports.is_empty()));
    let report = players[1].look(|seen| {
        assert!(seen.reports[0].0 - seen.planted.expect("it was planted") < Duration::from_secs(10));
        seen.reports[0].1.clone()
    });
    assert!(report.contains("first tick after which they differ: 136\n"), "{report}");
    assert!(report.contains("first part of the state that differs: 1\n"), "{report}");
    assert!(report.contains("differs: guest 1\nshown beside it: "), "{report}");
    assert!(report.contains("lines that differ in the states before tick 140: 1\nsides[1].marks[2]: "), "{report}");
    assert!(report.contains(std::env::consts::OS), "{report}");
    let state = place.ada().state(&place.id(), None).expect("she is there");
    assert_eq!(state.reports, [140]);
    if referee {
        let at = super::place::tick(&players[0]);
        wait_for_tick(&players, at + 40);
        let seen: Vec<_> = players.iter().map(|it| it.seen().hashes).collect();
        assert_eq!(seen[0][&(at + 40)], seen[1][&(at + 40)], "it goes on from the right state");
    }
}

#[test]
fn a_planted_difference_is_reported_by_tick_part_and_field() {
    planted(true, 2);
}

#[test]
fn without_a_referee_the_majority_is_right() {
    planted(false, 3);
}

#[test]
fn without_a_referee_two_who_differ_are_shown_both_and_the_match_counts_no_more() {
    let mut wish = super::place::wish(2);
    wish.rated = true;
    let place = Place::with(wish, false, super::place::roomy());
    let players = place.playing(2, 200);
    wait_for_tick(&players, 100);
    players[1].plant(137);
    until("both have the report", || players.iter().all(|it| it.look(|seen| !seen.reports.is_empty())));
    let report = players[0].look(|seen| seen.reports[0].1.clone());
    let both =
        ["Ada, guest 1", "guest 1, Ada"].map(|both| format!("nobody can tell which of these is right: {both}\n"));
    assert!(both.iter().any(|both| report.contains(both)), "{report}");
    assert!(report.contains("sides[1].marks[2]: "), "{report}");
    let state = place.ada().state(&place.id(), None).expect("she is there");
    assert!(!state.rated);
}
