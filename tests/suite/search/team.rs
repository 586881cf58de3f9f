//! Several threads find what one finds.

use super::nim::Nim;
use super::{plain, value};
use gridmarch::base::Budget;
use gridmarch::search::{Engine, Game, Settings, Team, minimax};
use proptest::prelude::*;
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

#[test]
fn when_time_is_up_all_threads_end() {
    let begin = Instant::now();
    let mut team = Team::new(Settings { max_depth: 100, ..Settings::default() });
    team.set_threads(3);
    let budget = Budget::until(move || begin.elapsed() > Duration::from_millis(50));
    // Far too large to be searched to its end.
    let game = || Nim::new(vec![60, 60, 60, 60], 3);
    assert!(team.think_heard(game, &value, &budget, &mut |_| {}, &mut ()).best.is_some());
}
