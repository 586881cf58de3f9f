//! What a unit has about it: rings of the selection, what a worker carries, the rank of a veteran. Sprites that are there
//! only where they are needed.

use super::{Body, SHADOW_Z};
use crate::control::hover::UnderMouse;
use crate::control::selection::{DragBox, Selection};
use crate::modes::rts::rules::Resource as Good;
use crate::sim::units::Unit;
use crate::sim::war::{Cargo, Fighting};
use crate::view::CELL;
use crate::view::art::{Art, badge, effect, mark};
use crate::view::frame::Frame;
use bevy::prelude::*;

/// Which ring a unit has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ring {
    Selected,
    Preview,
}

/// The sprites about a body, with what they show.
#[derive(Debug, Default)]
pub(super) struct Extras {
    ring: Option<(Entity, Ring)>,
    load: Option<(Entity, Good)>,
    rank: Option<(Entity, u8)>,
}

const RING_Z: f32 = 7.0;
const LOAD_Z: f32 = 1.0;
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
    mut shown: Query<&mut Sprite>,
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
        // Around a sign, which keeps its size on the screen, the ring does too.
        let length = if frame.far { (20.0 * frame.scale).min(CELL * 2.2 * size) } else { CELL * 1.25 * size };
        if let Some(mut shown) = body.extras.ring.and_then(|(ring, _)| shown.get_mut(ring).ok())
            && shown.custom_size != Some(Vec2::splat(length))
        {
            shown.custom_size = Some(Vec2::splat(length));
        }
        if body.extras.ring.map(|(_, ring)| ring) == wanted {
            continue;
        }
        keep(&mut commands, &mut body.extras.ring, wanted, entity, |ring| {
            let (index, color) = match ring {
                Ring::Selected => (mark::RING, Color::srgb(0.95, 1.0, 0.85)),
                Ring::Preview => (mark::HOVER, art.livery.colour(side).lighter(0.25)),
            };
            let atlas = TextureAtlas { layout: art.mark_layout.clone(), index };
            let sprite = Sprite {
                custom_size: Some(Vec2::splat(length)),
                color,
                ..Sprite::from_atlas_image(art.marks.clone(), atlas)
            };
            (sprite, Transform::from_xyz(0.0, 0.0, RING_Z - SHADOW_Z))
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
        let carried = cargo.load().map(|(good, _)| good).filter(|_| !frame.far);
        let rank = Some(fighting.rank().min(3)).filter(|rank| *rank > 0 && !frame.far);
        let extras = &body.extras;
        if extras.load.map(|(_, good)| good) == carried && extras.rank.map(|(_, rank)| rank) == rank {
            continue;
        }
        let (figure, size) = (body.figure, f32::from(body.size));
        keep(&mut commands, &mut body.extras.load, carried, figure, |good| {
            let (index, place) = match good {
                Good::Gold => (effect::SACK, Vec2::new(0.0, -0.2)),
                Good::Wood => (effect::LOGS, Vec2::new(0.0, -0.22)),
            };
            // On the back: it turns with who carries it.
            (art.effects.sprite(index, CELL * 1.15), Transform::from_translation((place * CELL).extend(LOAD_Z)))
        });
        keep(&mut commands, &mut body.extras.rank, rank, entity, |rank| {
            let place = Vec2::new(0.36, -0.36) * size * CELL;
            let sprite = art.badges.sprite(badge::RANK + usize::from(rank) - 1, CELL * 0.42);
            (sprite, Transform::from_translation(place.extend(RANK_Z - SHADOW_Z)))
        });
    }
}
