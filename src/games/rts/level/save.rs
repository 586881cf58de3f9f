//! Levels as text.

use super::{Level, MineSpawn, UnitSpawn, spec};
use crate::base::Cell;
use crate::games::rts::rules::Rules;
use std::collections::BTreeSet;
use std::fmt::Write as _;

impl Level {
    /// The level as RON with the ground as a picture; equal units in a filled rectangle become one block. Reading it
    /// again gives an equal level if this one passes [`super::check`].
    ///
    /// # Panics
    /// If a unit's kind comes from other rules.
    pub fn to_ron(&self, rules: &Rules) -> String {
        let mut text = String::with_capacity(self.terrain.len() + 16 * usize::from(self.terrain.height()) + 1024);
        text.push_str("(\n");
        // Writing into a string cannot fail.
        let _ = writeln!(text, "    version: {},", spec::VERSION);
        let _ = writeln!(text, "    name: {},", quoted(&self.name));
        let _ = writeln!(text, "    description: {},", quoted(&self.description));
        text.push_str("    rows: [\n");
        for row in self.terrain.rows() {
            text.push_str("        \"");
            text.extend(row.iter().map(|terrain| terrain.symbol()));
            text.push_str("\",\n");
        }
        text.push_str("    ],\n");
        if !self.lanes.is_empty() {
            text.push_str("    lanes: [\n");
            for (from, columns, rows) in rectangles(&self.lanes) {
                let _ = writeln!(text, "        (from: ({}, {}), size: ({columns}, {rows})),", from.x, from.y);
            }
            text.push_str("    ],\n");
        }
        text.push_str("    units: [\n");
        let mut rest = self.units.as_slice();
        while let Some(first) = rest.first() {
            let (columns, rows) = block(rest);
            let UnitSpawn { side, at, .. } = *first;
            let _ = write!(text, "        (kind: {}, side: {side}, ", quoted(&rules.kind(first.kind).name));
            let _ = match (columns, rows) {
                (1, 1) => writeln!(text, "at: ({}, {})),", at.x, at.y),
                _ => writeln!(text, "from: ({}, {}), size: ({columns}, {rows})),", at.x, at.y),
            };
            rest = &rest[columns * rows..];
        }
        text.push_str("    ],\n");
        if !self.mines.is_empty() {
            text.push_str("    mines: [\n");
            for MineSpawn { at, gold } in &self.mines {
                let _ = writeln!(text, "        (at: ({}, {}), gold: {gold}),", at.x, at.y);
            }
            text.push_str("    ],\n");
        }
        if !self.starts.is_empty() {
            let starts: Vec<_> = self.starts.iter().map(|at| format!("({}, {})", at.x, at.y)).collect();
            let _ = writeln!(text, "    starts: [{}],", starts.join(", "));
        }
        if let Some(rule) = self.victory {
            let _ = writeln!(text, "    victory: {rule:?},");
        }
        text.push_str(")\n");
        text
    }
}

/// Cells as rectangles that do not overlap: each as wide as it gets, then as high.
fn rectangles(cells: &BTreeSet<Cell>) -> Vec<(Cell, i16, i16)> {
    let mut left = cells.clone();
    let mut found = Vec::new();
    while let Some(from) = left.first().copied() {
        let columns = (1..).find(|x| !left.contains(&Cell::new(from.x + x, from.y))).unwrap_or(1);
        let is_row = |y: i16| (0..columns).all(|x| left.contains(&Cell::new(from.x + x, from.y + y)));
        let rows = (1..).find(|y| !is_row(*y)).unwrap_or(1);
        for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
            left.remove(&Cell::new(from.x + x, from.y + y));
        }
        found.push((from, columns, rows));
    }
    found
}

fn quoted(text: &str) -> String {
    ron::to_string(text).expect("a string has a RON form")
}

/// Columns and rows of the largest filled rectangle that the first units form, listed row by row.
fn block(units: &[UnitSpawn]) -> (usize, usize) {
    let first = units[0];
    let continues = |column: usize, row: usize, index: usize| {
        let at = Cell::new(first.at.x.wrapping_add(column as i16), first.at.y.wrapping_add(row as i16));
        units.get(index).is_some_and(|unit| *unit == UnitSpawn { at, ..first })
    };
    let columns = (1..).find(|&column| !continues(column, 0, column)).unwrap_or(1);
    let is_row = |row: usize| (0..columns).all(|column| continues(column, row, row * columns + column));
    let rows = (1..).find(|&row| !is_row(row)).unwrap_or(1);
    (columns, rows)
}
