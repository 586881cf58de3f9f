//! The fingerprint of a match.

use super::{Tank, World};
use crate::base::Fingerprint;

impl World {
    /// A number for the whole state: equal for equal matches, and almost surely for no others. Setup and rules are not in
    /// it: who compares matches knows that they are the same.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new();
        print.add(self.tick).add_u64(self.field.print()).add(self.born).add(self.fired);
        for tank in self.tanks.iter() {
            match tank {
                Some(tank) => add_tank(&mut print, tank),
                None => _ = print.add(-1),
            }
        }
        print.add(self.shells.len() as u32);
        for shell in &self.shells {
            print.add(shell.id).add(shell.owner.number()).add(shell.x).add(shell.y).add(shell.dir as u8);
            print.add(shell.speed).add(shell.size).add(shell.is_strong);
        }
        for seat in &self.seats {
            let score = &seat.score;
            print.add(seat.lives).add(seat.stars).add(seat.returns_in).add(seat.is_out);
            print.add(seat.call.map_or(-1, |(call, tick)| i64::from(tick) << 8 | call as i64));
            print.add(score.points).add(score.lost).add(score.bonuses).add(score.captures).add(score.shots);
            score.hits.iter().for_each(|hits| _ = print.add(*hits));
        }
        print.add(self.bonuses.len() as u32);
        for lying in &self.bonuses {
            print.add(lying.bonus as u8).add(lying.at.x).add(lying.at.y).add(lying.left);
        }
        print.add(self.walls.len() as u32);
        for walls in &self.walls {
            print.add(walls.side).add(walls.left).add(walls.cells.len() as u32);
            walls.cells.iter().for_each(|cell| _ = print.add(cell.x).add(cell.y));
        }
        print.add(self.stopped.map_or(-1, |(side, left)| i64::from(left) << 8 | i64::from(side)));
        for flag in &self.flags {
            print.add(flag.at.x).add(flag.at.y).add(flag.carrier.map_or(-1, |id| i64::from(id.number())));
        }
        let waves = &self.waves;
        print.add(waves.number).add(waves.come as u32).add(waves.wait).add(waves.is_over).add(self.gate as u32);
        print.add_u64(self.draws);
        print.add(self.outcome.map_or(-1, |outcome| match outcome {
            super::Outcome::Won(side) => i64::from(side),
            super::Outcome::Draw => i64::MAX,
        }));
        print.finish()
    }
}

fn add_tank(print: &mut Fingerprint, tank: &Tank) {
    print.add(tank.id.number()).add(tank.side).add(tank.kind as u8).add(tank.size).add(tank.x).add(tank.y);
    print.add(tank.facing as u8).add(tank.stars).add(tank.health).add(tank.arriving).add(tank.shield).add(tank.held);
    print.add(tank.reload).add(tank.shots).add(tank.slide).add(tank.carries);
    print.add(tank.flag.map_or(-1, i64::from));
}
