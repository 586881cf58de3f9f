//! Runs side by side as a table, for the screen and as CSV.

use super::run::{Report, Run};
use crate::nav::searchers::{Counts, End};
use std::time::Duration;

/// The columns, as they are called in files.
pub const COLUMNS: [&str; 12] = [
    "search",
    "end",
    "cost",
    "length",
    "expanded",
    "generated",
    "refused",
    "reopened",
    "peak_open",
    "peak_stored",
    "abstract_expanded",
    "ms",
];

/// A line of the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub title: String,
    pub end: End,
    /// In steps or cells.
    pub cost: Option<f64>,
    /// Operators of the way.
    pub length: Option<usize>,
    pub counts: Counts,
    /// Without a listener, if it was measured.
    pub time: Option<Duration>,
}

impl Line {
    pub fn of_run(run: &Run) -> Self {
        let length = (!run.path.is_empty()).then(|| run.path.len() - 1);
        Self { title: run.title.clone(), end: run.end, cost: run.cost, length, counts: run.counts, time: run.time }
    }

    pub fn of_report(title: String, report: &Report, time: Option<Duration>) -> Self {
        let length = report.length();
        Self { title, end: report.end, cost: report.cost, length, counts: report.counts, time }
    }

    /// The fields in the order of [`COLUMNS`]; empty where there is nothing to say.
    pub fn fields(&self) -> [String; COLUMNS.len()] {
        let counts = &self.counts;
        [
            self.title.clone(),
            self.end.name().into(),
            self.cost.map_or_else(String::new, |cost| format!("{cost:.6}")),
            self.length.map_or_else(String::new, |length| length.to_string()),
            counts.expanded.to_string(),
            counts.generated.to_string(),
            counts.refused.to_string(),
            counts.reopened.to_string(),
            counts.peak_open.to_string(),
            counts.peak_stored.to_string(),
            counts.abstract_expanded.to_string(),
            self.time.map_or_else(String::new, |time| format!("{:.3}", time.as_secs_f64() * 1e3)),
        ]
    }
}

/// A field of CSV (RFC 4180): quoted where it has to be.
pub fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// The table as CSV with a line of column names.
pub fn csv(lines: &[Line]) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for line in lines {
        text += &(line.fields().each_ref().map(|text| field(text)).join(",") + "\n");
    }
    text
}
