//! The menu of a match, and the pause when the player looks elsewhere.

use super::frames;
use super::planners;
use super::theme::{self, Weight};
use super::widgets::{Look, labelled_button};
use crate::control::{Action, ControlSystems, Press};
use crate::modes::tactics::plugin::{Start, TacticsSetup};
use crate::sim::war::War;
use crate::sim::{Mode, Paused, Screen};
use crate::view::art::Art;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy::window::WindowFocused;
use leafwing_input_manager::prelude::*;

/// Whether the menu lies over the match. Time stands while it does.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MenuOpen(pub bool);

/// Whether time stood before the menu was opened: it stands again, or runs again, when the menu is closed.
#[derive(Resource, Debug, Clone, Copy, Default)]
struct WasPaused(bool);

/// What an entry of the menu does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuChoice {
    /// Back to the match.
    Resume,
    /// The same match from its beginning.
    Restart,
    /// Back to the set-up of the game.
    Maps,
    /// Back to the first screen.
    Title,
    /// Leave the program.
    Quit,
}

impl MenuChoice {
    const ALL: [Self; 5] = [Self::Resume, Self::Restart, Self::Maps, Self::Title, Self::Quit];

    fn label(self, mode: Mode) -> &'static str {
        match (self, mode) {
            (Self::Resume, _) => "Resume",
            (Self::Restart, _) => "Restart",
            (Self::Maps, Mode::Rts) => "Choose another map",
            (Self::Maps, Mode::Tron) => "Players and board",
            (Self::Maps, Mode::Tactics) => "Another battle",
            (Self::Title, _) => "Quit to title",
            (Self::Quit, _) => "Quit game",
        }
    }
}

/// Keys and what they do, for the list beside the menu.
const CONTROLS: [(&str, &str); 18] = [
    ("Left click, drag", "select; Shift adds, Ctrl removes"),
    ("Double click", "all of the kind in view"),
    ("Right click", "go there; Shift adds a waypoint"),
    ("S   H   A   Tab", "stop · hold · select all · next unit"),
    ("F", "formation: groups keep their layout"),
    ("0–9", "group; Ctrl sets, Shift adds"),
    ("Middle drag, arrows", "move the view"),
    ("Wheel   Home", "zoom · centre on the selection"),
    ("Space   +   −", "pause · faster · slower"),
    ("Q   W   E", "command · edit map · place units"),
    ("1–9 in a tool", "terrain or kind of unit"),
    ("[   ]", "smaller and larger brush"),
    ("Ctrl+Z   Ctrl+Y", "undo · redo"),
    ("Ctrl+S", "save the level"),
    ("N", "command the next side"),
    ("F1 F2 F3 F4", "routes, reservations, distances, cells"),
    ("F8 F9 F12", "waiting, ranks, regions"),
    ("F11   Esc", "full screen · menu"),
];

/// The same for a skirmish.
const WAR_CONTROLS: [(&str, &str); 18] = [
    ("Left click, drag", "select; Shift adds"),
    ("Ctrl+click, double click", "all of the kind in view"),
    ("Right click", "what is likely; the sign at the mouse says what"),
    ("Shift", "after what they are doing, for all commands"),
    ("A   M   P   G   F", "attack · move · patrol · guard · in formation"),
    ("S   H   Z", "stop · hold · take the last step back"),
    ("B   R   E   C", "build · repair · gather · bring home"),
    ("V", "stance; for buildings: train again and again"),
    ("Y   X   Del", "rally point · hold the work · tear down"),
    ("0–9", "group; Ctrl sets, Shift adds, twice looks there"),
    ("Tab", "the next kind of the selection"),
    ("F1   F2", "idle worker · whole army"),
    ("Space", "look where the last alert was"),
    ("F5–F8", "views; Ctrl sets"),
    ("Arrows, middle drag, wheel", "move the view, zoom"),
    ("Alt+click the small map", "a sign there"),
    ("F3   +   −", "pause · faster · slower"),
    ("F11   F10, Esc", "full screen · menu"),
];

