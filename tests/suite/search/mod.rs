//! Every searcher gives what plain minimax gives.

mod nim;
mod table;
mod team;
mod tree;

use gridmarch::base::Budget;
use gridmarch::search::{Engine, Game, Settings, alpha_beta, minimax, perft, plies_to_end};
use nim::Nim;
use proptest::prelude::*;

fn value(game: &Nim) -> i32 {
    game.value()
}

/// Exactly the search of minimax: no quiescence, no values of other depths.
fn plain(depth: u32) -> Settings {
    Settings {
        table_bits: 10,
        quiescence: 0,
        max_depth: depth,
        contempt: 0,
        deeper_entries: false,
        ..Settings::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn all_searchers_agree_with_minimax_on_value_and_best_moves(
        rows in prop::collection::vec(0_u8..5, 1..4), steps in 1_u8..4, depth in 1_u32..6,
    ) {
        let mut game = Nim::new(rows, steps);
        prop_assume!(game.outcome().is_none());
        let before = game.key();
        let budget = Budget::unlimited();
        let expected = minimax::search(&mut game, &value, depth, &budget, &mut ());
        let best: Vec<_> = minimax::values(&mut game, &value, depth)
            .into_iter()
            .filter(|(_, score)| *score == expected.score)
            .map(|(action, _)| action)
            .collect();
        prop_assert_eq!(expected.best, best.first().copied());
        let cut = alpha_beta::search(&mut game, &value, depth, &budget, &mut ());
        prop_assert_eq!((cut.score, cut.best), (expected.score, expected.best));
        prop_assert!(cut.nodes <= expected.nodes);
        let thought = Engine::new(plain(depth)).think(&mut game, &value, &budget);
        prop_assert_eq!(thought.score, expected.score);
        prop_assert!(thought.best.is_some_and(|found| best.contains(&found)), "{:?} of {:?}", thought.best, best);
        prop_assert_eq!(game.key(), before);
    }

    #[test]
    fn the_engine_as_it_ships_solves_what_minimax_solves(rows in prop::collection::vec(0_u8..4, 1..4), steps in 1_u8..3) {
        let mut game = Nim::new(rows, steps);
        prop_assume!(game.outcome().is_none());
        // Deep enough for every line to end.
        let expected = minimax::search(&mut game, &value, 12, &Budget::unlimited(), &mut ());
        let best = minimax::values(&mut game, &value, 12);
        let thought = Engine::new(Settings { table_bits: 8, ..Settings::default() })
            .think(&mut game, &value, &Budget::unlimited());
        prop_assert_eq!(thought.score, expected.score);
        let found = best.iter().find(|(action, _)| Some(*action) == thought.best);
        prop_assert_eq!(found.map(|(_, score)| *score), Some(expected.score));
    }

    #[test]
    fn a_line_is_legal_and_leads_to_the_value(rows in prop::collection::vec(1_u8..5, 2..4), steps in 1_u8..4) {
        let mut game = Nim::new(rows, steps);
        let depth = 4;
        let thought = Engine::new(plain(depth)).think(&mut game, &value, &Budget::unlimited());
        let mut made = 0;
        for action in &thought.line {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            prop_assert!(moves.contains(action));
            game.make(*action);
            made += 1;
        }
        let over = game.outcome().is_some();
        prop_assert!(over || made == depth);
        if !over {
            prop_assert_eq!(value(&game), thought.score);
        }
    }
}

#[test]
fn lines_and_positions_are_counted() {
    // One row of three: take 1, 2 or 3.
    let mut game = Nim::new(vec![3], 1);
    assert_eq!(perft::plies(&mut game, 1).lines, 3);
    assert_eq!(perft::plies(&mut game, 3).lines, 4, "1+1+1, 1+2, 2+1, 3");
    // Two rows of one, both in one turn: two orders, one position.
    let mut both = Nim::new(vec![1, 1], 2);
    assert_eq!(perft::turn(&mut both), perft::Count { lines: 2, positions: 1 });
}

#[test]
fn a_win_is_taken_at_once_and_a_loss_put_off() {
    let mut game = Nim::new(vec![3, 0], 1);
    let thought = Engine::new(Settings::default()).think(&mut game, &value, &Budget::unlimited());
    assert_eq!((thought.best, plies_to_end(thought.score)), (Some((0, 3)), Some(1)));
    // Four in a row and three to take at most: lost, in two plies whatever is done.
    let mut lost = Nim::new(vec![4], 1);
    let thought = Engine::new(Settings::default()).think(&mut lost, &value, &Budget::unlimited());
    assert!(thought.score < 0 && plies_to_end(thought.score) == Some(2));
}

#[test]
fn a_node_budget_is_kept_and_repeats() {
    let think = || {
        let mut game = Nim::new(vec![9, 9, 9], 2);
        Engine::new(Settings::default()).think(&mut game, &value, &Budget::nodes(5000))
    };
    let thought = think();
    assert!(thought.nodes <= 5000 && thought.depth >= 2 && thought.best.is_some());
    assert_eq!(think(), thought);
    // Even with no budget at all there is a move.
    let mut game = Nim::new(vec![2, 2], 1);
    assert!(Engine::new(Settings::default()).think(&mut game, &value, &Budget::nodes(0)).best.is_some());
}
