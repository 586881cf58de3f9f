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

use super::lattice::{Lattice, Vertex, directions};
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

/// Distance fields of the goals of all agents.
#[derive(Debug, Clone, Default)]
pub struct Distances {
    /// Of each [`Vertex`].
    places: Vec<Place>,
    /// Passable cells.
    count: usize,
    clusters: usize,
    /// The number of each agent's field.
    field: Vec<u32>,
    /// By field and cluster: the distance of its first cell.
    firsts: Vec<u16>,
    /// By field and pair of cells: the difference to the first cell of the cluster and [`RADIUS`].
    differences: Vec<u8>,
}

impl Distances {
    /// The fields of all goals.
    pub fn new(lattice: &Lattice, goals: &[Vertex]) -> Self {
        let (places, cells) = number(lattice);
        let mut order: Vec<usize> = (0..goals.len()).collect();
        order.sort_by_key(|agent| (goals[*agent], *agent));
        let distinct = order.chunk_by(|one, other| goals[*one] == goals[*other]).count();
        let clusters = cells.last().map_or(0, |last| places[*last as usize].cluster as usize + 1);
        let mut distances = Self {
            count: cells.len(),
            clusters,
            field: vec![0; goals.len()],
            firsts: Vec::with_capacity(distinct * clusters),
            differences: Vec::with_capacity(distinct * cells.len().div_ceil(2)),
            places,
        };
        let mut flood = Flood::new(lattice);
        for (number, equal) in order.chunk_by(|one, other| goals[*one] == goals[*other]).enumerate() {
            flood.run(lattice, goals[equal[0]]);
            distances.append(&cells, &flood.depths);
            for agent in equal {
                distances.field[*agent] = number as u32;
            }
        }
        distances
    }

    fn append(&mut self, cells: &[Vertex], depths: &[u16]) {
        let (mut cluster, mut first) = (u32::MAX, FAR);
        let mut difference = |vertex: Vertex| {
            let depth = depths[vertex as usize];
            let own = self.places[vertex as usize].cluster;
            if own != cluster {
                (cluster, first) = (own, depth);
                self.firsts.push(first);
            }
            depth.wrapping_add(RADIUS).wrapping_sub(first) as u8
        };
        self.differences.extend(cells.chunks(2).map(|pair| {
            let low = difference(pair[0]);
            low | pair.get(1).map_or(0, |vertex| difference(*vertex)) << 4
        }));
    }

    /// Steps from a passable cell to the agent's goal.
    pub fn steps(&self, agent: usize, from: Vertex) -> u16 {
        let field = self.field[agent] as usize;
        let Place { cell, cluster } = self.places[from as usize];
        let first = self.firsts[field * self.clusters + cluster as usize];
        let pair = self.differences[field * self.count.div_ceil(2) + cell as usize / 2];
        first.wrapping_add(u16::from(pair >> (cell % 2 * 4) & 15)).wrapping_sub(RADIUS)
    }

    /// Fields of different goals.
    pub fn fields(&self) -> usize {
        self.firsts.len() / self.clusters
    }

    /// Cells in the search of one field.
    pub const fn cells(&self) -> usize {
        self.count
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
#[derive(Debug)]
struct Flood {
    depths: Vec<u16>,
    /// The directions in which shortest ways come in, as bits; of reached cells only.
    ways_in: Vec<u8>,
    queue: Vec<Vertex>,
}

impl Flood {
    fn new(lattice: &Lattice) -> Self {
        Self { depths: vec![FAR; lattice.size()], ways_in: vec![0; lattice.size()], queue: Vec::new() }
    }

    /// Finds the depth of every cell.
    ///
    /// Of all shortest ways to a cell only canonical ones are followed (D. Harabor and A. Grastien, "Online Graph Pruning
    /// for Pathfinding on Grid Maps", AAAI 2011, without the jumps): with as few diagonal steps as possible, and those
    /// as soon as possible; without diagonals, sideways before up and down as soon as possible. So most cells are
    /// looked at once instead of from all sides.
    fn run(&mut self, lattice: &Lattice, goal: Vertex) {
        self.depths.fill(FAR);
        self.queue.clear();
        if !lattice.is_passable(goal) {
            return;
        }
        self.depths[goal as usize] = 0;
        self.ways_in[goal as usize] = 0;
        self.queue.push(goal);
        let mut head = 0;
        while let Some(vertex) = self.queue.get(head).copied() {
            head += 1;
            let depth = self.depths[vertex as usize].saturating_add(1).min(FAR - 1);
            for dir in directions(onward(lattice, vertex, self.ways_in[vertex as usize])) {
                let to = lattice.to(vertex, dir);
                let known = &mut self.depths[to as usize];
                if *known == FAR {
                    *known = depth;
                    self.ways_in[to as usize] = 1 << dir;
                    self.queue.push(to);
                } else if *known == depth {
                    self.ways_in[to as usize] |= 1 << dir;
                }
            }
        }
    }
}

/// The steps with which canonical ways go on from a cell that they come into by `ways_in`.
fn onward(lattice: &Lattice, vertex: Vertex, ways_in: u8) -> u8 {
    let legal = lattice.steps(vertex);
    if ways_in == 0 {
        return legal;
    }
    let mut on = 0_u8;
    for dir in directions(ways_in) {
        let ahead = 1_u8.rotate_left(dir as u32);
        on |= match (lattice.moves(), dir) {
            // Aside, and not back.
            (Moves::Four, 2 | 6) => !ahead.rotate_left(4),
            (Moves::Eight, 1 | 3 | 5 | 7) => ahead | ahead.rotate_left(1) | ahead.rotate_right(1),
            // Where a wall beside the cell before ends, around the corner.
            _ => {
                let before = lattice.steps(vertex.wrapping_sub(lattice.to(0, dir)));
                let right = ahead.rotate_left(2);
                let left = ahead.rotate_right(2);
                let around = |side: u8, between: u8| if before & side == 0 { side | between } else { 0 };
                ahead | around(right, ahead.rotate_left(1)) | around(left, ahead.rotate_right(1))
            }
        };
    }
    on & legal
}
