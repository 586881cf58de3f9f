//! Flags: taken from others, dropped, sent home, brought home.

use super::{Event, Flag, World};
use crate::base::Cell;
use crate::games::tanks::field::{BASE_SIDE, SUB};

impl World {
    /// Tanks touch flags, slot by slot.
    pub(super) fn touch_flags(&mut self) {
        if self.flags.is_empty() {
            return;
        }
        for slot in 0..self.tanks.len() {
            for index in 0..self.flags.len() {
                self.touch(slot, index);
            }
            // The flag is where its carrier is.
            let Some(tank) = self.in_slot(slot).filter(|tank| tank.flag.is_some()) else { continue };
            let (id, at) = (tank.id, tank.anchor());
            self.flags.iter_mut().filter(|flag| flag.carrier == Some(id)).for_each(|flag| flag.at = at);
        }
    }

    fn touch(&mut self, slot: usize, index: usize) {
        let flag = self.flags[index];
        let (x, y, side) = (i32::from(flag.at.x) * SUB, i32::from(flag.at.y) * SUB, i32::from(BASE_SIDE) * SUB);
        let touches = |tank: &&super::Tank| tank.is_here() && flag.carrier.is_none() && tank.overlaps(x, y, side);
        let Some(tank) = self.in_slot(slot).filter(touches) else { return };
        let (id, own, carried) = (tank.id, tank.side, tank.flag);
        if flag.side != own {
            if carried.is_none() {
                self.flags[index].carrier = Some(id);
                self.tank_mut(id).into_iter().for_each(|tank| tank.flag = Some(flag.side));
                self.events.push(Event::FlagTaken { side: flag.side, by: id });
            }
        } else if flag.at != flag.home {
            self.send_home(flag.side);
        } else if let Some(brought) = carried {
            self.tank_mut(id).into_iter().for_each(|tank| tank.flag = None);
            self.events.push(Event::Captured { side: brought, by: id });
            self.send_home(brought);
            if let Some(seat) = self.seats.get_mut(slot) {
                seat.score.captures += 1;
            }
        }
    }

    fn send_home(&mut self, side: u8) {
        for Flag { at, home, carrier, .. } in self.flags.iter_mut().filter(|flag| flag.side == side) {
            (*at, *carrier) = (*home, None);
        }
        self.events.push(Event::FlagBack { side });
    }

    /// Who carried the flag of a side is gone: it lies where that was.
    pub(super) fn drop_flag(&mut self, side: u8, at: Cell) {
        for flag in self.flags.iter_mut().filter(|flag| flag.side == side) {
            (flag.at, flag.carrier) = (at, None);
        }
        self.events.push(Event::FlagDropped { side, at });
    }
}
