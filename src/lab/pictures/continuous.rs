//! A continuous map with the graph of a method and its way.

use crate::lab::colour::{BLOCKED, FREE, GOAL, Rgb, START, WAY};
use crate::lab::drawing::{At, Drawing, Shape as Form, of_number};
use crate::nav::continuous::compare::Shape;
use crate::nav::continuous::{Answer, Map, Point};

const LINK: Rgb = [0x8a, 0x93, 0xa3];
const DOOR: Rgb = [0xc2, 0x7a, 0x2c];
const ROUGH: Rgb = [0xb0, 0x55, 0x9a];

fn at(point: &Point) -> At {
    (point.x as f32, point.y as f32)
}

fn area(corners: &[Point], fill: Rgb, opacity: f32, rim: Option<Rgb>) -> Form {
    Form::Area { corners: corners.iter().map(at).collect(), fill, opacity, rim }
}

/// The map alone, as it is drawn by hand.
pub fn map(map: &Map) -> Drawing {
    let mut drawing = Drawing::new("a continuous map".into(), at(&map.size()));
    drawing.about = format!("{} obstacles, {} corners", map.obstacles().len(), map.corner_count());
    drawing.rectangle((0.0, 0.0), at(&map.size()), FREE);
    for obstacle in map.obstacles() {
        drawing.shapes.push(area(obstacle.corners(), BLOCKED, 1.0, None));
    }
    drawing
}

/// What a method has made of a map and the way it has found.
pub fn answer(ground: &Map, answer: &Answer) -> Drawing {
    let mut drawing = map(ground);
    drawing.title = answer.method.name().into();
    let length =
        answer.way.as_ref().map_or_else(|| answer.end.words().into(), |way| format!("length {:.3}", way.length));
    let inside = answer.way.as_ref().filter(|way| way.inside > 1e-6);
    let inside = inside.map_or_else(String::new, |way| format!(", {:.3} of it inside of obstacles", way.inside));
    drawing.about = format!(
        "{length}{inside}; {} nodes, {} edges, {} expanded",
        answer.nodes, answer.edges, answer.counts.expanded
    );
    let unit = (ground.size().x.max(ground.size().y) / 400.0) as f32;
    match &answer.shape {
        Shape::Squares(squares) => {
            for (cell, _) in squares.free.iter().filter(|(_, free)| !**free) {
                let middle = squares.middle(cell);
                let half = squares.side / 2.0;
                let corner = |x: f64, y: f64| Point::new(middle.x + x * half, middle.y + y * half);
                let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                drawing.shapes.push(area(&corners, [0xd0, 0x6a, 0x5a], 0.35, None));
            }
        }
        Shape::Regions(regions) => {
            for (number, part) in (0..).zip(&regions.parts) {
                drawing.shapes.push(area(part, of_number(number, 1.0), 0.35, Some(LINK)));
            }
            for portal in &regions.portals {
                drawing.line(vec![at(&portal.ends.0), at(&portal.ends.1)], DOOR, unit * 0.6);
            }
        }
        Shape::Points(network) => {
            for (from, links) in network.links.iter().enumerate() {
                for to in links.iter().filter(|to| **to as usize > from) {
                    let ends = vec![at(&network.points[from]), at(&network.points[*to as usize])];
                    drawing.line(ends, LINK, unit * 0.25);
                }
            }
            network.points.iter().for_each(|point| drawing.disc(at(point), unit, LINK));
        }
    }
    for (way, colour, width) in [(&answer.rough, ROUGH, unit * 0.7), (&answer.way, WAY, unit * 1.4)] {
        let Some(way) = way else { continue };
        drawing.line(way.points.iter().map(at).collect(), colour, width);
        for (end, colour) in [(way.points.first(), START), (way.points.last(), GOAL)] {
            end.iter().for_each(|end| drawing.disc(at(end), unit * 2.5, colour));
        }
    }
    drawing
}
