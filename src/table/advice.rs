//! The best play on request: the strongest engine of the game looks at the position on the table.

use super::searched::{Searched, choose, strongest};
use super::thinking::{ThinkPolicy, Thinking};
use super::{Board, Control, KeepTrees, Phase, Playable, TableSetup};
use crate::arena::PlayerKind as _;
use bevy::prelude::*;
use std::sync::Arc;

/// The hint that was asked for. It goes when something is done.
#[derive(Component)]
pub struct Advice<G: Playable> {
    /// The key of the position that is thought about.
    thinking: Option<(u64, Thinking<Found<G>>)>,
    /// The key of the position that it is for.
    hint: Option<(u64, G::Insight)>,
    /// The search of the last hint; it stays.
    searched: Option<Arc<Searched<G>>>,
}

/// What comes of a search.
type Found<G> = (Option<<G as Playable>::Insight>, Option<Arc<Searched<G>>>);

impl<G: Playable> Default for Advice<G> {
    fn default() -> Self {
        Self { thinking: None, hint: None, searched: None }
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

    /// The tree of the search for the last hint, if trees are kept.
    pub fn searched(&self) -> Option<&Arc<Searched<G>>> {
        self.searched.as_ref()
    }

    fn forget(&mut self) {
        (self.thinking, self.hint) = (None, None);
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
    (policy, trees, setup): (Res<ThinkPolicy>, Res<KeepTrees>, Res<TableSetup<G>>),
) {
    let Some(table) = table else { return };
    let Some(kind) = strongest::<G>() else { return };
    let (board, phase, mut advice) = table.into_inner();
    for control in controls.read() {
        match control {
            Control::Hint if *phase != Phase::Over && !board.is_complete() && !setup.has_rival() => {
                let position = board.position().clone();
                let key = position.key();
                if position.outcome().is_some() || advice.thinking.as_ref().is_some_and(|(other, _)| *other == key) {
                    continue;
                }
                let mut player = kind.player(0);
                if trees.0 {
                    player.keep_trees();
                }
                let thinking = Thinking::start(*policy, u32::MAX, G::ADVICE_TIME, move |budget| {
                    let (choice, searched) = choose(&mut *player, &position, position.seat(), budget);
                    (choice.thought.and_then(|thought| position.insight(thought, kind)), searched)
                });
                advice.forget();
                advice.thinking = Some((key, thinking));
            }
            Control::DismissHint => advice.forget(),
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
        advice.forget();
    }
    let Some((_, thinking)) = &mut advice.bypass_change_detection().thinking else { return };
    if let Some((hint, searched)) = thinking.take(0) {
        let searched = searched.or_else(|| advice.searched.take());
        *advice = Advice { thinking: None, hint: hint.map(|hint| (key, hint)), searched };
    }
}
