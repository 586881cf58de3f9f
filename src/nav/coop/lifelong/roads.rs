//! The passable cells of a map, numbered without gaps, and the steps between them.

use crate::nav::coop::lattice::{Lattice, Vertex, directions};

/// Stands for a cell that there is not.
pub const NONE: u32 = u32::MAX;

#[derive(Debug, Clone)]
pub struct Roads {
    /// The number of the cell of each vertex, or [`NONE`].
    numbers: Vec<u32>,
    /// For each cell and direction the cell that a legal step leads to, or [`NONE`]. The way back is always legal too.
    links: Vec<[u32; 8]>,
}

impl Roads {
    /// Numbers the cells row by row.
    pub fn new(lattice: &Lattice) -> Self {
        let mut numbers = vec![NONE; lattice.size()];
        let mut count = 0;
        for (vertex, number) in (0..).zip(&mut numbers) {
            if lattice.is_passable(vertex) {
                *number = count;
                count += 1;
            }
        }
        let mut links = Vec::with_capacity(count as usize);
        for vertex in (0..lattice.size() as Vertex).filter(|vertex| lattice.is_passable(*vertex)) {
            let mut own = [NONE; 8];
            for dir in directions(lattice.steps(vertex)) {
                own[dir] = numbers[lattice.to(vertex, dir) as usize];
            }
            links.push(own);
        }
        Self { numbers, links }
    }

    /// How many cells there are.
    pub const fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether nothing is passable.
    pub const fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The number of a passable cell.
    pub fn number(&self, vertex: Vertex) -> u32 {
        self.numbers[vertex as usize]
    }

    /// Where steps lead to from a cell, by direction.
    pub fn links(&self, cell: u32) -> &[u32; 8] {
        &self.links[cell as usize]
    }
}
