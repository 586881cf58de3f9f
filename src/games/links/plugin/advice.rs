//! The best move on request: the strongest engine looks at the position.

use super::{Board, Insight, LinksControl, Phase};
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::time::Duration;

/// How long a hint is thought about.
const TIME: Duration = Duration::from_secs(1);

/// The hint that was asked for. It goes when something is done.
#[derive(Component, Default)]
pub struct Advice {
    thinking: Option<(u64, Thinking<Insight>)>,
    hint: Option<Insight>,
}

impl Advice {
    /// Whether a hint is being found.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The best move in the position on the table, with its line.
    pub fn hint(&self) -> Option<&Insight> {
        self.hint.as_ref()
    }
}

/// Takes the requests for hints.
pub(super) fn command(
    mut orders: MessageReader<LinksControl>,
    table: Option<Single<(&Board, &Phase, &mut Advice)>>,
    policy: Res<ThinkPolicy>,
) {
    let Some(table) = table else { return };
    let (board, phase, mut advice) = table.into_inner();
    for order in orders.read() {
        match order {
            LinksControl::Hint if *phase != Phase::Over && board.position().end().is_none() => {
                let position = board.position().clone();
                let key = position.key();
                if advice.thinking.as_ref().is_some_and(|(other, _)| *other == key) {
                    continue;
                }
                let thinking = Thinking::start(*policy, u32::MAX, TIME, move |budget| {
                    let thought = Engine::new(MAX_LEVEL, 0).think(&position, budget, &mut |_| {});
                    Insight { side: position.side(), key, thought }
                });
                *advice = Advice { thinking: Some((key, thinking)), hint: None };
            }
            LinksControl::DismissHint => *advice = Advice::default(),
            _ => {}
        }
    }
}

/// Takes the hint that has come, and forgets one about a position that is not there any more.
pub(super) fn collect(table: Option<Single<(&Board, &mut Advice)>>) {
    let Some(table) = table else { return };
    let (board, mut advice) = table.into_inner();
    let key = board.position().key();
    let is_old = advice.thinking.as_ref().is_some_and(|(about, _)| *about != key)
        || advice.hint.as_ref().is_some_and(|hint| hint.key != key);
    if is_old {
        *advice = Advice::default();
    }
    let Some((_, thinking)) = &mut advice.bypass_change_detection().thinking else { return };
    if let Some(hint) = thinking.take(0) {
        *advice = Advice { thinking: None, hint: Some(hint) };
    }
}
