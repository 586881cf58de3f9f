//! Free space cut into rectangles: a small graph for long ways of units that step straight.
//!
//! The cells on which a unit fits (the anchors of its size, [`super::clearance`]) are cut into closed rectangles, that
//! is, rectangles with their rims, which do not overlap. Two that touch along a side, in one cell at least, are linked
//! by a *door*: as all their cells are anchors, the unit can step through every pair of cells along it. A way is found
//! by Dijkstra's algorithm on the rectangles, then cell by cell inside them, where nothing is in the way.
//!
//! The cut is greedy, row by row: the topmost and leftmost cell that is not taken starts a rectangle; of the one that
//! grows first right, then down, and the one that grows first down, then right, the larger is kept. So none can be made
//! larger without taking a cell of an earlier one. (The fewest rectangles, by matchings of chords, W. Lipski et al.,
//! "On Two Dimensional Data Organization II", Fundamenta Informaticae 2, 1979, were not worth the code here.)
//!
//! A door is crossed in its cell nearest to where the rectangle was entered. Straight steps make the way to any other
//! cell of the door at least as much longer as it saves later, so of the ways through the same doors this is a
//! shortest. But each rectangle keeps one entry only, the cheapest to reach, which need not be on a shortest way to the
//! goal: ways are found wherever there is one, but may be longer than the shortest.

use super::heuristics::manhattan;
use crate::base::{Cell, Dir, Grid};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No rectangle: the unit does not fit.
const NONE: u32 = u32::MAX;

/// Cells from `first` (top left) to `last` (bottom right), both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rectangle {
    pub first: Cell,
    pub last: Cell,
}

impl Rectangle {
    pub fn area(self) -> u32 {
        (u32::from(self.first.x.abs_diff(self.last.x)) + 1) * (u32::from(self.first.y.abs_diff(self.last.y)) + 1)
    }

    /// Whether `cell` lies inside or on the rim.
    pub fn contains(self, cell: Cell) -> bool {
        (self.first.x..=self.last.x).contains(&cell.x) && (self.first.y..=self.last.y).contains(&cell.y)
    }

    /// The cell of the rectangle nearest to `cell`.
    fn nearest(self, cell: Cell) -> Cell {
        Cell::new(cell.x.clamp(self.first.x, self.last.x), cell.y.clamp(self.first.y, self.last.y))
    }
}

/// Where a unit can step from one rectangle into another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Door {
    /// The rectangle behind, as a position in [`Rectangles::all`].
    pub to: u32,
    pub dir: Dir,
    /// The cells in front of the door: one column or one row at the rim.
    pub sill: Rectangle,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Every cell of the way, from the start to the goal with both.
    pub cells: Vec<Cell>,
    /// The rectangles that it goes through, in order.
    pub rectangles: Vec<u32>,
    /// Rectangles that Dijkstra's algorithm closed.
    pub expanded: u32,
}

impl Route {
    pub fn steps(&self) -> u32 {
        self.cells.len() as u32 - 1
    }
}

/// The free space of one size of unit, cut into rectangles.
#[derive(Debug, Clone)]
pub struct Rectangles {
    owner: Grid<u32>,
    all: Vec<Rectangle>,
    doors: Vec<Vec<Door>>,
}

impl Rectangles {
    /// Cuts a map of `width` × `height` cells; `free` says where the unit fits.
    ///
    /// # Panics
    /// If a side is out of range ([`Grid::filled`]).
    pub fn new(width: u16, height: u16, free: impl Fn(Cell) -> bool) -> Self {
        let mut cut = Self { owner: Grid::filled(width, height, NONE), all: Vec::new(), doors: Vec::new() };
        for index in 0..cut.owner.len() {
            let cell = cut.owner.cell(index);
            if !cut.is_open(cell, &free) {
                continue;
            }
            let (wide, tall) =
                (cut.grown(cell, [Dir::East, Dir::South], &free), cut.grown(cell, [Dir::South, Dir::East], &free));
            let larger = if tall.area() > wide.area() { tall } else { wide };
            for y in larger.first.y..=larger.last.y {
                for x in larger.first.x..=larger.last.x {
                    cut.owner[Cell::new(x, y)] = cut.all.len() as u32;
                }
            }
            cut.all.push(larger);
        }
        cut.doors = cut.all.iter().map(|rectangle| cut.doors_of(*rectangle)).collect();
        cut
    }

    /// All rectangles, ordered by their top left cells, row by row.
    pub fn all(&self) -> &[Rectangle] {
        &self.all
    }

    /// The doors out of a rectangle, clockwise from north.
    pub fn doors(&self, rectangle: u32) -> &[Door] {
        &self.doors[rectangle as usize]
    }

    /// The rectangle that holds `cell`; `None` outside of the map and where the unit does not fit.
    pub fn at(&self, cell: Cell) -> Option<u32> {
        self.owner.get(cell).copied().filter(|owner| *owner != NONE)
    }

