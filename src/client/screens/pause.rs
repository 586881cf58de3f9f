//! The menu of a match, and the pause when the player looks elsewhere.

mod controls;

use super::replays::OpenAt;
use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::naming::{Named, Naming, Purpose};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Look, focus as focusing, labelled_button};
use crate::client::stage::{MenuOpen, OptionsOpen};
use crate::games::rts::client::input::session::SessionRequest;
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::ui::planners;
use crate::games::rts::client::ui::skirmish::keeping::KeepMatch;
use crate::games::rts::client::ui::skirmish::result::{EndSheet, Sheet};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Control, Ending, Sides};
use crate::games::tactics::plugin::{Start, TacticsSetup};
use crate::games::tron::plugin::Watched;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy::window::WindowFocused;
use leafwing_input_manager::prelude::*;

/// Whether time stood before the menu was opened: it stands again, or runs again, when the menu is closed.
#[derive(Resource, Debug, Clone, Copy, Default)]
struct WasPaused(bool);

/// What an entry of the menu does. What would lose a match asks once more.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuChoice {
    /// Back to the match.
    Resume,
    /// What the sides of a skirmish have done so far.
    Score,
    /// Keep the match as it is now.
    Save,
    /// On to the newest file of this game in the list of saved matches; this one is left.
    Load,
    /// How loud it is.
    Options,
    /// The same match from its beginning.
    Restart,
    /// The side of the player gives up.
    Surrender,
    /// Back to the set-up of the game.
    Maps,
    /// Back to the first screen.
    Title,
    /// Leave the program.
    Quit,
}

/// What the match is that the menu lies over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Occasion {
    mode: Mode,
    /// Whether it is a skirmish.
    is_skirmish: bool,
    /// Whether a recording is shown.
    is_recorded: bool,
    /// Whether it is a puzzle.
    is_puzzle: bool,
    /// Whether the player has a side that is still in the match.
    plays: bool,
}

impl Occasion {
    /// The entries of the menu in their order.
    fn entries(self) -> Vec<MenuChoice> {
        let wanted = |choice: &MenuChoice| match choice {
            MenuChoice::Score => self.is_skirmish,
            // A match of Tron is over before anybody could want to go on with it another day.
            MenuChoice::Save | MenuChoice::Load => self.mode != Mode::Tron && !self.is_recorded && !self.is_puzzle,
            MenuChoice::Surrender => self.is_skirmish && self.plays && !self.is_recorded,
            _ => true,
        };
        MenuChoice::ALL.into_iter().filter(wanted).collect()
    }
}

impl MenuChoice {
    const ALL: [Self; 10] = [
        Self::Resume,
        Self::Score,
        Self::Save,
        Self::Load,
        Self::Options,
        Self::Restart,
        Self::Surrender,
        Self::Maps,
        Self::Title,
        Self::Quit,
    ];

