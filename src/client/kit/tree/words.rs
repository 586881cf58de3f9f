//! Every sentence of the window.

use super::looked::{Looked, Told};
use crate::base::wording::capitalised;
use crate::client::kit::art::SIDE_NAMES;
use crate::client::stage::short;
use crate::search::tree::Why;
use crate::search::tree::export::sign;
use crate::search::tree::outline::Perspective;
use crate::search::{Bound, WIN, is_decided};

/// A value in a few letters; plies count from the root.
pub(super) fn value(value: i32) -> String {
    match WIN - value.abs() {
        ..0 => if value > 0 { "∞" } else { "−∞" }.into(),
        plies if is_decided(value) => format!("{} in {plies}", if value > 0 { "win" } else { "loss" }),
        _ if value < 0 => format!("−{}", -value),
        _ => value.to_string(),
    }
}

/// The value of a row, with its bound.
pub(super) fn row_value(looked: &Looked, node: u32) -> String {
    let known = looked.outline().perspective().value(looked.tree(), node);
    known.map_or_else(|| "?".into(), |(known, bound)| format!("{} {}", sign(bound), value(known)))
}

/// Why a node ended, in the row.
pub(super) fn note(looked: &Looked, index: u32) -> String {
    let node = looked.node(index);
    let told = match node.why {
        _ if node.is_cut() => {
            let (limit, bound) = limit(looked, index);
            let known = looked.outline().perspective().value(looked.tree(), index).map_or(0, |(known, _)| known);
            format!("cut: {} not tried, {} {} {}", node.untried, value(known), sign(bound), value(limit))
        }
        Why::Searched if node.bound == Bound::Upper => "no move is better".into(),
        Why::Searched => String::new(),
        Why::Judged => "judged as it stands".into(),
        Why::Quiet => "quiescence".into(),
        Why::StandPat => "too good as it stands".into(),
        Why::Table if looked.twin(index).is_some() => "transposition (G goes there)".into(),
        Why::Table => "known from an earlier search".into(),
        Why::Known => "known without a search".into(),
        Why::Repeated => "repeats: a draw".into(),
        Why::Over => "the game is over".into(),
        Why::Dropped => "valued, not followed".into(),
        Why::Stopped => "time was up".into(),
    };
    let again = if node.superseded { "searched again; " } else { "" };
    let lost = if node.kept == 1 && node.visits > 1 { "; below not kept" } else { "" };
    format!("{again}{told}{lost}")
}

/// What a node had to reach for a cut, from the perspective of the rows.
fn limit(looked: &Looked, index: u32) -> (i32, Bound) {
    let node = looked.node(index);
    let viewer = match looked.outline().perspective() {
        Perspective::Side(side) => side,
        Perspective::Mover => looked.node(node.parent).side,
    };
    if viewer == node.side { (node.beta, Bound::Lower) } else { (-node.beta, Bound::Upper) }
}

/// What is looked at.
pub(super) fn head(looked: &Looked) -> String {
    let (tree, Told { thinker, turn, side, .. }) = (looked.tree(), &looked.told);
    let depth = tree.root().depth;
    let how = if looked.is_stopped() { "time was up" } else { "finished" };
    let lost = match (tree.lost(), tree.deepest()) {
        (0, _) | (_, None) => String::new(),
        (lost, Some(ply)) => format!(", {} below ply {ply} not kept", short(lost)),
    };
    let passes = looked.recording.passes.iter().filter(|pass| !pass.is_exact && pass.score.is_some()).count();
    let again = if passes > 0 { format!("; {passes} windows searched again") } else { String::new() };
    format!(
        "{}, {thinker}, after turn {turn}: depth {depth} ({how}), {} positions{lost}{again}",
        SIDE_NAMES[*side],
        short(tree.root().visits)
    )
}

/// Whose values they are, and what the signs mean.
pub(super) fn legend(looked: &Looked) -> String {
    let whose = match looked.outline().perspective() {
        Perspective::Side(side) => format!("Values for {}", SIDE_NAMES[usize::from(side.min(1))]),
        Perspective::Mover => "Values for who makes the move".into(),
    };
    let rows = looked.outline().rows().len();
    let found = looked.outline().found().filter(|_| looked.filter().seeks());
    let found = found.map_or_else(String::new, |found| format!(", {} found", short(found as u64)));
    format!(
        "{whose}: = exact, ≥ at least, ≤ at most; depth, positions below, why no further  ·  {} rows{found}",
        short(rows as u64)
    )
}

/// All that is known of the selected node.
pub(super) fn details(looked: &Looked) -> String {
    let index = looked.selected();
    let node = looked.node(index);
    let way: Vec<&str> =
        looked.tree().way(index).into_iter().map(|word| looked.words[word as usize].as_str()).collect();
    let way = if way.is_empty() { "The position that was searched".into() } else { way.join("  ") };
    let to_move = SIDE_NAMES[usize::from(node.side.min(1))];
    let window = format!("window {} to {}", value(node.alpha), value(node.beta));
    let tried = looked.tree().children(index).filter(|child| !looked.node(*child).superseded).count();
    let moves = match (tried, node.untried) {
        (0, 0) => String::new(),
        (1, 0) => ", 1 move".into(),
        (tried, 0) => format!(", {tried} moves"),
        (tried, cut) => format!(", {tried} of {} moves tried", tried + cut as usize),
    };
    let note = note(looked, index);
    let note = if note.is_empty() { "Searched".into() } else { capitalised(&note) };
    let known = node
        .value(node.side)
        .map_or_else(String::new, |(known, bound)| format!("for {to_move} {} {}, ", sign(bound), value(known)));
    let plies = if node.depth == 1 { "ply" } else { "plies" };
    format!("{way}\n{note}. {to_move} to move: {known}{window}, {} {plies} below{moves}.", node.depth)
}

/// What the board shows.
pub(super) fn banner(looked: &Looked) -> String {
    match looked.node(looked.selected()).ply {
        0 => format!("What was searched: after turn {}", looked.told.turn),
        1 => format!("What if: {}   (not played)", looked.word(looked.selected())),
        plies => format!("What if: {plies} moves, last {}   (not played)", looked.word(looked.selected())),
    }
}
