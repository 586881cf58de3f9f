//! What a program remembers of its army.

use crate::base::Cell;
use crate::nav::step::{Tick, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the main army is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) enum Campaign {
    /// It gathers at the rally point.
    #[default]
    Home,
    /// It is on its way to a place, or fights there.
    Out { target: Cell, since: Tick },
    /// It has left a fight and goes home.
    Back { since: Tick },
}

/// What a program remembers of its army.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Army {
    pub campaign: Campaign,
    /// Those who are out to attack.
    pub main: BTreeSet<UnitId>,
    /// Those who raid workers.
    pub raiders: BTreeSet<UnitId>,
    /// Those who defend against intruders now.
    pub guards: BTreeSet<UnitId>,
    pub rally: Option<Cell>,
    /// Buildings whose rally point it has set there.
    pub rallied: BTreeSet<UnitId>,
    /// When the main army last set out, and how often it has.
    pub set_out: Tick,
    pub attacks: u16,
    /// Worth of what had been killed and lost by then.
    #[serde(default)]
    pub before: (u32, u32),
    /// Attacks in a row that cost much more than they did harm.
    #[serde(default)]
    pub failures: u8,
    /// Looks in a row at which the fight that is on would be lost.
    pub doubts: u8,
    /// When the raiders may go out again.
    pub raid_at: Tick,
    /// Those who have left a fight until they are better.
    pub wounded: BTreeSet<UnitId>,
    /// Where an army goes that has left a fight.
    pub refuge: Option<Cell>,
}

impl Army {
    /// Whether a file says something that cannot be.
    pub(crate) fn is_wrong(&self, now: Tick, most: u32, is_on_map: impl Fn(Cell) -> bool) -> bool {
        let (since, at) = match self.campaign {
            Campaign::Home => (0, None),
            Campaign::Out { target, since } => (since, Some(target)),
            Campaign::Back { since } => (since, None),
        };
        since.max(self.set_out) > now
            || self.raid_at > now.saturating_add(most)
            || at.into_iter().chain(self.rally).chain(self.refuge).any(|cell| !is_on_map(cell))
    }
}
