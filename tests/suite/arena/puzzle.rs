//! The puzzle of the day.

use gridmarch::arena::puzzle::of_day;
use std::collections::BTreeSet;

#[test]
fn every_puzzle_has_its_day_before_one_comes_again_and_the_order_changes() {
    let round = |first: u64| (first..first + 100).map(|day| of_day(day, 100).expect("one")).collect::<Vec<_>>();
    let [one, other] = [round(20_000), round(20_100)];
    for days in [&one, &other] {
        assert_eq!(days.iter().collect::<BTreeSet<_>>().len(), 100);
    }
    assert_ne!(one, other);
}

/// Whoever asks, on whatever machine.
#[test]
fn the_puzzle_of_a_day_stays_the_same() {
    // 1 January 2026, the day after it, and 29 February 2028.
    assert_eq!([20_454, 20_455, 21_243].map(|day| of_day(day, 100)), [Some(70), Some(54), Some(33)]);
    assert_eq!(of_day(7, 0), None);
    assert_eq!(of_day(7, 1), Some(0));
}
