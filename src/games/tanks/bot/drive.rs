//! Driving: from anchor to anchor along distances, round those who stay, with claims; digging where that is the way.

use super::sight::{Sight, anchor};
use super::thoughts::{Doing, Target};
use super::traffic::{Ahead, Part, Room, Traffic, exact, rank};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{SUB, square};
use crate::games::tanks::rules::MAX_STARS;
use crate::games::tanks::ways::{Atlas, Dig, Profile, STEP, Way};
use crate::games::tanks::world::{Tank, World};
use serde::{Deserialize, Serialize};

/// So near to a line of cells a tank that turns is set on it.
const SNAP: i32 = SUB / 4;
/// Ticks of waiting after which a tank looks for another way, and after which it does anything.
const PATIENT: u16 = 20;
const STUCK: u16 = 150;
/// What a way round others may cost more than the best one.
const ROUND: u32 = 10 * STEP;

/// What a driver remembers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    /// The step that it was granted.
    step: Option<(Cell, Dir)>,
    /// Ticks that it has waited.
    waited: u16,
    room: Option<Room>,
    pub is_parked: bool,
    /// Where it was sent when it was last looked at, the shortest rest of the way there so far, where and when it got nearer last.
    goal: Option<Target>,
    rest: u32,
    near: Cell,
    since: u32,
}

/// What a driver wants in this tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drive {
    pub steer: Option<Dir>,
    pub doing: Doing,
    /// It wants what is in front shot away.
    pub fires: bool,
}

impl Drive {
    const fn stay(doing: Doing) -> Self {
        Self { steer: None, doing, fires: false }
    }
}

/// The profile of a tank: what it can shoot away, and what that costs beside a step.
pub fn profile(world: &World, tank: &Tank) -> Profile {
    let rules = world.rules();
    let ticks = i32::from(rules.kind(tank.kind).reload).max(6) + 3;
    // In steps of eight, so that tanks of about the same speed share their distances.
    let price = ((ticks * rules.speed(tank.kind, tank.size) * STEP as i32 / SUB + 4) / 8 * 8).clamp(8, 160) as u16;
    Profile { size: tank.size, dig: if tank.stars >= MAX_STARS { Dig::Steel(price) } else { Dig::Bricks(price) } }
}

/// Where to steer for a step from an anchor, of which the tank may be a little off.
fn steered(tank: &Tank, from: Cell, dir: Dir) -> Dir {
    let is_level = dir.offset().0 != 0;
    let off = if is_level { tank.y - i32::from(from.y) * SUB } else { tank.x - i32::from(from.x) * SUB };
    if off.abs() < SNAP && (off == 0 || (tank.facing.offset().0 != 0) != is_level) {
        return dir;
    }
    match (is_level, off > 0) {
        _ if off == 0 => dir,
        (true, true) => Dir::North,
        (true, false) => Dir::South,
        (false, true) => Dir::West,
        (false, false) => Dir::East,
    }
}

/// Where to steer to stand on an anchor with no part beside it; none: it does.
///
/// A tank moves by whole strides. One that is beside its anchor by less is set on it by a turn, which takes it a stride
/// aside, and then comes back.
fn aligned(world: &World, tank: &Tank, at: Cell) -> Option<Dir> {
    let (x, y) = (tank.x - i32::from(at.x) * SUB, tank.y - i32::from(at.y) * SUB);
    let stride = world.rules().speed(tank.kind, tank.size);
    let towards = exact(tank, at)?;
    let (off, aside) =
        if towards.offset().0 == 0 { (y, [Dir::West, Dir::East]) } else { (x, [Dir::North, Dir::South]) };
    let is_along = (tank.facing.offset().0 == 0) == (towards.offset().0 == 0);
    if off % stride == 0 || off.abs() >= SNAP || !is_along {
        return Some(towards);
    }
    let (dx, dy) = aside[0].offset();
    let place = (tank.x + i32::from(dx) * stride, tank.y + i32::from(dy) * stride);
    let is_free = world.has_room(place.0, place.1, tank.size, tank.slot());
    Some(aside[usize::from(!is_free)])
}

