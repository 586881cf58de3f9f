//! The loops of [`super::kernels`] without vectors, by the names of [`Bits`]: for joined edges, and for words that no
//! vector holds several of.

use super::{Bits, Edges, Tally};

pub fn divide<P: Bits>(free: &P, heads: [&P; 2], edges: &Edges) -> [P; 2] {
    let [mut own, mut other] = heads.map(|head| *head);
    let mut reached = [P::EMPTY; 2];
    let mut unclaimed = *free;
    loop {
        own = own.expand(edges).and(&unclaimed);
        other = other.expand(edges).and(&unclaimed);
        let fronts = own.or(&other);
        if fronts.is_empty() {
            return reached;
        }
        unclaimed = unclaimed.minus(&fronts);
        reached = [reached[0].or(&own), reached[1].or(&other)];
    }
}

pub fn flood<P: Bits>(set: &P, seeds: &P, edges: &Edges) -> P {
    let mut region = seeds.and(set);
    loop {
        let grown = region.or(&region.expand(edges).and(set));
        if grown == region {
            return region;
        }
        region = grown;
    }
}

pub fn meet<P: Bits>(free: &P, seeds: [&P; 2], edges: &Edges) -> bool {
    let reach = free.flood(&seeds[0].expand(edges), edges);
    !seeds[1].expand(edges).and(&reach).is_empty()
}

pub fn tally<P: Bits>(set: &P, marked: &P, digits: [&P; 3]) -> Tally {
    let count = |other: &P| set.and(other).count() as i32;
    let sum = count(digits[0]) + 2 * count(digits[1]) + 4 * count(digits[2]);
    Tally { cells: set.count() as i32, marked: count(marked), sum }
}
