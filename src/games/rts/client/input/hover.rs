//! Which unit the mouse is on.

use super::selection::DragBox;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::RtsSystems;
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// The unit under the mouse, of whatever side; none while a box is drawn or the HUD is in between.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnderMouse(pub Option<UnitId>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<UnderMouse>().add_systems(Update, find_unit.in_set(RtsSystems::Act));
}

fn find_unit(skirmish: SkirmishView, pointer: Res<Pointer>, drag: Res<DragBox>, mut under: ResMut<UnderMouse>) {
    let point = pointer.world.filter(|_| !pointer.over_hud && drag.rect.is_none());
    let unit = point.and_then(|point| skirmish.unit_at(point, |_| true));
    under.set_if_neq(UnderMouse(unit.map(|unit| unit.id.0)));
}
