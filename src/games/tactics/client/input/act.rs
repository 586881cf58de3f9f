//! Presses become orders.

use super::intent::{Aim, Intent};
use super::{Hurry, TacticsAction};
use crate::client::input::bindings::Press;
use crate::games::tactics::battle::Battle;
use crate::games::tactics::plugin::{Advice, Control, Fight, Issued, Pace, Phase, TacticsOrder, TacticsSetup, Tempo};
use crate::games::tactics::{Position, Square};
use crate::shell::states::Paused;
use bevy::prelude::*;

/// Everything that can be pressed while a battle is played.
pub(super) fn act(
    mut presses: MessageReader<Press<TacticsAction>>,
    table: Single<(&Fight, &Phase, &Pace, &Advice)>,
    setup: Res<TacticsSetup>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
    mut intent: ResMut<Intent>,
    mut orders: MessageWriter<Issued>,
    mut controls: MessageWriter<Control>,
    mut hurry: MessageWriter<Hurry>,
) {
    let (fight, phase, pace, advice) = *table;
    let battle = fight.battle();
    let issued = |order| Issued { seat: battle.seat(), order };
    let plays = setup.person_plays(battle, *phase);
    for Press(action) in presses.read() {
        if paused.get().0 {
            // Where a person is to move nothing runs away: who clicks on the board goes on.
            if *action != TacticsAction::Click || !plays {
                continue;
            }
            next.set(Paused(false));
        }
        match action {
            TacticsAction::Threats => intent.threats = !intent.threats,
            TacticsAction::Reasons => intent.reasons = !intent.reasons,
            TacticsAction::Ask => intent.asks = !intent.asks,
            TacticsAction::Tempo => {
                let place = Tempo::ALL.iter().position(|tempo| *tempo == pace.tempo).unwrap_or(0);
                controls.write(Control::Tempo(Tempo::ALL[(place + 1) % Tempo::ALL.len()]));
            }
            TacticsAction::Skip => {
                controls.write(Control::Skip);
                hurry.write(Hurry);
            }
            TacticsAction::Save => drop(controls.write(Control::Save)),
            TacticsAction::Hint if advice.is_on() => {
                controls.write(Control::DismissHint);
            }
            // Whoever clicks while a program acts wants it to be over.
            TacticsAction::Click | TacticsAction::Confirm if *phase == Phase::Playing && !plays => {
                controls.write(Control::Skip);
                hurry.write(Hurry);
            }
            TacticsAction::Up | TacticsAction::Down | TacticsAction::Left | TacticsAction::Right => {
                // In a replay these keys lead through it.
                if !matches!(phase, Phase::Watching { .. }) {
                    let cursor = moved(intent.cursor, *action, battle.position());
                    (intent.cursor, intent.beside) = (Some(cursor), None);
                }
            }
            _ if !plays => {}
            TacticsAction::Hint => drop(controls.write(Control::Hint)),
            TacticsAction::EndTurn => drop(orders.write(issued(TacticsOrder::EndTurn))),
            TacticsAction::Undo => drop(orders.write(issued(TacticsOrder::Undo))),
            TacticsAction::UndoTurn => drop(orders.write(issued(TacticsOrder::UndoTurn))),
            TacticsAction::Cancel => _ = intent.leave(),
            TacticsAction::Next => {
                let next = next_ready(battle, intent.selected);
                intent.select(next);
            }
            TacticsAction::MoveOnly => aim(&mut intent, battle, Aim::Move),
            TacticsAction::AttackOnly => aim(&mut intent, battle, Aim::Attack),
            TacticsAction::Wait => {
                let waiting = intent.selected.and_then(|square| battle.position().options(square).waiting());
                orders.write_batch(waiting.map(|action| issued(TacticsOrder::Act(action))));
            }
            TacticsAction::Click | TacticsAction::Confirm => click(&mut intent, battle, &mut orders),
        }
    }
}

/// A click on the square of the cursor: acts, selects, or lets go.
fn click(intent: &mut Intent, battle: &Battle, orders: &mut MessageWriter<Issued>) {
    let Some(cursor) = intent.cursor else { return };
    let asks = intent.asks || !battle.has_undo();
    if let Some(action) = intent.meant {
        if asks && intent.planned != Some(action) {
            intent.planned = Some(action);
        } else {
            orders.write(Issued { seat: battle.seat(), order: TacticsOrder::Act(action) });
            intent.select(None);
        }
        return;
    }
    let again = intent.selected == Some(cursor);
    intent.select(Some(cursor).filter(|cursor| is_ready(battle, *cursor) && !again));
}

/// Aims with the selected character, or with the next one that can act.
fn aim(intent: &mut Intent, battle: &Battle, aim: Aim) {
    if intent.selected.is_none() {
        let on_cursor = intent.cursor.filter(|square| is_ready(battle, *square));
        intent.select(on_cursor.or_else(|| next_ready(battle, None)));
    }
    intent.aim = if intent.aim == aim { Aim::Any } else { aim };
    intent.planned = None;
}

fn is_ready(battle: &Battle, square: Square) -> bool {
    let ready = battle.turn_order().0;
    battle.position().character_on(square).is_some_and(|one| ready.contains(&one.slot))
}

/// The character after the selected one that can act, in the order of their slots and in a circle.
fn next_ready(battle: &Battle, selected: Option<Square>) -> Option<Square> {
    let position = battle.position();
    let (ready, _) = battle.turn_order();
    let slot = selected.and_then(|square| position.character_on(square)).map_or(usize::MAX, |one| one.slot);
    let next = ready.iter().find(|other| slot == usize::MAX || **other > slot).or(ready.first())?;
    position.characters(battle.side()).find(|one| one.slot == *next).map(|one| one.at)
}

/// The cursor a square further, from the middle of the board if there was none.
fn moved(cursor: Option<Square>, action: TacticsAction, position: &Position) -> Square {
    let field = &position.scene().field;
    let Some(cursor) = cursor else { return Square::new(field.width() / 2, field.height() / 2) };
    let (x, y) = (cursor.x(), cursor.y());
    match action {
        TacticsAction::Up => Square::new(x, y.saturating_sub(1)),
        TacticsAction::Down => Square::new(x, (y + 1).min(field.height() - 1)),
        TacticsAction::Left => Square::new(x.saturating_sub(1), y),
        _ => Square::new((x + 1).min(field.width() - 1), y),
    }
}
