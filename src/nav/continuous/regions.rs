//! Convex parts that touch along doors: the form of quadtrees and of merged triangles.
//!
//! A search goes from the middle of one door to that of another of the same part; as parts are convex and free, that is a
//! legal way. It is then pulled tight through the same doors ([`super::funnel`]), which gives the shortest way through
//! these doors, though not always the shortest of all.

use super::funnel::{Door, pulled};
use super::geometry::{Point, turn};
use super::network::Network;
use crate::base::Budget;
use crate::nav::searchers::{Counts, End, Listener};

/// Where polygons cross, corners of parts are rounded: so much may a point lie beside a part and count as on its rim.
const SLACK: f64 = 1e-9;

/// Where two parts touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Portal {
    pub ends: (Point, Point),
    pub parts: (u32, u32),
}

/// Convex parts of the free space with the doors between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Regions {
    /// The corners of each part, clockwise on the screen.
    pub parts: Vec<Vec<Point>>,
    pub portals: Vec<Portal>,
}

/// A way through parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Passage {
    /// The doors in order, by number.
    pub portals: Vec<u32>,
    /// From middle to middle of the doors.
    pub rough: Vec<Point>,
    /// Pulled tight.
    pub smooth: Vec<Point>,
}

impl Regions {
    /// The parts that a point is in or on the rim of.
    pub fn at(&self, point: Point) -> Vec<u32> {
        let is_in = |corners: &[Point]| {
            let side = |index: usize| (corners[index], corners[(index + 1) % corners.len()]);
            (0..corners.len()).map(side).all(|(a, b)| turn(a, b, point) >= -SLACK)
        };
        (0..).zip(&self.parts).filter(|(_, corners)| is_in(corners)).map(|(part, _)| part).collect()
    }

    /// A way between two points. `None` with how the search has ended if there is none.
    pub fn way(
        &self,
        from: Point,
        to: Point,
        budget: &Budget,
        listener: &mut impl Listener,
    ) -> (End, Option<Passage>, Counts) {
        let (starts, goals) = (self.at(from), self.at(to));
        if starts.iter().any(|part| goals.contains(part)) {
            let way = vec![from, to];
            let passage = Passage { portals: Vec::new(), rough: way.clone(), smooth: way };
            return (End::Found, Some(passage), Counts::default());
        }
        let mut network = Network::default();
        let mut doors: Vec<Vec<u32>> = vec![Vec::new(); self.parts.len()];
        for portal in &self.portals {
            let node = network.add(portal.ends.0.middle(portal.ends.1));
            for part in [portal.parts.0, portal.parts.1] {
                for other in &doors[part as usize] {
                    network.link(node, *other);
                }
                doors[part as usize].push(node);
            }
        }
        let ends = [(network.add(from), &starts), (network.add(to), &goals)];
        for (node, parts) in ends {
            for part in parts {
                doors[*part as usize].iter().for_each(|door| network.link(node, *door));
            }
        }
        let (end, path, counts) = network.search(ends[0].0, ends[1].0, budget, listener);
        if end != End::Found {
            return (end, None, counts);
        }
        let portals: Vec<u32> = path[1..path.len() - 1].to_vec();
        let rough: Vec<Point> = path.iter().map(|node| network.points[*node as usize]).collect();
        let smooth = pulled(from, to, &self.doors(&portals, &starts, &goals));
        (end, Some(Passage { portals, rough, smooth }), counts)
    }

    /// Doors with their left and right posts, on a way from one of some parts to one of others. Doors that the way only
    /// touches are left out.
    fn doors(&self, portals: &[u32], starts: &[u32], goals: &[u32]) -> Vec<Door> {
        let mut inside: Vec<u32> = starts.to_vec();
        let mut doors = Vec::with_capacity(portals.len());
        for (index, number) in portals.iter().enumerate() {
            let portal = &self.portals[*number as usize];
            let next = portals.get(index + 1).map(|next| self.portals[*next as usize].parts);
            let goes_on = |part: u32| next.map_or_else(|| goals.contains(&part), |(a, b)| part == a || part == b);
            let (one, other) = portal.parts;
            let crossings = [(one, other), (other, one)];
            let crossing = crossings.iter().find(|(leaves, enters)| inside.contains(leaves) && goes_on(*enters));
            let Some((leaves, enters)) = crossing.copied() else { continue };
            let (a, b) = portal.ends;
            // Seen from the part that is left, with y down, the left post has the right one clockwise of it.
            let is_left = turn(middle(&self.parts[leaves as usize]), a, b) > 0.0;
            doors.push(if is_left { Door { left: a, right: b } } else { Door { left: b, right: a } });
            inside = vec![enters];
        }
        doors
    }
}

/// A point inside of a convex polygon.
pub(super) fn middle(corners: &[Point]) -> Point {
    let count = corners.len().max(1) as f64;
    let sum = corners.iter().fold(Point::default(), |sum, corner| Point::new(sum.x + corner.x, sum.y + corner.y));
    Point::new(sum.x / count, sum.y / count)
}
