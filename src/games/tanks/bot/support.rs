//! What a tank does for others of its side where side fights side: it covers a friend's advance, and holds a room.

use super::drive::profile;
use super::role::{Choice, Chooser, Nature};
use super::sight::{anchor, middle};
use super::thoughts::{Object, Reason, Role, Target};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{BASE_SIDE, Field};
use crate::games::tanks::ways::Way;
use crate::games::tanks::world::Tank;
use crate::nav::rectangles::{Door, Rectangles};

/// Cells around a friend in which a foe is a danger to its advance.
const NEAR: u32 = 14;
/// Cells of a foe's way to the friend from which on it is met by fire.
const MET: usize = 3;
/// Places of tanks from which on a rectangle counts as a room, and doors that one can hold.
const ROOM: u32 = 6;
const DOORS: usize = 4;
/// Tanks of a side for each that holds a door.
const TO_ONE: usize = 3;
/// Cells from the own base or flag in which there are posts anyway.
const HOME: u32 = 6;

impl Chooser<'_> {
    /// Fire on the line by which a foe would come at a friend that advances. One covers each friend, those who are served
    /// first the friends of lower slots, so that no two wait for each other.
    pub(super) fn covers(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let (sight, tank) = (self.sight, self.tank);
        if !self.skill.works_together || sight.world.setup().mode.has_waves() {
            return;
        }
        for friend in sight.friends(tank).filter(|friend| friend.slot() < tank.slot()) {
            let mind = self.minds.get(usize::from(friend.slot())).copied().flatten();
            let advances = mind.is_some_and(|mind| {
                mind.role == Role::Attack || mind.role == Role::Fetch && matches!(mind.object, Object::Flag(_))
            });
            let object = Object::Tank(friend.slot());
            if !advances || self.others_in(Role::Cover, object) > 0 {
                continue;
            }
            let far = |foe: &&Tank| middle(foe).chebyshev(middle(friend));
            let nearest = sight.foes(tank).filter(|foe| foe.is_here() && far(foe) <= NEAR);
            let Some(foe) = nearest.min_by_key(|foe| (far(foe), foe.slot())) else { continue };
            let field = sight.world.field();
            let theirs = Target::Shoot(friend.anchor(), friend.size).goal();
            let way = self.atlas.way(field, theirs, profile(sight.world, foe));
            let line = way.route(anchor(sight.world, foe), foe.facing).into_iter().take(MET).next_back();
            let target = Target::Shoot(line.unwrap_or(foe.anchor()), foe.size);
            let cells = self.about(target.cell(), foe.size);
            let worth = 16 * nature.attack.max(100) / (cells + 10);
            choices.push(Choice { worth, role: Role::Cover, object, target, reason: Reason::Advance });
        }
    }

    /// A door of the room that foes cross on their way to the own base or flag, beyond those who keep it.
    pub(super) fn rooms(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let (sight, tank) = (self.sight, self.tank);
        let world = sight.world;
        if !self.skill.works_together || world.setup().mode.has_waves() {
            return;
        }
        let base = sight.bases().iter().find(|base| base.stands && base.side == tank.side);
        let flag = world.flags().iter().find(|flag| flag.side == tank.side);
        let theirs = match (base, flag) {
            (Some(base), _) => Target::Shoot(base.at, BASE_SIDE),
            (None, Some(flag)) => Target::Touch(flag.home, 2),
            (None, None) => return,
        };
        let home = theirs.cell();
        let is_kept = (0..world.slots()).any(|slot| {
            let is_friend = world.in_slot(slot).is_some_and(|other| other.side == tank.side && other.id != tank.id);
            is_friend && self.minds.get(slot).copied().flatten().is_some_and(|mind| mind.role == Role::Defend)
        });
        // One of three: the others keep the base and attack.
        let own = usize::from(tank.slot());
        let holding = (0..world.slots()).filter(|slot| *slot != own).filter(|slot| {
            let mind = self.minds.get(*slot).copied().flatten();
            let is_friend = world.in_slot(*slot).is_some_and(|other| other.side == tank.side);
            is_friend && mind.is_some_and(|mind| matches!(mind.object, Object::Door(..)))
        });
        if holding.count() >= (sight.friends(tank).count() + 1) / TO_ONE {
            return;
        }
        let foes = sight.foes(tank).filter(|foe| foe.is_here());
        let nearest = foes.min_by_key(|foe| (middle(foe).chebyshev(home), foe.slot()));
        let Some(foe) = nearest.filter(|_| is_kept) else { return };
        let way = self.atlas.way(world.field(), theirs.goal(), profile(world, foe));
        let Some(doors) = crossed(world.field(), way, foe, tank.size, home) else { return };
        for (door, dir) in doors {
            let object = Object::Door(door, dir);
            if self.others_after(object) > 0 {
                continue;
            }
            let cells = self.about(door, 1);
            let worth = 8 * nature.defend / (cells / 4 + 12);
            let target = Target::Cell(door);
            choices.push(Choice { worth, role: Role::Hold, object, target, reason: Reason::Room });
        }
    }

    /// Friends among the bots that have a role about an object.
    fn others_in(&self, role: Role, object: Object) -> usize {
        let own = usize::from(self.tank.slot());
        let others = self.minds.iter().enumerate().filter(|(slot, _)| *slot != own);
        let is_it = |slot: usize| self.sight.world.in_slot(slot).is_some_and(|other| other.side == self.tank.side);
        others
            .filter(|(slot, mind)| is_it(*slot) && mind.is_some_and(|mind| mind.role == role && mind.object == object))
            .count()
    }
}

/// The doors of the last room that a foe crosses before it is home, with the directions out of it.
fn crossed(field: &Field, way: Way, foe: &Tank, size: u8, home: Cell) -> Option<Vec<(Cell, Dir)>> {
    let cut = Rectangles::new(field.width(), field.height(), |cell| field.fits(cell, size));
    let route = way.route(foe.anchor(), foe.facing);
    let rooms = route.iter().rev().filter(|cell| cell.chebyshev(home) > HOME).filter_map(|cell| cut.at(*cell));
    let is_room =
        |room: &u32| cut.all()[*room as usize].area() >= ROOM && (1..=DOORS).contains(&cut.doors(*room).len());
    let room = rooms.into_iter().find(is_room)?;
    let middle = |door: &Door| {
        let (first, last) = (door.sill.first, door.sill.last);
        (Cell::new((first.x + last.x) / 2, (first.y + last.y) / 2), door.dir)
    };
    Some(cut.doors(room).iter().map(middle).collect())
}
