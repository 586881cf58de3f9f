//! What happens to a match over the network, in sentences over the map: a lost connection, a pause, a vote or an offer with its
//! two answers, who is waited for; and the dialog when it is over for this player.

use crate::client::kit::notices::Notice;
use crate::client::kit::widgets::{Tip, choice_button, set_shown, set_text};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::client::stage::{FOOT, no_menu};
use crate::net::Hand;
use crate::net::frame::Motion;
use crate::net::table::Wish;
use crate::shell::online::{Online, Saying};
use crate::shell::states::Screen;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use bevy::window::WindowFocused;
use leafwing_input_manager::user_input::updating::EnabledInput;
use std::time::{Duration, Instant};

/// An answer to what is asked in a sentence over the map.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventButton {
    Yes,
    No,
    /// Takes an offer of one's own back.
    TakeBack,
    /// Time goes on before the pause is over.
    Resume,
    /// Out of a match that is over for this player.
    Leave,
}

/// A sentence over the map.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    Lost,
    Loading,
    Pause,
    /// A vote, or an offer of the other at a table.
    Asked,
    OwnOffer,
}

/// Its writing.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct Words(Line);

/// A part of it that is there only for who plays, or only at times.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct Answers(Line);

/// The dialog of a match that is over for this player.
#[derive(Component)]
struct Over;

/// The keys of the two answers to a vote or an offer.
const KEYS: [(KeyCode, EventButton, &str, &str); 2] =
    [(KeyCode::PageUp, EventButton::Yes, "Yes", "Page Up"), (KeyCode::PageDown, EventButton::No, "No", "Page Down")];

/// Where the sentences begin, in pixels of nodes: below the notices.
const TOP: f32 = 168.0;

/// How far the line of a table that says what can be done reaches above its buttons: there the last sentence lies.
const STATUS: f32 = 36.0;
/// The width of most sentences there.
const STATUS_WIDTH: f32 = 600.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (tell, look_away, answer.run_if(no_menu), spawn, show, end)
            .chain()
            .run_if(in_state(Screen::Match).and_then(resource_exists::<Online>)),
    );
}

/// What has happened is told as everything that happens in a match.
fn tell(mut online: ResMut<Online>, mut notices: MessageWriter<Notice>) {
    notices.write_batch(online.bypass_change_detection().take_news().map(Notice).collect::<Vec<_>>());
}

/// The others see who looks at another window.
fn look_away(mut messages: MessageReader<WindowFocused>, mut online: ResMut<Online>) {
    if let Some(message) = messages.read().last() {
        online.away = !message.focused;
    }
}

fn answer(keys: Res<ButtonInput<KeyCode>>, input: Option<Res<EnabledInput<KeyCode>>>, mut online: ResMut<Online>) {
    // While something is typed a key is a letter.
    if input.is_some_and(|input| !input.is_enabled) {
        return;
    }
    for (_, button, ..) in KEYS.iter().filter(|(key, ..)| keys.just_pressed(*key)) {
        press(&mut online, *button);
    }
}

/// What a press of a button says, if there is something to answer.
pub fn press(online: &mut Online, button: EventButton) {
    // Who watches has no vote.
    if online.seat.is_none() {
        return;
    }
    match (button, online.vote) {
        (EventButton::Yes | EventButton::No, Some(vote)) => {
            online.say(Saying::Vote { motion: vote.motion, yes: button == EventButton::Yes });
        }
        (EventButton::Yes | EventButton::No | EventButton::TakeBack, None) => {
            let Some((offer, by)) = online.offer else { return };
            let is_own = online.seat == Some(by);
            match button {
                EventButton::Yes if !is_own => online.wish(Wish::Agree(offer)),
                EventButton::No if !is_own => online.wish(Wish::Decline(offer)),
                EventButton::TakeBack if is_own => online.wish(Wish::Decline(offer)),
                _ => {}
            }
        }
        (EventButton::Resume, _) => online.say(Saying::Vote { motion: Motion::Resume, yes: true }),
        _ => {}
    }
}

fn does(button: EventButton) -> impl Bundle {
    let act = move |_: On<Activate>, online: Option<ResMut<Online>>, mut next: ResMut<NextState<Screen>>| match button {
        EventButton::Leave => next.set(Screen::Title),
        button => online.into_iter().for_each(|mut online| press(&mut online, button)),
    };
    (button, observe(act))
}

fn spawn(online: Res<Online>, open: Query<(), With<Line>>, art: Res<Art>, mut commands: Commands) {
    if !open.is_empty() {
        return;
    }
    // At a table the board begins below the notices, and an offer may stand for days.
    let (top, bottom) = if online.at_table { (auto(), px(FOOT - STATUS)) } else { (px(TOP), auto()) };
    // There the line lies on the status, of which nothing is to look out beside it.
    let least = if online.at_table { px(STATUS_WIDTH) } else { auto() };
    let place = Node {
        position_type: PositionType::Absolute,
        top,
        bottom,
        width: percent(100),
        align_items: AlignItems::Center,
        ..layout::column(5.0)
    };
    commands
        .spawn((Name::new("Events"), DespawnOnExit(Screen::Match), GlobalZIndex(45), place, Pickable::IGNORE))
        .with_children(|stack| {
            for (line, color) in [
                (Line::Lost, theme::ALARM),
                (Line::Loading, theme::GOLD),
                (Line::Pause, theme::GOLD),
                (Line::Asked, theme::GOLD),
                (Line::OwnOffer, theme::BRONZE),
            ] {
                spawn_line(stack, &art, line, color, least);
            }
        });
}

