//! The program that plays at five levels and in three styles.
//!
//! One look at the game goes from knowledge (who was seen where) over money (workers, buildings, soldiers) to the army. What
//! it remembers is in [`Bot`], which is saved with the match; everything else is computed anew at each look. It is told what
//! its side sees and nothing more, and no level gets more than another: see `assets/rules/bots.ron`.

use super::army::{Army, urgency};
use super::econ::needs::is_barracks;
use super::hand::Hand;
use super::know::force::{is_soldier, worth_against, worth_of};
use super::know::sightings::Sightings;
use super::program::{Program, Style};
use super::settings::{LevelSettings, Settings, StyleSettings};
use super::sites::Sites;
use super::view::{Body, BotOrder, Occupation, Own, View};
use crate::base::Cell;
use crate::base::rng::{Rng, stream};
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::rules::{Price, Rules};
use crate::nav::step::{Tick, UnitId};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Ticks between two measurements of the income: half a minute.
const MEASURE: Tick = 600;
/// Cells around the own buildings in which an enemy is an intruder.
pub(super) const HOME: u32 = 15;
/// Ticks for which money lies about and nothing is begun before the plan is dropped: a minute.
const STUCK: Tick = 1200;

/// Most gold of a mine and most that is spent in a match, far beyond what comes up: sums stay within 32 bits.
const MOST_GOLD: u32 = 1_000_000;
const MOST_SPENT: u32 = 10_000_000;

/// What a program remembers from one look to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bot {
    level: u8,
    style: Style,
    personality: Option<u8>,
    /// Whether it talks to its allies.
    pub(super) signals: bool,
    /// What its chances are drawn from.
    seed: u64,
    /// Hundredths of how daring it is.
    pub(super) daring: u16,
    hand: Hand,
    /// What was seen at the last looks, for those who react late.
    delayed: VecDeque<(Tick, Vec<Body>)>,
    pub(super) sightings: Sightings,
    /// Gold in mines as last seen.
    mines: BTreeMap<Cell, u32>,
    pub(super) sites: Sites,
    /// The nearest forest to each place that takes wood.
    pub(super) forests: BTreeMap<Cell, Cell>,
    /// Hundredths of the workers that chop.
    pub(super) wood_percent: u8,
    pub(super) spent_army: u32,
    pub(super) spent_growth: u32,
    /// What is wanted at this look, whether it can be paid or not.
    pub(super) wanted: Price,
    /// What cannot be had at the moment, until when it is not tried again.
    pub(super) passed_over: BTreeMap<u16, Tick>,
    /// A building that takes nothing new, because something better waits for it.
    pub(super) kept_idle: Option<UnitId>,
    /// What each kind of unit is worth against the enemy, in hundredths, and since when.
    pub(super) kind_worth: Vec<u16>,
    pub(super) judged_at: Tick,
    pub(super) income_per_minute: u32,
    /// What had been brought home at the last measurement, and when that was.
    measured: (u32, Tick),
    /// When it last began something.
    begun_at: Tick,
    /// Whether the enemy has come before it could be expected.
    pub(super) is_rushed: bool,
    /// Whom it has sent to look around.
    pub(super) scout: Option<UnitId>,
    /// Where somebody has been sent to look, and when.
    pub(super) scouted: BTreeMap<Cell, Tick>,
    pub(super) army: Army,
}

/// One look at the game: what follows from the view and is needed in many places.
pub(super) struct Look<'l, 'v> {
    pub view: &'l View<'v>,
    pub second: u32,
    pub workers: usize,
    /// Finished buildings that train soldiers, and those of them that do nothing.
    pub producers: usize,
    pub idle_producers: usize,
    pub army_worth: u32,
    /// Worth of the armed enemies near the own buildings.
    pub threat: u32,
    /// Whether that is as much as half of the army.
    pub is_pressed: bool,
    /// Whether the enemy is known to have the greater army.
    pub is_behind: bool,
    pub bonuses: &'l Bonuses,
    /// Where the enemies are believed to be.
    pub front: Cell,
}

impl Look<'_, '_> {
    /// The soldiers and healers.
    pub(crate) fn soldiers(&self) -> impl Iterator<Item = &Own> {
        self.view.units.iter().filter(|unit| is_soldier(self.view.rules.kind(unit.kind)))
    }

