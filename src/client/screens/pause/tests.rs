//! The menu without a picture.

use super::*;
use bevy::state::app::StatesPlugin;

/// A match with the systems that need no picture.
fn paused_match(paused: bool) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin))
        .insert_state(Screen::Match)
        .insert_state(Paused(paused))
        .init_resource::<MenuOpen>()
        .init_resource::<WasPaused>()
        .init_resource::<OptionsOpen>()
        .add_message::<Press>()
        .add_message::<AppExit>()
        .add_message::<WindowFocused>()
        .add_systems(Update, (toggle, pause_when_unfocused).chain())
        .add_observer(choose);
    app.update();
    app
}

fn state(app: &App) -> (bool, bool) {
    (app.world().resource::<MenuOpen>().0, app.world().resource::<State<Paused>>().get().0)
}

fn press(app: &mut App, action: Action) {
    app.world_mut().write_message(Press(action));
    app.update();
    app.update();
}

#[test]
fn closing_the_menu_brings_time_back_as_it_was() {
    for paused in [false, true] {
        let mut app = paused_match(paused);
        press(&mut app, Action::Menu);
        assert_eq!(state(&app), (true, true));
        press(&mut app, Action::Menu);
        assert_eq!(state(&app), (false, paused));
    }
}

#[test]
fn resume_does_what_escape_does() {
    let mut app = paused_match(false);
    press(&mut app, Action::Menu);
    let entity = app.world_mut().spawn((MenuChoice::Resume, children![Text::new("Resume")])).id();
    app.world_mut().trigger(Activate { entity });
    app.update();
    assert_eq!(state(&app), (false, false));
}

#[test]
fn only_a_window_that_had_the_focus_pauses_when_it_loses_it() {
    let mut app = paused_match(false);
    let mut tell = |focused| {
        app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused });
        app.update();
        app.update();
        state(&app).1
    };
    assert!(!tell(false), "the first word to a new window");
    assert!(!tell(true));
    assert!(tell(false));
}
