//! Weapons, armour and what the one does to the other.

use serde::{Deserialize, Serialize};

/// How somebody is protected: the column of [`DamageTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Armour {
    /// Cloth and skin.
    #[default]
    Unarmoured,
    Light,
    Heavy,
    /// Timber on wheels, and beasts as large as that.
    Siege,
    Building,
}

/// How a weapon hurts: the row of [`DamageTable`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Damage {
    /// Swords, axes, clubs.
    #[default]
    Blade,
    Pierce,
    Charge,
    Siege,
    Magic,
}

/// Hundredths of its damage that a weapon does: rows in the order of [`Damage`], columns in the order of [`Armour`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DamageTable(pub [[u16; 5]; 5]);

impl Default for DamageTable {
    fn default() -> Self {
        Self([[100; 5]; 5])
    }
}

impl DamageTable {
    /// Hundredths of a kind of damage on a kind of armour.
    pub const fn percent(&self, damage: Damage, armour: Armour) -> u32 {
        self.0[damage as usize][armour as usize] as u32
    }
}

/// Something that flies from a weapon to its target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missile {
    /// Ticks for the way of one cell.
    pub ticks_per_cell: u8,
    /// Which picture of the effects sheet: "arrow", "bolt", "stone", "spear", "boulder", "fireball", "flame", "axe".
    pub sprite: String,
    /// Whether it comes down where the target was when it flew off, so that who walks on is missed.
    #[serde(default)]
    pub(crate) aims_at_ground: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Health that a blow takes before armour.
    pub damage: u16,
    pub kind: Damage,
    /// Reach in cells between the nearest cells of both bodies; 1 is hand to hand.
    #[serde(default = "hand_to_hand")]
    pub range: u8,
    /// Targets nearer than this cannot be hit.
    #[serde(default)]
    pub(crate) min_range: u8,
    /// Ticks from blow to blow.
    pub(crate) cooldown: u16,
    /// What flies; nothing hand to hand.
    #[serde(default)]
    pub(crate) missile: Option<Missile>,
    /// Cells around the target in which others are hurt too, with half of the damage; 0: nobody.
    #[serde(default)]
    pub(crate) splash: u8,
    /// Whether splash spares the own side and its friends.
    #[serde(default)]
    pub(crate) spares_friends: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Healing {
    pub amount: u16,
    /// Reach in cells.
    pub range: u8,
    /// Ticks from one time to the next.
    pub(crate) cooldown: u16,
}

const fn hand_to_hand() -> u8 {
    1
}
