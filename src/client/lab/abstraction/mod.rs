//! The page of abstractions: a map in ever coarser levels, up to four kinds side by side; a way that is refined level by
//! level, and what it costs; walls that are painted mend the levels at once.

mod asking;
mod layered;
mod panel;
mod pointer;
mod show;

pub use layered::{Begin, Layered, Way};

use super::LabSystems;
use super::chosen::{ChosenMap, MapWish};
use super::job::Job;
use super::maps::{MapChoice, Opened};
use super::playback::Playback;
use super::stage::MOST_PANES;
use super::state::LabPage;
use crate::base::{Cell, Grid};
use crate::nav::abstraction::{Kind, Order};
use crate::nav::coop::mapf::Moves;
use bevy::prelude::*;

/// What the boards show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// The moment is a level.
    #[default]
    Levels,
    /// The moment is a search of the refinement.
    Way,
}

/// What a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum AbstractionWish {
    Map(MapWish),
    /// The map as it was before walls were painted.
    MapAsItWas,
    Moves(Moves),
    /// The kind on a place; nothing there any more.
    Kind(usize, Option<Kind>),
    /// The number of the first kind.
    Number(u64),
    View(View),
    Begin(Begin),
    Rim(u32),
    /// Measure what ways cost.
    Measure,
    Write(Format),
}

/// What the page shows. It stays when the page is left.
#[derive(Resource)]
pub struct Abstractions {
    pub map: ChosenMap,
    /// Whether the map is one that the page was opened with, not the chosen one.
    pub is_opened: bool,
    /// The map as it is.
    pub passable: Grid<bool>,
    /// The map before walls were painted.
    pub before: Grid<bool>,
    pub moves: Moves,
    pub ends: (Cell, Cell),
    pub begin: Begin,
    pub rim: u32,
    pub view: View,
    /// Up to four, side by side.
    pub all: Vec<Layered>,
    pub problem: String,
    opening: Job<Result<Opened, String>>,
}

impl Default for Abstractions {
    fn default() -> Self {
        let nothing = Grid::filled(1, 1, true);
        Self {
            map: ChosenMap { choice: MapChoice::Rooms(7), side: 64, seed: 1 },
            is_opened: false,
            passable: nothing.clone(),
            before: nothing,
            moves: Moves::Eight,
            ends: (Cell::new(0, 0), Cell::new(0, 0)),
            begin: Begin::Half,
            rim: 0,
            view: View::Levels,
            all: Vec::new(),
            problem: String::new(),
            opening: Job::default(),
        }
    }
}

/// The board and the cell that the pointer is on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Hovered(Option<(usize, Cell)>);

/// The kinds that are offered.
fn kinds() -> Vec<Kind> {
    let mut all = vec![Kind::Clique, Kind::CliqueOrphans];
    all.extend([2, 3, 4, 8].map(Kind::Sector));
    all.extend([1, 2, 3].map(|r| Kind::Radius(r, Order::Rows)));
    all.push(Kind::Star);
    all.extend([2, 3, 8].map(Kind::Line));
    all.extend([2, 4, 8].map(Kind::NodeLimit));
    all.extend([Kind::Quadtree, Kind::Rectangles]);
    all
}

impl Abstractions {
    /// Another map: all levels are made anew. Ends are the free cells nearest to two corners.
    fn take_map(&mut self, passable: Grid<bool>, ends: Option<(Cell, Cell)>, playback: &mut Playback) {
        let last = Cell::new(passable.width() as i16 - 1, passable.height() as i16 - 1);
        let nearest = |corner: Cell| {
            let far = |cell: &Cell| (i32::from(cell.x - corner.x).abs()).max(i32::from(cell.y - corner.y).abs());
            passable.cells().filter(|cell| passable[*cell]).min_by_key(far).unwrap_or(corner)
        };
        self.ends = ends.unwrap_or_else(|| (nearest(Cell::new(0, 0)), nearest(last)));
        (self.before, self.passable) = (passable.clone(), passable);
        let kinds: Vec<Kind> = self.all.iter().map(|one| one.kind).collect();
        self.all = kinds.into_iter().map(|kind| Layered::start(kind, &self.passable, self.moves)).collect();
        self.problem.clear();
        playback.begin(self.unit(), 0, 0, 2);
    }

    /// The kind on a place becomes another, or goes. The first is always there.
    fn give(&mut self, place: usize, kind: Option<Kind>) {
        let start = |kind| Layered::start(kind, &self.passable, self.moves);
        match kind {
            Some(kind) if place < self.all.len() => self.all[place] = start(kind),
            Some(kind) if self.all.len() < MOST_PANES => self.all.push(start(kind)),
            None if place < self.all.len() && self.all.len() > 1 => _ = self.all.remove(place),
            _ => {}
        }
    }

    /// All look for their ways again.
    fn search(&mut self) {
        let (ends, begin, rim) = (self.ends, self.begin, self.rim);
        self.all.iter_mut().for_each(|one| one.search(ends, begin, rim));
    }

    /// Whether a map is being opened, or something is made or looked for.
    pub fn is_busy(&self) -> bool {
        self.opening.is_busy() || self.all.iter().any(Layered::is_busy)
    }

    const fn unit(&self) -> &'static str {
        if matches!(self.view, View::Levels) { "level" } else { "search" }
    }

    /// The last moment of what is shown.
    fn length(&self) -> u32 {
        let length = |one: &Layered| match self.view {
            View::Levels => one.hierarchy.as_ref().map_or(0, |levels| levels.levels().len() - 1),
            View::Way => one.way.as_ref().map_or(0, |way| way.stages.len()),
        };
        self.all.iter().map(length).max().unwrap_or(0) as u32
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_new = resource_changed::<Abstractions>.or_else(resource_changed::<Playback>);
    app.init_resource::<Abstractions>()
        .init_resource::<Hovered>()
        .add_message::<AbstractionWish>()
        .add_systems(OnEnter(LabPage::Abstraction), (asking::open, panel::spawn).chain())
        .add_systems(
            Update,
            (
                (pointer::point, asking::act, show::write, asking::collect).chain(),
                (show::show, panel::follow, panel::follow_lists).run_if(is_new),
                show::say.run_if(
                    resource_changed::<Abstractions>
                        .or_else(resource_changed::<Playback>)
                        .or_else(resource_changed::<Hovered>),
                ),
            )
                .chain()
                .in_set(LabSystems::Act)
                .run_if(in_state(LabPage::Abstraction)),
        );
}
