//! A puzzle that was missed goes on where its last turn is taken back.

use super::{Fight, Issued, Phase, PuzzleAttempt};
use crate::games::tactics::battle::Order;
use crate::games::tactics::puzzle::Verdict;
use bevy::prelude::*;

/// Opens it again. Comes before the order itself is taken.
pub(super) fn resume(
    mut orders: MessageReader<Issued>,
    table: Option<Single<(&mut Fight, &mut Phase, &PuzzleAttempt)>>,
) {
    let is_undo = |issued: &&Issued| matches!(issued.order, Order::Undo | Order::UndoTurn);
    let asked = orders.read().filter(is_undo).count() > 0;
    let Some(table) = table.filter(|_| asked) else { return };
    let (mut fight, mut phase, attempt) = table.into_inner();
    if *phase != Phase::Over || attempt.verdict() != Some(Verdict::Failed) {
        return;
    }
    let seat = attempt.puzzle().side().index();
    if fight.seat() == seat || fight.reopen(seat).is_ok() {
        *phase = Phase::Playing;
    }
}
