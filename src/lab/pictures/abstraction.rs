//! A level of a hierarchy over its map, and a way that is refined.

use crate::base::{Cell, Grid};
use crate::lab::colour::{BLOCKED, FREE, GOAL, Rgb, START, WAY};
use crate::lab::drawing::{At, Drawing, of_number};
use crate::nav::abstraction::refine::Stage;
use crate::nav::abstraction::{Hierarchy, Name, Node};

const LINK: Rgb = [0x55, 0x5c, 0x68];
const NODE: Rgb = [0x22, 0x28, 0x33];

/// Where the middle of a node lies.
fn place(node: &Node) -> At {
    let (x, y) = node.middle();
    (x + 0.5, y + 0.5)
}

fn middle(cell: Cell) -> At {
    (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

/// A level over its map: the cells of a node in one colour, the nodes as discs in the middle of their cells, and the links.
/// A level that there is not shows the last one.
pub fn level(hierarchy: &Hierarchy, level: usize) -> Drawing {
    graph(hierarchy, level, usize::MAX).on_ground(&level_ground(hierarchy, level))
}

/// The colours of the cells of a level: those of a node in one colour.
pub fn level_ground(hierarchy: &Hierarchy, level: usize) -> Grid<Rgb> {
    let map = hierarchy.passable();
    let level = level.min(hierarchy.levels().len() - 1);
    ground(map, |cell| hierarchy.node_of(cell, level).filter(|_| level > 0).map(|name| of_number(name, 0.97)))
}

fn ground(map: &Grid<bool>, colour: impl Fn(Cell) -> Option<Rgb>) -> Grid<Rgb> {
    let colours = map.iter().map(|(cell, free)| if *free { colour(cell).unwrap_or(FREE) } else { BLOCKED });
    Grid::from_rows(map.width(), map.height(), colours.collect())
}

/// The nodes of a level and their links; of more than `most` nodes only how many they are.
pub fn graph(hierarchy: &Hierarchy, level: usize, most: usize) -> Drawing {
    let level = level.min(hierarchy.levels().len() - 1);
    let graph = &hierarchy.levels()[level];
    let mut drawing = Drawing::new(format!("{}, level {level}", hierarchy.kind()), size(hierarchy));
    let (nodes, edges, last) = (graph.count(), graph.edges(), hierarchy.levels().len() - 1);
    drawing.about = format!("{nodes} nodes, {edges} edges; level {level} of {last}");
    if nodes > most {
        drawing.about += "; they are too many to be drawn";
        return drawing;
    }
    for (name, node) in graph.nodes() {
        for other in node.neighbours().iter().filter(|other| **other > name).filter_map(|other| graph.get(*other)) {
            drawing.line(vec![place(node), place(other)], LINK, 0.08);
        }
    }
    for (_, node) in graph.nodes() {
        let radius = if level == 0 { 0.12 } else { 0.25 + (node.cells() as f32).sqrt() * 0.05 };
        drawing.disc(place(node), radius, NODE);
    }
    drawing
}

fn size(hierarchy: &Hierarchy) -> At {
    (f32::from(hierarchy.passable().width()), f32::from(hierarchy.passable().height()))
}

/// A stage of a refinement over its map: the corridor that it could use, and the way through it. `expanded` are the nodes of
/// all searches so far.
pub fn stage(hierarchy: &Hierarchy, stage: &Stage, expanded: u64, ends: (Cell, Cell)) -> Drawing {
    way(hierarchy, stage, expanded, ends).on_ground(&stage_ground(hierarchy, stage))
}

/// The colours of the cells of a stage: green where its way goes, blue where it could have gone.
pub fn stage_ground(hierarchy: &Hierarchy, stage: &Stage) -> Grid<Rgb> {
    let mut used: Vec<Name> = stage.path.clone();
    used.sort_unstable();
    ground(hierarchy.passable(), |cell| {
        let name = hierarchy.node_of(cell, stage.level)?;
        let is_used = used.binary_search(&name).is_ok();
        let is_usable = stage.corridor.as_ref().is_some_and(|corridor| corridor.binary_search(&name).is_ok());
        match (is_used, is_usable) {
            (true, _) => Some([0xa9, 0xd8, 0xb4]),
            (_, true) => Some([0xcf, 0xdf, 0xf2]),
            _ => None,
        }
    })
}

/// The way of a stage with its ends.
pub fn way(hierarchy: &Hierarchy, stage: &Stage, expanded: u64, ends: (Cell, Cell)) -> Drawing {
    let graph = &hierarchy.levels()[stage.level];
    let title = format!("{}: the way on level {}", hierarchy.kind(), stage.level);
    let mut drawing = Drawing::new(title, size(hierarchy));
    let width = stage.corridor.as_ref().map_or_else(|| "all".into(), |nodes| nodes.len().to_string());
    let own = stage.counts.expanded;
    drawing.about = format!("{own} nodes expanded of {width} in the corridor; {expanded} on all levels so far");
    let points = stage.path.iter().filter_map(|name| graph.get(*name)).map(place).collect();
    drawing.line(points, WAY, 0.3);
    self::ends(&mut drawing, ends);
    drawing
}

/// Marks the ends of a way.
pub fn ends(drawing: &mut Drawing, (from, to): (Cell, Cell)) {
    drawing.disc(middle(from), 0.45, START);
    drawing.disc(middle(to), 0.45, GOAL);
}
