//! Errands: friends of all sizes drive to random places of their own, which measures how well they get past each other.
//!
//! Eight tanks of one to four cells, all on one side, share a board on which nobody else is. Each is sent to a random
//! place that it can reach, digging included, and to another one as soon as it is there. An errand makes *progress* when
//! the rest of the way becomes shorter than it has been before on this errand. Times without progress of at least
//! [`LONG`] ticks count as time stuck, from their first tick to their last: shorter ones are needed to let others pass,
//! to turn and to dig. A tank that has been stuck for [`GIVEN_UP`] gets another errand.
//! Places to which there is no way on the board, or none wherever all others go ([`Passing`]), are never asked for.

use super::passing::Passing;
use crate::base::Cell;
use crate::base::rng::{self, Rng};
use crate::games::tanks::bot::Target;
use crate::games::tanks::bot::drive::profile;
use crate::games::tanks::bot::sight::anchor;
use crate::games::tanks::played::Played;
use crate::games::tanks::rules::{Rules, TICKS};
use crate::games::tanks::setup::{Hand, Level, Mode, Seat, Setup, SetupProblem};
use crate::games::tanks::stage::{Post, Stage};
use crate::games::tanks::ways::Atlas;
use rand::RngExt;
use std::sync::Arc;

/// Ticks without progress from which on a tank was stuck: ten seconds.
pub const LONG: u32 = 10 * TICKS;
/// Ticks without progress after which an errand is given up: a minute.
pub const GIVEN_UP: u32 = 60 * TICKS;
/// The tanks of a board, two of each size.
pub const TANKS: usize = 8;
/// Places that are drawn for an errand at most until one can be reached.
const DRAWN: usize = 200;

/// What a tank is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Errand {
    pub target: Target,
    /// The shortest rest of the way so far, and the tick in which it became that.
    pub rest: u32,
    pub since: u32,
}

/// Ticks of all tanks together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// In which they were on an errand.
    pub all: u64,
    /// In which they were stuck.
    pub stuck: u64,
    /// Errands that were done.
    pub done: u32,
    /// Errands that were given up.
    pub given_up: u32,
}

impl Tally {
    /// The share of time in which a tank was stuck, 0 to 1.
    pub fn share(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.stuck as f64 / self.all as f64 }
    }

    /// With those of another board.
    pub fn add(&mut self, other: Self) {
        self.all += other.all;
        self.stuck += other.stuck;
        self.done += other.done;
        self.given_up += other.given_up;
    }
}

/// A board on which tanks run errands.
#[derive(Debug)]
pub struct Errands {
    played: Played,
    errands: Vec<Option<Errand>>,
    passing: Passing,
    /// Tanks on the board.
    here: usize,
    atlas: Atlas,
    rng: Rng,
    tally: Tally,
}

impl Errands {
    /// Tanks on a stage; those of the programs that play at their best.
    ///
    /// # Errors
    /// Why the stage cannot be played on.
    pub fn new(rules: Arc<Rules>, stage: &Stage, seed: u64) -> Result<Self, SetupProblem> {
        let seat = |number: usize| Seat { size: (number % 4) as u8 + 1, ..Seat::new(Hand::Bot(Level::Expert), 0) };
        let seats = (0..TANKS).map(seat).collect();
        let setup = Setup { mode: Mode::Campaign, seats, seed, ..Setup::default() };
        let mut rng = rng::stream(seed, "tanks errands");
        let (field, width, height) = (stage.field(), stage.width() as i16, stage.height() as i16);
        // Spread over the board. A place where a tank has no room only says where the nearest one is looked for.
        let mut start = |seat: usize| {
            let size = (seat % 4) as u8 + 1;
            let mut cells = (0..DRAWN).map(|_| Cell::new(rng.random_range(0..width), rng.random_range(0..height)));
            cells.find(|cell| field.fits(*cell, size)).map(|at| Post { at, side: 0 })
        };
        let players = (0..TANKS).filter_map(&mut start).collect();
        // Enemies would come in from off the board: nobody comes, and the match does not end.
        let stage = Stage { gates: vec![Cell::new(-8, -8)], players, ..stage.clone() };
        let played = Played::new(rules, setup, &stage)?;
        let passing = Passing::new(&field);
        Ok(Self {
            played,
            errands: vec![None; TANKS],
            passing,
            here: 0,
            atlas: Atlas::new(),
            rng,
            tally: Tally::default(),
        })
    }

