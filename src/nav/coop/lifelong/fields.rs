//! How far it is from everywhere to the goal of each agent, with the traffic in it.
//!
//! One search of E. W. Dijkstra from the goal for each agent, on a ring of buckets, up to a little beyond where the agent
//! is: it is never pushed far away from its way, and if it is, its field is made anew.
//!
//! **Limits**: two bytes for each agent and cell.

use super::flow::{DEAREST, Flow, STEP};
use super::roads::{NONE, Roads};
use crate::nav::coop::mapf::Moves;

/// Farther than the field reaches.
pub const FAR: u16 = u16::MAX;

/// How much farther than its agent a field reaches, in eighths of a step.
const MARGIN: u32 = 12 * STEP;

const RING: usize = DEAREST as usize + 1;

/// The field of one agent: the price of the way to the goal from each cell.
pub type Field = Vec<u16>;

/// Work space for searches of fields.
#[derive(Debug, Clone)]
pub struct Search {
    ring: Vec<Vec<u32>>,
    dirs: &'static [usize],
}

impl Search {
    pub fn new(moves: Moves) -> Self {
        let dirs: &[usize] = if moves == Moves::Four { &[0, 2, 4, 6] } else { &[0, 1, 2, 3, 4, 5, 6, 7] };
        Self { ring: vec![Vec::new(); RING], dirs }
    }

    /// Fills a field for one that is at `from`; the number of cells that were settled.
    pub fn fill(&mut self, roads: &Roads, flow: &Flow, goal: u32, from: u32, heed: u32, field: &mut Field) -> u64 {
        field.clear();
        field.resize(roads.len(), FAR);
        field[goal as usize] = 0;
        self.ring[0].push(goal);
        let (mut price, mut last, mut open, mut settled) = (0, u32::from(FAR) - 1, 1_usize, 0);
        while open > 0 && price <= last {
            let mut bucket = std::mem::take(&mut self.ring[price as usize % RING]);
            open -= bucket.len();
            for cell in &bucket {
                if u32::from(field[*cell as usize]) != price {
                    continue;
                }
                settled += 1;
                if *cell == from {
                    last = last.min(price + MARGIN);
                }
                let links = roads.links(*cell);
                for dir in self.dirs {
                    let to = links[*dir];
                    if to == NONE {
                        continue;
                    }
                    let sum = price + flow.price(*cell, *dir, heed);
                    if sum < u32::from(field[to as usize]) {
                        field[to as usize] = sum as u16;
                        self.ring[sum as usize % RING].push(to);
                        open += 1;
                    }
                }
            }
            bucket.clear();
            self.ring[price as usize % RING] = bucket;
            price += 1;
        }
        self.ring.iter_mut().for_each(Vec::clear);
        settled
    }

    /// The cheapest way from a cell, with that cell, written to `way`.
    pub fn trace(&self, roads: &Roads, flow: &Flow, field: &[u16], from: u32, heed: u32, way: &mut Vec<u32>) {
        way.clear();
        way.push(from);
        let mut at = from;
        while field[at as usize] != 0 && field[at as usize] != FAR && way.len() < roads.len() {
            let links = roads.links(at);
            let onward = self.dirs.iter().map(|dir| (links[*dir], (*dir + 4) % 8)).filter(|(to, _)| *to != NONE);
            // Prices may have changed since the field was made: only what is nearer leads on for certain.
            let nearer = onward.filter(|(to, _)| field[*to as usize] < field[at as usize]);
            let best = nearer.min_by_key(|(to, back)| u32::from(field[*to as usize]) + flow.price(*to, *back, heed));
            let Some((next, _)) = best else { break };
            way.push(next);
            at = next;
        }
    }
}
