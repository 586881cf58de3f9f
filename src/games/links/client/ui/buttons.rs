//! What can be done, as buttons with their keys. They write the same presses as the keys.

use super::beside_board;
use crate::client::input::ControlSystems;
use crate::client::input::bindings::Action;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::{
    Buttons, Look, Presses, Tip, action_button, button, presses, set_shown, set_text, written,
};
use crate::games::links::client::input::{Intent, LinksAction};
use crate::games::links::client::stage::{FOOT, person_plays};
use crate::games::links::plugin::advice::Advice;
use crate::games::links::plugin::takeback::{TakenBack, left_after_taking_back};
use crate::games::links::plugin::{Board, LinksSetup, Pace, Phase, TableBegins};
use crate::games::links::step::Step;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// The row of the buttons; a replay has a bar of its own there.
#[derive(Component, Debug)]
struct ButtonRow;

#[derive(Component, Debug)]
struct TempoName;

const HEIGHT: f32 = 48.0;

/// What can be done: action, name, key, what the tip says.
const BUTTONS: [(LinksAction, &str, &str, &str); 9] = [
    (LinksAction::TakeBack, "Take back", "U", "Take your last move back, with what a program answered"),
    (LinksAction::Redo, "Redo", "Y", "Make again what was taken back"),
    (LinksAction::Swap, "Swap", "S", "Take over the first peg, mirrored on the diagonal, instead of placing one"),
    (LinksAction::Draw, "Draw", "D", "Offer a draw or agree to one; programs do not agree"),
    (LinksAction::Resign, "Resign", "R", "Give the match up: press twice"),
    (LinksAction::Hint, "Hint", "H", "The best move that the strongest engine finds"),
    (LinksAction::Guides, "Guides", "G", "Show the lines along which a straight chain leads into a corner"),
    (LinksAction::Tree, "Tree", "T", "The search tree of the last move of a program"),
    (LinksAction::Tempo, "Normal", "P", "How long every move of a program is shown"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(Update, (follow, show_tempo, show_row).after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands
        .spawn((
            Name::new("Links buttons"),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            ButtonRow,
            Node {
                bottom: px(8),
                justify_content: JustifyContent::Center,
                column_gap: px(5),
                ..beside_board(FOOT - 40.0)
            },
        ))
        .with_children(|row| {
            for (action, name, key, tip) in BUTTONS {
                key_button(row, &art, action, name, key, tip);
            }
            row.spawn((stack(4.0), Pickable::IGNORE)).with_children(|column| {
                column.spawn(action_button(&art, Icon::Menu, 22.0, Action::Menu, "Menu", "F10"));
                column.spawn(action_button(&art, Icon::Save, 22.0, LinksAction::Save, "Save the match", "Ctrl+S"));
            });
        });
}

/// A button with a name and its key below.
fn key_button(row: &mut ChildSpawnerCommands, art: &Art, action: LinksAction, name: &str, key: &str, tip: &str) {
    let node = Node {
        height: px(HEIGHT),
        min_width: px(56),
        padding: UiRect::axes(px(7), px(3)),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn((button(art, Look::Key, node), presses(action), Tip::new(tip))).with_children(|button| {
        let mut label = button.spawn(written(art, Weight::Bold, theme::BODY, theme::CREAM, name));
        if action == LinksAction::Tempo {
            label.insert(TempoName);
        }
        button.spawn(written(art, Weight::Regular, 11.5, theme::GOLD, key));
    });
}

fn show_tempo(pace: Single<&Pace>, mut names: Query<&mut Text, With<TempoName>>) {
    for mut text in &mut names {
        set_text(&mut text, pace.tempo.name());
    }
}

/// Buttons work when what they press does, and are gold while what they switch is on.
fn follow(
    table: Single<(&Board, &Phase, &Advice, &TakenBack)>,
    intent: Res<Intent>,
    setup: Res<LinksSetup>,
    mut buttons: Buttons<Presses<LinksAction>>,
) {
    let (board, phase, advice, taken) = *table;
    let position = board.position();
    let is_watched = matches!(phase, Phase::Watching { .. });
    let plays = person_plays(board, *phase, &setup);
    let can_draw =
        position.is_legal(Step::Draw) || setup.is_human(1 - position.side()) && position.is_legal(Step::Offer);
    buttons.enable(|Presses(action)| {
        Some(match action {
            LinksAction::TakeBack => !is_watched && left_after_taking_back(board, &setup).is_some(),
            LinksAction::Redo => !is_watched && taken.can_redo(board),
            LinksAction::Swap => plays && position.can_swap(),
            LinksAction::Draw => plays && can_draw,
            LinksAction::Resign | LinksAction::Hint => plays,
            LinksAction::Save => *phase == Phase::Playing,
            _ => return None,
        })
    });
    buttons.check(|Presses(action)| {
        Some(match action {
            LinksAction::Resign => plays && intent.resigns,
            LinksAction::Hint => advice.is_thinking() || advice.hint().is_some(),
            LinksAction::Guides => intent.guides,
            LinksAction::Draw => plays && position.offer().is_some(),
            _ => return None,
        })
    });
}

fn show_row(phase: Single<&Phase>, mut rows: Query<&mut Node, With<ButtonRow>>) {
    for mut row in &mut rows {
        set_shown(&mut row, !matches!(**phase, Phase::Watching { .. }));
    }
}
