//! The list of moves: where one is, and a click to be somewhere else. In a replay it goes there; in a match what came later
//! is taken back, or made again.

use super::words::{Move, moves};
use crate::client::input::ControlSystems;
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Ink, Look, button, written};
use crate::games::links::analysis::words::sign;
use crate::games::links::client::stage::side_colour;
use crate::games::links::plugin::takeback::TakenBack;
use crate::games::links::plugin::{Analysis, Board, LinksControl, Phase, Replay};
use crate::games::links::step::Step;
use crate::shell::states::Mode;
use bevy::prelude::*;
use bevy::ui::ScrollPosition;
use bevy::ui_widgets::{Activate, observe};
use std::cmp::Ordering;

/// The column of the list, and its rows with what they show: the moves of both sides.
#[derive(Component, Debug, Default)]
struct MoveList(Vec<(Entity, Vec<Move>)>);

/// A move of the list: the steps on the board after it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveButton(pub usize);

/// What is written on it: whose move it is, and the steps after it.
#[derive(Component, Debug, Clone, Copy)]
struct MoveName(usize, usize);

/// How much is left of the writing of a move that was taken back.
const FAINT: f32 = 0.45;

/// Height of a row in logical pixels.
const ROW: f32 = 21.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (list, mark).chain().after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn(heading(art, "Moves"));
    let list = scrolled(panel, 0.0, |_| {});
    panel.commands().entity(list).insert(MoveList::default());
}

type Table = (&'static Board, &'static Phase, &'static TakenBack, Option<&'static Replay>);

/// All steps that the list shows, and how many of them are on the board.
fn steps((board, phase, taken, replay): (&Board, &Phase, &TakenBack, Option<&Replay>)) -> (Vec<Step>, usize) {
    let here = board.steps();
    let all = match (phase, replay) {
        (Phase::Watching { .. }, Some(replay)) => replay.steps().to_vec(),
        _ => here.iter().copied().chain(taken.steps(board)).collect(),
    };
    (all, here.len())
}

/// Rows that are as they were stay.
fn list(
    table: Single<Table, Or<(Changed<Board>, Changed<Phase>, Changed<TakenBack>, Changed<Analysis>)>>,
    analysis: Single<&Analysis>,
    list: Single<(Entity, &mut MoveList, &mut ScrollPosition, &ComputedNode)>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (entity, mut shown, mut scroll, node) = list.into_inner();
    let (steps, here) = steps(*table);
    // An opening comes before the first move of the list.
    let begun = table.0.at(0);
    let (first, before) = (begun.position().side(), begun.position().turns());
    let mut all = moves(first, steps);
    for ply in analysis.plies() {
        if let Some(one) = all.get_mut((ply.number - 1).saturating_sub(before) as usize) {
            one.text += sign(ply);
        }
    }
    let rows: Vec<&[Move]> = all.chunks(2).collect();
    let same = shown.0.iter().zip(&rows).take_while(|((_, old), new)| old.as_slice() == **new).count();
    for (row, _) in shown.0.drain(same..) {
        commands.entity(row).despawn();
    }
    for (index, row) in rows.iter().enumerate().skip(same) {
        let number = 2 * index + 1;
        let line = commands.spawn(ChildOf(entity)).id();
        spawn_row(&mut commands.entity(line), &art, number, row);
        shown.0.push((line, row.to_vec()));
    }
    // The move that was made last is seen, with what comes before and after it.
    let current = all.iter().rposition(|one| one.steps <= here).unwrap_or(0) / 2;
    let height = node.size().y * node.inverse_scale_factor();
    let below = if all.last().is_some_and(|last| here < last.steps) { height / 2.0 } else { height };
    scroll.y = ((current + 1) as f32 * ROW - below).max(0.0);
}

fn spawn_row(line: &mut EntityCommands, art: &Art, number: usize, row: &[Move]) {
    let node = |width: f32| Node { width: px(width), height: px(ROW), flex_shrink: 0.0, ..default() };
    line.insert((
        Node { height: px(ROW), flex_shrink: 0.0, align_items: AlignItems::Center, ..default() },
        Pickable::IGNORE,
    ));
    line.with_children(|line| {
        let number = theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &format!("{number}."));
        line.spawn((number, Node { width: px(34), flex_shrink: 0.0, ..default() }));
        for one in row {
            let frame = Node { padding: UiRect::left(px(4)), ..node(76.0) };
            let name = written(art, Weight::Bold, theme::BODY, theme::CREAM, &one.text);
            line.spawn((button(art, Look::Row, frame), MoveButton(one.steps), observe(go)))
                .with_child((name, MoveName(one.side, one.steps)));
        }
    });
}

/// The move after which the board is as it is shown is marked; what was taken back is faint.
fn mark(table: Single<Table>, mut buttons: Buttons<MoveButton>, mut names: Query<(&MoveName, &mut Ink)>) {
    let (board, phase, ..) = *table;
    let here = board.steps().len();
    let is_watched = matches!(phase, Phase::Watching { .. });
    buttons.check(|MoveButton(steps)| Some(*steps == here));
    for (MoveName(side, steps), mut ink) in &mut names {
        let own = side_colour(*side).lighter(0.2);
        ink.set_if_neq(Ink(match steps.cmp(&here) {
            Ordering::Equal => theme::CREAM,
            Ordering::Greater if !is_watched => own.with_alpha(FAINT),
            _ => own,
        }));
    }
}

fn go(
    activate: On<Activate>,
    buttons: Query<&MoveButton>,
    phase: Single<&Phase>,
    mut replay: ReplayControls,
    mut wishes: MessageWriter<LinksControl>,
) {
    let Ok(MoveButton(steps)) = buttons.get(activate.entity) else { return };
    if matches!(**phase, Phase::Watching { .. }) {
        replay.play(false);
        replay.seek(*steps);
    } else {
        wishes.write(LinksControl::GoTo(*steps));
    }
}
