//! Words on the map, as large at any distance.

use crate::client::kit::{Art, Weight, theme};
use crate::games::rts::client::input::frame::Frame;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::sprite::Text2dShadow;

/// What is written where, and its colour.
#[derive(Resource, Debug, Default)]
pub(super) struct Labels(pub Vec<(String, Vec2, Color)>);

#[derive(Component, Debug)]
pub(super) struct Label;

const LABEL_Z: f32 = 45.0;
/// Height of the letters in logical pixels.
const SIZE: f32 = 14.0;

/// Writes these and no others.
pub(super) fn write(
    labels: Res<Labels>,
    art: Res<Art>,
    frame: Res<Frame>,
    mut texts: Query<(Entity, &mut Text2d, &mut TextColor, &mut Transform), With<Label>>,
    mut commands: Commands,
) {
    let mut there = texts.iter_mut();
    for (words, at, colour) in &labels.0 {
        let place = Transform::from_translation(at.extend(LABEL_Z)).with_scale(Vec3::splat(frame.scale));
        if let Some((_, mut text, mut ink, mut shown)) = there.next() {
            if text.0 != *words {
                text.0.clone_from(words);
            }
            ink.set_if_neq(TextColor(*colour));
            shown.set_if_neq(place);
        } else {
            let shadow = Text2dShadow { offset: Vec2::new(1.5, -1.5), color: Color::srgba(0.0, 0.0, 0.0, 0.9) };
            let font = theme::font(&art, Weight::Black, SIZE);
            commands.spawn((
                Label,
                Text2d::new(words.clone()),
                font,
                TextColor(*colour),
                shadow,
                place,
                DespawnOnExit(Screen::Match),
            ));
        }
    }
    for (entity, ..) in there {
        commands.entity(entity).despawn();
    }
}
