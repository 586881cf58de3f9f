//! Points of the plane with links: what a search goes through.

use super::geometry::Point;
use crate::base::Budget;
use crate::nav::searchers::{Cost, Counts, CycleCheck, End, Listener, Space, a_star};

/// Lengths as costs: parts of 1.
const PARTS: f64 = 1_048_576.0;

/// Points and, for each, those that it is linked to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Network {
    pub points: Vec<Point>,
    pub links: Vec<Vec<u32>>,
}

impl Network {
    /// Adds a point without links; gives its number.
    pub fn add(&mut self, point: Point) -> u32 {
        self.points.push(point);
        self.links.push(Vec::new());
        self.points.len() as u32 - 1
    }

    /// Links two points both ways.
    pub fn link(&mut self, a: u32, b: u32) {
        self.links[a as usize].push(b);
        self.links[b as usize].push(a);
    }

    /// Links, each counted once.
    pub fn edges(&self) -> usize {
        self.links.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The shortest way over links, as numbers of points, with what it took. An empty one if there is none.
    pub fn search(&self, from: u32, to: u32, budget: &Budget, listener: &mut impl Listener) -> (End, Vec<u32>, Counts) {
        let question = Question { network: self, from, to };
        let answer = a_star::search(&question, |at| question.estimate(at), CycleCheck::Visited, budget, listener);
        (answer.end, answer.path, answer.counts)
    }
}

/// The way between two points of a network.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    pub network: &'a Network,
    pub from: u32,
    pub to: u32,
}

impl Question<'_> {
    fn distance(&self, a: u32, b: u32) -> f64 {
        self.network.points[a as usize].distance(self.network.points[b as usize])
    }

    /// The straight way to the goal, rounded down, while links are rounded up: never too long, and monotone.
    pub fn estimate(&self, at: u32) -> Cost {
        (self.distance(at, self.to) * PARTS) as Cost
    }
}

impl Space for Question<'_> {
    type State = u32;
    /// The point that is gone to.
    type Operator = u32;

    fn start(&self) -> u32 {
        self.from
    }

    fn is_goal(&self, at: u32) -> bool {
        at == self.to
    }

    fn key(&self, at: u32) -> u64 {
        u64::from(at)
    }

    fn keys(&self) -> Option<usize> {
        Some(self.network.points.len())
    }

    fn unit(&self) -> Cost {
        PARTS as Cost
    }

    fn each_step(&self, from: u32, mut visit: impl FnMut(u32, u32, Cost)) {
        for to in &self.network.links[from as usize] {
            visit(*to, *to, (self.distance(from, *to) * PARTS).ceil() as Cost);
        }
    }
}
