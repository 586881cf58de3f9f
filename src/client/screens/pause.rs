//! The menu of a match, and the pause when the player looks elsewhere. A match over the network goes on meanwhile.

use super::online::room::Room;
use super::replays::OpenAt;
use crate::client::game::GameClient;
use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::input::escape::{Escape, shut_out_the_match};
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::naming::{Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::focus as focusing;
use crate::client::stage::{MenuOpen, OptionsOpen, SheetOpen};
use crate::net::frame::Motion;
use crate::shell::online::{Online, Saying};
use crate::shell::states::{Mode, Paused, Screen};
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use bevy::window::WindowFocused;
use std::time::Instant;

/// Whether time stood before the menu was opened: it stands again, or runs again, when the menu is closed.
#[derive(Resource, Debug, Clone, Copy, Default)]
pub(crate) struct WasPaused(pub(crate) bool);

/// What an entry of the menu does. What would lose a match asks once more.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum MenuChoice {
    Resume,
    Score,
    Save,
    Load,
    Options,
    Restart,
    /// Over the network: time stands, or goes on, if the others agree.
    Vote,
    Surrender,
    /// Out of a match over the network.
    Leave,
    Maps,
    Title,
    Quit,
}

/// What a game says of its match to the menu that lies over it.
pub(crate) struct MatchMenu {
    /// The game as the list of files calls it.
    pub game: &'static str,
    pub(crate) is_recorded: bool,
    /// Whether the match is lost by leaving it.
    pub(crate) is_at_stake: bool,
    /// Whether a match is on that another one does not take the place of without a word, also if it would not be lost.
    pub(crate) is_on: bool,
    /// Where matches are set up, and what the entry that leads there is called.
    pub back: (&'static str, Screen),
    /// Shows what the sides have done so far.
    pub score: Option<fn(&mut World)>,
    /// Asks for a name to save the match; what can be saved can be loaded.
    pub save: Option<fn(&mut World)>,
    /// The side of the player gives up.
    pub surrender: Option<fn(&mut World)>,
    pub keys: Vec<(String, &'static str)>,
    /// More below the entries, of this width.
    pub more: fn(&mut ChildSpawnerCommands, &Art, f32),
}

impl MatchMenu {
    pub(super) fn of(world: &mut World) -> Self {
        let mode = world.get_resource::<State<Mode>>().map_or_else(Mode::default, |mode| *mode.get());
        (GameClient::of(mode).menu)(world)
    }

    /// The entries of a match over the network, in which time is everybody's and nothing is kept here.
    fn online_entries(&self, online: &Online) -> impl Iterator<Item = (MenuChoice, &'static str)> {
        let is_on = online.over.is_none() && online.ended.is_none();
        let vote = if online.stands(Instant::now()) { "Go on" } else { "Vote to pause" };
        let plays = online.seat.filter(|_| is_on);
        let entries = [
            (MenuChoice::Resume, Some("Back to the match")),
            (MenuChoice::Score, self.score.map(|_| "Score and charts")),
            // The time of a table is that of the clocks, and other games have none that could stand.
            (MenuChoice::Vote, plays.filter(|_| online.votes).map(|_| vote)),
            (MenuChoice::Options, Some("Options")),
            (MenuChoice::Surrender, plays.and(self.surrender).map(|_| "Surrender")),
            (MenuChoice::Leave, Some("Leave the match")),
            (MenuChoice::Quit, Some("Quit game")),
        ];
        entries.into_iter().filter_map(|(choice, label)| Some((choice, label?)))
    }

    /// The entries in their order, with their labels.
    fn entries(&self) -> impl Iterator<Item = (MenuChoice, &'static str)> {
        let (restart, back) =
            if self.is_recorded { ("Restart the replay", "Other replays") } else { ("Restart", self.back.0) };
        let entries = [
            (MenuChoice::Resume, Some("Resume")),
            (MenuChoice::Score, self.score.map(|_| "Score and charts")),
            (MenuChoice::Save, self.save.map(|_| "Save")),
            (MenuChoice::Load, self.save.map(|_| "Load")),
            (MenuChoice::Options, Some("Options")),
            (MenuChoice::Restart, Some(restart)),
            (MenuChoice::Surrender, self.surrender.map(|_| "Surrender")),
            (MenuChoice::Maps, Some(back)),
            (MenuChoice::Title, Some("Quit to title")),
            (MenuChoice::Quit, Some("Quit game")),
        ];
        entries.into_iter().filter_map(|(choice, label)| Some((choice, label?)))
    }
}

/// What leaving a match over the network costs, as it is asked before.
fn cost(world: &World) -> Option<&'static str> {
    let online = world.get_resource::<Online>()?;
    let loses = world.get_resource::<Room>().is_some_and(|room| room.others_lose_it(Some(online)));
    match () {
        () if online.over.is_some() || online.ended.is_some() || online.is_by_days => None,
        () if loses => Some("You host: all others lose it?"),
        () if online.seat.is_some() && online.at_table => Some("Your clock runs on: leave?"),
        () if online.seat.is_some() => Some("Really leave your side?"),
        () => None,
    }
}

/// Leaves a match over the network for good.
fn leave(world: &mut World) {
    if let Some(mut online) = world.get_resource_mut::<Online>()
        && online.seat.is_some()
        && online.ended.is_none()
    {
        online.say(Saying::Leave);
    }
    world.resource_mut::<NextState<Screen>>().set(Screen::Title);
}

/// Leaves a match over the network from outside of the menu; where that costs something the menu opens, which asks.
pub(crate) fn leave_online(world: &mut World) {
    if cost(world).is_none() {
        return leave(world);
    }
    world.resource_mut::<MenuOpen>().0 = true;
    world.write_message(Notice("Leave the match by this menu: it asks once more.".into()));
}

impl MenuChoice {
    /// What is asked before it is done, once, so that a slip of the mouse costs nobody a match.
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
        .init_resource::<SheetOpen>()
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
                shut_out_the_match::<Action>,
            )
                .chain()
                .after(ControlSystems::Act),
        )
        .add_systems(Update, (|mut escape: Escape| escape.listen(None, || false)).in_set(ControlSystems::Act));
}

