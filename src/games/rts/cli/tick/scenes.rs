//! What `bench tick` can play: who stands where, and who is ordered where and when.

mod battle;

use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Grid};
use crate::cli::CliError;
use crate::games::rts::level::{Level, UnitSpawn};
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::Order;
use crate::games::rts::sim::skirmish::SkirmishSetup;
use crate::nav::regions::Regions;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::{Ground, Terrain};
use clap::ValueEnum;
use rand::RngExt;
use rand::seq::SliceRandom;

/// What is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Scenario {
    /// Groups of 20 of all kinds on random places, each sent to a random place every 20 seconds
    Marching,
    /// A walled-in army is sent out of its walls, again and again
    Enclosed,
    /// An army of one kind, spread over the whole map, is sent to one place
    OneGoal,
    /// Two armies of all kinds that fight are ordered into each other and hardly die
    Fighting,
}

/// Units of one group order.
const GROUP: usize = 20;
/// Ticks between two orders to the same group: 20 seconds at normal speed.
const ORDER_INTERVAL: Tick = 400;
/// Ticks before the first order to the walled-in army: what the idle game costs.
const IDLE: Tick = 200;

impl Scenario {
    /// Puts `count` units on the level, instead of those that it has.
    pub(super) fn people(self, level: &mut Level, rules: &Rules, count: usize, seed: u64) -> Result<(), CliError> {
        match self {
            Self::Marching => crowd(level, rules, MARCHERS, count, seed),
            Self::OneGoal => crowd(level, rules, 1, count, seed),
            Self::Enclosed => courtyard(level, count),
            Self::Fighting => battle::armies(level, rules, count, seed),
        }
    }

    /// What makes a skirmish of it, if it is one.
    pub(super) fn skirmish(self, level: &Level) -> Option<SkirmishSetup> {
        (self == Self::Fighting).then(|| battle::skirmish(level))
    }

    /// The rules by which it is played: in a fight that is to last nobody dies soon.
    pub(super) fn rules(self, mut rules: Rules) -> Rules {
        if self == Self::Fighting {
            battle::harden(&mut rules);
        }
        rules
    }
}

/// Cells that a search over all that the first unit can reach closes.
pub(super) fn full_search(level: &Level, rules: &Rules) -> usize {
    let Some(first) = level.units.first() else { return 0 };
    let regions = Regions::new(Ground::new(&level.terrain, &rules.costs, rules.kind(first.kind).class));
    regions.region(first.at).map_or(0, |region| regions.size(region) as usize)
}

/// Kinds of a marching crowd: those five of the rules that the figures have been taken with from the beginning.
const MARCHERS: usize = 5;

fn no_room(count: usize) -> CliError {
    CliError::Other(format!("the map has no room for {}", crate::base::wording::count(count, "unit")))
}

/// The cells of the largest region that a kind of unit can walk in.
fn largest_region(level: &Level, rules: &Rules, kind: KindId) -> Vec<Cell> {
    let regions = Regions::new(Ground::new(&level.terrain, &rules.costs, rules.kind(kind).class));
    let largest = regions.numbers().max_by_key(|region| regions.size(*region));
    level.terrain.cells().filter(|cell| largest.is_some() && regions.region(*cell) == largest).collect()
}

/// Units of the first `kinds` on random cells of the largest region of each.
fn crowd(level: &mut Level, rules: &Rules, kinds: usize, count: usize, seed: u64) -> Result<(), CliError> {
    let mut rng = stream(seed, "bench crowd");
    let mut free: Vec<Vec<Cell>> = Vec::new();
    for (kind, _) in rules.kinds().take(kinds) {
        let mut cells = largest_region(level, rules, kind);
        cells.shuffle(&mut rng);
        free.push(cells);
    }
    let mut taken = Grid::filled(level.terrain.width(), level.terrain.height(), false);
    level.units.clear();
    for index in 0..count {
        let kind = index % free.len();
        let at = loop {
            let cell = free[kind].pop().ok_or_else(|| no_room(count))?;
            if !std::mem::replace(&mut taken[cell], true) {
                break cell;
            }
        };
        level.units.push(UnitSpawn { kind: KindId(kind as u8), side: 0, at });
    }
    Ok(())
}

/// Units of the first kind in a walled courtyard in the middle of the map, of which they fill about half.
fn courtyard(level: &mut Level, count: usize) -> Result<(), CliError> {
    let side = (1i16..).find(|side| usize::from(side.unsigned_abs()).pow(2) >= 2 * count).unwrap_or(i16::MAX);
    let (width, height) = (level.terrain.width() as i16, level.terrain.height() as i16);
    if side > width - 6 || side > height - 6 {
        return Err(no_room(count));
    }
    let (left, top) = ((width - side) / 2, (height - side) / 2);
    for (x, y) in (top - 1..=top + side).flat_map(|y| (left - 1..=left + side).map(move |x| (x, y))) {
        let is_inside = (left..left + side).contains(&x) && (top..top + side).contains(&y);
        level.terrain[Cell::new(x, y)] = if is_inside { Terrain::Grass } else { Terrain::Wall };
    }
    let cells = (top..top + side).flat_map(|y| (left..left + side).map(move |x| Cell::new(x, y)));
    level.units = cells.take(count).map(|at| UnitSpawn { kind: KindId(0), side: 0, at }).collect();
    Ok(())
}

/// Gives the orders of a scenario.
#[derive(Debug)]
pub(super) struct Commander {
    scenario: Scenario,
    units: Vec<UnitId>,
    extent: (i16, i16),
    rng: Rng,
}

impl Commander {
    /// For `count` units, numbered from 0, on the level.
    pub(super) fn new(scenario: Scenario, count: usize, level: &Level, seed: u64) -> Self {
        let extent = (level.terrain.width() as i16, level.terrain.height() as i16);
        let units = (0..count as u32).map(UnitId).collect();
        Self { scenario, units, extent, rng: stream(seed, "bench orders") }
    }

    /// The orders for a tick, with the side that gives each.
    pub(super) fn orders(&mut self, tick: Tick) -> Vec<(u8, Order)> {
        let go = |units: &[UnitId], to| Order::MoveTo { units: units.to_vec(), to, queue: false, formation: false };
        let (width, height) = self.extent;
        let alone = |orders: Vec<Order>| orders.into_iter().map(|order| (0, order)).collect();
        match self.scenario {
            Scenario::Fighting => battle::orders(&self.units, self.extent, tick),
            Scenario::Marching => {
                let groups: Vec<&[UnitId]> = self.units.chunks(GROUP).collect();
                let mut orders = Vec::new();
                for (number, group) in groups.iter().enumerate() {
                    // Each group has its own beat, so that orders come all the time.
                    let beat = (number * ORDER_INTERVAL as usize / groups.len()) as Tick;
                    if tick % ORDER_INTERVAL == beat % ORDER_INTERVAL {
                        let to = Cell::new(self.rng.random_range(0..width), self.rng.random_range(0..height));
                        orders.push(go(group, to));
                    }
                }
                alone(orders)
            }
            Scenario::Enclosed if tick >= IDLE && (tick - IDLE).is_multiple_of(ORDER_INTERVAL) => {
                // One corner of the map after the other.
                let corners = [(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)];
                let (x, y) = corners[((tick - IDLE) / ORDER_INTERVAL) as usize % 4];
                alone(vec![go(&self.units, Cell::new(x, y))])
            }
            Scenario::OneGoal if tick == 0 => alone(vec![go(&self.units, Cell::new(width / 2, height / 2))]),
            Scenario::Enclosed | Scenario::OneGoal => Vec::new(),
        }
    }
}
