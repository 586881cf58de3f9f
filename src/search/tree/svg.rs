//! A tree as a picture for a paper: plies from left to right, the expected line bold, cuts marked, and what is left out
//! counted.

use super::export::{About, sign};
use super::{Node, Tree};
use std::collections::BTreeSet;
use std::fmt::Write;

/// How much of a tree is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub nodes: usize,
    pub plies: u8,
    /// Children of a node, the best first.
    pub wide: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { nodes: 160, plies: 6, wide: 12 }
    }
}

/// Size of a box, and room between plies and between rows, in units of the picture.
const BOX: (f64, f64) = (118.0, 20.0);
const APART: (f64, f64) = (170.0, 26.0);
const MARGIN: f64 = 24.0;
/// Room for the heading.
const HEAD: f64 = 58.0;

/// The nodes that are drawn: the expected line, then what is best and near the root.
fn chosen<M: Copy + PartialEq>(tree: &Tree<M>, limits: Limits, line: &[u32]) -> BTreeSet<u32> {
    let mut chosen: BTreeSet<u32> = line.iter().copied().filter(|node| tree.node(*node).ply <= limits.plies).collect();
    chosen.insert(0);
    // What costs least comes first: a place further down among its siblings, or a ply deeper.
    let mut front = BTreeSet::from([(0_usize, 0_u32)]);
    while let Some((cost, node)) = front.pop_first() {
        if chosen.len() >= limits.nodes {
            break;
        }
        chosen.insert(node);
        if tree.node(node).ply < limits.plies {
            let best = best_first(tree, node).into_iter().take(limits.wide);
            front.extend(best.enumerate().map(|(place, child)| (cost + place + 2, child)));
        }
    }
    chosen
}

fn best_first<M: Copy + PartialEq>(tree: &Tree<M>, node: u32) -> Vec<u32> {
    let side = tree.node(node).side;
    let mut children: Vec<u32> = tree.children(node).filter(|child| !tree.node(*child).superseded).collect();
    children.sort_by_key(|child| std::cmp::Reverse(tree.node(*child).value(side).map(|(value, _)| value)));
    children
}

/// What XML wants written otherwise.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

struct Drawing<'a, M> {
    tree: &'a Tree<M>,
    about: &'a About<'a, M>,
    chosen: BTreeSet<u32>,
    line: BTreeSet<u32>,
    /// Rows that are full.
    rows: f64,
    edges: String,
    boxes: String,
}

