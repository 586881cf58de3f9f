//! The MovingAI benchmark formats: `.map` pictures and `.scen` lists of queries.
//!
//! N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in
//! Games 4(2), 2012. Passable are `.`, `G` and `S` (swamp); blocked are `@`, `O`, `T` (trees) and `W` (water).
//! (0, 0) is the top left cell.

use super::terrain::{CostTable, MovementClass, Terrain};
use crate::base::grid::MAX_SIDE;
use crate::base::{Cell, Grid};
use thiserror::Error;

/// Why a text is not a MovingAI file: one sentence with file, line and column.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{file}: line {line}, column {column}: {problem}")]
pub struct MovingAiError {
    pub file: String,
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    pub problem: MapProblem,
}

/// What can be wrong with a `.map` or `.scen` file.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum MapProblem {
    #[error("the file ends where {0} was expected")]
    Ends(&'static str),
    /// A line of the head that is something else.
    #[error("expected {expected}, found {found:?}")]
    Expected { expected: &'static str, found: String },
    /// A side that is 0 or too long.
    #[error("a {name} of {value} cells is not between 1 and {MAX_SIDE}")]
    Side {
        /// `width` or `height`.
        name: &'static str,
        value: u64,
    },
    /// A row that is too short or too long.
    #[error("map row {row} has {length} cells, expected {expected}")]
    Row { row: usize, length: usize, expected: usize },
    /// A character that the format does not have.
    #[error("{symbol:?} at map cell ({column}, {row}) is not one of . G S @ O T W")]
    Symbol {
        symbol: char,
        /// Column on the map, from 0.
        column: usize,
        /// Row on the map, from 0.
        row: usize,
    },
    /// More rows than the head promises.
    #[error("text after the last of {0} map rows")]
    Trailing(usize),
    /// A scenario line with too few or too many fields.
    #[error("{0} fields, expected 9: bucket, map, width, height, start x, start y, goal x, goal y, length")]
    Fields(usize),
    /// A field that is not the number it should be.
    #[error("{name} is {found:?}, expected {expected}")]
    Field { name: &'static str, found: String, expected: &'static str },
    /// A start or goal beside the map.
    #[error("the {name} ({x}, {y}) is outside of the map of {width} x {height} cells")]
    OffMap {
        /// `start` or `goal`.
        name: &'static str,
        x: u16,
        y: u16,
        width: u16,
        height: u16,
    },
}

/// A problem, the line (from 1) and the column (from 1) it is at.
type Located = (usize, usize, MapProblem);

fn name_file(file: &str, (line, column, problem): Located) -> MovingAiError {
    MovingAiError { file: file.into(), line, column, problem }
}

/// Reads a `.map` as terrain: trees are forest, water is deep, `@` and `O` are rock, swamp is shallow water (so that
/// it stays passable on foot). `file` is for messages only.
///
/// # Errors
/// [`MovingAiError`] with line and column.
pub fn read_map(text: &str, file: &str) -> Result<Grid<Terrain>, MovingAiError> {
    let terrain = |symbol| match symbol {
        '.' | 'G' => Some(Terrain::Grass),
        'S' => Some(Terrain::Shallow),
        'T' => Some(Terrain::Forest),
        'W' => Some(Terrain::Deep),
        '@' | 'O' => Some(Terrain::Rock),
        _ => None,
    };
    read_cells(text, terrain).map_err(|located| name_file(file, located))
}

/// Reads a `.map` for benchmarks: which cells are passable, and nothing else. `E` marks the stations of the maps of the
/// League of Robot Runners, which are floor. `file` is for messages only.
///
/// # Errors
/// [`MovingAiError`] with line and column.
pub fn read_passability(text: &str, file: &str) -> Result<Grid<bool>, MovingAiError> {
    let passable = |symbol| match symbol {
        '.' | 'G' | 'S' | 'E' => Some(true),
        'T' | 'W' | '@' | 'O' => Some(false),
        _ => None,
    };
    read_cells(text, passable).map_err(|located| name_file(file, located))
}

/// Writes the ground as a `.map`. Much is lost: all that is passable on foot becomes `.`, forest `T`, deep water `W`,
/// the rest `@`.
pub fn write_map(terrain: &Grid<Terrain>, costs: &CostTable) -> String {
    let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", terrain.height(), terrain.width());
    for row in terrain.rows() {
        text.extend(row.iter().map(|kind| match kind {
            _ if costs.quarters(MovementClass::Foot, *kind).is_some() => '.',
            Terrain::Forest => 'T',
            Terrain::Deep | Terrain::Shallow => 'W',
            _ => '@',
        }));
        text.push('\n');
    }
    text
}

fn read_cells<T>(text: &str, meaning: impl Fn(char) -> Option<T>) -> Result<Grid<T>, Located> {
    // `lines` takes the carriage returns of older files away.
    let mut lines = text.lines().zip(1..);
    let mut head = |expected| lines.next().ok_or((text.lines().count() + 1, 1, MapProblem::Ends(expected)));
    let (kind, line) = head("`type octile`")?;
    if kind.split_whitespace().ne(["type", "octile"]) {
        return Err((line, 1, MapProblem::Expected { expected: "`type octile`", found: shortened(kind) }));
    }
    let (mut width, mut height) = (None, None);
    while width.is_none() || height.is_none() {
        let (side, line) = head("`height` or `width`")?;
        let mut words = side.split_whitespace();
        let (name, slot) = match words.next() {
            Some("width") if width.is_none() => ("width", &mut width),
            Some("height") if height.is_none() => ("height", &mut height),
            _ => {
                let expected = "`height` and a number, then `width` and a number";
                return Err((line, 1, MapProblem::Expected { expected, found: shortened(side) }));
            }
        };
        let number = words.next().and_then(|word| word.parse::<u64>().ok()).filter(|_| words.next().is_none());
        let Some(value) = number else {
            return Err((line, 1, MapProblem::Expected { expected: "one whole number", found: shortened(side) }));
        };
        let fits = u16::try_from(value).ok().filter(|side| (1..=MAX_SIDE).contains(side));
        *slot = Some(fits.ok_or((line, 1, MapProblem::Side { name, value }))?);
    }
    let (Some(width), Some(height)) = (width, height) else { unreachable!("the loop above ends with both") };
    let (map, line) = head("`map`")?;
    if map.trim() != "map" {
        return Err((line, 1, MapProblem::Expected { expected: "`map`", found: shortened(map) }));
    }
    let (expected, rows) = (usize::from(width), usize::from(height));
    let mut cells = Vec::new();
    for row in 0..rows {
        let (symbols, line) = head("a map row")?;
        let symbols = symbols.trim_end();
        for (column, symbol) in symbols.chars().enumerate() {
            let value = meaning(symbol).ok_or((line, column + 1, MapProblem::Symbol { symbol, column, row }))?;
            cells.push(value);
        }
        let length = cells.len() - row * expected;
        if length != expected {
            return Err((line, length.min(expected) + 1, MapProblem::Row { row, length, expected }));
        }
    }
    match lines.find(|(line, _)| !line.trim().is_empty()) {
        Some((_, line)) => Err((line, 1, MapProblem::Trailing(rows))),
        None => Ok(Grid::from_rows(width, height, cells)),
    }
}

/// A line for a message, cut where it gets long.
fn shortened(line: &str) -> String {
    const LONGEST: usize = 40;
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.into(),
    }
}

