//! The strip below the top bar while a recorded battle is watched: how far it is, a click to be somewhere else, and whose
//! eyes are used.

use super::files::clock;
use crate::control::ControlSystems;
use crate::nav::step::Tick;
use crate::sim::board::Board;
use crate::sim::matches::MatchSystems;
use crate::sim::playback::Playback;
use crate::sim::seeking::{SeekTo, Seeking};
use crate::sim::war::{Sides, War};
use crate::sim::{GameRules, MatchClock, Mode, Screen};
use crate::ui::pause::MenuOpen;
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::progress::{progress_bar, set_filled};
use crate::ui::widgets::{Tip, choice_button, set_checked, set_text};
use crate::view::art::Art;
use crate::view::fog::Viewer;
use bevy::prelude::*;
use bevy::ui::{Checked, RelativeCursorPosition};
use bevy::ui_widgets::Activate;

/// What a button of the strip does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StripButton {
    /// Half a minute back.
    Earlier,
    /// Half a minute on.
    Later,
    /// See the whole map, or what the team of a side sees.
    Eyes(Option<u8>),
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
/// The keys of the leaps.
const KEYS: [(KeyCode, StripButton); 2] =
    [(KeyCode::Comma, StripButton::Earlier), (KeyCode::Period, StripButton::Later)];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Viewer>()
        .add_systems(OnEnter(Screen::Match), spawn.after(MatchSystems::Begin).run_if(in_state(Mode::Rts)))
        .add_systems(
            Update,
            (leap_by_key, drag, follow, show_eyes).chain().after(ControlSystems::Act).run_if(in_state(Mode::Rts)),
        )
        .add_observer(act);
}

fn spawn(
    playback: Res<Playback>,
    table: Option<Single<(&Sides, &War), With<Board>>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    if playback.ticks().is_none() {
        return;
    }
    // Without fog all eyes see the same.
    let sides = table.filter(|table| table.1.fog).map_or(0, |table| table.0.iter().len() as u8);
    let row = || Node { align_items: AlignItems::Center, column_gap: px(6), ..default() };
    commands
        .spawn((
            Name::new("Replay"),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            Node {
                position_type: PositionType::Absolute,
                // The middle belongs to the sign of the pause.
                top: px(52),
                left: px(10),
                ..default()
            },
        ))
        .with_children(|root| {
            let column = Node { flex_direction: FlexDirection::Column, row_gap: px(6), ..default() };
            root.spawn(theme::panel(&art, column)).with_children(|panel| {
                panel.spawn(row()).with_children(|line| {
                    line.spawn(theme::text(&art, Weight::Black, theme::LABEL, theme::GOLD, "Replay"));
                    let leap =
                        |label: &str, tip: &str, key: &str| (choice_button(&art, label), Tip::with_key(tip, key));
                    line.spawn((leap("−30 s", "Half a minute back", ","), StripButton::Earlier));
                    line.spawn((
                        Node {
                            width: px(240),
                            height: px(24),
                            flex_direction: FlexDirection::Column,
                            justify_content: JustifyContent::Center,
                            ..default()
                        },
                        Track,
                        Tip::new("A click goes there"),
                        children![(progress_bar(12.0, theme::GOLD, Done), Pickable::IGNORE)],
                    ));
                    line.spawn((leap("+30 s", "Half a minute on", "."), StripButton::Later));
                    line.spawn((theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Place));
                });
                if sides > 0 {
                    panel.spawn(row()).with_children(|line| {
                        line.spawn(theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, "Seen by"));
                        line.spawn((choice_button(&art, "All"), StripButton::Eyes(None)));
                        for side in 0..sides {
                            line.spawn((choice_button(&art, art.livery.name(side)), StripButton::Eyes(Some(side))));
                        }
                    });
                }
            });
        });
}

/// The tick half a minute away.
fn leap(button: StripButton, now: Tick, end: Tick, rules: &GameRules) -> Option<Tick> {
    let ticks = LEAP * u32::from(rules.0.tick_hz);
    match button {
        StripButton::Earlier => Some(now.saturating_sub(ticks)),
        StripButton::Later => Some(now.saturating_add(ticks).min(end)),
        StripButton::Eyes(_) => None,
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&StripButton>,
    table: Option<Single<&Sides>>,
    playback: Res<Playback>,
    clock: Res<MatchClock>,
    rules: Res<GameRules>,
    mut viewer: ResMut<Viewer>,
    mut seeks: MessageWriter<SeekTo>,
) {
    let (Ok(button), Some(end)) = (buttons.get(activate.entity), playback.ticks()) else { return };
    match *button {
        StripButton::Eyes(side) => {
            let mask = side.zip(table.as_ref()).map(|(side, sides)| sides.team_mask(side));
            viewer.set_if_neq(mask.map_or(Viewer::All, Viewer::Sides));
        }
        leap_by => {
            seeks.write_batch(leap(leap_by, clock.tick(), end, &rules).map(SeekTo));
        }
    }
}

fn leap_by_key(
    keys: Res<ButtonInput<KeyCode>>,
    menu: Res<MenuOpen>,
    playback: Res<Playback>,
    clock: Res<MatchClock>,
    rules: Res<GameRules>,
    mut seeks: MessageWriter<SeekTo>,
) {
    let Some(end) = playback.ticks().filter(|_| !menu.0) else { return };
    for (key, button) in KEYS {
        if keys.just_pressed(key) {
            seeks.write_batch(leap(button, clock.tick(), end, &rules).map(SeekTo));
        }
    }
}

/// A press on the bar goes there; so does a drag along it, a step at a time.
fn drag(
    tracks: Query<&RelativeCursorPosition, With<Track>>,
    playback: Res<Playback>,
    seeking: Res<Seeking>,
    now: Res<MatchClock>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut dragging: Local<Option<Tick>>,
    mut seeks: MessageWriter<SeekTo>,
) {
    let (Some(end), Some(cursor)) = (playback.ticks(), tracks.iter().next()) else { return };
    if mouse.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over().then_some(Tick::MAX);
    }
    if !mouse.pressed(MouseButton::Left) {
        *dragging = None;
    }
    let (Some(last), Some(place)) = (*dragging, cursor.normalized) else { return };
    // The middle of the node is 0.
    let wanted = ((place.x + 0.5).clamp(0.0, 1.0) * end as f32).round() as Tick;
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
    mut places: Query<&mut Text, With<Place>>,
    mut done: Query<&mut Node, With<Done>>,
) {
    let Some(ticks) = playback.ticks() else { return };
    let tick = now.tick().min(ticks);
    let seconds = |ticks: u32| clock(u64::from(ticks) / u64::from(rules.0.tick_hz.max(1)));
    for mut text in &mut places {
        let place = match seeking.progress(*now) {
            Some((target, ..)) => format!("{} … {}", seconds(tick), seconds(target)),
            None => format!("{} / {}", seconds(tick), seconds(ticks)),
        };
        set_text(&mut text, place);
    }
    for mut node in &mut done {
        set_filled(&mut node, tick as f32 / ticks.max(1) as f32);
    }
}

fn show_eyes(
    viewer: Res<Viewer>,
    table: Option<Single<&Sides>>,
    buttons: Query<(Entity, &StripButton, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, button, is_checked) in &buttons {
        let StripButton::Eyes(side) = *button else { continue };
        let eyes = side.zip(table.as_ref()).map(|(side, sides)| sides.team_mask(side));
        set_checked(&mut commands, entity, is_checked, *viewer == eyes.map_or(Viewer::All, Viewer::Sides));
    }
}
