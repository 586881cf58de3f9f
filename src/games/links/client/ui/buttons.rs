//! What can be done, as buttons with their keys. They write the same presses as the keys.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::widgets::{Buttons, Presses};
use crate::client::table::buttons::{self, Row};
use crate::games::links::client::input::{Intent, LinksAction};
use crate::games::links::plugin::takeback::{TakenBack, left_after_taking_back};
use crate::games::links::plugin::{Advice, Board, LinksSetup, Phase, Start, TableBegins};
use crate::games::links::step::Step;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

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
        .add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

const ROW: Row<LinksAction> = Row {
    buttons: &BUTTONS,
    tempo: LinksAction::Tempo,
    main: None,
    small: None,
    save: LinksAction::Save,
    save_tip: "Save the match",
};

fn spawn(mut commands: Commands, art: Res<Art>) {
    buttons::spawn(&mut commands, &art, &ROW, |_| true);
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
    let plays = setup.person_plays(board, *phase);
    let has_rival = setup.has_rival();
    let is_puzzle = matches!(setup.start, Start::Puzzle(_));
    let can_draw =
        position.is_legal(Step::Draw) || setup.is_human(1 - position.side()) && position.is_legal(Step::Offer);
    buttons.enable(|Presses(action)| {
        Some(match action {
            LinksAction::TakeBack | LinksAction::Draw | LinksAction::Resign if has_rival => *phase == Phase::Playing,
            LinksAction::TakeBack => !is_watched && left_after_taking_back(board, &setup).is_some(),
            LinksAction::Redo => !is_watched && taken.can_redo(board),
            LinksAction::Swap => plays && position.can_swap(),
            LinksAction::Draw => plays && can_draw,
            LinksAction::Hint => plays && !has_rival,
            LinksAction::Resign => plays && !is_puzzle,
            LinksAction::Save => *phase == Phase::Playing && !is_puzzle,
            _ => return None,
        })
    });
    buttons.check(|Presses(action)| {
        Some(match action {
            LinksAction::Resign => (plays || has_rival) && intent.resigns,
            LinksAction::Hint => advice.is_on(),
            LinksAction::Guides => intent.guides,
            LinksAction::Draw => plays && position.is_legal(Step::Draw),
            _ => return None,
        })
    });
}