/// A list of queries for one map.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Name of the map file, without folders, as the first line gives it; empty if there are no lines.
    pub map: String,
    /// The lines in order. As a MAPF instance the first N lines are N agents.
    pub queries: Vec<Query>,
}

impl Scenario {
    /// The starts and goals for a map.
    ///
    /// # Errors
    /// One sentence if a line is for a map of another size.
    pub fn lines_for<T>(&self, map: &Grid<T>) -> Result<Vec<(Cell, Cell)>, String> {
        let size = (map.width(), map.height());
        match self.queries.iter().find(|query| (query.width, query.height) != size) {
            Some(query) => Err(format!(
                "made for a map of {} x {} cells, but the map has {} x {}",
                query.width, query.height, size.0, size.1
            )),
            None => Ok(self.queries.iter().map(|query| (query.start, query.goal)).collect()),
        }
    }
}

/// One line of a scenario.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    /// Difficulty class: the length divided by four.
    pub bucket: u32,
    /// Columns of the map that the line was made for.
    pub width: u16,
    /// Rows of the map that the line was made for.
    pub height: u16,
    pub start: Cell,
    pub goal: Cell,
    /// The shortest length: 1 per straight and √2 per diagonal step, no corner cutting. Some files round it to two
    /// decimals, and 0 with different ends means that there is no path.
    pub length: f64,
}

