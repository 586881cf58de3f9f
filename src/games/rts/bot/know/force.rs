//! Armies as the fight model sees them, made of what a program knows.

use super::sightings::Sighting;
use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::bot::fight::{Force, Group, What};
use crate::games::rts::bot::view::{Body, Own, View};
use crate::games::rts::rules::{BuildingKind, KindId, Rules, UnitKind};
use std::collections::BTreeMap;

/// Whether it fights or heals and does not work.
pub(in crate::games::rts::bot) fn is_soldier(kind: &UnitKind) -> bool {
    !kind.works && (kind.weapon.is_some() || kind.heals.is_some())
}

/// Whether soldiers are trained in it and nothing is brought to it.
pub(in crate::games::rts::bot) fn is_barracks(view: &View<'_>, kind: &BuildingKind) -> bool {
    kind.drop_off.is_empty() && soldiers_of(view, kind).next().is_some()
}

/// The soldiers that are trained in it.
pub(in crate::games::rts::bot) fn soldiers_of<'v>(
    view: &'v View<'_>,
    kind: &'v BuildingKind,
) -> impl Iterator<Item = KindId> + 'v {
    let trained = kind.trains.iter().filter_map(|name| view.rules.kind_named(name));
    trained.filter(|kind| is_soldier(view.rules.kind(*kind)))
}

/// Whether an enemy can hurt: soldiers, workers who come in numbers, and buildings that stand and shoot.
pub(in crate::games::rts::bot) fn is_armed(rules: &Rules, known: &Sighting) -> bool {
    match (known.body.unit, known.body.building) {
        (Some(kind), _) => known.is_storming || is_soldier(rules.kind(kind)),
        (_, Some(kind)) => known.body.is_finished && rules.building(kind).weapon.is_some(),
        _ => false,
    }
}

/// Bodies that are added up by what they are.
#[derive(Debug, Default)]
pub(in crate::games::rts::bot) struct Muster(BTreeMap<u16, Sum>);

#[derive(Debug)]
struct Sum {
    what: What,
    /// Bodies in hundredths: who is half believed in is half a body.
    weight: u32,
    health: u32,
    /// Distances times weight.
    distance: u32,
}

impl Muster {
    /// Adds one with so many hundredths of its health, believed in by `weight` hundredths.
    pub(crate) fn add(
        &mut self,
        rules: &Rules,
        bonuses: Option<&Bonuses>,
        what: What,
        percent: u8,
        weight: u32,
        distance: u32,
    ) {
        let key = match what {
            What::Unit(kind) => u16::from(kind.0),
            What::Building(kind) => 256 + u16::from(kind.0),
        };
        let sum = self.0.entry(key).or_insert(Sum { what, weight: 0, health: 0, distance: 0 });
        sum.weight += weight;
        sum.health += what.whole(rules, bonuses) * u32::from(percent.max(1)) * weight / 10_000;
        sum.distance += distance.min(30) * weight;
    }

    /// Everybody, with the upgrades of the side if they are known.
    pub(crate) fn force(self, bonuses: Option<&Bonuses>) -> Force<'_> {
        let group = |sum: Sum| Group {
            what: sum.what,
            count: ((sum.weight + 50) / 100).clamp(1, u32::from(u16::MAX)) as u16,
            health: sum.health.max(1),
            distance: (sum.distance / sum.weight.max(1)) as u16,
        };
        Force { groups: self.0.into_values().map(group).collect(), bonuses, ..Force::default() }
    }
}

fn muster_of<'u>(view: &View<'_>, bonuses: &Bonuses, units: impl Iterator<Item = &'u Own>, at: Cell) -> Muster {
    let mut muster = Muster::default();
    for unit in units {
        muster.add(view.rules, Some(bonuses), What::Unit(unit.kind), unit.health, 100, unit.at.chebyshev(at));
    }
    muster
}

