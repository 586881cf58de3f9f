//! Territories against distances.

use gridmarch::base::rng;
use gridmarch::games::tron::engine::territory::Territory;
use gridmarch::games::tron::plane::{Bits, Classic, Edges, Large, Small, Spot};
use rand::RngExt;

fn distances<P: Bits>(free: &P, from: Spot, edges: &Edges) -> Vec<u32> {
    let mut distance = vec![u32::MAX; usize::from(edges.height as u16) * 128];
    let mut queue = vec![from];
    distance[usize::from(from)] = 0;
    let mut index = 0;
    while let Some(at) = queue.get(index).copied() {
        index += 1;
        for next in (0..4).filter_map(|dir| edges.neighbour(at, dir)) {
            if free.has(next) && distance[usize::from(next)] == u32::MAX {
                distance[usize::from(next)] = distance[usize::from(at)] + 1;
                queue.push(next);
            }
        }
    }
    distance
}

fn agrees_with_distances<P: Bits>(edges: Edges) {
    let mut rng = rng::stream(7, "territory test");
    for _ in 0..60 {
        let mut spots: Vec<Spot> =
            (0..edges.height).flat_map(|y| (0..edges.width).map(move |x| (y << 7 | x) as Spot)).collect();
        let heads: Vec<Spot> = (0..2).map(|_| spots.swap_remove(rng.random_range(0..spots.len()))).collect();
        let mut free = P::EMPTY;
        for spot in &spots {
            if rng.random_range(0..100) < 70 {
                free.flip(*spot);
            }
        }
        let territory = Territory::divide(&free, P::single(heads[0]), P::single(heads[1]), &edges);
        let (own, other) = (distances(&free, heads[0], &edges), distances(&free, heads[1], &edges));
        let mut touches = false;
        for spot in &spots {
            let (a, b) = (own[usize::from(*spot)], other[usize::from(*spot)]);
            let reached = free.has(*spot) && (a != u32::MAX || b != u32::MAX);
            assert_eq!(territory.own.has(*spot), reached && a < b);
            assert_eq!(territory.other.has(*spot), reached && b < a);
            assert_eq!(territory.ties.has(*spot), reached && a == b);
            touches |= reached && a != u32::MAX && b != u32::MAX;
        }
        assert_eq!(territory.touches(&edges), touches);
    }
}

#[test]
fn territory_is_what_is_nearer() {
    agrees_with_distances::<Small>(Edges { width: 13, height: 13, wrap: false });
    agrees_with_distances::<Classic>(Edges { width: 30, height: 20, wrap: false });
    agrees_with_distances::<Classic>(Edges { width: 20, height: 11, wrap: true });
    agrees_with_distances::<Large>(Edges { width: 50, height: 40, wrap: false });
}