/// The same for Tron.
const TRON_CONTROLS: [(&str, &str); 11] = [
    ("Arrows", "turn; right Shift boosts"),
    ("W A S D", "turn; left Shift boosts"),
    ("I J K L", "turn; B boosts"),
    ("Gamepad", "cross or stick turns; lower button boosts"),
    ("F2", "show what the programs think"),
    ("Tab", "the thoughts of the next player"),
    ("F", "fast-forward"),
    ("Enter", "on with it"),
    ("Space   +   −", "pause · faster · slower"),
    ("Arrows, Page, Home, End", "seek in a replay"),
    ("F11   Esc", "full screen · menu"),
];

/// The same for Tactics.
const TACTICS_CONTROLS: [(&str, &str); 15] = [
    ("Left click", "select; then move, attack or heal there"),
    ("Right click   X", "cancel what is planned or selected"),
    ("Arrows   Enter", "move the cursor · click"),
    ("Tab", "next character that can act"),
    ("M   A", "only moves · only attacks"),
    ("W", "wait, where the rules allow it"),
    ("E", "end the turn"),
    ("U   Shift+U", "take back an action · the turn"),
    ("H", "best play"),
    ("R   T", "why programs act so · threats"),
    ("C", "ask before every action"),
    ("P   F", "tempo · skip the animation"),
    ("Space   +   −", "pause · faster · slower"),
    ("Ctrl+S", "save the battle"),
    ("F11   Esc", "full screen · menu"),
];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MenuOpen>()
        .init_resource::<WasPaused>()
        .add_systems(OnEnter(Screen::Match), |mut menu: ResMut<MenuOpen>| menu.0 = false)
        .add_systems(
            Update,
            (toggle, pause_when_unfocused, (show, shut_out_the_match).run_if(resource_changed::<MenuOpen>))
                .chain()
                .after(ControlSystems::Act),
        )
        .add_observer(choose);
}

#[derive(Component)]
struct Menu;

/// Width of the entries in logical pixels.
const WIDTH: f32 = 320.0;

fn toggle(
    mut presses: MessageReader<Press>,
    screen: Res<State<Screen>>,
    paused: Res<State<Paused>>,
    mut menu: ResMut<MenuOpen>,
    mut was_paused: ResMut<WasPaused>,
    mut next: ResMut<NextState<Paused>>,
) {
    // Read on every screen, so that an old press does not open the menu of a new match.
    let asked = presses.read().filter(|press| press.0 == Action::Menu).count() % 2 == 1;
    if !asked || *screen.get() != Screen::Match {
        return;
    }
    menu.0 = !menu.0;
    if menu.0 {
        was_paused.0 = paused.get().0;
        NextState::set_if_neq(&mut next, Paused(true));
    } else {
        NextState::set_if_neq(&mut next, Paused(was_paused.0));
    }
}

/// Who looks at another window wants nothing to happen in this one.
fn pause_when_unfocused(
    mut messages: MessageReader<WindowFocused>,
    screen: Res<State<Screen>>,
    mut had_focus: Local<bool>,
    mut next: ResMut<NextState<Paused>>,
) {
    // A new window is told that it has no focus before it is given it: only what was there can be lost.
    let Some(message) = messages.read().last() else { return };
    let lost = std::mem::replace(&mut *had_focus, message.focused) && !message.focused;
    if lost && *screen.get() == Screen::Match {
        NextState::set_if_neq(&mut next, Paused(true));
    }
}

/// While the menu is open the keys are its own: Space presses the entry in focus and does not start time as well.
fn shut_out_the_match(menu: Res<MenuOpen>, mut actions: Single<&mut ActionState<Action>>) {
    if menu.0 {
        for action in actions.keys() {
            if !matches!(action, Action::Menu | Action::Cancel | Action::FullScreen) {
                actions.disable_action(&action);
            }
        }
    } else {
        actions.enable_all_actions();
    }
}