    fn label(self, occasion: Occasion) -> &'static str {
        match (self, occasion.mode) {
            (Self::Resume, _) => "Resume",
            (Self::Score, _) => "Score and charts",
            (Self::Save, _) => "Save",
            (Self::Load, _) => "Load",
            (Self::Options, _) => "Options",
            (Self::Restart, _) if occasion.is_recorded => "Restart the replay",
            (Self::Restart, _) => "Restart",
            (Self::Surrender, _) => "Surrender",
            (Self::Maps, _) if occasion.is_recorded => "Other replays",
            (Self::Maps, _) if occasion.is_puzzle => "Other puzzles",
            (Self::Maps, Mode::Rts) if occasion.is_skirmish => "Set-up",
            (Self::Maps, Mode::Rts) => "Choose another map",
            (Self::Maps, Mode::Tron) => "Players and board",
            (Self::Maps, Mode::Tactics) => "Another battle",
            (Self::Title, _) => "Quit to title",
            (Self::Quit, _) => "Quit game",
        }
    }

    /// What is asked before it is done, once, so that a slip of the mouse costs nobody a match. `is_at_stake`: whether the
    /// match is lost by leaving it.
    const fn question(self, is_at_stake: bool) -> Option<&'static str> {
        match self {
            Self::Surrender => Some("Really surrender?"),
            Self::Restart if is_at_stake => Some("Really restart without saving?"),
            Self::Load | Self::Maps if is_at_stake => Some("Really leave without saving?"),
            Self::Title | Self::Quit if is_at_stake => Some("Really quit without saving?"),
            _ => None,
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MenuOpen>()
        .init_resource::<WasPaused>()
        .add_systems(OnEnter(Screen::Match), |mut menu: ResMut<MenuOpen>| menu.0 = false)
        .add_systems(
            Update,
            (
                toggle,
                pause_when_unfocused,
                go_on_when_saved,
                show.run_if(
                    resource_changed::<MenuOpen>
                        .or_else(resource_changed::<OptionsOpen>)
                        .or_else(resource_changed::<Naming>),
                ),
                shut_out_the_match.run_if(resource_changed::<MenuOpen>.or_else(resource_changed::<EndSheet>)),
            )
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

/// Whoever has found a name for what is saved goes on playing.
fn go_on_when_saved(
    mut named: MessageReader<Named>,
    mut menu: ResMut<MenuOpen>,
    was_paused: Res<WasPaused>,
    mut next: ResMut<NextState<Paused>>,
) {
    let is_saved = named.read().any(|named| matches!(named.purpose, Purpose::Match | Purpose::Battle));
    if is_saved && menu.0 {
        menu.0 = false;
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

/// While the menu or another dialog is open the keys are its own: Space presses the entry in focus and does not start time
/// as well.
fn shut_out_the_match(menu: Res<MenuOpen>, end: Res<EndSheet>, mut actions: Single<&mut ActionState<Action>>) {
    if menu.0 || end.sheet != Sheet::Nothing {
        for action in actions.keys() {
            if !matches!(action, Action::Menu | Action::Cancel | Action::FullScreen) {
                actions.disable_action(&action);
            }
        }
    } else {
        actions.enable_all_actions();
    }
}

/// The sides of a skirmish, and whether it is over.
type Table<'w, 's> = Option<Single<'w, 's, (&'static Sides, Has<Ending>), With<Board>>>;

/// Whether a skirmish is not decided yet: it is lost if it is left now. A recording never is.
fn is_at_stake(table: Option<(&Sides, bool)>, playback: &Playback) -> bool {
    table.is_some_and(|(_, has_ended)| !has_ended) && playback.ticks().is_none()
}

/// Whether a person has a side that is still in the match.
fn is_in((sides, has_ended): (&Sides, bool)) -> bool {
    !has_ended && sides.iter().any(|side| side.control == Control::Human && side.beaten.is_none())
}

fn show(
    menu: Res<MenuOpen>,
    open: Query<Entity, With<Menu>>,
    (options, naming): (Res<OptionsOpen>, Res<Naming>),
    art: Res<Art>,
    mode: Option<Res<State<Mode>>>,
    table: Table,
    shown: Shown,
    keys: Res<KeyBindings>,
    (mut focus, parents): (ResMut<InputFocus>, Query<&ChildOf>),
    mut commands: Commands,
) {
    // One dialog at a time: it comes back when the other one is closed.
    if !menu.0 || options.0 || naming.is_open() {
        for entity in &open {
            focusing::leave(&mut focus, entity, &parents);
            commands.entity(entity).despawn();
        }
        return;
    }
    if open.is_empty() {
        let mode = mode.map_or(Mode::Rts, |mode| *mode.get());
        let occasion = Occasion {
            mode,
            is_skirmish: table.is_some(),
            is_recorded: shown.is_recording(mode),
            is_puzzle: shown.is_puzzle(mode),
            plays: table.is_some_and(|table| is_in(*table)),
        };
        spawn(&mut commands, &art, occasion, &keys);
    }
}

fn spawn(commands: &mut Commands, art: &Art, occasion: Occasion, keys: &KeyBindings) {
    let menu = frames::spawn_dialog(commands, art, "Menu", 60, TabGroup::modal(), |panel| {
        panel.spawn(frames::dialog_column(10.0)).with_children(|entries| spawn_entries(entries, art, occasion));
        panel.spawn(frames::dialog_column(7.0)).with_children(|panel| {
            spawn_controls(panel, art, &controls::of(occasion.mode, occasion.is_skirmish, keys))
        });
    });
    commands.entity(menu).insert(Menu);
}

fn spawn_entries(entries: &mut ChildSpawnerCommands, art: &Art, occasion: Occasion) {
    entries.spawn((
        theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, "Paused"),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    for choice in occasion.entries() {
        let look = if choice == MenuChoice::Resume { Look::Main } else { Look::Key };
        let mut entry = entries.spawn((
            labelled_button(art, look, choice.label(occasion), Node { width: px(WIDTH), height: px(42), ..default() }),
            choice,
            TabIndex(0),
        ));
        if choice == MenuChoice::Resume {
            entry.insert(AutoFocus);
        }
    }
    // In a skirmish it is not for the player to say how units find their way.
    if occasion.mode == Mode::Rts && !occasion.is_skirmish {
        planners::spawn(entries, art, WIDTH);
    }
}

fn spawn_controls(panel: &mut ChildSpawnerCommands, art: &Art, rows: &[(String, &str)]) {
    panel.spawn((
        theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, "Controls"),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    for (keys, what) in rows {
        panel.spawn((
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

/// What is shown in place of a match that is played from its beginning.
#[derive(SystemParam)]
struct Shown<'w> {
    playback: Res<'w, Playback>,
    tron: Res<'w, Watched>,
    tactics: Res<'w, TacticsSetup>,
}

impl Shown<'_> {
    /// Whether it is a recording.
    fn is_recording(&self, mode: Mode) -> bool {
        match mode {
            Mode::Rts => self.playback.ticks().is_some(),
            Mode::Tron => self.tron.0.is_some(),
            Mode::Tactics => matches!(self.tactics.start, Start::Watch(_)),
        }
    }

    /// Whether it is a puzzle.
    fn is_puzzle(&self, mode: Mode) -> bool {
        mode == Mode::Tactics && matches!(self.tactics.start, Start::Puzzle(_))
    }

    /// Where the set-up of the match is.
    fn way_back(&self, mode: Mode, is_skirmish: bool) -> Screen {
        match mode {
            _ if self.is_recording(mode) => Screen::Replays,
            Mode::Tron => Screen::TronSetup,
            Mode::Tactics if self.is_puzzle(mode) => Screen::TacticsPuzzles,
            Mode::Tactics => Screen::TacticsSetup,
            Mode::Rts if is_skirmish => Screen::SkirmishSetup,
            Mode::Rts => Screen::Setup,
        }
    }
}

/// What a choice may change.
#[derive(SystemParam)]
struct Changed<'w> {
    menu: ResMut<'w, MenuOpen>,
    options: ResMut<'w, OptionsOpen>,
    end: ResMut<'w, EndSheet>,
    paused: ResMut<'w, NextState<Paused>>,
    screen: ResMut<'w, NextState<Screen>>,
    wishes: MessageWriter<'w, SessionRequest>,
    keeping: MessageWriter<'w, KeepMatch>,
    open_at: ResMut<'w, OpenAt>,
    exit: MessageWriter<'w, AppExit>,
}

fn choose(
    activate: On<Activate>,
    choices: Query<(&MenuChoice, &Children)>,
    was_paused: Res<WasPaused>,
    mode: Option<Res<State<Mode>>>,
    shown: Shown,
    table: Table,
    mut texts: Query<&mut Text>,
    mut changed: Changed,
) {
    let Ok((choice, children)) = choices.get(activate.entity) else { return };
    let mode = mode.map_or(Mode::Rts, |mode| *mode.get());
    // The first press asks; the menu that is opened again has forgotten it.
    if let Some(question) = choice.question(is_at_stake(table.as_ref().map(|table| **table), &shown.playback)) {
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child)
                && text.0 != question
            {
                text.0 = question.into();
                return;
            }
        }
    }
    match choice {
        MenuChoice::Resume => NextState::set_if_neq(&mut changed.paused, Paused(was_paused.0)),
        // Time stands below it as well.
        MenuChoice::Score => changed.end.open(Sheet::Score, was_paused.0),
        MenuChoice::Save => {
            changed.keeping.write(KeepMatch);
            return;
        }
        MenuChoice::Load => {
            changed.open_at.0 = Some((mode, table.is_some()));
            changed.screen.set(Screen::Replays);
        }
        MenuChoice::Options => {
            changed.options.0 = true;
            return;
        }
        // The same state once more: it is left and entered again, with the same set-up.
        MenuChoice::Restart => changed.screen.set(Screen::Match),
        MenuChoice::Surrender => {
            changed.wishes.write(SessionRequest::Surrender);
            // Time has to run for it.
            changed.end.sheet = Sheet::Nothing;
            NextState::set_if_neq(&mut changed.paused, Paused(false));
        }
        MenuChoice::Maps => changed.screen.set(shown.way_back(mode, table.is_some())),
        MenuChoice::Title => changed.screen.set(Screen::Title),
        MenuChoice::Quit => {
            changed.exit.write(AppExit::Success);
        }
    }
    changed.menu.0 = false;
}

#[cfg(test)]
mod tests;
