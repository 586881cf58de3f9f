//! The picture of a match of Links: board, pegs, links, what can be done, what has just been done.
//!
//! | file | subject |
//! |---|---|
//! | `pictures` | a peg and a hole, made by calculation |
//! | `brush` | spots, bars and writing, and the layers that they lie in |
//! | `ground` | the board with its holes, border lines and names |
//! | `pieces` | pegs and links, the last move, the chain that has won |
//! | `marks` | cursor, what a peg would do, guide lines, hints |
//! | `analysis` | candidates, best line, better moves, ways, threats |
//! | `effects` | the ripple and the sound of a new peg |

pub mod analysis;
mod brush;
mod effects;
mod ground;
mod marks;
mod pictures;
mod pieces;

use crate::client::input::ControlSystems;
use crate::client::stage::{BAR, FOOT, MARGIN, MapCamera, PANEL, TreeOpen, beside_tree, factor, fitted, look};
use crate::games::links::plugin::{Board, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// Everything of the picture hangs below this entity, which goes with the match.
#[derive(Component, Debug)]
struct Scene;

mod z {
    pub(super) const FLOOR: f32 = 0.0;
    pub(super) const LINE: f32 = 0.4;
    pub(super) const GUIDE: f32 = 0.6;
    pub(super) const HOLE: f32 = 0.8;
    pub(super) const LINK: f32 = 1.0;
    /// What glows along the links.
    pub(super) const CHAIN: f32 = 2.5;
    pub(super) const PEG: f32 = 3.0;
    pub(super) const MARK: f32 = 4.0;
    pub(super) const EFFECT: f32 = 5.0;
    pub(super) const LABEL: f32 = 6.0;
}

/// The scene is there.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SceneBegins;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        pictures::plugin,
        brush::plugin,
        ground::plugin,
        pieces::plugin,
        marks::plugin,
        analysis::plugin,
        effects::plugin,
    ))
    .add_systems(OnEnter(Screen::Match), begin.in_set(SceneBegins).after(TableBegins).run_if(in_state(Mode::LINKS)))
    .add_systems(Update, frame.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

fn begin(mut commands: Commands) {
    commands.spawn((
        Name::new("Links scene"),
        Scene,
        Transform::default(),
        Visibility::default(),
        DespawnOnExit(Screen::Match),
        children![pieces::Pieces, pieces::Chain, marks::Marks, analysis::Analysed],
    ));
}

/// The whole board between the panels, as large as it can be.
fn frame(
    board: Single<&Board>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, tree): (Option<Res<UiScale>>, Res<TreeOpen>),
    view: Single<(&mut Transform, &mut Projection), With<MapCamera>>,
) {
    let size = Vec2::splat(f32::from(board.position().rules().size));
    let ui = factor(ui.as_deref());
    let free = if tree.0 { beside_tree(&window, ui) } else { [PANEL + MARGIN, PANEL + MARGIN, BAR, FOOT] };
    let (place, scale) = fitted((size, ground::EDGE), free, &window, ui);
    let (transform, projection) = view.into_inner();
    look(transform, projection, place, scale);
}
