//! Best play on request: the strongest engine, with the exact tables of the battle, looks at the position.

use super::{Fight, Phase, TacticsControl};
use crate::games::tactics::engine::{Engine, MAX_LEVEL};
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::reason::Reason;
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::time::Duration;

/// How long a hint is thought about.
const TIME: Duration = Duration::from_millis(600);

/// The hint that was asked for. It goes when something is done.
#[derive(Component, Default)]
pub struct Advice {
    thinking: Option<(u64, Thinking<Option<Reason>>)>,
    hint: Option<Reason>,
}

impl Advice {
    /// Whether a hint is being found.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The best play in the position on the table: the first actions of its line.
    pub fn hint(&self) -> Option<&Reason> {
        self.hint.as_ref()
    }
}

/// No hint is there at the beginning, and none that was asked for before.
pub(super) fn begin(
    table: Option<Single<Entity, With<Fight>>>,
    mut orders: ResMut<Messages<TacticsControl>>,
    mut commands: Commands,
) {
    orders.clear();
    if let Some(table) = table {
        commands.entity(*table).insert(Advice::default());
    }
}

/// Takes the requests for hints.
pub(super) fn command(
    mut orders: MessageReader<TacticsControl>,
    table: Option<Single<(&Fight, &Phase, &mut Advice)>>,
    policy: Res<ThinkPolicy>,
) {
    let Some(table) = table else { return };
    let (fight, phase, mut advice) = table.into_inner();
    for order in orders.read() {
        match order {
            TacticsControl::Hint if *phase == Phase::Playing && !fight.is_complete() => {
                let position = fight.position().clone();
                let key = position.key();
                if position.end().is_some() || advice.thinking.as_ref().is_some_and(|(other, _)| *other == key) {
                    continue;
                }
                let thinking = Thinking::start(*policy, u32::MAX, TIME, move |budget| {
                    let thought = Engine::new(MAX_LEVEL, Style::Steady, 0).think(&position, budget, &mut |_| {});
                    Reason::of(&position, &thought, Style::Steady)
                });
                *advice = Advice { thinking: Some((key, thinking)), hint: None };
            }
            TacticsControl::DismissHint => *advice = Advice::default(),
            _ => {}
        }
    }
}

/// Takes the hint that has come, and forgets one about a position that is not there any more.
pub(super) fn collect(table: Option<Single<(&Fight, &mut Advice)>>) {
    let Some(table) = table else { return };
    let (fight, mut advice) = table.into_inner();
    let key = fight.position().key();
    let is_old = advice.thinking.as_ref().is_some_and(|(about, _)| *about != key)
        || advice.hint.as_ref().is_some_and(|hint| hint.key != key);
    if is_old {
        *advice = Advice::default();
    }
    let Some((_, thinking)) = &mut advice.bypass_change_detection().thinking else { return };
    if let Some(hint) = thinking.take(0) {
        *advice = Advice { thinking: None, hint };
    }
}
