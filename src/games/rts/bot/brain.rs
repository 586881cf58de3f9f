//! The program that plays at five levels and in three styles.
//!
//! One look at the game goes from knowledge (who was seen where) over money (workers, buildings, soldiers) to the army. It is
//! told what its side sees and nothing more, and no level gets more than another: see `assets/rules/bots.ron`.

use super::army::{is_said, urgency};
use super::know::enemy::{EnemyArmy, style_of};
use super::know::force::{is_barracks, is_soldier, worth_against, worth_of};
use super::know::ground::Ground;
use super::know::maps::Maps;
use super::know::work::Tally;
use super::look::{Look, guards_against};
use super::memory::Bot;
use super::settings::{Style, step_at};
use super::thoughts::Ear;
use super::view::{BotOrder, Occupation, View};
use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use crate::nav::step::{Tick, UnitId};
use std::collections::BTreeSet;

/// Ticks between two measurements of the income: half a minute.
const MEASURE: Tick = 600;
/// Ticks for which money lies about and nothing is begun before the plan is dropped: a minute.
const STUCK: Tick = 1200;

/// Ticks after workers have come to fight for which more are expected: a minute.
const STORM: Tick = 1200;
/// Hundredths of the expected army that are to be met at home, where towers and workers help.
const FEARED: u32 = 88;
/// Second up to which who was attacked early is prepared for more of it.
const RUSHED: u32 = 420;
/// Second before which nobody comes with an army.
pub(super) const FIRST_PUSH: u32 = 150;

impl Bot {
    /// Looks at the game and says what to do, and to who listens what it is up to.
    pub(super) fn think(&mut self, view: View<'_>, ear: Ear<'_>) -> Vec<BotOrder> {
        if self.is_turn(&view) { self.look_now(view, ear) } else { Vec::new() }
    }

    /// The same, whether it is its turn or not.
    pub(super) fn look_now(&mut self, mut view: View<'_>, ear: Ear<'_>) -> Vec<BotOrder> {
        let mut orders = Vec::new();
        let level = self.level();
        if view.buildings.is_empty() && view.units.is_empty() {
            return orders;
        }
        self.remember(&mut view);
        self.listen(&mut view);
        let view = &view;
        let tally = Tally::default();
        let ground = self.survey(view, &tally);
        let bonuses = Bonuses::of(view.rules, view.upgrades);
        self.sites.forget_old(view);
        self.passed_over.retain(|_, until| view.now < *until);
        self.measure(view);
        let look = self.look(view, &bonuses, &ground, &tally, ear);
        self.bases.look(view, look.front, &tally);
        self.judge_kinds(view, &bonuses, &tally);
        let idles = self.chance(view.now, "idle") < u32::from(step_at(&level.idle_looks_percent, look.second));
        let is_called = level.defends && (look.threat > 0 || look.is_alarmed());
        if !idles || is_called {
            look.note(|told| told.spend_again());
            self.spend(&look, &mut orders);
            self.watch(&look, &orders);
        }
        self.fight(&look, &mut orders);
        let busy: BTreeSet<UnitId> = orders
            .iter()
            .flat_map(|order| match order {
                BotOrder::Build(units, ..)
                | BotOrder::Walk(units, _)
                | BotOrder::Attack(units, _)
                | BotOrder::AttackMove(units, _) => units.clone(),
                _ => Vec::new(),
            })
            .collect();
        self.work(&look, &busy, &mut orders);
        // Words and signs are no work of the hand: the slowest level must not lose them.
        let mut said: Vec<BotOrder> = orders.extract_if(.., |order| is_said(order)).collect();
        self.talk(&look, &orders, &mut said);
        orders.sort_by_key(urgency);
        self.hand.give(view.now, level, &mut orders);
        orders.append(&mut said);
        look.note(|told| self.tell(&look, &orders, told));
        self.keep(ground, &tally);
        orders
    }

    /// Brings the known ground up to date, and takes it out of the memory until the look is over.
    pub(super) fn survey(&mut self, view: &View<'_>, tally: &Tally) -> Ground {
        let mut ground = std::mem::take(&mut self.know.ground);
        ground.follow(view.rules, view.terrain, tally);
        self.seen.look(view, &ground);
        ground
    }

    /// Puts the ground back at the end of a look, and counts what was computed.
    pub(super) fn keep(&mut self, ground: Ground, tally: &Tally) {
        self.know.work = self.know.work.plus(tally.sum());
        self.know.ground = ground;
    }

    /// Whether it looks now: sides look at different ticks, so the tick counts from the first that a side has.
    fn is_turn(&self, view: &View<'_>) -> bool {
        let looks = self.level().looks_every / super::THINKS_EVERY;
        (view.now / super::THINKS_EVERY).is_multiple_of(looks)
    }

