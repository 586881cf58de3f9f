//! Two armies that fight: the figure of fighting units.

use super::{largest_region, no_room};
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use crate::cli::CliError;
use crate::games::rts::bot::Program;
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::{Level, UnitSpawn};
use crate::games::rts::rules::{FactionId, KindId, Price, Rules};
use crate::games::rts::sim::Order;
use crate::games::rts::sim::skirmish::{Command, Control, Player, SkirmishSetup, VictoryRule};
use crate::nav::step::{Tick, UnitId};
use rand::seq::SliceRandom;

/// By how much everybody's health is multiplied, so that a fight of some minutes leaves nearly all alive.
const HARDENED: u16 = 100;
/// Ticks between two orders to the armies: 20 seconds at normal speed.
const ORDER_INTERVAL: Tick = 400;
/// Cells from the middle of the map to where the armies form up, and how deep they stand there.
const APART: i16 = 16;
const DEPTH: i16 = 40;

/// Makes everybody hard to kill, and takes halls and workers out of the picture.
pub(super) fn harden(rules: &mut Rules) {
    for kind in &mut rules.units {
        kind.health = kind.health.saturating_mul(HARDENED);
    }
    for faction in &mut rules.factions {
        faction.hall.clear();
    }
}

/// Half of the units left of the middle, the others, of other kinds, right of it: in turn all kinds of one cell that fight.
pub(super) fn armies(level: &mut Level, rules: &Rules, count: usize, seed: u64) -> Result<(), CliError> {
    let mut rng = stream(seed, "bench armies");
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    let mut taken = Grid::filled(level.terrain.width(), level.terrain.height(), false);
    level.units.clear();
    let mut units = Vec::new();
    for side in 0..2_u8 {
        let faction = rules.factions.get(usize::from(side)).map(|faction| faction.name.as_str());
        let is_soldier = |kind: &KindId| {
            let kind = rules.kind(*kind);
            let fights = kind.weapon.is_some() || kind.heals.is_some();
            Some(kind.faction.as_str()) == faction && fights && !kind.works && kind.size == 1
        };
        let kinds: Vec<KindId> = rules.kinds().map(|(id, _)| id).filter(is_soldier).collect();
        let Some(first) = kinds.first() else { return Err(no_room(count)) };
        let is_own_half = |cell: &Cell| {
            let ahead = if side == 0 { width / 2 - APART - cell.x } else { cell.x - width / 2 - APART };
            (0..DEPTH).contains(&ahead) && (height / 4..height - height / 4).contains(&cell.y)
        };
        let mut cells = largest_region(level, rules, *first);
        cells.retain(is_own_half);
        cells.shuffle(&mut rng);
        for index in 0..count / 2 + usize::from(side) * (count % 2) {
            let kind = kinds[index % kinds.len()];
            let fits = |cell: Cell| rules.costs.quarters(rules.kind(kind).class, level.terrain[cell]).is_some();
            let at = loop {
                let cell = cells.pop().ok_or_else(|| no_room(count))?;
                if fits(cell) && !std::mem::replace(&mut taken[cell], true) {
                    break cell;
                }
            };
            units.push(UnitSpawn { kind, side, at });
        }
    }
    level.units = units;
    Ok(())
}

/// The set-up of the fight, which ends with the last unit.
pub(super) fn skirmish(level: &Level) -> SkirmishSetup {
    let corner = Cell::new(level.terrain.width() as i16 - 6, level.terrain.height() as i16 - 6);
    let player = |side: u8, start| Player {
        faction: FactionId(side),
        team: side,
        control: Control::Human,
        program: Program::Founder,
        start,
        colour: side,
        handicap: Handicap::NONE,
    };
    SkirmishSetup {
        players: vec![player(0, Cell::new(2, 2)), player(1, corner)],
        mines: Vec::new(),
        stock: Price::default(),
        fog: false,
        explored: false,
        victory: VictoryRule::Everything,
    }
}

/// Each army attacks towards where the other formed up, and back again.
pub(super) fn orders(units: &[UnitId], (width, height): (i16, i16), tick: Tick) -> Vec<(u8, Order)> {
    if !tick.is_multiple_of(ORDER_INTERVAL) {
        return Vec::new();
    }
    let far = APART + DEPTH / 2;
    let sign = if (tick / ORDER_INTERVAL).is_multiple_of(2) { 1 } else { -1 };
    let (left, right) = units.split_at(units.len() / 2);
    let attack = |units: &[UnitId], x| {
        let command = Command::AttackMove { to: Cell::new(x, height / 2), formation: false };
        Order::Command { units: units.to_vec(), command, queue: false }
    };
    vec![(0, attack(left, width / 2 + sign * far)), (1, attack(right, width / 2 - sign * far))]
}
