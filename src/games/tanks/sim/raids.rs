//! Raids: how long a lone tank takes to bring down a base, beside what the cheapest way costs.
//!
//! Nobody else is on the board. What a way costs is what the programs plan by: each cell at the pace of the tank, each shot at a
//! brick the time to reload or that of the shell's flight, whichever is longer; and it is the least of that over all ways.
//! Turns, the flight of the last shell and shots that are fired on the way are not in it, so a raid may take less.

use crate::base::Cell;
use crate::base::rng;
use crate::games::tanks::bot::Target;
use crate::games::tanks::bot::drive::profile;
use crate::games::tanks::field::{BASE_SIDE, MAX_SIZE, SUB};
use crate::games::tanks::played::Played;
use crate::games::tanks::rules::{Rules, TICKS};
use crate::games::tanks::setup::{Hand, Level, Mode, OURS, Seat, Setup, SetupProblem};
use crate::games::tanks::stage::{Post, Stage};
use crate::games::tanks::ways::{Atlas, STEP};
use crate::games::tanks::world::Tank;
use rand::RngExt;
use std::sync::Arc;

/// Ticks after which a raid has failed.
const LIMIT: u32 = 180 * TICKS;
/// Places that are drawn at most until the tank fits on one.
const DRAWN: usize = 200;

/// Raids, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// Ticks of each raid in which the base fell, and those that the cheapest way costs.
    pub raids: Vec<(u32, u32)>,
    /// Raids in which it did not.
    pub failed: u32,
}

impl Tally {
    /// The ticks of all raids together for each tick that their cheapest ways cost.
    pub fn ratio(&self) -> f64 {
        let sum = |of: fn(&(u32, u32)) -> u32| self.raids.iter().map(|raid| f64::from(of(raid))).sum::<f64>();
        sum(|raid| raid.0) / sum(|raid| raid.1).max(1.0)
    }

    /// Raids that took more than a fifth longer than their cheapest way costs.
    pub fn slow(&self) -> usize {
        self.raids.iter().filter(|(took, cost)| took * 5 > cost * 6).count()
    }

    /// With those of another board.
    pub fn add(&mut self, other: Self) {
        self.raids.extend(other.raids);
        self.failed += other.failed;
    }
}

/// Sends a tank of every size from so many random places to the first base of a stage.
///
/// # Errors
/// Why the stage cannot be played on.
pub fn run(rules: &Arc<Rules>, stage: &Stage, places: u32, seed: u64) -> Result<Tally, SetupProblem> {
    let (mut rng, mut tally) = (rng::stream(seed, "tanks raids"), Tally::default());
    let Some(base) = stage.bases.first() else { return Ok(tally) };
    // It is the other side's. Enemies would come in from off the board: nobody comes, and the match does not end.
    let theirs = Post { side: OURS + 1, ..*base };
    let stage = Stage { bases: vec![theirs], gates: vec![Cell::new(-8, -8)], ..stage.clone() };
    let (field, width, height) = (stage.field(), stage.width() as i16, stage.height() as i16);
    let target = Target::Shoot(base.at, BASE_SIDE);
    for size in (1..=MAX_SIZE).flat_map(|size| (0..places).map(move |_| size)) {
        let mut cells = (0..DRAWN).map(|_| Cell::new(rng.random_range(0..width), rng.random_range(0..height)));
        let Some(at) = cells.find(|cell| field.fits(*cell, size)) else { continue };
        let seats = vec![Seat { size, ..Seat::new(Hand::Bot(Level::Expert), OURS) }];
        let setup = Setup { mode: Mode::Campaign, seats, seed, ..Setup::default() };
        let stage = Stage { players: vec![Post { at, side: OURS }], ..stage.clone() };
        match raid(&mut Played::new(rules.clone(), setup, &stage)?, target) {
            Raid::Done(took, cost) => tally.raids.push((took, cost)),
            Raid::Failed => tally.failed += 1,
            Raid::NoWay => {}
        }
    }
    Ok(tally)
}

/// How a raid ends.
enum Raid {
    /// After so many ticks, for those that the cheapest way costs.
    Done(u32, u32),
    Failed,
    NoWay,
}

/// Plays from when the first tank can move until no base stands.
fn raid(played: &mut Played, target: Target) -> Raid {
    played.send(0, Some(target));
    let is_here = |played: &Played| played.world().in_slot(0).is_some_and(Tank::is_here);
    while !is_here(played) && played.world().tick() < LIMIT {
        played.step(&[]);
    }
    let (world, begun) = (played.world(), played.world().tick());
    let Some(tank) = world.in_slot(0) else { return Raid::NoWay };
    let (mut atlas, speed) = (Atlas::new(), world.rules().speed(tank.kind, tank.size));
    let way = atlas.way(world.field(), target.goal(), profile(world, tank));
    let Some(cost) = way.cost(tank.anchor()) else { return Raid::NoWay };
    let cost = cost * SUB as u32 / (STEP * speed as u32);
    while played.world().tick() - begun < LIMIT {
        played.step(&[]);
        if played.world().field().bases().iter().all(|base| !base.stands) {
            return Raid::Done(played.world().tick() - begun, cost);
        }
    }
    Raid::Failed
}
