//! Rounds on several threads.

use gridmarch::arena::play_all;
use std::sync::atomic::{AtomicBool, Ordering};

/// Some work whose length differs from round to round, so that rounds end out of order.
fn work(round: usize) -> u64 {
    (0..(round as u64 * 7919 % 31) * 1000).fold(round as u64, |sum, value| sum.wrapping_mul(31).wrapping_add(value))
}

#[test]
fn results_are_in_order_whatever_the_number_of_threads() {
    let expected: Vec<u64> = (0..100).map(work).collect();
    for threads in [0, 1, 3, 200] {
        let mut seen = vec![0; 100];
        let results = play_all(100, threads, &AtomicBool::new(false), work, |round, result| {
            assert_eq!(*result, work(round));
            seen[round] += 1;
        });
        assert_eq!(results, expected);
        assert_eq!(seen, [1; 100], "every round is told once");
    }
    assert!(play_all(0, 4, &AtomicBool::new(false), work, |_, _| {}).is_empty());
}

#[test]
fn a_stopped_tournament_gives_what_was_played() {
    let stop = AtomicBool::new(false);
    let play = |round| {
        if round == 4 {
            stop.store(true, Ordering::Relaxed);
        }
        round
    };
    assert_eq!(play_all(100, 1, &stop, play, |_, _| {}), [0, 1, 2, 3, 4]);
    assert!(play_all(100, 3, &stop, play, |_, _| {}).is_empty());
}
