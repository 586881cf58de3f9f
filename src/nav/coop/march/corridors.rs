//! Narrow passages: one direction at a time where only one fits through, and keeping to the right where two do.
//!
//! Priority inheritance alone lets the stronger column push the weaker one back through a whole lane, cell by cell, and let
//! it in again behind every gap. So a unit looks ahead along the lane before it enters: a lane one cell wide is entered only
//! while nobody of higher rank comes the other way in it; in lanes of two to four cells, as long as somebody comes, in the
//! lane or towards its far end, everybody keeps to the right half.

use crate::base::{Cell, Dir};
use crate::nav::walk::{Walk, WalkMap};

/// Widest passage in which units keep to one side.
const WIDEST: i16 = 4;
/// Price of a step to the left in the left half of a wide passage, by cells: about what a diagonal instead of a straight
/// step costs.
const LEANING: u32 = 90;
/// Cells that a unit looks ahead along a passage.
const SIGHT: i16 = 48;
/// Cells beyond the far end of a passage that are looked at as well, and how far to both sides.
const BEYOND: i16 = 14;
const BESIDE: i16 = 3;
/// Cells before the outlet of a passage, and to the left of its line, that are left to those who come out. With six before
/// queues stood too far off (`counterflow-1`: 3.7 instead of 3.0 times free travel).
const BEFORE: i16 = 4;
const LEFT: i16 = 2;
/// Price of a step in the left half of a passage in which somebody comes: about what the longest waiting costs.
pub const WRONG_SIDE: u32 = 320;
/// Price of a step in the middle of a passage of three cells: in a long one as much, so that the streams do not meet in it
/// (`counterflow-3-dense`: 2.7 times free travel with 120); over a short bridge less, so that the quick pass the slow.
pub const MIDDLE: u32 = 320;
pub const SHORT_MIDDLE: u32 = 120;
/// Cells from which on a passage is long.
const LONG: i16 = 10;

/// A cross-section of a passage as somebody sees it who walks along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Section {
    left: i16,
    right: i16,
}

impl Section {
    const fn width(self) -> i16 {
        self.left + self.right + 1
    }
}

/// What a unit that looks along a passage has to respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// No passage, or nobody comes.
    Free,
    /// It must not enter.
    Closed,
    KeepRight,
    /// It leans to the right if many come.
    Wide,
}

#[inline]
const fn shifted(cell: Cell, dir: Dir, by: i16) -> Cell {
    let (dx, dy) = dir.offset();
    Cell::new(cell.x + dx * by, cell.y + dy * by)
}

/// The direction a number of eighths of a full turn to the right.
#[inline]
const fn turned(dir: Dir, eighths: usize) -> Dir {
    Dir::ALL[(dir as usize + eighths) % 8]
}

/// The two straight directions that a diagonal step lies between; a straight one is both.
pub(super) const fn straight_parts(dir: Dir) -> [Dir; 2] {
    if dir.is_diagonal() { [turned(dir, 7), turned(dir, 1)] } else { [dir; 2] }
}

/// The cross-section at a cell for who walks in a straight direction; `None` where it is blocked or wider than
/// [`WIDEST_SECTION`](crate::nav::walk::WIDEST_SECTION), up to which units lean to one side when many come.
fn section(map: &WalkMap, cell: Cell, along: Dir) -> Option<Section> {
    let (left, right) = map.section(cell, along)?;
    Some(Section { left, right })
}

/// Who comes the other way on a cell, seen from a unit that looks along a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comer {
    /// Somebody who goes after it in rank.
    Lower,
    /// Somebody who goes before it.
    Higher,
}

