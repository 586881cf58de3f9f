//! What a shot would meet: the line of fire of a tank.

use super::sight::Sight;
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Field, Ground, SUB, quarter_at};
use crate::games::tanks::world::Tank;
use crate::games::tanks::world::shell::HALF_SHELL;

/// Parts of a cell along a half cell.
const HALF: i32 = SUB / 2;
/// Cells beside an own base whose bricks are not shot away.
const KEPT: i16 = 1;

/// What is at the end of a line of fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meets {
    Edge,
    Brick,
    Steel,
    Base(usize),
    Foe(u8),
    Friend(u8),
}

/// A line of fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    pub meets: Meets,
    /// How far that is from the muzzle, in parts of a cell.
    pub distance: i32,
    /// The ground behind everything that moves, and how far that is.
    pub ground: Meets,
    pub end: i32,
    /// Cells at that end.
    pub cells: [Cell; 2],
}

/// Where a tank is once it looks to a direction: on a half cell line if it turned into a crossing street.
pub fn turned(sight: &Sight, tank: &Tank, dir: Dir) -> (i32, i32) {
    let is_level = dir.offset().0 != 0;
    let across = if is_level { tank.y } else { tank.x };
    let over = across.rem_euclid(HALF);
    if dir == tank.facing || dir == tank.facing.reverse() || over == 0 {
        return (tank.x, tank.y);
    }
    let place = |shift: i32| if is_level { (tank.x, tank.y + shift) } else { (tank.x + shift, tank.y) };
    let shifts = if over <= HALF - over { [-over, HALF - over] } else { [HALF - over, -over] };
    let (dx, dy) = dir.offset();
    let room = |(x, y): (i32, i32)| sight.world.has_room(x, y, tank.size, tank.slot());
    let goes_on = |(x, y): (i32, i32)| room((x, y)) && room((x + i32::from(dx), y + i32::from(dy)));
    let places = shifts.map(place);
    let found = places.into_iter().find(|at| goes_on(*at)).or_else(|| places.into_iter().find(|at| room(*at)));
    found.unwrap_or((tank.x, tank.y))
}

/// A square on the board, in parts of a cell.
#[derive(Debug, Clone, Copy)]
pub struct Square {
    pub x: i32,
    pub y: i32,
    pub side: i32,
}

impl Square {
    /// A square of cells.
    pub fn of_cells(at: Cell, side: u8) -> Self {
        Self { x: i32::from(at.x) * SUB, y: i32::from(at.y) * SUB, side: i32::from(side) * SUB }
    }

    pub fn of(tank: &Tank) -> Self {
        Self { x: tank.x, y: tank.y, side: tank.side_length() }
    }

    /// How far its near edge is from a muzzle that looks to `dir`, and how far its middle is from that line; None:
    /// it is behind the muzzle.
    pub fn from(self, (x, y): (i32, i32), dir: Dir) -> Option<(i32, i32)> {
        let (near, off) = match dir {
            Dir::North => (y - (self.y + self.side), self.x + self.side / 2 - x),
            Dir::South => (self.y - y, self.x + self.side / 2 - x),
            Dir::West => (x - (self.x + self.side), self.y + self.side / 2 - y),
            _ => (self.x - x, self.y + self.side / 2 - y),
        };
        (near + self.side > 0).then_some((near.max(0), off))
    }

    /// Whether a shell along a line so far from its middle touches it, by so much at least.
    pub const fn is_on(self, off: i32, margin: i32) -> bool {
        off.abs() < self.side / 2 + HALF_SHELL - margin
    }
}

/// The muzzle of a tank of a size at a place that looks to a direction.
pub fn muzzle((x, y): (i32, i32), size: u8, dir: Dir) -> (i32, i32) {
    let half = i32::from(size) * HALF;
    let (dx, dy) = dir.offset();
    (x + half + i32::from(dx) * half, y + half + i32::from(dy) * half)
}

