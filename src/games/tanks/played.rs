//! A match with the programs that steer seats and enemies: what plugin, network and simulation share.
//!
//! Everything that changes is an [`Order`]: those of people are checked here as if a stranger had sent them, those of
//! programs are made here. [`Played::step`] gives back all that came into force, so that a recording of them plays the
//! match again without any program.

use super::bot::{Bots, Target, Thoughts};
use super::order::{Change, Input, Order};
use super::rules::Rules;
use super::setup::{Hand, Level, Setup, SetupProblem};
use super::stage::Stage;
use super::world::World;
use crate::base::{Cell, Dir, Fingerprint};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// All of a match that the world does not know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Programs {
    /// By seat, as of now: a program may have taken over.
    hands: Vec<Hand>,
    /// By slot.
    held: Vec<Input>,
    /// Seats that somebody else took over since the last tick.
    taken: Vec<u8>,
    bots: Bots,
}

/// A match with its programs.
#[derive(Debug, Clone)]
pub struct Played {
    world: World,
    programs: Programs,
    /// By slot, who is a program; made anew every tick.
    levels: Vec<Option<Level>>,
}

impl Played {
    /// A match before its first tick.
    ///
    /// # Errors
    /// What is wrong with the setup, or missing in the stage.
    pub fn new(rules: Arc<Rules>, setup: Setup, stage: &Stage) -> Result<Self, SetupProblem> {
        let hands = setup.seats.iter().map(|seat| seat.hand).collect();
        let world = World::new(rules, setup, stage)?;
        let held = vec![Input::default(); world.slots()];
        Ok(Self::with(world, Programs { hands, held, taken: Vec::new(), bots: Bots::new() }))
    }

    /// A match that goes on from where [`Self::world`] and [`Self::programs`] were.
    ///
    /// # Errors
    /// A sentence: the programs are not those of such a match.
    pub fn resume(world: World, programs: Programs) -> Result<Self, String> {
        let Programs { hands, held, taken, .. } = &programs;
        let seats = world.setup().seats.len();
        let fits = hands.len() == seats && held.len() == world.slots();
        if !fits || taken.iter().any(|seat| usize::from(*seat) >= seats) {
            return Err("the programs are those of another match".into());
        }
        Ok(Self::with(world, programs))
    }

    fn with(world: World, programs: Programs) -> Self {
        Self { levels: vec![None; world.slots()], world, programs }
    }

    pub const fn world(&self) -> &World {
        &self.world
    }

    pub const fn programs(&self) -> &Programs {
        &self.programs
    }

    /// What is held as of the last tick, by slot.
    pub fn held(&self) -> &[Input] {
        &self.programs.held
    }

    /// Who plays a seat as of now.
    pub fn hand(&self, seat: usize) -> Hand {
        self.programs.hands.get(seat).copied().unwrap_or_default()
    }

    /// A program takes a seat over, or somebody else does. With the next tick nothing is held for it any more.
    pub fn set_hand(&mut self, seat: usize, hand: Hand) {
        if let Some(old) = self.programs.hands.get_mut(seat).filter(|old| **old != hand) {
            *old = hand;
            // There are at most 64 seats.
            self.programs.taken.push(seat as u8);
        }
    }

    /// What the program of a slot is about; none where none steers a tank.
    pub fn thoughts(&self, slot: usize) -> Option<&Thoughts> {
        self.programs.bots.thoughts(slot)
    }

    /// The cells of the way that the program of a slot means to take, with the first and the last.
    pub fn route(&mut self, slot: usize) -> Vec<Cell> {
        self.programs.bots.route(&self.world, slot)
    }

    /// Sends the tank of a slot somewhere, whatever its program would choose; None: it chooses again. For tests and
    /// measurements, no part of a recording.
    pub fn send(&mut self, slot: usize, target: Option<Target>) {
        self.programs.bots.send(slot, target);
    }

    /// Whether an order may be given from outside.
    fn is_valid(&self, order: &Order) -> bool {
        let is_human = self.hand(usize::from(order.slot)) == Hand::Human;
        is_human
            && match order.change {
                Change::Steer(Some(dir)) => Dir::STRAIGHT.contains(&dir),
                _ => true,
            }
    }

    /// Plays a tick. `orders` are those of seats that people or strangers steer; those that nobody may give are passed
    /// over. Gives all orders that came into force in this tick, those of programs as well.
    pub fn step(&mut self, orders: &[Order]) -> Vec<Order> {
        let before = self.programs.held.clone();
        for seat in self.programs.taken.drain(..) {
            self.programs.held[usize::from(seat)] = Input::default();
        }
        let valid: Vec<Order> = orders.iter().filter(|order| self.is_valid(order)).copied().collect();
        let mut done = Vec::new();
        for order in valid {
            let slot = usize::from(order.slot);
            match order.change {
                Change::Steer(steer) => self.programs.held[slot].steer = steer,
                Change::Fire(fire) => self.programs.held[slot].fire = fire,
                Change::Call(call) => {
                    self.world.call(slot, call);
                    done.push(order);
                }
            }
        }
        let enemies = self.world.setup().level;
        for (slot, level) in self.levels.iter_mut().enumerate() {
            *level = match self.programs.hands.get(slot) {
                Some(Hand::Bot(level)) => Some(*level),
                Some(_) => None,
                None => Some(enemies),
            };
        }
        let Programs { held, bots, .. } = &mut self.programs;
        bots.think(&self.world, &self.levels, held);
        for (slot, (before, after)) in before.iter().zip(held.iter()).enumerate() {
            // There are at most 128 slots.
            done.extend(Order::between(slot as u8, *before, *after));
        }
        self.world.step(held);
        done
    }

    /// A number for the whole state, that of the programs as well.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new();
        print.add_u64(self.world.fingerprint());
        self.programs.held.iter().for_each(|held| {
            print.add(held.steer.map_or(-1, |dir| dir as i64)).add(held.fire);
        });
        self.programs.bots.add_to(&mut print);
        print.finish()
    }
}
