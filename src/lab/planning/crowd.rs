//! Crowds at random.

use crate::base::{Cell, Grid, rng};
use crate::nav::coop::mapf::{Instance, Moves};
use rand::RngExt;

/// The largest connected part of a map, breadth first from its first cell; of equal ones the first.
fn largest_part(passable: &Grid<bool>, moves: Moves) -> Vec<Cell> {
    let mut seen = passable.map(|free| !free);
    let mut largest = Vec::new();
    for first in passable.cells() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut part = vec![first];
        let mut next = 0;
        while let Some(here) = part.get(next).copied() {
            next += 1;
            for dir in moves.dirs().iter().filter(|dir| !dir.is_diagonal()) {
                let to = here.step(*dir);
                if seen.get(to) == Some(&false) {
                    seen[to] = true;
                    part.push(to);
                }
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

/// So many agents, fewer if there is no room, each with a start and a goal of its own in the largest part of a map.
pub fn random(passable: &Grid<bool>, moves: Moves, agents: usize, seed: u64) -> Instance {
    let part = largest_part(passable, moves);
    let mut rng = rng::stream(seed, "crowd of the lab");
    let mut drawn = || {
        let mut left = part.clone();
        let mut draw = || left.swap_remove(rng.random_range(0..left.len()));
        (0..agents.min(part.len())).map(|_| draw()).collect::<Vec<Cell>>()
    };
    let (starts, goals) = (drawn(), drawn());
    Instance { passable: passable.clone(), moves, starts, goals }
}
