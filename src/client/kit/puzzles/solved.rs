//! Which puzzles were solved: kept in the user's settings.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy::settings::SaveSettingsDeferred;
use std::time::Duration;

/// The puzzles of a game that were solved, by their ids: a group of the settings.
pub trait Solved: Resource<Mutability = Mutable> + Default {
    fn ids(&self) -> &Vec<String>;

    fn ids_mut(&mut self) -> &mut Vec<String>;

    fn has(&self, id: &str) -> bool {
        self.ids().iter().any(|one| one == id)
    }
}

/// Marks a puzzle, and writes the settings.
pub(super) fn mark(solved: &mut impl Solved, id: &str, commands: &mut Commands) {
    if !solved.has(id) {
        solved.ids_mut().push(id.to_string());
        commands.queue(SaveSettingsDeferred(Duration::from_millis(200)));
    }
}

/// The group of the settings in which a game keeps the puzzles that were solved.
macro_rules! solved {
    ($name:ident, $group:literal) => {
        use bevy::settings::ReflectSettingsGroup;

        /// The puzzles that were solved, by their ids.
        #[derive(
            bevy::prelude::Resource,
            bevy::settings::SettingsGroup,
            bevy::prelude::Reflect,
            Debug,
            Clone,
            Default,
            PartialEq,
            Eq,
        )]
        #[reflect(Resource, SettingsGroup, Default)]
        #[settings_group(group = $group)]
        pub struct $name {
            solved: Vec<String>,
        }

        impl $crate::client::kit::puzzles::Solved for $name {
            fn ids(&self) -> &Vec<String> {
                &self.solved
            }

            fn ids_mut(&mut self) -> &mut Vec<String> {
                &mut self.solved
            }
        }
    };
}
pub(crate) use solved;
