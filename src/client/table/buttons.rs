//! What can be done, as buttons with their keys. They write the same presses as the keys.

use super::beside_board;
use crate::client::input::bindings::{Action, Verb};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::{Look, Tip, action_button, button, presses, set_shown, set_text, written};
use crate::client::stage::FOOT;
use crate::shell::states::Screen;
use crate::table::{Pace, Phase};
use bevy::prelude::*;

/// The row of the buttons; a replay has a bar of its own there.
#[derive(Component, Debug)]
pub(super) struct ButtonRow;

#[derive(Component, Debug)]
pub(super) struct TempoName;

const HEIGHT: f32 = 48.0;

/// The buttons of a game.
pub(crate) struct Row<A: 'static> {
    /// Action, name, key, what the tip says.
    pub(crate) buttons: &'static [(A, &'static str, &'static str, &'static str)],
    /// The one that shows the tempo.
    pub(crate) tempo: A,
    /// The one that goes on, if there is one.
    pub(crate) main: Option<A>,
    /// Saves the match.
    pub(crate) save: A,
    pub(crate) save_tip: &'static str,
}

/// Spawns the row, without what is not `there`.
pub(crate) fn spawn<A: Verb + Copy>(commands: &mut Commands, art: &Art, row: &Row<A>, is_there: impl Fn(A) -> bool) {
    let node =
        Node { bottom: px(8), justify_content: JustifyContent::Center, column_gap: px(5), ..beside_board(FOOT - 40.0) };
    commands
        .spawn((Name::new("Buttons"), DespawnOnExit(Screen::Match), Pickable::IGNORE, ButtonRow, node))
        .with_children(|line| {
            for (action, name, key, tip) in row.buttons.iter().copied().filter(|button| is_there(button.0)) {
                let is_main = Some(action) == row.main;
                let mut label = key_button(line, art, is_main, action, [name, key, tip]);
                if action == row.tempo {
                    label.insert(TempoName);
                }
            }
            line.spawn((stack(4.0), Pickable::IGNORE)).with_children(|column| {
                column.spawn(action_button(art, Icon::Menu, 22.0, Action::Menu, "Menu", "F10"));
                column.spawn(action_button(art, Icon::Save, 22.0, row.save, row.save_tip, "Ctrl+S"));
            });
        });
}

/// A button with a name and its key below; gives the entity of the name.
fn key_button<'a, A: Verb + Copy>(
    row: &'a mut ChildSpawnerCommands,
    art: &Art,
    is_main: bool,
    action: A,
    [name, key, tip]: [&str; 3],
) -> EntityCommands<'a> {
    let node = Node {
        height: px(HEIGHT),
        min_width: px(if is_main { 92.0 } else { 54.0 }),
        padding: UiRect::axes(px(7), px(3)),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    let look = if is_main { Look::Main } else { Look::Key };
    let mut label = Entity::PLACEHOLDER;
    row.spawn((button(art, look, node), presses(action), Tip::new(tip))).with_children(|button| {
        label = button.spawn(written(art, Weight::Bold, theme::BODY, theme::CREAM, name)).id();
        button.spawn(written(art, Weight::Regular, 11.5, theme::GOLD, key));
    });
    row.commands_mut().entity(label)
}

pub(super) fn show_tempo(pace: Single<&Pace>, mut names: Query<&mut Text, With<TempoName>>) {
    for mut text in &mut names {
        set_text(&mut text, pace.tempo.name());
    }
}

pub(super) fn show_row(phase: Single<&Phase>, mut rows: Query<&mut Node, With<ButtonRow>>) {
    for mut row in &mut rows {
        set_shown(&mut row, !matches!(**phase, Phase::Watching { .. }));
    }
}
