//! Plays a script.
//!
//! Knowledge, building sites and the work of peasants are those of the program that plays at levels ([`Bot`]); what is
//! built, trained and attacked is what the script says.

use super::squads::{Squad, Task, spare};
use crate::base::Cell;
use crate::base::rng::Rng;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::bot::THINKS_EVERY;
use crate::games::rts::bot::book::Pace;
use crate::games::rts::bot::book::enemy_start;
use crate::games::rts::bot::econ::purse::Purse;
use crate::games::rts::bot::know::work::{Tally, Work};
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::{Bot, Progress};
use crate::games::rts::bot::plans::{Deed, Plan, Script, Scripts, Spot, Step, Who};
use crate::games::rts::bot::settings::STRONGEST;
use crate::games::rts::bot::view::{BotOrder, Occupation, Own, OwnBuilding, View};
use crate::games::rts::rules::{Price, Rules};
use crate::nav::step::{Tick, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Ticks for which a step may wait before the next one's turn comes: two minutes.
const PATIENCE: Tick = 2400;
/// Supply that is left when another house is built.
const MARGIN: u16 = 3;
/// Most waves that are counted.
const MOST: u16 = 10_000;

/// A script at work: what it remembers from one look to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scripted {
    script: u8,
    bot: Box<Bot>,
    progress: Progress,
    squads: Vec<Squad>,
    /// How often each of its waves has set out.
    waves: Vec<u16>,
    /// Soldiers asked for so far: whose turn it is among those it trains.
    trained: u16,
}

impl Scripted {
    pub(in crate::games::rts::bot) fn new(script: u8, chance: &mut Rng) -> Self {
        let bot = Box::new(Bot::new(STRONGEST, None, None, false, chance));
        Self { script, bot, progress: Progress::default(), squads: Vec::new(), waves: Vec::new(), trained: 0 }
    }

