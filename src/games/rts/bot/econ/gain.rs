//! Which upgrade is worth its price.

use super::needs::has_all;
use crate::games::rts::bot::know::force::is_soldier;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::View;
use crate::games::rts::rules::{BuildingKind, Effect, Item, Stat, UpgradeId};

/// Minutes of income that what workers carry more is counted for: a match goes on longer, but money now is worth more.
const MINUTES: u32 = 3;
/// Hundredths by which a kind gets better for a point of armour: of the usual blow of 12 points.
const ARMOUR: u32 = 8;
/// For a cell of range.
const RANGE: u32 = 8;
/// Worth that the soldiers to come add to those who are there, in hundredths.
const TO_COME: u32 = 150;

/// Workers from which on a hall may research instead of training them.
const ENOUGH_WORKERS: usize = 18;

impl Bot {
    /// The upgrade that can be researched now and gains most for its price, with the hundredths of its price that it gains, if
    /// it gains as much as it costs. A hall that researches trains no workers meanwhile: while they are few, it does not.
    pub(in crate::games::rts::bot) fn best_upgrade(&self, look: &Look<'_, '_>) -> Option<(u32, UpgradeId)> {
        let view = look.view;
        let makes_workers = |kind: &BuildingKind| {
            let is_worker = |name: &String| view.rules.kind_named(name).is_some_and(|kind| view.rules.kind(kind).works);
            kind.trains.iter().any(is_worker)
        };
        let done = view.upgrades.len() + view.buildings.iter().filter(|one| is_researching(one)).count();
        if done >= usize::from(self.level().upgrades) {
            return None;
        }
        let open = view.rules.upgrades.iter().enumerate().map(|(index, _)| UpgradeId(index as u8)).filter(|upgrade| {
            let rules = view.rules.upgrade(*upgrade);
            let is_here = |one: &crate::games::rts::bot::OwnBuilding| {
                let kind = view.rules.building(one.kind);
                one.is_finished
                    && kind.researches.contains(&rules.name)
                    && (look.workers >= ENOUGH_WORKERS || !makes_workers(kind))
            };
            !view.upgrades.contains(upgrade)
                && has_all(view, &rules.requires)
                && view.buildings.iter().any(is_here)
                && !view.buildings.iter().any(|one| one.queue.contains(&Item::Research(*upgrade)))
        });
        let gained = open.map(|upgrade| {
            let price = view.rules.upgrade(upgrade).cost.worth().max(1);
            (self.gain_of(view, upgrade) * 100 / price, upgrade)
        });
        let best = gained.max_by_key(|(gain, upgrade)| (*gain, std::cmp::Reverse(*upgrade)));
        best.filter(|(gain, _)| *gain >= 100)
    }

    /// Worth that an upgrade adds, in gold and wood.
    fn gain_of(&self, view: &View<'_>, upgrade: UpgradeId) -> u32 {
        view.rules.upgrade(upgrade).effects.iter().map(|effect| self.gain_by(view, effect)).sum()
    }

    fn gain_by(&self, view: &View<'_>, effect: &Effect) -> u32 {
        let add = u32::from(effect.add);
        if effect.stat == Stat::Load {
            return self.income_per_minute * MINUTES * add / u32::from(view.rules.economy.gold_load.max(1));
        }
        let kinds = effect.on.iter().filter_map(|name| view.rules.kind_named(name));
        kinds
            .map(|kind| {
                let rules = view.rules.kind(kind);
                if !is_soldier(rules) {
                    return 0;
                }
                let count = view.units.iter().filter(|unit| unit.kind == kind).count() as u32;
                let worth = count * rules.cost.worth() * TO_COME / 100;
                let blow = rules.weapon.as_ref().map_or(0, |weapon| u32::from(weapon.damage));
                // Damage and health make an army stronger alike (Lanchester's square law), each by its share.
                let percent = match effect.stat {
                    Stat::Damage => add * 100 / blow.max(1),
                    Stat::Health => add * 100 / u32::from(rules.health),
                    Stat::Armour => add * ARMOUR,
                    Stat::Range => add * RANGE,
                    Stat::Haste => add,
                    Stat::Healing => add * 100 / rules.heals.map_or(1, |heals| u32::from(heals.amount.max(1))) / 2,
                    Stat::Sight | Stat::Load => 0,
                };
                worth * percent / 100
            })
            .sum()
    }
}

fn is_researching(one: &crate::games::rts::bot::OwnBuilding) -> bool {
    one.queue.iter().any(|item| matches!(item, Item::Research(_)))
}
