//! What growth is wanted: bases, producers, tiers, upgrades and towers.

use super::needs::{StepTo, buildable, has, has_all, load_of, step_to, step_to_all};
use super::places::{next_mine, own_mines};
use super::purse::Purse;
use super::spend::RICH;
use crate::games::rts::bot::know::force::is_barracks;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::settings::{Style, step_at};
use crate::games::rts::bot::view::{BotOrder, Occupation, View};
use crate::games::rts::bot::want::Want;
use crate::games::rts::rules::{BuildingId, BuildingKind, Item, Resource};

/// What one producer spends in a minute: the first soldiers of both factions cost 240 to 320 a minute.
const PRODUCER_PER_MINUTE: u32 = 290;
/// Seconds by which bases come sooner against somebody who sits behind towers.
const SOONER: u32 = 120;
/// Gold left in the mines in reach below which another base is wanted.
const RUNNING_OUT: u32 = 3500;

impl Bot {
    /// Bases, producers, tiers, upgrades, towers: the first that cannot be paid yet is set aside for.
    pub(super) fn grow(&mut self, look: &Look<'_, '_>, purse: &mut Purse, orders: &mut Vec<BotOrder>) {
        self.kept_idle = None;
        let mut unpaid = 0;
        let wants = self.wants(look);
        look.note(|told| told.plan.line.clone_from(&wants));
        for want in wants {
            if !self.want(look, want, purse, orders) {
                look.note(|told| told.plan.saves_for.push(want));
                unpaid += 1;
            }
            if unpaid >= 2 || orders.len() > 24 {
                break;
            }
        }
    }

    /// What growth is wanted, the first thing first.
    fn wants(&self, look: &Look<'_, '_>) -> Vec<Want> {
        let view = look.view;
        let mut wants = Vec::new();
        let count = |test: &dyn Fn(BuildingId) -> bool| count(view, test);
        let count_of = |kind: BuildingId| count(&|other| other == kind);
        let barracks = buildable(view, |kind| is_barracks(view, kind));
        let producers = count(&|kind| is_barracks(view, view.rules.building(kind)));
        let first_at = if self.style().first_attack_s < 300 { 6 } else { 8 };
        if producers == 0 {
            if look.workers >= first_at || look.is_pressed {
                wants.extend(
                    barracks
                        .iter()
                        .find(|kind| view.rules.building(**kind).requires.is_empty())
                        .map(|k| Want::Build(*k)),
                );
            }
            if look.workers < first_at {
                return wants;
            }
        }
        // A place for the wood, near the forest.
        let camps = buildable(view, |kind| kind.drop_off == [Resource::Wood]);
        if let Some(camp) = camps.first().copied()
            && look.workers >= 8
            && count_of(camp) < 1 + if look.is_alarmed() { 0 } else { view.halls().count().saturating_sub(1).min(2) }
        {
            wants.push(Want::Build(camp));
        }
        // As many producers as the money for the army keeps at work.
        let army_income = self.income_per_minute * self.army_share(look) / 100;
        let enough = army_income.div_ceil(PRODUCER_PER_MINUTE).max(1).min(u32::from(self.level().barracks)) as usize;
        let idles = look.idle_producers > 0 && view.stock.gold < RICH;
        let producer = if producers < enough && !idles
            || view.stock.gold > RICH && look.idle_producers == 0 && producers < usize::from(self.level().barracks)
        {
            let rate = |kind: &BuildingId| {
                let rules = view.rules.building(*kind);
                (self.best_of(view, rules) * 100 / (1 + count_of(*kind) as u32), std::cmp::Reverse(*kind))
            };
            let ready = barracks.iter().copied().filter(|kind| has_all(view, &view.rules.building(*kind).requires));
            ready.max_by_key(rate).map(Want::Build)
        } else {
            None
        };
        let towers = step_at(&self.style().towers, look.second).max(look.guards);
        let tower = self.tower_wanted(look, towers);
        // Who is behind trains and guards the home before anything pays off.
        if look.is_behind {
            wants.extend(producer);
            wants.extend(tower.filter(|_| look.guards > 0));
        }
        if look.is_alarmed() {
            return wants;
        }
        let upgrade = self.best_upgrade(look).map(|(_, upgrade)| upgrade);
        if let Some(upgrade) = upgrade.filter(|one| self.level().economy_first && load_of(view, *one) > 0) {
            wants.push(Want::Research(upgrade));
        }
        let bases = view.halls().count();
        let gold_left: u32 = own_mines(view).map(|mine| mine.gold).sum();
        let more = u16::from(gold_left < RUNNING_OUT);
        let soon = if look.plan == Some(Style::Turtle) { SOONER } else { 0 };
        let wanted =
            (step_at(&self.style().bases, look.second + soon) + more).min(u16::from(self.level().bases) + more);
        let builds_hall = count(&|kind| view.rules.building(kind).is_hall()) > bases;
        if bases < usize::from(wanted)
            && !builds_hall
            && (!look.is_outnumbered || gold_left < RUNNING_OUT)
            && next_mine(look, &self.sightings).is_some()
            && let Some(hall) = buildable(view, BuildingKind::is_hall).first().copied()
        {
            wants.push(Want::Build(hall));
        }
        wants.extend(producer.filter(|_| !look.is_behind));
        wants.extend(
            self.better_kind(view).and_then(|kind| of_step(step_to_all(view, &view.rules.kind(kind).requires))),
        );
        wants.extend(tower.filter(|want| !wants.contains(want)));
        wants.extend(self.tier_wanted(look).and_then(|name| of_step(step_to(view, &name))));
        wants.extend(upgrade.map(Want::Research));
        // Places to research, and one of each producer, once there is an army to make better.
        if look.army_worth > 500 && look.second > 240 && self.level().upgrades > 0 {
            let schools = buildable(view, |kind| !kind.researches.is_empty() || is_barracks(view, kind));
            let missing = schools
                .into_iter()
                .find(|kind| count_of(*kind) == 0 && has_all(view, &view.rules.building(*kind).requires));
            wants.extend(missing.map(Want::Build));
        }
        wants
    }

