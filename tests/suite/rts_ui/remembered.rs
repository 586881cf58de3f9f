//! The choices of the last skirmish.

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy::reflect::GetPath;
use gridmarch::games::rts::client::ui::skirmish::choices::SkirmishChoices;
use gridmarch::games::rts::client::ui::skirmish::remembered::Remembered;

/// What a file of settings may hold.
fn written(text: &str) -> Remembered {
    let mut remembered = Remembered::default();
    *remembered.path_mut("choices").expect("the field that is kept") = text.to_owned();
    remembered
}

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
    assert_eq!(written("{ nonsense").choices(), SkirmishChoices::default());
    assert_eq!(written("{\"seed\": 5}").choices().seed, 5, "what is missing is as usual");
}
