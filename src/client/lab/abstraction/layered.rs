//! One abstraction of the map of the page: its levels, a way that is refined, what it costs; all made beside the frames.

use crate::base::{Budget, Cell, Grid, rng};
use crate::client::lab::job::Job;
use crate::nav::abstraction::price::{Price, price, questions};
use crate::nav::abstraction::refine::{Refinement, Stage};
use crate::nav::abstraction::{Edited, Hierarchy, Kind};
use crate::nav::coop::mapf::Moves;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Questions by which the price is measured.
pub(super) const QUESTIONS: usize = 100;

/// Nodes that the searches for a way, or for a price, may expand.
const MOST_NODES: u64 = 200_000_000;

/// A way on all levels, and what A* over all cells finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// The searches, the most abstract first.
    pub stages: Vec<Stage>,
    /// The search over all cells.
    pub direct: Stage,
}

/// Where a way begins to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Begin {
    /// Half-way up to the level on which both ends are one node, as in the paper.
    #[default]
    Half,
    Level(usize),
}

/// An abstraction, or the making of one.
pub struct Layered {
    pub kind: Kind,
    pub hierarchy: Option<Arc<Hierarchy>>,
    /// How long the levels took.
    pub time: Option<Duration>,
    /// `None`: there is no way, or it is still looked for.
    pub way: Option<Way>,
    pub price: Option<Price>,
    /// What the last edit took.
    pub edited: Option<(Edited, Duration)>,
    building: Job<Option<(Hierarchy, Duration)>>,
    searching: Job<Option<Way>>,
    pricing: Job<Option<Price>>,
}

impl Layered {
    /// Begins to make the levels of a map.
    pub fn start(kind: Kind, passable: &Grid<bool>, moves: Moves) -> Self {
        let mut building = Job::default();
        let map = passable.clone();
        building.start(move |budget| {
            let clock = Instant::now();
            Some((Hierarchy::build(&map, moves, kind, budget)?, clock.elapsed()))
        });
        Self {
            kind,
            hierarchy: None,
            time: None,
            way: None,
            price: None,
            edited: None,
            building,
            searching: Job::default(),
            pricing: Job::default(),
        }
    }

    /// Whether something is still being made or looked for.
    pub const fn is_busy(&self) -> bool {
        self.building.is_busy() || self.searching.is_busy() || self.pricing.is_busy()
    }

    /// Whether the price is being measured.
    pub const fn is_pricing(&self) -> bool {
        self.pricing.is_busy()
    }

    /// Begins to look for a way between two cells.
    pub fn search(&mut self, ends: (Cell, Cell), begin: Begin, rim: u32) {
        self.way = None;
        let Some(hierarchy) = self.hierarchy.clone() else { return };
        self.searching.start(move |budget| way(&hierarchy, ends, begin, rim, budget));
    }

    /// Begins to measure what its ways cost.
    pub fn measure(&mut self, begin: Begin, rim: u32) {
        let Some(hierarchy) = self.hierarchy.clone() else { return };
        self.price = None;
        self.pricing.start(move |budget| {
            let asked = questions(&hierarchy, QUESTIONS, &mut rng::stream(1, "price of abstraction"));
            let level = if let Begin::Level(level) = begin { Some(level) } else { None };
            price(&hierarchy, &asked, level, rim, &budget.clone().and_nodes(MOST_NODES))
        });
    }

    /// Mends the levels after the map has changed. What was found on them is forgotten.
    pub fn edit(&mut self, changes: &[(Cell, bool)]) {
        self.searching.stop();
        self.pricing.stop();
        (self.way, self.price) = (None, None);
        let Some(hierarchy) = &mut self.hierarchy else { return };
        let clock = Instant::now();
        // A search that was stopped may still hold the levels: then they are copied once.
        let edited = Arc::make_mut(hierarchy).edit(changes);
        self.edited = Some((edited, clock.elapsed()));
    }

    /// Takes what has been made; whether something has come just now, and whether the levels have.
    pub fn poll(&mut self) -> (bool, bool) {
        let levels = self.building.poll().flatten();
        let has_levels = levels.is_some();
        if let Some((hierarchy, time)) = levels {
            (self.hierarchy, self.time) = (Some(Arc::new(hierarchy)), Some(time));
        }
        let way = self.searching.poll();
        let price = self.pricing.poll();
        let has_come = has_levels || way.is_some() || price.is_some();
        self.way = way.unwrap_or_else(|| self.way.take());
        self.price = price.unwrap_or_else(|| self.price.take());
        (has_come, has_levels)
    }
}

fn way(hierarchy: &Hierarchy, (from, to): (Cell, Cell), begin: Begin, rim: u32, budget: &Budget) -> Option<Way> {
    let level = if let Begin::Level(level) = begin { Some(level) } else { None };
    let budget = budget.clone().and_nodes(MOST_NODES);
    let mut refined = Refinement::new(hierarchy, from, to, level, rim)?;
    let mut direct = Refinement::new(hierarchy, from, to, Some(0), 0)?;
    if !refined.finish(&budget) || !direct.finish(&budget) {
        return None;
    }
    let stages = refined.stages().to_vec();
    Some(Way { stages, direct: direct.stages().first()?.clone() })
}
