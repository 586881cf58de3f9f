//! The tree that is recorded is the one that was searched, and what it says of its nodes is true.

use super::nim::Nim;
use gridmarch::base::Budget;
use gridmarch::search::tree::export::{About, json};
use gridmarch::search::tree::icicle::{Icicle, span};
use gridmarch::search::tree::outline::{Filter, Outline, Perspective, Sorting};
use gridmarch::search::tree::svg::{Limits, svg};
use gridmarch::search::tree::trace::trace;
use gridmarch::search::tree::{MOST_NODES, Recorder, Recording, Tree, Why};
use gridmarch::search::{Bound, Engine, Game, Settings, Thought, alpha_beta, is_decided, minimax};
use proptest::prelude::*;

type Move = (u8, u8);

fn value(game: &Nim) -> i32 {
    game.value()
}

/// The engine's search, heard and not heard.
fn heard(rows: &[u8], steps: u8, settings: Settings, budget: &Budget) -> (Recording<Move>, Thought<Move>) {
    let think = |recorder: &mut Recorder<Move>| {
        let mut engine = Engine::new(settings);
        engine.think_heard(&mut Nim::new(rows.to_vec(), steps), &value, budget, &mut |_| {}, recorder)
    };
    let mut recorder = Recorder::new(MOST_NODES);
    let thought = think(&mut recorder);
    let mut engine = Engine::new(settings);
    assert_eq!(engine.think(&mut Nim::new(rows.to_vec(), steps), &value, budget), thought, "hearing changes nothing");
    (recorder.take().expect("a search was heard"), thought)
}

/// The tree of plain minimax.
fn exhaustive(rows: Vec<u8>, steps: u8, depth: u32) -> (Tree<Move>, Thought<Move>) {
    let mut recorder = Recorder::new(MOST_NODES);
    let mut game = Nim::new(rows, steps);
    let thought = minimax::search(&mut game, &value, depth, &Budget::unlimited(), &mut recorder);
    (recorder.take().expect("a search was heard").trees.remove(0), thought)
}

/// The position of a node.
fn position(tree: &Tree<Move>, node: u32, rows: &[u8], steps: u8) -> Nim {
    let mut game = Nim::new(rows.to_vec(), steps);
    tree.way(node).into_iter().for_each(|step| game.make(step));
    game
}

/// What minimax gives for a node of a tree, counted from its root.
fn oracle(game: &mut Nim, depth: u32, ply: u8) -> i32 {
    let score = minimax::search(game, &value, depth, &Budget::unlimited(), &mut ()).score;
    if is_decided(score) { score - score.signum() * i32::from(ply) } else { score }
}

