//! Which unit the mouse is on.

use super::selection::DragBox;
use crate::client::input::ControlSystems;
use crate::client::stage::CELL;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::picking::Buildings;
use crate::games::rts::client::stage::{ShownTime, distance_to_body, shown_at};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::At;
use crate::games::rts::sim::units::{Id, Kind, Stepping, Unit};
use crate::nav::step::UnitId;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// The unit under the mouse, of whatever side; none while a box is drawn or the HUD is in between.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnderMouse(pub Option<UnitId>);

/// World units between the mouse and the cells of a unit within which a click meets it.
const PICK_RADIUS: f32 = 0.6 * CELL;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UnderMouse>()
        .add_systems(Update, find_unit.in_set(ControlSystems::Act).run_if(in_state(Mode::RTS)));
}

/// The unit that a point of the world is on: the nearest, and of equals the first.
pub(super) fn unit_at<'a>(
    point: Vec2,
    rules: &Rules,
    shown: ShownTime,
    units: impl Iterator<Item = (&'a Id, &'a Kind, &'a At, &'a Stepping)>,
) -> Option<UnitId> {
    units
        .map(|(id, kind, at, stepping)| {
            let size = rules.kind(kind.0).size;
            (distance_to_body(point, shown_at(at.0, stepping.last(), size, shown.0), size), id.0)
        })
        .filter(|(distance, _)| *distance <= PICK_RADIUS)
        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        .map(|(_, unit)| unit)
}

fn find_unit(
    pointer: Res<Pointer>,
    drag: Res<DragBox>,
    rules: Res<GameRules>,
    shown: Res<ShownTime>,
    units: Query<(&Id, &Kind, &At, &Stepping), With<Unit>>,
    buildings: Buildings,
    mut under: ResMut<UnderMouse>,
) {
    let point = pointer.world.filter(|_| !pointer.over_hud && drag.rect.is_none());
    let seen = || units.iter().filter(|(_, kind, at, _)| buildings.sees(at.0, rules.0.kind(kind.0).size));
    under.set_if_neq(UnderMouse(point.and_then(|point| unit_at(point, &rules.0, *shown, seen()))));
}
