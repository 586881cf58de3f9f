//! Makes a path through a region longer without a tree search.
//!
//! Three moves, until none helps: two free cells beside two successive cells of the path become a detour; the end rides
//! on while it can; and the end *bites back*: if it stands beside an earlier cell of the path, the part behind that cell
//! can be ridden the other way round, which gives the path another end (rotation and extension: L. Pósa, "Hamiltonian
//! circuits in random graphs", Discrete Mathematics 14, 1976). Ends are tried breadth first until one can ride on or
//! has room for a detour. The result is a path from the same head and never shorter.

use super::super::field::Field;
use super::super::plane::{Bits, Spot};
use std::collections::VecDeque;

/// Cells that are copied at most while ends are tried for one extension: some tenths of a millisecond.
const COPIES: usize = 100_000;

/// The longer path; `path` leads from `head`, which is not part of it, over free cells of `field`.
pub fn polished<P: Bits>(field: &Field<P>, head: Spot, path: &[Spot]) -> Vec<Spot> {
    let mut path: Vec<Spot> = std::iter::once(head).chain(path.iter().copied()).collect();
    let mut rest = *field;
    path[1..].iter().for_each(|spot| rest.free.flip(*spot));
    loop {
        while detour(&mut rest, &mut path, 0) {}
        extend(&mut rest, &mut path);
        match bitten_back(&rest, &path) {
            Some(better) => path = better,
            None => break,
        }
    }
    path.remove(0);
    path
}

/// Puts detours in from the cell with this index on; whether there was one.
fn detour<P: Bits>(rest: &mut Field<P>, path: &mut Vec<Spot>, from: usize) -> bool {
    let (before, mut at) = (path.len(), from);
    while at + 1 < path.len() {
        match beside(rest, path[at], path[at + 1]) {
            Some((first, second)) => {
                path.splice(at + 1..at + 1, [first, second]);
                rest.free.flip(first);
                rest.free.flip(second);
            }
            None => at += 1,
        }
    }
    path.len() > before
}

/// Two free cells that lead from `a` to its neighbour `b` in a detour.
fn beside<P: Bits>(rest: &Field<P>, a: Spot, b: Spot) -> Option<(Spot, Spot)> {
    rest.exits(a).filter(|(_, first)| *first != b).find_map(|(index, first)| {
        rest.edges.neighbour(b, index).filter(|second| *second != first && rest.free.has(*second)).and_then(|second| {
            (0..4).any(|side| rest.edges.neighbour(first, side) == Some(second)).then_some((first, second))
        })
    })
}

/// Rides on from the end along the walls.
fn extend<P: Bits>(rest: &mut Field<P>, path: &mut Vec<Spot>) {
    while let Some((_, to)) = path.last().and_then(|end| rest.exits(*end).min_by_key(|(_, to)| rest.exits(*to).count()))
    {
        rest.free.flip(to);
        path.push(to);
    }
}

/// The path with its end turned so that it can be made longer, if such a turn is found.
fn bitten_back<P: Bits>(rest: &Field<P>, path: &[Spot]) -> Option<Vec<Spot>> {
    let mut seen = P::single(*path.last()?);
    let mut queue = VecDeque::from([path.to_vec()]);
    let mut copied = 0;
    while let Some(path) = queue.pop_front() {
        let end = *path.last()?;
        let neighbours: [Option<Spot>; 4] = std::array::from_fn(|index| rest.edges.neighbour(end, index));
        for at in 0..path.len().saturating_sub(2) {
            if !neighbours.contains(&Some(path[at])) || seen.has(path[at + 1]) {
                continue;
            }
            seen.flip(path[at + 1]);
            let mut turned = path.clone();
            turned[at + 1..].reverse();
            if !rest.exits(path[at + 1]).is_none() || beside(rest, path[at], end).is_some() {
                return Some(turned);
            }
            queue.push_back(turned);
        }
        copied += path.len();
        if copied > COPIES {
            return None;
        }
    }
    None
}