/// Every value and bound of a tree against minimax, and every move of its positions tried or counted.
fn check(tree: &Tree<Move>, rows: &[u8], steps: u8) {
    for index in 0..tree.nodes().len() as u32 {
        let node = tree.node(index);
        let mut game = position(tree, index, rows, steps);
        assert_eq!((usize::from(node.side), node.key), (game.side(), game.key()));
        if node.why == Why::Stopped {
            continue;
        }
        let real = oracle(&mut game, node.depth.into(), node.ply);
        match node.bound {
            Bound::Exact => assert_eq!(node.score, real, "{node:?}"),
            Bound::Lower => assert!(node.score <= real, "{node:?}, really {real}"),
            Bound::Upper => assert!(node.score >= real, "{node:?}, really {real}"),
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let tried = tree.children(index).filter(|child| !tree.node(*child).superseded).count();
        if node.why == Why::Searched {
            assert_eq!(tried + node.untried as usize, moves.len(), "{node:?}");
            assert!(node.untried == 0 || node.is_cut());
        } else {
            assert_eq!(tree.node(index).kept, 1, "{node:?}");
        }
    }
}

fn about(word: &dyn Fn(Move) -> String) -> About<'_, Move> {
    About {
        title: "Rows <of> matches".into(),
        thinker: "a test".into(),
        position: "3 & 4".into(),
        sides: ["First".into(), "Second".into()],
        word,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn the_tree_of_minimax_is_every_line_and_values_follow_from_children(
        rows in prop::collection::vec(0_u8..4, 1..4), steps in 1_u8..3, depth in 0_u32..5,
    ) {
        let (tree, thought) = exhaustive(rows, steps, depth);
        prop_assert_eq!(tree.nodes().len() as u64, thought.nodes);
        prop_assert_eq!((tree.root().visits, tree.lost()), (thought.nodes, 0));
        prop_assert_eq!(tree.root().score, thought.score);
        let line: Vec<Move> = tree.expected(0).into_iter().filter_map(|node| tree.node(node).step).collect();
        prop_assert_eq!(&line, &thought.line);
        for (index, node) in tree.nodes().iter().enumerate() {
            let values = tree.children(index as u32).filter_map(|child| tree.node(child).value(node.side));
            let best = values.map(|(value, _)| value).max();
            prop_assert_eq!(best.unwrap_or(node.score), node.score);
        }
    }

    #[test]
    fn bounds_and_cuts_of_alpha_beta_are_true(
        rows in prop::collection::vec(0_u8..4, 1..4), steps in 1_u8..3, depth in 0_u32..5,
    ) {
        let mut recorder = Recorder::new(MOST_NODES);
        let mut game = Nim::new(rows.clone(), steps);
        let thought = alpha_beta::search(&mut game, &value, depth, &Budget::unlimited(), &mut recorder);
        let tree = recorder.take().expect("heard").trees.remove(0);
        prop_assert_eq!(tree.nodes().len() as u64, thought.nodes);
        check(&tree, &rows, steps);
    }

    #[test]
    fn bounds_and_cuts_of_the_engine_are_true(
        rows in prop::collection::vec(1_u8..4, 1..4), steps in 1_u8..3, depth in 1_u32..6, nodes in 1_u64..400,
    ) {
        let settings = Settings { table_bits: 10, quiescence: 0, max_depth: depth, contempt: 0, deeper_entries: false, ..Settings::default() };
        for budget in [Budget::unlimited(), Budget::nodes(nodes)] {
            let (recording, thought) = heard(&rows, steps, settings, &budget);
            let visited: u64 = recording.passes.iter().map(|pass| pass.nodes).sum();
            prop_assert_eq!(visited, thought.nodes);
            let finished = recording.passes.iter().rfind(|pass| pass.is_exact);
            prop_assert_eq!(finished.map_or(0, |pass| pass.depth), thought.depth);
            recording.trees.iter().for_each(|tree| check(tree, &rows, steps));
        }
    }

    #[test]
    fn a_transposition_points_to_the_same_position_searched_before(
        rows in prop::collection::vec(1_u8..4, 2..4), steps in 1_u8..3,
    ) {
        let settings = Settings { quiescence: 0, max_depth: 5, ..Settings::default() };
        let (recording, _) = heard(&rows, steps, settings, &Budget::unlimited());
        let tree = &recording.trees[0];
        for (index, twin) in tree.twins().into_iter().enumerate() {
            let node = tree.node(index as u32);
            prop_assert!(twin.is_none() || node.why == Why::Table);
            if let Some(twin) = twin {
                prop_assert!((twin as usize) < index && tree.node(twin).key == node.key);
            }
        }
    }

    #[test]
    fn rows_that_are_opened_and_closed_are_those_of_a_tree_that_is_read_anew(
        rows in prop::collection::vec(0_u8..4, 1..4), orders in prop::collection::vec((any::<u32>(), 0_u8..6), 1..30),
    ) {
        let (tree, _) = exhaustive(rows, 1, 4);
        let mut outline = Outline::new(&tree, Perspective::Mover);
        for (place, what) in orders {
            let node = place % tree.nodes().len() as u32;
            match what {
                0 => outline.collapse(&tree, node),
                1 => outline.expand_all(&tree, node),
                2 => outline.collapse_all(&tree, node),
                3 => outline.reveal(&tree, node),
                _ => outline.expand(&tree, node),
            }
            if what == 3 {
                prop_assert!(outline.row_of(node).is_some());
            }
            let kept = outline.rows().to_vec();
            let mut anew = outline.clone();
            anew.set_order(&tree, Sorting::Value);
            prop_assert_eq!(kept, anew.rows());
        }
    }
}

#[test]
fn too_many_nodes_are_given_up_from_the_deepest_ply() {
    let (whole, thought) = exhaustive(vec![3, 3, 3], 1, 6);
    let mut recorder = Recorder::new(500);
    let mut game = Nim::new(vec![3, 3, 3], 1);
    minimax::search(&mut game, &value, 6, &Budget::unlimited(), &mut recorder);
    let part = recorder.take().expect("heard").trees.remove(0);
    let deepest = part.deepest().expect("it was too much");
    assert!(part.nodes().len() <= 500 && deepest >= 2);
    let upper: Vec<_> = whole.nodes().iter().filter(|node| node.ply <= deepest).collect();
    assert_eq!(part.nodes().len(), upper.len(), "everything above is kept");
    for (kept, own) in part.nodes().iter().zip(upper) {
        assert_eq!((kept.step, kept.score, kept.visits, kept.ply), (own.step, own.score, own.visits, own.ply));
    }
    assert_eq!(part.lost() + part.nodes().len() as u64, thought.nodes);
}

#[test]
fn a_filter_leaves_what_is_asked_for_and_what_leads_there() {
    let settings = Settings { quiescence: 0, max_depth: 4, ..Settings::default() };
    let (recording, thought) = heard(&[3, 4, 2], 1, settings, &Budget::unlimited());
    let tree = &recording.trees[0];
    let mut outline = Outline::new(tree, Perspective::Side(0));
    let mut rows = |filter: Filter, text: Option<Move>| {
        outline.filter(tree, &filter, |step| Some(step) == text);
        outline.expand_all(tree, 0);
        outline.rows().to_vec()
    };
    let all = rows(Filter::default(), None);
    assert_eq!(all.len(), tree.nodes().len());
    let line = rows(Filter { line: true, ..Filter::default() }, None);
    let steps: Vec<Move> = line.iter().filter_map(|row| tree.node(*row).step).collect();
    assert_eq!(steps, thought.line);
    let better = rows(Filter { no_worse: true, no_superseded: true, ..Filter::default() }, None);
    assert!(better.len() < all.len() && line.iter().all(|row| better.contains(row)));
    for row in &better[1..] {
        let (_, bound) = Perspective::Mover.value(tree, *row).expect("a value");
        assert!(bound != Bound::Upper && !tree.node(*row).superseded);
    }
    let named = rows(Filter { text: "x".into(), ..Filter::default() }, Some((1, 3)));
    assert!(named.len() < all.len());
    for row in &named[1..] {
        let below = (*row..row + tree.node(*row).kept).any(|node| tree.node(node).step == Some((1, 3)));
        assert!(below, "a row that leads to nothing");
    }
    let (least, most) = (thought.score - 5, thought.score + 5);
    let in_range = Filter { values: (Some(least), Some(most)), ..Filter::default() };
    let valued = rows(in_range, None);
    let leaf = valued.iter().filter(|row| !valued.iter().any(|other| tree.node(*other).parent == **row && **row != 0));
    for row in leaf {
        let (value, _) = tree.node(*row).value(0).expect("a value");
        assert!((least..=most).contains(&value));
    }
}

#[test]
fn a_small_picture_has_every_node_where_it_is_said_to_be() {
    let (tree, _) = exhaustive(vec![3, 2], 1, 4);
    let picture = Icicle::new(&tree, 600, 20);
    assert!((0..600).all(|x| picture.at(x, 0) == Some(0)));
    let mut seen = 0;
    for index in 0..tree.nodes().len() as u32 {
        let (from, to) = span(&tree, index);
        if (to - from) * 600.0 > 3.0 {
            let middle = ((from + to) / 2.0 * 600.0) as usize;
            assert_eq!(picture.at(middle, usize::from(tree.node(index).ply)), Some(index));
            seen += 1;
        }
    }
    assert!(seen > 10);
    assert_eq!(picture.at(599, 1), None, "the node itself has its part, too");
}

#[test]
fn exports_can_be_read_again() {
    let settings = Settings { quiescence: 4, max_depth: 4, ..Settings::default() };
    let (recording, thought) = heard(&[3, 4, 2], 2, settings, &Budget::unlimited());
    let tree = &recording.trees[0];
    let word = |(row, taken): Move| format!("{taken}<{row}");
    let about = about(&word);
    let read: serde_json::Value = serde_json::from_str(&json(&recording, tree, &about)).expect("JSON");
    let nodes = read["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len(), tree.nodes().len());
    for (node, own) in nodes.iter().zip(tree.nodes()) {
        assert_eq!(node["move"].as_str(), own.step.map(word).as_deref());
        assert_eq!(node["value"].as_i64(), own.value(tree.root().side).map(|(value, _)| value.into()));
    }
    assert_eq!(read["expected_line"].as_array().map(Vec::len), Some(thought.line.len()));

    let read: serde_json::Value = serde_json::from_str(&trace(tree, &about)).expect("JSON");
    assert_eq!(read["version"], "1.4.0");
    let events = read["events"].as_array().expect("events");
    let of = |kind: &str| events.iter().filter(|event| event["type"] == kind).count();
    assert_eq!((of("source"), of("generate"), of("close")), (1, nodes.len() - 1, nodes.len()));
    let mut open = std::collections::BTreeSet::new();
    for event in events {
        let id = event["id"].as_u64().expect("an id");
        match event["type"].as_str() {
            Some("source" | "generate") => {
                assert!(event["pId"].is_null() || event["pId"].as_u64().is_some_and(|above| open.contains(&above)));
                assert!(event["value"].is_null(), "nobody knows it yet");
                open.insert(id);
            }
            Some("close") => assert!(open.remove(&id)),
            _ => {}
        }
    }
    assert!(open.is_empty());

    let picture = svg(tree, &about, Limits { nodes: 40, ..Limits::default() });
    let drawn = picture.matches("<rect x=").count();
    assert!((10..=40).contains(&drawn), "{drawn} nodes");
    assert!(picture.contains("Rows &lt;of&gt; matches") && !picture.contains("<0"));
    let parsed = resvg::usvg::Tree::from_str(&picture, &resvg::usvg::Options::default());
    assert!(parsed.is_ok(), "{:?}", parsed.err());
}
