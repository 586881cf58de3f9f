//! Sprites that are told anew whenever they change, of which there are now more and now fewer.

use crate::shell::states::Screen;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The sprites with a mark.
#[derive(SystemParam)]
pub(super) struct Pool<'w, 's, M: Component + Default> {
    commands: Commands<'w, 's>,
    sprites: Query<'w, 's, (Entity, &'static mut Sprite, &'static mut Transform), With<M>>,
}

impl<M: Component + Default> Pool<'_, '_, M> {
    /// Shows these and no others.
    pub(super) fn show(&mut self, wanted: impl IntoIterator<Item = (Sprite, Transform)>) {
        let mut there = self.sprites.iter_mut();
        for (sprite, place) in wanted {
            if let Some((_, mut shown, mut at)) = there.next() {
                (*shown, *at) = (sprite, place);
            } else {
                self.commands.spawn((M::default(), sprite, place, DespawnOnExit(Screen::Match)));
            }
        }
        for (entity, ..) in there {
            self.commands.entity(entity).despawn();
        }
    }
}
