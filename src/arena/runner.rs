//! Rounds on several threads.

use super::{Pairs, Score, Sprt};
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

/// Plays rounds of which each two that follow one another are a pair, up to the pair after which `test` is decided: the same
/// one on any number of threads. `score` is what a round was for the first side; one without a score decides nothing.
pub fn play_pairs<T: Send>(
    rounds: usize,
    threads: usize,
    test: Option<Sprt>,
    play: impl Fn(usize) -> T + Sync,
    score: impl Fn(&T) -> Option<Score>,
    mut watch: impl FnMut(usize, &T),
) -> Vec<T> {
    let (stop, mut scores, mut pairs) = (AtomicBool::new(false), vec![None; rounds], Pairs::default());
    let (mut counted, mut most) = (0, rounds);
    let mut played = play_all(rounds, threads, &stop, play, |number, round| {
        watch(number, round);
        scores[number] = score(round);
        while let Some([Some(first), Some(second)]) = scores[..most].get(counted..counted + 2) {
            pairs.add(*first, *second);
            counted += 2;
            if test.is_some_and(|test| test.accepted(pairs).is_some()) {
                most = counted;
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    played.truncate(most);
    played
}
