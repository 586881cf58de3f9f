//! The constrained Delaunay triangulation of a map: triangles that no side of an obstacle crosses.
//!
//! L. P. Chew, "Constrained Delaunay Triangulations" (Algorithmica 4, 1989), by the crate `spade`. Sides that cross one
//! another are split where they do; that corner is rounded, all others are exact. A triangle is wholly inside or outside of
//! each obstacle.

use super::geometry::{Point, doubled_area};
use super::map::Map;
use super::regions::middle;
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;

/// A map cut into triangles.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Triangles {
    pub corners: Vec<Point>,
    /// Numbers of corners, clockwise on the screen.
    pub free: Vec<[u32; 3]>,
    /// The same for those that are inside of obstacles.
    pub blocked: Vec<[u32; 3]>,
}

impl Triangles {
    pub fn new(map: &Map) -> Self {
        let mut triangulation = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
        let rim = map.bounds().corners();
        let rings = std::iter::once(&rim[..]).chain(map.obstacles().iter().map(|obstacle| obstacle.corners()));
        for ring in rings {
            // Coordinates of maps are numbers of the size that `spade` takes, so nothing is left out.
            let handles: Vec<_> =
                ring.iter().filter_map(|corner| triangulation.insert(Point2::new(corner.x, corner.y)).ok()).collect();
            for (index, from) in handles.iter().enumerate() {
                let to = handles[(index + 1) % handles.len()];
                if *from != to {
                    triangulation.add_constraint_and_split(*from, to, |vertex| vertex);
                }
            }
        }
        let corners: Vec<Point> =
            triangulation.vertices().map(|vertex| Point::new(vertex.position().x, vertex.position().y)).collect();
        let mut made = Self { corners, ..Self::default() };
        for face in triangulation.inner_faces() {
            let mut triangle = face.vertices().map(|vertex| vertex.fix().index() as u32);
            let ends = triangle.map(|corner| made.corners[corner as usize]);
            if doubled_area(&ends) < 0.0 {
                triangle.swap(1, 2);
            }
            let inside = map.obstacle_at(middle(&ends)).is_some();
            if inside { made.blocked.push(triangle) } else { made.free.push(triangle) }
        }
        made
    }

    /// The corners of a triangle.
    pub fn points(&self, triangle: &[u32; 3]) -> [Point; 3] {
        triangle.map(|corner| self.corners[corner as usize])
    }

    /// Sides that two free triangles share, with both, in the order of the corners' numbers.
    pub fn shared(&self) -> Vec<([u32; 2], [u32; 2])> {
        let mut sides: BTreeMap<[u32; 2], Vec<u32>> = BTreeMap::new();
        for (number, triangle) in (0..).zip(&self.free) {
            for index in 0..3 {
                let (a, b) = (triangle[index], triangle[(index + 1) % 3]);
                sides.entry([a.min(b), a.max(b)]).or_default().push(number);
            }
        }
        let both = |(side, owners): ([u32; 2], Vec<u32>)| Some((side, [*owners.first()?, *owners.get(1)?]));
        sides.into_iter().filter_map(both).collect()
    }
}
