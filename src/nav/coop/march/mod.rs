//! The planner that the game ships with: every unit has a legal next step at every tick.
//!
//! The law is *priority inheritance with backtracking* (K. Okumura, M. Machida, X. Défago and Y. Tamura, "Priority
//! Inheritance with Backtracking for Iterative Multi-agent Path Finding", Artificial Intelligence 2022): units choose their
//! next step in the order of their rank, the earlier order first and of one order who is nearest to its goal (where a crowd is
//! caught one of it before all others); who wants
//! the place of another that has not chosen yet lends it its rank and lets it choose first; if that one finds no way
//! out, the preference is dropped and the next best is tried. What we add: steps last as many ticks as pace and terrain ask
//! for, so that a choice is made only where a unit stands, and a place may be *promised* for as long as the one who
//! leaves it needs; a diagonal locks its 2×2 block ([`crate::nav::step`]); bodies of n × n cells push everybody who
//! stands in their way; members of one group exchange goals instead of places (K. Okumura and X. Défago, "Solving
//! Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent Execution", 2022); units of other
//! sides and units that hold are never pushed.
//!
//! [`Crowd::tick`] gets what all units are and want, and tries the steps on the [`Occupancy`], so that each choice sees
//! those before it. The preferences come from true distances that all units with one goal share
//! ([`crate::nav::rra_pool`]); the number of cells that these close in one tick is bounded, and who has no distance yet
//! goes by the crow's flight.

pub mod free_path;
pub mod guidance;
pub(crate) mod preferences;
pub(crate) mod surroundings;

mod bypass;
pub mod corridors;
mod decide;
pub mod escape;
mod exchange;
mod halves;
pub mod leaders;
mod plans;
mod scratch;
pub mod streets;
pub mod traffic;

use crate::base::{Cell, Dir};
use crate::nav::occupancy::{Obstacle, Occupancy};
use crate::nav::rra_pool::RraPool;
use crate::nav::step::{Step, Tick, UnitId};
use crate::nav::walk::{Walk, WalkMap};
use decide::Decision;

/// What the planner has to know of a unit at one tick.
#[derive(Debug, Clone, Copy)]
pub struct Agent {
    pub unit: UnitId,
    /// The side that commands it: it pushes and is pushed by this side only.
    pub side: u8,
    /// Which of the [`Scene::views`] it walks on.
    pub view: u16,
    /// Side of its footprint in cells.
    pub size: u8,
    /// Ticks for a straight step over grass.
    pub ticks_per_cell: u16,
    pub at: Cell,
    /// The direction of its last step.
    pub facing: Dir,
    pub step: Option<Step>,
    /// Where it wants to be; `None` if it wants nothing.
    pub goal: Option<Cell>,
    /// The place whose distances it follows: the goal, or the middle of its group's goals when it is far.
    pub target: Cell,
    /// Who goes first but for those who are led and those whose turn at going first it is: less is earlier. The first number
    /// (the tick of its order) decides; of those who have it in common who has the least way left; the second number between
    /// equals. Units without an order have [`Tick::MAX`] and come last.
    pub rank: (u32, u32),
    pub holds: bool,
    /// The group order that its goal, or the place where it rests, belongs to: members exchange goals.
    pub group: Option<u32>,
    /// Where it rests, or would rest if it were not in the way.
    pub post: Cell,
    /// The place that it had before it exchanged it with strangers or settled beside it.
    pub home: Cell,
    /// The tick at which one with an order last asked it to move, itself or through others; for such a one itself this tick.
    pub passed_at: Tick,
    /// First tick of standing, if it stands.
    pub still_since: Tick,
    /// Ticks since it last came nearer to its goal.
    pub late: Tick,
    /// Whether it stands rather than steps aside, however long it has to wait.
    pub is_patient: bool,
}

/// Cells between the places that strangers exchange and their homes, at most, and from its home to where a unit settles: an order
/// names a place, and not any.
pub const NEAR_HOME: u32 = 3;

/// A unit turns from its group's place to its own this many cells before it could stop on the former: enough to swing out
/// in time, and few, because from there on it looks for its way alone.
const TURNS_BEFORE: u32 = 4;

/// Whether a unit on a cell with this goal may follow the distances to the place of its group instead of its own.
pub(crate) fn shares(from: Cell, goal: Cell, middle: Cell) -> bool {
    from.chebyshev(goal) > middle.chebyshev(goal) + TURNS_BEFORE
}

/// The place of a unit among the agents, which are in the order of their units.
fn index_of(agents: &[Agent], unit: UnitId) -> Option<usize> {
    agents.binary_search_by_key(&unit, |agent| agent.unit).ok()
}

impl Agent {
    /// Whether it rests or goes back to where it rests.
    const fn has_no_order(&self) -> bool {
        self.goal.is_none() || self.rank.0 == Tick::MAX
    }

    /// Whether it has come no nearer for some ticks, or has tried to go back for so long since one with an order last passed.
    fn is_late(&self, now: Tick, ticks: Tick) -> bool {
        let late = if self.has_no_order() { now.saturating_sub(self.passed_at) } else { self.late };
        late >= ticks
    }

    /// Whether it stands and wants to be somewhere else.
    fn wants_to_go(&self) -> bool {
        self.step.is_none() && self.goal.is_some_and(|goal| goal != self.at)
    }

