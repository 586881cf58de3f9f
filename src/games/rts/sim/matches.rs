//! What a match is: its rules, its set-up, its clock and its phases.

use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::sides::SkirmishSetup;
use crate::nav::coop::PlannerKind;
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::sync::Arc;

/// The rules in force. Shared: rules do not change during a match.
#[derive(Resource, Debug, Clone)]
pub struct GameRules(pub Arc<Rules>);

impl Default for GameRules {
    fn default() -> Self {
        Self(Arc::new(Rules::built_in()))
    }
}

#[derive(Resource, Debug, Clone)]
pub struct MatchSetup {
    pub level: Arc<Level>,
    /// Seed of all that is random in the match.
    pub seed: u64,
    /// The planner to begin with instead of the one that the rules name.
    pub planner: Option<PlannerKind>,
    /// What makes a skirmish of it; `None`: the sandbox of movement.
    pub skirmish: Option<SkirmishSetup>,
}

impl MatchSetup {
    pub fn planner(&self, rules: &Rules) -> PlannerKind {
        self.planner.unwrap_or(rules.planner.kind)
    }
}

/// The number of ticks that have run since the match began, which is the number of the tick to come.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchClock {
    pub(super) tick: Tick,
}

impl MatchClock {
    /// The tick to come; the first one is 0.
    pub const fn tick(self) -> Tick {
        self.tick
    }
}

/// The phases of one tick, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Orders are checked and applied.
    Command,
    /// Units turn to what they are to do next: they choose targets, gather, build. Only in a skirmish.
    Act,
    /// Routes and reservations are made; nothing moves.
    Plan,
    /// All movements of the tick, at once.
    Move,
    /// Blows fall, all at once; missiles fly. Only in a skirmish.
    Combat,
    /// The dead leave, buildings produce, sides see, win and lose. Only in a skirmish.
    Resolve,
    /// The tick is counted and its fingerprint taken.
    Record,
}

/// Order of what happens when a match is entered.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MatchSystems {
    /// The board, its tiles and its units come into being; what looks at them comes after.
    Begin,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameRules>().init_resource::<MatchClock>();
}
