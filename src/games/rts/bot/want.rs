//! What money can go to, other than units.

use crate::games::rts::rules::{BuildingId, UpgradeId};

/// Something that money can go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    Build(BuildingId),
    Research(UpgradeId),
    /// A building becomes the next tier.
    Advance(BuildingId),
}

impl Want {
    /// A number for it, for the list of what is passed over.
    pub const fn key(self) -> u16 {
        match self {
            Self::Build(kind) => kind.0 as u16,
            Self::Research(upgrade) => 256 + upgrade.0 as u16,
            Self::Advance(kind) => 512 + kind.0 as u16,
        }
    }

    /// What a number stands for.
    pub const fn of_key(key: u16) -> Option<Self> {
        let number = key as u8;
        match key >> 8 {
            0 => Some(Self::Build(BuildingId(number))),
            1 => Some(Self::Research(UpgradeId(number))),
            2 => Some(Self::Advance(BuildingId(number))),
            _ => None,
        }
    }
}
