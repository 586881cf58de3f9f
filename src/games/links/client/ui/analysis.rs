//! The part of the left panel about the analysis: its buttons, what the position is worth and what threatens, how far the
//! review of the match has come and what it says of both sides.

use super::curve::{self, Curve, chance_now};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{heading, row, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::tree::TreeWish;
use crate::client::kit::widgets::{Buttons, Presses, Tip, choice_button, presses, set_shown, set_text};
use crate::client::stage::short;
use crate::games::links::analysis::words::{line, percent, value, verdict};
use crate::games::links::analysis::{Candidate, Threats, chance};
use crate::games::links::client::input::{AnalysisAction, Intent, Overlays};
use crate::games::links::client::stage::side_name;
use crate::games::links::holes::Holes;
use crate::games::links::plugin::analysis::Findings;
use crate::games::links::plugin::{Analysis, AnalysisControl, Board, LinksSetup, Phase};
use crate::games::links::position::Position;
use crate::games::links::step::Step;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// What is known of the position and of the match.
#[derive(Component, Debug)]
struct Known;

/// What gives way to the analysis where there is little room.
#[derive(Component, Debug)]
pub(super) struct GivesWay;

const BUTTONS: [(AnalysisAction, &str, &str, &str); 3] = [
    (
        AnalysisAction::Moves,
        "Moves",
        "A",
        "The best moves: the brighter and larger, the better; the best line is numbered",
    ),
    (
        AnalysisAction::Ways,
        "Ways",
        "O",
        "The shortest ways of both sides, and what the side threatens that is not to move: ! wins at once, a, b, c by \
         threats; rings hold",
    ),
    (AnalysisAction::Review, "Match", "E", "Looks at every move of a match that is over; N goes to the next mark"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(curve::plugin).add_systems(
        Update,
        (tell, follow, make_room, tell_of_searches).after(ControlSystems::Act).run_if(in_state(Mode::LINKS)),
    );
}

/// The part of the panel.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn((stack(4.0), Pickable::IGNORE)).with_children(|column| {
        column.spawn(heading(art, "Analysis"));
        column.spawn(row()).with_children(|buttons| {
            for (action, label, key, tip) in BUTTONS {
                buttons.spawn((choice_button(art, label), presses(action), Tip::with_key(tip, key)));
            }
        });
        column.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::CREAM, ""), Node::default(), Known));
        column.spawn(curve::node());
    });
}

/// Who has the position searched for the tree is helped by that as well.
fn tell_of_searches(mut asked: MessageReader<TreeWish>, mut controls: MessageWriter<AnalysisControl>) {
    if asked.read().filter(|wish| **wish == TreeWish::Think).count() > 0 {
        controls.write(AnalysisControl::Helped);
    }
}

/// Buttons are gold while what they switch is on.
fn follow(
    table: Single<(&Phase, &Analysis)>,
    (overlays, setup): (Res<Overlays>, Res<LinksSetup>),
    mut buttons: Buttons<Presses<AnalysisAction>>,
) {
    let (phase, analysis) = *table;
    buttons.enable(|Presses(action)| {
        Some(match action {
            AnalysisAction::Review => *phase != Phase::Playing,
            _ => !setup.has_no_help(*phase),
        })
    });
    buttons.check(|Presses(action)| {
        Some(match action {
            AnalysisAction::Moves => overlays.moves,
            AnalysisAction::Ways => overlays.ways,
            _ => analysis.is_reviewing(),
        })
    });
}

/// Where the analysis says something the rules are not explained.
fn make_room(
    overlays: Res<Overlays>,
    mut nodes: Query<&mut Node, (With<GivesWay>, Without<Known>)>,
    mut known: Query<&mut Node, With<Known>>,
    mut curves: Query<(&Curve, &mut Node), (Without<Known>, Without<GivesWay>)>,
) {
    let has_curve = curves.iter().any(|(curve, _)| curve.chances().next().is_some());
    let says_something = overlays.moves || overlays.ways || has_curve;
    nodes.iter_mut().for_each(|mut node| set_shown(&mut node, !says_something));
    known.iter_mut().for_each(|mut node| set_shown(&mut node, says_something));
    curves.iter_mut().for_each(|(_, mut node)| set_shown(&mut node, has_curve));
}

