//! What the upgrades of a side add up to, looked up by kind.

use super::rules::{BuildingId, KindId, Rules, Stat, UpgradeId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The sums of the effects of researched upgrades.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bonuses {
    units: BTreeMap<(KindId, Stat), u16>,
    buildings: BTreeMap<(BuildingId, Stat), u16>,
}

impl Bonuses {
    /// The sums for a set of upgrades.
    pub fn of(rules: &Rules, upgrades: &BTreeSet<UpgradeId>) -> Self {
        let mut bonuses = Self::default();
        for effect in upgrades.iter().flat_map(|upgrade| &rules.upgrade(*upgrade).effects) {
            for name in &effect.on {
                let sum = match (rules.kind_named(name), rules.building_named(name)) {
                    (Some(kind), _) => bonuses.units.entry((kind, effect.stat)).or_default(),
                    (None, Some(kind)) => bonuses.buildings.entry((kind, effect.stat)).or_default(),
                    (None, None) => continue,
                };
                *sum = sum.saturating_add(effect.add);
            }
        }
        bonuses
    }

    /// What is added to a stat of a kind of unit.
    pub(crate) fn unit(&self, kind: KindId, stat: Stat) -> u16 {
        self.units.get(&(kind, stat)).copied().unwrap_or(0)
    }

    /// What is added to a stat of a kind of building.
    pub(crate) fn building(&self, kind: BuildingId, stat: Stat) -> u16 {
        self.buildings.get(&(kind, stat)).copied().unwrap_or(0)
    }
}
