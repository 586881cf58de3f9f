//! What buildings make: units, upgrades, the next tier.

use super::{BuildingId, KindId, Price, Rules, UpgradeId};
use serde::{Deserialize, Serialize};

/// Something that a building makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {
    Train(KindId),
    Research(UpgradeId),
    /// It becomes a building of the next tier.
    Advance(BuildingId),
}

impl Item {
    /// What it costs.
    pub fn price(self, rules: &Rules) -> Price {
        match self {
            Self::Train(kind) => {
                let kind = rules.kind(kind);
                kind.cost.percent(100 * u32::from(kind.batch))
            }
            Self::Research(upgrade) => rules.upgrade(upgrade).cost,
            Self::Advance(building) => rules.building(building).cost,
        }
    }

    /// Ticks that it takes.
    pub fn ticks(self, rules: &Rules) -> u32 {
        u32::from(match self {
            Self::Train(kind) => rules.kind(kind).train_ticks,
            Self::Research(upgrade) => rules.upgrade(upgrade).research_ticks,
            Self::Advance(building) => rules.building(building).build_ticks,
        })
        .max(1)
    }

    /// Supply that it needs.
    pub fn supply(self, rules: &Rules) -> u16 {
        match self {
            Self::Train(kind) => u16::from(rules.kind(kind).supply) * u16::from(rules.kind(kind).batch),
            _ => 0,
        }
    }

    /// The names of what its side must have.
    pub(crate) fn requires(self, rules: &Rules) -> &[String] {
        match self {
            Self::Train(kind) => &rules.kind(kind).requires,
            Self::Research(upgrade) => &rules.upgrade(upgrade).requires,
            Self::Advance(building) => &rules.building(building).requires,
        }
    }

    /// Its name for players.
    pub fn title(self, rules: &Rules) -> &str {
        match self {
            Self::Train(kind) => rules.kind(kind).title(),
            Self::Research(upgrade) => &rules.upgrade(upgrade).title,
            Self::Advance(building) => &rules.building(building).title,
        }
    }
}
