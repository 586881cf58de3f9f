//! The page of matches over the network: those in the local network, an address to join by, and the games that can be hosted.

use super::asking::{Asking, join};
use super::hosting::{HostAt, interrupted, said};
use super::lobby_buttons::{Given, Listening, LobbyButton, does};
use super::room::title_of;
use super::settings::{MAX_NAME, OnlineSettings, save};
use super::{PAGE, code, found, servers};
use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, goes_to, labelled_button, set_text};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::games::GAMES;
use crate::online::address::Address;
use crate::online::beacon::Listener;
use crate::shell::states::Screen;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::FocusedInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::observe;

/// What is typed on the page.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LobbyField {
    Name,
    Address,
}

/// The sentence below the address.
#[derive(Component)]
struct Sentence;

/// What is said of an address before one is asked.
const EXAMPLE: &str = "For example 192.168.1.20, or 192.168.1.20/ABCDEF with the code of the match. A server with accounts shows \
                       its lobby.";

/// Letters of an address with a code.
const MAX_ADDRESS: usize = 280;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>()
        .init_resource::<Listening>()
        .init_resource::<OnlineSettings>()
        .add_systems(OnEnter(PAGE), (listen, spawn).chain())
        .add_systems(OnExit(PAGE), stop)
        .add_systems(
            Update,
            (leave, keep_name, take, found::list, servers::list, code::show, say, mark)
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(PAGE)),
        );
}

fn listen(at: Res<HostAt>, mut listening: ResMut<Listening>) {
    *listening = match Listener::start(at.lan) {
        Ok(listener) => Listening { listener: Some(listener), problem: None },
        Err(error) => {
            let problem = format!("Matches in your network cannot be found here ({error}): join by an address.");
            Listening { listener: None, problem: Some(problem) }
        }
    };
}

/// Its thread ends within a fifth of a second, which nobody here waits for.
fn stop(mut listening: ResMut<Listening>) {
    let listener = listening.listener.take();
    std::thread::spawn(move || drop(listener));
}

fn spawn(mut commands: Commands, art: Res<Art>, at: Res<HostAt>, settings: Res<OnlineSettings>) {
    let is_interrupted = interrupted(&at).is_some();
    frames::spawn_page(
        &mut commands,
        &art,
        PAGE,
        "Multiplayer",
        |head| {
            head.spawn(theme::text(&art, Weight::Regular, theme::LABEL, theme::MUTED, "Your name"));
            let node = Node { width: px(230), ..default() };
            let typed = field(&art, &settings.name(), MAX_NAME, |letter| !letter.is_control(), node);
            head.spawn((typed, LobbyField::Name, TabIndex(0), Tip::new("So the others know you")));
        },
        |body| {
            body.spawn(Node { row_gap: px(14), ..frames::column(1.55) }).with_children(|column| {
                let node =
                    |share| Node { flex_grow: share, flex_basis: px(0), min_height: px(0), ..frames::stack(5.0) };
                column.spawn(theme::panel(&art, node(1.0))).with_children(|panel| {
                    panel.spawn(frames::heading(&art, "Matches in your network"));
                    let list = scrolled(panel, 2.0, |_| {});
                    panel.commands().entity(list).insert(found::List);
                });
                column.spawn(theme::panel(&art, node(0.8))).with_children(|panel| {
                    panel.spawn(frames::heading(&art, "Servers that you know"));
                    let list = scrolled(panel, 2.0, |_| {});
                    panel.commands().entity(list).insert(servers::List);
                });
            });
            body.spawn(Node { row_gap: px(14), ..frames::column(1.0) }).with_children(|column| {
                let panel = || Node { flex_shrink: 0.0, ..layout::column(8.0) };
                column.spawn(theme::panel(&art, panel())).with_children(|panel| spawn_address(panel, &art, &settings));
                column.spawn(theme::panel(&art, panel())).with_children(|panel| {
                    spawn_hosts(panel, &art, is_interrupted);
                });
            });
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), goes_to(Screen::Title)));
        },
    );
}

fn spawn_address(panel: &mut ChildSpawnerCommands, art: &Art, settings: &OnlineSettings) {
    panel.spawn(frames::heading(art, "Join by an address"));
    let typed = field(art, settings.address(), MAX_ADDRESS, |letter| !letter.is_control(), Node::default());
    let tip = "For example 192.168.1.20, example.org:7425 or 192.168.1.20/ABCDEF with the code of the match";
    panel.spawn((typed, LobbyField::Address, TabIndex(0), Tip::new(tip), observe(enter)));
    panel.spawn(layout::line(10.0)).with_children(|line| {
        let node = || Node { flex_grow: 1.0, flex_basis: px(0), height: px(42), ..default() };
        for (look, label, watch) in [(Look::Main, "Join", false), (Look::Key, "Watch", true)] {
            line.spawn((labelled_button(art, look, label, node()), does(LobbyButton::Join { watch }), TabIndex(0)));
        }
    });
    // Room for its lines, so that what is below stays where it is.
    let room = Node { min_height: px(84), ..default() };
    panel.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), room, Sentence));
}