#[derive(Component)]
struct Menu;

/// Width of the entries in logical pixels.
const WIDTH: f32 = 320.0;

fn toggle(
    mut presses: MessageReader<Press>,
    screen: Res<State<Screen>>,
    paused: Res<State<Paused>>,
    online: Option<Res<Online>>,
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
    // Nobody else waits for who reads the menu.
    if online.is_some() {
        return;
    }
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
    let is_saved = named.read().any(|named| matches!(named.purpose, Purpose::Match));
    if is_saved && menu.0 {
        menu.0 = false;
        NextState::set_if_neq(&mut next, Paused(was_paused.0));
    }
}

/// Who looks at another window wants nothing to happen in this one.
fn pause_when_unfocused(
    mut messages: MessageReader<WindowFocused>,
    screen: Res<State<Screen>>,
    online: Option<Res<Online>>,
    mut had_focus: Local<bool>,
    mut next: ResMut<NextState<Paused>>,
) {
    // A new window is told that it has no focus before it is given it: only what was there can be lost.
    let Some(message) = messages.read().last() else { return };
    let lost = std::mem::replace(&mut *had_focus, message.focused) && !message.focused;
    if lost && online.is_none() && *screen.get() == Screen::Match {
        NextState::set_if_neq(&mut next, Paused(true));
    }
}

fn show(
    menu: Res<MenuOpen>,
    open: Query<Entity, With<Menu>>,
    (options, naming): (Res<OptionsOpen>, Res<Naming>),
    (mut focus, parents): (ResMut<InputFocus>, Query<&ChildOf>),
    mut commands: Commands,
) {
    // One dialog at a time: it comes back when the other one is closed.
    if !menu.0 || options.0 || naming.is_open() {
        for entity in &open {
            focusing::leave(&mut focus, entity, &parents);
            commands.entity(entity).despawn();
        }
    } else if open.is_empty() {
        commands.queue(|world: &mut World| {
            let menu = MatchMenu::of(world);
            let (title, entries): (_, Vec<_>) = match world.get_resource::<Online>() {
                Some(online) => ("Menu", menu.online_entries(online).collect()),
                None => ("Paused", menu.entries().collect()),
            };
            world.resource_scope(|world, art: Mut<Art>| {
                spawn(&mut world.commands(), &art, &menu, (title, &entries));
            });
            world.flush();
        });
    }
}

