//! Where the mouse is on the map.

use crate::base::Cell;
use crate::client::input::bindings::hovers_hud;
use crate::client::stage::cell_at;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use bevy::picking::hover::HoverMap;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// The place of the mouse, found once a frame after the camera has moved.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub struct Pointer {
    /// In logical pixels of the window, y down.
    pub screen: Option<Vec2>,
    /// In world units.
    pub world: Option<Vec2>,
    /// The cell below, if it is on the map.
    pub cell: Option<Cell>,
    /// Whether a part of the HUD lies between.
    pub(crate) over_hud: bool,
}

pub(super) fn find_pointer(
    window: Single<&Window, With<PrimaryWindow>>,
    frame: Res<Frame>,
    board: Single<&TerrainGrid, With<Board>>,
    hover: Option<Res<HoverMap>>,
    nodes: Query<(), With<Node>>,
    mut pointer: ResMut<Pointer>,
) {
    let screen = window.cursor_position();
    let world = screen.map(|at| {
        let from_middle = at - window.size() / 2.0;
        frame.rect.center() + Vec2::new(from_middle.x, -from_middle.y) * frame.scale
    });
    *pointer = Pointer {
        screen,
        world,
        cell: world.map(cell_at).filter(|cell| board.cells().contains(*cell)),
        over_hud: hover.is_some_and(|hover| hovers_hud(&hover, &nodes)),
    };
}
