//! What a blow takes.
//!
//! The weapon and the upgrades of the side are added, the rank of the veteran multiplies that: the *force* of a blow. The
//! kind of the weapon against the kind of the armour gives a share of the force, and points of armour take off from what is
//! left; but no blow is for nothing.

/// The force of a blow: damage of the weapon with its upgrades, grown by hundredths for the rank.
pub fn force(damage: u16, rank_percent: u16) -> u32 {
    u32::from(damage) * (100 + u32::from(rank_percent)) / 100
}

/// Health that a blow of some force takes: `percent` is the entry of the table, `points` what the armour takes off.
pub fn harm(force: u32, percent: u32, points: u16) -> u16 {
    let through = (force * percent / 100).saturating_sub(u32::from(points));
    through.clamp(1, u32::from(u16::MAX)) as u16
}

/// The force that is left beside the target of a blow that splashes.
pub const fn splashed(force: u32) -> u32 {
    force / 2
}
