//! What a program remembers of its allies and of what they have told each other.

use crate::base::Cell;
use crate::games::rts::level::SIDES;
use crate::nav::step::{Tick, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An attack that is to begin together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Plan {
    pub target: Cell,
    /// When all are to be there.
    pub arrive: Tick,
    /// When it was made.
    pub since: Tick,
    /// The allies that come, as bits.
    pub with: u8,
    /// Whether a person wants it: it is not asked then whether it is wise.
    pub is_wanted: bool,
}

/// What comes of the wish to set out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games::rts::bot) enum Start {
    /// Nobody comes along: it decides alone.
    Alone,
    /// It is not yet time.
    Wait,
    Go(Cell),
}

/// A call for help, or a base that helpers are on their way to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Call {
    pub side: u8,
    pub at: Cell,
    /// When it was made, or when the helpers last had something to do.
    pub since: Tick,
}

/// An invitation to attack together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Invitation {
    pub side: u8,
    pub at: Cell,
    pub arrive: Tick,
    pub since: Tick,
}

/// What a program remembers of its allies, and of whom it fights.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Team {
    /// Of several enemies, the one to be attacked, and since when.
    pub foe: Option<(u8, Tick)>,
    /// Who has attacked last, and when.
    pub attacker: Option<(u8, Tick)>,
    /// From this tick on the signs of allies are new.
    pub heard: Tick,
    pub invitation: Option<Invitation>,
    pub plan: Option<Plan>,
    /// When it last proposed an attack.
    pub proposed: Tick,
    /// Calls for help that nobody has answered here, one a side.
    pub calls: BTreeMap<u8, Call>,
    /// The call that it answers, and who is on the way.
    pub answers: Option<Call>,
    pub helpers: BTreeSet<UnitId>,
    /// When it last called for help, and when it said that a base is given up.
    pub called: Tick,
    pub gave_up: Tick,
    /// When it last gave something.
    pub gave: Tick,
    /// Mines that allies have claimed, with who and when.
    pub claims: BTreeMap<Cell, (u8, Tick)>,
    /// The mine that it has claimed itself.
    pub claimed: Option<Cell>,
    /// Whether it has said hello, that it comes, and goodbye.
    pub greeted: bool,
    pub announced: bool,
    pub parted: bool,
}

impl Team {
    /// Whether a file says something that cannot be.
    pub(crate) fn is_wrong(&self, now: Tick, most: u32, is_on_map: impl Fn(Cell) -> bool) -> bool {
        let calls = || self.calls.values().chain(&self.answers);
        let places = calls().map(|call| call.at).chain(self.claims.keys().copied()).chain(self.claimed);
        let plans = self.plan.iter().map(|plan| (plan.target, plan.arrive, plan.since));
        let plans = plans.chain(self.invitation.iter().map(|one| (one.at, one.arrive, one.since)));
        let sides = calls().map(|call| call.side).chain(self.claims.values().map(|(side, _)| *side));
        let sides = sides.chain(self.foe.iter().chain(&self.attacker).map(|(side, _)| *side));
        let past = [self.heard, self.proposed, self.called, self.gave_up, self.gave];
        let past =
            past.into_iter().chain(calls().map(|call| call.since)).chain(self.claims.values().map(|(_, at)| *at));
        let past = past.chain(self.foe.iter().chain(&self.attacker).map(|(_, since)| *since));
        places.into_iter().any(|at| !is_on_map(at))
            || plans.into_iter().any(|(at, arrive, since)| !is_on_map(at) || arrive > most || since > now)
            || self.calls.keys().copied().chain(sides).any(|side| side >= SIDES)
            || past.into_iter().any(|tick| tick > now)
    }
}
