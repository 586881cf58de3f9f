//! All programs of a match.

use super::drive::profile;
use super::marshal::Marshal;
use super::mind::{Bot, Shared};
use super::sight::{Sight, anchor};
use super::thoughts::{Target, Thoughts};
use super::traffic::{Move, Traffic};
use crate::base::{Cell, Fingerprint};
use crate::games::tanks::order::Input;
use crate::games::tanks::setup::Level;
use crate::games::tanks::ways::Atlas;
use crate::games::tanks::world::World;
use serde::{Deserialize, Serialize};

/// The programs of all slots.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Bots {
    bots: Vec<Option<Bot>>,
    marshal: Marshal,
    /// Distances. What it answers does not depend on what was asked before, so that it is no part of the state.
    #[serde(skip)]
    atlas: Atlas,
}

impl Bots {
    pub fn new() -> Self {
        Self::default()
    }

    /// Says for every slot that a program steers, `levels` by slot, what is held in the next tick.
    pub fn think(&mut self, world: &World, levels: &[Option<Level>], held: &mut [Input]) {
        self.bots.resize_with(levels.len(), Default::default);
        for (slot, level) in levels.iter().enumerate() {
            let bot = &mut self.bots[slot];
            match (level, world.in_slot(slot)) {
                (Some(level), Some(tank)) => {
                    if bot.as_ref().is_none_or(|bot| bot.tank != tank.id.number()) {
                        *bot = Some(Bot::new(*level, tank, world.tick()));
                    }
                    bot.iter_mut().for_each(|bot| bot.level = *level);
                }
                _ => *bot = None,
            }
        }
        let sight = Sight::of(world);
        let moves = (0..levels.len()).map(|slot| {
            let tank = world.in_slot(slot)?;
            Some(match &self.bots[slot] {
                Some(bot) => bot.moves(tank),
                // People: those that move are on their way.
                None => {
                    Move { side: tank.side, step: None, is_parked: tank.moved == 0, is_program: false, rank: u32::MAX }
                }
            })
        });
        self.marshal.update(&sight);
        let planned = self.marshal.planned(world.field().width(), world.field().height());
        let drives = (0..levels.len()).map(|slot| self.marshal.part(slot as u8).is_some()).collect();
        let mut traffic = Traffic::new(&sight, moves.collect(), planned, drives);
        let minds: Vec<Option<Thoughts>> = (0..levels.len()).map(|slot| self.thoughts(slot).copied()).collect();
        for (slot, level) in levels.iter().enumerate() {
            if level.is_none() {
                continue;
            }
            held[slot] = match (&mut self.bots[slot], world.in_slot(slot)) {
                (Some(bot), Some(tank)) => {
                    let (sight, traffic) = (&sight, &mut traffic);
                    let (atlas, marshal) = (&mut self.atlas, &self.marshal);
                    bot.think(&mut Shared { sight, traffic, atlas, marshal, minds: &minds }, tank)
                }
                _ => Input::default(),
            };
        }
        let aims: Vec<_> = self.bots.iter().map(|bot| bot.as_ref().map(Bot::aim)).collect();
        self.marshal.plan(&sight, &mut self.atlas, &aims);
        for (slot, room) in traffic.into_asked() {
            let slot = usize::from(slot);
            if let (Some(bot), Some(tank)) = (&mut self.bots[slot], world.in_slot(slot)) {
                bot.asked(room, tank);
            }
        }
    }

    /// Sends the tank of a slot somewhere, whatever it would choose itself; None: it chooses again. For tests and measurements.
    pub fn send(&mut self, slot: usize, target: Option<Target>) {
        if let Some(Some(bot)) = self.bots.get_mut(slot) {
            bot.sent = target;
        }
    }

    /// What the program of a slot is about; none where none steers a tank.
    pub fn thoughts(&self, slot: usize) -> Option<&Thoughts> {
        self.bots.get(slot)?.as_ref().map(|bot| &bot.thoughts)
    }

    /// The cells of the way that the tank of a slot means to take, with the first and the last.
    pub fn route(&mut self, world: &World, slot: usize) -> Vec<Cell> {
        let (Some(thoughts), Some(tank)) = (self.thoughts(slot), world.in_slot(slot)) else { return Vec::new() };
        let Some(target) = thoughts.target else { return Vec::new() };
        let way = self.atlas.way(world.field(), target.goal(), profile(world, tank));
        way.route(anchor(world, tank), tank.facing)
    }

    /// Adds what the programs remember to the hash of a state.
    pub fn add_to(&self, print: &mut Fingerprint) {
        // Plain values: this cannot fail.
        if let Ok(bytes) = postcard::to_allocvec(&(&self.bots, &self.marshal)) {
            print.add_bytes(&bytes);
        }
    }
}
