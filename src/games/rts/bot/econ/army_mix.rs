//! Which soldiers to train: what does well against what the enemy has.

use super::needs::has_all;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::bot::fight::{duel, worth_in};
use crate::games::rts::bot::know::force::{is_soldier, mix_of, soldiers_of};
use crate::games::rts::bot::know::work::Tally;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{OwnBuilding, View};
use crate::games::rts::rules::{BuildingKind, Damage, KindId, UnitKind};
use crate::nav::step::Tick;

/// Ticks from one computation of what kinds are worth to the next: ten seconds.
const EVERY: Tick = 200;
/// Most hundredths of the army that are healers.
const HEALERS: u32 = 9;
/// Hundredths of the army that are engines once a tower of the enemy is known, and before.
const ENGINES: (u32, u32) = (18, 5);
/// Hundredths of the best kind at hand from which on another is worth what it needs.
const MUCH_BETTER: u32 = 140;
/// Hundredths of the best kind of a building below which another is not trained.
const WORST: u32 = 35;
/// The same below which there is one of it, to look around.
const WEAK: u32 = 60;
/// What a kind is worth before anything is known.
const EVEN: u16 = 100;

/// Whether it is made against walls.
pub(in crate::games::rts::bot) fn is_engine(kind: &UnitKind) -> bool {
    kind.weapon.as_ref().is_some_and(|weapon| weapon.kind == Damage::Siege)
}

impl Bot {
    /// Computes anew, from time to time, what each kind of the own side is worth against the enemy, in hundredths.
    pub(in crate::games::rts::bot) fn judge_kinds(&mut self, view: &View<'_>, bonuses: &Bonuses, tally: &Tally) {
        if view.now < self.judged_at + EVERY && !self.kind_worth.is_empty() {
            return;
        }
        self.judged_at = view.now;
        let mut mix = mix_of(view, self.sightings.units());
        if mix.is_empty() {
            // Who has seen nobody expects what can be trained first.
            for (_, side) in view.enemies() {
                let name = &view.rules.faction(side.faction).name;
                let first = view.rules.kinds().filter(|(_, kind)| {
                    kind.faction == *name && is_soldier(kind) && kind.requires.is_empty() && kind.size == 1
                });
                mix.extend(first.map(|(id, _)| (id, 100)));
            }
        }
        let faction = &view.rules.faction(view.faction).name;
        let judge = |(id, kind): (KindId, &UnitKind)| {
            if kind.faction != *faction || !is_soldier(kind) || mix.is_empty() {
                return 0;
            }
            if kind.weapon.is_none() || !self.level().counters {
                return EVEN;
            }
            let outcome = tally.asked(duel(view.rules, id, Some(bonuses), &mix, None));
            let worth = worth_in(&outcome).clamp(20, 400) as u16;
            // Those who shoot over others do better in a crowd than alone, and those who strike hand to hand worse.
            let shoots = kind.weapon.as_ref().is_some_and(|weapon| weapon.range > 2);
            if shoots { worth + worth / 4 } else { worth }
        };
        self.kind_worth = view.rules.kinds().map(judge).collect();
    }

    /// The kind that a building had best train now; `None` if there is none for which everything is there.
    pub(in crate::games::rts::bot) fn kind_to_train(
        &self,
        view: &View<'_>,
        building: &OwnBuilding,
        have: &[u32],
    ) -> Option<KindId> {
        let all: u32 = have.iter().sum::<u32>().max(1);
        let towers = self
            .sightings
            .buildings()
            .any(|known| known.body.building.is_some_and(|kind| view.rules.building(kind).is_tower()));
        let rules = view.rules.building(building.kind);
        let fits = |kind: &KindId| {
            let unit = view.rules.kind(*kind);
            let supply = u16::from(unit.supply) * u16::from(unit.batch);
            let share = have[usize::from(kind.0)] * 100 / all;
            let limit = if unit.weapon.is_none() {
                HEALERS
            } else if is_engine(unit) {
                if towers { ENGINES.0 } else { ENGINES.1 }
            } else {
                100
            };
            has_all(view, &unit.requires) && view.supply_used + supply <= view.supply_given && share < limit
        };
        // What is worth more may be more of the army, by the square.
        let due = |kind: &KindId| {
            let unit = view.rules.kind(*kind);
            let worth = u64::from(self.kind_worth.get(usize::from(kind.0)).copied().unwrap_or(EVEN));
            let rare = if unit.weapon.is_none() { 3 } else { 1 };
            worth * worth * 1000 / (u64::from(have[usize::from(kind.0)]) * rare + 150)
        };
        // What does badly is not trained for variety.
        let worth = |kind: KindId| u32::from(self.kind_worth.get(usize::from(kind.0)).copied().unwrap_or(EVEN));
        let best = soldiers_of(view, rules).filter(fits).map(worth).max()?;
        let is_good = |kind: &KindId| {
            let is_weak = worth(*kind) * 100 < best * WEAK;
            let is_enough = is_weak && have[usize::from(kind.0)] > 0;
            worth(*kind) * 100 >= best * WORST && !is_enough || is_engine(view.rules.kind(*kind))
        };
        let good = soldiers_of(view, rules).filter(fits).filter(is_good);
        good.max_by_key(|kind| (due(kind), std::cmp::Reverse(kind.0)))
    }

    /// A kind that could be trained if more were built, and is worth much more than all that can be trained now.
    pub(super) fn better_kind(&self, view: &View<'_>) -> Option<KindId> {
        let finished = view.buildings.iter().filter(|one| one.is_finished);
        let kinds = finished.flat_map(|one| soldiers_of(view, view.rules.building(one.kind)));
        let rated = kinds.map(|kind| (self.kind_worth.get(usize::from(kind.0)).copied().unwrap_or(EVEN), kind));
        let (ready, missing): (Vec<_>, Vec<_>) =
            rated.partition(|(_, kind)| has_all(view, &view.rules.kind(*kind).requires));
        let best = ready.iter().map(|(worth, _)| *worth).max()?;
        let (worth, kind) = missing.into_iter().max_by_key(|(worth, kind)| (*worth, std::cmp::Reverse(*kind)))?;
        (u32::from(worth) * 100 > u32::from(best) * MUCH_BETTER && self.level().counters).then_some(kind)
    }

    /// How good the best soldier is that a kind of building trains, with all that the side has, in hundredths.
    pub(in crate::games::rts::bot) fn best_of(&self, view: &View<'_>, kind: &BuildingKind) -> u32 {
        let worth = |id: KindId| {
            let unit = view.rules.kind(id);
            if unit.weapon.is_none() || is_engine(unit) {
                return 40;
            }
            u32::from(self.kind_worth.get(usize::from(id.0)).copied().unwrap_or(EVEN))
        };
        let ready = soldiers_of(view, kind).filter(|id| {
            // What needs this building itself is there when it is.
            let requires = &view.rules.kind(*id).requires;
            requires.iter().all(|name| *name == kind.name) || has_all(view, requires)
        });
        ready.map(worth).max().unwrap_or(0)
    }
}
