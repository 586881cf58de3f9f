//! Navigation points: corners that a shortest way can bend around, linked where they see one another.
//!
//! The visibility graph of T. Lozano-Pérez and M. A. Wesley, "An Algorithm for Planning Collision-Free Paths Among Polyhedral
//! Obstacles" (CACM 22, 1979), reduced: only corners with more than half a turn of free space, and only links that go on
//! past both of their corners, as others are on no shortest way. Its shortest ways are the shortest of all.

use super::geometry::Point;
use super::map::Map;
use super::network::Network;
use super::sight::Sight;
use super::wedges::{Around, Wedge};
use crate::base::Budget;

/// The navigation points of a map.
#[derive(Debug, Clone)]
pub struct Points {
    sight: Sight,
    network: Network,
    /// What is free around each point.
    around: Vec<Around>,
}

/// Whether a way can bend from a direction around what is left out of a wedge: the way goes on past it.
fn goes_past(wedge: Option<Wedge>, direction: Point) -> bool {
    wedge.is_none_or(|wedge| wedge.contains(direction) && !wedge.is_left_out(Point::default() - direction))
}

impl Points {
    /// The corners of a map with all links between them; `None` if the budget, in looks between two points, is spent.
    pub fn new(map: &Map, budget: &Budget) -> Option<Self> {
        let mut corners: Vec<Point> = map.obstacles().iter().flat_map(|obstacle| obstacle.corners()).copied().collect();
        corners.sort_by(Point::order);
        corners.dedup();
        let mut made = Self { sight: Sight::new(map), network: Network::default(), around: Vec::new() };
        for corner in corners {
            let around = Around::new(map, corner);
            if around.wide().is_some() {
                made.add(corner, around);
            }
        }
        let mut looks = 0;
        for a in 0..made.around.len() {
            for b in 0..a {
                looks += 1;
                if budget.is_spent_within(looks, 1024) {
                    return None;
                }
                if made.are_linked(a, b) {
                    made.network.link(a as u32, b as u32);
                }
            }
        }
        Some(made)
    }

    fn add(&mut self, point: Point, around: Around) {
        self.network.add(point);
        self.around.push(around);
    }

    fn are_linked(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.network.points[a], self.network.points[b]);
        goes_past(self.around[a].wide(), to - from)
            && goes_past(self.around[b].wide(), from - to)
            && self.sight.sees((from, &self.around[a]), (to, &self.around[b]))
    }

    /// The corners with their links.
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// The corners with their links, and two more points that see what they see: the numbers of these are the last ones.
    /// The points lie on the raster.
    pub fn with(&self, map: &Map, from: Point, to: Point) -> Network {
        let mut network = self.network.clone();
        let ends = [(from, Around::new(map, from)), (to, Around::new(map, to))];
        for (point, around) in &ends {
            let number = network.add(*point);
            for (corner, free) in self.around.iter().enumerate() {
                let at = self.network.points[corner];
                if goes_past(free.wide(), *point - at) && self.sight.sees((*point, around), (at, free)) {
                    network.link(number, corner as u32);
                }
            }
        }
        let last = network.points.len() as u32 - 1;
        if self.sight.sees((from, &ends[0].1), (to, &ends[1].1)) {
            network.link(last - 1, last);
        }
        network
    }
}
