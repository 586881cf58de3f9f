//! The strip below the top bar while a recorded battle is watched: how far it is, a click to be somewhere else, and whose
//! eyes are used. It reaches from the first tick of the recording, which is not the first of the match if a saved match went
//! on in it, to the last.

use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::ui::{Over, PanelSystems, observing, time};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::MatchSystems;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::seeking::{SeekTo, Seeking};
use crate::games::rts::sim::skirmish::Sides;
use crate::games::rts::sim::{GameRules, MatchClock};
use crate::nav::step::Tick;
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::Activate;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StripButton {
    Earlier,
    Later,
}

#[derive(Component)]
struct Place;

#[derive(Component)]
struct Done;

/// The bar that is clicked.
#[derive(Component)]
#[require(RelativeCursorPosition)]
struct Track;

/// Seconds of the game that a button or key leaps over.
const LEAP: u32 = 30;
const KEYS: [(KeyCode, StripButton); 2] =
    [(KeyCode::Comma, StripButton::Earlier), (KeyCode::Period, StripButton::Later)];

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(MatchSystems::Begin).run_if(in_state(Mode::RTS)))
        .add_systems(Update, (leap_by_key, drag, follow).chain().in_set(PanelSystems));
}

fn spawn(
    playback: Res<Playback>,
    rules: Res<GameRules>,
    sides: Option<Single<&Sides, With<Board>>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    if playback.ticks().is_none() {
        return;
    }
    let sides = sides.map_or(0, |sides| sides.iter().len() as u8);
    let begins = match playback.first() {
        0 => String::new(),
        first => format!("; the recording begins at {}", time(first, &rules.0)),
    };
    commands.spawn((Name::new("Replay"), DespawnOnExit(Screen::Match), observing::corner())).with_children(|root| {
        root.spawn(theme::panel(&art, layout::column(6.0))).with_children(|panel| {
            panel.spawn(layout::line(6.0)).with_children(|line| {
                line.spawn(theme::text(&art, Weight::Black, theme::LABEL, theme::GOLD, "Replay"));
                let tip = Tip::with_key("Half a minute back", ",");
                line.spawn((choice_button(&art, "−30 s"), tip, StripButton::Earlier)).observe(act);
                let track = Node { width: px(240), height: px(24), ..layout::column(0.0) };
                line.spawn((
                    Node { justify_content: JustifyContent::Center, ..track },
                    Track,
                    Tip::new(format!("Click to jump to that time{begins}")),
                    children![(progress_bar(12.0, theme::GOLD, Done), Pickable::IGNORE)],
                ));
                let tip = Tip::with_key("Half a minute on", ".");
                line.spawn((choice_button(&art, "+30 s"), tip, StripButton::Later)).observe(act);
                line.spawn((theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Place));
            });
            if sides > 0 {
                observing::spawn(panel, &art, sides);
            } else {
                panel.spawn(layout::line(6.0)).with_children(|line| observing::spawn_follow(line, &art));
            }
        });
    });
}

/// The tick half a minute away, if it is in the recording, or the nearest that is.
pub fn leap(button: StripButton, now: Tick, (first, end): (Tick, Tick), rules: &GameRules) -> Tick {
    let ticks = LEAP * u32::from(rules.0.tick_hz);
    match button {
        StripButton::Earlier => now.saturating_sub(ticks).max(first),
        StripButton::Later => now.saturating_add(ticks).min(end),
    }
}

/// The part of the recording that lies before a tick.
pub fn share(tick: Tick, (first, end): (Tick, Tick)) -> f32 {
    tick.saturating_sub(first) as f32 / end.saturating_sub(first).max(1) as f32
}

/// The tick at a part of the recording.
pub fn tick_at(share: f32, (first, end): (Tick, Tick)) -> Tick {
    first + (share.clamp(0.0, 1.0) * end.saturating_sub(first) as f32).round() as Tick
}

/// The first tick of the recording that is shown, and the one after its last.
fn range(playback: &Playback) -> Option<(Tick, Tick)> {
    playback.ticks().map(|end| (playback.first(), end))
}

/// Leaps in the recording.
#[derive(SystemParam)]
struct Leaps<'w> {
    playback: Res<'w, Playback>,
    clock: Res<'w, MatchClock>,
    rules: Res<'w, GameRules>,
    seeks: MessageWriter<'w, SeekTo>,
}

impl Leaps<'_> {
    fn write(&mut self, button: StripButton) {
        if let Some(range) = range(&self.playback) {
            self.seeks.write(SeekTo(leap(button, self.clock.tick(), range, &self.rules)));
        }
    }
}

fn act(activate: On<Activate>, buttons: Query<&StripButton>, mut leaps: Leaps) {
    if let Ok(button) = buttons.get(activate.entity) {
        leaps.write(*button);
    }
}

fn leap_by_key(keys: Res<ButtonInput<KeyCode>>, over: Over, mut leaps: Leaps) {
    for (key, button) in KEYS {
        if keys.just_pressed(key) && !over.is_open() {
            leaps.write(button);
        }
    }
}

/// A press on the bar goes there; so does a drag along it, a step at a time.
fn drag(
    cursor: Single<&RelativeCursorPosition, With<Track>>,
    over: Over,
    playback: Res<Playback>,
    seeking: Res<Seeking>,
    now: Res<MatchClock>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut dragging: Local<Option<Tick>>,
    mut seeks: MessageWriter<SeekTo>,
) {
    let Some(range) = range(&playback) else { return };
    // The bar knows where the mouse is even below a dialog.
    let is_covered = over.is_open();
    if mouse.just_pressed(MouseButton::Left) && !is_covered {
        *dragging = cursor.cursor_over().then_some(Tick::MAX);
    }
    if !mouse.pressed(MouseButton::Left) || is_covered {
        *dragging = None;
    }
    let (Some(last), Some(place)) = (*dragging, cursor.normalized) else { return };
    // The middle of the node is 0.
    let wanted = tick_at(place.x + 0.5, range);
    if wanted != last && seeking.progress(*now).is_none() {
        *dragging = Some(wanted);
        seeks.write(SeekTo(wanted));
    }
}

fn follow(
    playback: Res<Playback>,
    now: Res<MatchClock>,
    seeking: Res<Seeking>,
    rules: Res<GameRules>,
    mut place: Single<&mut Text, With<Place>>,
    mut done: Single<&mut Node, With<Done>>,
) {
    let Some((first, end)) = range(&playback) else { return };
    let tick = now.tick().clamp(first, end.max(first));
    let time = |tick: Tick| time(tick, &rules.0);
    let words = match seeking.progress(*now) {
        Some((target, ..)) => format!("{} … {}", time(tick), time(target)),
        None => format!("{} / {}", time(tick), time(end)),
    };
    set_text(&mut place, words);
    set_filled(&mut done, share(tick, (first, end)));
}
