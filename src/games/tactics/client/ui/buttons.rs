//! What can be done, as buttons with their keys. They write the same presses as the keys.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::theme::Icon;
use crate::client::kit::widgets::{Buttons, Presses};
use crate::client::table::buttons::{self, Row};
use crate::games::tactics::client::input::{Aim, Intent, TacticsAction};
use crate::games::tactics::plugin::{Advice, Fight, Phase, TableBegins, TacticsSetup};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

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
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
}

const ROW: Row<TacticsAction> = Row {
    buttons: &BUTTONS,
    tempo: TacticsAction::Tempo,
    main: Some(TacticsAction::EndTurn),
    small: Some((TacticsAction::Tree, Icon::Routes, "The search tree of the last action of a program", "V")),
    save: TacticsAction::Save,
    save_tip: "Save the battle",
};

fn spawn(mut commands: Commands, art: Res<Art>, fight: Single<&Fight>) {
    let waiting = fight.position().scene().rules.waiting;
    buttons::spawn(&mut commands, &art, &ROW, |action| action != TacticsAction::Wait || waiting);
}

/// Buttons work when what they press does, and are gold while what they switch is on.
fn follow(
    table: Single<(&Fight, &Phase, &Advice)>,
    intent: Res<Intent>,
    setup: Res<TacticsSetup>,
    mut buttons: Buttons<Presses<TacticsAction>>,
) {
    let (fight, phase, advice) = *table;
    let battle = fight.battle();
    let plays = setup.person_plays(battle, *phase);
    let (ready, acted) = battle.turn_order();
    let can_end = battle.is_complete() || (fight.position().scene().rules.waiting && !acted.is_empty());
    buttons.enable(|Presses(action)| {
        Some(match action {
            TacticsAction::Next | TacticsAction::MoveOnly | TacticsAction::AttackOnly => plays && !ready.is_empty(),
            TacticsAction::Wait => plays && intent.selected.is_some(),
            TacticsAction::Undo => plays && fight.can_undo(),
            TacticsAction::Hint => plays && !battle.is_complete() && !setup.has_rival(),
            // Without taking back every action is asked for.
            TacticsAction::Ask => battle.has_undo(),
            TacticsAction::EndTurn => plays && can_end,
            TacticsAction::Save => *phase == Phase::Playing,
            _ => return None,
        })
    });
    buttons.check(|Presses(action)| {
        Some(match action {
            TacticsAction::MoveOnly => intent.aim == Aim::Move,
            TacticsAction::AttackOnly => intent.aim == Aim::Attack,
            TacticsAction::Hint => advice.is_on(),
            TacticsAction::Threats => intent.threats,
            TacticsAction::Reasons => intent.reasons,
            TacticsAction::Ask => intent.asks || !battle.has_undo(),
            _ => return None,
        })
    });
}
