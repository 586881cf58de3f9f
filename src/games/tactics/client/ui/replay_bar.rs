//! The bar of a replay below the board: where one is, and a click to be somewhere else.

use super::beside_board;
use super::buttons::Presses;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{Ink, Look, Tip, icon_button, labelled_button, set_text};
use crate::games::tactics::client::input::{Projector, TacticsAction};
use crate::games::tactics::client::view::FOOT;
use crate::games::tactics::plugin::{Film, Phase};
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

/// The symbol of the button that plays and pauses.
#[derive(Component, Debug)]
struct PlaySymbol;

/// Leaves the replay.
#[derive(Component, Debug)]
struct Leave;

/// Side of a button.
const SIDE: f32 = 38.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show, seek).chain().after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TACTICS)),
    )
    .add_observer(leave);
}

fn spawn(commands: &mut Commands, art: &Art) {
    commands
        .spawn((
            Name::new("Tactics replay"),
            Bar,
            DespawnOnExit(Screen::Match),
            Node { bottom: px(8), column_gap: px(6), ..beside_board(FOOT - 40.0) },
        ))
        .with_children(|bar| {
            let mut step = |icon: Icon, action: TacticsAction, tip: &str, key: &str| {
                bar.spawn((
                    icon_button(art, icon as usize, SIDE),
                    Presses(action),
                    Tip::with_key(tip, key),
                    TabIndex(0),
                ));
            };
            step(Icon::Slower, TacticsAction::Up, "A turn back", "Up");
            step(Icon::Undo, TacticsAction::Left, "An action back", "Left");
            bar.spawn((
                crate::client::kit::widgets::button(
                    art,
                    Look::Main,
                    Node { width: px(SIDE), height: px(SIDE), flex_shrink: 0.0, ..default() },
                ),
                Presses(TacticsAction::Play),
                Tip::with_key("Play or stop", "G"),
                TabIndex(0),
                children![(theme::icon(art, Icon::Play as usize, 25.0), Ink(theme::CREAM), PlaySymbol)],
            ));
            let mut step = |icon: Icon, action: TacticsAction, tip: &str, key: &str| {
                bar.spawn((
                    icon_button(art, icon as usize, SIDE),
                    Presses(action),
                    Tip::with_key(tip, key),
                    TabIndex(0),
                ));
            };
            step(Icon::Redo, TacticsAction::Right, "An action on", "Right");
            step(Icon::Faster, TacticsAction::Down, "A turn on", "Down");
            bar.spawn((
                Node {
                    flex_grow: 1.0,
                    flex_direction: FlexDirection::Column,
                    margin: UiRect::horizontal(px(6)),
                    ..default()
                },
                Track,
                children![(progress_bar(14.0, theme::GOLD, Done), Pickable::IGNORE)],
            ));
            bar.spawn((
                theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, ""),
                Node { min_width: px(92), ..default() },
                Place,
            ));
            bar.spawn((
                labelled_button(art, Look::Key, "Result", Node { height: px(SIDE), ..default() }),
                Leave,
                TabIndex(0),
            ));
        });
}

fn show(
    table: Option<Single<(&Phase, Option<&Film>)>>,
    bars: Query<Entity, With<Bar>>,
    mut places: Query<&mut Text, With<Place>>,
    mut done: Query<&mut Node, With<Done>>,
    mut symbols: Query<&mut ImageNode, With<PlaySymbol>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (phase, film) = *table;
    let (Phase::Watching { at, playing }, Some(film)) = (*phase, film) else {
        for entity in &bars {
            commands.entity(entity).despawn();
        }
        return;
    };
    if bars.is_empty() {
        spawn(&mut commands, &art);
    }
    let all = film.actions().len();
    for mut text in &mut places {
        set_text(&mut text, format!("{at} / {all}"));
    }
    for mut node in &mut done {
        set_filled(&mut node, at as f32 / all.max(1) as f32);
    }
    for mut image in &mut symbols {
        let index = if playing { Icon::Pause } else { Icon::Play } as usize;
        if image.texture_atlas.as_ref().is_some_and(|atlas| atlas.index != index)
            && let Some(atlas) = &mut image.texture_atlas
        {
            atlas.index = index;
        }
    }
}

/// A press or drag on the bar goes there.
fn seek(
    tracks: Query<&RelativeCursorPosition, With<Track>>,
    table: Option<Single<(&Phase, &Film)>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut dragging: Local<bool>,
    mut projector: Projector,
) {
    let (Some(table), Some(cursor)) = (table, tracks.iter().next()) else { return };
    let (Phase::Watching { at, .. }, film) = *table else { return };
    if mouse.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over();
    }
    *dragging &= mouse.pressed(MouseButton::Left);
    let (true, Some(place)) = (*dragging, cursor.normalized) else { return };
    // The middle of the node is 0.
    let wanted = ((place.x + 0.5).clamp(0.0, 1.0) * film.actions().len() as f32).round() as usize;
    if wanted != *at {
        projector.play(false);
        projector.seek(wanted);
    }
}

fn leave(activate: On<Activate>, buttons: Query<(), With<Leave>>, mut projector: Projector) {
    if buttons.contains(activate.entity) {
        projector.stop();
    }
}
