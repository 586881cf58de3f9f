//! The planners that can be watched, by name.

use crate::nav::coop::PlannerKind;
use crate::nav::coop::classic::cooperative::{Cooperative, Manner, WHCA};
use crate::nav::coop::classic::planner as classic;
use crate::nav::coop::iterated::Iterated;
use crate::nav::coop::mapf::{Instance, OnlinePlanner};
use crate::nav::coop::solver::{self, Solver};

/// Who plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Planner {
    Lra,
    Ca,
    Hca,
    Whca,
    Pibt,
    Lacam,
    Lns,
    March,
}

/// What planners are told beside the problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// For planners that choose at random.
    pub seed: u64,
    /// Ticks of the window of WHCA*; `None`: those of the paper.
    pub window: Option<u32>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { seed: 1, window: None }
    }
}

impl Planner {
    /// All of them, from the simplest to the one that the game ships with.
    pub const ALL: [Self; 8] =
        [Self::Lra, Self::Ca, Self::Hca, Self::Whca, Self::Pibt, Self::Lacam, Self::Lns, Self::March];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lra => "lra",
            Self::Ca => "ca",
            Self::Hca => "hca",
            Self::Whca => "whca",
            Self::Pibt => "pibt",
            Self::Lacam => "lacam",
            Self::Lns => "lns",
            Self::March => "march",
        }
    }

    /// The name as people write it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Lra => "LRA*",
            Self::Ca => "CA*",
            Self::Hca => "HCA*",
            Self::Whca => "WHCA*",
            Self::Pibt => "PIBT",
            Self::Lacam => "LaCAM",
            Self::Lns => "LaCAM + LNS",
            Self::March => "the game's own",
        }
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Lra => "Everybody plans alone and plans again when somebody is in the way.",
            Self::Ca => "One after another through space and time, around those before, by straight distances.",
            Self::Hca => "The same by true distances, which a search back from each goal finds on demand (RRA*).",
            Self::Whca => "The same for a window of ticks; in turn everybody plans anew before it is used up.",
            Self::Pibt => "One step at a time: who stands in the way inherits the priority and chooses first.",
            Self::Lacam => "A search over the places of all together; finds a plan if there is one, not a short one.",
            Self::Lns => "The plan of LaCAM, in which a few at a time plan again while all are on their way.",
            Self::March => "A negotiated plan, with LaCAM behind it, made better on the way: what the game ships with.",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|planner| planner.name() == name)
    }

    /// A planner for a problem.
    pub fn make(self, instance: &Instance, settings: Settings) -> Box<dyn OnlinePlanner> {
        let Settings { seed, window } = settings;
        let with = |negotiates, improves| {
            Box::new(Solver::with(instance, seed, solver::Manner { negotiates, improves })) as Box<dyn OnlinePlanner>
        };
        let kind = match self {
            Self::Whca => {
                let window = window.map(|ticks| ticks.max(1)).or(WHCA.window);
                return Box::new(Cooperative::new(instance, Manner { window, ..WHCA }));
            }
            Self::Pibt => return Box::new(Iterated::new(instance, seed)),
            Self::Lacam => return with(false, false),
            Self::Lns => return with(false, true),
            Self::March => return with(true, true),
            Self::Lra => PlannerKind::Lra,
            Self::Ca => PlannerKind::Ca,
            Self::Hca => PlannerKind::Hca,
        };
        // Only the kind of the game is none of the classical ones.
        classic(kind, instance, seed).unwrap_or_else(|| with(true, true))
    }
}
