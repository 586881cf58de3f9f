//! The page of searches: a map or a puzzle, up to four searchers side by side, every event of them.
//!
//! Searches run beside the frames and are recorded; what is shown is a moment of the record. Whatever changes the question or
//! a searcher searches anew at once.

mod act;
mod hovered;
mod lane;
pub mod moments;
mod overlay;
mod panel;
mod pointer;
mod puzzles;
mod show;
mod stops;
mod verdict;

pub use lane::{Lane, MOST_NODES, Shown};
pub use moments::Pace;
pub use pointer::Tool;
pub use puzzles::puzzles;
pub use stops::{Spot, Stop, Stops};
pub use verdict::Judged;

use super::LabSystems;
use super::chosen::{ChosenMap, MapWish};
use super::job::Job;
use super::maps::{MapChoice, Opened};
use super::stage::MOST_PANES;
use super::state::LabPage;
use crate::base::{Cell, Grid};
use crate::lab::colour::{Rgb, Shade};
use crate::lab::search::{Question, Setup};
use crate::lab::worlds::guess::Guess;
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::estimates::Heuristic;
use crate::nav::searchers::grid::{GridMap, PLAIN};
use crate::nav::searchers::{CycleCheck, Searcher};
use bevy::prelude::*;
use std::sync::Arc;

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum SearchWish {
    Map(MapWish),
    /// Another world; none: the map.
    World(Option<Question>),
    /// The map as it was before it was drawn on.
    Undraw,
    Moves(Moves),
    /// Whether ground has prices of its own.
    Prices(bool),
    Tool(Tool),
    /// Column or row of the start or the goal: which end, which of both, the number.
    End(usize, usize, u64),
    /// Start and goal change places.
    Swap,
    /// Another one of the searches that are side by side is changed below.
    Lane(usize),
    Add,
    Remove,
    Searcher(Searcher),
    Heuristic(Heuristic),
    Guess(Guess),
    Check(CycleCheck),
    /// In hundredths.
    Weight(u64),
    Depth(u64),
    Shade(Shade),
    Pace(Pace),
    /// A breakpoint that is there goes, and the other way round.
    Stop(Stop),
    /// The breakpoints at numbers: which one, the number.
    Least(bool, u64),
    ClearStops,
    /// Looks whether the estimate of the chosen search is admissible and monotone.
    Judge,
}

/// The page.
#[derive(Resource)]
pub struct Searching {
    pub map: ChosenMap,
    /// The map as it is drawn now.
    pub opened: Opened,
    /// The map that the page was opened with, while it is shown instead of the chosen one.
    pub given: Option<Opened>,
    /// Another world instead.
    pub world: Option<Question>,
    pub ends: [Cell; 2],
    pub moves: Moves,
    pub has_prices: bool,
    pub lanes: Vec<Lane>,
    /// The one that the panel is about.
    pub chosen: usize,
    pub pace: Pace,
    pub shade: Shade,
    pub tool: Tool,
    pub stops: Stops,
    /// The place that the pointer is on: board, and place of its run.
    pub hovered: Option<(usize, u32)>,
    /// What went wrong last: a sentence.
    pub said: String,
    /// What was found about an estimate, until something is changed.
    pub judged: Option<Judged>,
    judging: Job<Result<Judged, String>>,
    /// A map that is being made or read.
    opening: Job<Result<Opened, String>>,
    /// The map for searchers, as it was made last.
    ground: Arc<GridMap>,
    /// Its colours.
    colours: Arc<Grid<Rgb>>,
    /// Whether something has changed that is not searched yet.
    is_stale: bool,
    /// How often something new was found.
    version: u32,
}

impl Default for Searching {
    fn default() -> Self {
        let map = ChosenMap { choice: MapChoice::Rooms(7), side: 64, seed: 1 };
        let opened = map.open().unwrap_or_else(|_| Opened { name: String::new(), prices: Grid::filled(64, 64, PLAIN) });
        let ground = Arc::new(GridMap::new(opened.prices.clone(), Moves::Eight));
        let mut page = Self {
            map,
            opened,
            given: None,
            world: None,
            ends: [Cell::default(); 2],
            moves: Moves::Eight,
            has_prices: false,
            lanes: Vec::new(),
            chosen: 0,
            pace: Pace::default(),
            shade: Shade::default(),
            tool: Tool::default(),
            stops: Stops::default(),
            hovered: None,
            said: String::new(),
            judged: None,
            judging: Job::default(),
            opening: Job::default(),
            colours: Arc::new(overlay::colours(&ground)),
            ground,
            is_stale: true,
            version: 0,
        };
        page.place_ends();
        page.lanes.push(Lane::new(Setup::new(page.question(), Searcher::AStar)));
        page
    }
}