/// The ground that ends the flight of a shell from a place, how far that is, and two of its cells.
pub fn ground(field: &Field, (x, y): (i32, i32), dir: Dir) -> (Meets, i32, [Cell; 2]) {
    let is_level = dir.offset().0 != 0;
    let (along, across) = if is_level { (x, y) } else { (y, x) };
    let beside = [(across - HALF_SHELL).div_euclid(HALF), (across + HALF_SHELL - 1).div_euclid(HALF)];
    let forward = matches!(dir, Dir::East | Dir::South);
    // The first line of half cells in front.
    let mut line = if forward { along.div_euclid(HALF) } else { (along - 1).div_euclid(HALF) };
    loop {
        let places = beside.map(|place| if is_level { (line, place) } else { (place, line) });
        if places.iter().any(|(x, y)| field.stops_shells(*x, *y)) {
            let distance = if forward { line * HALF - along } else { along - (line + 1) * HALF };
            let cells = places.map(|(x, y)| quarter_at(x, y).0);
            let at = |wanted: Ground| cells.iter().copied().find(|cell| field.ground(*cell) == wanted);
            let meets = match at(Ground::Base).and_then(|cell| field.base_at(cell)) {
                Some(base) => Meets::Base(base),
                None if at(Ground::Brick).is_some() => Meets::Brick,
                None if cells.iter().all(|cell| !field.contains(*cell)) => Meets::Edge,
                None => Meets::Steel,
            };
            return (meets, distance.max(0), cells);
        }
        line += if forward { 1 } else { -1 };
    }
}

/// What a shot of a tank to `dir` would meet, if it stood at `place`. `margin`: how sure a hit of a foe must be, in parts of
/// a cell; `leads`: whether moving tanks are met where they will be.
pub fn look(sight: &Sight, tank: &Tank, place: (i32, i32), dir: Dir, leads: bool, margin: i32) -> Lane {
    let world = sight.world;
    let from = muzzle(place, tank.size, dir);
    let (ground, end, cells) = ground(world.field(), from, dir);
    let mut lane = Lane { meets: ground, distance: end, ground, end, cells };
    let speed = world.rules().shell_speed(tank.kind, tank.stars).max(1);
    let passes = sight.passes_friends(tank.side);
    for other in world.tanks() {
        if other.id == tank.id || !other.is_here() {
            continue;
        }
        let is_friend = other.side == tank.side;
        if is_friend && passes || !is_friend && !sight.sees(tank, other) {
            continue;
        }
        // One that stands still is met wherever the shell touches it.
        let margin = if other.moved == 0 { margin.min(1) } else { margin };
        let now = Square::of(other);
        let Some((distance, off)) = now.from(from, dir) else { continue };
        if distance > end + 2 * SUB || off.abs() > 12 * SUB {
            continue;
        }
        let then = {
            let time = distance / speed;
            let (dx, dy) = other.facing.offset();
            let by = time * other.moved;
            Square { x: now.x + i32::from(dx) * by, y: now.y + i32::from(dy) * by, ..now }
        };
        let (near, is_hit) = if is_friend {
            let then_off = then.from(from, dir).map_or(i32::MAX, |(_, off)| off);
            (distance, now.is_on(off, -HALF_SHELL) || then.is_on(then_off, -HALF_SHELL))
        } else if leads {
            match then.from(from, dir) {
                Some((near, off)) => (near, then.is_on(off, margin)),
                None => (distance, false),
            }
        } else {
            (distance, now.is_on(off, margin))
        };
        if is_hit && near < lane.distance {
            let meets = if is_friend { Meets::Friend(other.slot()) } else { Meets::Foe(other.slot()) };
            (lane.meets, lane.distance) = (meets, near);
        }
    }
    lane
}

impl Lane {
    /// Whether a shot meets no friend and, even if all that moves were gone, not the own base.
    pub fn is_harmless(&self, sight: &Sight, tank: &Tank) -> bool {
        let bases = sight.world.field().bases();
        let is_own = matches!(self.ground, Meets::Base(base) if bases[base].side == tank.side);
        !is_own && !matches!(self.meets, Meets::Friend(_))
    }

    /// Whether it is harmless and does not open the wall around the own base either.
    pub fn is_safe(&self, sight: &Sight, tank: &Tank) -> bool {
        let bases = sight.world.field().bases();
        let keeps = |cell: &Cell| {
            bases.iter().filter(|base| base.stands && base.side == tank.side).any(|base| {
                (base.at.x - KEPT..base.at.x + 2 + KEPT).contains(&cell.x)
                    && (base.at.y - KEPT..base.at.y + 2 + KEPT).contains(&cell.y)
            })
        };
        self.is_harmless(sight, tank) && !(self.ground == Meets::Brick && self.cells.iter().any(keeps))
    }
}