fn spawn_line(stack: &mut ChildSpawnerCommands, art: &Art, line: Line, color: Color, min_width: Val) {
    let node = Node {
        padding: UiRect::axes(px(14), px(7)),
        border: UiRect::left(px(4)),
        border_radius: BorderRadius::all(px(5)),
        max_width: percent(70),
        min_width,
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..layout::line(12.0)
    };
    let look = (BackgroundColor(theme::NIGHT), BorderColor::all(color));
    stack.spawn((line, node, look)).with_children(|plate| {
        plate.spawn((theme::paragraph(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), Words(line)));
        let answers = Node { flex_shrink: 0.0, ..layout::line(6.0) };
        match line {
            Line::Asked => {
                plate.spawn((answers, Answers(line))).with_children(|row| {
                    for (_, button, label, key) in KEYS {
                        row.spawn((choice_button(art, label), does(button), Tip::with_key("Your answer", key)));
                    }
                    row.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, "Page Up · Page Down"));
                });
            }
            Line::Pause => {
                plate.spawn((answers, Answers(line))).with_children(|row| {
                    row.spawn((choice_button(art, "Go on"), does(EventButton::Resume), Tip::new("Anybody may go on")));
                });
            }
            Line::OwnOffer => {
                plate.spawn((answers, Answers(line))).with_children(|row| {
                    let tip = Tip::new("You do not offer it any more");
                    row.spawn((choice_button(art, "Take it back"), does(EventButton::TakeBack), tip));
                });
            }
            Line::Lost | Line::Loading => {}
        }
    });
}

/// What a line says, and whether it asks for an answer; nothing if it is not shown.
pub fn said(line: Line, online: &Online, now: Instant) -> Option<(String, bool)> {
    let plays = online.seat.is_some();
    match line {
        Line::Lost => {
            let why = online.lost.as_ref().filter(|_| online.ended.is_none())?;
            Some((format!("Connection lost: {}. Trying again …", why.trim_end_matches('.')), false))
        }
        Line::Loading => {
            let seats = (0..).zip(&online.presence);
            let late = seats.filter(|(_, one)| one.hand == Hand::Human && !one.loaded);
            let names: Vec<String> = late.map(|(seat, _)| online.name(seat)).collect();
            (!names.is_empty()).then(|| (format!("Waiting for {} to load …", names.join(", ")), false))
        }
        Line::Pause => {
            let pause = online.pause.filter(|pause| now < pause.until)?;
            // A second that has begun counts.
            let seconds = (pause.until - now + Duration::from_millis(999)).as_secs();
            let sentence = match pause.by {
                _ if pause.resumes => format!("The match goes on in {seconds} …"),
                Some(by) => format!("Paused by {}: {seconds} s left.", online.name(by)),
                None => format!("Paused: somebody is waited for, {seconds} s at most."),
            };
            Some((sentence, plays && !pause.resumes))
        }
        Line::Asked => {
            let Some(vote) = online.vote else { return offered(online, false) };
            let motion = online.motion(vote.motion);
            let own = online.seat == Some(vote.by);
            let who = if own { "You propose".into() } else { format!("{} proposes", online.name(vote.by)) };
            let counted = format!("{} of {} that are needed", vote.yes, vote.needed);
            Some((format!("{who} {motion}: {counted}."), plays && !own))
        }
        Line::OwnOffer => offered(online, true),
    }
}

/// The offer that is open at a table, one's own or that of the other.
fn offered(online: &Online, is_own: bool) -> Option<(String, bool)> {
    let (offer, by) = online.offer.filter(|(_, by)| (online.seat == Some(*by)) == is_own)?;
    let who = if is_own { "You offer".into() } else { format!("{} offers", online.name(by)) };
    Some((format!("{who} {}.", offer.words()), online.seat.is_some()))
}

fn show(
    online: Res<Online>,
    mut lines: Query<(&Line, &mut Node), Without<Answers>>,
    mut words: Query<(&Words, &mut Text)>,
    mut answers: Query<(&Answers, &mut Node), Without<Line>>,
) {
    let now = Instant::now();
    for (line, mut node) in &mut lines {
        set_shown(&mut node, said(*line, &online, now).is_some());
    }
    for (Words(line), mut text) in &mut words {
        if let Some((sentence, _)) = said(*line, &online, now) {
            set_text(&mut text, sentence);
        }
    }
    for (Answers(line), mut node) in &mut answers {
        set_shown(&mut node, said(*line, &online, now).is_some_and(|(_, asks)| asks));
    }
}

/// The match is over for this player although it was not played to its end here.
fn end(online: Res<Online>, open: Query<(), With<Over>>, art: Res<Art>, mut commands: Commands) {
    // Where it was decided, its result is shown.
    let (Some(why), None, true) = (&online.ended, online.over, open.is_empty()) else { return };
    let mut sentence = super::hosting::said(why);
    if online.lost.is_some() {
        sentence += " Whoever hosted it has closed it, or their computer has stopped.";
    }
    let dialog = frames::spawn_dialog(&mut commands, &art, "Over", 55, TabGroup::modal(), |frame| {
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            panel.spawn(theme::text(&art, Weight::Black, theme::TITLE, theme::GOLD, "The match is over for you"));
            let room = Node { max_width: px(420), margin: UiRect::bottom(px(8)), ..default() };
            panel.spawn((theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::CREAM, &sentence), room));
            frames::DialogButtons::new(panel, &art, px(320)).add("Leave the match", does(EventButton::Leave));
        });
    });
    commands.entity(dialog).insert(Over);
}
