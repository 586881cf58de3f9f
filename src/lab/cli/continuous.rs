//! `gridmarch lab continuous`: one question to all four sorts of graph over a map of polygons.

use super::{Wrong, files};
use crate::base::Budget;
use crate::files::{MAX_TEXT, write_text};
use crate::lab::pictures::continuous::answer as picture;
use crate::nav::continuous::compare::ask_all;
use crate::nav::continuous::read::read;
use crate::nav::continuous::{Answer, Map, Method, Options, Point};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Options of `lab continuous`.
#[derive(Debug, Args)]
pub struct ContinuousArgs {
    /// The map: polygons in RON or SVG, or cells (MovingAI .map)
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// Where the way begins
    #[arg(long, value_name = "X,Y", value_parser = point)]
    from: Point,
    /// Where it is to end
    #[arg(long, value_name = "X,Y", value_parser = point)]
    to: Point,
    /// Side of the squares of the grid and of the smallest ones of the quadtree [default: a
    /// 64th of the map, a cell of a .map]
    #[arg(long, value_name = "LENGTH", value_parser = side)]
    side: Option<f64>,
    /// Write a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Whose graph and way it shows
    #[arg(long, value_name = "NAME", default_value = Method::Convex.name(), requires = "svg", value_parser = method())]
    svg_shows: Method,
    /// Stop after so many nodes of a search and looks between two corners
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn method() -> impl TypedValueParser<Value = Method> {
    PossibleValuesParser::new(Method::ALL.map(Method::name))
        .map(|name| Method::named(&name).expect("only names of methods are possible"))
}

fn point(text: &str) -> Result<Point, String> {
    let pair = files::pair(text).filter(|(x, y): &(f64, f64)| x.is_finite() && y.is_finite());
    pair.map(|(x, y)| Point::new(x, y)).ok_or_else(|| "a point is two numbers, such as 12.5,7".into())
}

fn side(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|side: &f64| *side > 0.0 && side.is_finite()).ok_or_else(|| "a side is above 0".into())
}

/// Whether the map is one of cells.
fn has_cells(args: &ContinuousArgs) -> bool {
    args.map.extension().is_some_and(|extension| extension == "map")
}

fn map(args: &ContinuousArgs) -> Result<Map, Wrong> {
    if has_cells(args) {
        let passable = files::passable(&args.map)?;
        return Map::of_cells(&passable).map_err(|problem| Wrong::Other(format!("{}: {problem}", args.map.display())));
    }
    let (text, name) = files::text(&args.map, MAX_TEXT)?;
    read(&text, &name).map_err(|error| Wrong::Other(error.to_string()))
}

fn object(answer: &Answer) -> Value {
    let way = answer.way.as_ref();
    json!({
        "method": answer.method.name(), "found": way.is_some(), "length": way.map(|way| way.length),
        "rough_length": answer.rough.as_ref().map(|way| way.length), "inside": way.map(|way| way.inside),
        "bends": way.map(|way| way.points.len().saturating_sub(2)), "nodes": answer.nodes, "edges": answer.edges,
        "expanded": answer.counts.expanded,
    })
}

/// Asks, writes what is asked for, and says what is to be printed.
///
/// # Errors
/// One sentence.
pub fn run(args: &ContinuousArgs) -> Result<String, Wrong> {
    let map = map(args)?;
    let usual = if has_cells(args) { Options { side: 1.0 } } else { Options::of(&map) };
    let options = args.side.map_or(usual, |side| Options { side });
    let answers = ask_all(&map, &options, (args.from, args.to), &Budget::nodes(args.nodes))
        .map_err(|refusal| Wrong::Other(format!("{}: {refusal}", args.map.display())))?;
    if let Some(path) = &args.svg {
        let shown = answers.iter().filter(|answer| answer.method == args.svg_shows);
        for answer in shown {
            write_text(path, &picture(&map, answer).svg()).map_err(Wrong::Other)?;
        }
    }
    if args.json {
        return Ok(json!({ "answers": answers.iter().map(object).collect::<Vec<Value>>() }).to_string());
    }
    let mut text = String::from("method            length     inside    nodes    edges  expanded");
    for answer in &answers {
        let number = |value: Option<f64>| value.map_or_else(|| "-".into(), |value| format!("{value:.3}"));
        text += &format!(
            "\n{:12}  {:>10}  {:>9}  {:7}  {:7}  {:8}",
            answer.method.name(),
            number(answer.way.as_ref().map(|way| way.length)),
            number(answer.way.as_ref().map(|way| way.inside)),
            answer.nodes,
            answer.edges,
            answer.counts.expanded
        );
    }
    Ok(text)
}