    /// The next tower, or what it takes to build one, if there are fewer than that many and fewer than the level keeps.
    pub(super) fn tower_wanted(&self, look: &Look<'_, '_>, number: u16) -> Option<Want> {
        let view = look.view;
        let tower = buildable(view, BuildingKind::is_tower).first().copied()?;
        let there = count(view, &|kind| kind == tower);
        if there >= usize::from(number.min(u16::from(self.level().towers))) {
            return None;
        }
        step_to_all(view, &view.rules.building(tower).requires)
            .map_or(Some(Want::Build(tower)), |step| of_step(Some(step)))
    }

    /// The name of the next tier, if it is time for it.
    fn tier_wanted(&self, look: &Look<'_, '_>) -> Option<String> {
        let view = look.view;
        let faction = view.rules.faction(view.faction);
        let mut name = faction.hall.clone();
        for (tier, at) in [(2, self.style().tier_2_s), (3, self.style().tier_3_s)] {
            name = view.rules.buildings.iter().find(|kind| kind.name == name)?.becomes.clone()?;
            if self.level().tier < tier || look.second < at {
                return None;
            }
            if !has(view, &name) {
                return Some(name);
            }
        }
        None
    }
}

/// Buildings that are such, those for which a builder is on the way among them.
fn count(view: &View<'_>, test: &dyn Fn(BuildingId) -> bool) -> usize {
    let there = view.buildings.iter().filter(|one| test(one.kind)).count();
    let builds = |does: Occupation| matches!(does, Occupation::Builds(kind) if test(kind));
    there + view.units.iter().filter(|unit| builds(unit.does)).count()
}

fn of_step(step: Option<StepTo>) -> Option<Want> {
    match step {
        Some(StepTo::Build(kind)) => Some(Want::Build(kind)),
        Some(StepTo::Make(Item::Advance(kind))) => Some(Want::Advance(kind)),
        Some(StepTo::Make(Item::Research(upgrade))) => Some(Want::Research(upgrade)),
        _ => None,
    }
}
