//! The whole tree as a small picture: a row a ply, and every node as wide as what was visited below it.

use super::Tree;

/// Nodes by pixel, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icicle {
    width: usize,
    rows: usize,
    nodes: Vec<Option<u32>>,
}

impl Icicle {
    /// A picture so many pixels wide, with at most so many plies.
    pub fn new<M: Copy + PartialEq>(tree: &Tree<M>, width: usize, most_rows: usize) -> Self {
        let deepest = tree.nodes().iter().map(|node| usize::from(node.ply)).max().unwrap_or(0);
        let rows = (deepest + 1).min(most_rows);
        let mut picture = Self { width, rows, nodes: vec![None; width * rows] };
        let mut open = vec![(0, 0.0_f64, width as f64)];
        while let Some((node, from, to)) = open.pop() {
            let row = usize::from(tree.node(node).ply);
            if row >= rows {
                continue;
            }
            // Where several nodes share a pixel the first one has it.
            let (left, right) = (from.floor() as usize, (to.ceil() as usize).min(width));
            for pixel in &mut picture.nodes[row * width + left.min(width)..row * width + right] {
                pixel.get_or_insert(node);
            }
            if to - from < 0.25 {
                continue;
            }
            let below: Vec<_> = spans(tree, node, (from, to)).collect();
            open.extend(below.into_iter().rev());
        }
        picture
    }

    pub const fn width(&self) -> usize {
        self.width
    }

    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The node at a pixel of a row.
    pub fn at(&self, x: usize, row: usize) -> Option<u32> {
        if x < self.width { self.nodes.get(row * self.width + x).copied().flatten() } else { None }
    }
}

/// The children of a node with their parts of its width.
fn spans<M: Copy + PartialEq>(
    tree: &Tree<M>,
    node: u32,
    (from, to): (f64, f64),
) -> impl Iterator<Item = (u32, f64, f64)> {
    let share = (to - from) / tree.node(node).visits as f64;
    let mut at = from;
    tree.children(node).map(move |child| {
        let start = at;
        at += tree.node(child).visits as f64 * share;
        (child, start, at)
    })
}

/// Where a node lies in the picture, from 0 to 1.
pub fn span<M: Copy + PartialEq>(tree: &Tree<M>, node: u32) -> (f64, f64) {
    let mut way = vec![node];
    while let Some(last) = way.last().filter(|last| **last != 0) {
        way.push(tree.node(*last).parent);
    }
    way.iter().rev().skip(1).fold((0.0, 1.0), |place, next| {
        let above = tree.node(*next).parent;
        spans(tree, above, place).find(|(child, ..)| child == next).map_or(place, |(_, from, to)| (from, to))
    })
}