    /// Where it wants to be; if it wants nothing, where it would rest if it were not in the way.
    const fn wants(&self) -> Cell {
        match self.goal {
            Some(goal) => goal,
            None => self.post,
        }
    }

    /// Whether it stands where it is, whoever of a side wants to pass: it holds, or belongs to another side and is not on
    /// its way.
    pub const fn blocks(&self, side: u8) -> bool {
        self.holds || self.side != side && self.goal.is_none()
    }
}

/// What became of a unit at one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is under way, or has no preference and nobody pushes it.
    Nothing,
    Starts(Step),
    /// It waits for a place that is being left, or that somebody on its behalf is leaving.
    Promised(Obstacle),
    /// It wants to move and has no way now.
    Stuck(Obstacle),
    /// It waits of its own accord: every step would lead away from its goal.
    Waits,
}

/// Two units have exchanged their goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    pub asker: UnitId,
    /// Whose goal or place it now has.
    pub other: UnitId,
    /// Whether they are not of one group: then each keeps its home.
    pub are_strangers: bool,
}

/// Memory of the planner, kept between ticks.
#[derive(Debug, Clone, Default)]
pub struct Crowd {
    scratch: scratch::Scratch,
    plans: plans::Plans,
    halves: halves::Halves,
    threads: usize,
    /// What became of each agent of the last tick, in their order.
    pub verdicts: Vec<Verdict>,
    /// The exchanges of the last tick in the order in which they happened.
    pub exchanges: Vec<Exchange>,
}

/// The ground as some of the units see it.
pub struct View<'a> {
    pub map: &'a WalkMap,
    /// The distances on it, if it is not one of the maps of [`Scene::distances`].
    pub pool: Option<&'a mut RraPool>,
}

/// What all units stand on and see.
pub struct Scene<'a, 'v> {
    pub now: Tick,
    /// The ground: one view for each sort of unit, then those of units on a detour.
    pub views: &'a mut [View<'v>],
    pub occupancy: &'a mut Occupancy,
    pub distances: Searches<'a>,
    /// Cells that the distances may close this tick.
    pub budget: u64,
}

impl Scene<'_, '_> {
    fn extent(&self) -> (u16, u16) {
        self.views.first().map_or((1, 1), |view| view.map.extent())
    }
}

/// The searches for distances that all units of a sort share.
pub enum Searches<'a> {
    /// They go on where they are asked for more.
    Going(&'a mut RraPool),
    /// They answer what they know.
    Seen(&'a RraPool),
}

impl std::ops::Deref for Searches<'_> {
    type Target = RraPool;

    fn deref(&self) -> &RraPool {
        match self {
            Self::Going(pool) => pool,
            Self::Seen(pool) => pool,
        }
    }
}

impl Searches<'_> {
    /// Counts the use of the search at a place, if they go on.
    fn use_again(&mut self, place: usize) {
        if let Self::Going(pool) = self {
            pool.used(place);
        }
    }
}

impl Crowd {
    /// Uses so many threads from now on, that of the caller among them. The choices do not depend on it.
    pub const fn use_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// Lets crowds choose in two halves of which so many have a turn; the choices depend on it.
    pub const fn halve_from(&mut self, many: usize) {
        self.halves.many = many;
    }

    /// The members of the joint plan that dissolves a jam, if there is one, with the cells that each is still to visit.
    pub(crate) fn joint_plan(&self) -> impl Iterator<Item = (UnitId, impl Iterator<Item = Cell>)> {
        self.plans.escape.followed().map(|(unit, path)| (unit, path.iter().copied()))
    }

    /// What was left of the way of those who chose a step at the last tick for themselves, by their position among the agents.
    pub fn left<'a>(&'a self, agents: &'a [Agent]) -> impl Iterator<Item = (usize, u32)> + 'a {
        self.scratch.left().filter(|(index, _)| agents[*index].goal.is_some())
    }

    /// Lets every unit that stands choose its next step and starts the chosen ones. `agents` are sorted by unit.
    /// [`Self::verdicts`] and [`Self::exchanges`] then tell what happened. Returns the cells that distances have closed.
    pub fn tick(&mut self, agents: &mut [Agent], mut scene: Scene<'_, '_>) -> u64 {
        debug_assert!(agents.is_sorted_by(|a, b| a.unit < b.unit), "agents are sorted by unit");
        self.verdicts.clear();
        self.verdicts.resize(agents.len(), Verdict::Nothing);
        self.exchanges.clear();
        let budget = scene.budget;
        let Self { scratch: memory, plans, halves, verdicts, exchanges, threads } = self;
        memory.begin(agents, scene.extent(), scene.now);
        let mut turns = std::mem::take(&mut memory.turns);
        halves.follow(agents, &mut scene, memory, *threads, |scene, memory| {
            plans.tick(agents, scene, memory);
            decide::order(agents, plans, memory, &mut turns);
        });
        let mut decision = Decision { agents, scene, memory, plans, verdicts, exchanges };
        halves.choose(&mut decision, &turns, *threads);
        decision.take_turns(&turns);
        let closed = budget - decision.scene.budget;
        memory.turns = turns;
        closed
    }
}