fn show(
    menu: Res<MenuOpen>,
    open: Query<Entity, With<Menu>>,
    art: Res<Art>,
    mode: Option<Res<State<Mode>>>,
    wars: Query<(), With<War>>,
    mut focus: ResMut<InputFocus>,
    mut commands: Commands,
) {
    if !menu.0 {
        for entity in &open {
            commands.entity(entity).despawn();
            focus.clear();
        }
        return;
    }
    if open.is_empty() {
        spawn(&mut commands, &art, mode.map_or(Mode::Rts, |mode| *mode.get()), !wars.is_empty());
    }
}

fn spawn(commands: &mut Commands, art: &Art, mode: Mode, is_war: bool) {
    let menu = frames::spawn_dialog(commands, art, "Menu", 60, TabGroup::modal(), |panel| {
        panel.spawn(frames::dialog_column(10.0)).with_children(|entries| spawn_entries(entries, art, mode));
        panel.spawn(frames::dialog_column(7.0)).with_children(|controls| spawn_controls(controls, art, mode, is_war));
    });
    commands.entity(menu).insert(Menu);
}

fn spawn_entries(entries: &mut ChildSpawnerCommands, art: &Art, mode: Mode) {
    entries.spawn((
        theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, "Paused"),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    for choice in MenuChoice::ALL {
        let look = if choice == MenuChoice::Resume { Look::Main } else { Look::Key };
        let mut entry = entries.spawn((
            labelled_button(art, look, choice.label(mode), Node { width: px(WIDTH), height: px(44), ..default() }),
            choice,
            TabIndex(0),
        ));
        if choice == MenuChoice::Resume {
            entry.insert(AutoFocus);
        }
    }
    if mode == Mode::Rts {
        planners::spawn(entries, art, WIDTH);
    }
}

fn spawn_controls(controls: &mut ChildSpawnerCommands, art: &Art, mode: Mode, is_war: bool) {
    controls.spawn((
        theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, "Controls"),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    let list: &[_] = match mode {
        Mode::Rts if is_war => &WAR_CONTROLS,
        Mode::Rts => &CONTROLS,
        Mode::Tron => &TRON_CONTROLS,
        Mode::Tactics => &TACTICS_CONTROLS,
    };
    for (keys, what) in list {
        controls.spawn((
            Node { column_gap: px(12), ..default() },
            children![
                (
                    theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, keys),
                    Node { width: px(176), flex_shrink: 0.0, ..default() },
                ),
                theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, what),
            ],
        ));
    }
}

fn choose(
    activate: On<Activate>,
    choices: Query<&MenuChoice>,
    was_paused: Res<WasPaused>,
    mode: Option<Res<State<Mode>>>,
    tactics: Res<TacticsSetup>,
    mut menu: ResMut<MenuOpen>,
    mut paused: ResMut<NextState<Paused>>,
    mut screen: ResMut<NextState<Screen>>,
    mut exit: MessageWriter<AppExit>,
) {
    let Ok(choice) = choices.get(activate.entity) else { return };
    match choice {
        MenuChoice::Resume => NextState::set_if_neq(&mut paused, Paused(was_paused.0)),
        // The same state once more: it is left and entered again, with the same set-up.
        MenuChoice::Restart => screen.set(Screen::Match),
        MenuChoice::Maps => screen.set(match mode.map(|mode| *mode.get()) {
            Some(Mode::Tron) => Screen::TronSetup,
            Some(Mode::Tactics) if matches!(tactics.start, Start::Puzzle(_)) => Screen::TacticsPuzzles,
            Some(Mode::Tactics) => Screen::TacticsSetup,
            _ => Screen::Setup,
        }),
        MenuChoice::Title => screen.set(Screen::Title),
        MenuChoice::Quit => {
            exit.write(AppExit::Success);
        }
    }
    menu.0 = false;
}

#[cfg(test)]
mod tests {
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
            .init_resource::<TacticsSetup>()
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
        let entity = app.world_mut().spawn(MenuChoice::Resume).id();
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
}
