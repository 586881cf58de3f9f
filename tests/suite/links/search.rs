//! The engine's search on small boards, against one that looks at everything.

use super::position::{after, board};
use gridmarch::base::Budget;
use gridmarch::games::links::evaluation::Evaluation;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::node::Node;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::step::Step;
use gridmarch::search::{Engine, Game, Outcome, Settings, is_decided};

/// Whether the side to move can force a win within so many plies: by trying all.
fn can_win(position: &mut Position, plies: u32) -> bool {
    if plies == 0 || position.end().is_some() {
        return false;
    }
    let side = position.side();
    let free: Vec<Hole> = position.free(side).iter().collect();
    free.into_iter().any(|hole| {
        position.make(Step::Peg(hole));
        let wins = match position.end() {
            Some(end) => end.outcome == Outcome::Win(side),
            None => !can_hold(position, plies - 1),
        };
        position.unmake();
        wins
    })
}

/// Whether the side to move can hold out so many plies.
fn can_hold(position: &mut Position, plies: u32) -> bool {
    if plies == 0 {
        return true;
    }
    let side = position.side();
    let free: Vec<Hole> = position.free(side).iter().collect();
    free.into_iter().any(|hole| {
        position.make(Step::Peg(hole));
        let holds = match position.end() {
            Some(end) => end.outcome != Outcome::Win(1 - side),
            None => !can_win(position, plies - 1),
        };
        position.unmake();
        holds
    })
}

fn think(position: &Position, nodes: u64) -> gridmarch::search::Thought<Step> {
    let mut engine = Engine::<Node>::new(Settings { quiescence: 8, reductions: true, ..Settings::default() });
    engine.think(&mut Node::new(position.clone(), 16), &Evaluation::best(), &Budget::nodes(nodes))
}

#[test]
fn a_win_that_is_claimed_is_one_and_no_win_in_three_plies_is_missed() {
    let openings =
        ["c3 d4 d2 b5", "c4 d3 b2 e5", "d4 c4 c2 e3", "b3 e4 d3 c4 c5 b2", "c3 b4 d5 e2 e3 c5", "c1 b3 e4 d2 b2 e5"];
    let mut won = 0;
    for moves in openings {
        let mut position = after(board(6), moves);
        let thought = think(&position, 20_000);
        let can = can_win(&mut position, 3);
        won += u32::from(can);
        if can {
            assert!(is_decided(thought.score) && thought.score > 0, "{moves}: {thought:?}");
        }
        if is_decided(thought.score) && gridmarch::search::WIN - thought.score.abs() <= 3 && thought.score > 0 {
            assert!(can, "{moves}: {thought:?}");
        }
    }
    assert!(won > 0 && won < openings.len() as u32, "{won}");
}

#[test]
fn a_node_is_as_before_when_a_move_is_taken_back() {
    let mut node = Node::new(after(board(12), "f6 d4 g8"), 12);
    let moves = |node: &Node| {
        let mut out = Vec::new();
        node.search_moves(&mut out);
        out
    };
    let (key, before) = (node.key(), moves(&node));
    assert!(!before.is_empty() && before.len() <= 13);
    for step in before.clone() {
        assert!(node.position().is_legal(step));
        node.make(step);
        assert_ne!(node.key(), key);
        node.unmake();
    }
    assert_eq!((node.key(), moves(&node)), (key, before));
}

#[test]
fn who_cannot_hold_out_plays_where_the_ways_are() {
    let position = after(board(12), "f2 b2 g4 b3 f6 b4 g8 b5 f10 b6 d1");
    let node = Node::new(position.clone(), 16);
    let [first, second] = &node.look().routes;
    assert!(first.distance == 1 && node.look().defences(&position).is_empty() && second.distance > 1);
    let Some(Step::Peg(hole)) = think(&position, 2_000).best else { panic!("a peg is wanted") };
    let is_on_a_way = [first, second].iter().any(|routes| routes.holes[0].contains(hole));
    assert!(is_on_a_way, "{hole}");
}
