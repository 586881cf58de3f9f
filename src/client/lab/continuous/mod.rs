//! The page of continuous maps: polygons that are drawn corner by corner, taken from a map or read from a file, and the graphs
//! that five methods make of them, each with its way, side by side.

pub mod asking;
mod panel;
mod pointer;
mod show;

use super::LabSystems;
use super::chosen::{ChosenMap, MapWish};
use super::job::Job;
use super::maps::MapChoice;
use super::stage::MOST_PANES;
use super::state::LabPage;
use crate::nav::continuous::compare::Refusal;
use crate::nav::continuous::{Answer, Map, Method, Point};
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

/// Where the polygons come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    Empty,
    /// A few polygons to begin with.
    Sample,
    /// The blocked cells of a map, put together to rectangles.
    Cells(MapChoice),
    /// Polygons in RON or SVG.
    File(PathBuf),
}

/// What the map or a picture is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Ron,
    Svg,
    Png,
}

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum ContinuousWish {
    Source(Source),
    /// Of maps of cells.
    Map(MapWish),
    /// So many squares along the longer side.
    Squares(u32),
    /// Shows what a method has made, or no longer.
    Show(Method),
    /// The polygon that is being drawn becomes an obstacle.
    Close,
    /// Its last corner goes, or the last obstacle.
    TakeBack,
    Write(Format),
}

/// What a method has answered, and how long it took.
pub type Answered = (Method, Result<Answer, Refusal>, Duration);

/// What the page shows. It stays when the page is left.
#[derive(Resource)]
pub struct Continuous {
    pub source: Source,
    /// The map whose cells are taken.
    pub cells: ChosenMap,
    pub map: Map,
    pub ends: (Point, Point),
    pub squares: u32,
    /// Corners of the polygon that is being drawn.
    pub drawn: Vec<Point>,
    /// The methods whose graphs are shown, at most four.
    pub shown: Vec<Method>,
    pub answers: Vec<Answered>,
    /// What is wrong with what was drawn or read, or was done last.
    pub said: String,
    asking: Job<Vec<Answered>>,
    /// Whether something has changed since what is being asked was asked.
    is_stale: bool,
}

impl Default for Continuous {
    fn default() -> Self {
        let (map, ends) = asking::sample();
        Self {
            source: Source::Sample,
            cells: ChosenMap { choice: MapChoice::Rooms(7), side: 32, seed: 1 },
            map,
            ends,
            squares: 64,
            drawn: Vec::new(),
            shown: vec![Method::GridWorst, Method::Quadtree, Method::Convex, Method::Points],
            answers: Vec::new(),
            said: String::new(),
            asking: Job::default(),
            is_stale: true,
        }
    }
}

/// Where the pointer is.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
struct Hovered(Option<Point>);

impl Continuous {
    /// Whether methods are at work.
    pub const fn is_busy(&self) -> bool {
        self.asking.is_busy() || self.is_stale
    }

    /// Something has changed: all methods are asked again. The answers of before stay until then.
    fn change(&mut self) {
        self.is_stale = true;
    }

    /// How near the pointer has to be to something: a share of the map.
    fn reach(&self) -> f64 {
        self.map.size().x.max(self.map.size().y) / 60.0
    }

    /// The polygon that is being drawn becomes an obstacle, or stays as it is if it makes none.
    fn close(&mut self) {
        if self.drawn.is_empty() {
            return;
        }
        match self.map.add(&self.drawn) {
            Ok(()) => {
                self.drawn.clear();
                self.said.clear();
                self.change();
            }
            Err(problem) => self.said = crate::client::stage::sentence(&problem.to_string()),
        }
    }

    fn toggle(&mut self, method: Method) {
        if let Some(place) = self.shown.iter().position(|one| *one == method) {
            if self.shown.len() > 1 {
                self.shown.remove(place);
            }
            return;
        }
        if self.shown.len() == MOST_PANES {
            self.shown.remove(0);
        }
        self.shown.push(method);
        self.shown.sort_by_key(|one| Method::ALL.iter().position(|other| other == one));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Continuous>()
        .init_resource::<Hovered>()
        .add_message::<ContinuousWish>()
        .add_systems(OnEnter(LabPage::Continuous), (asking::open, panel::spawn).chain())
        .add_systems(
            Update,
            (
                (pointer::point, pointer::keys, asking::act, show::write, asking::collect).chain(),
                (show::show, panel::follow, panel::follow_lists).run_if(resource_changed::<Continuous>),
                show::say.run_if(resource_changed::<Continuous>.or_else(resource_changed::<Hovered>)),
            )
                .chain()
                .in_set(LabSystems::Act)
                .run_if(in_state(LabPage::Continuous)),
        );
}
