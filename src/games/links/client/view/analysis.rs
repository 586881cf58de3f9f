//! What the analysis shows on the board: candidates as a map of heat, the best line, a better move than the one that was
//! made, the shortest ways of both sides, threats and what meets them. Nothing is told by a colour alone.

use super::brush::{Brush, Drawn, Layer, Shape};
use super::marks::{label, numbered, ring, taken_over};
use super::z;
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, TreeOpen};
use crate::games::links::analysis::{Candidate, Ply, Threats, chance};
use crate::games::links::client::input::Overlays;
use crate::games::links::client::stage::{middle, side_colour};
use crate::games::links::holes::Holes;
use crate::games::links::plugin::{Advice, Analysis, Board, Phase};
use crate::games::links::position::Position;
use crate::games::links::routes::Routes;
use crate::games::links::step::Step;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// The layer of the analysis.
#[derive(Component, Debug)]
#[require(Layer)]
pub(super) struct Analysed;

/// From the worst to the best: told apart by brightness too, whatever colours one sees (the scale is viridis).
const HEAT: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
/// What is this much worse in chance to win is as dark as can be.
const COLD: f64 = 0.25;
const BEST: Color = Color::srgb(1.0, 0.83, 0.3);
const THREAT: Color = Color::srgb(0.98, 0.45, 0.36);
const HOLDS: Color = Color::srgb(0.97, 0.95, 0.88);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

/// The ways of both sides in a position, by its key.
type Known = Option<(u64, [Routes; 2])>;

fn draw(
    table: Single<(&Board, &Phase, &Analysis, &Advice)>,
    (overlays, tree): (Res<Overlays>, Res<TreeOpen>),
    layer: Single<(Entity, &mut Layer), With<Analysed>>,
    mut brush: Brush,
    mut ways: Local<Known>,
) {
    let (board, phase, analysis, advice) = *table;
    let position = board.position();
    let mut list = Vec::new();
    if tree.0 {
        // The board shows what was not played.
        brush.show(layer.into_inner(), list);
        return;
    }
    if overlays.ways && position.end().is_none() {
        let known = ways.take().filter(|(key, _)| *key == position.key());
        let (_, routes) =
            ways.insert(known.unwrap_or_else(|| (position.key(), [0, 1].map(|side| Routes::of(position, side)))));
        draw_ways(routes, position.rules().size, &mut list);
    }
    let findings = analysis.findings(position);
    if let Some(findings) = findings.filter(|_| overlays.moves) {
        draw_candidates(position, &findings.candidates, &mut list);
        // The hint draws its line at the same place.
        if let Some(best) = findings.candidates.first().filter(|_| advice.hint().is_none()) {
            numbered(position, &best.line, &mut list);
        }
    }
    if let Some(threats) = findings.and_then(|findings| findings.threats.as_ref()).filter(|_| overlays.ways) {
        draw_threats(threats, &mut list);
    }
    let last = analysis.ply_before(board.steps().len()).filter(|_| *phase != Phase::Playing);
    if let Some(ply) = last.filter(|ply| ply.is_improvable()) {
        draw_better(position, ply, &mut list);
    }
    brush.show(layer.into_inner(), list);
}

/// The colour of a move that is so much worse than the best in chance to win, and how good it is from 0 to 1.
pub fn heat(loss: f64) -> (Color, f32) {
    let warmth = (1.0 - loss / COLD).clamp(0.0, 1.0) as f32;
    let place = warmth * (HEAT.len() - 1) as f32;
    let index = (place as usize).min(HEAT.len() - 2);
    let share = place - index as f32;
    let mix = |channel: usize| {
        let [low, high] = [HEAT[index], HEAT[index + 1]].map(|color| f32::from(color[channel]) / 255.0);
        low + (high - low) * share
    };
    (Color::srgb(mix(0), mix(1), mix(2)), warmth)
}

fn draw_candidates(position: &Position, candidates: &[Candidate], list: &mut Vec<Drawn>) {
    let size = position.rules().size;
    let Some(best) = candidates.first().map(|best| chance(best.score, size)) else { return };
    for (index, candidate) in candidates.iter().enumerate() {
        let Step::Peg(hole) = candidate.step else { continue };
        let (color, warmth) = heat(best - chance(candidate.score, size));
        // Good ones are larger, too.
        let spot = 0.48 + 0.3 * warmth;
        let color = color.with_alpha(0.9);
        list.push(Drawn::Spot { shape: Shape::Disc, at: middle(hole), size: spot, color, z: z::MARK - 0.2 });
        if index == 0 {
            ring(hole, 1.1, BEST, list);
        }
    }
}

/// Spots of the first side are discs up on the left, those of the second rings down on the right, so that both are seen in a
/// hole that both need.
fn draw_ways(routes: &[Routes; 2], size: u8, list: &mut Vec<Drawn>) {
    // On an open board a way can go nearly anywhere: then only the shortest are shown, and none where that says nothing.
    let most = u32::from(size).pow(2) / 3;
    for (side, routes) in routes.iter().enumerate() {
        let (shape, apart) = if side == 0 { (Shape::Disc, -1.0) } else { (Shape::Ring, 1.0) };
        let mut shown = 0;
        for (holes, (alpha, size)) in routes.holes.iter().zip([(0.95, 0.36), (0.38, 0.26), (0.18, 0.2)]) {
            shown += holes.len();
            if shown > most {
                break;
            }
            list.extend(holes.iter().map(|hole| Drawn::Spot {
                shape,
                at: middle(hole) + Vec2::new(apart, -apart) * 0.2 * CELL,
                size: if side == 0 { size } else { size + 0.1 },
                color: side_colour(side).lighter(0.15).with_alpha(alpha),
                z: z::MARK - 0.4,
            }));
        }
    }
}

/// Wins have an exclamation mark, the pegs of a sequence are lettered, what holds has a ring.
fn draw_threats(threats: &Threats, list: &mut Vec<Drawn>) {
    let defended = |holes: &Holes, list: &mut Vec<Drawn>| holes.iter().for_each(|hole| ring(hole, 0.78, HOLDS, list));
    defended(&threats.defences, list);
    for hole in threats.wins.iter() {
        ring(hole, 1.0, THREAT, list);
        label("!", hole, 0.5, list);
    }
    for (letter, step) in ('a'..='z').zip(threats.line.iter().step_by(2)) {
        if let Step::Peg(hole) = *step {
            ring(hole, 1.0, THREAT, list);
            label(&letter.to_string(), hole, 0.42, list);
        }
    }
}

/// Where the last peg would better have gone.
fn draw_better(position: &Position, ply: &Ply, list: &mut Vec<Drawn>) {
    if ply.best == Step::Swap {
        taken_over(position, list);
    }
    let Step::Peg(hole) = ply.best else { return };
    let color = side_colour(ply.side).lighter(0.1).with_alpha(0.6);
    list.push(Drawn::Spot { shape: Shape::Peg, at: middle(hole), size: 0.7, color, z: z::MARK });
    ring(hole, 1.15, BEST, list);
    label("!", hole, 0.45, list);
}
