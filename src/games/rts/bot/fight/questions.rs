//! The questions that a bot asks.

use super::{Force, Manner, Outcome, fight};
use crate::games::rts::rules::Rules;

/// Ticks that a fight is looked at: what comes after half a minute depends on what is done until then.
const TICKS: u32 = 600;
/// Ticks of a flight: after ten seconds it is either over or lost.
const FLIGHT: u32 = 200;

/// What comes of going for the enemy where it stands; its buildings are groups of its own.
///
/// # Panics
/// If the groups come from other rules.
pub fn attack(rules: &Rules, own: &Force<'_>, foe: &Force<'_>, front: Option<u8>) -> Outcome {
    fight(rules, &with(own, Manner::Advances), &with(foe, Manner::Holds), front, TICKS)
}

/// What comes of staying here, with the own buildings as groups, while the enemy comes.
///
/// # Panics
/// As [`attack`].
pub fn hold(rules: &Rules, own: &Force<'_>, foe: &Force<'_>, front: Option<u8>) -> Outcome {
    fight(rules, &with(own, Manner::Holds), &with(foe, Manner::Advances), front, TICKS)
}

/// What comes of going away now, with the enemy after us.
///
/// # Panics
/// As [`attack`].
pub fn flee(rules: &Rules, own: &Force<'_>, foe: &Force<'_>) -> Outcome {
    fight(rules, &with(own, Manner::Flees), &with(foe, Manner::Advances), None, FLIGHT)
}

fn with<'a>(force: &Force<'a>, manner: Manner) -> Force<'a> {
    Force { manner, ..force.clone() }
}
