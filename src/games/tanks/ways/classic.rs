//! The techniques of the source: A* that stops after so many expansions and then goes to an intermediate goal, the
//! clearances of each size, free space cut into rectangles. They know no bricks that fall: a brick is a wall.
//!
//! [`Classic`] keeps what they need for one board; a [`Pilot`] is one tank that drives by one of them. Everything can be
//! looked at, so that it can be drawn.

use super::atlas::Atlas;
use super::goal::Goal;
use super::profile::Profile;
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{Field, MAX_SIZE};
use crate::nav::capped::{CappedSearch, EXPANSIONS};
use crate::nav::clearance::Clearance;
use crate::nav::follower::{Advice, Follower, REACH};
use crate::nav::rectangles::{Rectangles, Route};
use crate::nav::regions::Regions;

/// How a way is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Technique {
    /// One table of distances for each goal.
    #[default]
    Distances,
    /// A* without a cap.
    Search,
    /// A* with [`EXPANSIONS`] at most, towards intermediate goals.
    Capped,
    /// Dijkstra's algorithm on rectangles of free space.
    Rectangles,
}

impl Technique {
    pub const ALL: [Self; 4] = [Self::Distances, Self::Search, Self::Capped, Self::Rectangles];

    /// The name shown to people and written on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Distances => "distances",
            Self::Search => "search",
            Self::Capped => "capped",
            Self::Rectangles => "rectangles",
        }
    }

    /// Whether its ways are always the shortest.
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Distances | Self::Search)
    }
}

/// What the techniques of one size of tank need.
#[derive(Debug, Clone)]
struct Sized {
    regions: Regions,
    rectangles: Rectangles,
}

/// What the techniques need on one board; follows its changes.
#[derive(Debug, Clone)]
pub struct Classic {
    clearance: Clearance,
    sizes: [Option<Sized>; MAX_SIZE as usize],
    search: CappedSearch,
    version: u32,
}

impl Classic {
    pub fn new(field: &Field) -> Self {
        let (width, height) = (field.width(), field.height());
        Self {
            clearance: Clearance::new(width, height, MAX_SIZE, |cell| !field.stops_tanks(cell)),
            sizes: Default::default(),
            search: CappedSearch::new(width, height),
            version: field.version(),
        }
    }

    /// Follows the changes of the board.
    pub fn update(&mut self, field: &Field) {
        match field.changed_since(self.version) {
            Some([]) => return,
            Some(changed) => {
                if self.clearance.update(changed, |cell| !field.stops_tanks(cell)).is_empty() {
                    self.version = field.version();
                    return;
                }
            }
            None => self.clearance = Self::new(field).clearance,
        }
        self.sizes = Default::default();
        self.version = field.version();
    }

    /// The side of the largest free square with its top left corner at each cell, up to [`MAX_SIZE`].
    pub const fn clearance(&self) -> &Clearance {
        &self.clearance
    }

    fn sized(&mut self, size: u8) -> &Sized {
        let clearance = &self.clearance;
        self.sizes[usize::from(size) - 1].get_or_insert_with(|| {
            let (width, height) = (clearance.sides().width(), clearance.sides().height());
            let fits = |cell| clearance.fits(cell, size);
            Sized {
                regions: Regions::of_passable(width, height, fits),
                rectangles: Rectangles::new(width, height, fits),
            }
        })
    }

    /// The separate areas of tanks of a size, 1 to [`MAX_SIZE`].
    pub fn regions(&mut self, size: u8) -> &Regions {
        &self.sized(size).regions
    }

    /// The free space of tanks of a size, 1 to [`MAX_SIZE`], as rectangles.
    pub fn rectangles(&mut self, size: u8) -> &Rectangles {
        &self.sized(size).rectangles
    }

    /// Cells that the last search of a pilot expanded, in order.
    pub fn expanded(&self) -> &[Cell] {
        self.search.expanded()
    }
}

/// One tank that drives to one cell by one technique.
#[derive(Debug, Clone)]
pub struct Pilot {
    technique: Technique,
    size: u8,
    goal: Cell,
    follower: Follower,
    route: Vec<Cell>,
    /// The board that the route was found on.
    version: u32,
}

impl Pilot {
    /// A tank of `size` × `size` cells that wants its anchor on `goal`.
    pub fn new(field: &Field, technique: Technique, size: u8, goal: Cell) -> Self {
        let cap = if technique == Technique::Search { u32::MAX } else { EXPANSIONS };
        let follower = Follower::new((field.width(), field.height()), goal, cap, REACH);
        Self { technique, size, goal, follower, route: Vec::new(), version: field.version() }
    }

    pub const fn goal(&self) -> Cell {
        self.goal
    }

    /// The anchors that it means to visit next, the nearest last.
    pub fn route(&self) -> &[Cell] {
        if matches!(self.technique, Technique::Capped | Technique::Search) {
            self.follower.route()
        } else {
            &self.route
        }
    }

    /// What the tank with its anchor `at` a cell should do now. `free` says which anchors can be entered at this moment.
    /// `classic` and `atlas` are those of the board.
    pub fn advise(
        &mut self,
        field: &Field,
        (classic, atlas): (&mut Classic, &mut Atlas),
        at: Cell,
        free: impl Fn(Cell) -> bool,
    ) -> Advice {
        classic.update(field);
        if at == self.goal {
            return Advice::Arrived;
        }
        match self.technique {
            Technique::Capped | Technique::Search => {
                classic.sized(self.size);
                let Classic { clearance, sizes, search, .. } = classic;
                let Some(sized) = &sizes[usize::from(self.size) - 1] else { return Advice::Unreachable };
                let fits = |cell| clearance.fits(cell, self.size) && free(cell);
                self.follower.advise(at, &sized.regions, fits, search)
            }
            Technique::Distances => {
                let way = atlas.way(field, Goal::Cell(self.goal), Profile::driving(self.size));
                self.route = way.route(at, Dir::North);
                self.first(at, free)
            }
            Technique::Rectangles => {
                let stale = self.version != field.version();
                if stale || self.route.last() != Some(&at) {
                    self.version = field.version();
                    let route = classic.rectangles(self.size).route(at, self.goal);
                    self.route = route.map_or_else(Vec::new, |Route { cells, .. }| cells);
                    return self.first(at, free);
                }
                self.next(at, free)
            }
        }
    }

    /// The first step of a route from its start on.
    fn first(&mut self, at: Cell, free: impl Fn(Cell) -> bool) -> Advice {
        if self.route.is_empty() {
            return Advice::Unreachable;
        }
        self.route.reverse();
        self.next(at, free)
    }

    /// The step after the last cell of the route, where the tank is.
    fn next(&mut self, at: Cell, free: impl Fn(Cell) -> bool) -> Advice {
        match self.route.as_slice() {
            [.., next, here] if *here == at && free(*next) => {
                let next = *next;
                self.route.pop();
                Advice::Step(next)
            }
            _ => Advice::Enclosed,
        }
    }
}
