//! Planners of many units, mostly against exhaustive search.

mod classic;
mod commit;
mod distances;
mod lacam;
mod lattice;
mod lifelong;
mod lns;
mod march;
mod negotiate;
mod pibt;
mod restarts;
mod sipp;
mod slots;
mod solver;
mod timeline;

use gridmarch::nav::coop::lattice::{Lattice, Vertex, directions};

/// The first thing that is wrong with a joint step: `None` if it is legal.
pub fn fault(lattice: &Lattice, from: &[Vertex], to: &[Vertex]) -> Option<String> {
    let mut at: Vec<(Vertex, usize)> = to.iter().copied().zip(0..).collect();
    at.sort_unstable();
    if let Some(pair) = at.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return Some(format!("{} and {} both go to {}", pair[0].1, pair[1].1, lattice.cell(pair[0].0)));
    }
    let mut crossing = Vec::new();
    for (agent, (own, next)) in from.iter().zip(to).enumerate().filter(|(_, (own, next))| own != next) {
        let Some(dir) = directions(lattice.steps(*own)).find(|dir| lattice.to(*own, *dir) == *next) else {
            return Some(format!("{agent} jumps from {} to {}", lattice.cell(*own), lattice.cell(*next)));
        };
        if let Ok(place) = at.binary_search_by_key(own, |(vertex, _)| *vertex)
            && from[at[place].1] == *next
        {
            return Some(format!("{agent} and {} change places", at[place].1));
        }
        let blocks = lattice.blocks(*own, dir);
        crossing.push((blocks[0], dir % 2 == 0, agent));
        if dir % 2 == 0 {
            crossing.push((blocks[1], true, agent));
        }
    }
    crossing.sort_unstable();
    let crossed = crossing.windows(2).find(|pair| pair[0].0 == pair[1].0 && !pair[0].1);
    crossed.map(|pair| format!("{} and {} cross", pair[0].2, pair[1].2))
}