    /// A cell that many cells from a place on the side of the enemy; behind it if the number is negative.
    pub(crate) fn before(&self, place: Cell, cells: i16) -> Cell {
        let (dx, dy) = (i32::from(self.front.x - place.x), i32::from(self.front.y - place.y));
        let far = dx.abs().max(dy.abs()).max(1);
        let off = |d: i32| (d * i32::from(cells) / far) as i16;
        let (width, height) = (self.view.terrain.width() as i16, self.view.terrain.height() as i16);
        Cell::new((place.x + off(dx)).clamp(0, width - 1), (place.y + off(dy)).clamp(0, height - 1))
    }
}

impl Bot {
    /// A program at the beginning of a match; what the seat leaves open is drawn.
    pub(super) fn new(
        level: u8,
        style: Option<Style>,
        personality: Option<u8>,
        signals: bool,
        chance: &mut Rng,
    ) -> Self {
        let settings = Settings::built_in();
        let drawn = Style::ALL[chance.random_range(0..Style::ALL.len())];
        let program = Program::Bot { level, style, personality, signals };
        let person = settings.personality(program);
        Self {
            level,
            style: style.or(person.map(|person| person.style)).unwrap_or(drawn),
            personality,
            signals,
            seed: chance.random(),
            daring: person.map_or(100, |person| person.daring),
            hand: Hand::default(),
            delayed: VecDeque::new(),
            sightings: Sightings::default(),
            mines: BTreeMap::new(),
            sites: Sites::default(),
            forests: BTreeMap::new(),
            wood_percent: 25,
            spent_army: 0,
            spent_growth: 0,
            wanted: Price::default(),
            passed_over: BTreeMap::new(),
            kept_idle: None,
            kind_worth: Vec::new(),
            judged_at: 0,
            income_per_minute: 0,
            measured: (0, 0),
            begun_at: 0,
            is_rushed: false,
            scout: None,
            scouted: BTreeMap::new(),
            army: Army::default(),
        }
    }

