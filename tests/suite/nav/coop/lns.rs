use super::fault;
use gridmarch::base::{Grid, rng};
use gridmarch::nav::coop::agenda::Agenda;
use gridmarch::nav::coop::distances::Distances;
use gridmarch::nav::coop::improvers::Improvers;
use gridmarch::nav::coop::lacam::{Lacam, Progress};
use gridmarch::nav::coop::lattice::{Lattice, Vertex};
use gridmarch::nav::coop::mapf::Moves;
use gridmarch::nav::coop::pibt::World;
use gridmarch::nav::step::Tick;
use rand::seq::SliceRandom;

const AGENTS: usize = 30;

/// Ticks until each agent rests at its goal for good, summed: after the configurations so far, by the plans from then on.
fn sum_of_costs(world: World<'_>, past: &[Vec<Vertex>], agenda: &Agenda) -> Tick {
    let last = agenda.makespan().max(past.len() as Tick);
    let at = |agent: usize, tick: Tick| match past.get(tick as usize) {
        Some(configuration) => configuration[agent],
        None => agenda.position(world, agent, tick),
    };
    let is_away = |agent: usize, tick: &Tick| at(agent, *tick) != world.goals[agent];
    (0..AGENTS).map(|agent| (0..=last).rev().find(|tick| is_away(agent, tick)).map_or(0, |tick| tick + 1)).sum()
}

/// The sum of costs of a run of so many searches at the same time, and how often it fell.
fn run(seed: u64, improvers: usize) -> (Tick, usize) {
    let mut gained = 0;
    let mut rng = rng::stream(seed, "lns test");
    let passable = Grid::from_rows(12, 9, vec![true; 108]);
    let lattice = Lattice::new(&passable, if seed.is_multiple_of(2) { Moves::Four } else { Moves::Eight });
    let mut free: Vec<Vertex> = passable.iter().map(|(cell, _)| lattice.vertex(cell)).collect();
    free.shuffle(&mut rng);
    let starts = free[..AGENTS].to_vec();
    free.shuffle(&mut rng);
    let goals = free[..AGENTS].to_vec();
    let distances = Distances::new(&lattice, &goals);
    let world = World { lattice: &lattice, distances: &distances, goals: &goals };
    let mut search = Lacam::new(world, &starts, rng::stream(seed, "first plan"));
    assert_eq!(search.search(world, 10_000), Progress::Solved);
    let mut agenda = Agenda::from_configurations(world, &search.solution().expect("it is solved"), 0);
    let mut improvers = Improvers::new(world, seed, improvers);
    let mut past = vec![starts];
    let mut cost = sum_of_costs(world, &past, &agenda);
    for now in 0..500 {
        let at = past.last().expect("there is the start");
        if *at == goals {
            return (cost, gained);
        }
        improvers.improve(world, &mut agenda, now, 500);
        let after = sum_of_costs(world, &past, &agenda);
        assert!(after <= cost, "seed {seed}, tick {now}: {after} after {cost}");
        gained += usize::from(after < cost);
        cost = after;
        let here: Vec<Vertex> = (0..AGENTS).map(|agent| agenda.position(world, agent, now)).collect();
        let next: Vec<Vertex> = (0..AGENTS).map(|agent| agenda.position(world, agent, now + 1)).collect();
        assert_eq!(here, *at, "seed {seed}");
        assert_eq!(fault(&lattice, at, &next), None, "seed {seed}");
        past.push(next);
    }
    panic!("seed {seed}: nobody comes home");
}

#[test]
fn the_sum_of_costs_only_falls_what_is_past_stays_and_plans_stay_free_of_conflicts() {
    let gained: usize = (0..8).map(|seed| run(seed, 1).1).sum();
    assert!(gained > 8, "{gained} gains");
}

#[test]
fn searches_at_the_same_time_gain_more_and_repeat_themselves() {
    let (mut one, mut three) = (0, 0);
    for seed in 0..16 {
        one += run(seed, 1).0;
        let cost = run(seed, 3).0;
        assert_eq!(cost, run(seed, 3).0, "seed {seed}");
        three += cost;
    }
    assert!(three < one, "{three} beside {one}");
}