/// What a unit at `at` has to respect that is about to walk in a straight direction.
pub fn rule(map: &WalkMap, at: Cell, along: Dir, comes: impl Fn(Cell) -> Option<Comer>) -> Rule {
    let next = at.step(along);
    let Some(entry) = section(map, next, along) else { return Rule::Free };
    if entry.width() > WIDEST {
        return Rule::Wide;
    }
    let is_inside = section(map, at, along).is_some_and(|here| here.width() == 1);
    let is_lane = entry.width() == 1;
    let mut end = SIGHT;
    for by in 0..SIGHT {
        if by > end + BEYOND {
            break;
        }
        let cell = shifted(next, along, by);
        if !map.is_passable(cell) {
            break;
        }
        let (left, right) = match section(map, cell, along) {
            Some(section) if end == SIGHT && section.width() <= WIDEST => (section.left, section.right),
            _ if is_lane => break,
            _ => {
                end = end.min(by);
                (BESIDE, BESIDE)
            }
        };
        let mut across = (-left..=right).filter_map(|offset| comes(shifted(cell, turned(along, 2), offset)));
        match across.next() {
            Some(Comer::Higher) if is_lane && !is_inside => return Rule::Closed,
            Some(_) if !is_lane => return Rule::KeepRight,
            _ => {}
        }
    }
    Rule::Free
}

/// The width of the narrow passage, if it is one, that a cell lies in for who walks in a direction.
pub fn narrowest(map: &WalkMap, cell: Cell, dir: Dir) -> Option<i16> {
    let widths = straight_parts(dir).into_iter().filter_map(|along| section(map, cell, along)).map(Section::width);
    widths.min().filter(|width| *width <= WIDEST)
}

/// The direction of the lane one cell wide, if there is one, that a cell lies in for who walks in a direction.
pub fn lane(map: &WalkMap, cell: Cell, dir: Dir) -> Option<Dir> {
    straight_parts(dir).into_iter().find(|along| section(map, cell, *along).is_some_and(|section| section.width() == 1))
}

/// Where those come out of a narrow passage who keep to the right, seen from who walks in a direction and is about to
/// enter it at a cell: of the left half of the passage the cell that is nearest to the middle, and the way in.
pub fn outlet(map: &WalkMap, cell: Cell, dir: Dir) -> Option<(Cell, Dir)> {
    straight_parts(dir).into_iter().find_map(|along| {
        let section = section(map, cell, along).filter(|section| section.width() <= WIDEST)?;
        let half = (section.width() - 1) / 2;
        Some((shifted(cell, turned(along, 6), section.left - half), along))
    })
}

/// Whether a cell lies before an [`outlet`], in its line or to the left of that, seen from who is about to go in: where
/// those come out that come the other way.
pub fn is_before((outlet, along): (Cell, Dir), cell: Cell) -> bool {
    let (x, y) = (cell.x - outlet.x, cell.y - outlet.y);
    let component = |dir: Dir| x * dir.offset().0 + y * dir.offset().1;
    (1..=BEFORE).contains(&component(along.reverse())) && (0..=LEFT).contains(&component(turned(along, 6)))
}

/// Whether the narrow passage that a cell lies in is a long one.
fn is_long(map: &WalkMap, cell: Cell, along: Dir) -> bool {
    let is_inside = |by: &i16| section(map, shifted(cell, along, *by), along).is_some_and(|at| at.width() <= WIDEST);
    let ahead = (1..LONG).take_while(is_inside).count();
    let behind = (1..LONG).take_while(|by| is_inside(&-by)).count();
    ahead + behind + 1 >= LONG.unsigned_abs().into()
}

/// What it costs to be on a cell for who leans to the right and walks in a straight direction.
pub fn leaning(map: &WalkMap, cell: Cell, along: Dir) -> u32 {
    section(map, cell, along)
        .map_or(0, |section| u32::from((section.right - section.left).max(0).unsigned_abs()) * LEANING / 2)
}

/// What a step to a cell costs who keeps to the right and walks in a straight direction.
pub fn price(map: &WalkMap, to: Cell, along: Dir) -> u32 {
    match section(map, to, along) {
        Some(section) if section.width() > WIDEST => 0,
        Some(section) if section.width() == 3 && section.right == 1 && is_long(map, to, along) => MIDDLE,
        Some(section) if section.width() == 3 && section.right == 1 => SHORT_MIDDLE,
        Some(section) if section.right > section.left => WRONG_SIDE,
        _ => 0,
    }
}