impl Driver {
    /// Where to steer for the exact anchor, if the tank is far beside it.
    pub fn settle(world: &World, tank: &Tank) -> Option<Dir> {
        let at = anchor(world, tank);
        let (x, y) = (tank.x - i32::from(at.x) * SUB, tank.y - i32::from(at.y) * SUB);
        match (x.abs() >= SNAP, y.abs() >= SNAP) {
            (true, _) => Some(if x > 0 { Dir::West } else { Dir::East }),
            (_, true) => Some(if y > 0 { Dir::North } else { Dir::South }),
            _ => None,
        }
    }

    pub const fn step(&self) -> Option<(Cell, Dir)> {
        self.step
    }

    /// Forgets the step: something else was steered.
    pub fn interrupt(&mut self, traffic: &mut Traffic, tank: &Tank) {
        self.step = None;
        traffic.leave(tank, false);
    }

    /// Somebody asks for room.
    pub fn asked(&mut self, room: Room, own_rank: u32) {
        if room.rank <= own_rank && !self.is_parked {
            return;
        }
        match &mut self.room {
            Some(old) if old.of == room.of => {
                (old.until, old.rank) = (room.until, room.rank);
                old.cells = room.cells;
            }
            Some(old) if old.rank >= room.rank => {}
            old => *old = Some(room),
        }
    }

    /// The shortest rest of the way to its target so far.
    pub const fn rest(&self) -> u32 {
        self.rest
    }

    /// The tick in which it got nearer to its target last.
    pub const fn since(&self) -> u32 {
        self.since
    }

    /// Notes how far it still is.
    fn note(&mut self, tick: u32, at: Cell, target: Target, way: Way) {
        let rest = way.cost(at).unwrap_or(u32::MAX);
        let is_new = self.goal != Some(target);
        // A target that moves leaves it only where it is.
        let is_nearer = if is_new { at.chebyshev(self.near) > 2 } else { rest < self.rest };
        if is_new || is_nearer {
            (self.goal, self.rest) = (Some(target), rest);
        }
        if is_nearer || way.is_there(at) {
            (self.near, self.since) = (at, tick);
        }
    }

    /// Drives its part of an order.
    pub fn follow(
        &mut self,
        sight: &Sight,
        traffic: &mut Traffic,
        atlas: &mut Atlas,
        tank: &Tank,
        (target, part): (Option<Target>, Part),
    ) -> Drive {
        (self.room, self.waited, self.is_parked) = (None, 0, false);
        let (field, at) = (sight.world.field(), anchor(sight.world, tank));
        let way = target.map(|target| (target, atlas.way(field, target.goal(), profile(sight.world, tank))));
        match way {
            Some((target, way)) => self.note(sight.world.tick(), at, target, way),
            None => self.since = sight.world.tick(),
        }
        let way = way.map(|(_, way)| way);
        let Some(step) = part.step else {
            self.step = None;
            traffic.leave(tank, false);
            return Drive { steer: aligned(sight.world, tank, at), doing: Doing::Waits, fires: false };
        };
        let ahead =
            if part.is_free { traffic.ahead(sight, tank, step.from, step.dir) } else { Ahead::Friend(tank.slot()) };
        match ahead {
            Ahead::Free if field.fits(step.to(), tank.size) => {
                self.step = Some((step.from, step.dir));
                traffic.claim(tank, step.from, step.dir);
                Drive { steer: Some(steered(tank, step.from, step.dir)), doing: Doing::Drives, fires: false }
            }
            Ahead::Free => {
                self.step = None;
                traffic.leave(tank, false);
                let steer = steered(tank, step.from, step.dir);
                // What has become steel meanwhile cannot be dug.
                let digs = || way.is_some_and(|way| way.shots(step.from, step.dir).is_some_and(|shots| shots > 0));
                Drive { steer: Some(steer), doing: Doing::Digs, fires: steer == step.dir && digs() }
            }
            Ahead::Friend(_) => {
                self.step = None;
                traffic.leave(tank, false);
                // All of it on its square, so that it is in nobody's way.
                Drive { steer: aligned(sight.world, tank, step.from), doing: Doing::Waits, fires: false }
            }
            Ahead::Foe(_) => Drive { steer: Some(step.dir), doing: Doing::Shoots, fires: true },
        }
    }

