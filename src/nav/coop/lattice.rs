//! The numbering of cells that the cooperative searches share, and the legal steps on it.
//!
//! A [`Vertex`] is the number of a cell on a map with a border of one cell: neighbours are reached by adding a constant,
//! and a 2×2 block has the number of its top left cell even where that cell lies outside of the map. No search needs
//! coordinates or bounds checks. **Invariant**: a step whose bit is set leads to a passable cell.

use super::mapf::Moves;
use crate::base::{Cell, Dir, Grid};
use crate::nav::step::Step;

/// Number of a cell, or of a 2×2 block by its top left cell, on a [`Lattice`].
pub type Vertex = u32;

pub(crate) const NOWHERE: Vertex = Vertex::MAX;

/// Which cells there are and which steps lead from one to another.
#[derive(Debug, Clone)]
pub struct Lattice {
    width: u16,
    height: u16,
    /// Cells of a row with its border; the border on the right is that on the left of the next row.
    stride: u32,
    moves: Moves,
    /// Bit `d` of a cell: the step in `Dir::ALL[d]` is legal.
    steps: Vec<u8>,
    passable: Vec<bool>,
    offsets: [i32; 8],
}

impl Lattice {
    /// The legal steps between the passable cells of a map: diagonal ones only where both side cells are passable.
    pub fn new(passable: &Grid<bool>, moves: Moves) -> Self {
        let (width, height) = (passable.width(), passable.height());
        let stride = u32::from(width) + 1;
        let size = (usize::from(height) + 2) * stride as usize + 1;
        let offsets = Dir::ALL.map(|dir| {
            let (dx, dy) = dir.offset();
            i32::from(dy) * stride as i32 + i32::from(dx)
        });
        let mut lattice =
            Self { width, height, stride, moves, steps: vec![0; size], passable: vec![false; size], offsets };
        for (cell, free) in passable.iter() {
            let vertex = lattice.vertex(cell);
            lattice.passable[vertex as usize] = *free;
        }
        for cell in passable.cells() {
            lattice.link(cell);
        }
        lattice
    }

    /// Makes a cell passable or impassable and corrects the steps around it.
    pub fn set(&mut self, cell: Cell, passable: bool) {
        let vertex = self.vertex(cell) as usize;
        self.passable[vertex] = passable;
        for around in std::iter::once(cell).chain(Dir::ALL.map(|dir| cell.step(dir))) {
            if around.x >= 0 && around.y >= 0 && around.x < self.width as i16 && around.y < self.height as i16 {
                self.link(around);
            }
        }
    }

    fn link(&mut self, cell: Cell) {
        let vertex = self.vertex(cell);
        let free = |dir: usize| self.passable[self.to(vertex, dir) as usize];
        let mut steps = 0;
        if self.passable[vertex as usize] {
            for dir in self.moves.dirs() {
                let d = *dir as usize;
                let corners = !dir.is_diagonal() || free((d + 7) % 8) && free((d + 1) % 8);
                steps |= u8::from(free(d) && corners) << d;
            }
        }
        self.steps[vertex as usize] = steps;
    }

    pub const fn moves(&self) -> Moves {
        self.moves
    }

    /// The number after the highest one: how long an array by [`Vertex`] has to be.
    pub fn size(&self) -> usize {
        self.steps.len()
    }

    /// The number of a cell, which lies on the map or on its border.
    pub const fn vertex(&self, cell: Cell) -> Vertex {
        ((cell.y as i32 + 1) * self.stride as i32 + cell.x as i32 + 1) as Vertex
    }

    /// The cell with this number.
    pub const fn cell(&self, vertex: Vertex) -> Cell {
        Cell::new((vertex % self.stride) as i16 - 1, (vertex / self.stride) as i16 - 1)
    }

    /// Whether units can stand there.
    pub fn is_passable(&self, vertex: Vertex) -> bool {
        self.passable[vertex as usize]
    }

    pub fn steps(&self, vertex: Vertex) -> u8 {
        self.steps[vertex as usize]
    }

    /// How many steps lead away.
    pub(crate) fn degree(&self, vertex: Vertex) -> u32 {
        self.steps[vertex as usize].count_ones()
    }

    /// The neighbour in `Dir::ALL[dir]`, whether or not the step is legal.
    pub const fn to(&self, vertex: Vertex, dir: usize) -> Vertex {
        vertex.wrapping_add_signed(self.offsets[dir])
    }

    /// The neighbours that a step leads to.
    pub fn neighbours(&self, vertex: Vertex) -> impl Iterator<Item = Vertex> + '_ {
        directions(self.steps(vertex)).map(move |dir| self.to(vertex, dir))
    }

    /// The direction from a cell to a neighbour of it.
    ///
    /// # Panics
    /// If the two are not neighbours.
    pub(crate) fn direction(&self, from: Vertex, to: Vertex) -> usize {
        let offset = to.wrapping_sub(from) as i32;
        self.offsets.iter().position(|own| *own == offset).expect("planners only step to neighbours")
    }

    /// The 2×2 blocks that a step in `Dir::ALL[dir]` crosses: twice the same for a diagonal one
    /// ([`Step::blocks`]).
    pub const fn blocks(&self, from: Vertex, dir: usize) -> [Vertex; 2] {
        let (north, west, both) = (from - self.stride, from - 1, from - self.stride - 1);
        match dir {
            0 => [both, north],
            1 => [north, north],
            2 => [north, from],
            3 => [from, from],
            4 => [west, from],
            5 => [west, west],
            6 => [both, west],
            _ => [both, both],
        }
    }

    /// A step of one tick, the form of plans.
    pub fn step(&self, from: Vertex, dir: usize, start: u32, ticks: u16) -> Step {
        Step { from: self.cell(from), dir: Dir::ALL[dir], start, ticks }
    }
}

/// The directions whose bits are set, clockwise from north.
pub fn directions(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let dir = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (dir < 8).then_some(dir)
    })
}