    pub const fn played(&self) -> &Played {
        &self.played
    }

    /// What the tank of a slot is sent to.
    pub fn errand(&self, slot: usize) -> Option<&Errand> {
        self.errands.get(slot)?.as_ref()
    }

    /// Plays a tick.
    pub fn step(&mut self) {
        // Where somebody has arrived, what was asked for before may be impossible now.
        let here = self.played.world().tanks().count();
        if here != self.here {
            self.tally = self.tally();
            self.errands.fill(None);
            self.here = here;
        }
        for slot in 0..TANKS {
            self.look_after(slot);
        }
        self.played.step(&[]);
    }

    /// What was counted, with the times without progress that have not ended yet.
    pub fn tally(&self) -> Tally {
        let tick = self.played.world().tick();
        let open = self.errands.iter().flatten().map(|errand| stuck(tick - errand.since)).sum::<u64>();
        Tally { stuck: self.tally.stuck + open, ..self.tally }
    }

    /// Counts how the errand of a tank goes, and gives it the next one.
    fn look_after(&mut self, slot: usize) {
        let world = self.played.world();
        let Some(tank) = world.in_slot(slot).filter(|tank| tank.is_here()) else { return };
        let (at, profile, tick) = (anchor(world, tank), profile(world, tank), world.tick());
        if let Some(errand) = &mut self.errands[slot] {
            self.tally.all += 1;
            let way = self.atlas.way(world.field(), errand.target.goal(), profile);
            // Beside a street it has none for a moment.
            let Some(rest) = way.cost(at) else { return };
            if rest < errand.rest || way.is_there(at) {
                self.tally.stuck += stuck(tick - errand.since);
                (errand.rest, errand.since) = (rest, tick);
            }
            if way.is_there(at) {
                self.tally.done += 1;
            } else if tick - errand.since >= GIVEN_UP {
                self.tally.stuck += stuck(tick - errand.since);
                self.tally.given_up += 1;
            } else {
                return;
            }
        }
        let (width, height) = (world.field().width() as i16, world.field().height() as i16);
        let way = self.atlas.way(world.field(), Target::Cell(at).goal(), profile);
        let who = world.tanks().take_while(|other| other.id != tank.id).count();
        let tanks: Vec<_> = world.tanks().map(|tank| (tank.size, anchor(world, tank))).collect();
        let place = (0..DRAWN).find_map(|_| {
            let cell = Cell::new(self.rng.random_range(0..width), self.rng.random_range(0..height));
            let is_reached = world.field().fits(cell, tank.size) && cell != at && way.cost(cell).is_some();
            (is_reached && self.passing.can_reach(&tanks, who, cell)).then_some(cell)
        });
        let target = place.map(Target::Cell);
        self.errands[slot] = target.and_then(|target| {
            let rest = self.atlas.way(world.field(), target.goal(), profile).cost(at)?;
            Some(Errand { target, rest, since: tick })
        });
        self.played.send(slot, target);
    }
}

/// The ticks of a time without progress that count as stuck.
const fn stuck(ticks: u32) -> u64 {
    if ticks >= LONG { ticks as u64 } else { 0 }
}

/// Plays so many ticks on a stage.
///
/// # Errors
/// Why the stage cannot be played on.
pub fn run(rules: &Arc<Rules>, stage: &Stage, ticks: u32, seed: u64) -> Result<Tally, SetupProblem> {
    let mut errands = Errands::new(rules.clone(), stage, seed)?;
    (0..ticks).for_each(|_| errands.step());
    Ok(errands.tally())
}
