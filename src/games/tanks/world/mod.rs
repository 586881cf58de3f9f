//! The match: tanks, shells, bonuses, flags, waves, score; one tick after the other.
//!
//! All is integer and in a fixed order, random numbers come from streams of the seed: the same setup, stage and inputs
//! give the same [`World::fingerprint`] everywhere.
//!
//! **Slots.** What is steered has a slot: seat `n` is slot `n`, the enemies of waves have the slots behind the seats.
//! [`World::step`] takes one input a slot. A slot has at most one tank; when that is gone and another one comes, that has
//! another [`TankId`].
//!
//! Invariants: tanks, those that arrive as well, never overlap each other or ground that stops them: each holds the half
//! cells that it touches, and no half cell is held twice; slots go first in their order.

mod arrive;
mod blast;
mod bonus;
pub(crate) mod claims;
mod drive;
pub mod events;
mod fire;
mod flags;
mod modes;
mod print;
pub mod shell;
pub mod tank;
pub mod told;
mod wave;

pub use bonus::Walls;
pub use events::{Event, Met, Outcome};
pub use shell::Shell;
pub use tank::{Tank, TankId};
pub use told::Told;

use super::field::{Field, Ground, square};
use super::order::{Call, Input};
use super::rules::{Bonus, Kind, Rules};
use super::setup::{Hand, Kept, Mode, Setup, SetupProblem};
use super::stage::{Stage, Wave};
use crate::base::rng::mix;
use crate::base::{Cell, CellSet, Dir};
use claims::Claims;
use serde::Serialize;
use std::sync::Arc;
use wave::Waves;

/// A bonus that lies on the board, over two by two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Lying {
    pub bonus: Bonus,
    /// The top left cell.
    pub at: Cell,
    /// Ticks that it lies on.
    pub left: u16,
}

/// A flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Flag {
    pub side: u8,
    /// Where it belongs: the top left one of two by two cells.
    pub home: Cell,
    /// Where it is, unless somebody carries it.
    pub at: Cell,
    pub carrier: Option<TankId>,
}

/// What a seat has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Score {
    pub points: u32,
    /// Tanks of others that it destroyed, by kind.
    pub hits: [u32; Kind::ALL.len()],
    /// Tanks of its own that it lost.
    pub lost: u32,
    pub bonuses: u32,
    pub captures: u32,
    pub shots: u32,
}

/// A seat during the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatState {
    pub side: u8,
    /// Tanks that it may still have, the present one included; where lives are not counted it stays.
    pub lives: u8,
    /// The stars of its next tank.
    pub stars: u8,
    /// Ticks until its next tank arrives, if it has none.
    pub returns_in: u16,
    /// Nobody plays it, or it has no life left.
    pub is_out: bool,
    /// What it asks of its allies, and since which tick.
    pub call: Option<(Call, u32)>,
    pub score: Score,
}

/// A match at a tick.
#[derive(Debug, Clone, Serialize)]
pub struct World {
    #[serde(skip)]
    rules: Arc<Rules>,
    setup: Setup,
    field: Field,
    /// Where seats of a side begin.
    starts: Vec<(Cell, u8)>,
    gates: Vec<Cell>,
    /// The top left cells that tanks of the usual size could reach, digging if need be.
    #[serde(skip)]
    reach: Arc<CellSet>,
    /// Those that play, ascending, without that of the waves.
    sides: Vec<u8>,
    tick: u32,
    tanks: Vec<Option<Tank>>,
    #[serde(skip)]
    claims: Claims,
    shells: Vec<Shell>,
    seats: Vec<SeatState>,
    bonuses: Vec<Lying>,
    walls: Vec<Walls>,
    /// The side whose stop holds all others, and for how many ticks.
    stopped: Option<(u8, u16)>,
    flags: Vec<Flag>,
    waves: Waves,
    /// The gate that is next.
    gate: usize,
    /// Tanks and shells that there were.
    born: u32,
    fired: u32,
    /// Random numbers that were drawn, for bonuses and their places.
    draws: u64,
    events: Vec<Event>,
    outcome: Option<Outcome>,
}

