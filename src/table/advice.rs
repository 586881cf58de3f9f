//! The best play on request: the strongest engine of the game looks at the position on the table.

use super::thinking::{ThinkPolicy, Thinking};
use super::{Board, Control, Phase, Playable};
use bevy::prelude::*;

/// The hint that was asked for. It goes when something is done.
#[derive(Component)]
pub struct Advice<G: Playable> {
    /// The key of the position that is thought about.
    thinking: Option<(u64, Thinking<Option<G::Insight>>)>,
    /// The key of the position that it is for.
    hint: Option<(u64, G::Insight)>,
}

impl<G: Playable> Default for Advice<G> {
    fn default() -> Self {
        Self { thinking: None, hint: None }
    }
}

impl<G: Playable> Advice<G> {
    /// Whether a hint is being found.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The best play in the position on the table, with its line.
    pub fn hint(&self) -> Option<&G::Insight> {
        self.hint.as_ref().map(|(_, hint)| hint)
    }

    /// Whether a hint is there or is being found.
    pub(crate) fn is_on(&self) -> bool {
        self.hint.is_some() || self.thinking.is_some()
    }
}

/// Takes the requests for hints.
pub(super) fn command<G: Playable>(
    mut controls: MessageReader<Control>,
    table: Option<Single<(&Board<G>, &Phase, &mut Advice<G>)>>,
    policy: Res<ThinkPolicy>,
) {
    let Some(table) = table else { return };
    let (board, phase, mut advice) = table.into_inner();
    for control in controls.read() {
        match control {
            Control::Hint if *phase != Phase::Over && !board.is_complete() => {
                let position = board.position().clone();
                let key = position.key();
                if position.outcome().is_some() || advice.thinking.as_ref().is_some_and(|(other, _)| *other == key) {
                    continue;
                }
                let thinking =
                    Thinking::start(*policy, u32::MAX, G::ADVICE_TIME, move |budget| position.advise(budget));
                *advice = Advice { thinking: Some((key, thinking)), hint: None };
            }
            Control::DismissHint => *advice = Advice::default(),
            _ => {}
        }
    }
}

/// Takes the hint that has come, and forgets one about a position that is not there any more.
pub(super) fn collect<G: Playable>(table: Option<Single<(&Board<G>, &mut Advice<G>)>>) {
    let Some(table) = table else { return };
    let (board, mut advice) = table.into_inner();
    let key = board.position().key();
    let is_old = advice.thinking.as_ref().is_some_and(|(about, _)| *about != key)
        || advice.hint.as_ref().is_some_and(|(about, _)| *about != key);
    if is_old {
        *advice = Advice::default();
    }
    let Some((_, thinking)) = &mut advice.bypass_change_detection().thinking else { return };
    if let Some(hint) = thinking.take(0) {
        *advice = Advice { thinking: None, hint: hint.map(|hint| (key, hint)) };
    }
}