impl<M: Copy + PartialEq> Drawing<'_, M> {
    /// Draws a node and what is below it; the height of its middle.
    fn draw(&mut self, node: u32) -> f64 {
        let tree = self.tree;
        let shown: Vec<u32> = best_first(tree, node).into_iter().filter(|child| self.chosen.contains(child)).collect();
        let left_out = tree.children(node).filter(|child| !tree.node(*child).superseded).count() - shown.len();
        let untried = tree.node(node).untried;
        let note = match (left_out, untried) {
            (0, 0) => None,
            (some, 0) => Some(format!("{some} more")),
            (0, cut) => Some(format!("cut: {cut} not tried")),
            (some, cut) => Some(format!("{some} more; cut: {cut} not tried")),
        };
        let mut middles: Vec<(u32, f64)> = Vec::new();
        for child in shown {
            let middle = self.draw(child);
            middles.push((child, middle));
        }
        let x = MARGIN + f64::from(tree.node(node).ply) * APART.0;
        let has_rows = !middles.is_empty();
        let mut own = || {
            let y = HEAD + self.rows * APART.1 + APART.1 / 2.0;
            self.rows += 1.0;
            y
        };
        let note_at = if has_rows && note.is_some() { Some(own()) } else { None };
        let middle = match (middles.first(), middles.last()) {
            (Some((_, first)), Some((_, last))) => f64::midpoint(*first, *last),
            _ => own(),
        };
        for (child, at) in &middles {
            let is_line = self.line.contains(child) && (node == 0 || self.line.contains(&node));
            self.edge((x + BOX.0, middle), (x + APART.0, *at), is_line);
        }
        self.put(node, x, middle);
        if let Some(note) = note {
            let (x, y) = note_at.map_or((x + BOX.0 + 6.0, middle), |y| (x + APART.0, y));
            let _ = writeln!(
                self.boxes,
                r##"<text x="{x:.1}" y="{:.1}" fill="#777" font-size="10">{}</text>"##,
                y + 3.5,
                escaped(&note)
            );
        }
        middle
    }

    fn edge(&mut self, from: (f64, f64), to: (f64, f64), is_line: bool) {
        let bend = f64::midpoint(from.0, to.0);
        let (color, width) = if is_line { ("#b8860b", 2.4) } else { ("#999", 1.0) };
        let _ = writeln!(
            self.edges,
            r#"<path d="M{:.1} {:.1} C{bend:.1} {:.1} {bend:.1} {:.1} {:.1} {:.1}" fill="none" stroke="{color}" stroke-width="{width}"/>"#,
            from.0, from.1, from.1, to.1, to.0, to.1
        );
    }

    fn put(&mut self, node: u32, x: f64, y: f64) {
        let Node { step, side, ply, .. } = *self.tree.node(node);
        let mover = self.tree.node(self.tree.node(node).parent).side;
        let word =
            step.map_or_else(|| self.about.sides[usize::from(side.min(1))].clone() + " to move", self.about.word);
        let value = self.tree.node(node).value(self.tree.root().side);
        let value = value.map_or_else(String::new, |(value, bound)| format!("{} {value}", sign(bound)));
        let fill = match (ply, mover) {
            (0, _) => "#eee",
            (_, 0) => "#dbe8f8",
            _ => "#f8dedb",
        };
        let is_line = node == 0 || self.line.contains(&node);
        let (stroke, width, weight) = if is_line { ("#b8860b", 2, "bold") } else { ("#888", 1, "normal") };
        let (top, base) = (y - BOX.1 / 2.0, y + 4.0);
        let _ = writeln!(
            self.boxes,
            r#"<rect x="{x:.1}" y="{top:.1}" width="{}" height="{}" rx="4" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>"#,
            BOX.0, BOX.1
        );
        let _ = writeln!(
            self.boxes,
            r#"<text x="{:.1}" y="{base:.1}" font-weight="{weight}">{}</text><text x="{:.1}" y="{base:.1}" text-anchor="end">{}</text>"#,
            x + 6.0,
            escaped(&word),
            x + BOX.0 - 6.0,
            escaped(&value)
        );
    }
}

/// The picture of a tree.
pub fn svg<M: Copy + PartialEq>(tree: &Tree<M>, about: &About<M>, limits: Limits) -> String {
    let line = tree.expected(0);
    let chosen = chosen(tree, limits, &line);
    let plies = chosen.iter().map(|node| tree.node(*node).ply).max().unwrap_or(0);
    let mut drawing = Drawing {
        tree,
        about,
        chosen,
        line: line.into_iter().collect(),
        rows: 0.0,
        edges: String::new(),
        boxes: String::new(),
    };
    drawing.draw(0);
    let width = MARGIN * 2.0 + f64::from(plies) * APART.0 + BOX.0 + 130.0;
    let height = HEAD + drawing.rows * APART.1 + MARGIN;
    let told = format!(
        "{}; {} of {} visits drawn; values for {}; = exact, ≥ at least, ≤ at most",
        about.thinker,
        drawing.chosen.len(),
        tree.root().visits,
        about.sides[usize::from(tree.root().side.min(1))]
    );
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{MARGIN}\" y=\"43\" fill=\"#555\" font-size=\"11\">{}</text>\n{}{}</svg>\n",
        escaped(&about.title),
        escaped(&told),
        drawing.edges,
        drawing.boxes
    )
}
