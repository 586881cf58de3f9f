//! A first complete plan by negotiation: agents run each other over, and who is run over plans again.
//!
//! Agents plan one after another with [`super::soft`]; those that a new plan meets lose theirs and come to the end of
//! the queue, and their price rises, so that the next one thinks twice. It is prioritised planning (D. Silver,
//! "Cooperative Pathfinding", AIIDE 2005) whose priorities are found on the way, in the manner of rip-up and reroute
//! with rising prices of circuit routing (L. McMurchie and C. Ebeling, "PathFinder: A Negotiation-Based
//! Performance-Driven Router for FPGAs", FPGA 1995). Plans are close to the shortest, where joint steps alone
//! ([`super::lacam`]) push agents about; but there may be no end, so that the work is bounded and LaCAM stands behind it.

use super::agenda::{Agenda, Entry};
use super::lattice::{Spot, directions};
use super::pibt::World;
use super::soft::{SoftRequest, SoftSipp};
use crate::base::rng::Rng;
use crate::nav::step::{Step, Tick};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::collections::VecDeque;

/// What meeting an agent costs at first, and by how much that rises each time that it is run over, in ticks: on maps of
/// fewer and of more than [`CROWDED`] cells. With little there are more and more meetings on large maps
/// (maze-128-128-10, 500 agents: no end at 3, 1.05 times the bound at 10; 1,000 agents: no end at 10, 1.10 at 20), with
/// much the ways in crowds get longer (random-32-32-20, 300 agents: 1.57 at 3, 1.66 at 10, 1.84 at 20).
const PRICES: [(Tick, Tick); 2] = [(3, 2), (20, 10)];

/// Passable cells from which on the higher prices hold.
const CROWDED: usize = 2_000;

/// How ways are searched.
#[derive(Debug, Clone, Copy)]
struct Searching {
    /// Most nodes of one search; beyond, it is tried once more, and then the agent goes straight and others make room.
    expansions: u32,
    /// By how many quarters the first and the second try overrate distances.
    greed: [Tick; 2],
}

/// Ways as cheap as can be, where that is possible at all: the second try is for ost003d, 1,000 agents.
const THOROUGH: Searching = Searching { expansions: 20_000, greed: [0, 2] };

/// Ways found quickly but longer, about half as long again (Cauldron, 10,000 agents: agreement after 17,106 plans and 19
/// million nodes; with thorough searches none after minutes).
const QUICK: Searching = Searching { expansions: 5_000, greed: [2, 2] };

/// Passable cells from which on ways are searched quickly.
const VAST: usize = 400_000;

/// Work of writing down one plan, in nodes.
const NODES_PER_PLAN: u64 = 20;

/// Negotiations in which more than so many of a hundred agents have to plan again after the first round go on for
/// longer than there is time (random-32-32-20, 400 agents: 52 left; room-64-64-16, 1,000: 56; what succeeds: up to 42).
const HOPELESS_PERCENT: usize = 45;

/// Plans of all agents for the time from `now`, if they agree. The nodes used are added to `nodes`, at most about
/// `budget`.
pub fn negotiate(
    world: World<'_>,
    starts: &[Spot],
    now: Tick,
    rng: &mut Rng,
    budget: u64,
    nodes: &mut u64,
) -> Option<Agenda> {
    let mut agenda = Agenda::without_plans(world, starts.len());
    let mut search = SoftSipp::new(world.lattice);
    let (price, rise) = PRICES[usize::from(world.distances.cells() >= CROWDED)];
    let searching = if world.distances.cells() >= VAST { QUICK } else { THOROUGH };
    let mut prices = vec![price; starts.len()];
    // Short ways first: who is home soon is met by the others as a fixture, and long ways have more ways around.
    let mut order: Vec<u32> = (0..starts.len() as u32).collect();
    order.shuffle(rng);
    order.sort_by_key(|agent| world.distances.steps(*agent as usize, starts[*agent as usize]));
    let mut queue: VecDeque<u32> = order.into();
    let last = *nodes + budget;
    let mut plans = 0;
    while let Some(agent) = queue.pop_front() {
        let is_hopeless = plans == starts.len() && queue.len() * 100 > starts.len() * HOPELESS_PERCENT;
        if *nodes > last || is_hopeless {
            return None;
        }
        plans += 1;
        let number = agent as usize;
        let before = search.expanded();
        let mut steps = Vec::new();
        let found = searching.greed.into_iter().any(|greed| {
            let request = SoftRequest {
                start: starts[number],
                ready: now,
                goal: world.goals[number],
                prices: &prices,
                expansions: searching.expansions,
                greed,
                variant: rng.random(),
            };
            let bound = |spot| world.distances.steps(number, spot).into();
            search.search(world.lattice, agenda.timeline(), &request, bound, &mut steps).is_some()
        });
        if !found {
            shortest(world, number, starts[number], now, &mut steps);
        }
        *nodes += search.expanded() - before + NODES_PER_PLAN;
        let entry = Entry { at: starts[number], since: now, steps };
        for other in agenda.in_the_way(world, number, &entry) {
            agenda.take(world, other as usize);
            prices[other as usize] += rise;
            queue.push_back(other);
        }
        agenda.put(world, number, entry);
    }
    Some(agenda)
}

