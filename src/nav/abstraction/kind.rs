//! The kinds of abstraction, by name.

use super::graph::{Changed, Dirty, Graph};
use super::greedy;
use super::line::Line;
use super::node_limit::NodeLimit;
use super::order::Order;
use super::radius::Radius;
use super::star::Star;
use super::{clique, pieces, quadtree, rectangles, sector};
use crate::base::{Budget, Grid};

/// How nodes are put into groups. Numbers are at least 1 for a radius and at least 2 for the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// All of a group are linked to one another.
    Clique,
    /// Cliques, which nodes with a single link join.
    CliqueOrphans,
    /// Connected pieces in squares of kⁱ cells.
    Sector(u32),
    /// All within r edges of the first.
    Radius(u32, Order),
    /// A node and its neighbours, those with the most first.
    Star,
    /// Chains of k.
    Line(u32),
    /// Breadth-first groups of k.
    NodeLimit(u32),
    /// Squares without an obstacle in them.
    Quadtree,
    /// Rectangles without an obstacle in them.
    Rectangles,
}

impl Kind {
    /// All of them, with the numbers of the first source where it names some.
    pub const ALL: [Self; 9] = [
        Self::Clique,
        Self::CliqueOrphans,
        Self::Sector(3),
        Self::Radius(1, Order::Rows),
        Self::Star,
        Self::Line(3),
        Self::NodeLimit(4),
        Self::Quadtree,
        Self::Rectangles,
    ];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clique => "clique",
            Self::CliqueOrphans => "clique-orphans",
            Self::Sector(_) => "sector",
            Self::Radius(..) => "radius",
            Self::Star => "star",
            Self::Line(_) => "line",
            Self::NodeLimit(_) => "node-limit",
            Self::Quadtree => "quadtree",
            Self::Rectangles => "rectangles",
        }
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Clique => "Nodes that are all linked to one another become one.",
            Self::CliqueOrphans => "Cliques become one, and a node with a single link joins its neighbour.",
            Self::Sector(_) => "The map is divided into squares; what is connected inside a square becomes one node.",
            Self::Radius(..) => "A node takes in all free ones that are at most so many edges away.",
            Self::Star => "A node takes in its free neighbours; nodes with many neighbours choose first.",
            Self::Line(_) => "Chains of so many nodes become one, depth first.",
            Self::NodeLimit(_) => "Groups of so many nodes become one, breadth first.",
            Self::Quadtree => "Squares are split until nothing is in the way inside of them, then put together again.",
            Self::Rectangles => "Free space is cut into rectangles, which then join as stars do.",
        }
    }

    /// The number that it takes, if it takes one.
    pub const fn number(self) -> Option<u32> {
        match self {
            Self::Sector(k) | Self::Radius(k, _) | Self::Line(k) | Self::NodeLimit(k) => Some(k),
            Self::Clique | Self::CliqueOrphans | Self::Star | Self::Quadtree | Self::Rectangles => None,
        }
    }

    /// What is counted by the number; empty without one.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Sector(_) => "cells of a side",
            Self::Radius(..) => "edges",
            Self::Line(_) | Self::NodeLimit(_) => "nodes",
            Self::Clique | Self::CliqueOrphans | Self::Star | Self::Quadtree | Self::Rectangles => "",
        }
    }

    /// The least number that makes groups at all.
    const fn least(self) -> u32 {
        if matches!(self, Self::Radius(..)) { 1 } else { 2 }
    }

    /// The largest: groups are looked through one by one.
    pub const MOST: u32 = 64;

    /// The kind of a name, with a number in place of the usual one.
    ///
    /// # Errors
    /// One sentence: there is no such kind, or it does not take this number.
    pub fn named(name: &str, number: Option<u32>) -> Result<Self, String> {
        let Some(kind) = Self::ALL.into_iter().find(|kind| kind.name() == name) else {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            return Err(format!("{name:?} is no abstraction; there are {}", names.join(", ")));
        };
        let Some(number) = number else { return Ok(kind) };
        if kind.number().is_none() {
            return Err(format!("{name} takes no number"));
        }
        let least = kind.least();
        if !(least..=Self::MOST).contains(&number) {
            return Err(format!("{name} takes a number of {least} to {}, not {number}", Self::MOST));
        }
        Ok(match kind {
            Self::Sector(_) => Self::Sector(number),
            Self::Radius(_, order) => Self::Radius(number, order),
            Self::Line(_) => Self::Line(number),
            Self::NodeLimit(_) => Self::NodeLimit(number),
            Self::Clique | Self::CliqueOrphans | Self::Star | Self::Quadtree | Self::Rectangles => kind,
        })
    }

    /// Gives the nodes of a level their groups again after some have changed.
    pub(super) fn regroup(
        self,
        passable: &Grid<bool>,
        level: usize,
        (graph, above): (&mut Graph, &Graph),
        dirty: &Dirty,
        budget: &Budget,
    ) -> Option<Changed> {
        match self {
            Self::Clique => clique::regroup(false, graph, above, dirty, budget),
            Self::CliqueOrphans => clique::regroup(true, graph, above, dirty, budget),
            Self::Sector(k) => pieces::regroup(sector::side(k, level), graph, above, dirty, budget),
            Self::Radius(r, order) => greedy::regroup(&Radius { r, order, level }, graph, above, dirty, budget),
            Self::Star => greedy::regroup(&Star, graph, above, dirty, budget),
            Self::Line(k) => greedy::regroup(&Line(k), graph, above, dirty, budget),
            Self::NodeLimit(k) => greedy::regroup(&NodeLimit(k), graph, above, dirty, budget),
            Self::Quadtree => quadtree::regroup(passable, level, graph, above, dirty, budget),
            Self::Rectangles if level == 0 => rectangles::regroup(passable, graph, above, dirty, budget),
            Self::Rectangles => greedy::regroup(&Star, graph, above, dirty, budget),
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())?;
        self.number().map_or(Ok(()), |number| write!(f, " {number}"))
    }
}
