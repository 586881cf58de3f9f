//! What a kind of unit is worth against others for the same money.

use super::{Force, Group, Outcome, What, fight};
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::rules::{KindId, Rules};

/// Kinds of units with their weights: numbers, or worth, as the caller likes.
pub type Mix<'a> = &'a [(KindId, u32)];

/// Gold and wood for each side of a duel: some ten soldiers, so that no side is cut off by its last one.
const STAKE: u32 = 1200;
/// Cells from where both meet.
const APART: u16 = 6;
/// Time enough for a duel of that size.
const TICKS: u32 = 900;

/// Worth of a kind of unit against a mix of enemies at equal money, in hundredths: 100 is even, 200 that it kills twice the
/// money that it loses. `bonuses` are those of the kind's side and of the mix.
///
/// # Panics
/// If the kinds come from other rules.
pub fn duel_worth(
    rules: &Rules,
    kind: KindId,
    bonuses: Option<&Bonuses>,
    mix: Mix<'_>,
    foe_bonuses: Option<&Bonuses>,
) -> u32 {
    worth_in(&duel(rules, kind, bonuses, mix, foe_bonuses))
}

/// The duel itself.
pub(crate) fn duel(
    rules: &Rules,
    kind: KindId,
    bonuses: Option<&Bonuses>,
    mix: Mix<'_>,
    foe_bonuses: Option<&Bonuses>,
) -> Outcome {
    let own = stake(rules, &[(kind, 1)], bonuses);
    let foe = stake(rules, mix, foe_bonuses);
    fight(rules, &own, &foe, None, TICKS)
}

/// What the duel says of the kind.
pub(crate) fn worth_in(duel: &Outcome) -> u32 {
    let Outcome { own_lost, foe_lost, own_left, foe_left, .. } = *duel;
    // What each side loses of its own: money is not equal to the coin.
    let share = |lost: u32, left: u32| u64::from(lost) * 1000 / u64::from((lost + left).max(1)) + 50;
    (share(foe_lost, foe_left) * 100 / share(own_lost, own_left)) as u32
}

/// Of some kinds, the one that is worth most against a mix.
///
/// # Panics
/// As [`duel_worth`].
pub fn counter(rules: &Rules, kinds: &[KindId], bonuses: Option<&Bonuses>, mix: Mix<'_>) -> Option<(KindId, u32)> {
    let worth = |kind: &KindId| (*kind, duel_worth(rules, *kind, bonuses, mix, None));
    // Of equals the first.
    kinds.iter().map(worth).rev().max_by_key(|(_, worth)| *worth)
}

/// The stake spent on kinds by their weights, to a whole unit of each at least.
fn stake<'a>(rules: &Rules, mix: Mix<'_>, bonuses: Option<&'a Bonuses>) -> Force<'a> {
    let all: u32 = mix.iter().map(|(kind, weight)| weight * rules.kind(*kind).cost.worth()).sum();
    let group = |(kind, weight): &(KindId, u32)| {
        let count = (weight * STAKE + all / 2) / all.max(1);
        let what = What::Unit(*kind);
        // A part of a unit is one that is hurt.
        let points = u64::from(what.whole(rules, bonuses)) * u64::from(*weight * STAKE) / u64::from(all.max(1));
        Group { what, count: count.max(1) as u16, health: points.max(1) as u32, distance: APART }
    };
    Force { groups: mix.iter().filter(|(_, weight)| *weight > 0).map(group).collect(), bonuses, ..Force::default() }
}
