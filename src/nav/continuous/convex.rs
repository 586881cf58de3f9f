//! Convex parts: free triangles put together as long as the whole stays convex.
//!
//! S. Hertel and K. Mehlhorn, "Fast Triangulation of Simple Polygons" (FCT 1983): a side between two parts goes if at both of
//! its ends no angle grows above half a turn; at most four times as many parts are left as at best. Long sides go first, as
//! they are those of slivers.

use super::geometry::{Point, turn};
use super::regions::{Portal, Regions};
use super::triangles::Triangles;

/// The convex parts of the free space with the sides between them.
pub fn parts(triangles: &Triangles) -> Regions {
    let shared = triangles.shared();
    let corner = |number: u32| triangles.corners[number as usize];
    let mut order: Vec<usize> = (0..shared.len()).collect();
    let length = |index: &usize| corner(shared[*index].0[0]).distance(corner(shared[*index].0[1]));
    order.sort_by(|a, b| length(b).total_cmp(&length(a)).then(a.cmp(b)));
    let mut loops: Vec<Vec<u32>> = triangles.free.iter().map(|triangle| triangle.to_vec()).collect();
    // The part that each triangle belongs to, by way of others.
    let mut owner: Vec<u32> = (0..loops.len() as u32).collect();
    for index in order {
        let ([a, b], [one, other]) = shared[index];
        let (one, other) = (root(&owner, one), root(&owner, other));
        if one == other {
            continue;
        }
        if let Some(merged) = merged(&loops[one as usize], &loops[other as usize], (a, b), corner) {
            loops[one as usize] = merged;
            loops[other as usize].clear();
            owner[other as usize] = one;
        }
    }
    let mut numbers = vec![u32::MAX; loops.len()];
    let mut regions = Regions::default();
    for (old, ring) in loops.iter().enumerate().filter(|(_, ring)| !ring.is_empty()) {
        numbers[old] = regions.parts.len() as u32;
        regions.parts.push(ring.iter().map(|number| corner(*number)).collect());
    }
    for ([a, b], [one, other]) in shared {
        let parts = (numbers[root(&owner, one) as usize], numbers[root(&owner, other) as usize]);
        if parts.0 != parts.1 {
            regions.portals.push(Portal { ends: (corner(a), corner(b)), parts });
        }
    }
    regions
}

fn root(owner: &[u32], mut triangle: u32) -> u32 {
    while owner[triangle as usize] != triangle {
        triangle = owner[triangle as usize];
    }
    triangle
}

/// Two parts without the sides between them, if that is convex. Both go clockwise, so that a common side is there in both
/// directions.
fn merged(one: &[u32], other: &[u32], side: (u32, u32), corner: impl Fn(u32) -> Point) -> Option<Vec<u32>> {
    let next = |ring: &[u32], at: usize| (at + 1) % ring.len();
    let before = |ring: &[u32], at: usize| (at + ring.len() - 1) % ring.len();
    let first = (0..one.len()).find(|at| {
        let ends = (one[*at], one[next(one, *at)]);
        ends == side || ends == (side.1, side.0)
    })?;
    // The common chain, which may have more sides in one line: from `start` to `end` in the first part.
    let (mut start, mut end) = (first, next(one, first));
    let place = |corner: u32| other.iter().position(|own| *own == corner);
    let (mut from, mut to) = (place(one[start])?, place(one[end])?);
    while one[before(one, start)] == other[next(other, from)] && before(one, start) != end {
        (start, from) = (before(one, start), next(other, from));
    }
    while one[next(one, end)] == other[before(other, to)] && next(one, end) != start {
        (end, to) = (next(one, end), before(other, to));
    }
    let is_convex = |a: u32, b: u32, c: u32| turn(corner(a), corner(b), corner(c)) >= 0.0;
    let at_start = is_convex(one[before(one, start)], one[start], other[next(other, from)]);
    let at_end = is_convex(other[before(other, to)], one[end], one[next(one, end)]);
    if !at_start || !at_end {
        return None;
    }
    let mut ring = Vec::with_capacity(one.len() + other.len());
    let mut at = end;
    while at != start {
        ring.push(one[at]);
        at = next(one, at);
    }
    let mut at = from;
    while at != to {
        ring.push(other[at]);
        at = next(other, at);
    }
    Some(ring)
}