/// Reads a `.scen`, whose fields are parted by tabs or blanks. `file` is for messages only.
///
/// # Errors
/// [`MovingAiError`] with the line.
pub fn read_scenario(text: &str, file: &str) -> Result<Scenario, MovingAiError> {
    scenario(text).map_err(|located| name_file(file, located))
}

fn scenario(text: &str) -> Result<Scenario, Located> {
    let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    let (version, line) = lines.next().ok_or((1, 1, MapProblem::Ends("`version 1`")))?;
    let mut words = version.split_whitespace();
    let is_one = words.next() == Some("version") && matches!(words.next(), Some("1" | "1.0")) && words.next().is_none();
    if !is_one {
        return Err((line, 1, MapProblem::Expected { expected: "`version 1`", found: shortened(version) }));
    }
    let mut scenario = Scenario { map: String::new(), queries: Vec::new() };
    for (text, line) in lines {
        let (map, query) = query(text).map_err(|problem| (line, 1, problem))?;
        if scenario.queries.is_empty() {
            scenario.map = map.rsplit(['/', '\\']).next().unwrap_or_default().into();
        }
        scenario.queries.push(query);
    }
    Ok(scenario)
}

fn query(line: &str) -> Result<(&str, Query), MapProblem> {
    let line = line.trim();
    // With tabs a map name may hold blanks.
    let fields: Vec<&str> = if line.contains('\t') {
        line.split('\t').map(str::trim).filter(|field| !field.is_empty()).collect()
    } else {
        line.split_whitespace().collect()
    };
    let [bucket, map, width, height, start_x, start_y, goal_x, goal_y, length] = fields[..] else {
        return Err(MapProblem::Fields(fields.len()));
    };
    let wrong = |name, found: &str, expected| MapProblem::Field { name, found: shortened(found), expected };
    let number = |name, text: &str| text.parse::<u16>().map_err(|_| wrong(name, text, "a whole number"));
    let bucket = bucket.parse().map_err(|_| wrong("the bucket", bucket, "a whole number"))?;
    let (width, height) = (number("the width", width)?, number("the height", height)?);
    for (name, value) in [("width", width), ("height", height)] {
        if !(1..=MAX_SIDE).contains(&value) {
            return Err(MapProblem::Side { name, value: value.into() });
        }
    }
    let end = |name, x: &str, y: &str| {
        let (x, y) = (number("a column", x)?, number("a row", y)?);
        if x >= width || y >= height {
            return Err(MapProblem::OffMap { name, x, y, width, height });
        }
        // Below `MAX_SIDE`, which fits.
        Ok(Cell::new(x as i16, y as i16))
    };
    let (start, goal) = (end("start", start_x, start_y)?, end("goal", goal_x, goal_y)?);
    let length = match length.parse::<f64>() {
        Ok(value) if value.is_finite() && value >= 0.0 => value,
        _ => return Err(wrong("the length", length, "a number, 0 or more")),
    };
    Ok((map, Query { bucket, width, height, start, goal, length }))
}
