//! The picture of a Tactics battle: board, pieces, what can be done, what is being done.
//!
//! | file | subject |
//! |---|---|
//! | `ground` | squares, obstacles, cover, water, marks, names of rows and columns |
//! | `stage` | what is shown of the battle: actions are played one after the other |
//! | `pieces` | the characters with their bars |
//! | `marks` | cursor, what can be done, threats, hints |
//! | `preview` | what an attack would do, both ways |
//! | `effects` | hits, healing, falls |
//! | `pictures` | the pictures of the board and of the characters |

mod effects;
pub mod ground;
pub mod marks;
mod pictures;
pub mod pieces;
mod preview;
pub mod stage;

use crate::client::input::ControlSystems;
use crate::client::kit::art::{Art, SIDE_COLOURS};
use crate::client::stage::{
    BAR, CELL, FOOT, MARGIN, MapCamera, PANEL, TreeOpen, beside_tree, factor, fitted, look, to_world,
};
use crate::games::tactics::class::Classes;
use crate::games::tactics::plugin::{Fight, TableBegins};
use crate::games::tactics::{Side, Square};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub(crate) use ground::{board_marks, tiles};
pub(crate) use pictures::Pictures;
pub use stage::Stage;

pub(crate) const fn side_colour(side: Side) -> Color {
    SIDE_COLOURS[side.index()]
}

pub const fn side_name(side: Side) -> &'static str {
    crate::client::kit::art::SIDE_NAMES[side.index()]
}

/// Everything of the picture hangs below this entity, which goes with the match.
#[derive(Component, Debug)]
struct Scene;

mod z {
    pub(super) const FLOOR: f32 = 0.0;
    pub(crate) const MARK: f32 = 0.4;
    pub(crate) const THREAT: f32 = 1.05;
    pub(crate) const TINT: f32 = 1.0;
    pub(crate) const THING: f32 = 1.5;
    pub(super) const PIECE: f32 = 2.0;
    pub(crate) const OVER: f32 = 4.0;
    pub(crate) const ARROW: f32 = 4.5;
    pub(crate) const EFFECT: f32 = 6.0;
    pub(crate) const LABEL: f32 = 7.0;
}

/// Positions in the atlas of the board, `assets/art/tactics/board.svg`.
pub mod tile {
    pub(crate) const LIGHT: usize = 0;
    pub(crate) const DARK: usize = 1;
    pub(crate) const OBSTACLE: usize = 2;
    pub(crate) const COVER: usize = 3;
    pub(crate) const WATER: usize = 4;
    pub const HILL: usize = 5;
    /// A flag, to be tinted.
    pub(crate) const FLAG: usize = 6;
    /// Mark of a goal, to be tinted.
    pub(crate) const GOAL: usize = 7;
    pub(crate) const FRAME: usize = 8;
    /// Plain square, to be tinted.
    pub(crate) const TINT: usize = 9;
    pub const STEP: usize = 10;
    pub(crate) const STRIKE: usize = 11;
    pub(crate) const HEAL: usize = 12;
    /// Stripes of a threat, to be tinted.
    pub const THREAT: usize = 13;
    pub(crate) const CROWN: usize = 14;
    pub(crate) const ARROW: usize = 15;
}

/// The scene is there.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SceneBegins;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((ground::plugin, stage::plugin, pieces::plugin, marks::plugin, preview::plugin, effects::plugin))
        .add_systems(
            OnEnter(Screen::Match),
            begin.in_set(SceneBegins).after(TableBegins).run_if(in_state(Mode::TACTICS)),
        )
        .add_systems(Update, frame.after(ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
}

fn begin(mut commands: Commands, fight: Single<&Fight>) {
    commands.spawn((
        Name::new("Tactics scene"),
        Scene,
        Stage::at(&fight),
        Transform::default(),
        Visibility::default(),
        DespawnOnExit(Screen::Match),
    ));
}

/// The middle of a square in the world.
pub fn middle(square: Square) -> Vec2 {
    to_world(f32::from(square.x()) + 0.5, f32::from(square.y()) + 0.5)
}

/// A picture of the board's atlas that covers some squares' widths.
fn picture(pictures: &Pictures, index: usize, cells: f32, color: Color) -> Sprite {
    Sprite { color, ..pictures.board.sprite(index, cells * CELL) }
}

/// Position of a class in the atlas of pieces: classes that the game does not ship with look like soldiers.
pub(crate) fn piece_index(class: &str, side: Side) -> usize {
    let classes = Classes::built_in();
    let column = classes.all().iter().position(|other| other.name == class).unwrap_or(0).min(PIECES - 1);
    side.index() * PIECES + column
}

/// Classes in a row of the atlas of pieces.
pub(crate) const PIECES: usize = 6;

/// Writing in the picture, `size` cells high, with a dark edge below it.
fn writing(art: &Art, text: &str, size: f32, color: Color, at: Vec3) -> impl Bundle + use<> {
    const PIXELS: f32 = 40.0;
    (
        Text2d::new(text),
        TextFont { font: (&art.black).into(), font_size: FontSize::Px(PIXELS), ..default() },
        TextColor(color),
        bevy::sprite::Text2dShadow { offset: Vec2::new(2.0, -2.0), color: Color::srgba(0.0, 0.0, 0.0, 0.85) },
        Transform::from_translation(at).with_scale(Vec3::splat(size * CELL / PIXELS)),
    )
}

/// The whole board between the panels, as large as it can be.
fn frame(
    fight: Single<&Fight>,
    window: Single<&Window, With<PrimaryWindow>>,
    (ui, tree): (Option<Res<UiScale>>, Res<TreeOpen>),
    view: Single<(&mut Transform, &mut Projection), With<MapCamera>>,
) {
    let field = &fight.position().scene().field;
    let board = Vec2::new(f32::from(field.width()), f32::from(field.height()));
    // With room for the names of rows and columns.
    let ui = factor(ui.as_deref());
    let free = if tree.0 { beside_tree(&window, ui) } else { [PANEL + MARGIN, PANEL + MARGIN, BAR, FOOT] };
    let (place, scale) = fitted((board, ground::EDGE), free, &window, ui);
    let (transform, projection) = view.into_inner();
    look(transform, projection, place, scale);
}
