//! Pegs and links, a ring around the last peg, the glow of the chain that has won.

use super::brush::{Brush, Drawn, Layer, Shape};
use super::z;
use crate::client::input::ControlSystems;
use crate::client::kit::tree::Imagined;
use crate::client::stage::CELL;
use crate::games::links::client::stage::{middle, side_colour};
use crate::games::links::plugin::Board;
use crate::games::links::position::Position;
use crate::search::Outcome;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Width of a peg in cells.
pub(super) const PEG: f32 = 0.7;
/// Width of a link in cells, and with its dark edge.
pub(super) const LINK: f32 = 0.17;
const EDGED: f32 = 0.27;

const SHADE: Color = Color::srgba(0.0, 0.0, 0.0, 0.55);
const EDGE: Color = Color::srgb(0.04, 0.05, 0.07);
const LAST: Color = Color::srgb(1.0, 0.9, 0.62);
const GLOW: Color = Color::srgb(1.0, 0.93, 0.7);

/// The layer of pegs and links.
#[derive(Component, Debug)]
#[require(Layer)]
pub(super) struct Pieces;

/// The layer of the chain that has won.
#[derive(Component, Debug)]
#[require(Layer)]
pub(super) struct Chain;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (draw, glow).chain().after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

/// The colour of pegs of a side.
pub(super) fn peg_colour(side: usize) -> Color {
    side_colour(side).lighter(0.1)
}

fn draw(
    board: Single<Ref<Board>>,
    imagined: Option<Res<Imagined<Position>>>,
    pieces: Single<(Entity, &mut Layer), (With<Pieces>, Without<Chain>)>,
    chain: Single<(Entity, &mut Layer), (With<Chain>, Without<Pieces>)>,
    mut brush: Brush,
) {
    if !board.is_changed() && !imagined.as_ref().is_some_and(DetectChanges::is_changed) {
        return;
    }
    let line = imagined.as_ref().and_then(|imagined| imagined.line());
    let position = line.map_or_else(|| board.position(), |line| &line.after);
    brush.show(pieces.into_inner(), pegs_and_links(position));
    brush.show(chain.into_inner(), winning_chain(position));
}

fn pegs_and_links(position: &Position) -> Vec<Drawn> {
    let mut list = Vec::new();
    for side in 0..2 {
        for (index, link) in position.links(side).iter().enumerate() {
            let (one, other) = link.ends();
            let (from, to) = (middle(one), middle(other));
            // Links that cross lie one over the other.
            let z = z::LINK + side as f32 * 0.7 + index as f32 * 0.001;
            list.push(Drawn::Bar { from, to, width: EDGED, color: EDGE, z });
            list.push(Drawn::Bar { from, to, width: LINK, color: side_colour(side), z: z + 0.0005 });
        }
        for hole in position.pegs(side).iter() {
            let at = middle(hole);
            let below = at + Vec2::new(0.03, -0.06) * CELL;
            list.push(Drawn::Spot { shape: Shape::Disc, at: below, size: PEG + 0.06, color: SHADE, z: z::PEG });
            list.push(Drawn::Spot { shape: Shape::Peg, at, size: PEG, color: peg_colour(side), z: z::PEG + 0.1 });
        }
    }
    if let Some((_, hole)) = position.last_peg() {
        list.push(Drawn::Spot { shape: Shape::Ring, at: middle(hole), size: 1.0, color: LAST, z: z::PEG + 0.2 });
    }
    list
}

fn winning_chain(position: &Position) -> Vec<Drawn> {
    let winner = position.end().and_then(|end| if let Outcome::Win(side) = end.outcome { Some(side) } else { None });
    let chain = winner.and_then(|side| position.winning_chain(side)).unwrap_or_default();
    let holes: Vec<Vec2> = chain.into_iter().map(middle).collect();
    let links = holes.windows(2).map(|ends| Drawn::Bar {
        from: ends[0],
        to: ends[1],
        width: LINK + 0.04,
        color: GLOW,
        z: z::CHAIN,
    });
    let halo = |at: &Vec2| Drawn::Spot { shape: Shape::Glow, at: *at, size: 1.7, color: GLOW, z: z::CHAIN + 0.1 };
    links.chain(holes.iter().map(halo)).collect()
}

/// The chain swells and fades.
fn glow(chain: Single<&Children, With<Chain>>, mut sprites: Query<&mut Sprite>, time: Res<Time<Real>>) {
    let alpha = 0.5 + 0.35 * (time.elapsed_secs() * 3.2).sin();
    for child in chain.iter() {
        if let Ok(mut sprite) = sprites.get_mut(child) {
            sprite.color.set_alpha(alpha);
        }
    }
}