fn spawn_hosts(panel: &mut ChildSpawnerCommands, art: &Art, is_interrupted: bool) {
    panel.spawn(frames::heading(art, "Host a match"));
    let about = "You set it up, others join your computer. Open places go to programs when it begins.";
    panel.spawn(theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, about));
    if is_interrupted {
        let tip = Tip::new("The match that you hosted when the program ended; the others come back by themselves");
        let label = "Go on with the interrupted match";
        let node = Node { height: px(46), ..default() };
        panel.spawn((labelled_button(art, Look::Main, label, node), does(LobbyButton::GoOn), TabIndex(0), tip));
    }
    let hosted = GAMES.iter().filter_map(|game| game.online.as_ref().zip(game.client.cards.first()));
    let two = Node { flex_wrap: FlexWrap::Wrap, row_gap: px(8), ..layout::line(8.0) };
    panel.spawn(two).with_children(|line| {
        for (online, (_, page)) in hosted {
            let label = format!("Host {}", title_of((online.hosted)().name()));
            let node = Node { height: px(44), flex_grow: 1.0, flex_basis: percent(40), ..default() };
            line.spawn((labelled_button(art, Look::Main, &label, node), goes_to(*page), TabIndex(0)));
        }
    });
    panel.spawn(Node { margin: UiRect::top(px(4)), ..layout::line(8.0) }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, "Who joins needs the code"),
            Node { flex_grow: 1.0, ..default() },
        ));
        for (label, locked, tip) in [
            ("Yes", true, "Only who you give the six letters to can join"),
            ("No", false, "Everybody who reaches this computer can join"),
        ] {
            line.spawn((choice_button(art, label), does(LobbyButton::Locked(locked)), Tip::new(tip)));
        }
    });
}

fn enter(key: On<FocusedInput<KeyboardInput>>, mut given: ResMut<Given>) {
    if key.input.logical_key == Key::Enter && key.input.state.is_pressed() && !key.input.repeat {
        given.0 = Some(false);
    }
}

/// Escape closes what lies over the page before it leaves it.
fn leave(
    mut presses: MessageReader<Press>,
    screen: Res<State<Screen>>,
    mut asking: ResMut<Asking>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A press that left the page before is not meant for this one.
    if presses.read().filter(|press| press.0 == Action::Menu).count() == 0 || screen.is_changed() {
        return;
    }
    if asking.wanted.is_some() || asking.going().is_some() {
        asking.stop();
    } else {
        next.set(Screen::Title);
    }
}

fn keep_name(
    fields: Query<(&LobbyField, &EditableText), Changed<EditableText>>,
    mut settings: ResMut<OnlineSettings>,
    mut commands: Commands,
) {
    for (_, text) in fields.iter().filter(|(field, _)| **field == LobbyField::Name) {
        let name = text.value().to_string();
        if text.pending_edits.is_empty() && !name.trim().is_empty() && settings.name() != name.trim() {
            settings.set_name(&name);
            save(&mut commands);
        }
    }
}

/// Joins by the address that was typed, or says what is wrong with it.
fn take(
    mut given: ResMut<Given>,
    fields: Query<(&LobbyField, &EditableText)>,
    mut asking: ResMut<Asking>,
    mut commands: Commands,
) {
    let Some(watch) = given.0 else { return };
    let Some((_, text)) = fields.iter().find(|(field, _)| **field == LobbyField::Address) else { return };
    if !text.pending_edits.is_empty() {
        return;
    }
    given.0 = None;
    match text.value().to_string().parse::<Address>() {
        Ok(address) => commands.queue(move |world: &mut World| {
            join(world, address, watch);
            save(&mut world.commands());
        }),
        Err(error) => {
            asking.stop();
            asking.problem = said(&error.to_string());
        }
    }
}

fn say(asking: Res<Asking>, mut sentence: Single<(&mut Text, &mut TextColor), With<Sentence>>) {
    let (content, color) = match asking.going() {
        Some(what) => (what, theme::MUTED),
        None if asking.problem.is_empty() => (EXAMPLE, theme::MUTED),
        None => (asking.problem.as_str(), theme::ALARM),
    };
    let (text, ink) = &mut *sentence;
    set_text(text, content);
    ink.set_if_neq(TextColor(color));
}

fn mark(settings: Res<OnlineSettings>, asking: Res<Asking>, mut buttons: Buttons<LobbyButton>) {
    buttons.check(|button| match button {
        LobbyButton::Locked(locked) => Some(*locked == settings.locked()),
        _ => None,
    });
    let is_idle = asking.going().is_none();
    buttons.enable(|button| match button {
        LobbyButton::Locked(_) => None,
        _ => Some(is_idle),
    });
}
