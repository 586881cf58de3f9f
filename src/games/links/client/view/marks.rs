//! The cursor, what a peg there would do, the guide lines, hints.

use super::brush::{Brush, Drawn, Layer, Shape};
use super::pieces::{LINK, PEG, peg_colour};
use super::z;
use crate::client::input::ControlSystems;
use crate::client::kit::tree::Imagined;
use crate::games::links::client::input::Intent;
use crate::games::links::client::stage::{middle, side_colour};
use crate::games::links::geometry::Link;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::{Advice, Board, LinksSetup, Phase};
use crate::games::links::position::Position;
use crate::games::links::step::Step;
use crate::shell::states::Mode;
use bevy::prelude::*;

const CURSOR: Color = Color::srgba(0.99, 0.96, 0.88, 0.8);
const IDLE: Color = Color::srgba(0.7, 0.74, 0.8, 0.4);
const BLOCKED: Color = Color::srgba(0.98, 0.36, 0.28, 0.9);
const GOLD: Color = Color::srgb(1.0, 0.83, 0.3);
const GUIDE: Color = Color::srgba(0.75, 0.78, 0.84, 0.22);

/// How solid a peg is that is not placed.
const GHOST: f32 = 0.55;
/// Moves of a hint that are numbered, the first one apart.
const AHEAD: usize = 5;
/// Dashes of a link that is in the way of another.
const DASHES: u8 = 6;

/// The layer of the marks.
#[derive(Component, Debug)]
#[require(Layer)]
pub(super) struct Marks;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

fn draw(
    table: Single<(&Board, &Phase, &Advice)>,
    (intent, imagined): (Res<Intent>, Option<Res<Imagined<Position>>>),
    setup: Res<LinksSetup>,
    marks: Single<(Entity, &mut Layer), With<Marks>>,
    mut brush: Brush,
) {
    let (board, phase, advice) = *table;
    let position = board.position();
    let plays = setup.person_plays(board, *phase);
    let mut list = Vec::new();
    if intent.guides {
        guides(position.rules().size, &mut list);
    }
    if let Some(line) = imagined.as_ref().and_then(|imagined| imagined.line()) {
        // What was not played is numbered, and nothing can be done there.
        for (index, step) in line.steps.iter().enumerate() {
            if let Step::Peg(hole) = *step {
                ring(hole, 0.95, GOLD, &mut list);
                label(&(index + 1).to_string(), hole, 0.42, &mut list);
            }
        }
        brush.show(marks.into_inner(), list);
        return;
    }
    if plays && position.can_swap() {
        taken_over(position, &mut list);
    }
    if let Some(cursor) = intent.cursor.filter(|_| *phase == Phase::Playing) {
        let places = plays && position.is_legal(Step::Peg(cursor));
        if places {
            ghost(position, cursor, &mut list);
        }
        let color = if places { CURSOR } else { IDLE };
        ring(cursor, 0.9, color, &mut list);
    }
    if let Some(hint) = advice.hint().filter(|hint| hint.key == position.key()) {
        numbered(position, &hint.thought.line, &mut list);
        match hint.thought.best {
            Some(Step::Peg(hole)) => ring(hole, 1.15, GOLD, &mut list),
            Some(Step::Swap) => taken_over(position, &mut list),
            _ => {}
        }
    }
    brush.show(marks.into_inner(), list);
}

pub(super) fn ring(hole: Hole, size: f32, color: Color, list: &mut Vec<Drawn>) {
    list.push(Drawn::Spot { shape: Shape::Ring, at: middle(hole), size, color, z: z::MARK + 0.3 });
}

/// A peg that would be placed, the links that it would get, and those that others are in the way of.
fn ghost(position: &Position, hole: Hole, list: &mut Vec<Drawn>) {
    let side = position.side();
    for link in position.links_of(side, hole) {
        let (from, to) = ends(link);
        list.push(Drawn::Bar { from, to, width: LINK, color: side_colour(side).with_alpha(GHOST), z: z::CHAIN });
    }
    for link in position.blocked_links_of(side, hole) {
        let (from, to) = ends(link);
        let point = |part: f32| from.lerp(to, part / f32::from(DASHES));
        for dash in (0..DASHES).map(f32::from) {
            let (from, to) = (point(dash + 0.2), point(dash + 0.8));
            list.push(Drawn::Bar { from, to, width: 0.08, color: BLOCKED, z: z::MARK });
        }
    }
    let color = peg_colour(side).with_alpha(GHOST + 0.15);
    list.push(Drawn::Spot { shape: Shape::Peg, at: middle(hole), size: PEG, color, z: z::MARK + 0.2 });
}

fn ends(link: Link) -> (Vec2, Vec2) {
    let (one, other) = link.ends();
    (middle(one), middle(other))
}

/// Where the first peg comes if it is taken over.
pub(super) fn taken_over(position: &Position, list: &mut Vec<Drawn>) {
    let Some(first) = position.pegs(0).iter().next() else { return };
    let hole = first.mirrored();
    ring(hole, 0.8, GOLD.with_alpha(0.75), list);
    label("S", hole, 0.34, list);
}

pub(super) fn label(text: &str, hole: Hole, size: f32, list: &mut Vec<Drawn>) {
    let color = Color::srgb(1.0, 0.97, 0.88);
    list.push(Drawn::Writing { text: text.into(), at: middle(hole), size, color, z: z::LABEL });
}

/// The first moves of a line that begins here, numbered, with the links that they would get.
pub(super) fn numbered(position: &Position, line: &[Step], list: &mut Vec<Drawn>) {
    let mut ahead = position.clone();
    for (index, step) in line.iter().take(AHEAD).enumerate() {
        if !ahead.is_legal(*step) {
            return;
        }
        if let Step::Peg(hole) = *step {
            let side = ahead.side();
            let alpha = if index == 0 { 0.95 } else { 0.75 };
            let color = side_colour(side).with_alpha(alpha);
            list.extend(ahead.links_of(side, hole).map(|link| {
                let (from, to) = ends(link);
                Drawn::Bar { from, to, width: LINK, color, z: z::CHAIN }
            }));
            list.push(Drawn::Spot { shape: Shape::Disc, at: middle(hole), size: PEG, color, z: z::MARK + 0.1 });
            label(&(index + 1).to_string(), hole, 0.4, list);
        }
        ahead.make(*step);
    }
}

/// The lines that are printed on boards: from the corners of the field, along the links of a straight chain.
fn guides(size: u8, list: &mut Vec<Drawn>) {
    let links = (size - 3) / 2;
    for (column, row) in [(1 + links, 1 + 2 * links), (1 + 2 * links, 1 + links)] {
        let mirror = |line: u8, is_far: bool| if is_far { size - 1 - line } else { line };
        for (right, down) in [(false, false), (true, false), (false, true), (true, true)] {
            let from = middle(Hole::new(mirror(1, right), mirror(1, down)));
            let to = middle(Hole::new(mirror(column, right), mirror(row, down)));
            list.push(Drawn::Bar { from, to, width: 0.07, color: GUIDE, z: z::GUIDE });
        }
    }
}