/// The title of the menu, and its entries with their labels.
type Entries<'a> = (&'static str, &'a [(MenuChoice, &'static str)]);

fn spawn(commands: &mut Commands, art: &Art, menu: &MatchMenu, entries: Entries) {
    let dialog = frames::spawn_dialog(commands, art, "Menu", 60, TabGroup::modal(), |panel| {
        panel.spawn(frames::dialog_column(10.0)).with_children(|column| spawn_entries(column, art, menu, entries));
        panel.spawn(frames::dialog_column(7.0)).with_children(|panel| spawn_controls(panel, art, &menu.keys));
    });
    commands.entity(dialog).insert(Menu);
}

fn spawn_entries(column: &mut ChildSpawnerCommands, art: &Art, menu: &MatchMenu, (title, entries): Entries) {
    column.spawn((
        theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, title),
        Node { margin: UiRect::bottom(px(6)), ..default() },
    ));
    let mut buttons = frames::DialogButtons::new(column, art, px(WIDTH));
    for (choice, label) in entries.iter().copied() {
        let act = move |activate: On<Activate>, mut commands: Commands| {
            let entity = activate.entity;
            commands.queue(move |world: &mut World| press(choice, entity, world));
        };
        buttons.add(label, (choice, observe(act)));
    }
    (menu.more)(column, art, WIDTH);
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

/// The first press asks; the menu that is opened again has forgotten it.
fn asks(question: &str, entity: Entity, world: &mut World) -> bool {
    let children = world.get::<Children>(entity).map_or_else(Vec::new, |children| children.to_vec());
    for child in children {
        if let Some(mut text) = world.get_mut::<Text>(child)
            && text.0 != question
        {
            text.0 = question.into();
            return true;
        }
    }
    false
}

fn press(choice: MenuChoice, entity: Entity, world: &mut World) {
    if choice == MenuChoice::Resume {
        let was_paused = Paused(world.resource::<WasPaused>().0);
        NextState::set_if_neq(&mut world.resource_mut::<NextState<Paused>>(), was_paused);
        world.resource_mut::<MenuOpen>().0 = false;
        return;
    }
    let menu = MatchMenu::of(world);
    let question = match choice {
        MenuChoice::Leave => cost(world),
        MenuChoice::Quit if world.contains_resource::<Online>() => cost(world),
        choice => choice.question(menu.is_at_stake),
    };
    if question.is_some_and(|question| asks(question, entity, world)) {
        return;
    }
    let act = |act: Option<fn(&mut World)>, world: &mut World| act.into_iter().for_each(|act| act(world));
    let go = |screen: Screen, world: &mut World| world.resource_mut::<NextState<Screen>>().set(screen);
    match choice {
        MenuChoice::Resume => {}
        MenuChoice::Score => act(menu.score, world),
        MenuChoice::Save => return act(menu.save, world),
        MenuChoice::Load => {
            world.resource_mut::<OpenAt>().0 = Some(menu.game);
            go(Screen::Replays, world);
        }
        MenuChoice::Options => {
            world.resource_mut::<OptionsOpen>().0 = true;
            return;
        }
        // The same state once more: it is left and entered again, with the same set-up.
        MenuChoice::Restart => go(Screen::Match, world),
        MenuChoice::Vote => {
            let Some(mut online) = world.get_resource_mut::<Online>() else { return };
            let motion = if online.stands(Instant::now()) { Motion::Resume } else { Motion::Pause };
            online.say(Saying::Vote { motion, yes: true });
        }
        MenuChoice::Leave => leave(world),
        MenuChoice::Surrender => {
            act(menu.surrender, world);
            // Time has to run for it.
            NextState::set_if_neq(&mut world.resource_mut::<NextState<Paused>>(), Paused(false));
        }
        MenuChoice::Maps => go(if menu.is_recorded { Screen::Replays } else { menu.back.1 }, world),
        MenuChoice::Title => go(Screen::Title, world),
        MenuChoice::Quit => {
            world.write_message(AppExit::Success);
        }
    }
    world.resource_mut::<MenuOpen>().0 = false;
}
