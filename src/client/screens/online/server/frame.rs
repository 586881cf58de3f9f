//! The frame of the pages of a server: the way between them, and the line that says what goes on and what does not go.

use super::buttons::{ServerButton, does};
use super::visit::{OUT, Visit};
use super::{GAMES, LOBBY, NOTICES, PAGES, PLAYERS, SIGN_IN};
use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, goes_to, set_text};
use crate::client::kit::{Art, Weight, frames, theme};
use crate::client::screens::online::hosting::said;
use crate::shell::states::Screen;
use bevy::prelude::*;

/// The way between the pages.
const TABS: [(&str, Screen); 4] =
    [("Lobby", LOBBY), ("Watch and archive", GAMES), ("Players", PLAYERS), ("Notices", NOTICES)];

/// A button that leads to one of them.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct Tab(Screen);

/// The line at the foot of the pages.
#[derive(Component)]
struct Line;

pub(super) fn plugin(app: &mut App) {
    let is_shown = |screen: Res<State<Screen>>| *screen.get() == SIGN_IN || PAGES.contains(screen.get());
    app.add_systems(
        Update,
        (escape, say, mark).chain().after(ControlSystems::Act).run_if(is_shown.and_then(resource_exists::<Visit>)),
    );
}

/// The page to which one goes back.
fn before(screen: Screen) -> Screen {
    if screen == LOBBY || screen == SIGN_IN { OUT } else { LOBBY }
}

/// Spawns a page of a server; `foot` adds what is at the right of its last line.
pub(super) fn spawn(
    commands: &mut Commands,
    art: &Art,
    visit: &Visit,
    (screen, title): (Screen, &str),
    body: impl FnOnce(&mut ChildSpawnerCommands),
    foot: impl FnOnce(&mut ChildSpawnerCommands),
) {
    frames::spawn_page(
        commands,
        art,
        screen,
        title,
        |head| {
            if visit.account.is_some() {
                for (label, page) in TABS {
                    head.spawn((choice_button(art, label), goes_to(page), Tab(page)));
                }
                let profile = does(ServerButton::Profile(visit.name().into()));
                let tip = Tip::new("Your statistics, ratings and games");
                head.spawn((choice_button(art, visit.name()), profile, tip));
                let tip = Tip::new("This computer is not known to the server any more");
                head.spawn((choice_button(art, "Sign out"), does(ServerButton::SignOut), tip));
            }
        },
        body,
        |line| {
            line.spawn((frames::foot_button(art, Look::Key, "Back"), goes_to(before(screen))));
            line.spawn((
                theme::paragraph(art, Weight::Bold, theme::BODY, theme::MUTED, ""),
                Node { flex_grow: 1.0, flex_basis: px(0), margin: UiRect::horizontal(px(14)), ..default() },
                Line,
            ));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(foot);
        },
    );
}

/// Escape closes what lies over the page before it leaves it.
fn escape(
    mut presses: MessageReader<Press>,
    screen: Res<State<Screen>>,
    mut visit: ResMut<Visit>,
    mut next: ResMut<NextState<Screen>>,
) {
    // A press that left the page before is not meant for this one.
    if presses.read().filter(|press| press.0 == Action::Menu).count() == 0 || screen.is_changed() {
        return;
    }
    if visit.declining.is_some() {
        visit.declining = None;
    } else {
        next.set(before(*screen.get()));
    }
}

fn say(visit: Res<Visit>, screen: Res<State<Screen>>, line: Option<Single<(&mut Text, &mut TextColor), With<Line>>>) {
    let Some(mut line) = line else { return };
    let lost = visit.member.as_ref().and_then(|member| member.with(|known, _| known.lost.clone()));
    let (sentence, color) = match (visit.going(), lost) {
        (Some(what), _) => (what.to_string(), theme::MUTED),
        (None, Some(lost)) => {
            (format!("The connection is lost: {}. Trying again …", lost.trim_end_matches('.')), theme::ALARM)
        }
        // There it stands below what was typed.
        _ if *screen.get() == SIGN_IN => (String::new(), theme::MUTED),
        _ if visit.problem.is_empty() => (String::new(), theme::MUTED),
        _ => (said(&visit.problem), theme::ALARM),
    };
    let (text, ink) = &mut *line;
    set_text(text, sentence);
    ink.set_if_neq(TextColor(color));
}

/// The page that is shown, and how many notices wait.
fn mark(
    visit: Res<Visit>,
    screen: Res<State<Screen>>,
    mut tabs: Buttons<Tab>,
    labels: Query<(&Tab, &Children)>,
    mut texts: Query<&mut Text>,
) {
    tabs.check(|tab| Some(tab.0 == *screen.get()));
    let unread = visit.member.as_ref().map_or(0, |member| member.with(|known, _| known.unread()));
    let word = if unread == 0 { "Notices".into() } else { format!("Notices ({unread})") };
    for (_, children) in labels.iter().filter(|(tab, _)| tab.0 == NOTICES) {
        for child in children {
            if let Ok(mut text) = texts.get_mut(*child) {
                set_text(&mut text, word.as_str());
            }
        }
    }
}
