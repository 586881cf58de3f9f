//! How far it is from everywhere to the goal of each agent, with the traffic in it.
//!
//! One search of E. W. Dijkstra from the goal for each agent, on a ring of buckets, up to a little beyond where the agent
//! is: it is never pushed far away from its way, and if it is, its field is made anew.
//!
//! A field has a price for each *node*: a cell, or, where turns take time, a cell and which way the agent looks there (four
//! nodes a cell, clockwise from north). A turn by 90 degrees costs as much as a step without traffic.
//!
//! **Limits**: two bytes for each agent and node.

use super::flow::{DEAREST, Flow, STEP};
use super::roads::{NONE, Roads};
use crate::nav::coop::mapf::Moves;

/// Farther than the field reaches.
pub const FAR: u16 = u16::MAX;

/// How much farther than its agent a field reaches, in eighths of a step.
const MARGIN: u32 = 12 * STEP;

const RING: usize = DEAREST as usize + 1;

/// The field of one agent: the price of the way to the goal from each node.
pub type Field = Vec<u16>;

/// Nodes of a cell where turns take time.
pub const FACINGS: u32 = 4;

/// Where one gets from a node without traffic: the cell ahead, and the nodes of a turn to the right and to the left.
pub fn ahead_right_left(roads: &Roads, node: u32) -> (Option<u32>, [u32; 2]) {
    let facing = node % FACINGS;
    let (cell, turned) = (node / FACINGS, |by: u32| node - facing + (facing + by) % FACINGS);
    let ahead = roads.links(cell)[facing as usize * 2];
    ((ahead != NONE).then(|| ahead * FACINGS + facing), [turned(1), turned(3)])
}

/// Work space for searches of fields.
#[derive(Debug, Clone)]
pub struct Search {
    ring: Vec<Vec<u32>>,
    dirs: &'static [usize],
    turns: bool,
}

impl Search {
    /// For these steps; `turns` tells whether turns take time (in four directions only).
    pub fn new(moves: Moves, turns: bool) -> Self {
        let dirs: &[usize] = if moves == Moves::Four { &[0, 2, 4, 6] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
        Self { ring: vec![Vec::new(); RING], dirs, turns }
    }

    /// Nodes of a cell.
    pub const fn facings(&self) -> u32 {
        if self.turns { FACINGS } else { 1 }
    }

    /// Calls `each` with the nodes from which one step or turn leads to this one, and its price.
    fn before(&self, roads: &Roads, flow: &Flow, node: u32, heed: u32, mut each: impl FnMut(u32, u32)) {
        if self.turns {
            let (cell, facing) = (node / FACINGS, node % FACINGS);
            for turned in ahead_right_left(roads, node).1 {
                each(turned, STEP);
            }
            let back = (facing as usize * 2 + 4) % 8;
            let from = roads.links(cell)[back];
            if from != NONE {
                each(from * FACINGS + facing, flow.price(cell, back, heed));
            }
            return;
        }
        let links = roads.links(node);
        for dir in self.dirs {
            if links[*dir] != NONE {
                each(links[*dir], flow.price(node, *dir, heed));
            }
        }
    }

    /// Calls `each` with the nodes to which one step or turn leads from this one, and its price.
    fn onward(&self, roads: &Roads, flow: &Flow, node: u32, heed: u32, mut each: impl FnMut(u32, u32)) {
        if self.turns {
            let (ahead, turned) = ahead_right_left(roads, node);
            if let Some(ahead) = ahead {
                each(ahead, flow.price(ahead / FACINGS, ((node % FACINGS) as usize * 2 + 4) % 8, heed));
            }
            for turned in turned {
                each(turned, STEP);
            }
            return;
        }
        let links = roads.links(node);
        for dir in self.dirs {
            if links[*dir] != NONE {
                each(links[*dir], flow.price(links[*dir], (*dir + 4) % 8, heed));
            }
        }
    }

    /// Fills a field to the cell `goal` for one that is at the node `from`; the number of nodes that were settled.
    pub fn fill(&mut self, roads: &Roads, flow: &Flow, goal: u32, from: u32, heed: u32, field: &mut Field) -> u64 {
        field.clear();
        field.resize(roads.len() * self.facings() as usize, FAR);
        let mut ring = std::mem::take(&mut self.ring);
        for node in goal * self.facings()..(goal + 1) * self.facings() {
            field[node as usize] = 0;
            ring[0].push(node);
        }
        let (mut price, mut last, mut open, mut settled) = (0, u32::from(FAR) - 1, ring[0].len(), 0);
        while open > 0 && price <= last {
            let mut bucket = std::mem::take(&mut ring[price as usize % RING]);
            open -= bucket.len();
            for node in &bucket {
                if u32::from(field[*node as usize]) != price {
                    continue;
                }
                settled += 1;
                if *node == from {
                    last = last.min(price + MARGIN);
                }
                self.before(roads, flow, *node, heed, |before, step| {
                    let sum = price + step;
                    if sum < u32::from(field[before as usize]) {
                        field[before as usize] = sum as u16;
                        ring[sum as usize % RING].push(before);
                        open += 1;
                    }
                });
            }
            bucket.clear();
            ring[price as usize % RING] = bucket;
            price += 1;
        }
        ring.iter_mut().for_each(Vec::clear);
        self.ring = ring;
        settled
    }

    /// The cells of the cheapest way from a node, with its own, written to `way`; how many steps and turns it takes.
    pub fn trace(&self, roads: &Roads, flow: &Flow, field: &[u16], from: u32, heed: u32, way: &mut Vec<u32>) -> u32 {
        let mut actions = 0;
        way.clear();
        way.push(from / self.facings());
        let mut at = from;
        while field[at as usize] != 0 && field[at as usize] != FAR {
            let mut best = None;
            self.onward(roads, flow, at, heed, |to, step| {
                let left = field[to as usize];
                let sum = u32::from(left) + step;
                // Prices may have changed since the field was made: only what is nearer leads on for certain.
                if left < field[at as usize] && best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, to));
                }
            });
            let Some((_, next)) = best else { break };
            at = next;
            actions += 1;
            if way.last() != Some(&(at / self.facings())) {
                way.push(at / self.facings());
            }
        }
        actions
    }
}
