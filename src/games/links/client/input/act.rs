//! Presses become orders.

use super::LinksAction;
use super::intent::Intent;
use crate::client::input::bindings::Press;
use crate::client::kit::notices::Notice;
use crate::games::links::client::settings::BoardSettings;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::{
    Advice, Board, Control, Issued, LinksControl, LinksOrder, LinksSetup, Pace, Phase, Start, Tempo,
};
use crate::games::links::position::Position;
use crate::games::links::rules::Rules;
use crate::games::links::step::Step;
use crate::net::table::{Offer, Wish};
use crate::shell::online::Online;
use crate::shell::states::Paused;
use crate::table::puzzle::PuzzleControl;
use bevy::prelude::*;

/// Everything that can be pressed while a match is played.
pub(super) fn act(
    mut presses: MessageReader<Press<LinksAction>>,
    table: Single<(&Board, &Phase, &Pace, &Advice)>,
    setup: Res<LinksSetup>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
    mut intent: ResMut<Intent>,
    mut orders: MessageWriter<Issued>,
    (mut controls, mut wishes, mut notices): (
        MessageWriter<Control>,
        MessageWriter<LinksControl>,
        MessageWriter<Notice>,
    ),
    (mut settings, mut commands): (ResMut<BoardSettings>, Commands),
    mut online: Option<ResMut<Online>>,
    mut asks: MessageWriter<PuzzleControl>,
) {
    let (board, phase, pace, advice) = *table;
    let position = board.position();
    let plays = setup.person_plays(board, *phase);
    let is_watched = matches!(phase, Phase::Watching { .. });
    let is_puzzle = matches!(setup.start, Start::Puzzle(_));
    // Of somebody elsewhere one can want something at any time.
    let mut rival = online.as_mut().filter(|_| setup.has_rival() && *phase == Phase::Playing);
    if intent.resigns && !plays && rival.is_none() {
        intent.resigns = false;
    }
    for Press(action) in presses.read().copied() {
        let is_armed = intent.resigns;
        if is_armed {
            intent.resigns = false;
        }
        if paused.get().0 {
            // Where a person is to move nothing runs away: who clicks on the board goes on.
            if action != LinksAction::Click || !plays {
                continue;
            }
            next.set(Paused(false));
        }
        let step = match action {
            LinksAction::Tempo => {
                let place = Tempo::ALL.iter().position(|tempo| *tempo == pace.tempo).unwrap_or(0);
                controls.write(Control::Tempo(Tempo::ALL[(place + 1) % Tempo::ALL.len()]));
                None
            }
            LinksAction::Skip => {
                controls.write(Control::Skip);
                None
            }
            LinksAction::Coordinates => {
                let on = !settings.coordinates();
                settings.show_coordinates(on, &mut commands);
                None
            }
            _ if is_watched => None,
            LinksAction::Save | LinksAction::Draw | LinksAction::Resign if is_puzzle => None,
            LinksAction::Hint if is_puzzle => {
                asks.write(PuzzleControl::Help);
                None
            }
            LinksAction::Save => {
                controls.write(Control::Save);
                None
            }
            LinksAction::Guides => {
                intent.guides = !intent.guides;
                None
            }
            LinksAction::TakeBack | LinksAction::Draw | LinksAction::Resign if rival.is_some() => {
                let wish = match action {
                    LinksAction::TakeBack => Wish::Offer(Offer::TakeBack),
                    LinksAction::Draw => Wish::Offer(Offer::Draw),
                    _ => Wish::Resign,
                };
                intent.resigns = wish == Wish::Resign && !is_armed;
                if let Some(online) = rival.as_mut().filter(|_| !intent.resigns) {
                    online.wish(wish);
                }
                None
            }
            LinksAction::TakeBack => {
                wishes.write(LinksControl::TakeBack);
                None
            }
            LinksAction::Redo => {
                wishes.write(LinksControl::Redo);
                None
            }
            LinksAction::First => {
                wishes.write(LinksControl::GoTo(0));
                None
            }
            LinksAction::Last => {
                wishes.write(LinksControl::GoTo(usize::MAX));
                None
            }
            LinksAction::Hint => {
                if advice.is_on() {
                    controls.write(Control::DismissHint);
                } else if plays {
                    controls.write(Control::Hint);
                }
                None
            }
            LinksAction::Up | LinksAction::Down | LinksAction::Left | LinksAction::Right => {
                intent.cursor = Some(moved(intent.cursor, action, position.rules()));
                None
            }
            // Whoever clicks while a program acts wants it to be over.
            LinksAction::Click | LinksAction::Confirm if *phase == Phase::Playing && !plays => {
                controls.write(Control::Skip);
                None
            }
            _ if !plays => None,
            LinksAction::Click | LinksAction::Confirm => intent.cursor.map(Step::Peg),
            LinksAction::Swap => Some(Step::Swap),
            LinksAction::Draw => {
                let step = draw(position, &setup);
                if step.is_none() {
                    notices.write(Notice("Programs do not agree to draws.".into()));
                }
                step
            }
            LinksAction::Resign if is_armed => Some(Step::Resign),
            LinksAction::Resign => {
                intent.resigns = true;
                None
            }
            LinksAction::Tree => None,
        };
        orders.write_batch(step.map(|step| Issued { seat: board.seat(), order: LinksOrder::Act(step) }));
    }
}

/// What the key for draws does: agrees, or offers to a person. Programs play on.
fn draw(position: &Position, setup: &LinksSetup) -> Option<Step> {
    let other = 1 - position.side();
    if position.is_legal(Step::Draw) {
        return Some(Step::Draw);
    }
    setup.is_human(other).then_some(Step::Offer)
}

/// The cursor a hole further, from the middle of the board if there was none. The corners have no holes.
fn moved(cursor: Option<Hole>, action: LinksAction, rules: Rules) -> Hole {
    let Some(cursor) = cursor else { return Hole::new(rules.size / 2, rules.size / 2) };
    let last = rules.size - 1;
    let (column, row) = (cursor.column(), cursor.row());
    let next = match action {
        LinksAction::Up => Hole::new(column, row.saturating_sub(1)),
        LinksAction::Down => Hole::new(column, (row + 1).min(last)),
        LinksAction::Left => Hole::new(column.saturating_sub(1), row),
        _ => Hole::new((column + 1).min(last), row),
    };
    if rules.has(next) { next } else { cursor }
}
