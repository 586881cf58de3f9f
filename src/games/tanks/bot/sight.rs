//! What a bot may know: everything on the board but tanks in forests, unless those are near.

use crate::base::Cell;
use crate::games::tanks::field::Base;
use crate::games::tanks::setup::{FriendlyFire, WAVE};
use crate::games::tanks::world::{Tank, World};

/// Cells from which a tank in a forest is seen.
const NEAR: u32 = 4;

/// What can be seen in one tick.
#[derive(Debug)]
pub struct Sight<'a> {
    pub world: &'a World,
    /// By slot.
    hidden: Vec<bool>,
}

impl<'a> Sight<'a> {
    pub fn of(world: &'a World) -> Self {
        let is_hidden = |slot| world.in_slot(slot).is_some_and(|tank| world.is_hidden(tank));
        Self { world, hidden: (0..world.slots()).map(is_hidden).collect() }
    }

    /// All bases where they decide the match, and none where they are but brick.
    pub fn bases(&self) -> &'a [Base] {
        if self.world.setup().mode.counts_bases() { self.world.field().bases() } else { &[] }
    }

    /// Whether a tank knows where another one is.
    pub fn sees(&self, own: &Tank, other: &Tank) -> bool {
        let is_hidden = self.hidden[usize::from(other.slot())];
        !is_hidden || own.side == other.side || middle(own).chebyshev(middle(other)) <= NEAR
    }

    /// The tanks of other sides that a tank knows of.
    pub fn foes(&self, own: &'a Tank) -> impl Iterator<Item = &'a Tank> {
        let is_foe = move |other: &&Tank| other.side != own.side && self.sees(own, other);
        self.world.tanks().filter(is_foe)
    }

    /// The other tanks of its side.
    pub fn friends(&self, own: &'a Tank) -> impl Iterator<Item = &'a Tank> {
        self.world.tanks().filter(|other| other.side == own.side && other.id != own.id)
    }

    /// Whether shells of a side pass tanks of the same side.
    pub fn passes_friends(&self, side: u8) -> bool {
        let setup = self.world.setup();
        setup.friendly_fire == FriendlyFire::Passes || setup.mode.has_waves() && side == WAVE
    }
}

/// The cell of the middle of a tank.
pub fn middle(tank: &Tank) -> Cell {
    let (x, y) = tank.centre();
    Cell::new((x >> 8) as i16, (y >> 8) as i16)
}

/// The anchor that a tank is planned from: the nearest one on which it fits.
pub fn anchor(world: &World, tank: &Tank) -> Cell {
    let nearest = tank.anchor();
    if world.field().fits(nearest, tank.size) {
        return nearest;
    }
    let (x, y) = ((tank.x >> 8) as i16, (tank.y >> 8) as i16);
    let all = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| Cell::new(x + dx, y + dy));
    all.into_iter().find(|cell| world.field().fits(*cell, tank.size)).unwrap_or(nearest)
}
