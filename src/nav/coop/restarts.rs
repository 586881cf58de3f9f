//! LaCAM again and again, each time in another style and with more patience, in bounded memory.
//!
//! One search of [`super::lacam`] is complete but may wander for as long as there are configurations: depth first, it
//! does not leave what it was drawn into by its first choices. Run times of such searches have heavy tails, against which
//! restarts help (C. Gomes, B. Selman, H. Kautz, "Boosting Combinatorial Search Through Randomization", AAAI 1998): tries
//! are short at first and longer by and by, and take turns in their [`Style`].
//!
//! **Memory**: a try ends at [`MOST_BYTES`] of configurations, what it has seen is dropped, and the next one begins. So
//! what is bounded is not complete: a problem that needs more than that in every style and draw is never solved. What
//! has no solution is found out only if all its configurations fit.

use super::lacam::{Lacam, Progress, Style};
use super::lattice::Vertex;
use super::pibt::World;
use crate::base::rng;

/// Most memory of the configurations of one try.
pub const MOST_BYTES: usize = 192 << 20;

/// Joint steps of the first try; twice those of the longest way where that is more.
const FIRST: u64 = 400;

/// The styles in turn.
const STYLES: [Style; 4] = [
    Style { leaps: false, keeps_ranks: false, is_plain: false },
    Style { leaps: false, keeps_ranks: false, is_plain: true },
    Style { leaps: true, keeps_ranks: true, is_plain: true },
    Style { leaps: true, keeps_ranks: true, is_plain: false },
];

/// A search that can be put aside and resumed.
#[derive(Debug, Clone)]
pub struct Restarts {
    seed: u64,
    tries: u32,
    search: Option<Lacam>,
    /// Joint steps at which the present try ends.
    last: u64,
    joint_steps: u64,
}

impl Restarts {
    pub const fn new(seed: u64) -> Self {
        Self { seed, tries: 0, search: None, last: 0, joint_steps: 0 }
    }

    /// Joint steps of all tries.
    pub const fn joint_steps(&self) -> u64 {
        self.joint_steps
    }

    /// Goes on for at most `budget` joint steps; `world` and `starts` must be the same in each call.
    pub fn search(&mut self, world: World<'_>, starts: &[Vertex], budget: u64) -> Progress {
        let last = self.joint_steps + budget;
        while self.joint_steps < last {
            let search = self.search.get_or_insert_with(|| {
                let style = STYLES[self.tries as usize % STYLES.len()];
                let seed = self.seed.wrapping_add(u64::from(self.tries) << 32);
                // Each round of styles has twice the patience of the one before.
                let round = self.tries / STYLES.len() as u32;
                self.last = (FIRST.max(2 * longest(world, starts)) << round.min(20)).min(most_steps(starts.len()));
                Lacam::with_style(world, starts, rng::stream(seed, "lacam"), style)
            });
            let before = search.joint_steps();
            let budget = (last - self.joint_steps).min(self.last - before);
            let progress = search.search(world, budget);
            self.joint_steps += search.joint_steps() - before;
            if progress != Progress::Unfinished {
                return progress;
            }
            if search.joint_steps() >= self.last {
                self.search = None;
                self.tries += 1;
            }
        }
        Progress::Unfinished
    }

    /// The configurations from the start to the goal, once there are any.
    pub fn solution(&self) -> Option<Vec<&[Vertex]>> {
        self.search.as_ref().and_then(Lacam::solution)
    }
}

/// Steps of the longest way that an agent has: no solution has fewer joint steps.
pub(super) fn longest(world: World<'_>, starts: &[Vertex]) -> u64 {
    let ways = starts.iter().enumerate().map(|(agent, start)| world.distances.steps(agent, *start));
    ways.max().unwrap_or(0).into()
}

/// Joint steps that fit into memory: each makes at most one configuration of ten bytes an agent, and some constraints.
fn most_steps(agents: usize) -> u64 {
    (MOST_BYTES / (agents * 10 + 400)) as u64
}
