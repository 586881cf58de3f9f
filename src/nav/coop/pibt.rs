//! One tick of priority inheritance with backtracking: a legal joint step for all agents, quickly.
//!
//! K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority inheritance with backtracking for iterative multi-agent path
//! finding", Artificial Intelligence 310 (2022): agents choose in order of priority; who stands in the way of a choice
//! chooses next, and if it finds nothing, the first one chooses again. With the swap rule of K. Okumura, "Improving
//! LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023, §4: of two agents that have to pass each
//! other in a corridor one backs out to the next fork and draws the other after it. Ties between equally good cells are
//! broken by how many neighbours the cell would be taken from ("Lightweight and Effective Preference Construction in
//! PIBT for Large-Scale Multi-Agent Pathfinding", arXiv 2505.12623).
//!
//! Where we differ: diagonal steps, which claim their 2×2 block ([`super::mapf`]). A push that fails for a taken block
//! falls back to the next wish, like one that fails for a taken cell.
//!
//! **Invariant**: what [`Pibt::step`] returns has no two agents in one cell, no exchange, and no foreign step in the
//! block of a diagonal one.

use super::distances::Distances;
use super::insight::Push;
use super::lattice::{Lattice, NOWHERE, Vertex};
use super::mapf::Moves;
use crate::base::rng::Rng;
use rand::RngExt;

const NOBODY: u32 = u32::MAX;

/// Longest walk of the swap test: beyond, corridors are taken to have a fork.
const LONGEST_SWAP_WALK: usize = 512;

/// How far it is from a cell to the goal of each agent, in steps or in what else ways are measured by.
pub trait Ways {
    fn steps(&self, agent: usize, from: Vertex) -> u16;

    /// What it costs an agent to go from where it is to `to`, which may be the same cell, and on to the goal.
    fn wish(&self, agent: usize, lattice: &Lattice, from: Vertex, to: Vertex) -> u32 {
        let _ = (lattice, from);
        self.steps(agent, to).into()
    }
}

impl Ways for Distances {
    fn steps(&self, agent: usize, from: Vertex) -> u16 {
        self.steps(agent, from)
    }
}

/// What does not change during a search.
#[derive(Debug)]
pub struct World<'a, W = Distances> {
    pub lattice: &'a Lattice,
    /// Steps to the goal of each agent.
    pub distances: &'a W,
    pub goals: &'a [Vertex],
}

impl<W> Clone for World<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for World<'_, W> {}

/// Work space for joint steps of any number of agents on one map.
#[derive(Debug, Clone)]
pub struct Pibt {
    now_at: Vec<u32>,
    next_at: Vec<u32>,
    next: Vec<Vertex>,
    /// Straight steps inside each block, and whether a diagonal one crosses it. Empty without diagonals.
    straight: Vec<u8>,
    diagonal: Vec<bool>,
    touched: Vec<Vertex>,
    /// Where each agent goes before all else, or [`NOWHERE`]; empty without such wishes.
    wishes: Vec<Vertex>,
    /// Ties are broken by chance alone.
    is_plain: bool,
    rng: Rng,
    /// The pushes of the last step, if somebody watches.
    pushes: Option<Vec<Push>>,
}

impl Pibt {
    pub fn new(lattice: &Lattice, rng: Rng) -> Self {
        let blocks = if lattice.moves() == Moves::Eight { lattice.size() } else { 0 };
        Self {
            now_at: vec![NOBODY; lattice.size()],
            next_at: vec![NOBODY; lattice.size()],
            next: Vec::new(),
            straight: vec![0; blocks],
            diagonal: vec![false; blocks],
            touched: Vec::new(),
            wishes: Vec::new(),
            is_plain: false,
            rng,
            pushes: None,
        }
    }

    /// Lets it keep the pushes of each step.
    pub fn watch(&mut self) {
        self.pushes = Some(Vec::new());
    }

    /// Who has pushed whom in the last step, in order; empty without [`Self::watch`].
    pub fn pushes(&self) -> &[Push] {
        self.pushes.as_deref().unwrap_or_default()
    }

    /// Whether ties are broken by chance alone, not by whom a step would hinder first.
    pub const fn set_plain(&mut self, is_plain: bool) {
        self.is_plain = is_plain;
    }

