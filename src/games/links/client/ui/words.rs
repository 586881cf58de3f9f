//! Every sentence that the window of Links says.

use crate::client::stage::short;
use crate::client::table::result::without_rules;
use crate::games::links::analysis::words::line;
use crate::games::links::client::stage::side_name;
use crate::games::links::hole::Hole;
use crate::games::links::player::PlayerKind;
use crate::games::links::plugin::{Insight, Report, SeatKind};
use crate::games::links::position::{Ending, Position};
use crate::games::links::routes::FAR;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::source::{Searcher, Thinker, Wish};
use crate::games::links::step::Step;
use crate::search::{is_decided, plies_to_end};

/// What the keys do, for the menu of a match.
pub(crate) const CONTROLS: [(&str, &str); 19] = [
    ("Left click", "place a peg"),
    ("Arrows   Enter", "move the cursor · place a peg"),
    ("U   Backspace   Home", "take back a move · all of them"),
    ("Y   Shift+U   End", "make a move again · all of them"),
    ("S", "take over the first peg"),
    ("D", "offer a draw · agree to it"),
    ("R   R", "resign"),
    ("H", "the best move"),
    ("G   L", "guide lines · names of columns and rows"),
    ("A   O", "best moves · ways and threats"),
    ("E   N   Shift+N", "analyse the match · next · last mark"),
    ("T", "the search tree of the last program's move"),
    ("P   F", "tempo · skip the wait"),
    ("Space   +   −", "pause · faster · slower"),
    ("← →   Home   End   G", "in a replay: step · ends · play"),
    ("B", "in a replay: play on from there"),
    ("Ctrl+S", "save the match"),
    ("Ctrl+C   Ctrl+V", "copy the moves · open copied ones"),
    ("F11   F10", "full screen · menu"),
];

/// What a side is to do.
pub(crate) const fn aim(side: usize) -> &'static str {
    ["joins top and bottom", "joins left and right"][side]
}

/// What a player is called on the screen, by its name in files and on the command line.
pub fn player_name(name: &str) -> String {
    match SeatKind::from_name(name) {
        Some(SeatKind::Human | SeatKind::Remote) => "Human".into(),
        Some(SeatKind::Computer(PlayerKind::Random)) => "Random".into(),
        Some(SeatKind::Computer(PlayerKind::Source(Thinker { searcher, wish, depth }))) => {
            format!("Seed · {}, {}, {depth} deep", searcher_words(searcher).0, wish_words(wish).0)
        }
        Some(SeatKind::Computer(PlayerKind::Engine { level, book })) => {
            format!("Engine · level {level}{}", if book { "" } else { ", no book" })
        }
        None => name.to_string(),
    }
}

/// A search of the source: its name, and what it does.
pub(super) const fn searcher_words(searcher: Searcher) -> (&'static str, &'static str) {
    match searcher {
        Searcher::Minimax => ("Minimax", "Looks at every move to its depth: slow"),
        Searcher::AlphaBeta => ("Alpha-beta", "Finds the same and leaves out what cannot matter"),
        Searcher::Heuristic => ("Heuristic", "Values all moves and follows only the best of them"),
    }
}

/// What a thinker of the source wants.
pub(super) const fn wish_words(wish: Wish) -> (&'static str, &'static str) {
    match wish {
        Wish::Obstructing => ("Obstruct", "Wants the other side to have little"),
        Wish::Winning => ("Win", "Wants to have much itself"),
        Wish::Mixed => ("Mixed", "Wants both: to have much and to leave little"),
    }
}

pub(super) const fn variant_words(variant: Variant) -> (&'static str, &'static str) {
    match variant {
        Variant::Pp => ("PP", "As on paper: only the other side's links are in the way; own links may cross."),
        Variant::Standard => ("Standard", "As on a board: no two links may cross, own ones neither."),
    }
}

/// How a match is played, in a few words.
pub(super) fn rules_line(rules: Rules) -> String {
    let pie = if rules.pie { "" } else { "  ·  no pie rule" };
    format!("{0} × {0}  ·  {1}{pie}", rules.size, variant_words(rules.variant).0)
}

/// A step in a list of moves. A draw that was offered before is told with the peg.
fn notation(step: Step) -> String {
    match step {
        Step::Offer => "draw?".into(),
        Step::Draw => "agreed".into(),
        Step::Resign => "resigns".into(),
        Step::Peg(_) | Step::Swap => step.to_string(),
    }
}