impl Searching {
    /// What all searches are asked.
    pub fn question(&self) -> Question {
        let [start, goal] = self.ends;
        self.world.clone().unwrap_or_else(|| Question::Map { map: self.ground.clone(), start, goal })
    }

    /// The search that the panel is about.
    pub fn lane(&self) -> &Lane {
        &self.lanes[self.chosen.min(self.lanes.len() - 1)]
    }

    fn lane_mut(&mut self) -> &mut Lane {
        let chosen = self.chosen.min(self.lanes.len() - 1);
        &mut self.lanes[chosen]
    }

    /// Whether a search goes on.
    pub fn is_busy(&self) -> bool {
        self.is_stale || self.opening.is_busy() || self.lanes.iter().any(Lane::is_busy)
    }

    /// The map has changed: searchers and boards get it.
    fn remake_ground(&mut self) {
        let prices = match self.has_prices {
            true => self.opened.prices.clone(),
            false => self.opened.prices.map(|price| if *price > 0 { PLAIN } else { 0 }),
        };
        self.ground = Arc::new(GridMap::new(prices, self.moves));
        self.colours = Arc::new(overlay::colours(&self.ground));
        self.is_stale = true;
    }

    /// Another map is here: its ends are free cells far from each other.
    fn place_ends(&mut self) {
        let free: Vec<Cell> = self.ground.prices().cells().filter(|cell| self.ground.is_free(*cell)).collect();
        // Those nearest to two opposite corners.
        let start = free.iter().min_by_key(|cell| i32::from(cell.x) + i32::from(cell.y));
        let goal = free.iter().max_by_key(|cell| i32::from(cell.x) + i32::from(cell.y));
        self.ends = [start, goal].map(|end| end.copied().unwrap_or_default());
    }

    /// Opens the map that is chosen, beside the frames: some take seconds to be made.
    fn open_map(&mut self) {
        let map = self.map.clone();
        self.opening.start(move |_| map.open());
    }

    /// Takes the map that was opened; whether there is one.
    fn take_map(&mut self) -> bool {
        let Some(opened) = self.opening.poll() else { return false };
        match opened {
            Ok(opened) => {
                self.given = None;
                self.put(opened);
            }
            Err(problem) => self.said = crate::client::stage::sentence(&problem),
        }
        true
    }

    /// Shows a map. The ends stay if they can.
    fn put(&mut self, opened: Opened) {
        let size = |prices: &Grid<u8>| (prices.width(), prices.height());
        let may_stay = size(&self.opened.prices) == size(&opened.prices);
        self.opened = opened;
        self.forget();
        self.remake_ground();
        if !may_stay || !self.ends.iter().all(|end| self.ground.is_free(*end)) {
            self.place_ends();
        }
    }

    /// What was found is of another map or world.
    fn forget(&mut self) {
        self.said.clear();
        self.hovered = None;
        self.stops.places.clear();
        self.lanes.iter_mut().for_each(Lane::forget);
    }

    /// Shows searches that somebody has set up; what cannot stand beside the first is left out.
    fn show_setups(&mut self, setups: Vec<Setup>) {
        let Some(first) = setups.first() else { return };
        self.opening.stop();
        match &first.question {
            Question::Map { map, start, goal } => {
                self.opened = Opened { name: "a map that was set up elsewhere".into(), prices: map.prices().clone() };
                (self.moves, self.has_prices, self.world) = (map.moves(), !map.is_uniform(), None);
                self.given = Some(self.opened.clone());
                self.ends = [*start, *goal];
                self.remake_ground();
            }
            world => self.world = Some(world.clone()),
        }
        self.forget();
        self.lanes = setups.into_iter().take(MOST_PANES).map(Lane::new).collect();
        self.chosen = 0;
        self.is_stale = true;
    }

    /// Another program's search takes the place of ours, until something is changed.
    pub fn show_run(&mut self, run: crate::lab::run::Run) {
        self.opening.stop();
        self.forget();
        self.lanes.truncate(1);
        self.chosen = 0;
        self.is_stale = false;
        self.lanes[0].show(run, None);
        self.version += 1;
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Searching>()
        .add_message::<SearchWish>()
        .add_systems(OnEnter(LabPage::Search), panel::spawn)
        .add_systems(OnEnter(LabPage::Search), act::open)
        .add_systems(OnEnter(LabPage::Files), act::open)
        .add_systems(
            Update,
            (
                pointer::point.in_set(LabSystems::Ask),
                (act::take_scenes, act::act, act::search, moments::stop, show::show).chain().in_set(LabSystems::Act),
                panel::follow.in_set(LabSystems::Show),
            )
                .run_if(in_state(LabPage::Search)),
        )
        // The other page of searches shows them, too.
        .add_systems(
            Update,
            (act::search, moments::stop, show::show).chain().in_set(LabSystems::Act).run_if(in_state(LabPage::Files)),
        );
}
