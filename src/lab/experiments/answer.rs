//! What an experiment has measured.

use crate::base::wording::grouped;

/// A table and a sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What the numbers of a row are.
    pub columns: Vec<&'static str>,
    /// What was measured, with its numbers; NaN where there is none.
    pub rows: Vec<(String, Vec<f64>)>,
    /// What that means, with the numbers in it.
    pub says: String,
}

impl Answer {
    pub(super) fn new(columns: &[&'static str]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new(), says: String::new() }
    }

    pub(super) fn row(&mut self, what: impl Into<String>, values: &[f64]) {
        self.rows.push((what.into(), values.to_vec()));
    }

    pub(super) fn says(self, says: String) -> Self {
        Self { says, ..self }
    }

    /// A number as it is shown: whole ones with spaces between thousands, others with three decimals.
    pub fn number(value: f64) -> String {
        if value.is_nan() {
            return "–".into();
        }
        if value.is_infinite() {
            return "∞".into();
        }
        if value.fract() != 0.0 || value.abs() >= 1e15 {
            return format!("{value:.3}");
        }
        format!("{}{}", if value < 0.0 { "-" } else { "" }, grouped(value.abs() as u64))
    }

    /// The table with its sentence as text in columns.
    pub fn text(&self) -> String {
        let mut rows: Vec<Vec<String>> = vec![vec![String::new()]];
        rows[0].extend(self.columns.iter().map(|column| (*column).to_owned()));
        for (what, values) in &self.rows {
            let mut row = vec![what.clone()];
            row.extend(values.iter().map(|value| Self::number(*value)));
            rows.push(row);
        }
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| rows.iter().filter_map(|row| Some(row.get(column)?.chars().count())).max();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let line = |row: &Vec<String>| {
            let fields = row.iter().zip(&widths).enumerate();
            let fields = fields.map(|(column, (field, width))| match column {
                0 => format!("{field:<width$}"),
                _ => format!("{field:>width$}"),
            });
            fields.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let table: Vec<String> = rows.iter().map(line).collect();
        format!("{}\n\n{}", table.join("\n"), self.says)
    }
}
