//! Whether what a file says of a skirmish could be one: whoever reads a file cannot know who wrote it.
//!
//! The set-up is looked at with its level and rules ([`SkirmishSetup::check`]), the state of a match part by part. Whatever is
//! wrong is told as the field and what was expected there, without a full stop: who asks knows the file.

use super::bots::Bots;
use super::missiles::Flying;
use super::news::{MOST_EVENTS, News};
use super::{Building, Production, Timber};
use crate::base::wording::between;
use crate::base::{Cell, Grid};
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::bot::Event;
use crate::games::rts::combat::Being;
use crate::games::rts::level::{Level, MAX_MINE_GOLD, MineSpawn, SIDES, check_squares};
use crate::games::rts::rules::{Price, Rules};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::orders::Item;
use crate::games::rts::sim::sides::{
    Control, Ending, NEUTRAL, SAMPLE_INTERVAL, Sample, Score, Side, Sides, SkirmishSetup,
};
use crate::games::rts::sim::tasks::Cargo;
use crate::nav::step::Tick;
use crate::nav::terrain::Terrain;

/// Most gold or wood that a side can begin with.
const MAX_STOCK: u32 = 1_000_000;
/// Numbers beyond it are of no match, and added up they leave their types: three years of ticks, a thousand million of gold.
pub(crate) const MOST: u32 = 1 << 30;

impl SkirmishSetup {
    /// Looks at everything that this level and these rules do not allow.
    ///
    /// # Errors
    /// The first field that is wrong, and what was expected.
    pub fn check(&self, level: &Level, rules: &Rules) -> Result<(), String> {
        let count = self.players.len();
        if !(2..=usize::from(SIDES)).contains(&count) {
            return Err(format!("`players`: a skirmish has 2 to {SIDES} sides, this one has {count}"));
        }
        for (index, player) in self.players.iter().enumerate() {
            let known = rules.factions.len();
            let ranges = [
                ("faction", usize::from(player.faction.0), known),
                ("team", usize::from(player.team), usize::from(SIDES)),
                ("colour", usize::from(player.colour), usize::from(SIDES)),
            ];
            if let Some((field, value, end)) = ranges.into_iter().find(|(_, value, end)| value >= end) {
                let most = end.saturating_sub(1);
                return Err(format!("`players[{index}].{field}`: expected {}, got {value}", between(0, most)));
            }
        }
        if self.players.iter().all(|player| player.team == self.players[0].team) {
            return Err("`players`: all sides are of one team, a skirmish needs two teams".into());
        }
        if let Some((field, amount)) = amounts(self.stock).into_iter().find(|(_, amount)| *amount > MAX_STOCK) {
            return Err(format!("`stock.{field}`: expected 0 to {MAX_STOCK}, got {amount}"));
        }
        let mines: Vec<_> = self.mines.iter().map(|(at, gold)| MineSpawn { at: *at, gold: *gold }).collect();
        let starts: Vec<_> = self.players.iter().map(|player| player.start).collect();
        // Units of sides that do not play here do not come to the match either.
        let units: Vec<_> = level.units.iter().filter(|unit| usize::from(unit.side) < count).copied().collect();
        check_squares(&units, &level.terrain, (&mines, &starts), rules).map_err(|(list, index, problem)| match list {
            "starts" => format!("`players[{index}].start`: {problem}"),
            _ => format!("`{list}[{index}]`: {problem}"),
        })
    }
}

