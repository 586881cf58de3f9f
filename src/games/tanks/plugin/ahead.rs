//! The own tank in a match over the network, which drives at once: as it will be when what is held now has come to the server
//! and back. It is a guess on top of the last batch; everything else is seen as the server has said it.

use super::battle::Battle;
use crate::games::tanks::order::Input;
use crate::games::tanks::wire::TICKS;
use crate::games::tanks::world::Tank;
use bevy::prelude::*;
use std::collections::VecDeque;

/// Ticks that what is held takes to come back, until it is known.
const LEAD: u32 = 9;
/// The most of them that are guessed: half a second.
const MOST: u32 = 30;

/// What is guessed. On the table of a match over the network that is played and not only watched.
#[derive(Component, Debug)]
pub struct Ahead {
    seat: usize,
    now: Input,
    /// What was held in the ticks that no batch has come for, the oldest first.
    held: VecDeque<Input>,
    /// Ticks from a change of what is held to its batch.
    lead: u32,
    /// The tick of the last change that no batch has brought.
    asked: Option<u32>,
    /// Ticks of this window.
    tick: u32,
    tank: Option<Tank>,
}

impl Ahead {
    pub(super) fn of(seat: u8) -> Self {
        let held = VecDeque::new();
        Self { seat: seat.into(), now: Input::default(), held, lead: LEAD, asked: None, tick: 0, tank: None }
    }

    /// What this window holds from now on.
    pub(super) fn hold(&mut self, now: Input) {
        if self.now != now {
            self.now = now;
            self.asked.get_or_insert(self.tick);
        }
    }

    /// A batch was played.
    pub(super) fn passed(&mut self, battle: &Battle) {
        if battle.held(self.seat) == self.now
            && let Some(asked) = self.asked.take()
        {
            self.lead = (3 * self.lead + (self.tick - asked).min(MOST)).div_ceil(4);
        }
        // The clocks of server and window are not the same: by a tick more or less they come together again.
        let rest = self.held.len().saturating_sub(TICKS);
        let lead = self.lead as usize;
        let passed = match rest {
            _ if rest > lead + 1 => TICKS + 1,
            _ if rest + 1 < lead => TICKS - 1,
            _ => TICKS,
        };
        self.held.drain(..passed.min(self.held.len()));
    }

    /// The tank as it is guessed, with the tick of this window.
    pub fn tank(&self) -> Option<(&Tank, u32)> {
        self.tank.as_ref().map(|tank| (tank, self.tick))
    }
}

/// Guesses on, a tick of this window.
pub(super) fn guess(table: Single<(&Battle, &mut Ahead)>) {
    let (battle, mut ahead) = table.into_inner();
    let ahead = &mut *ahead;
    ahead.tick += 1;
    ahead.held.push_back(ahead.now);
    while ahead.held.len() > MOST as usize {
        ahead.held.pop_front();
    }
    let (mut world, mut held) = (battle.world().clone(), battle.played.held().to_vec());
    for input in &ahead.held {
        if let Some(own) = held.get_mut(ahead.seat) {
            *own = *input;
        }
        world.step(&held);
    }
    let own = battle.world().in_slot(ahead.seat);
    // A tank that was hit in the guess only is still there.
    ahead.tank = world.in_slot(ahead.seat).filter(|tank| own.is_some_and(|own| own.id == tank.id)).or(own).cloned();
}
