//! What all parts of the window share: cells and the world that the camera sees, what lies over a match.

use crate::base::Cell;
use crate::base::wording::capitalised;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::time::Duration;

/// World units (pixels at zoom 1) a cell.
pub const CELL: f32 = 32.0;

/// The place of a point in cells (x right, y **down**, the centre of cell (0,0) is (0.5, 0.5)) in Bevy's world, where
/// y grows upwards: the map lies below the x axis.
pub fn to_world(x: f32, y: f32) -> Vec2 {
    Vec2::new(x * CELL, -y * CELL)
}

/// The cell at a point of the world.
pub(crate) fn cell_at(world: Vec2) -> Cell {
    // `as` saturates, so that a point far away is a cell far away.
    Cell::new((world.x / CELL).floor() as i16, (-world.y / CELL).floor() as i16)
}

/// Width of the panel on either side of the board of a table, in logical pixels.
pub(crate) const PANEL: f32 = 236.0;
/// Height of the bar above it, in logical pixels.
pub(crate) const BAR: f32 = 62.0;
/// Height of the buttons and the line below it, in logical pixels.
pub(crate) const FOOT: f32 = 96.0;
/// Room between panels and board, in logical pixels.
pub(crate) const MARGIN: f32 = 10.0;

/// The camera that looks at the map.
#[derive(Component, Debug)]
pub struct MapCamera;

/// World units a pixel.
pub(crate) fn scale(projection: &Projection) -> f32 {
    if let Projection::Orthographic(lens) = projection { lens.scale } else { 1.0 }
}

pub(crate) fn set_scale(projection: &mut Projection, scale: f32) {
    if let Projection::Orthographic(lens) = projection {
        lens.scale = scale;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        // Pictures have soft edges of their own; multisampling would cost a software renderer half of its frames.
        commands.spawn((Name::new("Map camera"), Camera2d, Msaa::Off, IsDefaultUiCamera, MapCamera));
    })
    .init_resource::<TreeOpen>()
    .add_message::<HostMatch>()
    .add_systems(OnExit(Screen::Match), |mut tree: ResMut<TreeOpen>| tree.0 = false);
}

/// Whether the tree of a search is looked at beside the board of a match. Keys and clicks are then the tree's.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreeOpen(pub bool);

/// Room beside the board while a tree is looked at, in pixels of nodes from the left, right, upper and lower edge.
pub(crate) fn beside_tree(window: &Window, ui: f32) -> [f32; 4] {
    [MARGIN, tree_width(window.width() / ui) + MARGIN, TREE_BANNER + MARGIN, MARGIN]
}

/// Height of the line above the board that says what is shown there.
pub(crate) const TREE_BANNER: f32 = 56.0;

/// Width of the window of the tree in a window so wide, both in pixels of nodes.
pub(crate) fn tree_width(window: f32) -> f32 {
    (window * 0.48).clamp(430.0, 900.0)
}

/// Whether keys and clicks are those of the match.
pub(crate) fn no_tree(open: Res<TreeOpen>) -> bool {
    !open.0
}

/// Whether the menu lies over the match. Time stands while it does.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuOpen(pub bool);

/// Whether what belongs to a match, or to a page, can be asked for by keys that are no actions.
pub(crate) fn no_menu(menu: Option<Res<MenuOpen>>) -> bool {
    !menu.is_some_and(|menu| menu.0)
}

/// Whether a dialog of the game lies over the match.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SheetOpen(pub bool);

/// Whether the options lie over the screen.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptionsOpen(pub bool);

/// The match that is set up is to be played with others, on a server in this program.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HostMatch(pub(crate) Mode);

/// How large the interface is; 1 in a program without one.
pub fn factor(scale: Option<&UiScale>) -> f32 {
    scale.map_or(1.0, |scale| scale.0)
}

/// Place and scale of a camera that shows a board of so many cells, with an edge around it, as large as it can be where
/// panels leave the window free: so many pixels of nodes from its left, right, upper and lower edge.
pub(crate) fn fitted(
    (board, edge): (Vec2, f32),
    [left, right, top, bottom]: [f32; 4],
    window: &Window,
    ui: f32,
) -> (Vec2, f32) {
    let space = window.size() - Vec2::new(left + right, top + bottom) * ui;
    let scale = ((board + 2.0 * edge) * CELL / space.max(Vec2::ONE)).max_element();
    // The middle of the free part is not the middle of the window.
    let shift = Vec2::new(right - left, top - bottom) / 2.0 * ui * scale;
    (to_world(board.x / 2.0, board.y / 2.0) + shift, scale)
}

/// Moves the camera, if it is elsewhere.
pub(crate) fn look(mut transform: Mut<Transform>, mut projection: Mut<Projection>, place: Vec2, wanted: f32) {
    if transform.translation.truncate() != place {
        transform.translation = place.extend(0.0);
    }
    if scale(&projection) != wanted {
        set_scale(&mut projection, wanted);
    }
}

pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A number of at most four digits and a letter.
pub(crate) fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1000),
        _ => format!("{} M", number / 1_000_000),
    }
}

/// A time that a person can compare: milliseconds, seconds, or minutes and seconds.
pub fn duration(time: Duration) -> String {
    match time.as_millis() {
        0 => "0 s".into(),
        millis @ 1..1000 => format!("{millis} ms"),
        1000..60_000 => format!("{:.1} s", time.as_secs_f64()),
        _ => format!("{} min", clock(time.as_secs())),
    }
}

/// A clause as a sentence. The name of a square or hole, which has a digit, stays as it is on the board.
pub fn sentence(clause: &str) -> String {
    let word = clause.split_whitespace().next().unwrap_or_default();
    if word.contains(|letter: char| letter.is_ascii_digit()) {
        format!("{clause}.")
    } else {
        format!("{}.", capitalised(clause))
    }
}