fn tell(table: Single<(&Board, &Analysis)>, overlays: Res<Overlays>, mut texts: Query<&mut Text, With<Known>>) {
    let (board, analysis) = *table;
    let position = board.position();
    let mut lines = Vec::new();
    if (overlays.moves || overlays.ways) && position.end().is_none() {
        match analysis.findings(position) {
            Some(findings) => lines.extend(about(position, findings, *overlays)),
            None if analysis.is_looking() => lines.push("Looking at the position …".into()),
            None => {}
        }
    }
    if let Some(chance) = chance_now(board, analysis).filter(|_| analysis.progress().is_some() && !overlays.moves) {
        lines.push(format!("{} {} to win", side_name(0), percent(chance)));
    }
    lines.extend(reviewed(analysis));
    for mut text in &mut texts {
        set_text(&mut text, lines.join("\n"));
    }
}

/// What is known of a position.
fn about(position: &Position, findings: &Findings, overlays: Overlays) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(best) = findings.candidates.first().filter(|_| overlays.moves) {
        let share = percent(chance(best.score, position.rules().size));
        lines.push(format!("{} {share} ({}), {} ahead", side_name(findings.side), value(best.score), best.depth));
        lines.push(line(&best.line, 5));
    }
    if let Some(threats) = findings.threats.as_ref().filter(|_| overlays.ways) {
        lines.push(threatens(threats));
    }
    lines
}

fn threatens(threats: &Threats) -> String {
    let who = side_name(threats.side);
    let names = |holes: &Holes| holes.iter().take(6).map(|hole| hole.to_string()).collect::<Vec<_>>().join(" ");
    if threats.is_empty() {
        return format!("{who} threatens nothing.");
    }
    let what = match threats.line.len().div_ceil(2) {
        0 => format!("to win: {}", names(&threats.wins)),
        pegs => format!("to win in {pegs}: {}", line(&threats.line, 5)),
    };
    let holds = names(&threats.defences);
    let holds = if holds.is_empty() { "Nothing holds".to_string() } else { format!("It holds: {holds}") };
    format!("{who} threatens {what}. {holds}.")
}

/// How far the review has come, and what it says of both sides.
fn reviewed(analysis: &Analysis) -> Option<String> {
    let (done, all) = analysis.progress()?;
    if let Some(totals) = analysis.totals() {
        let side = |side: usize| {
            let of_side = &totals[side];
            let marks = of_side.inaccuracies + of_side.mistakes + of_side.blunders;
            format!("{}: accuracy {}, {marks} marked", side_name(side), percent(of_side.accuracy))
        };
        return Some(format!("{}\n{}", side(0), side(1)));
    }
    let stands = if analysis.is_reviewing() { "Looking at the match" } else { "Looked at" };
    Some(format!("{stands}: {} of {}", short(done as u64), short(all as u64)))
}

/// What the analysis says of the hole under the cursor, or of the last move.
pub(super) fn sentence(
    analysis: &Analysis,
    board: &Board,
    phase: Phase,
    intent: &Intent,
    shown: bool,
) -> Option<String> {
    let position = board.position();
    let size = position.rules().size;
    let candidates = analysis.findings(position).map_or(&[][..], |findings| &findings.candidates);
    let at_cursor = |one: &&Candidate| intent.cursor.is_some_and(|cursor| one.step == Step::Peg(cursor));
    if let Some(candidate) = candidates.iter().find(at_cursor).filter(|_| shown) {
        let share = percent(chance(candidate.score, size));
        let rest = line(candidate.line.get(1..).unwrap_or_default(), 3);
        let then = if rest.is_empty() { String::new() } else { format!(", then {rest}") };
        return Some(format!("{}: {share} ({}){then}", candidate.step, value(candidate.score)));
    }
    let ply = analysis.ply_before(board.steps().len()).filter(|_| phase != Phase::Playing)?;
    Some(verdict(ply))
}
