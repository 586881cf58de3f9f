use super::fault;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::agenda::Agenda;
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::negotiate::{Negotiation, Talks};
use gridmarch::nav::coop::pibt::World;
use rand::RngExt;
use rand::seq::SliceRandom;

#[test]
fn what_is_agreed_leads_everybody_home_without_conflicts() {
    let mut agreed = 0;
    for seed in 0..20 {
        let mut rng = rng::stream(seed, "negotiation test");
        let passable = Grid::from_rows(14, 12, (0..168).map(|_| rng.random_range(0..9) != 0).collect());
        let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
        let mut free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        let middle = Distances::new(&lattice, &[free[free.len() / 2]]);
        free.retain(|vertex| middle.steps(0, *vertex) < 100);
        free.shuffle(&mut rng);
        let starts = free[..free.len() / 5].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..starts.len()].to_vec();
        let mut distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut agenda = Agenda::empty(&lattice, starts.len());
        let mut talks = Negotiation::new(world, &starts, rng);
        let outcome = talks.advance(&lattice, &mut distances, &goals, &mut agenda, &starts, 7, 200_000);
        if outcome != Talks::Agreed {
            continue;
        }
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        agreed += 1;
        let at = |tick| (0..starts.len()).map(|agent| agenda.position(world, agent, tick)).collect::<Vec<Vertex>>();
        assert_eq!((at(7), at(agenda.makespan())), (starts.clone(), goals.clone()), "seed {seed}");
        for tick in 7..agenda.makespan() {
            assert_eq!(fault(&lattice, &at(tick), &at(tick + 1)), None, "seed {seed}");
        }
    }
    assert!(agreed > 10, "{agreed} of 20");
}

#[test]
fn what_cannot_be_is_given_up_before_the_budget_is() {
    let passable = Grid::from_rows(3, 1, vec![true; 3]);
    let lattice = Lattice::new(&passable, Moves::Four);
    let starts: Vec<Vertex> = passable.iter().map(|(cell, _)| lattice.vertex(cell)).collect();
    let goals: Vec<Vertex> = starts.iter().rev().copied().collect();
    let mut distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let mut agenda = Agenda::empty(&lattice, starts.len());
    let mut talks = Negotiation::new(world, &starts, rng::stream(1, "negotiation test"));
    let outcome = talks.advance(&lattice, &mut distances, &goals, &mut agenda, &starts, 0, 20_000);
    assert_eq!(outcome, Talks::Hopeless);
    assert!(talks.nodes() < 10_000, "{}", talks.nodes());
}

#[test]
fn agents_walk_lawfully_while_the_talks_go_on_and_agree_in_the_end() {
    let mut agreed = 0;
    for seed in 0..20 {
        let mut rng = rng::stream(seed, "walking test");
        let passable = Grid::from_rows(14, 12, (0..168).map(|_| rng.random_range(0..12) != 0).collect());
        let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
        let mut free: Vec<Vertex> =
            passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.vertex(cell)).collect();
        let middle = Distances::new(&lattice, &[free[free.len() / 2]]);
        free.retain(|vertex| middle.steps(0, *vertex) < 100);
        free.shuffle(&mut rng);
        let mut at = free[..free.len() / 4].to_vec();
        free.shuffle(&mut rng);
        let goals = free[..at.len()].to_vec();
        let mut distances = Distances::without_fields(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut agenda = Agenda::empty(&lattice, at.len());
        let mut talks = Negotiation::new(world, &at, rng);
        for now in 0..200 {
            // A few plans for each step.
            let outcome = talks.advance(&lattice, &mut distances, &goals, &mut agenda, &at, now, 200);
            let world = World { lattice: &lattice, distances: &distances, goals: &goals };
            if outcome == Talks::Agreed {
                agreed += 1;
                let end: Vec<Vertex> =
                    (0..at.len()).map(|agent| agenda.position(world, agent, agenda.makespan())).collect();
                assert_eq!(end, goals, "seed {seed}");
                break;
            }
            let next = talks.step(world, &mut agenda, &at, now);
            assert_eq!(fault(&lattice, &at, &next), None, "seed {seed}");
            at = next;
        }
    }
    assert!(agreed > 14, "{agreed} of 20");
}
