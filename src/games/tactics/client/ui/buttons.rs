//! What can be done, as buttons with their keys. They write the same presses as the keys.

use super::beside_board;
use crate::client::input::bindings::Action;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::{
    Ink, Look, Presses, Tip, button, icon_button, presses, set_checked, set_enabled, set_shown, set_text,
};
use crate::games::tactics::client::input::{Aim, Intent, TacticsAction};
use crate::games::tactics::client::view::FOOT;
use crate::games::tactics::plugin::{Advice, Fight, Pace, Phase, TableBegins, TacticsSetup};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

/// The row of the buttons; a replay has a bar of its own there.
#[derive(Component, Debug)]
struct ButtonRow;

#[derive(Component, Debug)]
struct TempoName;

const HEIGHT: f32 = 48.0;

/// What can be done: action, name, key, what the tip says.
const BUTTONS: [(TacticsAction, &str, &str, &str); 11] = [
    (TacticsAction::Next, "Next", "Tab", "Select the next character that can act"),
    (TacticsAction::MoveOnly, "Move", "M", "The next click only moves"),
    (TacticsAction::AttackOnly, "Attack", "A", "The next click only attacks, charges or heals"),
    (TacticsAction::Wait, "Wait", "W", "The selected character does nothing this turn"),
    (TacticsAction::Undo, "Undo", "U", "Take the last action back; Shift+U takes the whole turn back"),
    (TacticsAction::Hint, "Hint", "H", "The best play that the strongest engine finds"),
    (TacticsAction::Threats, "Threats", "T", "Show the squares that the enemy can attack"),
    (TacticsAction::Reasons, "Why", "R", "Show why the programs act as they do, and what they expect"),
    (TacticsAction::Ask, "Confirm", "C", "Ask before every action: click twice"),
    (TacticsAction::Tempo, "Normal", "P", "How fast actions are shown"),
    (TacticsAction::EndTurn, "End turn", "E", "The turn is over"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TACTICS))).add_systems(
        Update,
        (follow, show_tempo).after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TACTICS)),
    );
}

fn spawn(mut commands: Commands, art: Res<Art>, fight: Single<&Fight>) {
    let waiting = fight.position().scene().rules.waiting;
    commands
        .spawn((
            Name::new("Tactics buttons"),
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
                if action == TacticsAction::Wait && !waiting {
                    continue;
                }
                key_button(row, &art, action, name, key, tip);
            }
            let column = Node { flex_direction: FlexDirection::Column, row_gap: px(4), ..default() };
            row.spawn((
                icon_button(&art, Icon::Routes as usize, 22.0),
                presses(TacticsAction::Tree),
                Tip::with_key("The search tree of the last action of a program", "V"),
            ));
            row.spawn((column, Pickable::IGNORE)).with_children(|column| {
                column.spawn((
                    icon_button(&art, Icon::Menu as usize, 22.0),
                    presses(Action::Menu),
                    Tip::with_key("Menu", "F10"),
                ));
                column.spawn((
                    icon_button(&art, Icon::Save as usize, 22.0),
                    presses(TacticsAction::Save),
                    Tip::with_key("Save the battle", "Ctrl+S"),
                ));
            });
        });
}

/// A button with a name and its key below.
fn key_button(row: &mut ChildSpawnerCommands, art: &Art, action: TacticsAction, name: &str, key: &str, tip: &str) {
    let is_main = action == TacticsAction::EndTurn;
    let node = Node {
        height: px(HEIGHT),
        min_width: px(if is_main { 92.0 } else { 54.0 }),
        padding: UiRect::axes(px(7), px(3)),
        flex_direction: FlexDirection::Column,
        flex_shrink: 0.0,
        ..default()
    };
    let look = if is_main { Look::Main } else { Look::Key };
    row.spawn((button(art, look, node), presses(action), Tip::new(tip))).with_children(|button| {
        let mut label =
            button.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, name), Ink(theme::CREAM)));
        if action == TacticsAction::Tempo {
            label.insert(TempoName);
        }
        button.spawn((theme::text(art, Weight::Regular, 11.5, theme::GOLD, key), Ink(theme::GOLD)));
    });
}

fn show_tempo(pace: Single<&Pace>, mut names: Query<&mut Text, With<TempoName>>) {
    for mut text in &mut names {
        set_text(&mut text, pace.tempo.name());
    }
}

type Buttons<'w, 's> = Query<'w, 's, (Entity, &'static Presses<TacticsAction>, Has<Checked>, Has<InteractionDisabled>)>;

/// Buttons work when what they press does, and are gold while what they switch is on.
fn follow(
    table: Single<(&Fight, &Phase, &Advice)>,
    intent: Res<Intent>,
    setup: Res<TacticsSetup>,
    buttons: Buttons,
    mut rows: Query<&mut Node, With<ButtonRow>>,
    mut commands: Commands,
) {
    let (fight, phase, advice) = *table;
    let battle = fight.battle();
    let plays = *phase == Phase::Playing && setup.is_human(battle.seat()) && !battle.is_over();
    let (ready, acted) = battle.turn_order();
    let can_end = battle.is_complete() || (fight.position().scene().rules.waiting && !acted.is_empty());
    for (entity, Presses(action), is_checked, is_disabled) in &buttons {
        let (enabled, checked) = match action {
            TacticsAction::Next => (plays && !ready.is_empty(), false),
            TacticsAction::MoveOnly => (plays && !ready.is_empty(), intent.aim == Aim::Move),
            TacticsAction::AttackOnly => (plays && !ready.is_empty(), intent.aim == Aim::Attack),
            TacticsAction::Wait => (plays && intent.selected.is_some(), false),
            TacticsAction::Undo => (plays && fight.can_undo(), false),
            TacticsAction::Hint => (plays && !battle.is_complete(), advice.is_thinking() || advice.hint().is_some()),
            TacticsAction::Threats => (true, intent.threats),
            TacticsAction::Reasons => (true, intent.reasons),
            // Without taking back every action is asked for.
            TacticsAction::Ask => (battle.has_undo(), intent.asks || !battle.has_undo()),
            TacticsAction::EndTurn => (plays && can_end, false),
            TacticsAction::Save => (matches!(phase, Phase::Playing), false),
            _ => continue,
        };
        set_enabled(&mut commands, entity, is_disabled, enabled);
        set_checked(&mut commands, entity, is_checked, checked);
    }
    for mut row in &mut rows {
        set_shown(&mut row, !matches!(phase, Phase::Watching { .. }));
    }
}
