//! Fights are computed before they are fought: how much of each side would be left.
//!
//! The model is typed: bodies of one kind are a group with a number, a sum of health and a place on a line through the point
//! where the sides meet ([`typed`]). Weapons, armour, upgrades and the order of targets are those of the game itself
//! ([`crate::games::rts::combat`]); what a line cannot show (who finds no room, blows on the dead, who stands beside the
//! target of a boulder) is in a few numbers that were fitted to battles ([`fitted`]; `gridmarch bench fights` plays them).
//! Integers only; work is counted, not timed.

mod corps;
mod duel;
pub(crate) mod fitted;
mod questions;
mod typed;

pub use duel::{Mix, counter, duel_worth};
pub(crate) use duel::{duel, worth_in};
pub use questions::{attack, flee, hold};

use crate::games::rts::bonus::Bonuses;
use crate::games::rts::rules::{BuildingId, KindId, Price, Rules, Stat};
use fitted::{FITTED, Fitted};

/// What a group consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Unit(KindId),
    Building(BuildingId),
}

impl What {
    /// Gold and wood of one.
    ///
    /// # Panics
    /// If the kind comes from other rules.
    pub fn price(self, rules: &Rules) -> Price {
        match self {
            Self::Unit(kind) => rules.kind(kind).cost,
            Self::Building(kind) => rules.building(kind).cost,
        }
    }

    /// Health of a whole one, with the upgrades of its side.
    ///
    /// # Panics
    /// As [`Self::price`].
    pub fn whole(self, rules: &Rules, bonuses: Option<&Bonuses>) -> u32 {
        let (health, more) = match self {
            Self::Unit(kind) => (rules.kind(kind).health, bonuses.map_or(0, |of| of.unit(kind, Stat::Health))),
            Self::Building(kind) => {
                (rules.building(kind).health, bonuses.map_or(0, |of| of.building(kind, Stat::Health)))
            }
        };
        u32::from(health.saturating_add(more)).max(1)
    }
}

/// Bodies of one kind of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    pub what: What,
    pub count: u16,
    /// Points of health, all together.
    pub health: u32,
    /// Cells from its middle to where the sides meet.
    pub distance: u16,
}

impl Group {
    /// So many whole ones.
    ///
    /// # Panics
    /// If the kind comes from other rules.
    pub fn whole(rules: &Rules, bonuses: Option<&Bonuses>, what: What, count: u16, distance: u16) -> Self {
        Self { what, count, health: what.whole(rules, bonuses) * u32::from(count), distance }
    }
}

/// How a side comes into the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Manner {
    /// It goes for the enemy.
    #[default]
    Advances,
    /// It stands where it is and meets whoever comes near.
    Holds,
    /// It goes away from the enemy and strikes nobody; its buildings stay and shoot.
    Flees,
}

/// One side of a fight.
#[derive(Debug, Clone, Default)]
pub struct Force<'a> {
    pub groups: Vec<Group>,
    /// What its upgrades add up to; `None` where they are not known.
    pub bonuses: Option<&'a Bonuses>,
    pub manner: Manner,
}

impl Force<'_> {
    /// Gold and wood that it has cost, weighted by health.
    ///
    /// # Panics
    /// If its kinds come from other rules.
    pub fn worth(&self, rules: &Rules) -> u32 {
        let of = |group: &Group| {
            let whole = u64::from(group.what.whole(rules, self.bonuses)) * u64::from(group.count);
            let health = u64::from(group.health).min(whole);
            u64::from(group.what.price(rules).worth()) * u64::from(group.count) * health / whole.max(1)
        };
        self.groups.iter().map(of).sum::<u64>().min(u64::from(u32::MAX)) as u32
    }
}

/// What is left of a fight. All of it is worth ([`Price`] of gold and wood together), weighted by health.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcome {
    pub own_left: u32,
    pub foe_left: u32,
    pub own_lost: u32,
    pub foe_lost: u32,
    /// Ticks until one side was gone, nobody could do anything any more, or time was up.
    pub ticks: u32,
    /// Steps of the model times pairs of groups looked at.
    pub work: u32,
}

impl Outcome {
    /// What the enemy loses more than we.
    pub fn gain(&self) -> i32 {
        self.foe_lost as i32 - self.own_lost as i32
    }

    /// Whether the enemy loses a greater share of its force than we of ours.
    pub fn is_won(&self) -> bool {
        let share = |lost: u32, left: u32, other: u32, other_left: u32| {
            u64::from(lost) * (u64::from(other) + u64::from(other_left)) >= u64::from(other) * u64::from(lost + left)
        };
        share(self.foe_lost, self.foe_left, self.own_lost, self.own_left) && self.foe_lost > 0
    }

    /// What the enemy loses for each hundred that we lose, at most 10,000.
    pub fn ratio(&self) -> u32 {
        (u64::from(self.foe_lost) * 100 / u64::from(self.own_lost.max(1))).min(10_000) as u32
    }
}

/// Lets two sides fight for so many ticks at most; `front` is the width in cells of the narrow place in which they meet,
/// `None` in the open.
///
/// # Panics
/// If the groups come from other rules.
pub fn fight(rules: &Rules, own: &Force<'_>, foe: &Force<'_>, front: Option<u8>, most_ticks: u32) -> Outcome {
    fight_by(&FITTED, rules, own, foe, front, most_ticks)
}

/// The same with other numbers than the fitted ones.
pub(crate) fn fight_by(
    fitted: &Fitted,
    rules: &Rules,
    own: &Force<'_>,
    foe: &Force<'_>,
    front: Option<u8>,
    most_ticks: u32,
) -> Outcome {
    typed::Fight::new(fitted, rules, own, foe, front).run(most_ticks)
}
