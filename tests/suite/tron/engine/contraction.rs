//! Contracted territories against the pass over single cells.

use gridmarch::base::rng;
use gridmarch::games::tron::engine::chambers::Chambers;
use gridmarch::games::tron::engine::contraction::{Contraction, Region};
use gridmarch::games::tron::engine::degrees::Degrees;
use gridmarch::games::tron::engine::territory::Territory;
use gridmarch::games::tron::engine::weights::Weights;
use gridmarch::games::tron::plane::{Bits, Classic, Edges, Large, Small, Spot};
use rand::RngExt;

fn agrees_with_cells<P: Bits>(edges: Edges, seed: u64) {
    let mut rng = rng::stream(seed, "contraction test");
    let mut chambers = Chambers::new(edges);
    let mut contraction = Contraction::<P>::new(edges);
    let mut even = P::EMPTY;
    let spots: Vec<Spot> =
        (0..edges.height).flat_map(|y| (0..edges.width).map(move |x| (y << 7 | x) as Spot)).collect();
    spots.iter().filter(|spot| (**spot ^ **spot >> 7) & 1 == 0).for_each(|spot| even.flip(*spot));
    let mut compared = 0;
    for _ in 0..300 {
        let share = rng.random_range(60..98);
        let mut free = P::EMPTY;
        spots.iter().filter(|_| rng.random_range(0..100) < share).for_each(|spot| free.flip(*spot));
        let heads = [0, 1].map(|_| spots[rng.random_range(0..spots.len())]);
        heads.iter().filter(|head| free.has(**head)).collect::<Vec<_>>().into_iter().for_each(|head| free.flip(*head));
        if heads[0] == heads[1] {
            continue;
        }
        let territory = Territory::divide(&free, P::single(heads[0]), P::single(heads[1]), &edges);
        let (front, _) = territory.fronts(&edges);
        let degrees = Degrees::of(&free);
        for spot in &spots {
            let count = (0..4).filter_map(|index| edges.neighbour(*spot, index)).filter(|to| free.has(*to)).count();
            assert_eq!(degrees.of_spot(*spot), count as i32);
        }
        let weights = Weights::TUNED;
        let expected = chambers.best_chain(&territory.own, &front, heads[0], &degrees, &weights);
        let region = Region { cells: &territory.own, front: &front, head: heads[0], degrees: &degrees, even: &even };
        if let Some(worth) = contraction.best_chain(&region, &weights) {
            compared += 1;
            assert_eq!(weights.of(worth), weights.of(expected));
        }
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn contracted_territories_give_the_same_chain_as_single_cells() {
    agrees_with_cells::<Small>(Edges { width: 13, height: 13, wrap: false }, 1);
    agrees_with_cells::<Classic>(Edges { width: 30, height: 20, wrap: false }, 2);
    agrees_with_cells::<Large>(Edges { width: 40, height: 12, wrap: false }, 3);
}