/// A shortest way that heeds nobody.
fn shortest(world: World<'_>, agent: usize, start: Spot, now: Tick, steps: &mut Vec<Step>) {
    steps.clear();
    let (mut spot, mut tick) = (start, now);
    while let Some(dir) = directions(world.lattice.steps(spot))
        .find(|dir| world.distances.steps(agent, world.lattice.to(spot, *dir)) < world.distances.steps(agent, spot))
    {
        steps.push(world.lattice.step(spot, dir, tick, 1));
        (spot, tick) = (world.lattice.to(spot, dir), tick + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Grid, rng};
    use crate::nav::coop::distances::Distances;
    use crate::nav::coop::lattice::Lattice;
    use crate::nav::coop::mapf::Moves;
    use crate::nav::coop::pibt::fault;

    #[test]
    fn what_is_agreed_leads_everybody_home_without_conflicts() {
        let mut agreed = 0;
        for seed in 0..20 {
            let mut rng = rng::stream(seed, "negotiation test");
            let passable = Grid::from_rows(14, 12, (0..168).map(|_| rng.random_range(0..9) != 0).collect());
            let lattice = Lattice::new(&passable, if seed % 2 == 0 { Moves::Four } else { Moves::Eight });
            let mut free: Vec<Spot> =
                passable.iter().filter(|(_, free)| **free).map(|(cell, _)| lattice.spot(cell)).collect();
            let middle = Distances::new(&lattice, &[free[free.len() / 2]]);
            free.retain(|spot| middle.steps(0, *spot) < 100);
            free.shuffle(&mut rng);
            let starts = free[..free.len() / 5].to_vec();
            free.shuffle(&mut rng);
            let goals = free[..starts.len()].to_vec();
            let distances = Distances::new(&lattice, &goals);
            let world = World { lattice: &lattice, distances: &distances, goals: &goals };
            let mut nodes = 0;
            let Some(agenda) = negotiate(world, &starts, 7, &mut rng, 200_000, &mut nodes) else { continue };
            agreed += 1;
            let at = |tick| (0..starts.len()).map(|agent| agenda.position(world, agent, tick)).collect::<Vec<Spot>>();
            assert_eq!((at(7), at(agenda.makespan())), (starts.clone(), goals.clone()), "seed {seed}");
            for tick in 7..agenda.makespan() {
                assert_eq!(fault(&lattice, &at(tick), &at(tick + 1)), None, "seed {seed}");
            }
        }
        assert!(agreed > 10, "{agreed} of 20");
    }

    #[test]
    fn what_cannot_be_ends_with_the_budget() {
        let passable = Grid::from_rows(3, 1, vec![true; 3]);
        let lattice = Lattice::new(&passable, Moves::Four);
        let starts: Vec<Spot> = passable.iter().map(|(cell, _)| lattice.spot(cell)).collect();
        let goals: Vec<Spot> = starts.iter().rev().copied().collect();
        let distances = Distances::new(&lattice, &goals);
        let world = World { lattice: &lattice, distances: &distances, goals: &goals };
        let mut nodes = 0;
        let mut rng = rng::stream(1, "negotiation test");
        assert!(negotiate(world, &starts, 0, &mut rng, 20_000, &mut nodes).is_none());
        assert!(nodes < 100_000, "{nodes}");
    }
}
