//! Rounds on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Plays the rounds `0..rounds` on `threads` threads (at least one) and gives their results in the order of their
/// numbers. `play` must depend on nothing but the number; then the result does not depend on the number of threads.
///
/// `watch` is called on the calling thread once per round as it ends, in whatever order the rounds end. After `stop` is
/// set no round begins any more: the rounds that were played are given, up to the first that was not.
pub fn play_all<T: Send>(
    rounds: usize,
    threads: usize,
    stop: &AtomicBool,
    play: impl Fn(usize) -> T + Sync,
    mut watch: impl FnMut(usize, &T),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut results: Vec<Option<T>> = (0..rounds).map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, rounds.max(1)) {
            let (sender, next, play) = (sender.clone(), &next, &play);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let round = next.fetch_add(1, Ordering::Relaxed);
                    if round >= rounds || sender.send((round, play(round))).is_err() {
                        break;
                    }
                }
            });
        }
        // The loop below ends when the last thread has dropped its sender.
        drop(sender);
        for (round, result) in receiver {
            watch(round, &result);
            results[round] = Some(result);
        }
    });
    results.into_iter().map_while(|result| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
