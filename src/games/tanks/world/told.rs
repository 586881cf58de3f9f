//! A match as somebody tells it who sees it, for programs that think about what they are told and nothing else. It is good
//! for thinking, not for playing on: what nobody sees is not in it.

use super::claims::Claims;
use super::{Lying, Shell, Tank, TankId, World};
use crate::base::Cell;
use crate::games::tanks::field::Field;

/// What is told.
#[derive(Debug, Clone)]
pub struct Told {
    pub tick: u32,
    pub field: Field,
    /// Of two tanks on one place the second one is left out.
    pub tanks: Vec<Tank>,
    pub shells: Vec<Shell>,
    pub bonuses: Vec<Lying>,
    /// By flag, where it is and who carries it.
    pub flags: Vec<(Cell, Option<TankId>)>,
    /// The side that has stopped all others, and for how many ticks more.
    pub stopped: Option<(u8, u16)>,
}

impl World {
    /// Makes a match what is told of it.
    pub fn tell(&mut self, told: Told) {
        self.claims = Claims::new(told.field.width(), told.field.height());
        (self.tick, self.field, self.stopped) = (told.tick, told.field, told.stopped);
        (self.shells, self.bonuses) = (told.shells, told.bonuses);
        self.tanks.fill(None);
        for tank in told.tanks {
            let slot = tank.slot();
            let has_room = self.has_room(tank.x, tank.y, tank.size, slot);
            if let Some(place) = self.tanks.get_mut(usize::from(slot)).filter(|place| has_room && place.is_none()) {
                self.claims.set(tank.x, tank.y, tank.side_length(), Some(slot));
                *place = Some(tank);
            }
        }
        for (flag, (at, carrier)) in self.flags.iter_mut().zip(told.flags) {
            (flag.at, flag.carrier) = (at, carrier);
        }
    }
}
