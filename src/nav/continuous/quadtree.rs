//! Squares that are split into four until nothing is in the way inside, or until they are small.
//!
//! R. A. Finkel and J. L. Bentley, "Quad Trees: A Data Structure for Retrieval on Composite Keys" (Acta Informatica 4, 1974).
//! A smallest square into which an obstacle reaches is blocked. Free squares are linked where their sides touch, not in
//! corners.

use super::geometry::{Bounds, Point};
use super::grid::{NOTHING, usable};
use super::map::Map;
use super::regions::{Portal, Regions};
use super::triangles::Triangles;

/// The free leaves as parts. The first square is a power of two of squares of `side`, or of larger ones where these would
/// be more than [`super::grid::MOST`] along the map, and holds the map.
pub fn leaves(map: &Map, triangles: &Triangles, side: f64) -> Regions {
    let side = usable(map, side);
    let longest = map.size().x.max(map.size().y);
    let halvings = (0..16).find(|halvings| side * f64::from(1 << halvings) >= longest).unwrap_or(16);
    let whole = side * f64::from(1 << halvings);
    let blocked: Vec<[Point; 3]> = triangles.blocked.iter().map(|triangle| triangles.points(triangle)).collect();
    let mut squares = Vec::new();
    let first = Bounds { least: Point::default(), most: Point::new(whole, whole) };
    split(map, first, halvings, &blocked, &mut squares);
    let parts = squares.iter().map(|square| square.corners().to_vec()).collect();
    Regions { parts, portals: portals(&squares) }
}

fn split(map: &Map, square: Bounds, halvings: u32, near: &[[Point; 3]], leaves: &mut Vec<Bounds>) {
    let area = square.area();
    let inside: Vec<[Point; 3]> =
        near.iter().copied().filter(|corners| square.covered(corners) > NOTHING * area).collect();
    let outside = area - square.covered(&map.bounds().corners());
    if inside.is_empty() && outside <= NOTHING * area {
        leaves.push(square);
        return;
    }
    if halvings == 0 || outside >= area * (1.0 - NOTHING) {
        return;
    }
    let (least, middle) = (square.least, square.middle());
    let half = middle.x - least.x;
    for (right, down) in [(0.0, 0.0), (half, 0.0), (0.0, half), (half, half)] {
        let least = Point::new(least.x + right, least.y + down);
        let most = Point::new(least.x + half, least.y + half);
        split(map, Bounds { least, most }, halvings - 1, &inside, leaves);
    }
}

/// Where the sides of two squares touch: right sides with left ones, lower with upper ones.
fn portals(squares: &[Bounds]) -> Vec<Portal> {
    let mut portals = Vec::new();
    for is_right in [true, false] {
        // Sides by where they lie, then along it.
        let across = |point: Point| if is_right { point.x } else { point.y };
        let along = |point: Point| if is_right { point.y } else { point.x };
        let mut near: Vec<u32> = (0..squares.len() as u32).collect();
        let begin = |number: &u32| squares[*number as usize].least;
        near.sort_by(|a, b| {
            across(begin(a)).total_cmp(&across(begin(b))).then(along(begin(a)).total_cmp(&along(begin(b))))
        });
        for (number, square) in (0..).zip(squares) {
            let line = across(square.most);
            let from = near.partition_point(|other| {
                let other = &squares[*other as usize];
                across(other.least) < line || across(other.least) == line && along(other.most) <= along(square.least)
            });
            let touching = near[from..].iter().take_while(|other| {
                let other = &squares[**other as usize];
                across(other.least) == line && along(other.least) < along(square.most)
            });
            for other in touching {
                let beside = &squares[*other as usize];
                let start = along(square.least).max(along(beside.least));
                let end = along(square.most).min(along(beside.most));
                let point = |along: f64| if is_right { Point::new(line, along) } else { Point::new(along, line) };
                portals.push(Portal { ends: (point(start), point(end)), parts: (number, *other) });
            }
        }
    }
    portals
}
