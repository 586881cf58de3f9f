//! Several threads find what one finds.

use super::nim::Nim;
use super::{plain, value};
use gridmarch::base::Budget;
use gridmarch::search::{Engine, Game, Settings, Team, minimax};
use proptest::prelude::*;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_value_is_that_of_minimax_however_many_threads_there_are(
        rows in prop::collection::vec(0_u8..5, 1..4), steps in 1_u8..4, depth in 1_u32..6, threads in 1_usize..5,
    ) {
        let mut game = Nim::new(rows.clone(), steps);
        prop_assume!(game.outcome().is_none());
        let expected = minimax::search(&mut game, &value, depth, &Budget::unlimited(), &mut ());
        let best = minimax::values(&mut game, &value, depth);
        let mut team = Team::new(plain(depth));
        team.set_threads(threads);
        let node = || Nim::new(rows.clone(), steps);
        // The second time much is known.
        for _ in 0..2 {
            let thought = team.think_heard(node, &value, &Budget::unlimited(), &mut |_| {}, &mut ());
            prop_assert_eq!(thought.score, expected.score);
            let found = best.iter().find(|(action, _)| Some(*action) == thought.best);
            prop_assert_eq!(found.map(|(_, score)| *score), Some(expected.score));
        }
    }
}

#[test]
fn under_a_limit_of_nodes_it_is_one_thread_and_repeats() {
    let budget = Budget::nodes(5000);
    let game = || Nim::new(vec![9, 9, 9], 2);
    let alone = Engine::new(Settings::default()).think(&mut game(), &value, &budget);
    let mut team = Team::new(Settings::default());
    team.set_threads(4);
    let together = team.think_heard(game, &value, &budget, &mut |_| {}, &mut ());
    assert!(together.nodes <= 5000);
    assert_eq!((together.depth, together.score), (alone.depth, alone.score));
    let mut again = Team::new(Settings::default());
    assert_eq!(again.think_heard(game, &value, &budget, &mut |_| {}, &mut ()), together);
}

/// Far too large to be searched to its end.
fn endless() -> Nim {
    Nim::new(vec![60, 60, 60, 60], 3)
}

fn three() -> Team<Nim> {
    let mut team = Team::new(Settings { max_depth: 100, ..Settings::default() });
    team.set_threads(3);
    team
}

#[test]
fn all_threads_search_until_time_is_up_and_then_end() {
    let counts: Arc<Mutex<HashMap<ThreadId, u32>>> = Arc::default();
    let begin = Instant::now();
    let evaluate = |game: &Nim| {
        *counts.lock().expect("nobody panics").entry(thread::current().id()).or_default() += 1;
        value(game)
    };
    // Time is up when all of them have searched for a while; where the machine has no time for them, after half a minute.
    let budget = {
        let counts = counts.clone();
        Budget::until(move || {
            let counts = counts.lock().expect("nobody panics");
            counts.values().filter(|count| **count > 100).count() >= 3 || begin.elapsed() > Duration::from_secs(30)
        })
    };
    let thought = three().think_heard(endless, &evaluate, &budget, &mut |_| {}, &mut ());
    assert!(thought.best.is_some());
    let counts = counts.lock().expect("nobody panics");
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 100), "{counts:?}");
    assert!(begin.elapsed() < Duration::from_secs(40), "all have ended, as the search has");
}

#[test]
fn who_panics_ends_the_whole_search() {
    let caller = thread::current().id();
    let begin = Instant::now();
    for is_caller in [true, false] {
        let seen = Arc::new(AtomicBool::new(false));
        let evaluate = |game: &Nim| {
            let is_other = thread::current().id() != caller;
            seen.fetch_or(is_other, Ordering::Relaxed);
            // The caller does not panic before another one is at work.
            assert!(is_other == is_caller || !seen.load(Ordering::Relaxed), "as wanted");
            value(game)
        };
        // The caller hears of the other's when it has done its own.
        let other = seen.clone();
        let ends = move || !is_caller && other.load(Ordering::Relaxed) || begin.elapsed() > Duration::from_secs(30);
        let budget = Budget::until(ends);
        let think = || three().think_heard(endless, &evaluate, &budget, &mut |_| {}, &mut ());
        assert!(catch_unwind(AssertUnwindSafe(think)).is_err(), "{is_caller}");
    }
}
