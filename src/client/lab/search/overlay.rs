//! What lies over the ground of a search on a map: the way, the ends, breakpoints, and the place that the pointer is on.

use super::Searching;
use super::lane::Shown;
use super::verdict::Judged;
use crate::base::{Cell, Grid};
use crate::lab::colour::{BLOCKED, GOAL, Rgb, START, WAY, ground};
use crate::lab::drawing::{At, Drawing, Shape};
use crate::lab::run::{Places, Run};
use crate::nav::searchers::EventKind;
use crate::nav::searchers::grid::GridMap;

/// The chain of the place below the pointer, and breakpoints.
pub(super) const CHAIN: Rgb = [0xb0, 0x35, 0x9a];
const STOP: Rgb = [0xd9, 0x53, 0x4f];

/// The colours of a map.
pub(super) fn colours(map: &GridMap) -> Grid<Rgb> {
    map.prices().map(|price| if *price == 0 { BLOCKED } else { ground(*price) })
}

/// Shapes over a map on which perhaps nothing was searched yet.
pub(super) fn over(page: &Searching, pane: usize, shown: Option<&Shown>) -> Drawing {
    let places = shown.map(|shown| &shown.run.places);
    let (width, height) = match places {
        Some(Places::Grid { width, height }) => (*width, *height),
        _ => (page.opened.prices.width(), page.opened.prices.height()),
    };
    let mut drawing = Drawing::new(String::new(), (f32::from(width), f32::from(height)));
    // A line that is seen from far away, too.
    let unit = f32::from(width.max(height)) / 400.0;
    if let Some(shown) = shown {
        let middle = |place: u32| shown.run.places.at(place).map(|(x, y)| (x + 0.5, y + 0.5));
        let line = |places: &[u32]| places.iter().filter_map(|place| middle(*place)).collect::<Vec<At>>();
        drawing.line(line(&way(shown)), WAY, 0.22_f32.max(unit));
        if let Some((over, place)) = page.hovered
            && over == pane
        {
            drawing.line(line(&shown.cursor.parents(&shown.run, place)), CHAIN, 0.18_f32.max(unit * 0.8));
            outline(&mut drawing, &shown.run, place, CHAIN);
        }
        for place in page.stops.places.iter().filter_map(|spot| spot.place(&shown.run)) {
            outline(&mut drawing, &shown.run, place, STOP);
        }
    }
    if let Some(judged) = page.judged.as_ref().filter(|judged| judged.lane == pane) {
        counter_example(&mut drawing, judged, unit);
    }
    let radius = 0.38_f32.max(unit * 2.0);
    for (end, colour) in ends(page, shown).into_iter().zip([START, GOAL]) {
        if let Some((x, y)) = end {
            drawing.disc((x + 0.5, y + 0.5), radius, colour);
        }
    }
    drawing
}

/// Start and goal. Those of another program's search are where it began and what its way leads to.
fn ends(page: &Searching, shown: Option<&Shown>) -> [Option<At>; 2] {
    match shown.filter(|shown| shown.map.is_none()) {
        Some(shown) => {
            let first = shown.run.records.iter().find(|record| record.kind != EventKind::Round);
            let ends = [first.map(|record| record.place), shown.run.path.last().copied()];
            ends.map(|end| end.and_then(|place| shown.run.places.at(place)))
        }
        None => page.ends.map(|end| Some((f32::from(end.x), f32::from(end.y)))),
    }
}

/// Where an estimate is too high or falls too much, by most.
fn counter_example(drawing: &mut Drawing, judged: &Judged, unit: f32) {
    let middle = |cell: Cell| (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
    if let Some((from, to)) = judged.falls {
        drawing.line(vec![middle(from), middle(to)], STOP, 0.3_f32.max(unit));
        drawing.disc(middle(to), 0.3_f32.max(unit * 1.5), STOP);
    }
    if let Some(cell) = judged.too_high {
        drawing.disc(middle(cell), 0.45_f32.max(unit * 2.5), CHAIN);
        drawing.disc(middle(cell), 0.25_f32.max(unit * 1.5), [0xff, 0xff, 0xff]);
    }
}

fn outline(drawing: &mut Drawing, run: &Run, place: u32, colour: Rgb) {
    if let Some((x, y)) = run.places.at(place) {
        let corners = vec![(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
        drawing.shapes.push(Shape::Area { corners, fill: colour, opacity: 0.25, rim: Some(colour) });
    }
}

/// The way; before it is known that to the place that is looked at.
pub(super) fn way(shown: &Shown) -> Vec<u32> {
    match shown.cursor.event(&shown.run) {
        None => Vec::new(),
        Some(record) if record.kind == EventKind::Path => shown.run.path.clone(),
        Some(_) if shown.cursor.at() as usize == shown.run.records.len() => shown.run.path.clone(),
        Some(record) => shown.cursor.parents(&shown.run, record.place),
    }
}
