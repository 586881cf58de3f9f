//! The trees of the thinkers of Links: the same moves as without, and every node where it was searched.

use super::position::{after, board};
use gridmarch::arena::{Player, PlayerKind as _};
use gridmarch::base::Budget;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::source::{MAX_DEPTH, Searcher, Thinker, Wish};
use gridmarch::games::links::step::Step;
use gridmarch::search::tree::{Recording, Why};
use gridmarch::search::{Bound, Thought};

/// A player's move with its tree and without.
fn played(kind: PlayerKind, position: &Position, budget: &Budget) -> (Thought<Step>, Recording<Step>) {
    let choose = |player: &mut dyn Player<Position>| {
        let choice = player.choose(position, position.side(), budget);
        (choice.step, choice.thought.expect("it thinks"))
    };
    let mut keeps = kind.player(7);
    keeps.keep_trees();
    let (with, without) = (choose(&mut *keeps), choose(&mut *kind.player(7)));
    assert_eq!(with, without, "{kind}");
    let recording = keeps.take_tree().expect("a tree");
    assert!(keeps.take_tree().is_none(), "it is taken once");
    assert!(kind.player(7).take_tree().is_none());
    (with.1, recording)
}

#[test]
fn a_player_that_keeps_its_tree_plays_the_same_and_every_visit_is_counted() {
    let position = after(board(8), "c3 e4 d5 f6");
    let engines = [4, 6, 8].map(PlayerKind::engine);
    let thinkers = Searcher::ALL.into_iter().flat_map(|searcher| {
        let depth = if searcher == Searcher::Heuristic { MAX_DEPTH.min(3) } else { 2 };
        Wish::ALL.map(|wish| PlayerKind::Source(Thinker { searcher, wish, depth }))
    });
    for kind in engines.into_iter().chain(thinkers) {
        let (thought, recording) = played(kind, &position, &Budget::nodes(6000));
        let visits: u64 = recording.passes.iter().map(|pass| pass.nodes).sum();
        // The heuristic search counts the moves that it values, not the position that it begins with.
        let is_heuristic = matches!(kind, PlayerKind::Source(Thinker { searcher: Searcher::Heuristic, .. }));
        let roots = if is_heuristic { recording.passes.len() as u64 } else { 0 };
        assert_eq!(visits, thought.nodes + roots, "{kind}");
        let tree = &recording.trees[0];
        let line: Vec<Step> = tree.expected(0).into_iter().filter_map(|node| tree.node(node).step).collect();
        assert_eq!(line.first().copied(), thought.line.first().copied(), "{kind}");
        for node in 0..tree.nodes().len() as u32 {
            let position = after(board(8), "c3 e4 d5 f6");
            let way = tree.way(node).into_iter().try_fold(position, |mut position, step| {
                position.is_legal(step).then(|| {
                    position.make(step);
                    position
                })
            });
            let position = way.expect("every move is legal");
            assert_eq!(usize::from(tree.node(node).side), position.side());
        }
    }
}

#[test]
fn of_the_heuristic_search_the_moves_that_it_did_not_follow_are_there_with_their_values() {
    let thinker = Thinker { searcher: Searcher::Heuristic, wish: Wish::Mixed, depth: 2 };
    let position = after(board(6), "c3 d4");
    let (_, recording) = played(PlayerKind::Source(thinker), &position, &Budget::unlimited());
    let tree = &recording.trees[0];
    let children: Vec<u32> = tree.children(0).collect();
    assert_eq!(children.len(), position.free(position.side()).iter().count(), "all moves are valued");
    let followed = children.iter().filter(|child| tree.node(**child).kept > 1);
    let best = children.iter().filter(|child| tree.node(**child).why == Why::Searched);
    assert!(followed.count() == best.count());
    let dropped: Vec<_> = children.iter().filter(|child| tree.node(**child).why == Why::Dropped).collect();
    assert!(!dropped.is_empty() && dropped.len() < children.len());
    assert!(dropped.iter().all(|child| tree.node(**child).bound == Bound::Exact));
}