    /// The generator that breaks ties.
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }

    /// Where all agents go from `from` if each goes where it wishes if it can, its own cell or a neighbour, and those
    /// that wish for [`NOWHERE`] towards their goals.
    pub fn step_as_wished<W: Ways>(
        &mut self,
        world: World<'_, W>,
        from: &[Vertex],
        order: &[u32],
        wishes: &[Vertex],
    ) -> Option<&[Vertex]> {
        self.wishes.clear();
        self.wishes.extend_from_slice(wishes);
        self.step(world, from, order, &[])?;
        self.wishes.clear();
        Some(&self.next)
    }

    /// Where all agents go from `from`, if the agents in `fixed` go where it says; agents choose in the order of
    /// `order`. `None` if the fixed steps are not legal together or somebody finds no place.
    pub fn step<W: Ways>(
        &mut self,
        world: World<'_, W>,
        from: &[Vertex],
        order: &[u32],
        fixed: &[(u32, Vertex)],
    ) -> Option<&[Vertex]> {
        if let Some(pushes) = &mut self.pushes {
            pushes.clear();
        }
        self.next.clear();
        self.next.resize(from.len(), NOWHERE);
        for (agent, vertex) in from.iter().enumerate() {
            self.now_at[*vertex as usize] = agent as u32;
        }
        let mut chooser = Chooser { space: self, world, from };
        let complete = fixed.iter().all(|(agent, to)| chooser.claim(*agent, *to))
            && order.iter().all(|agent| chooser.space.next[*agent as usize] != NOWHERE || chooser.choose(*agent));
        for (own, next) in from.iter().zip(&self.next) {
            self.now_at[*own as usize] = NOBODY;
            self.next_at[*own as usize] = NOBODY;
            if *next != NOWHERE {
                self.next_at[*next as usize] = NOBODY;
            }
        }
        for block in self.touched.drain(..) {
            self.straight[block as usize] = 0;
            self.diagonal[block as usize] = false;
        }
        complete.then_some(&self.next)
    }
}

/// One joint step in the making.
struct Chooser<'a, W> {
    space: &'a mut Pibt,
    world: World<'a, W>,
    from: &'a [Vertex],
}

