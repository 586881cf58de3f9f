//! How many steps it is from everywhere to each of many goals.
//!
//! One breadth-first search per goal: every step, straight or diagonal, is one tick, so the depth is the least number of
//! ticks. Agents with equal goals share a field.
//!
//! A field takes half a byte per passable cell. Passable cells are divided into clusters, each of which lies within
//! [`RADIUS`] steps of its first cell; ways can be gone back, so distances within a cluster differ from that of its first
//! cell by at most [`RADIUS`]. That one is kept in full, of the others the difference: exact, in a quarter of the memory
//! and of the caches that a number for each cell would take (10,000 goals on 659,000 cells: 3.4 GB instead of 13 GB).
//!
//! **Invariant**: a distance is exact, and [`FAR`] where there is no way.

use super::lattice::{Lattice, Vertex};
use super::mapf::Moves;
use crate::base::Cell;

/// No way leads to the goal (or one of more than 65,534 steps).
pub const FAR: u16 = u16::MAX;

/// Most steps from the first cell of a cluster to another one of it: differences from -7 to 7 fit into four bits.
const RADIUS: u16 = 7;

/// Where a cell stands in each field.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Its number; the cells of a cluster are numbered one after another. `u32::MAX` for an impassable one.
    cell: u32,
    cluster: u32,
}

/// Stands for a field that is not made yet, or a neighbour that there is not.
const NONE: u32 = u32::MAX;

/// Distance fields of the goals of all agents, made at once or by and by.
#[derive(Debug, Clone, Default)]
pub struct Distances {
    /// Of each [`Vertex`].
    places: Vec<Place>,
    /// The vertex of each cell, in the order of their numbers.
    cells: Vec<Vertex>,
    clusters: usize,
    goals: Vec<Vertex>,
    /// The number of each agent's field, or [`NONE`].
    field: Vec<u32>,
    /// For agents without a field of their own: the number of the one whose goal is the nearest to theirs, or [`NONE`],
    /// and how near it is.
    borrowed: Vec<(u32, u16)>,
    /// The number of the field of each goal by its cell, or [`NONE`].
    by_cell: Vec<u32>,
    /// By field and cluster: the distance of its first cell.
    firsts: Vec<u16>,
    /// By field and pair of cells: the difference to the first cell of the cluster and [`RADIUS`].
    differences: Vec<u8>,
    flood: Flood,
    stride: u32,
    has_diagonals: bool,
}

impl Distances {
    /// The fields of all goals.
    pub fn new(lattice: &Lattice, goals: &[Vertex]) -> Self {
        let mut distances = Self::without_fields(lattice, goals);
        for agent in 0..goals.len() {
            distances.complete(lattice, agent);
        }
        distances
    }

    /// No field yet: until an agent's is [made](Self::complete), its distances are those to the goal nearest to its own
    /// that has a field, and those on ground without walls before there is any.
    pub fn without_fields(lattice: &Lattice, goals: &[Vertex]) -> Self {
        let (places, cells) = number(lattice);
        let clusters = cells.last().map_or(0, |last| places[*last as usize].cluster as usize + 1);
        let has_diagonals = lattice.moves() == Moves::Eight;
        Self {
            clusters,
            goals: goals.to_vec(),
            field: vec![NONE; goals.len()],
            borrowed: vec![(NONE, FAR); goals.len()],
            by_cell: vec![NONE; cells.len()],
            firsts: Vec::with_capacity(goals.len() * clusters),
            differences: Vec::with_capacity(goals.len() * cells.len().div_ceil(2)),
            flood: Flood::new(lattice, cells.len()),
            places,
            cells,
            stride: lattice.to(0, 4),
            has_diagonals,
        }
    }

    /// Whether an agent's field is made.
    pub fn is_complete(&self, agent: usize) -> bool {
        self.field[agent] != NONE
    }

    /// Makes an agent's field; whether it had not been there.
    pub fn complete(&mut self, lattice: &Lattice, agent: usize) -> bool {
        if self.is_complete(agent) {
            return false;
        }
        let goal = self.goals[agent];
        let cell = self.places[goal as usize].cell as usize;
        let known = self.by_cell.get(cell).copied().filter(|known| *known != NONE);
        self.field[agent] = known.unwrap_or_else(|| {
            let number = (self.firsts.len() / self.clusters.max(1)) as u32;
            self.flood.run(lattice, goal);
            self.append();
            if let Some(own) = self.by_cell.get_mut(cell) {
                *own = number;
            }
            self.lend(number);
            number
        });
        known.is_none()
    }

    fn append(&mut self) {
        let Self { places, cells, firsts, differences, flood, .. } = self;
        let (mut cluster, mut first) = (NONE, FAR);
        let mut difference = |vertex: Vertex| {
            let depth = flood.depths[vertex as usize];
            let own = places[vertex as usize].cluster;
            if own != cluster {
                (cluster, first) = (own, depth);
                firsts.push(first);
            }
            depth.wrapping_add(RADIUS).wrapping_sub(first) as u8
        };
        differences.extend(cells.chunks(2).map(|pair| {
            let low = difference(pair[0]);
            low | pair.get(1).map_or(0, |vertex| difference(*vertex)) << 4
        }));
    }

