//! What is measured of each side during a match, from the state of the game every few seconds: stalls and idle stock.

use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::skirmish::{Building, Fighting, Production, Sides};
use crate::games::rts::sim::units::Owner;
use crate::nav::step::Tick;
use bevy::prelude::*;

/// Seconds from one look to the next.
const LOOKS_EVERY: u32 = 5;
/// Seconds without any deed that are a stall.
const STALL: u32 = 180;
/// Seconds over which the income is measured, and of it that may lie in stock.
const INCOME_OVER: u32 = 60;
const IN_STOCK: u32 = 30;

#[derive(Debug, Clone, Default)]
pub(super) struct Watched {
    /// Times of three minutes in which the side trained, built, researched and fought nothing though it could have.
    pub(super) stalls: u32,
    /// Looks at which more lay in stock than it earns in half a minute.
    pub(super) idle: u32,
    pub(super) looks: u32,
    /// What it had done at the last look.
    deeds: [u64; 5],
    still: u32,
    /// What it had gathered at the last looks.
    gathered: Vec<u32>,
}

/// Whether it is time for a look.
pub(super) fn is_due(tick: Tick, rules: &Rules) -> bool {
    tick.is_multiple_of(LOOKS_EVERY * Tick::from(rules.tick_hz))
}

/// Looks at every side.
pub(super) fn look(game: &mut Match, rules: &Rules, watched: &mut [Watched]) {
    let since = game.ticks().saturating_sub(LOOKS_EVERY * Tick::from(rules.tick_hz));
    let world = game.app.world_mut();
    let mut deeds = vec![[0; 5]; watched.len()];
    // Work on what is made and built. What stands, for want of supply or of workers, does not grow.
    let mut buildings = world.query::<(&Owner, &Building, &Production)>();
    for (owner, building, production) in buildings.iter(world) {
        if let Some(deeds) = deeds.get_mut(usize::from(owner.0)) {
            deeds[0] += u64::from(production.percent(rules));
            deeds[1] += u64::from(building.percent());
        }
    }
    let mut fights = vec![false; watched.len()];
    for (owner, fighting) in world.query::<(&Owner, &Fighting)>().iter(world) {
        if let Some(fights) = fights.get_mut(usize::from(owner.0)) {
            *fights |= fighting.struck_at() > since;
        }
    }
    let mut boards = world.query_filtered::<&Sides, With<Board>>();
    let Ok(sides) = boards.single(world) else { return };
    for (number, (side, watched)) in sides.iter().zip(watched).enumerate() {
        if side.beaten.is_some() {
            continue;
        }
        let deeds = &mut deeds[number];
        deeds[2] = u64::from(side.score.trained) << 32 | u64::from(side.score.built);
        deeds[3] = side.upgrades.len() as u64;
        deeds[4] = u64::from(side.score.killed) << 32 | u64::from(side.score.razed);
        let army = side.samples.last().map_or(0, |sample| sample.army);
        let can_act = army > 0 || side.stock.minus(worker_price(rules, side.faction)).is_some();
        let acts = fights[number] || *deeds != watched.deeds;
        watched.deeds = *deeds;
        watched.still = if acts || !can_act { 0 } else { watched.still + LOOKS_EVERY };
        if watched.still >= STALL {
            (watched.stalls, watched.still) = (watched.stalls + 1, 0);
        }
        watched.gathered.push(side.score.gathered.worth());
        let back = (INCOME_OVER / LOOKS_EVERY) as usize;
        if let Some(before) = watched.gathered.len().checked_sub(back + 1) {
            let income = side.score.gathered.worth().saturating_sub(watched.gathered[before]);
            watched.looks += 1;
            watched.idle += u32::from(side.stock.worth() > income * IN_STOCK / INCOME_OVER);
        }
    }
}

fn worker_price(rules: &Rules, faction: FactionId) -> crate::games::rts::rules::Price {
    let worker = rules.kind_named(&rules.faction(faction).worker);
    worker.map(|kind| rules.kind(kind).cost).unwrap_or_default()
}
