//! All distances that are in use on a board, kept up to date with it.

use super::distance::{Distances, Work};
use super::goal::Goal;
use super::layer::Layer;
use super::profile::Profile;
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Field, MAX_SIZE};

/// Distances that are kept at most: more than 64 tanks ask for between two changes of the board, 8 KiB each.
const KEPT: usize = 160;

/// Distances with the number of the question that asked for them last.
#[derive(Debug, Clone)]
struct Kept {
    distances: Distances,
    used: u64,
}

/// All distances that are in use on one board. What it answers does not depend on what was asked before.
#[derive(Debug, Clone, Default)]
pub struct Atlas {
    /// By size, from 1.
    layers: [Option<Layer>; MAX_SIZE as usize],
    kept: Vec<Kept>,
    work: Work,
    questions: u64,
}

impl Atlas {
    pub fn new() -> Self {
        Self::default()
    }

    /// The way to a goal for tanks of a profile, on the board as it is now.
    ///
    /// # Panics
    /// If the size of the profile is not 1 to [`MAX_SIZE`].
    pub fn way(&mut self, field: &Field, goal: Goal, profile: Profile) -> Way<'_> {
        self.questions += 1;
        let slot = usize::from(profile.size) - 1;
        let layer = self.layers[slot].get_or_insert_with(|| Layer::new(field, profile.size));
        layer.update(field);
        let is_it = |kept: &Kept| kept.distances.goal() == goal && kept.distances.profile() == profile;
        let found = match self.kept.iter().position(is_it) {
            Some(found) => {
                self.kept[found].distances.update(field, layer, &mut self.work);
                found
            }
            None if self.kept.len() < KEPT => {
                let distances = Distances::build(field, layer, goal, profile, &mut self.work);
                self.kept.push(Kept { distances, used: 0 });
                self.kept.len() - 1
            }
            None => {
                let ages = self.kept.iter().enumerate().map(|(index, kept)| (kept.used, index));
                // There are `KEPT` of them.
                let (_, oldest) = ages.min().unwrap_or_default();
                self.kept[oldest].distances.retarget(field, layer, goal, profile, &mut self.work);
                oldest
            }
        };
        self.kept[found].used = self.questions;
        Way { layer, distances: &self.kept[found].distances }
    }

    /// The way that [`Self::way`] told since the board changed last, so that several can be looked at together; None: it is
    /// kept no longer.
    pub fn known(&self, goal: Goal, profile: Profile) -> Option<Way<'_>> {
        let layer = self.layers[usize::from(profile.size) - 1].as_ref()?;
        let kept =
            self.kept.iter().find(|kept| kept.distances.goal() == goal && kept.distances.profile() == profile)?;
        Some(Way { layer, distances: &kept.distances })
    }
}

/// The way to a goal from everywhere.
#[derive(Debug, Clone, Copy)]
pub struct Way<'a> {
    layer: &'a Layer,
    distances: &'a Distances,
}

impl<'a> Way<'a> {
    /// The way that distances tell; `layer` is that of their size, and both follow the board.
    pub const fn new(layer: &'a Layer, distances: &'a Distances) -> Self {
        Self { layer, distances }
    }

    /// The cost of the best way from an anchor in parts of [`super::STEP`]; None where there is none, or where the tank
    /// cannot be.
    #[inline]
    pub fn cost(self, anchor: Cell) -> Option<u32> {
        self.distances.at(self.layer, anchor)
    }

    /// The cost of the best way that begins with a step in a direction, whatever moves there; None where there is none.
    #[inline]
    pub fn via(self, anchor: Cell, dir: Dir) -> Option<u32> {
        self.distances.via(self.layer, anchor, dir)
    }

    /// Shots that clear the way for a step; None where no shots do.
    pub fn shots(self, anchor: Cell, dir: Dir) -> Option<u32> {
        self.distances.shots(self.layer, anchor, dir)
    }

    /// Whether a tank with this anchor has reached the goal (and, for a shot, only has to shoot).
    pub fn is_there(self, anchor: Cell) -> bool {
        self.distances.is_there(self.layer, anchor)
    }

    /// The best step from an anchor; of equal ones, straight on. None where the goal is reached and where there is no way.
    pub fn step(self, anchor: Cell, heading: Dir) -> Option<Dir> {
        if self.is_there(anchor) {
            return None;
        }
        let costs = Dir::STRAIGHT.into_iter().filter_map(|dir| Some((self.via(anchor, dir)?, dir != heading, dir)));
        costs.min().map(|(_, _, dir)| dir)
    }

    /// The anchors of the best way from one, with it and the last; empty where there is none.
    pub fn route(self, from: Cell, heading: Dir) -> Vec<Cell> {
        let (mut route, mut at, mut heading) = (Vec::new(), from, heading);
        if self.cost(from).is_none() {
            return route;
        }
        route.push(at);
        // Costs fall with every step, so this ends.
        while let Some(dir) = self.step(at, heading) {
            (at, heading) = (at.step(dir), dir);
            route.push(at);
        }
        route
    }
}
