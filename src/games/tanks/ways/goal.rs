//! Where to: a cell, a place to touch, a place to shoot at.

use super::layer::Layer;
use super::profile::{Dig, MASKS, Profile};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::Field;

/// What the flight of a shell over a cell costs, in parts of [`super::STEP`]: that of the seats' tanks without stars.
const FLIGHT: u32 = 6;

/// Where a tank wants to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Goal {
    /// With its anchor on a cell.
    Cell(Cell),
    /// On some cell of a square, given by its top left cell and its side: a bonus, a flag.
    Touch(Cell, u8),
    /// Where a shot straight on hits a square, given by its top left cell and its side: a base, a tank. What has to be shot
    /// away before is part of the cost; things that move are not looked at.
    Shoot(Cell, u8),
}

impl Goal {
    /// All anchors at which a tank has reached the goal, with what remains to be shot from there in parts of
    /// [`super::STEP`]. An anchor may be told several times.
    pub(super) fn anchors(self, field: &Field, layer: &Layer, profile: Profile, mut tell: impl FnMut(usize, u32)) {
        let size = i16::from(profile.size);
        match self {
            Self::Cell(cell) => {
                if let Some(index) = layer.place(cell) {
                    tell(index, 0);
                }
            }
            Self::Touch(at, side) => {
                for y in (at.y + 1 - size).max(0)..at.y + i16::from(side) {
                    for x in (at.x + 1 - size).max(0)..at.x + i16::from(side) {
                        if let Some(index) = layer.place(Cell::new(x, y)) {
                            tell(index, 0);
                        }
                    }
                }
            }
            Self::Shoot(at, side) => {
                for dir in Dir::STRAIGHT {
                    lanes(at, side, size, dir, |start| {
                        if let Some(index) = layer.place(start) {
                            tell(index, 0);
                        }
                        along(field, layer, profile, start, dir, &mut tell);
                    });
                }
            }
        }
    }

    /// Whether a change of some cell may change the anchors: those of a shot depend on what is in between.
    pub(super) const fn depends_on_cells(self) -> bool {
        matches!(self, Self::Shoot(..))
    }
}

/// The anchors directly in front of a square from which a tank that looks to `dir` hits it, one for each lane.
///
/// A shell flies along the middle of the tank and touches the half cells on both sides of that line.
fn lanes(at: Cell, side: u8, size: i16, dir: Dir, mut tell: impl FnMut(Cell)) {
    let side = i16::from(side);
    let (dx, dy) = dir.offset();
    let across = if dx == 0 { at.x } else { at.y };
    // The middle line, in half cells, is 2 · anchor + size; the half cells beside it must meet those of the square.
    let (first, last) = (2 * across - size, 2 * (across + side) - size);
    let along = match dir {
        Dir::East => at.x - size,
        Dir::West => at.x + side,
        Dir::South => at.y - size,
        _ => at.y + side,
    };
    for anchor in (first + 1).div_euclid(2)..=last.div_euclid(2) {
        tell(if dy == 0 { Cell::new(along, anchor) } else { Cell::new(anchor, along) });
    }
}

/// Goes back from an anchor in front of a target and tells every anchor from which a shot to `dir` still arrives.
fn along(field: &Field, layer: &Layer, profile: Profile, start: Cell, dir: Dir, tell: &mut impl FnMut(usize, u32)) {
    let back = dir.reverse();
    let size = i32::from(profile.size);
    // The depths of what has to be shot, and of the anchor, in cells from the first one.
    let (mut at, mut shots, mut back_by) = (start, Vec::new(), 0);
    loop {
        // The row of half cells that comes in between when the tank stands a cell farther back: its front row of now.
        let front = match dir {
            Dir::East => (2 * i32::from(at.x) + 2 * size - 1, 2 * i32::from(at.y) + size),
            Dir::West => (2 * i32::from(at.x), 2 * i32::from(at.y) + size),
            Dir::South => (2 * i32::from(at.x) + size, 2 * i32::from(at.y) + 2 * size - 1),
            _ => (2 * i32::from(at.x) + size, 2 * i32::from(at.y)),
        };
        let (dx, dy) = (i32::from(dir.offset().0), i32::from(dir.offset().1));
        // Sideways, the two half cells beside the middle line.
        let (side_x, side_y) = (dy.abs(), dx.abs());
        let meets = |depth: i32| {
            let (x, y) = (front.0 - depth * dx, front.1 - depth * dy);
            field.stops_shells(x, y) || field.stops_shells(x - side_x, y - side_y)
        };
        let (near, far) = (meets(1), meets(0));
        if near || far {
            let cells = [0, 1].map(|beside| {
                let (x, y) = (front.0 - beside * side_x, front.1 - beside * side_y);
                Cell::new((x >> 1) as i16, (y >> 1) as i16)
            });
            let only_bricks = cells.iter().all(|cell| field.bricks(*cell) != 0 || !field.ground(*cell).stops_shells());
            let halves = match profile.dig {
                Dig::Bricks(_) if only_bricks => usize::from(near) + usize::from(far),
                Dig::Steel(_) if only_bricks || cells.iter().all(|cell| field.base_at(*cell).is_none()) => 1,
                _ => return,
            };
            shots.extend(std::iter::repeat_n(back_by, halves));
        }
        (at, back_by) = (at.step(back), back_by + 1);
        let Some(index) = layer.place(at) else { return };
        // The next shell leaves when the one before has arrived.
        tell(index, shots.iter().map(|depth| profile.shot().max(FLIGHT * (back_by - 1 - depth))).sum());
    }
}

/// For every mask of a strip and both axes, the place of its cost among [`Table::costs`].
#[derive(Debug, Clone)]
pub(super) struct Table {
    levels: [[u8; MASKS]; 2],
    /// What a step costs with no, one or two shots before it.
    pub costs: [u32; 3],
}

/// The level of what cannot be entered.
pub(super) const CLOSED: u8 = 3;

impl Table {
    pub(super) fn of(profile: Profile) -> Self {
        use super::profile::Axis;
        let level = |mask: usize, axis| profile.shots(mask as u8, axis).map_or(CLOSED, |shots| shots as u8);
        let levels = [Axis::Row, Axis::Column].map(|axis| std::array::from_fn(|mask| level(mask, axis)));
        let costs = [0, 1, 2].map(|shots| super::STEP + shots * profile.shot());
        Self { levels, costs }
    }

    #[inline]
    pub(super) fn level(&self, mask: u8, dir: Dir) -> u8 {
        self.levels[usize::from(dir.offset().0 == 0)][usize::from(mask) % MASKS]
    }
}
