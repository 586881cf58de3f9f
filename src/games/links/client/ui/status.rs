//! One line below the board: what a click would do, what is under the cursor, what is awaited.

use super::analysis::sentence;
use super::words::{about, hint};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::client::stage::FOOT;
use crate::client::table::{awaited, beside_board};
use crate::games::links::client::input::{Intent, Overlays};
use crate::games::links::client::stage::side_name;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::{Advice, Analysis, Board, LinksSetup, Phase, Record, TableBegins};
use crate::games::links::step::Step;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

#[derive(Component, Debug)]
struct Status;

const HEIGHT: f32 = 28.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Links status"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node { bottom: px(FOOT - HEIGHT - 2.0), justify_content: JustifyContent::Center, ..beside_board(HEIGHT) },
        children![(theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Status)],
    ));
}

fn follow(
    table: Single<(&Board, &Phase, &Advice, &Analysis, &Record)>,
    (intent, overlays): (Res<Intent>, Res<Overlays>),
    setup: Res<LinksSetup>,
    mut lines: Query<(&mut Text, &mut TextColor), With<Status>>,
) {
    let (board, phase, advice, analysis, record) = *table;
    let analysed = sentence(analysis, board, *phase, &intent, overlays.moves);
    let waits = awaited(&setup, record, board.seat());
    let (content, colour) = line(board, *phase, (advice, analysed, waits), &intent, &setup);
    for (mut text, mut color) in &mut lines {
        set_text(&mut text, content.as_str());
        color.set_if_neq(TextColor(colour));
    }
}

fn line(
    board: &Board,
    phase: Phase,
    (advice, analysed, waits): (&Advice, Option<String>, Option<String>),
    intent: &Intent,
    setup: &LinksSetup,
) -> (String, Color) {
    let position = board.position();
    let plays = setup.person_plays(board, phase);
    if (plays || setup.has_rival()) && intent.resigns {
        return ("Press R again to resign.".into(), theme::ALARM);
    }
    if advice.is_thinking() {
        return ("Looking for the best move …".into(), theme::GOLD);
    }
    if let Some(insight) = advice.hint() {
        return (hint(insight), theme::GOLD);
    }
    let other = side_name(1 - position.side());
    if plays && position.offer() == Some(1 - position.side()) {
        return (format!("{other} offers a draw: D agrees, a peg declines."), theme::GOLD);
    }
    if let Some(sentence) = analysed {
        return (sentence, theme::CREAM);
    }
    // What can be done besides placing a peg is more than what lies under a cursor that cannot place one.
    let is_choice = position.can_swap() || !position.is_turn_start();
    let tells = |cursor: &Hole| !is_choice || position.is_legal(Step::Peg(*cursor));
    if plays && let Some(cursor) = intent.cursor.filter(tells) {
        return (about(position, cursor), theme::CREAM);
    }
    let content = match phase {
        Phase::Playing if plays && !position.is_turn_start() => "A draw is offered: now place a peg.".into(),
        Phase::Playing if plays && position.can_swap() => {
            "Place a peg, or take over the first one with S: it comes to the gold ring.".into()
        }
        Phase::Playing if plays => "Click on a hole to place a peg.".into(),
        Phase::Playing if !board.is_over() => waits.unwrap_or_else(|| "Click or F to skip the wait.".into()),
        _ => String::new(),
    };
    (content, theme::MUTED)
}
