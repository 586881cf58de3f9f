//! What lies over the map of a match: the bar at the top, the small map, the selection, the tools.
//!
//! The root lets the pointer through; only panels catch it. Nothing here takes the keyboard focus: a key that was meant
//! for the map must not press the button that was clicked last.

mod doing;
mod map;
mod selection;
mod tools;
mod top;
mod war;
mod why;

use super::pause::MenuOpen;
use super::skirmish::result::{EndSheet, Sheet};
use super::theme::{self, Weight};
use super::widgets::set_shown;
use crate::control::{Action, ControlSystems, Player, Press};
use crate::sim::playback::Playback;
use crate::sim::{GameRules, MatchSetup, Mode, Paused, Screen};
use crate::view::art::Art;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// A button that does what a key does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presses(pub Action);

/// Logical pixels between a panel and the edge of the window.
const MARGIN: f32 = 8.0;

/// Height of the bar at the top, in pixels of nodes.
pub(crate) const TOP_BAR: f32 = 42.0;
/// Height of the row of panels at the bottom with its margin, in pixels of nodes.
pub(crate) const BOTTOM_ROW: f32 = MARGIN + war::INNER + 24.0;

/// Height of a sentence over the map, in pixels of nodes.
const LINE: f32 = 26.0;
/// Where sentences over the map begin, one below the other, so that they never cover each other: that time stands.
const PAUSED: f32 = TOP_BAR + 4.0;
/// What a command waits for.
const QUESTION: f32 = PAUSED + LINE + 6.0;
/// Notices.
pub(crate) const NOTICES: f32 = QUESTION + LINE + 6.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.run_if(in_state(Mode::Rts)))
        .add_systems(
            Update,
            show_pause.after(ControlSystems::Act).run_if(in_state(Mode::Rts)).run_if(
                state_changed::<Paused>.or_else(resource_changed::<MenuOpen>).or_else(resource_changed::<EndSheet>),
            ),
        )
        .add_observer(press)
        .add_plugins((top::plugin, map::plugin, selection::plugin, tools::plugin, why::plugin, war::plugin));
}

fn press(activate: On<Activate>, buttons: Query<&Presses>, mut presses: MessageWriter<Press>) {
    if let Ok(Presses(action)) = buttons.get(activate.entity) {
        presses.write(Press(*action));
    }
}

/// Told that time stands, while no menu says so.
#[derive(Component)]
struct PauseBanner;

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    player: Res<Player>,
    playback: Res<Playback>,
) {
    let Some(setup) = setup else { return };
    commands
        .spawn((
            Name::new("HUD"),
            DespawnOnExit(Screen::Match),
            Node { width: percent(100), height: percent(100), ..default() },
            Pickable::IGNORE,
        ))
        .with_children(|root| {
            let key = if setup.war.is_some() { "F3" } else { "Space" };
            spawn_banner(root, &art, playback.ticks().is_some(), key);
            if setup.war.is_some() {
                war::spawn(root, &art, &setup.level);
                return;
            }
            top::spawn(root, &art, &setup.level.name);
            why::spawn(root, &art);
            root.spawn(bottom_row()).with_children(|bottom| {
                map::spawn(bottom, &art, &setup.level);
                selection::spawn(bottom, &art);
                tools::spawn(bottom, &art, &rules.0, player.side);
            });
        });
}

/// The row of panels at the bottom.
fn bottom_row() -> impl Bundle {
    (
        Node {
            position_type: PositionType::Absolute,
            left: px(MARGIN),
            right: px(MARGIN),
            bottom: px(MARGIN),
            align_items: AlignItems::End,
            column_gap: px(MARGIN),
            ..default()
        },
        Pickable::IGNORE,
    )
}

/// The part of the row between the map and the tools: only as high as it must be, for the map is what one looks at.
fn middle_column() -> impl Bundle {
    (
        Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            justify_content: JustifyContent::FlexEnd,
            row_gap: px(5),
            ..default()
        },
        Pickable::IGNORE,
    )
}

fn spawn_banner(root: &mut ChildSpawnerCommands, art: &Art, is_replay: bool, key: &str) {
    let meanwhile = if is_replay { "" } else { " Orders are taken meanwhile." };
    let sentence = format!("{key} goes on.{meanwhile}");
    root.spawn((
        Node {
            position_type: PositionType::Absolute,
            top: px(PAUSED),
            width: percent(100),
            justify_content: JustifyContent::Center,
            display: Display::None,
            ..default()
        },
        PauseBanner,
        Pickable::IGNORE,
        children![(
            Node {
                height: px(LINE),
                align_items: AlignItems::Center,
                column_gap: px(9),
                padding: UiRect::axes(px(14), px(0)),
                border: UiRect::vertical(px(1)),
                ..default()
            },
            BackgroundColor(theme::NIGHT.with_alpha(0.93)),
            BorderColor::all(theme::BRONZE),
            Pickable::IGNORE,
            children![
                theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, "Paused"),
                theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, &sentence),
            ],
        )],
    ));
}

fn show_pause(
    paused: Res<State<Paused>>,
    menu: Res<MenuOpen>,
    end: Res<EndSheet>,
    mut banners: Query<&mut Node, With<PauseBanner>>,
) {
    for mut node in &mut banners {
        set_shown(&mut node, paused.get().0 && !menu.0 && end.sheet == Sheet::Nothing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_over_the_map_lie_one_below_the_other() {
        let tops = [TOP_BAR, PAUSED, QUESTION, NOTICES];
        assert!(PAUSED >= TOP_BAR, "below the bar");
        assert!(tops[1..].windows(2).all(|pair| pair[0] + LINE < pair[1]), "{tops:?}");
    }
}
