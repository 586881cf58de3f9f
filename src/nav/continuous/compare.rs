//! The same question to all four sorts of graph, with the answers side by side.

use super::geometry::{Point, length};
use super::grid::{Judge, Squares};
use super::map::Map;
use super::points::Points;
use super::regions::Regions;
use super::triangles::Triangles;
use super::wedges::Around;
use super::{convex, quadtree};
use crate::base::Budget;
use crate::nav::searchers::{Counts, End, Listener};

/// How a graph is made of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// Equal squares, each as bad as its worst part.
    GridWorst,
    /// Equal squares, each as bad as its largest part.
    GridLargest,
    Quadtree,
    /// Convex parts, and a string pulled tight through their doors.
    Convex,
    /// Corners that see one another.
    Points,
}

impl Method {
    pub const ALL: [Self; 5] = [Self::GridWorst, Self::GridLargest, Self::Quadtree, Self::Convex, Self::Points];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GridWorst => "grid-worst",
            Self::GridLargest => "grid-largest",
            Self::Quadtree => "quadtree",
            Self::Convex => "convex",
            Self::Points => "points",
        }
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::GridWorst => {
                "Equal squares; one that an obstacle reaches into is blocked. Safe, but narrow gaps close."
            }
            Self::GridLargest => {
                "Equal squares; one that is covered by more than half is blocked. Ways may cut obstacles."
            }
            Self::Quadtree => {
                "Squares, split where something is in the way. Large squares in the open, small ones at rims."
            }
            Self::Convex => "Triangles put together to convex parts; the way is pulled tight like a string.",
            Self::Points => {
                "The corners of the obstacles, linked where they see one another. The shortest way there is."
            }
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// What all methods are told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Side of a square of the grid and of a smallest one of the quadtree.
    pub side: f64,
}

impl Options {
    /// Sixty-four squares along the longer side.
    pub fn of(map: &Map) -> Self {
        Self { side: map.size().x.max(map.size().y) / 64.0 }
    }
}

/// A way on the plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    pub points: Vec<Point>,
    pub length: f64,
    /// How much of it lies inside of obstacles; only that of [`Method::GridLargest`] ever does.
    pub inside: f64,
}

impl Way {
    fn new(map: &Map, points: Vec<Point>) -> Self {
        Self { length: length(&points), inside: map.inside(&points), points }
    }
}

/// The graph of a method, for drawing.
#[derive(Debug, Clone)]
pub enum Shape {
    Squares(Squares),
    Regions(Regions),
    /// The corners with their links, the start and the goal last.
    Points(super::network::Network),
}

/// What a method answers.
#[derive(Debug, Clone)]
pub struct Answer {
    pub method: Method,
    /// Squares, parts or corners that can be used; a start and a goal that join them do not count.
    pub nodes: usize,
    pub edges: usize,
    pub end: End,
    /// The way, if one was found.
    pub way: Option<Way>,
    /// The way before it was pulled tight, where that is done: from door to door through their middles.
    pub rough: Option<Way>,
    pub counts: Counts,
    pub shape: Shape,
}

/// Why a question cannot be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the {0} lies outside of the map")]
    Outside(&'static str),
    #[error("the {0} lies inside of an obstacle")]
    Inside(&'static str),
    #[error("the map has too many corners for the time it was given")]
    Stopped,
}

/// The start or goal on the raster.
fn on_map(map: &Map, point: Point, name: &'static str) -> Result<Point, Refusal> {
    let point = point.on_raster();
    if !map.bounds().contains(point) {
        return Err(Refusal::Outside(name));
    }
    if Around::new(map, point).is_blocked() { Err(Refusal::Inside(name)) } else { Ok(point) }
}

/// Asks one method for a way between two points, which are moved to the raster.
///
/// # Errors
/// If a point is where nobody can be, or the budget is spent before the graph is made. A search that is stopped later says
/// so in its answer.
pub fn ask(
    method: Method,
    map: &Map,
    options: &Options,
    (from, to): (Point, Point),
    budget: &Budget,
    listener: &mut impl Listener,
) -> Result<Answer, Refusal> {
    let (from, to) = (on_map(map, from, "start")?, on_map(map, to, "goal")?);
    if budget.is_spent(0) {
        return Err(Refusal::Stopped);
    }
    match method {
        Method::GridWorst | Method::GridLargest => {
            let judge = if method == Method::GridWorst { Judge::WorstPart } else { Judge::LargestPart };
            let squares = Squares::new(map, &Triangles::new(map), options.side, judge);
            let (mut network, numbers) = squares.network();
            let (nodes, edges) = (network.points.len(), network.edges());
            let ends = [from, to].map(|point| (network.add(point), numbers[squares.at(point)]));
            for (end, square) in ends {
                if let Some(square) = square {
                    network.link(end, square);
                }
            }
            let (end, path, counts) = network.search(ends[0].0, ends[1].0, budget, listener);
            let points = path.iter().map(|number| network.points[*number as usize]).collect();
            let way = (end == End::Found).then(|| Way::new(map, points));
            Ok(Answer { method, nodes, edges, end, way, rough: None, counts, shape: Shape::Squares(squares) })
        }
        Method::Quadtree | Method::Convex => {
            let triangles = Triangles::new(map);
            let regions = match method {
                Method::Quadtree => quadtree::leaves(map, &triangles, options.side),
                _ => convex::parts(&triangles),
            };
            let (end, passage, counts) = regions.way(from, to, budget, listener);
            let (nodes, edges) = (regions.parts.len(), regions.portals.len());
            let (rough, way) = passage.map(|passage| (passage.rough, passage.smooth)).unzip();
            let [rough, way] = [rough, way].map(|points| points.map(|points| Way::new(map, points)));
            Ok(Answer { method, nodes, edges, end, way, rough, counts, shape: Shape::Regions(regions) })
        }
        Method::Points => {
            let points = Points::new(map, budget).ok_or(Refusal::Stopped)?;
            let (nodes, edges) = (points.network().points.len(), points.network().edges());
            let network = points.with(map, from, to);
            let last = network.points.len() as u32 - 1;
            let (end, path, counts) = network.search(last - 1, last, budget, listener);
            let way = path.iter().map(|number| network.points[*number as usize]).collect();
            let way = (end == End::Found).then(|| Way::new(map, way));
            Ok(Answer { method, nodes, edges, end, way, rough: None, counts, shape: Shape::Points(network) })
        }
    }
}

/// Asks all methods.
///
/// # Errors
/// As [`ask`].
pub fn ask_all(
    map: &Map,
    options: &Options,
    question: (Point, Point),
    budget: &Budget,
) -> Result<Vec<Answer>, Refusal> {
    Method::ALL.into_iter().map(|method| ask(method, map, options, question, budget, &mut ())).collect()
}