impl World {
    /// A match before its first tick.
    ///
    /// # Errors
    /// What is wrong with the setup, or missing in the stage.
    pub fn new(rules: Arc<Rules>, setup: Setup, stage: &Stage) -> Result<Self, SetupProblem> {
        setup.fits(stage)?;
        let field = stage.field();
        let starts: Vec<(Cell, u8)> = stage.players.iter().map(|post| (post.at, post.side)).collect();
        let foes = |wave: &Wave| wave.foes().map(|(kind, size)| (kind.into(), size)).collect();
        let mut all: Vec<Vec<(Kind, u8)>> = stage.waves.iter().filter(|wave| !wave.is_empty()).map(foes).collect();
        if all.is_empty() {
            all.push(foes(&Wave::usual()));
        }
        let at_a_time = usize::from(setup.at_a_time.unwrap_or(stage.at_once).max(1));
        let waves = Waves { all, number: 0, come: 0, is_over: false, wait: 0, at_a_time };
        let enemies = if setup.mode.has_waves() { waves.most_at_a_time(setup.mode == Mode::Endless) } else { 0 };
        let sides = setup.sides();
        let has_flag = |side: u8| setup.mode == Mode::CaptureFlag && sides.contains(&side);
        let flags = stage.flags.iter().filter(|post| has_flag(post.side));
        let flags = flags.map(|post| Flag { side: post.side, home: post.at, at: post.at, carrier: None });
        let seat = |number: usize| {
            let seat = setup.seats[number];
            let lives = seat.kept.lives.unwrap_or(setup.lives);
            SeatState {
                side: setup.side(number),
                lives,
                stars: seat.kept.stars,
                returns_in: 0,
                is_out: seat.hand == Hand::Off || setup.mode.counts_lives() && lives == 0,
                call: None,
                score: Score { points: seat.kept.points, ..Score::default() },
            }
        };
        Ok(Self {
            starts,
            gates: stage.gates.clone(),
            reach: Arc::new(reach(&field, stage)),
            tick: 0,
            tanks: vec![None; setup.seats.len() + enemies],
            claims: Claims::new(field.width(), field.height()),
            shells: Vec::new(),
            seats: (0..setup.seats.len()).map(seat).collect(),
            bonuses: Vec::new(),
            walls: Vec::new(),
            stopped: None,
            flags: flags.collect(),
            waves,
            gate: 0,
            born: 0,
            fired: 0,
            draws: 0,
            events: Vec::new(),
            outcome: None,
            sides,
            field,
            rules,
            setup,
        })
    }

    /// Plays a tick. `inputs` by slot; missing ones hold nothing. A match that is over stays as it is.
    pub fn step(&mut self, inputs: &[Input]) {
        self.events.clear();
        if self.outcome.is_some() {
            return;
        }
        self.tick += 1;
        self.age();
        self.return_seats();
        self.send_enemies();
        self.drive(inputs);
        self.fire(inputs);
        self.fly();
        self.fetch_bonuses();
        self.touch_flags();
        self.judge();
    }

    /// Time goes by for all that waits.
    fn age(&mut self) {
        self.age_bonuses();
        let shield = self.rules.birth_shield;
        for tank in self.tanks.iter_mut().flatten() {
            tank.shield = tank.shield.saturating_sub(1);
            tank.held = tank.held.saturating_sub(1);
            tank.reload = tank.reload.saturating_sub(1);
            if tank.arriving > 0 {
                tank.arriving -= 1;
                if tank.arriving == 0 {
                    tank.shield = if usize::from(tank.slot()) < self.seats.len() { shield } else { 0 };
                    self.events.push(Event::Born(tank.id));
                }
            }
        }
    }

    /// A random number below another one.
    fn random(&mut self, below: u16) -> u16 {
        self.draws += 1;
        (mix(self.setup.seed ^ mix(self.draws)) % u64::from(below.max(1))) as u16
    }

    /// A random cell of the board.
    fn random_cell(&mut self) -> Cell {
        let (x, y) = (self.random(self.field.width()), self.random(self.field.height()));
        Cell::new(x as i16, y as i16)
    }

    /// What a seat asks of its allies from now on.
    pub fn call(&mut self, seat: usize, call: Option<Call>) {
        let tick = self.tick;
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.call = call.map(|call| (call, tick));
        }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The board as it is now.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Ticks that were played.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Slots: the seats, then as many as there may be enemies at a time.
    pub fn slots(&self) -> usize {
        self.tanks.len()
    }