const fn amounts(price: Price) -> [(&'static str, u32); 2] {
    [("gold", price.gold), ("wood", price.wood)]
}

/// A field, its value, and the highest that it can have.
type Limit = (&'static str, u32, u32);

/// The first of these that is too high.
fn within(limits: &[Limit]) -> Result<(), String> {
    match limits.iter().find(|(_, value, most)| value > most) {
        Some((field, value, most)) => Err(format!("`{field}`: expected {}, got {value}", between(0, *most))),
        None => Ok(()),
    }
}

/// What stands on the map or goes to a place on it: the first that does not.
pub(crate) fn on_map(ground: &Grid<Terrain>, cells: &[(&str, Option<Cell>)]) -> Result<(), String> {
    let is_off = |cell: &Cell| !ground.contains(*cell);
    match cells.iter().find_map(|(field, cell)| Some((field, cell.filter(is_off)?))) {
        Some((field, cell)) => Err(format!("`{field}`: {cell} is not on the map")),
        None => Ok(()),
    }
}

/// A side, with the player of the set-up that it was.
pub(crate) fn check_side(
    side: &Side,
    player: &super::Player,
    now: Tick,
    ground: &Grid<Terrain>,
    rules: &Rules,
) -> Result<(), String> {
    // Its seat may have changed hands.
    if (side.faction, side.team) != (player.faction, player.team) {
        return Err("`faction` or `team`: not as the match began".into());
    }
    if side.start != player.start {
        return Err(format!("`start`: {}, the match began at {}", side.start, player.start));
    }
    on_map(ground, &[("start", Some(side.start))])?;
    if let Some(upgrade) = side.upgrades.iter().find(|upgrade| usize::from(upgrade.0) >= rules.upgrades.len()) {
        return Err(format!("`upgrades`: {}, the rules have {}", upgrade.0, rules.upgrades.len()));
    }
    if side.bonuses != Bonuses::of(rules, &side.upgrades) {
        return Err("`bonuses`: not what the upgrades give".into());
    }
    // One at the beginning and one every so often.
    let samples = (now / SAMPLE_INTERVAL + 1) as usize;
    if side.samples.len() > samples {
        return Err(format!("`samples`: expected at most {samples}, got {}", side.samples.len()));
    }
    if side.handicap != player.handicap {
        return Err(format!("`handicap`: {}, the match began with {}", side.handicap, player.handicap));
    }
    for sample in &side.samples {
        check_sample(sample, rules)?;
    }
    let Score { gathered, spent, trained, built, killed, razed, lost, workers_lost, fallen, .. } = side.score;
    within(&[
        ("stock.gold", side.stock.gold, MOST),
        ("stock.wood", side.stock.wood, MOST),
        ("score.gathered.gold", gathered.gold, MOST),
        ("score.gathered.wood", gathered.wood, MOST),
        ("score.spent.gold", spent.gold, MOST),
        ("score.spent.wood", spent.wood, MOST),
        ("score.trained", trained, MOST),
        ("score.built", built, MOST),
        ("score.killed", killed, MOST),
        ("score.razed", razed, MOST),
        ("score.lost", lost, MOST),
        ("score.workers_lost", workers_lost, MOST),
        ("score.fallen", fallen, MOST),
        ("score.killed_worth", side.score.killed_worth, MOST),
        ("score.lost_worth", side.score.lost_worth, MOST),
        ("owed.gold", side.owed.gold, 99),
        ("owed.wood", side.owed.wood, 99),
        ("supply_used", side.supply_used.into(), 10_000),
        ("supply_given", side.supply_given.into(), rules.economy.supply_limit.into()),
        ("beaten", side.beaten.unwrap_or(0), now),
    ])
}

fn check_sample(sample: &Sample, rules: &Rules) -> Result<(), String> {
    if sample.main.is_some_and(|kind| usize::from(kind.0) >= rules.units.len()) {
        return Err("`samples.main`: a kind that the rules do not have".into());
    }
    within(&[
        ("samples.gathered", sample.gathered, 2 * MOST),
        ("samples.army", sample.army, MOST),
        ("samples.lost", sample.lost, MOST),
        ("samples.workers_lost", sample.workers_lost, MOST),
        ("samples.fallen", sample.fallen, MOST),
        ("samples.stock.gold", sample.stock.gold, MOST),
        ("samples.stock.wood", sample.stock.wood, MOST),
    ])
}

/// Health, and what a unit or building remembers of its fights.
pub(crate) fn check_fate(
    health: Health,
    fighting: &Fighting,
    now: Tick,
    ground: &Grid<Terrain>,
    rules: &Rules,
) -> Result<(), String> {
    if health.most == 0 || health.now > health.most {
        return Err(format!("`health`: {} of {}", health.now, health.most));
    }
    on_map(ground, &[("home", fighting.home)])?;
    within(&[
        ("ready_at", fighting.ready_at, MOST),
        ("struck_at", fighting.struck_at, now),
        ("hurt_at", fighting.hurt_at, now),
        ("seen_at", fighting.seen_at, now),
        ("flees_until", fighting.flees_until, MOST),
        ("kills_worth", fighting.kills_worth, MOST),
        ("rank", fighting.rank.into(), rules.economy.ranks.len() as u32),
    ])
}

pub(crate) fn check_cargo(cargo: Cargo, rules: &Rules) -> Result<(), String> {
    let load = cargo.0.map_or(0, |(_, load)| load);
    // Upgrades may give more than the rules say.
    let most = u32::from(rules.economy.gold_load.max(rules.economy.wood_load)) + 10_000;
    within(&[("cargo", load.into(), most)])
}

/// The construction and the gold of a building, and its work.
///
/// # Errors
/// The first number that cannot be, in a sentence.
pub fn check_work(building: &Building, production: &Production, now: Tick, rules: &Rules) -> Result<(), String> {
    if building.needed == 0 && rules.building(building.kind).build_ticks > 0 && building.done > 0 {
        return Err("`needed`: 0 for a building that takes time".into());
    }
    let mut unpaid = production.queue.iter().rev().take(production.unpaid());
    if unpaid.any(|item| !matches!(item, Item::Train(_))) {
        return Err("`unpaid`: only units are made again".into());
    }
    within(&[
        ("done", building.done, MOST),
        ("needed", building.needed, MOST),
        ("gold", building.gold, MAX_MINE_GOLD),
        ("worked_at", building.worked_at, now),
        ("queue", production.queue.len() as u32, rules.economy.queue_length.into()),
        ("unpaid", production.unpaid.into(), production.queue.len() as u32),
        ("progress", production.progress, MOST),
        ("rally", production.rally.len() as u32, crate::games::rts::sim::orders::MAX_RALLY as u32),
    ])
}

/// The wood that is left in forest cells.
pub(crate) fn check_timber(timber: &Timber, ground: &Grid<Terrain>, rules: &Rules) -> Result<(), String> {
    timber.0.iter().try_for_each(|(cell, wood)| {
        on_map(ground, &[("timber", Some(*cell))])?;
        within(&[("timber", (*wood).into(), rules.economy.forest_wood.into())])
    })
}

pub(crate) fn check_missile(
    flying: &Flying,
    now: Tick,
    sides: u8,
    ground: &Grid<Terrain>,
    rules: &Rules,
) -> Result<(), String> {
    let blow = &flying.blow;
    let is_known = match blow.being {
        Being::Unit(kind) => usize::from(kind.0) < rules.units.len(),
        Being::Building(kind) => usize::from(kind.0) < rules.buildings.len(),
    };
    if !is_known {
        return Err("`being`: it is of no kind of the rules".into());
    }
    if blow.side >= sides && blow.side != NEUTRAL {
        return Err(format!("`side`: {}, there are {sides}", blow.side));
    }
    on_map(ground, &[("at", Some(blow.at)), ("from", Some(flying.from))])?;
    within(&[
        ("force", blow.force, 1 << 20),
        ("splash", blow.splash.into(), 24),
        ("since", flying.since, now),
        ("lands_at", flying.lands_at, MOST),
    ])
}

/// The programs: one for each side that has one, and what they remember.
pub(crate) fn check_bots(
    bots: &Bots,
    sides: &Sides,
    now: Tick,
    ground: &Grid<Terrain>,
    rules: &Rules,
) -> Result<(), String> {
    // A seat may have changed hands, so the set-up of the match does not tell.
    let has_one = |side: &Side| side.control == Control::Bot;
    if !bots.0.iter().map(Option::is_some).eq(sides.iter().map(has_one)) {
        return Err("`bots`: not those of the sides that have one".into());
    }
    let mut all = bots.0.iter().enumerate().filter_map(|(side, bot)| Some((side, bot.as_ref()?)));
    all.try_for_each(|(side, bot)| {
        bot.check(now, MOST, rules, |cell| ground.contains(cell))
            .map_err(|problem| format!("`bots[{side}]`: {problem}"))
    })
}

/// What has happened to the sides of the programs.
pub(crate) fn check_news(news: &News, sides: u8, ground: &Grid<Terrain>, rules: &Rules) -> Result<(), String> {
    if news.0.len() > usize::from(sides) {
        return Err(format!("`news`: of {} sides, there are {sides}", news.0.len()));
    }
    for news in &news.0 {
        within(&[
            ("news.events", news.events.len() as u32, MOST_EVENTS as u32),
            ("news.met", news.met.last().map_or(0, |last| last.0), MOST),
        ])?;
        for event in &news.events {
            match event {
                Event::Refused { at, .. } => on_map(ground, &[("news.events", *at)])?,
                Event::Researched(upgrade) if usize::from(upgrade.0) >= rules.upgrades.len() => {
                    return Err(format!(
                        "`news.events`: upgrade {}, the rules have {}",
                        upgrade.0,
                        rules.upgrades.len()
                    ));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

pub(crate) fn check_ending(ending: Ending, now: Tick) -> Result<(), String> {
    within(&[
        ("ending.winner", ending.winner.unwrap_or(0).into(), u32::from(SIDES) - 1),
        ("ending.tick", ending.tick, now),
    ])
}