    /// Takes in what is seen: enemies with the delay of the level, mines as they were last seen.
    pub(super) fn remember(&mut self, view: &mut View<'_>) {
        self.delayed.push_back((view.now, view.foes.clone()));
        let delay = self.level().delay;
        while self.delayed.get(1).is_some_and(|(tick, _)| tick + delay <= view.now) {
            self.delayed.pop_front();
        }
        if let Some((tick, foes)) = self.delayed.front().filter(|(tick, _)| tick + delay <= view.now) {
            self.sightings.look(view, foes, *tick);
        }
        if self.sightings.find_storm(view, view.now < self.stormed_until) {
            self.stormed_until = view.now + STORM;
        }
        for mine in &mut view.mines {
            if mine.is_visible {
                self.mines.insert(mine.at, mine.gold);
            } else if let Some(gold) = self.mines.get(&mine.at) {
                mine.gold = *gold;
            }
        }
    }

    /// Measures what workers bring home in a minute.
    fn measure(&mut self, view: &View<'_>) {
        let (gathered, since) = (view.gathered.worth(), self.measured.1);
        let ticks = view.now.saturating_sub(since);
        if ticks >= MEASURE || self.income_per_minute == 0 && ticks >= MEASURE / 3 {
            self.income_per_minute = gathered.saturating_sub(self.measured.0) * 1200 / ticks.max(1);
            self.measured = (gathered, view.now);
        }
    }

    pub(super) fn look<'l, 'v>(
        &mut self,
        view: &'l View<'v>,
        bonuses: &'l Bonuses,
        ground: &'l Ground,
        tally: &'l Tally,
        ear: Ear<'l>,
    ) -> Look<'l, 'v> {
        let trains = |one: &&super::OwnBuilding| one.is_finished && is_barracks(view, view.rules.building(one.kind));
        let army_worth = worth_of(view, view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind))));
        let intruders = self.intruders(view);
        let threat = worth_against(view, intruders.iter().copied());
        let second = view.now / 20;
        let enemy = EnemyArmy::of(view, &self.sightings, self.army.failures);
        let outnumbers = |army: u32| army * 10 > army_worth * 9;
        let fears = self.level().defends && second >= FIRST_PUSH && outnumbers(enemy.likely * FEARED / 100);
        if threat > 150 && second < 330 && army_worth < 2 * threat {
            self.is_rushed = true;
        }
        let reacts = self.level().reacts;
        let plan =
            if self.is_rushed && second < RUSHED { Some(Style::Rush) } else { style_of(view, &self.sightings, second) };
        Look {
            view,
            second,
            workers: view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count(),
            producers: view.buildings.iter().filter(trains).count(),
            idle_producers: view.buildings.iter().filter(trains).filter(|one| one.queue.is_empty()).count(),
            army_worth,
            enemy,
            threat,
            is_behind: outnumbers(enemy.seen) || fears,
            is_outnumbered: outnumbers(enemy.seen),
            plan: plan.filter(|_| reacts),
            guards: if reacts { guards_against(plan, second) } else { u16::from(self.is_rushed) },
            is_pressed: threat > 0 && threat * 3 > army_worth * 2,
            bonuses,
            ground,
            maps: Maps::of(view, &self.sightings, tally),
            tally,
            front: self.front(view),
            ear,
        }
    }

    /// Where the enemies are believed to be: the nearest known building of theirs, else the nearest start.
    fn front(&self, view: &View<'_>) -> Cell {
        let home = view.halls().next().map_or(view.start, |hall| hall.at);
        let known =
            self.sightings.buildings().filter(|known| self.is_meant(known.body.side)).map(|known| known.body.at);
        let nearest = known.min_by_key(|at| (at.distance_squared(home), *at));
        nearest.unwrap_or_else(|| {
            let meant = view.enemies().filter(|(number, _)| self.is_meant(*number));
            let starts = meant.map(|(_, side)| side.start);
            starts.min_by_key(|at| (at.distance_squared(home), *at)).unwrap_or(home)
        })
    }

    /// Drops the plan if money has lain about and nothing has been begun for a while, so that no saving is without end.
    fn watch(&mut self, look: &Look<'_, '_>, orders: &[BotOrder]) {
        let begins = |order: &BotOrder| {
            matches!(order, BotOrder::Build(..) | BotOrder::Train(..) | BotOrder::Research(..) | BotOrder::Advance(..))
        };
        let works = look.view.buildings.iter().any(|one| !one.queue.is_empty() || !one.is_finished)
            || look.view.units.iter().any(|unit| matches!(unit.does, Occupation::Builds(_)));
        if works || orders.iter().any(begins) || look.view.stock.worth() < 150 {
            self.begun_at = look.view.now;
        }
        if look.view.now > self.begun_at + STUCK {
            self.begun_at = look.view.now;
            self.sites.try_again();
            self.passed_over.clear();
            self.kept_idle = None;
            (self.spent_army, self.spent_growth) = (0, 0);
        }
    }
}
