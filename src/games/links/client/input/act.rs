//! Presses become orders.

use super::LinksAction;
use super::intent::Intent;
use super::saving::Keeper;
use crate::client::input::bindings::Press;
use crate::games::links::client::stage::person_plays;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::{
    Advice, Board, Control, Issued, LinksControl, LinksOrder, LinksSetup, Pace, Phase, Tempo,
};
use crate::games::links::position::Position;
use crate::games::links::rules::Rules;
use crate::games::links::step::Step;
use crate::shell::states::Paused;
use bevy::ecs::system::SystemParam;
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
    (mut controls, mut wishes, mut keeper): (MessageWriter<Control>, MessageWriter<LinksControl>, Keeper),
) {
    let (board, phase, pace, advice) = *table;
    let position = board.position();
    let plays = person_plays(board, *phase, &setup);
    let is_watched = matches!(phase, Phase::Watching { .. });
    if intent.resigns && !plays {
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
            _ if is_watched => None,
            LinksAction::Save => {
                keeper.keep();
                None
            }
            LinksAction::Guides => {
                intent.guides = !intent.guides;
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
            LinksAction::Hint => {
                let is_advised = advice.hint().is_some() || advice.is_thinking();
                if is_advised {
                    wishes.write(LinksControl::DismissHint);
                } else if plays {
                    wishes.write(LinksControl::Hint);
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
            LinksAction::Draw => draw(position, &setup),
            LinksAction::Resign if is_armed => Some(Step::Resign),
            LinksAction::Resign => {
                intent.resigns = true;
                None
            }
            LinksAction::First | LinksAction::Last | LinksAction::Play | LinksAction::Tree => None,
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

/// Keys of a replay; they work while time stands, too.
pub(super) fn seek(
    mut presses: MessageReader<Press<LinksAction>>,
    phase: Single<&Phase>,
    mut controls: MessageWriter<Control>,
) {
    let Phase::Watching { at, playing } = **phase else {
        presses.clear();
        return;
    };
    for Press(action) in presses.read() {
        let sought = match action {
            LinksAction::Left => Some(at.saturating_sub(1)),
            LinksAction::Right => Some(at + 1),
            LinksAction::Up => Some(at.saturating_sub(PAGE)),
            LinksAction::Down => Some(at + PAGE),
            LinksAction::First => Some(0),
            LinksAction::Last => Some(usize::MAX),
            _ => None,
        };
        if let Some(to) = sought {
            controls.write(Control::Play(false));
            controls.write(Control::Seek(to));
        } else if *action == LinksAction::Play {
            controls.write(Control::Play(!playing));
        }
    }
}

/// Moves that the keys for more than one move go.
const PAGE: usize = 10;

/// What the buttons of a replay and of the result ask for.
#[derive(SystemParam)]
pub struct ReplayControls<'w> {
    controls: MessageWriter<'w, Control>,
    wishes: MessageWriter<'w, LinksControl>,
    keeper: Keeper<'w>,
}

impl ReplayControls<'_> {
    /// Shows the match again from its first move.
    pub fn watch(&mut self) {
        self.controls.write(Control::Watch);
    }

    pub(crate) fn seek(&mut self, count: usize) {
        self.controls.write(Control::Seek(count));
    }

    /// Goes on by itself, or no longer.
    pub fn play(&mut self, on: bool) {
        self.controls.write(Control::Play(on));
    }

    pub fn stop(&mut self) {
        self.controls.write(Control::StopWatching);
    }

    /// Takes the last move of a person back.
    pub(crate) fn take_back(&mut self) {
        self.wishes.write(LinksControl::TakeBack);
    }

    /// Writes the match to the folder of saves.
    pub fn save(&mut self) {
        self.keeper.keep();
    }
}
