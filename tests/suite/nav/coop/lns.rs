use super::fault;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::agenda::Agenda;
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lacam::{Lacam, Progress};
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::lns::Lns;
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::pibt::World;
use gridmarch::nav::step::Tick;
use rand::seq::SliceRandom;

#[test]
fn the_sum_of_costs_only_falls_what_is_past_stays_and_plans_stay_free_of_conflicts() {
    let mut gained = 0;
    for seed in 0..8 {
        let mut rng = rng::stream(seed, "lns test");
        let passable = Grid::from_rows(12, 9, vec![true; 108]);
        let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
        let mut free: Vec<Vertex> = passable.iter().map(|(cell, _)| lattice.vertex(cell)).collect();
        free.shuffle(&mut rng);
        let starts = free[..30].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..30].to_vec();
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut search = Lacam::new(world, &starts, rng::stream(seed, "first plan"));
        assert_eq!(search.search(world, 10_000), Progress::Solved);
        let mut agenda = Agenda::from_configurations(world, &search.solution().expect("it is solved"), 0);
        let mut lns = Lns::new(world, rng);
        let (mut at, mut now) = (starts, 0);
        while at != goals {
            // An agent that is home may be planned anew, from the present tick at the soonest.
            let sum = |agenda: &Agenda| (0..30).map(|agent| agenda.entry(agent).arrival().max(now)).sum::<Tick>();
            let before = sum(&agenda);
            lns.improve(world, &mut agenda, now, 500);
            let after = sum(&agenda);
            assert!(after <= before, "seed {seed}: {after} after {before}");
            gained += usize::from(after < before);
            let here: Vec<Vertex> = (0..30).map(|agent| agenda.position(world, agent, now)).collect();
            let next: Vec<Vertex> = (0..30).map(|agent| agenda.position(world, agent, now + 1)).collect();
            assert_eq!(here, at, "seed {seed}");
            assert_eq!(fault(&lattice, &at, &next), None, "seed {seed}");
            (at, now) = (next, now + 1);
            assert!(now < 500);
        }
    }
    assert!(gained > 8, "{gained} gains");
}
