//! What a program is up to after a look: for observers, replays and the end of a match.
//!
//! Thoughts are no part of the match. They are written down only while somebody listens, nothing is decided by them, and they
//! are not saved: whoever wants those of an old match lets the program think again ([`Mind::listen`](super::Mind::listen)).

mod blocks;

pub use blocks::{BLOCK, Block, threat_blocks};

use super::program::Program;
use super::view::Body;
use super::want::Want;
use crate::base::Cell;
use crate::games::rts::rules::KindId;
use crate::nav::step::{Tick, UnitId};
use std::cell::RefCell;

/// Ticks for which an answer is worth telling: a minute.
pub const TOLD_FOR: Tick = 1200;
/// Answers, and things that were begun, that are kept.
const ANSWERS: usize = 6;
const BEGUN: usize = 3;

/// Who listens to a look, if anybody does.
pub(super) type Ear<'e> = Option<&'e RefCell<Thoughts>>;

/// What a program is up to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thoughts {
    /// The tick of the look; `None` before the first.
    pub at: Option<Tick>,
    pub program: Option<Program>,
    pub plan: Plan,
    pub goal: Goal,
    pub squads: Vec<Squad>,
    /// The last answers of the fight model, the latest first, one for each question.
    pub answers: Vec<Answer>,
    /// Enemies that it knows of.
    pub sightings: Vec<Seen>,
    /// Its soldiers and towers: where they are and what they are worth.
    pub own: Vec<(Cell, u32)>,
    /// Where its soldiers gather, and where it believes that the enemies are.
    pub rally: Option<Cell>,
    pub front: Option<Cell>,
}

/// What money is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    pub phase: Phase,
    /// Workers that it has, and that it wants.
    pub workers: (usize, usize),
    /// What workers bring home in a minute.
    pub income: u32,
    /// Hundredths of the money that go to the army.
    pub army_percent: u32,
    /// What it trains.
    pub trains: Vec<(KindId, usize)>,
    /// Growth that it wants, the first thing first.
    pub line: Vec<Want>,
    /// What of it cannot be paid yet and is set aside for.
    pub saves_for: Vec<Want>,
    /// What it has begun last, the latest first.
    pub begun: Vec<(Tick, Want)>,
    pub passed_over: Vec<PassedOver>,
}

/// How it stands.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Growing,
    /// It does not think of an attack before a second of the match.
    Opening { until_s: u32 },
    /// Enemies are in its base, and all money goes to the army.
    Pressed,
    /// The enemy is known to have the greater army.
    Outnumbered,
    /// The enemy is feared to have the greater army.
    Wary,
}

/// Something that cannot be had at the moment and is not tried again until a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PassedOver {
    pub want: Want,
    pub until: Tick,
    /// `None`: nobody listened when that was found out.
    pub why: Option<Hindrance>,
}

/// Why something cannot be had, other than its price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    NoSite,
    NoBuilder,
    /// No building that could make it.
    NoMaker,
}

/// What the army is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    Home(Waits),
    /// On its way to a place, or fighting there.
    Out {
        target: Cell,
        since: Tick,
    },
    /// It has left a fight.
    Back {
        since: Tick,
    },
}

impl Default for Goal {
    fn default() -> Self {
        Self::Home(Waits::Army)
    }
}

/// Why an army is at home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// Until a second of the match.
    Until(u32),
    /// For the second of a wave, and for units of it.
    Wave { at_s: u32, have: usize, units: usize },
    /// For soldiers of so much worth.
    Worth { have: u32, wanted: u32 },
    /// Enemies are in the base.
    Pressed,
    /// Until a fight would be won: the answers say what is missing.
    Army,
}

/// What a squad is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    Main,
    Guards,
    Raiders,
    Scout,
    /// At the rally point.
    Reserve,
}

impl Role {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Main => "Main army",
            Self::Guards => "Defence",
            Self::Raiders => "Raiders",
            Self::Scout => "Scout",
            Self::Reserve => "Reserve",
        }
    }
}

/// Units with one purpose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Squad {
    pub role: Role,
    pub units: Vec<UnitId>,
    pub worth: u32,
    /// The middle of it.
    pub at: Cell,
    /// Where it goes, if it goes somewhere.
    pub target: Option<Cell>,
}

/// A question to the fight model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Whether to set out.
    Attack,
    /// Whether to go on with a fight.
    GoOn,
    /// Whether those who are sent against intruders are enough.
    Defend,
    /// Whether they are together with the workers.
    DefendWithWorkers,
}

/// What the fight model has answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    pub tick: Tick,
    pub asked: Asked,
    pub at: Cell,
    /// Worth of both sides.
    pub own: u32,
    pub foe: u32,
    /// What the enemy loses for each hundred of own losses, and what that must be.
    pub ratio: u32,
    pub bar: u32,
    /// Worth of the army that it takes because not all of the enemy's may have been seen; 0 if that is not asked for.
    pub needs: u32,
    pub is_yes: bool,
}

/// An enemy as the program knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub body: Body,
    /// When it was seen last.
    pub tick: Tick,
    /// Hundredths by which it is believed to be there still.
    pub weight: u32,
    /// What it is worth in a fight, weighted by that.
    pub worth: u32,
}

impl Thoughts {
    /// A look begins: what was told long ago is old.
    pub fn begin(&mut self, now: Tick) {
        self.answers.retain(|answer| answer.tick + TOLD_FOR > now);
    }

    /// The spending begins anew.
    pub(super) fn spend_again(&mut self) {
        self.plan.line.clear();
        self.plan.saves_for.clear();
    }

    /// An answer takes the place of the last one to the same question; at several places that may be asked at one look.
    pub fn answer(&mut self, answer: Answer) {
        self.answers.retain(|old| old.asked != answer.asked || old.tick == answer.tick && old.at != answer.at);
        self.answers.insert(0, answer);
        self.answers.truncate(ANSWERS);
    }

    pub(super) fn pass_over(&mut self, want: Want, until: Tick, why: Hindrance) {
        self.plan.passed_over.retain(|other| other.want != want);
        self.plan.passed_over.push(PassedOver { want, until, why: Some(why) });
    }

    /// What it has begun.
    pub(super) fn begin_with(&mut self, now: Tick, wants: impl Iterator<Item = Want>) {
        self.plan.begun.splice(0..0, wants.map(|want| (now, want)));
        self.plan.begun.truncate(BEGUN);
    }
}
