//! Every number of the rules within its range.
//!
//! The upper bounds are far beyond what a game needs: they keep sums within their types and searches of the
//! surroundings of a unit small.

use super::super::{BuildingKind, Economy, MAX_BUILDING_SIZE, MAX_SIZE, PlannerRules, Price, Rules, UnitKind, Weapon};
use super::Fault;

/// Most of gold or wood that anything costs or anybody begins with.
const MAX_PRICE: u32 = 100_000;
/// Longest time of training, building or research: ten minutes at normal speed.
const MAX_TICKS: u16 = 12_000;
const MAX_REACH: u8 = 24;
/// Pictures on the sheet of commands.
const ICONS: u8 = 48;
const MISSILES: [&str; 8] = ["arrow", "bolt", "stone", "spear", "boulder", "fireball", "flame", "axe"];

/// A number of the rules: field, value, lowest and highest allowed.
type Range = (&'static str, u32, u32, u32);

/// The first of these that is out of its range; `prefix` comes before their names.
fn within(prefix: &str, ranges: &[Range]) -> Result<(), Fault> {
    match ranges.iter().find(|(_, value, low, high)| !(low..=high).contains(&value)) {
        Some((field, value, low, high)) => {
            Err(Fault::new(format!("{prefix}{field}"), format!("{value} is not between {low} and {high}")))
        }
        None => Ok(()),
    }
}

fn n(value: impl Into<u32>) -> u32 {
    value.into()
}

fn price(prefix: &str, price: Price) -> Result<(), Fault> {
    within(prefix, &[("gold", price.gold, 0, MAX_PRICE), ("wood", price.wood, 0, MAX_PRICE)])
}

pub(super) fn check(rules: &Rules) -> Result<(), Fault> {
    within("", &[("tick_hz", n(rules.tick_hz), 1, 60)])?;
    planner(&rules.planner)?;
    economy(&rules.economy)?;
    for (row, line) in rules.damage.0.iter().enumerate() {
        for (column, percent) in line.iter().enumerate() {
            within(&format!("damage[{row}][{column}]"), &[("", n(*percent), 0, 1000)])?;
        }
    }
    // Positions in these lists are kept in a byte.
    let lists =
        [("units", rules.units.len()), ("buildings", rules.buildings.len()), ("upgrades", rules.upgrades.len())];
    for (list, count) in lists.into_iter().chain([("factions", rules.factions.len())]) {
        if count > 255 || (count == 0 && list == "units") {
            return Err(Fault::new(list, format!("{count} entries, expected {} to 255", u8::from(list == "units"))));
        }
    }
    for (index, faction) in rules.factions.iter().enumerate() {
        within(&format!("factions[{index}]."), &[("workers", n(faction.workers), 1, 20)])?;
    }
    for (index, kind) in rules.units.iter().enumerate() {
        unit(&format!("units[{index}]."), kind)?;
    }
    for (index, kind) in rules.buildings.iter().enumerate() {
        building(&format!("buildings[{index}]."), kind)?;
    }
    for (index, kind) in rules.upgrades.iter().enumerate() {
        let prefix = format!("upgrades[{index}].");
        hotkey(&prefix, kind.hotkey)?;
        price(&format!("{prefix}cost."), kind.cost)?;
        let ticks = ("research_ticks", n(kind.research_ticks), 1, n(MAX_TICKS));
        within(&prefix, &[("icon", n(kind.icon), 0, n(ICONS - 1)), ticks])?;
        for (number, effect) in kind.effects.iter().enumerate() {
            within(&format!("{prefix}effects[{number}]."), &[("add", n(effect.add), 1, 1000)])?;
        }
    }
    Ok(())
}

fn planner(planner: &PlannerRules) -> Result<(), Fault> {
    let window = n(planner.window);
    within(
        "planner.",
        &[
            ("distances_per_tick", planner.distances_per_tick, 100, 100_000_000),
            ("window", window, 4, 256),
            ("replan_interval", n(planner.replan_interval), 1, window),
            ("max_wait", n(planner.max_wait), 0, window),
            ("rra_pool", n(planner.rra_pool), 1, 65_535),
            ("max_expanded", planner.max_expanded, 16, 1_000_000),
            ("nodes_per_tick", planner.nodes_per_tick, planner.max_expanded, 100_000_000),
        ],
    )
}

fn economy(economy: &Economy) -> Result<(), Fault> {
    price("economy.start.", economy.start)?;
    within(
        "economy.",
        &[
            ("supply_limit", n(economy.supply_limit), 1, 1000),
            ("mine_places", n(economy.mine_places), 1, 50),
            ("mine_ticks", n(economy.mine_ticks), 1, n(MAX_TICKS)),
            ("gold_load", n(economy.gold_load), 1, 1000),
            ("chop_ticks", n(economy.chop_ticks), 1, n(MAX_TICKS)),
            ("wood_load", n(economy.wood_load), 1, 1000),
            ("forest_wood", n(economy.forest_wood), 1, 10_000),
            ("site_refund_percent", economy.site_refund_percent, 0, 100),
            ("repair_percent", economy.repair_percent, 0, 100),
            ("helper_percent", economy.helper_percent, 0, 100),
            ("abroad_cells", n(economy.abroad_cells), 0, 255),
            ("abroad_percent", n(economy.abroad_percent), 1, 100),
            ("queue_length", n(economy.queue_length), 1, 50),
        ],
    )?;
    let mut kills_before = 0;
    for (index, rank) in economy.ranks.iter().enumerate() {
        within(
            &format!("economy.ranks[{index}]."),
            &[
                // A rank asks for more than the one below it.
                ("kills_percent", rank.kills_percent, kills_before + 1, 1_000_000),
                ("damage_percent", n(rank.damage_percent), 0, 500),
                ("health_percent", n(rank.health_percent), 0, 500),
                ("armour_points", n(rank.armour_points), 0, 100),
            ],
        )?;
        kills_before = rank.kills_percent;
    }
    Ok(())
}

fn unit(prefix: &str, kind: &UnitKind) -> Result<(), Fault> {
    hotkey(prefix, kind.hotkey)?;
    price(&format!("{prefix}cost."), kind.cost)?;
    // Who is trained takes at least a tick for it.
    let trained = u32::from(!kind.faction.is_empty());
    within(
        prefix,
        &[
            ("ticks_per_cell", n(kind.ticks_per_cell), 1, 60),
            ("size", n(kind.size), 1, n(MAX_SIZE)),
            ("supply", n(kind.supply), 0, 50),
            ("train_ticks", n(kind.train_ticks), trained, n(MAX_TICKS)),
            ("batch", n(kind.batch), 1, 10),
            ("health", n(kind.health), 1, 10_000),
            ("armour_points", n(kind.armour_points), 0, 100),
            ("sight", n(kind.sight), 1, n(MAX_REACH)),
            ("regenerates", n(kind.regenerates), 0, n(MAX_TICKS)),
            ("loot", n(kind.loot), 0, 100),
        ],
    )?;
    if let Some(heals) = &kind.heals {
        within(
            &format!("{prefix}heals."),
            &[
                ("amount", n(heals.amount), 1, 1000),
                ("range", n(heals.range), 1, n(MAX_REACH)),
                ("cooldown", n(heals.cooldown), 1, 600),
            ],
        )?;
    }
    kind.weapon.as_ref().map_or(Ok(()), |arms| weapon(prefix, arms))
}

fn building(prefix: &str, kind: &BuildingKind) -> Result<(), Fault> {
    hotkey(prefix, kind.hotkey)?;
    price(&format!("{prefix}cost."), kind.cost)?;
    let built = u32::from(!kind.faction.is_empty());
    within(
        prefix,
        &[
            ("size", n(kind.size), 1, n(MAX_BUILDING_SIZE)),
            ("build_ticks", n(kind.build_ticks), built, n(MAX_TICKS)),
            ("health", n(kind.health), 1, 30_000),
            ("armour_points", n(kind.armour_points), 0, 100),
            ("sight", n(kind.sight), 1, n(MAX_REACH)),
            ("supply", n(kind.supply), 0, 1000),
            ("gold", kind.gold, 0, 1_000_000),
        ],
    )?;
    kind.weapon.as_ref().map_or(Ok(()), |arms| weapon(prefix, arms))
}

fn weapon(owner: &str, weapon: &Weapon) -> Result<(), Fault> {
    let prefix = format!("{owner}weapon.");
    within(
        &prefix,
        &[
            ("damage", n(weapon.damage), 1, 1000),
            ("range", n(weapon.range), 1, n(MAX_REACH)),
            // The nearest that it hits is not beyond the farthest.
            ("min_range", n(weapon.min_range), 0, n(weapon.range)),
            ("cooldown", n(weapon.cooldown), 1, 600),
            ("splash", n(weapon.splash), 0, 4),
        ],
    )?;
    let Some(missile) = &weapon.missile else { return Ok(()) };
    within(&format!("{prefix}missile."), &[("ticks_per_cell", n(missile.ticks_per_cell), 1, 20)])?;
    if MISSILES.contains(&missile.sprite.as_str()) {
        return Ok(());
    }
    let problem = format!("{:?} is no missile, expected one of {}", missile.sprite, MISSILES.join(", "));
    Err(Fault::new(format!("{prefix}missile.sprite"), problem))
}

/// A hotkey that every keyboard has.
fn hotkey(prefix: &str, key: Option<char>) -> Result<(), Fault> {
    match key {
        Some(key) if !(key.is_ascii_lowercase() || key.is_ascii_digit()) => {
            Err(Fault::new(format!("{prefix}hotkey"), format!("{key:?} is not a small letter or a digit")))
        }
        _ => Ok(()),
    }
}