impl<W: Ways> Chooser<'_, W> {
    fn steps(&self, agent: u32, vertex: Vertex) -> u16 {
        self.world.distances.steps(agent as usize, vertex)
    }

    /// Gives `to` to the agent, if nobody has it, nobody comes the other way and the blocks are free.
    fn claim(&mut self, agent: u32, to: Vertex) -> bool {
        let own = self.from[agent as usize];
        if self.space.next_at[to as usize] != NOBODY {
            return false;
        }
        if to != own {
            let there = self.space.now_at[to as usize];
            if there != NOBODY && self.space.next[there as usize] == own || !self.lock(own, to) {
                return false;
            }
        }
        self.space.next_at[to as usize] = agent;
        self.space.next[agent as usize] = to;
        true
    }

    fn lock(&mut self, own: Vertex, to: Vertex) -> bool {
        if self.world.lattice.moves() == Moves::Four {
            return true;
        }
        let dir = self.world.lattice.direction(own, to);
        let blocks = self.world.lattice.blocks(own, dir);
        let space = &mut *self.space;
        let is_diagonal = dir % 2 == 1;
        let taken =
            |block: &Vertex| space.diagonal[*block as usize] || is_diagonal && space.straight[*block as usize] > 0;
        if blocks.iter().any(taken) {
            return false;
        }
        for block in blocks {
            space.touched.push(block);
            if is_diagonal {
                space.diagonal[block as usize] = true;
            } else {
                space.straight[block as usize] += 1;
            }
        }
        true
    }

    /// Takes back the claim of a step whose target another agent has kept.
    fn unlock(&mut self, agent: u32) {
        let own = self.from[agent as usize];
        let to = std::mem::replace(&mut self.space.next[agent as usize], NOWHERE);
        if to != own && self.world.lattice.moves() == Moves::Eight {
            let dir = self.world.lattice.direction(own, to);
            for block in self.world.lattice.blocks(own, dir) {
                if dir % 2 == 1 {
                    self.space.diagonal[block as usize] = false;
                } else {
                    self.space.straight[block as usize] -= 1;
                }
            }
        }
    }

    /// The heart of the method: `false` if the agent has to stay where another one wants to go.
    fn choose(&mut self, agent: u32) -> bool {
        let own = self.from[agent as usize];
        let (mut wishes, count) = self.wishes(agent);
        let partner = if self.wish(agent) == NOWHERE { self.swap_partner(agent, wishes[0].1) } else { None };
        if partner.is_some() {
            wishes[..count].reverse();
        }
        for (rank, (_, to)) in wishes[..count].iter().enumerate() {
            if !self.claim(agent, *to) {
                continue;
            }
            let there = self.space.now_at[*to as usize];
            if there != NOBODY && self.space.next[there as usize] == NOWHERE && !self.push(agent, there) {
                self.unlock(agent);
                continue;
            }
            if let (0, Some(partner)) = (rank, partner)
                && self.space.next[partner as usize] == NOWHERE
                && *to != own
            {
                self.claim(partner, own);
            }
            return true;
        }
        self.space.next[agent as usize] = own;
        self.space.next_at[own as usize] = agent;
        false
    }

    /// Lets the one who stands in the way choose; whether it goes.
    fn push(&mut self, by: u32, pushed: u32) -> bool {
        let number = self.space.pushes.as_mut().map(|pushes| {
            pushes.push(Push { by, pushed, gives_way: false });
            pushes.len() - 1
        });
        let gives_way = self.choose(pushed);
        if let (Some(pushes), Some(number)) = (&mut self.space.pushes, number) {
            pushes[number].gives_way = gives_way;
        }
        gives_way
    }

    /// The cells that the agent can go to, best first.
    fn wishes(&mut self, agent: u32) -> ([(u64, Vertex); 9], usize) {
        let own = self.from[agent as usize];
        let lattice = self.world.lattice;
        let mut wishes = [(u64::MAX, NOWHERE); 9];
        let mut count = 0;
        for to in std::iter::once(own).chain(lattice.neighbours(own)) {
            let distance = u64::from(self.world.distances.wish(agent as usize, lattice, own, to));
            wishes[count] = (distance << 32, to);
            count += 1;
        }
        let dice: u64 = self.space.rng.random();
        for place in 0..count {
            let (distance, to) = wishes[place];
            let is_tie = wishes[..count].iter().filter(|(other, _)| other >> 32 == distance >> 32).count() > 1;
            let hindered = if is_tie && !self.space.is_plain { self.hindered(agent, to) } else { 0 };
            wishes[place].0 |= hindered << 16 | (dice >> (7 * place) & 127);
        }
        let first = self.wish(agent);
        if let Some(own) = wishes[..count].iter_mut().find(|(_, to)| *to == first) {
            own.0 = 0;
        }
        wishes[..count].sort_unstable();
        (wishes, count)
    }

    fn wish(&self, agent: u32) -> Vertex {
        self.space.wishes.get(agent as usize).copied().unwrap_or(NOWHERE)
    }

    /// How many neighbours of a cell, other than the agent, would come closer to their goals by going there.
    fn hindered(&self, agent: u32, vertex: Vertex) -> u64 {
        let wanting = self.world.lattice.neighbours(vertex).filter(|beside| {
            let other = self.space.now_at[*beside as usize];
            other != NOBODY && other != agent && self.steps(other, vertex) < self.steps(other, *beside)
        });
        wanting.count() as u64
    }

    /// The agent that has to change places with this one, whose best wish is `best`.
    fn swap_partner(&self, agent: u32, best: Vertex) -> Option<u32> {
        let own = self.from[agent as usize];
        if best == own {
            return None;
        }
        let ahead = self.space.now_at[best as usize];
        if ahead != NOBODY
            && self.space.next[ahead as usize] == NOWHERE
            && self.must_swap(agent, ahead, own, best)
            && self.can_swap(best, own)
        {
            return Some(ahead);
        }
        // Another one that pushes from behind and would have to swap once this one is where it wants to be.
        self.world.lattice.neighbours(own).find_map(|beside| {
            let other = self.space.now_at[beside as usize];
            (other != NOBODY && beside != best && self.must_swap(other, agent, own, best) && self.can_swap(best, own))
                .then_some(other)
        })
    }

    /// Whether the one at `behind`, pushing the one at `front` before it along a corridor, cannot let it by anywhere
    /// and both want to go where the other one is.
    fn must_swap(&self, pusher: u32, pulled: u32, mut behind: Vertex, mut front: Vertex) -> bool {
        // Two with one goal are there one after the other.
        if self.world.goals[pusher as usize] == self.world.goals[pulled as usize] {
            return false;
        }
        for _ in 0..LONGEST_SWAP_WALK {
            if self.steps(pusher, front) >= self.steps(pusher, behind) {
                break;
            }
            match self.corridor(front, behind) {
                Corridor::Fork => return false,
                Corridor::End => break,
                Corridor::On(next) => (behind, front) = (front, next),
            }
        }
        self.steps(pulled, behind) < self.steps(pulled, front)
            && (self.steps(pusher, behind) == 0 || self.steps(pusher, front) < self.steps(pusher, behind))
    }

    /// Whether the one at `front`, followed by the one at `behind`, comes to a fork where they can change places.
    fn can_swap(&self, mut behind: Vertex, mut front: Vertex) -> bool {
        let first = behind;
        for _ in 0..LONGEST_SWAP_WALK {
            if front == first {
                return false;
            }
            match self.corridor(front, behind) {
                Corridor::Fork => return true,
                Corridor::End => return false,
                Corridor::On(next) => (behind, front) = (front, next),
            }
        }
        true
    }

    /// How a way goes on at `front` for one that comes from `behind`; dead ends where an agent is home do not count.
    fn corridor(&self, front: Vertex, behind: Vertex) -> Corridor {
        let mut on = Corridor::End;
        for next in self.world.lattice.neighbours(front) {
            let there = self.space.now_at[next as usize];
            let is_filled =
                there != NOBODY && self.world.lattice.degree(next) == 1 && self.world.goals[there as usize] == next;
            if next == behind || is_filled {
                continue;
            }
            on = match on {
                Corridor::End => Corridor::On(next),
                _ => return Corridor::Fork,
            };
        }
        on
    }
}

/// How a way goes on.
enum Corridor {
    End,
    /// To one cell.
    On(Vertex),
    Fork,
}