    /// A way between two cells, not always the shortest; `None` exactly if there is none.
    pub fn route(&self, from: Cell, to: Cell) -> Option<Route> {
        let (start, goal) = (self.at(from)?, self.at(to)?);
        let mut entered = vec![Entry { steps: u32::MAX, cell: from, door: None, closed: false }; self.all.len()];
        entered[start as usize].steps = 0;
        let mut open = BinaryHeap::from([Reverse((0u32, start))]);
        let mut expanded = 0;
        while let Some(Reverse((_, rectangle))) = open.pop() {
            let entry = &mut entered[rectangle as usize];
            if entry.closed {
                continue;
            }
            entry.closed = true;
            expanded += 1;
            if rectangle == goal {
                return Some(self.walk((from, to), &entered, goal, expanded));
            }
            let here = *entry;
            for (index, door) in (0..).zip(self.doors(rectangle)) {
                let crossing = door.sill.nearest(here.cell);
                let steps = here.steps + manhattan(here.cell, crossing, 1) + 1;
                let there = &mut entered[door.to as usize];
                if steps < there.steps {
                    *there =
                        Entry { steps, cell: crossing.step(door.dir), door: Some((rectangle, index)), closed: false };
                    open.push(Reverse((steps, door.to)));
                }
            }
        }
        None
    }

    /// The cells of the way to `goal` through the doors that the search has used.
    fn walk(&self, (from, to): (Cell, Cell), entered: &[Entry], goal: u32, expanded: u32) -> Route {
        let (mut doors, mut rectangles) = (Vec::new(), vec![goal]);
        let mut behind = goal;
        while let Some((rectangle, index)) = entered[behind as usize].door {
            doors.push(self.doors(rectangle)[index]);
            rectangles.push(rectangle);
            behind = rectangle;
        }
        doors.reverse();
        rectangles.reverse();
        let mut cells = vec![from];
        for door in doors {
            let crossing = door.sill.nearest(cells[cells.len() - 1]);
            // Turn to the door last, then go straight through it.
            let columns_first = door.dir.offset().0 == 0;
            append(&mut cells, crossing, columns_first);
            cells.push(crossing.step(door.dir));
        }
        append(&mut cells, to, true);
        Route { cells, rectangles, expanded }
    }

    fn is_open(&self, cell: Cell, free: impl Fn(Cell) -> bool) -> bool {
        self.owner.get(cell) == Some(&NONE) && free(cell)
    }

    /// The rectangle from `first` that grows as far as it can in the first direction, then in the second.
    fn grown(&self, first: Cell, order: [Dir; 2], free: impl Fn(Cell) -> bool) -> Rectangle {
        let mut rectangle = Rectangle { first, last: first };
        for dir in order {
            loop {
                let last = rectangle.last.step(dir);
                let near = if dir == Dir::East { Cell::new(last.x, first.y) } else { Cell::new(first.x, last.y) };
                let rim = Rectangle { first: near, last };
                let open = (rim.first.y..=rim.last.y)
                    .all(|y| (rim.first.x..=rim.last.x).all(|x| self.is_open(Cell::new(x, y), &free)));
                if !open {
                    break;
                }
                rectangle.last = last;
            }
        }
        rectangle
    }

    /// Doors along the four sides: one for each run of cells with the same rectangle behind.
    fn doors_of(&self, rectangle: Rectangle) -> Vec<Door> {
        let Rectangle { first, last } = rectangle;
        let mut doors: Vec<Door> = Vec::new();
        let (top_right, bottom_left) = (Cell::new(last.x, first.y), Cell::new(first.x, last.y));
        for (dir, start, end) in [
            (Dir::North, first, top_right),
            (Dir::East, top_right, last),
            (Dir::South, bottom_left, last),
            (Dir::West, first, bottom_left),
        ] {
            let along = if dir.offset().0 == 0 { Dir::East } else { Dir::South };
            let mut cell = start;
            loop {
                if let Some(to) = self.at(cell.step(dir)) {
                    match doors.last_mut().filter(|door| door.to == to && door.dir == dir) {
                        Some(door) => door.sill.last = cell,
                        None => doors.push(Door { to, dir, sill: Rectangle { first: cell, last: cell } }),
                    }
                }
                if cell == end {
                    break;
                }
                cell = cell.step(along);
            }
        }
        doors
    }
}

/// How a search came into a rectangle.
#[derive(Debug, Clone, Copy)]
struct Entry {
    steps: u32,
    cell: Cell,
    /// The rectangle before and the position of its door.
    door: Option<(u32, usize)>,
    closed: bool,
}

/// Goes on to a cell of the same rectangle with at most one turn.
fn append(cells: &mut Vec<Cell>, to: Cell, columns_first: bool) {
    let mut at = cells[cells.len() - 1];
    for columns in [columns_first, !columns_first] {
        let (dx, dy) = if columns { (to.x - at.x, 0) } else { (0, to.y - at.y) };
        for _ in 0..(dx + dy).abs() {
            at = Cell::new(at.x + dx.signum(), at.y + dy.signum());
            cells.push(at);
        }
    }
}