/// A move in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// Whose move it was.
    pub side: usize,
    /// What it did.
    pub text: String,
    /// Steps of the match up to it; offers count.
    pub steps: usize,
}

/// The moves of a match.
pub fn moves(first: usize, steps: impl IntoIterator<Item = Step>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let mut offered = false;
    for (index, step) in steps.into_iter().enumerate() {
        if step == Step::Offer {
            offered = true;
            continue;
        }
        let text = if offered { format!("{}  {}", notation(step), notation(Step::Offer)) } else { notation(step) };
        moves.push(Move { side: (first + moves.len()) % 2, text, steps: index + 1 });
        offered = false;
    }
    moves
}

/// What was done last.
pub fn last_move(position: &Position) -> Option<String> {
    let side = side_name(position.side());
    let other = side_name(1 - position.side());
    let number = position.turns();
    Some(match position.steps().last()? {
        Step::Peg(hole) => format!("{number}. {hole}"),
        Step::Swap => format!("{number}. {other} takes over the peg"),
        Step::Offer => format!("{side} offers a draw"),
        Step::Draw => "Both agree to a draw".into(),
        Step::Resign => format!("{other} resigns"),
    })
}

/// Pegs that a side still has to place.
pub(super) fn needed(distance: usize) -> String {
    match distance {
        FAR.. => "no way".into(),
        0 => "—".into(),
        pegs => pegs.to_string(),
    }
}

/// How a program came to its move.
pub(super) fn thought(insight: &Insight) -> String {
    let thought = &insight.thought;
    let verdict = match plies_to_end(thought.score) {
        Some(plies) if thought.score > 0 => format!("wins in {}", plies.div_ceil(2).max(1)),
        Some(plies) => format!("loses in {}", plies.div_ceil(2).max(1)),
        None => format!("score {:+}", thought.score),
    };
    let line = line(&thought.line, 4);
    let effort = match thought.nodes {
        0 => "from the opening book".to_string(),
        nodes => format!("{} ahead, {} positions", thought.depth, short(nodes)),
    };
    if line.is_empty() { format!("{verdict}  ·  {effort}") } else { format!("{verdict}  ·  {effort}\n{line}") }
}

/// What a hint says.
pub(super) fn hint(insight: &Insight) -> String {
    let thought = &insight.thought;
    let best = match thought.best {
        Some(Step::Swap) => "take over the peg (S)".to_string(),
        Some(step) => step.to_string(),
        None => return "There is nothing to be done.".into(),
    };
    let certain = match (is_decided(thought.score), thought.score > 0) {
        (true, true) => "  It wins.",
        (true, false) => "  All lose against best play.",
        _ => "",
    };
    let rest = thought.line.get(1..).unwrap_or_default();
    let then = if rest.is_empty() { String::new() } else { format!(", then {}", line(rest, 4)) };
    format!("Best: {best}{then}.{certain}")
}

/// What a click on a hole would do, or why nothing.
pub(super) fn about(position: &Position, hole: Hole) -> String {
    let (rules, side) = (position.rules(), position.side());
    if let Some(owner) = [0, 1].into_iter().find(|side| position.pegs(*side).contains(hole)) {
        return format!("{hole}: a peg of {}.", side_name(owner));
    }
    if rules.is_border(1 - side, hole) {
        return format!("{hole} lies on a border line of {}.", side_name(1 - side));
    }
    let (links, blocked) = (position.links_of(side, hole).count(), position.blocked_links_of(side, hole).count());
    let made = match links {
        0 => "no link".to_string(),
        1 => "one link".to_string(),
        links => format!("{links} links"),
    };
    let hindered = match blocked {
        0 => String::new(),
        1 => ", one is blocked".to_string(),
        blocked => format!(", {blocked} are blocked"),
    };
    let line = if rules.is_border(side, hole) { ", on your border line" } else { "" };
    format!("{hole}: {made}{hindered}{line}.")
}

/// Why it ended.
pub(super) fn reason(report: &Report) -> String {
    let Some(end) = report.end else { return without_rules(report.ruling.as_ref()) };
    let winner = report.winner().unwrap_or_default();
    let (won, lost) = (side_name(winner), side_name(1 - winner));
    match end.ending {
        Ending::Joined => {
            let lines = ["top and bottom", "left and right"][winner];
            format!("{won} has joined {lines} with a chain of {} pegs.", report.chain.len())
        }
        Ending::Resigned => format!("{lost} has resigned."),
        Ending::Dead => "Nobody can join their lines any more.".into(),
        Ending::Agreed => "Both sides have agreed to a draw.".into(),
    }
}
