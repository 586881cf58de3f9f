//! What the program that plays at five levels remembers. It is saved with the match; all else follows from the view.

mod army;
mod book;
mod team;

pub(super) use army::{Army, Campaign};
pub(super) use book::{Bookmark, Progress};
pub(super) use team::{Call, Invitation, Plan, Start, Team};

use super::hand::Hand;
use super::know::Know;
use super::know::bases::Bases;
use super::know::maps::LastSeen;
use super::know::sightings::Sightings;
use super::program::Program;
use super::settings::{LevelSettings, Personality, Settings, Style, StyleSettings};
use super::sites::Sites;
use super::view::Body;
use crate::base::Cell;
use crate::base::rng::{Rng, stream};
use crate::games::rts::rules::{Price, Rules};
use crate::nav::step::{Tick, UnitId};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

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
    pub(super) hand: Hand,
    /// What was seen at the last looks, for those who react late.
    pub(super) delayed: VecDeque<(Tick, Vec<Body>)>,
    pub(super) sightings: Sightings,
    /// Gold in mines as last seen.
    pub(super) mines: BTreeMap<Cell, u32>,
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
    pub(super) measured: (u32, Tick),
    /// When it last began something.
    pub(super) begun_at: Tick,
    /// Whether the enemy has come before it could be expected.
    pub(super) is_rushed: bool,
    /// Until when workers of the enemy who come near are taken for fighters.
    #[serde(default)]
    pub(super) stormed_until: Tick,
    /// Whom it has sent to look around.
    pub(super) scout: Option<UnitId>,
    /// Where it is to look.
    pub(super) scout_to: Option<Cell>,
    /// Where somebody has been sent to look, and when.
    pub(super) scouted: BTreeMap<Cell, Tick>,
    pub(super) army: Army,
    pub(super) book: Bookmark,
    pub(super) team: Team,
    pub(super) bases: Bases,
    pub(super) seen: LastSeen,
    #[serde(skip)]
    pub(super) know: Know,
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
        let drawn = Style::ALL[chance.random_range(0..Style::ALL.len())];
        Self::drawn_as(level, style, personality, signals, (chance.random(), drawn))
    }

    /// The same with what its chances are drawn from, and the style that it has if no other is asked for.
    pub(super) fn drawn_as(
        level: u8,
        style: Option<Style>,
        personality: Option<u8>,
        signals: bool,
        (seed, drawn): (u64, Style),
    ) -> Self {
        let settings = Settings::built_in();
        let person = personality.and_then(|one| settings.personalities.get(usize::from(one)));
        Self {
            level,
            style: style.or(person.map(|person| person.style)).unwrap_or(drawn),
            personality,
            signals,
            seed,
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
            stormed_until: 0,
            scout: None,
            scout_to: None,
            scouted: BTreeMap::new(),
            army: Army::default(),
            book: Bookmark::default(),
            team: Team::default(),
            bases: Bases::default(),
            seen: LastSeen::default(),
            know: Know::default(),
        }
    }

    pub(super) const fn drawn(&self) -> (u64, Style) {
        (self.seed, self.style)
    }

    /// Which program it is, with what was drawn for it.
    pub(super) const fn program(&self) -> Program {
        let Self { level, style, personality, signals, .. } = *self;
        Program::Bot { level, style: Some(style), personality, signals }
    }

    pub(super) fn level(&self) -> &'static LevelSettings {
        Settings::built_in().level(self.level)
    }

    pub(super) fn style(&self) -> &'static StyleSettings {
        Settings::built_in().style(self.style)
    }

    pub(super) const fn style_kind(&self) -> Style {
        self.style
    }

    /// The name of the opening that it plays, while it does.
    pub(super) fn opening(&self) -> Option<&str> {
        match &self.book {
            Bookmark::At { opening, .. } => Some(opening),
            _ => None,
        }
    }

    /// Whose name it has.
    pub(super) fn character(&self) -> Option<&'static Personality> {
        Settings::built_in().personalities.get(usize::from(self.personality?))
    }

    /// A number from 0 to 99 that follows from the seed, the tick and the purpose.
    pub(super) fn chance(&self, now: Tick, purpose: &str) -> u32 {
        stream(self.seed ^ u64::from(now), purpose).random_range(0..100)
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
        self.program().check(Settings::built_in().personalities.len())?;
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
            ("scout_to", self.scout_to.is_some_and(|at| !is_on_map(at))),
            ("army", self.army.is_wrong(now, most, &is_on_map)),
            ("book", self.book.is_wrong(now)),
            ("team", self.team.is_wrong(now, most, &is_on_map)),
            ("bases", self.bases.is_wrong(now, &is_on_map)),
            ("seen", self.seen.is_wrong(now)),
            ("daring", !(50..=200).contains(&self.daring)),
        ];
        wrong.into_iter().find(|(_, is_wrong)| *is_wrong).map_or(Ok(()), |(field, _)| Err(field))
    }
}