    /// Drives to a target; none: stays, but makes room.
    pub fn drive(
        &mut self,
        sight: &Sight,
        traffic: &mut Traffic,
        atlas: &mut Atlas,
        tank: &Tank,
        target: Option<Target>,
    ) -> Drive {
        let at = anchor(sight.world, tank);
        match target {
            Some(target) => {
                let way = atlas.way(sight.world.field(), target.goal(), profile(sight.world, tank));
                self.note(sight.world.tick(), at, target, way);
            }
            None => self.since = sight.world.tick(),
        }
        self.room = self.room.take().filter(|room| !Traffic::is_over(sight, room));
        if let Some(room) = self.room.take() {
            match traffic.refuge(sight, tank, at, &room) {
                // Beside the way of the other it goes on with its own, as long as that does not cross it.
                Ok(None) if self.goes_on_beside(sight, traffic, atlas, tank, target, &room) => self.room = Some(room),
                Ok(dir) => {
                    let drive = self.give_way(sight, traffic, tank, at, dir, &room);
                    self.room = Some(room);
                    return drive;
                }
                Err(()) => {
                    let way =
                        target.map(|target| atlas.way(sight.world.field(), target.goal(), profile(sight.world, tank)));
                    let dir = way.and_then(|way| way.step(at, tank.facing));
                    if let (Some(way), Some(dir)) = (way, dir) {
                        let cells = Traffic::corridor(tank, way, at, dir);
                        traffic.ask(sight, tank, room.of, cells, u32::MAX);
                    }
                }
            }
        }
        let Some(target) = target else { return self.park(traffic, tank, Doing::Watches) };
        let way = atlas.way(sight.world.field(), target.goal(), profile(sight.world, tank));
        if way.is_there(at) {
            return self.park(traffic, tank, Doing::Watches);
        }
        let Some(dir) = self.choose(sight, traffic, tank, way, at) else {
            return self.park(traffic, tank, Doing::Watches);
        };
        self.go(sight, traffic, tank, way, at, dir)
    }

    /// Whether its next step leaves the room free that it made.
    fn goes_on_beside(
        &self,
        sight: &Sight,
        traffic: &Traffic,
        atlas: &mut Atlas,
        tank: &Tank,
        target: Option<Target>,
        room: &Room,
    ) -> bool {
        let Some(target) = target else { return false };
        let at = anchor(sight.world, tank);
        let way = atlas.way(sight.world.field(), target.goal(), profile(sight.world, tank));
        let next = self.choose(sight, traffic, tank, way, at).map_or(at, |dir| at.step(dir));
        square(next, tank.size).all(|cell| room.cells.binary_search(&cell).is_err())
    }

    fn park(&mut self, traffic: &mut Traffic, tank: &Tank, doing: Doing) -> Drive {
        (self.step, self.waited, self.is_parked) = (None, 0, true);
        traffic.leave(tank, true);
        Drive::stay(doing)
    }

    /// The next step from an anchor.
    fn choose(&self, sight: &Sight, traffic: &Traffic, tank: &Tank, way: Way, at: Cell) -> Option<Dir> {
        if let Some((from, dir)) = self.step
            && from == at
            && way.via(at, dir).is_some()
            && traffic.ahead(sight, tank, at, dir) == Ahead::Free
        {
            return Some(dir);
        }
        let best = way.step(at, tank.facing)?;
        let all = self.waited > PATIENT;
        // Not every tick while it waits: the searches are the dearest part.
        let looks = self.waited.is_multiple_of(4);
        if looks && (all || traffic.is_way_taken(tank, way, at, tank.facing)) {
            let limit = way.cost(at)? + if self.waited > STUCK { 10 * ROUND } else { ROUND };
            if let Some((_, dir)) = traffic.around(tank, way, at, all).filter(|(cost, _)| *cost <= limit) {
                return Some(dir);
            }
        }
        Some(best)
    }

