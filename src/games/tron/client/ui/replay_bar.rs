//! The bar of a replay below the board: where one is, and a click to be somewhere else.

use super::beside_board;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{Look, labelled_button, set_text};
use crate::games::tron::client::input::Playback;
use crate::games::tron::client::view::FOOT;
use crate::games::tron::plugin::{Phase, Record};
use crate::shell::states::{Mode, Screen};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::Activate;

#[derive(Component, Debug)]
struct Bar;

#[derive(Component, Debug)]
#[require(RelativeCursorPosition)]
struct Track;

#[derive(Component, Debug)]
struct Done;

#[derive(Component, Debug)]
struct Place;

/// Leaves the replay.
#[derive(Component, Debug)]
struct Leave;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show, seek).chain().after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TRON)),
    )
    .add_observer(leave);
}

fn spawn(commands: &mut Commands, art: &Art) {
    commands.spawn((
        Name::new("Tron replay"),
        Bar,
        DespawnOnExit(Screen::Match),
        Node { bottom: px(0), column_gap: px(12), ..beside_board(FOOT) },
        children![
            (
                theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, ""),
                Node { min_width: px(150), ..default() },
                Place,
            ),
            (
                Node { flex_grow: 1.0, flex_direction: FlexDirection::Column, ..default() },
                Track,
                children![(progress_bar(12.0, theme::GOLD, Done), Pickable::IGNORE)],
            ),
            theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, "← →  PgUp PgDn  Home End  ↑ ↓ round"),
            (labelled_button(art, Look::Key, "Result", Node { height: px(30), ..default() }), Leave, TabIndex(0),),
        ],
    ));
}

fn show(
    table: Option<Single<(&Phase, &Record)>>,
    bars: Query<Entity, With<Bar>>,
    mut places: Query<&mut Text, With<Place>>,
    mut done: Query<&mut Node, With<Done>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (phase, record) = *table;
    let Phase::Watching { round, step, .. } = *phase else {
        for entity in &bars {
            commands.entity(entity).despawn();
        }
        return;
    };
    if bars.is_empty() {
        spawn(&mut commands, &art);
    }
    let rounds = &record.replay().rounds;
    let steps = rounds.get(round).map_or(0, |round| round.len());
    for mut text in &mut places {
        set_text(&mut text, format!("Round {} of {}, step {step}/{steps}", round + 1, rounds.len()));
    }
    for mut node in &mut done {
        set_filled(&mut node, step as f32 / steps.max(1) as f32);
    }
}

/// A press or drag on the bar goes there.
fn seek(
    tracks: Query<&RelativeCursorPosition, With<Track>>,
    table: Option<Single<(&Phase, &Record)>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut dragging: Local<bool>,
    mut playback: Playback,
) {
    let (Some(table), Some(cursor)) = (table, tracks.iter().next()) else { return };
    let (Phase::Watching { round, step, .. }, record) = *table else { return };
    if mouse.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over();
    }
    *dragging &= mouse.pressed(MouseButton::Left);
    let (true, Some(at)) = (*dragging, cursor.normalized) else { return };
    let steps = record.replay().rounds.get(*round).map_or(0, |round| round.len());
    // The middle of the node is 0.
    let wanted = ((at.x + 0.5).clamp(0.0, 1.0) * steps as f32).round() as usize;
    if wanted != *step {
        playback.seek(wanted);
    }
}

fn leave(activate: On<Activate>, buttons: Query<(), With<Leave>>, mut playback: Playback) {
    if buttons.contains(activate.entity) {
        playback.stop();
    }
}