    /// Offers a field to those who have none.
    fn lend(&mut self, number: u32) {
        for agent in 0..self.goals.len() {
            if self.field[agent] == NONE {
                let near = self.flood.depths[self.goals[agent] as usize];
                if near < self.borrowed[agent].1 {
                    self.borrowed[agent] = (number, near);
                }
            }
        }
    }

    /// Steps on ground without walls: never more than there are.
    fn in_the_open(&self, goal: Vertex, from: Vertex) -> u16 {
        let across = (goal % self.stride).abs_diff(from % self.stride);
        let down = (goal / self.stride).abs_diff(from / self.stride);
        (if self.has_diagonals { across.max(down) } else { across + down }) as u16
    }

    /// Steps from a passable cell to the agent's goal.
    pub fn steps(&self, agent: usize, from: Vertex) -> u16 {
        let field = match (self.field[agent], self.borrowed[agent].0) {
            (NONE, NONE) => return self.in_the_open(self.goals[agent], from),
            (NONE, field) | (field, _) => field as usize,
        };
        let Place { cell, cluster } = self.places[from as usize];
        let first = self.firsts[field * self.clusters + cluster as usize];
        let pair = self.differences[field * self.cells.len().div_ceil(2) + cell as usize / 2];
        first.wrapping_add(u16::from(pair >> (cell % 2 * 4) & 15)).wrapping_sub(RADIUS)
    }

    /// Fields of different goals.
    pub fn fields(&self) -> usize {
        self.firsts.len() / self.clusters
    }

    /// Cells in the search of one field.
    pub const fn cells(&self) -> usize {
        self.cells.len()
    }
}

/// Numbers the passable cells cluster by cluster: the place of each vertex, and the vertices in order.
fn number(lattice: &Lattice) -> (Vec<Place>, Vec<Vertex>) {
    let mut places = vec![Place { cell: u32::MAX, cluster: u32::MAX }; lattice.size()];
    let mut cells: Vec<Vertex> = Vec::new();
    let mut cluster = 0;
    // In the open, clusters are squares around evenly spaced cells; what these leave is divided as it comes.
    let passable = || (0..lattice.size() as Vertex).filter(|vertex| lattice.is_passable(*vertex));
    let side = 2 * RADIUS as i16 + 1;
    let is_centre = |cell: Cell| cell.x % side == RADIUS as i16 && cell.y % side == RADIUS as i16;
    for first in passable().filter(|vertex| is_centre(lattice.cell(*vertex))).chain(passable()) {
        if places[first as usize].cell != u32::MAX {
            continue;
        }
        let mut add = |vertex: Vertex, cells: &mut Vec<Vertex>| {
            if places[vertex as usize].cell == u32::MAX {
                places[vertex as usize] = Place { cell: cells.len() as u32, cluster };
                cells.push(vertex);
            }
        };
        let mut ring = cells.len();
        add(first, &mut cells);
        for _ in 0..RADIUS {
            let end = cells.len();
            for number in ring..end {
                for to in lattice.neighbours(cells[number]) {
                    add(to, &mut cells);
                }
            }
            ring = end;
        }
        cluster += 1;
    }
    (places, cells)
}

/// Work space of the breadth-first search.
#[derive(Debug, Clone, Default)]
struct Flood {
    depths: Vec<u16>,
    queue: Vec<Vertex>,
}

impl Flood {
    fn new(lattice: &Lattice, cells: usize) -> Self {
        // Each cell is tried at the place behind the last one before it is known whether it is new.
        Self { depths: vec![FAR; lattice.size()], queue: vec![0; cells + 1] }
    }

    /// Finds the depth of every cell; an impassable goal is reached from nowhere.
    fn run(&mut self, lattice: &Lattice, goal: Vertex) {
        self.depths.fill(FAR);
        if lattice.is_passable(goal) {
            self.depths[goal as usize] = 0;
            self.queue[0] = goal;
            match lattice.moves() {
                Moves::Four => self.spread(lattice, [0, 2, 4, 6]),
                Moves::Eight => self.spread(lattice, [0, 1, 2, 3, 4, 5, 6, 7]),
            }
        }
    }

    /// No branch depends on what is found, which is what the time would go into.
    fn spread<const WAYS: usize>(&mut self, lattice: &Lattice, dirs: [usize; WAYS]) {
        let offsets = dirs.map(|dir| (dir, lattice.to(0, dir)));
        let (depths, queue) = (&mut self.depths[..], &mut self.queue[..]);
        let (mut head, mut end) = (0, 1);
        while head < end {
            let vertex = queue[head];
            head += 1;
            let legal = lattice.steps(vertex);
            let next = depths[vertex as usize].saturating_add(1).min(FAR - 1);
            for (dir, offset) in offsets {
                let to = vertex.wrapping_add(offset);
                let depth = &mut depths[to as usize];
                let is_new = (*depth == FAR) & (legal >> dir & 1 == 1);
                *depth = if is_new { next } else { *depth };
                queue[end] = to;
                end += usize::from(is_new);
            }
        }
    }
}
