//! The bar above the board: whose turn it is, the last move, the rules.

use super::words::{last_move, rules_line};
use crate::client::input::ControlSystems;
use crate::client::input::time::GameSpeed;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::client::stage::BAR;
use crate::client::table::beside_board;
use crate::games::links::client::stage::{side_colour, side_name};
use crate::games::links::plugin::{AiPlayer, Board, LinksSetup, Phase, Seat, TableBegins};
use crate::search::Outcome;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;

/// A text that follows the match.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Turn,
    Below,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let node = Node {
        top: px(0),
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::Center,
        row_gap: stack(1.0).row_gap,
        ..beside_board(BAR)
    };
    commands.spawn((
        Name::new("Links bar"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        node,
        children![
            (theme::text(&art, Weight::Black, 22.0, theme::CREAM, ""), theme::shadow(), Line::Turn),
            (theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, ""), Line::Below),
        ],
    ));
}

/// Who has won a match that is over.
fn over(board: &Board) -> (String, Color) {
    match board.outcome() {
        Some(Outcome::Win(side)) => (format!("{} wins", side_name(side)), side_colour(side).lighter(0.16)),
        Some(Outcome::Draw) => ("A draw".into(), theme::CREAM),
        None => ("The match is over".into(), theme::CREAM),
    }
}

fn follow(
    table: Single<(&Board, &Phase)>,
    seats: Query<(&Seat, Option<&AiPlayer>)>,
    setup: Res<LinksSetup>,
    paused: Res<State<Paused>>,
    speed: Res<GameSpeed>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor)>,
) {
    let (board, phase) = *table;
    let position = board.position();
    for (line, mut text, mut color) in &mut lines {
        let content = match line {
            Line::Turn => {
                let side = board.seat();
                let thinks = seats
                    .iter()
                    .any(|(seat, program)| seat.number == side && program.is_some_and(AiPlayer::is_thinking));
                let (content, shade) = match phase {
                    _ if paused.get().0 => ("Paused".to_string(), theme::GOLD),
                    Phase::Watching { .. } => ("Replay".into(), theme::GOLD),
                    Phase::Over => over(board),
                    Phase::Playing if board.is_over() => over(board),
                    Phase::Playing => {
                        let name = side_name(side);
                        let content = match (setup.is_human(side), thinks) {
                            (true, _) => format!("{name} to move"),
                            (_, true) => format!("{name} thinks …"),
                            _ => format!("{name} moves"),
                        };
                        (content, side_colour(side).lighter(0.16))
                    }
                };
                color.set_if_neq(TextColor(shade));
                content
            }
            Line::Below => {
                let mut content = last_move(position).map_or_else(String::new, |last| format!("{last}  ·  "));
                content += &rules_line(position.rules());
                if speed.factor() != 1.0 {
                    content += &format!("  ·  ×{}", speed.factor());
                }
                content
            }
        };
        set_text(&mut text, content);
    }
}