    /// A step, or what has to be done before it.
    fn go(&mut self, sight: &Sight, traffic: &mut Traffic, tank: &Tank, way: Way, at: Cell, dir: Dir) -> Drive {
        self.is_parked = false;
        match traffic.ahead(sight, tank, at, dir) {
            Ahead::Foe(_) => {
                // It may be beside the line of fire: after a while a way round it is looked for.
                self.waited = self.waited.saturating_add(1);
                self.step = None;
                traffic.leave(tank, false);
                Drive { steer: Some(steered(tank, at, dir)), doing: Doing::Shoots, fires: true }
            }
            Ahead::Friend(other) => {
                self.waited = self.waited.saturating_add(1);
                self.step = None;
                traffic.leave(tank, false);
                let theirs = traffic.of(other).copied();
                let follows = theirs.is_some_and(|theirs| theirs.step.is_some_and(|(_, step)| step == dir));
                if follows {
                    if tank.moved > 0 {
                        self.waited = 0;
                    }
                    return Drive { steer: Some(steered(tank, at, dir)), doing: Doing::Drives, fires: false };
                }
                let goes = theirs.is_some_and(|theirs| theirs.step.is_some()) && self.waited < PATIENT;
                if let Some(theirs) = theirs.filter(|theirs| theirs.is_program && !goes)
                    && (theirs.is_parked || rank(tank) > theirs.rank || self.waited > STUCK)
                {
                    let cells = Traffic::corridor(tank, way, at, dir);
                    let rank = if self.waited > STUCK { u32::MAX } else { rank(tank) };
                    traffic.ask(sight, tank, other, cells, rank);
                }
                Drive::stay(Doing::Waits)
            }
            Ahead::Free => match way.shots(at, dir) {
                Some(0) => {
                    self.waited = 0;
                    self.step = Some((at, dir));
                    traffic.claim(tank, at, dir);
                    Drive { steer: Some(steered(tank, at, dir)), doing: Doing::Drives, fires: false }
                }
                Some(_) => {
                    self.step = None;
                    traffic.leave(tank, false);
                    let steer = steered(tank, at, dir);
                    Drive { steer: Some(steer), doing: Doing::Digs, fires: steer == dir }
                }
                None => self.park(traffic, tank, Doing::Watches),
            },
        }
    }

    /// A step out of the way of another one; none: it is out of it.
    fn give_way(
        &mut self,
        sight: &Sight,
        traffic: &mut Traffic,
        tank: &Tank,
        at: Cell,
        dir: Option<Dir>,
        room: &Room,
    ) -> Drive {
        self.is_parked = false;
        self.waited = 0;
        let Some(dir) = dir else {
            // It may be asked for more room.
            (self.step, self.is_parked) = (None, true);
            traffic.leave(tank, true);
            return Drive::stay(Doing::GivesWay);
        };
        if exact(tank, at) == Some(dir) && square(at, tank.size).all(|cell| room.cells.binary_search(&cell).is_err()) {
            self.step = None;
            traffic.leave(tank, false);
            return Drive { steer: Some(dir), doing: Doing::GivesWay, fires: false };
        }
        match traffic.ahead(sight, tank, at, dir) {
            Ahead::Free => {
                self.step = Some((at, dir));
                traffic.claim(tank, at, dir);
                Drive { steer: Some(steered(tank, at, dir)), doing: Doing::GivesWay, fires: false }
            }
            Ahead::Friend(other) => {
                self.step = None;
                traffic.leave(tank, false);
                let mut cells = room.cells.clone();
                cells.extend(tank.cells());
                cells.extend(square(at.step(dir), tank.size));
                cells.sort_unstable();
                cells.dedup();
                if other != room.of {
                    traffic.ask(sight, tank, other, cells, room.rank);
                }
                Drive::stay(Doing::GivesWay)
            }
            Ahead::Foe(_) => Drive { steer: Some(dir), doing: Doing::GivesWay, fires: true },
        }
    }
}
