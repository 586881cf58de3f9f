//! The source's evaluations and searches, by hand and against each other.

use super::position::{after, board};
use gridmarch::base::Budget;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::source::{Searcher, Thinker, Wish};
use gridmarch::search::Outcome;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

fn values(moves: &str) -> [i32; 3] {
    let position = after(board(12), moves);
    Wish::ALL.map(|wish| wish.value(&position, 0))
}

#[test]
fn evaluations_are_as_added_up_by_hand() {
    // A peg in the middle reaches no border; f3 of the first reaches e1 and g1: 5.
    assert_eq!(values("f6"), [0, 0, 0]);
    assert_eq!(values("f3"), [0, 5, 5]);
    // From f4 over d3 and h3, two rows below the border, and over e2 and g2, one below it.
    assert_eq!(values("f4"), [0, 12, 12]);
    // f6 and g8 are linked, 10, and have no neighbour in common; g8 reaches the border over f10 and h10, 6; k11 reaches l9.
    assert_eq!(values("f6 k11 g8"), [-5, 16, 11]);
    // f6 and f8 have two neighbours in common, which makes 1.
    assert_eq!(values("f6 k11 f8"), [-5, 7, 2]);
}

#[test]
fn alpha_beta_finds_what_minimax_finds() {
    for moves in ["", "c3 d4", "c3 b2 d5 e4"] {
        let position = after(board(6), moves);
        for wish in Wish::ALL {
            let think = |searcher| Thinker { searcher, wish, depth: 2 }.think(&position, &Budget::unlimited());
            let (slow, quick) = (think(Searcher::Minimax), think(Searcher::AlphaBeta));
            assert_eq!((slow.best, slow.score), (quick.best, quick.score), "{moves} {wish:?}");
            assert!(quick.nodes <= slow.nodes);
            assert!(think(Searcher::Heuristic).nodes < slow.nodes, "it follows only the best");
        }
    }
}

#[test]
fn every_search_takes_a_win_at_once() {
    let position = after(board(6), "c1 a3 d3 b5 c5 e2");
    for searcher in Searcher::ALL {
        for depth in 1..=3 {
            let thought = Thinker { searcher, wish: Wish::Mixed, depth }.think(&position, &Budget::nodes(200_000));
            let mut won: Position = position.clone();
            won.make(thought.best.expect("a move"));
            assert_eq!(won.end().map(|end| end.outcome), Some(Outcome::Win(0)), "{searcher:?} {depth}");
        }
    }
}

#[test]
fn all_depths_together_keep_to_the_limit_of_nodes() {
    let position = after(board(8), "d4 e5 c6");
    for searcher in Searcher::ALL {
        let think = |nodes| Thinker { searcher, wish: Wish::Mixed, depth: 4 }.think(&position, &Budget::nodes(nodes));
        for nodes in [0, 1, 10, 60, 500, 3000] {
            let thought = think(nodes);
            assert!(thought.nodes <= nodes, "{searcher:?}: {} of {nodes}", thought.nodes);
            assert!(position.is_legal(thought.best.expect("a move")), "{searcher:?} {nodes}");
        }
        assert_eq!(think(10).depth, 0);
        assert!((1..4).contains(&think(500).depth), "a depth is finished, and the limit ends a later one");
    }
}

#[test]
fn when_time_is_up_no_search_goes_on() {
    let position = after(board(8), "d4 e5 c6");
    for searcher in Searcher::ALL {
        for most in [0, 1, 5, 30] {
            let looks = Arc::new(AtomicU64::new(0));
            let budget = {
                let looks = looks.clone();
                Budget::until(move || looks.fetch_add(1, Ordering::Relaxed) >= most)
            };
            let thought = Thinker { searcher, wish: Wish::Mixed, depth: 4 }.think(&position, &budget);
            assert!(thought.nodes <= 16 * (most + 1) && position.is_legal(thought.best.expect("a move")));
            let asked = looks.load(Ordering::Relaxed);
            assert!(asked <= most + 3, "{searcher:?}: asked {asked} times, over after {most}");
        }
    }
}
