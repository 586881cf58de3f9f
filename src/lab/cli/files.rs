//! Maps and scenarios from files, as all of `gridmarch lab` takes them.

use super::Wrong;
use crate::base::{Cell, Grid};
use crate::files::{MAX_TEXT, read_text};
use crate::nav::coop::mapf::Moves;
use crate::nav::movingai::{read_passability, read_scenario};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::Path;

/// A text file with its name.
///
/// # Errors
/// One sentence.
pub(super) fn text(path: &Path, most: u64) -> Result<(String, String), Wrong> {
    let name = path.display().to_string();
    let text = read_text(path, most).map_err(|error| Wrong::Other(format!("{name}: {error}")))?;
    Ok((text, name))
}

/// Which cells of a map are passable.
///
/// # Errors
/// One sentence.
pub(super) fn passable(path: &Path) -> Result<Grid<bool>, Wrong> {
    let (text, name) = text(path, MAX_TEXT)?;
    read_passability(&text, &name).map_err(|error| Wrong::Other(error.to_string()))
}

/// The starts and goals of a scenario for a map of this size.
///
/// # Errors
/// One sentence, also if the scenario is for a map of another size.
pub(super) fn lines(path: &Path, map: &Grid<bool>) -> Result<Vec<(Cell, Cell)>, Wrong> {
    let (text, name) = text(path, MAX_TEXT)?;
    let scenario = read_scenario(&text, &name).map_err(|error| Wrong::Other(error.to_string()))?;
    scenario.lines_for(map).map_err(|problem| Wrong::Other(format!("{name}: {problem}")))
}

/// Four or eight directions.
pub(super) fn moves() -> impl TypedValueParser<Value = Moves> {
    PossibleValuesParser::new(["4", "8"]).map(|moves| if moves == "4" { Moves::Four } else { Moves::Eight })
}

/// Two numbers with a comma between them.
pub(super) fn pair<T: std::str::FromStr>(text: &str) -> Option<(T, T)> {
    let (x, y) = text.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
