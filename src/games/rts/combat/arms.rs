//! What a kind of unit or building of a side is worth in a fight: its rules and the upgrades of the side put together.

use super::{Being, Role};
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::rules::{
    Armour, BuildingId, BuildingKind, Damage, Healing, KindId, Rules, Stat, UnitKind, Weapon,
};

/// Something that flies, as far as the fight goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flight {
    pub ticks_per_cell: u8,
    pub aims_at_ground: bool,
}

/// A weapon with the upgrades of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Armed {
    /// Damage before armour and rank.
    pub damage: u16,
    pub kind: Damage,
    pub range: u32,
    /// Nearer targets cannot be hit.
    pub min_range: u32,
    pub cooldown: u16,
    pub flight: Option<Flight>,
    /// Cells around the target in which others are hurt too.
    pub splash: u8,
    pub spares_friends: bool,
}

impl Armed {
    fn new(weapon: &Weapon, bonus: impl Fn(Stat) -> u16) -> Self {
        let left = 100 - u32::from(bonus(Stat::Haste)).min(90);
        Self {
            damage: weapon.damage.saturating_add(bonus(Stat::Damage)),
            kind: weapon.kind,
            range: u32::from(weapon.range) + u32::from(bonus(Stat::Range)),
            min_range: u32::from(weapon.min_range),
            cooldown: (u32::from(weapon.cooldown) * left / 100).max(1) as u16,
            flight: weapon.missile.as_ref().map(|missile| Flight {
                ticks_per_cell: missile.ticks_per_cell,
                aims_at_ground: missile.aims_at_ground,
            }),
            splash: weapon.splash,
            spares_friends: weapon.spares_friends,
        }
    }

    /// Whether it is made for walls rather than for men.
    pub fn prefers_buildings(&self) -> bool {
        self.kind == Damage::Siege
    }

    /// Whether it is not for hand to hand.
    pub const fn shoots(&self) -> bool {
        self.range > 1
    }
}

/// What a kind is worth in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arm {
    pub size: u8,
    pub(crate) role: Role,
    pub sight: u32,
    pub armour: Armour,
    pub(crate) armour_points: u16,
    pub(crate) weapon: Option<Armed>,
    pub(crate) healing: Option<Healing>,
    pub works: bool,
}

impl Arm {
    pub(crate) fn unit(kind: &UnitKind, bonus: impl Fn(Stat) -> u16) -> Self {
        let weapon = kind.weapon.as_ref().map(|weapon| Armed::new(weapon, &bonus));
        let role = match weapon {
            _ if kind.works => Role::Worker,
            _ if kind.heals.is_some() || kind.armour == Armour::Siege => Role::Support,
            Some(weapon) if weapon.prefers_buildings() => Role::Support,
            Some(_) => Role::Armed,
            None => Role::Worker,
        };
        Self {
            size: kind.size,
            role,
            sight: u32::from(kind.sight) + u32::from(bonus(Stat::Sight)),
            armour: kind.armour,
            armour_points: u16::from(kind.armour_points).saturating_add(bonus(Stat::Armour)),
            weapon,
            healing: kind
                .heals
                .map(|heals| Healing { amount: heals.amount.saturating_add(bonus(Stat::Healing)), ..heals }),
            works: kind.works,
        }
    }

    pub(crate) fn building(kind: &BuildingKind, bonus: impl Fn(Stat) -> u16) -> Self {
        Self {
            size: kind.size,
            role: if kind.weapon.is_some() { Role::Armed } else { Role::Building },
            sight: u32::from(kind.sight) + u32::from(bonus(Stat::Sight)),
            armour: Armour::Building,
            armour_points: u16::from(kind.armour_points).saturating_add(bonus(Stat::Armour)),
            weapon: kind.weapon.as_ref().map(|weapon| Armed::new(weapon, &bonus)),
            healing: None,
            works: false,
        }
    }
}

/// The arms of all kinds of all sides, looked up by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arms {
    /// One side after the other.
    units: Vec<Arm>,
    buildings: Vec<Arm>,
    /// Kinds of units and of buildings.
    kinds: (usize, usize),
    /// Number of upgrades of each side when it was put together.
    known: Vec<usize>,
}

impl Arms {
    /// Brings everything in line with the upgrades of the sides: what they add up to, and how many they are. Upgrades only
    /// become more, so nothing is done while their numbers stay.
    pub(crate) fn update<'a>(&mut self, rules: &Rules, sides: impl Iterator<Item = (&'a Bonuses, usize)> + Clone) {
        let is_same = self.kinds == (rules.units.len(), rules.buildings.len());
        if is_same && self.known.iter().copied().eq(sides.clone().map(|(_, upgrades)| upgrades)) {
            return;
        }
        self.kinds = (rules.units.len(), rules.buildings.len());
        self.units.clear();
        self.buildings.clear();
        self.known.clear();
        for (bonuses, upgrades) in sides {
            self.known.push(upgrades);
            let kinds = rules.kinds();
            self.units.extend(kinds.map(|(id, kind)| Arm::unit(kind, |stat| bonuses.unit(id, stat))));
            let kinds = rules.buildings.iter().enumerate();
            self.buildings.extend(
                kinds.map(|(index, kind)| Arm::building(kind, |stat| bonuses.building(BuildingId(index as u8), stat))),
            );
        }
    }

    /// A kind of unit of a side.
    ///
    /// # Panics
    /// If the side or the kind is not among those of the last [`Self::update`].
    pub(crate) fn unit(&self, side: u8, kind: KindId) -> &Arm {
        &self.units[usize::from(side) * self.kinds.0 + usize::from(kind.0)]
    }

    /// A kind of building of a side.
    ///
    /// # Panics
    /// As [`Self::unit`].
    pub(crate) fn building(&self, side: u8, kind: BuildingId) -> &Arm {
        &self.buildings[usize::from(side) * self.kinds.1 + usize::from(kind.0)]
    }

    /// Whatever it is.
    ///
    /// # Panics
    /// As [`Self::unit`].
    pub(crate) fn of(&self, side: u8, being: Being) -> &Arm {
        match being {
            Being::Unit(kind) => self.unit(side, kind),
            Being::Building(kind) => self.building(side, kind),
        }
    }
}