/// Own units as a force that meets the enemy at a place, together with units of allies, who are taken to know what the own side knows.
pub(in crate::games::rts::bot) fn own_force_with<'b, 'u>(
    view: &View<'_>,
    bonuses: &'b Bonuses,
    units: impl Iterator<Item = &'u Own>,
    friends: &[Body],
    at: Cell,
) -> Force<'b> {
    let mut muster = muster_of(view, bonuses, units, at);
    for (one, kind) in friends.iter().filter_map(|one| Some((one, one.unit?))) {
        muster.add(view.rules, Some(bonuses), What::Unit(kind), one.health, 100, one.at.chebyshev(at));
    }
    muster.force(Some(bonuses))
}

/// Own units with the own towers that reach the place.
pub(in crate::games::rts::bot) fn with_towers<'b, 'u>(
    view: &View<'_>,
    bonuses: &'b Bonuses,
    units: impl Iterator<Item = &'u Own>,
    at: Cell,
) -> Force<'b> {
    let mut muster = muster_of(view, bonuses, units, at);
    for tower in view.buildings.iter().filter(|one| one.is_finished) {
        let weapon = view.rules.building(tower.kind).weapon.as_ref();
        let away = tower.at.chebyshev(at);
        if weapon.is_some_and(|weapon| away <= u32::from(weapon.range) + 2) {
            muster.add(view.rules, Some(bonuses), What::Building(tower.kind), tower.health, 100, away);
        }
    }
    muster.force(Some(bonuses))
}

/// Enemies as a force: those who are armed, weighted by how much they are believed in.
pub(in crate::games::rts::bot) fn foe_force<'s>(
    view: &View<'_>,
    known: impl Iterator<Item = &'s Sighting>,
    at: Cell,
) -> Force<'static> {
    let mut muster = Muster::default();
    for one in known.filter(|one| is_armed(view.rules, one)) {
        let what = match (one.body.unit, one.body.building) {
            (Some(kind), _) => What::Unit(kind),
            (_, Some(kind)) => What::Building(kind),
            _ => continue,
        };
        // Workers abroad strike for less: as many as n of them are as strong as the root of that share of n.
        let share = if one.is_storming { u32::from(view.rules.economy.abroad_percent) * 100 } else { 10_000 };
        let weight = one.weight(view) * share.isqrt() / 100;
        muster.add(view.rules, None, what, one.body.health, weight, one.body.at.chebyshev(at));
    }
    muster.force(None)
}

/// Price of some own units, weighted by their health.
pub(in crate::games::rts::bot) fn worth_of<'u>(view: &View<'_>, units: impl Iterator<Item = &'u Own>) -> u32 {
    units.map(|unit| view.worth(unit.kind) * u32::from(unit.health) / 100).sum()
}

/// Price of the armed enemies among some, weighted by how much they are believed in; a tower counts as what it cost.
pub(in crate::games::rts::bot) fn worth_against<'s>(view: &View<'_>, known: impl Iterator<Item = &'s Sighting>) -> u32 {
    let worth = |one: &Sighting| {
        let price = match (one.body.unit, one.body.building) {
            (Some(kind), _) => view.rules.kind(kind).cost.worth(),
            (_, Some(kind)) => view.rules.building(kind).cost.worth(),
            _ => 0,
        };
        price * one.weight(view) / 100
    };
    known.filter(|one| is_armed(view.rules, one)).map(worth).sum()
}

/// The kinds among the soldiers of the enemy with their worth.
pub(in crate::games::rts::bot) fn mix_of<'s>(
    view: &View<'_>,
    known: impl Iterator<Item = &'s Sighting>,
) -> Vec<(KindId, u32)> {
    let mut mix: BTreeMap<KindId, u32> = BTreeMap::new();
    for one in known {
        if let Some(kind) = one.body.unit.filter(|kind| is_soldier(view.rules.kind(*kind))) {
            *mix.entry(kind).or_default() += one.weight(view).max(25);
        }
    }
    mix.into_iter().collect()
}
