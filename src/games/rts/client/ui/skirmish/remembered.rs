//! The choices of the last skirmish: kept in the user's settings.

use super::choices::SkirmishChoices;
use bevy::prelude::*;
use bevy::settings::{ReflectSettingsGroup, SaveSettingsDeferred, SettingsGroup};
use std::time::Duration;

/// The choices as they were when a skirmish was begun last, as JSON; empty before the first one.
#[derive(Resource, SettingsGroup, Reflect, Debug, Clone, Default, PartialEq, Eq)]
#[reflect(Resource, SettingsGroup, Default)]
#[settings_group(group = "skirmish")]
pub struct Remembered {
    choices: String,
}

impl Remembered {
    /// The choices; the usual ones if there are none, or if they cannot be read.
    pub fn choices(&self) -> SkirmishChoices {
        serde_json::from_str(&self.choices).map(SkirmishChoices::brought_within).unwrap_or_default()
    }

    /// Keeps choices, and writes the settings.
    pub fn keep(&mut self, choices: &SkirmishChoices, commands: &mut Commands) {
        let Ok(text) = serde_json::to_string(choices) else { return };
        if self.choices != text {
            self.choices = text;
            commands.queue(SaveSettingsDeferred(Duration::from_millis(200)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;

    #[test]
    fn choices_come_back_and_nonsense_is_nothing() {
        let choices = SkirmishChoices { seed: 77, side: 128, ..SkirmishChoices::default() };
        let mut world = World::new();
        world.init_resource::<Remembered>();
        let kept = choices.clone();
        world
            .run_system_once(move |mut remembered: ResMut<Remembered>, mut commands: Commands| {
                remembered.keep(&kept, &mut commands);
            })
            .expect("it runs");
        assert_eq!(world.resource::<Remembered>().choices(), choices);
        assert_eq!(Remembered { choices: "{ nonsense".into() }.choices(), SkirmishChoices::default());
        assert_eq!(Remembered { choices: "{\"seed\": 5}".into() }.choices().seed, 5, "what is missing is as usual");
    }
}
