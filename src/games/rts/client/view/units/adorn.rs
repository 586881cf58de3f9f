//! What a unit has about it: rings of the selection, what a worker carries, the rank of a veteran. Sprites that are there
//! only where they are needed.

use super::{Body, FEET, Heading, SHADOW_Z, STEP_Z};
use crate::client::kit::art::{Art, badge, effect, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::hover::UnderMouse;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::view::marks::sign;
use crate::games::rts::rules::Resource as Good;
use crate::games::rts::sim::skirmish::{Cargo, Fighting};
use crate::games::rts::sim::units::Unit;
use bevy::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ring {
    Selected,
    Preview,
}

/// The sprites about a body, with what they show.
#[derive(Debug, Default)]
pub(super) struct Extras {
    ring: Option<(Entity, Ring)>,
    load: Option<(Entity, (Good, Heading))>,
    rank: Option<(Entity, u8)>,
}

const RING_Z: f32 = 7.0;
const RANK_Z: f32 = 17.0;

/// Puts a sprite there, takes it away or exchanges it, where what is wanted has changed.
fn keep<T: Copy + PartialEq, B: Bundle>(
    commands: &mut Commands,
    slot: &mut Option<(Entity, T)>,
    wanted: Option<T>,
    parent: Entity,
    make: impl FnOnce(T) -> B,
) {
    if slot.map(|(_, shown)| shown) == wanted {
        return;
    }
    if let Some((entity, _)) = slot.take() {
        commands.entity(entity).try_despawn();
    }
    if let Some(wanted) = wanted {
        *slot = Some((commands.spawn((make(wanted), ChildOf(parent))).id(), wanted));
    }
}

/// Rings of the selection and of what is under the mouse or in the box.
pub(super) fn rings(
    mut commands: Commands,
    art: Res<Art>,
    selection: Res<Selection>,
    drag: Res<DragBox>,
    under: Res<UnderMouse>,
    frame: Res<Frame>,
    mut bodies: Query<(Entity, &mut Body)>,
    mut shown: Query<(&mut Sprite, &mut Transform)>,
) {
    for (entity, mut body) in &mut bodies {
        let selected = if drag.rect.is_some() { drag.preview.contains(&body.id) } else { selection.contains(body.id) };
        let wanted = if selected && drag.rect.is_none() {
            Some(Ring::Selected)
        } else if selected || under.0 == Some(body.id) {
            Some(Ring::Preview)
        } else {
            None
        };
        let (size, side) = (f32::from(body.size), body.side);
        // It lies on the ground around the feet. Around a sign, which keeps its size on the screen, it does too.
        let (extent, place) = if frame.is_far() {
            (Vec2::splat((20.0 * frame.scale).min(CELL * 2.2 * size)), Vec2::ZERO)
        } else {
            (Vec2::new(1.12, 0.72) * CELL * size, Vec2::new(0.0, 0.06 - FEET) * CELL * size)
        };
        let place = place.extend(RING_Z - SHADOW_Z);
        if let Some((mut sprite, mut transform)) = body.extras.ring.and_then(|(ring, _)| shown.get_mut(ring).ok())
            && sprite.custom_size != Some(extent)
        {
            sprite.custom_size = Some(extent);
            transform.translation = place;
        }
        keep(&mut commands, &mut body.extras.ring, wanted, entity, |ring| {
            let (index, color) = match ring {
                Ring::Selected => (mark::RING, Color::srgb(0.95, 1.0, 0.85)),
                Ring::Preview => (mark::HOVER, art.player_colours.colour(side).lighter(0.25)),
            };
            let sprite = Sprite { custom_size: Some(extent), ..sign(&art, index, CELL, color) };
            (sprite, Transform::from_translation(place))
        });
    }
}

/// What workers carry, on their backs, and the chevrons of veterans.
pub(super) fn loads(
    mut commands: Commands,
    art: Res<Art>,
    frame: Res<Frame>,
    units: Query<(&Cargo, &Fighting), With<Unit>>,
    mut bodies: Query<(Entity, &mut Body)>,
) {
    for (entity, mut body) in &mut bodies {
        let Ok((cargo, fighting)) = units.get(body.unit) else { continue };
        let carried = cargo.load().map(|(good, _)| (good, body.look.heading)).filter(|_| !frame.is_far());
        let rank = Some(fighting.rank().min(3)).filter(|rank| *rank > 0 && !frame.is_far());
        let (figure, size) = (body.figure, f32::from(body.size));
        keep(&mut commands, &mut body.extras.load, carried, figure, |(good, heading)| {
            let index = match good {
                Good::Gold => effect::SACK,
                Good::Wood => effect::LOGS,
            };
            // On the back: from the front only what looks over the shoulder is seen. It is drawn with the figures of its
            // row, above or below them all.
            let (x, y, z) = match heading {
                Heading::South => (0.2, 0.14, -0.25),
                Heading::North => (0.0, 0.0, 0.5),
                Heading::East => (-0.18, 0.02, 0.5),
                Heading::West => (0.18, 0.02, 0.5),
            };
            (art.effects.sprite(index, CELL), Transform::from_xyz(x * CELL, y * CELL, z * STEP_Z))
        });
        keep(&mut commands, &mut body.extras.rank, rank, entity, |rank| {
            let place = Vec2::new(0.36, -0.36) * size * CELL;
            let sprite = art.badges.sprite(badge::RANK + usize::from(rank) - 1, CELL * 0.42);
            (sprite, Transform::from_translation(place.extend(RANK_Z - SHADOW_Z)))
        });
    }
}
