//! What an abstraction costs and saves: refined ways against the shortest ones.

use super::hierarchy::Hierarchy;
use super::refine::Refinement;
use crate::base::rng::Rng;
use crate::base::{Budget, Cell};
use rand::RngExt;

/// Ways of many questions together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Price {
    /// Questions answered.
    pub queries: u32,
    /// Sum of the lengths of refined ways over the sum of the shortest lengths; 1 without questions.
    pub length_ratio: f64,
    /// The worst such ratio of one question.
    pub worst_ratio: f64,
    /// Nodes that the searches of all levels have expanded.
    pub expanded: u64,
    /// Cells that A* without an abstraction has expanded for the same questions.
    pub expanded_without: u64,
}

impl Price {
    /// Nodes expanded with the abstraction over nodes expanded without; 1 without questions.
    pub fn work_ratio(&self) -> f64 {
        if self.expanded_without == 0 { 1.0 } else { self.expanded as f64 / self.expanded_without as f64 }
    }
}

/// So many questions between cells that can reach one another, each other than its goal; fewer if the map has too few.
pub fn questions(hierarchy: &Hierarchy, count: usize, rng: &mut Rng) -> Vec<(Cell, Cell)> {
    let map = hierarchy.passable();
    let free: Vec<Cell> = map.cells().filter(|cell| map[*cell]).collect();
    if free.is_empty() {
        return Vec::new();
    }
    // Of maps in many pieces most pairs are none.
    let tries = 100 * count;
    let pairs = (0..tries).map(|_| (free[rng.random_range(0..free.len())], free[rng.random_range(0..free.len())]));
    pairs.filter(|(from, to)| from != to && hierarchy.is_reachable(*from, *to)).take(count).collect()
}

/// The price over some questions, with ways that begin on a level and corridors with a rim ([`Refinement::new`]).
/// Questions without a way are left out. `None` if the budget is spent.
pub fn price(
    hierarchy: &Hierarchy,
    questions: &[(Cell, Cell)],
    level: Option<usize>,
    rim: u32,
    budget: &Budget,
) -> Option<Price> {
    let mut price = Price { length_ratio: 1.0, worst_ratio: 1.0, ..Price::default() };
    let (mut refined, mut shortest) = (0.0, 0.0);
    for (from, to) in questions {
        let (level, direct) = (level, Some(0));
        let Some(mut way) = Refinement::new(hierarchy, *from, *to, level, rim) else { continue };
        let Some(mut best) = Refinement::new(hierarchy, *from, *to, direct, 0) else { continue };
        for search in [&mut way, &mut best] {
            if !search.finish(&budget.rest(price.expanded + price.expanded_without)) {
                return None;
            }
        }
        price.expanded += way.expanded();
        price.expanded_without += best.expanded();
        let length = |search: &Refinement<'_>| search.stages().last().map_or(0.0, |stage| stage.length as f64);
        let (own, least) = (length(&way), length(&best));
        price.queries += 1;
        if least > 0.0 {
            price.worst_ratio = price.worst_ratio.max(own / least);
        }
        refined += own;
        shortest += least;
    }
    if shortest > 0.0 {
        price.length_ratio = refined / shortest;
    }
    Some(price)
}
