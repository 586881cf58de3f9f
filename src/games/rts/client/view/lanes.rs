//! The lanes that a level marks, on the ground: a faint brightness, and dashes along their edges like those of a road.
//!
//! They never change during a match, so they are drawn once: one sprite a cell and one a piece of edge, all of one colour,
//! which is one draw call.

use crate::base::Dir;
use crate::client::stage::CELL;
use crate::games::rts::client::stage::middle_of_body;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::matches::MatchSystems;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// Above the ground and below everything that stands on it.
const LANE_Z: f32 = 1.5;
/// Length and width of a dash in cells.
const DASH: Vec2 = Vec2::new(0.45, 0.06);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(MatchSystems::Begin).run_if(in_state(Mode::RTS)));
}

fn spawn(mut commands: Commands, setup: Option<Res<MatchSetup>>) {
    let Some(setup) = setup else { return };
    let lanes = &setup.level.lanes;
    let mut mark = |place: Vec2, size: Vec2, colour: Color| {
        commands.spawn((
            Sprite::from_color(colour, size * CELL),
            Transform::from_translation(place.extend(LANE_Z)),
            DespawnOnExit(Screen::Match),
        ));
    };
    for cell in lanes {
        mark(middle_of_body(*cell, 1), Vec2::ONE, Color::srgba(1.0, 0.95, 0.8, 0.07));
        for dir in Dir::ALL.into_iter().filter(|dir| !dir.is_diagonal() && !lanes.contains(&cell.step(*dir))) {
            let (dx, dy) = dir.offset();
            // Just inside of the lane, so that the dashes of two lanes side by side do not meet.
            let edge = Vec2::new(f32::from(dx), -f32::from(dy)) * CELL * 0.45;
            let size = if dx == 0 { DASH } else { DASH.yx() };
            mark(middle_of_body(*cell, 1) + edge, size, Color::srgba(1.0, 0.95, 0.8, 0.5));
        }
    }
}