    pub(super) fn level(&self) -> &'static LevelSettings {
        Settings::built_in().level(self.level)
    }

    pub(super) fn style(&self) -> &'static StyleSettings {
        Settings::built_in().style(self.style)
    }

    /// A number from 0 to 99 that follows from the seed, the tick and the purpose.
    pub(super) fn chance(&self, now: Tick, purpose: &str) -> u32 {
        stream(self.seed ^ u64::from(now), purpose).random_range(0..100)
    }

    /// Looks at the game and says what to do.
    pub(super) fn think(&mut self, mut view: View<'_>) -> Vec<BotOrder> {
        let mut orders = Vec::new();
        let level = self.level();
        if view.buildings.is_empty() && view.units.is_empty() || !self.is_turn(&view) {
            return orders;
        }
        self.remember(&mut view);
        let view = &view;
        let bonuses = Bonuses::of(view.rules, view.upgrades);
        self.sites.forget_old(view);
        self.passed_over.retain(|_, until| view.now < *until);
        self.measure(view);
        let look = self.look(view, &bonuses);
        self.judge_kinds(view, &bonuses);
        let idles = self.chance(view.now, "idle") < u32::from(level.idle_looks_percent);
        if !idles {
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
        self.work(view, &busy, &mut orders);
        orders.sort_by_key(urgency);
        self.hand.give(view.now, level, &mut orders);
        orders
    }

    /// Whether it looks now: sides look at different ticks, so the tick counts from the first that a side has.
    fn is_turn(&self, view: &View<'_>) -> bool {
        let looks = self.level().looks_every / super::THINKS_EVERY;
        (view.now / super::THINKS_EVERY).is_multiple_of(looks)
    }

    /// Takes in what is seen: enemies with the delay of the level, mines as they were last seen.
    fn remember(&mut self, view: &mut View<'_>) {
        self.delayed.push_back((view.now, view.foes.clone()));
        let delay = self.level().delay;
        while self.delayed.get(1).is_some_and(|(tick, _)| tick + delay <= view.now) {
            self.delayed.pop_front();
        }
        if let Some((tick, foes)) = self.delayed.front().filter(|(tick, _)| tick + delay <= view.now) {
            self.sightings.look(view, foes, *tick);
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

    fn look<'l, 'v>(&mut self, view: &'l View<'v>, bonuses: &'l Bonuses) -> Look<'l, 'v> {
        let trains = |one: &&super::OwnBuilding| one.is_finished && is_barracks(view, view.rules.building(one.kind));
        let army_worth = worth_of(view, view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind))));
        let intruders = self.intruders(view);
        let threat = worth_against(view, intruders.iter().copied());
        let second = view.now / 20;
        let seen = worth_against(view, self.sightings.units());
        if threat > 150 && second < 330 && army_worth < 2 * threat {
            self.is_rushed = true;
        }
        Look {
            view,
            second,
            workers: view.units.iter().filter(|unit| view.rules.kind(unit.kind).works).count(),
            producers: view.buildings.iter().filter(trains).count(),
            idle_producers: view.buildings.iter().filter(trains).filter(|one| one.queue.is_empty()).count(),
            army_worth,
            threat,
            is_behind: seen * 10 > army_worth * 9,
            is_pressed: threat > 0 && threat * 3 > army_worth * 2,
            bonuses,
            front: self.front(view),
        }
    }

    /// Where the enemies are believed to be: the nearest known building of theirs, else the nearest start.
    fn front(&self, view: &View<'_>) -> Cell {
        let home = view.halls().next().map_or(view.start, |hall| hall.at);
        let known = self.sightings.buildings().map(|known| known.body.at);
        let nearest = known.min_by_key(|at| (at.distance_squared(home), *at));
        let own = view.sides[usize::from(view.side)].team;
        nearest.unwrap_or_else(|| {
            let starts = view.sides.iter().filter(|side| side.team != own && !side.is_beaten).map(|side| side.start);
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

    /// Whether what a file says that it remembers could be so.
    ///
    /// # Errors
    /// The first field that could not.
    pub(super) fn check(
        &self,
        now: Tick,
        most: u32,
        rules: &Rules,
        is_on_map: impl Fn(Cell) -> bool,
    ) -> Result<(), &'static str> {
        let program =
            Program::Bot { level: self.level, style: Some(self.style), personality: self.personality, signals: true };
        program.check(Settings::built_in().personalities.len())?;
        let is_later = |tick: Tick| tick > now;
        let is_body = |body: &Body| {
            is_on_map(body.at)
                && body.health <= 100
                && body.unit.is_none_or(|kind| usize::from(kind.0) < rules.units.len())
                && body.building.is_none_or(|kind| usize::from(kind.0) < rules.buildings.len())
        };
        let wrong = [
            ("hand", self.hand.is_wrong(now)),
            ("delayed", self.delayed.iter().any(|(tick, foes)| is_later(*tick) || !foes.iter().all(is_body))),
            ("sightings", self.sightings.is_wrong(now, is_body)),
            ("mines", self.mines.iter().any(|(at, gold)| !is_on_map(*at) || *gold > MOST_GOLD)),
            ("sites", self.sites.is_wrong(now.saturating_add(most), &is_on_map)),
            ("forests", self.forests.iter().any(|(from, to)| !is_on_map(*from) || !is_on_map(*to))),
            ("wood_percent", self.wood_percent > 100),
            ("spent", self.spent_army.max(self.spent_growth) > MOST_SPENT),
            ("wanted", self.wanted.gold.max(self.wanted.wood) > MOST_SPENT),
            ("judged_at", is_later(self.judged_at)),
            ("income_per_minute", self.income_per_minute > MOST_GOLD),
            ("measured", self.measured.0 > MOST_SPENT || is_later(self.measured.1)),
            ("begun_at", is_later(self.begun_at)),
            ("scouted", self.scouted.iter().any(|(at, tick)| is_later(*tick) || !is_on_map(*at))),
            ("army", self.army.is_wrong(now, most, &is_on_map)),
            ("daring", !(50..=200).contains(&self.daring)),
        ];
        wrong.into_iter().find(|(_, is_wrong)| *is_wrong).map_or(Ok(()), |(field, _)| Err(field))
    }
}