    /// All tanks by slot, those that arrive as well.
    pub fn tanks(&self) -> impl Iterator<Item = &Tank> {
        self.tanks.iter().flatten()
    }

    /// The tank of a slot.
    pub fn in_slot(&self, slot: usize) -> Option<&Tank> {
        self.tanks.get(slot)?.as_ref()
    }

    /// A tank that is still on the board.
    pub fn tank(&self, id: TankId) -> Option<&Tank> {
        self.in_slot(usize::from(id.slot())).filter(|tank| tank.id == id)
    }

    fn tank_mut(&mut self, id: TankId) -> Option<&mut Tank> {
        self.tanks[usize::from(id.slot())].as_mut().filter(|tank| tank.id == id)
    }

    /// The tank that holds a half cell, counted from the top left corner of the board: `x / 128` of a place.
    #[inline]
    pub fn holder(&self, x: i32, y: i32) -> Option<&Tank> {
        self.in_slot(usize::from(self.claims.holder(x, y)?))
    }

    /// Whether the tank of a slot has room with its top left corner at a place: no ground that stops it, no other tank.
    #[inline]
    pub fn has_room(&self, x: i32, y: i32, size: u8, slot: u8) -> bool {
        self.field.has_room(x, y, size) && self.claims.is_free(x, y, i32::from(size) * super::field::SUB, slot)
    }

    /// Whether forest hides all of a tank.
    pub fn is_hidden(&self, tank: &Tank) -> bool {
        tank.cells().all(|cell| self.field.ground(cell) == Ground::Forest)
    }

    /// Whether a tank must stand still because another side fetched a stop.
    pub fn is_stopped(&self, tank: &Tank) -> bool {
        self.stopped.is_some_and(|(side, _)| side != tank.side)
    }

    /// The side that has stopped all others, and for how many ticks more.
    pub fn stopped(&self) -> Option<(u8, u16)> {
        self.stopped
    }

    /// Steel that stands around bases for a while.
    pub fn walls(&self) -> &[Walls] {
        &self.walls
    }

    /// Shells in flight, the oldest first.
    pub fn shells(&self) -> &[Shell] {
        &self.shells
    }

    /// Bonuses that lie on the board, the oldest first.
    pub fn bonuses(&self) -> &[Lying] {
        &self.bonuses
    }

    pub fn flags(&self) -> &[Flag] {
        &self.flags
    }

    pub fn seats(&self) -> &[SeatState] {
        &self.seats
    }

    /// The wave that is on, from 1; 0 before the first and in matches without waves.
    pub fn wave(&self) -> u16 {
        self.waves.number
    }

    /// The number of waves; none: they never end, or there are none.
    pub fn waves(&self) -> Option<usize> {
        (self.setup.mode.has_waves() && self.setup.mode != Mode::Endless).then_some(self.waves.all.len())
    }

    /// Enemies of the wave that have not begun to arrive.
    pub fn waiting(&self) -> usize {
        self.waves.now(self.setup.mode == Mode::Endless) - self.waves.come
    }

    /// The sides of the seats, ascending.
    pub fn sides(&self) -> &[u8] {
        &self.sides
    }

    /// What happened in the last tick, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How the match ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What a seat takes to the next stage.
    pub fn kept(&self, seat: usize) -> Kept {
        let Some(state) = self.seats.get(seat) else { return Kept::default() };
        let stars = self.in_slot(seat).map_or(state.stars, |tank| tank.stars);
        Kept { stars, lives: Some(if state.is_out { 0 } else { state.lives }), points: state.score.points }
    }
}

/// The top left cells that tanks of two cells could reach from the starts, digging if need be.
fn reach(field: &Field, stage: &Stage) -> CellSet {
    let mut seen = CellSet::new(field.width(), field.height());
    let fits = |at: Cell| {
        square(at, 2).all(|cell| !matches!(field.ground(cell), Ground::Steel | Ground::Water | Ground::Base))
    };
    let mut open: Vec<Cell> = stage.players.iter().map(|post| post.at).filter(|at| fits(*at)).collect();
    seen.extend(open.iter().copied());
    while let Some(at) = open.pop() {
        for beside in Dir::STRAIGHT.map(|dir| at.step(dir)) {
            if !seen.contains(beside) && fits(beside) {
                seen.insert(beside);
                open.push(beside);
            }
        }
    }
    seen
}