    /// Whether what a file says that it remembers could be so.
    ///
    /// # Errors
    /// The first field that could not.
    pub(in crate::games::rts::bot) fn check(
        &self,
        now: Tick,
        most: u32,
        rules: &Rules,
        is_on_map: impl Fn(Cell) -> bool,
    ) -> Result<(), &'static str> {
        let script = Scripts::built_in().get(self.script).ok_or("script")?;
        let steps = script.plans.iter().map(|plan| plan.steps.len()).max().unwrap_or(0);
        let wrong = [
            ("progress", self.progress.is_wrong(now, steps)),
            ("squads", self.squads.len() > 1000 || self.squads.iter().any(|squad| squad.is_wrong(&is_on_map))),
            ("waves", self.waves.len() > 16 || self.waves.iter().any(|count| *count > MOST)),
        ];
        if let Some((field, _)) = wrong.into_iter().find(|(_, is_wrong)| *is_wrong) {
            return Err(field);
        }
        self.bot.check(now, most, rules, is_on_map)
    }

    /// Looks at the game and says what to do.
    pub(in crate::games::rts::bot) fn think(&mut self, mut view: View<'_>) -> Vec<BotOrder> {
        let Some(script) = Scripts::built_in().get(self.script) else { return Vec::new() };
        let Some(plan) = script.plan(&view.rules.faction(view.faction).name) else { return Vec::new() };
        let looks = script.looks_every / THINKS_EVERY;
        if !(view.now / THINKS_EVERY).is_multiple_of(looks) {
            return Vec::new();
        }
        self.bot.remember(&mut view);
        let tally = Tally::default();
        let ground = self.bot.survey(&view, &tally);
        self.bot.sites.forget_old(&view);
        self.bot.passed_over.retain(|_, until| view.now < *until);
        let bonuses = Bonuses::of(view.rules, view.upgrades);
        let look = self.bot.look(&view, &bonuses, &ground, &tally, None);
        let mut orders = Vec::new();
        self.send(&look, plan, &mut orders);
        // What does not fit is not begun: who has no hand free asks for no site.
        if orders.len() < usize::from(script.orders) {
            self.spend(&look, plan, script, &mut orders);
        }
        self.mind_the_rest(&look, plan, &mut orders);
        orders.truncate(usize::from(script.orders));
        self.bot.keep(ground, &tally);
        orders
    }

    /// What it has computed since it began, or was loaded.
    pub(in crate::games::rts::bot) const fn work(&self) -> Work {
        self.bot.know.work
    }

    /// Sends squads out and keeps them at it.
    fn send(&mut self, look: &Look<'_, '_>, plan: &Plan, orders: &mut Vec<BotOrder>) {
        for squad in &mut self.squads {
            squad.go_on(&mut self.bot, look, orders);
        }
        self.squads.retain(|squad| !squad.units.is_empty());
        self.waves.resize(plan.waves.len(), 0);
        for (number, wave) in plan.waves.iter().enumerate() {
            let sent = self.waves[number];
            let needed = if sent == 0 { wave.units } else { wave.then };
            let ready: BTreeSet<UnitId> = spare(&self.bot, look, false, &self.squads).map(|unit| unit.id).collect();
            if look.second < wave.from_s || ready.len() < usize::from(needed) {
                continue;
            }
            if let Some(to) = self.bot.spot(look, wave.place) {
                self.waves[number] = (sent + 1).min(MOST);
                self.squad(Task::Attack(to), ready, look, orders);
                return;
            }
        }
    }

    fn squad(&mut self, task: Task, units: BTreeSet<UnitId>, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let mut squad = Squad { task, units };
        squad.go_on(&mut self.bot, look, orders);
        self.squads.push(squad);
    }

    /// Follows the steps; workers, houses and soldiers by the standing rules.
    fn spend(&mut self, look: &Look<'_, '_>, plan: &Plan, script: &Script, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let most = usize::from(script.orders);
        let mut purse = Purse::new(view.stock);
        self.bot.wanted = Price::default();
        self.bot.kept_idle = None;
        self.bot.keep_promises(view, &mut purse);
        self.bot.wood_percent = plan.wood;
        let sites = view.buildings.iter().filter(|one| !one.is_finished);
        let coming: u16 = sites.map(|one| view.rules.building(one.kind).supply).sum();
        if let Some(house) = plan.house.as_ref().and_then(|name| view.rules.building_named(name)) {
            let is_asked = view.units.iter().any(|unit| unit.does == Occupation::Builds(house));
            let is_scarce = view.supply_used + MARGIN > view.supply_given + coming;
            if is_scarce && !is_asked && view.supply_given < view.rules.economy.supply_limit {
                self.bot.begin(
                    look,
                    &Deed::Build(view.rules.building(house).name.clone()),
                    Spot::Home,
                    &mut purse,
                    orders,
                );
            }
        }
        let worker = view.rules.kind_named(&view.rules.faction(view.faction).worker);
        if let Some(worker) = worker.filter(|_| look.workers < usize::from(plan.workers) && orders.len() < most) {
            self.bot.train_one(look, worker, &mut purse, orders);
        }
        if orders.len() < most {
            self.step(look, &plan.steps, &mut purse, orders);
        }
        let at_home = spare(&self.bot, look, false, &self.squads).count();
        let queued = view.buildings.iter().map(OwnBuilding::units).sum::<usize>();
        if plan.train.is_empty() || at_home + queued >= usize::from(plan.soldiers) {
            return;
        }
        // Whoever cannot be trained now lets the next one have the turn.
        for turn in 0..plan.train.len() {
            let name = &plan.train[(usize::from(self.trained) + turn) % plan.train.len()];
            let before = orders.len();
            let Some(kind) = view.rules.kind_named(name).filter(|_| before < most) else { continue };
            self.bot.train_one(look, kind, &mut purse, orders);
            if orders.len() > before {
                self.trained = self.trained.wrapping_add(turn as u16 + 1) % 1000;
                break;
            }
        }
    }

    fn step(&mut self, look: &Look<'_, '_>, steps: &[Step], purse: &mut Purse, orders: &mut Vec<BotOrder>) {
        let now = look.view.now;
        match self.bot.follow_steps(look, steps, &mut self.progress, purse, orders) {
            Pace::Over | Pace::NotYet | Pace::Begun => return,
            Pace::Waits => {}
        }
        let Some(step) = steps.get(usize::from(self.progress.next)) else { return };
        let units = self.chosen(look, &step.deed);
        if let Some(to) = self.bot.spot(look, step.place).filter(|_| !units.is_empty()) {
            let task = match step.deed {
                Deed::Attack(_) => Some(Task::Attack(to)),
                Deed::Walk(_) => Some(Task::Walk(to)),
                Deed::Circle(_) => {
                    let around = enemy_start(look.view);
                    Some(Task::Circle { around, radius: to.chebyshev(around).clamp(4, 100) as u8, point: 0 })
                }
                _ => None,
            };
            if let Some(task) = task {
                // Who is sent anew leaves where he was.
                self.squads.iter_mut().for_each(|squad| squad.units.retain(|unit| !units.contains(unit)));
                self.squad(task, units, look, orders);
                self.progress.go_on(now);
                return;
            }
        }
        if now > self.progress.since + PATIENCE {
            self.progress.go_on(now);
        }
    }

    /// The units that a deed sends.
    fn chosen(&self, look: &Look<'_, '_>, deed: &Deed) -> BTreeSet<UnitId> {
        let (Deed::Attack(who) | Deed::Walk(who) | Deed::Circle(who)) = deed else { return BTreeSet::new() };
        let soldiers = || spare(&self.bot, look, false, &self.squads);
        let workers = || spare(&self.bot, look, true, &self.squads);
        match who {
            Who::Soldiers => soldiers().map(|unit| unit.id).collect(),
            Who::Some(count) => exactly(soldiers(), *count),
            Who::Workers(count) => exactly(workers(), *count),
            Who::Everybody => {
                let all = look.view.units.iter().filter(|unit| !unit.inside);
                all.map(|unit| unit.id).collect()
            }
            Who::Kind(name, count) => {
                let kind = look.view.rules.kind_named(name);
                let both = soldiers().chain(workers());
                exactly(both.filter(|unit| Some(unit.kind) == kind), *count)
            }
        }
    }

    /// Soldiers at home stand where the enemy comes from, workers work.
    fn mind_the_rest(&mut self, look: &Look<'_, '_>, plan: &Plan, orders: &mut Vec<BotOrder>) {
        self.bot.army.main = self.squads.iter().flat_map(|squad| squad.units.iter().copied()).collect();
        if plan.defends {
            self.bot.defend(look, orders);
        }
        self.bot.gather(look, orders);
        let given = orders.iter().flat_map(|order| match order {
            BotOrder::Build(units, ..) | BotOrder::Walk(units, _) | BotOrder::AttackMove(units, _) => units.clone(),
            _ => Vec::new(),
        });
        let busy: BTreeSet<UnitId> = given.chain(self.bot.army.main.iter().copied()).collect();
        self.bot.work(look, &busy, orders);
    }
}

/// So many of some units; nobody if there are fewer.
fn exactly<'u>(units: impl Iterator<Item = &'u Own>, count: u16) -> BTreeSet<UnitId> {
    let chosen: BTreeSet<UnitId> = units.take(count.into()).map(|unit| unit.id).collect();
    if chosen.len() == usize::from(count) { chosen } else { BTreeSet::new() }
}
