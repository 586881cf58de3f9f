//! `gridmarch lab abstract`: the levels of an abstraction of a map, and what it costs to search with it.

use super::{Wrong, files};
use crate::base::{Budget, Cell, rng};
use crate::files::write_text;
use crate::lab::pictures::abstraction::{level as level_picture, stage as stage_picture};
use crate::nav::abstraction::price::{Price, price, questions};
use crate::nav::abstraction::refine::Refinement;
use crate::nav::abstraction::{Hierarchy, Kind};
use crate::nav::coop::mapf::Moves;
use clap::Args;
use rand::RngExt;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Instant;

/// Options of `lab abstract`.
#[derive(Debug, Args)]
pub struct AbstractArgs {
    /// The map (MovingAI .map)
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// How nodes are put into groups: clique, clique-orphans, sector, radius, star, line, node-limit, quadtree or rectangles
    #[arg(long, value_name = "NAME", default_value = "clique")]
    with: String,
    /// The number of sector, radius, line and node-limit [default: 3, 1, 3 and 4]
    #[arg(long, value_name = "N")]
    k: Option<u32>,
    /// Directions of a step
    #[arg(long, value_name = "4|8", default_value = "8", value_parser = files::moves())]
    moves: Moves,
    /// Begin ways on this level [default: half of the one at which both ends are one node]
    #[arg(long, value_name = "LEVEL")]
    level: Option<usize>,
    /// How many edges beside an abstract way the next search may use
    #[arg(long, value_name = "EDGES", default_value_t = 0)]
    rim: u32,
    /// Questions whose ways are compared with the shortest
    #[arg(long, value_name = "N", default_value_t = 100)]
    queries: usize,
    /// Seed of the questions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Make so many random cells blocked or passable, one by one, and measure how long it takes to mend the levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    edits: u32,
    /// Refine one way from here
    #[arg(long, value_name = "X,Y", value_parser = cell, requires = "to")]
    from: Option<Cell>,
    /// To here
    #[arg(long, value_name = "X,Y", value_parser = cell, requires = "from")]
    to: Option<Cell>,
    /// Write a picture of a level, or of the way on it with --from and --to
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Which level it shows [default: 1, or 0 with --from]
    #[arg(long, value_name = "LEVEL", requires = "svg")]
    svg_level: Option<usize>,
    /// Stop after so many nodes
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn cell(text: &str) -> Result<Cell, String> {
    let pair = files::pair(text).map(|(x, y)| Cell::new(x, y));
    pair.ok_or_else(|| "a cell is a column and a row, such as 12,7".into())
}

/// What is printed of the price.
fn price_object(price: &Price) -> Value {
    json!({
        "queries": price.queries, "length_ratio": price.length_ratio, "worst_ratio": price.worst_ratio,
        "expanded": price.expanded, "expanded_without": price.expanded_without, "work_ratio": price.work_ratio(),
    })
}

/// What edits have taken.
#[derive(Debug, Default)]
struct Mended {
    edits: u32,
    us: f64,
    most_us: f64,
    nodes: usize,
}

impl Mended {
    fn mean(&self, sum: f64) -> f64 {
        sum / f64::from(self.edits.max(1))
    }
}

/// Changes random cells of the map, each on top of those before.
fn mended(made: &mut Hierarchy, edits: u32, seed: u64) -> Mended {
    let mut rng = rng::stream(seed, "edits of a map");
    let mut mended = Mended { edits, ..Mended::default() };
    for _ in 0..edits {
        let cell = made.passable().cell(rng.random_range(0..made.passable().len()));
        let change = (cell, !made.passable()[cell]);
        let begin = Instant::now();
        mended.nodes += made.edit(&[change]).nodes;
        let us = begin.elapsed().as_secs_f64() * 1e6;
        mended.us += us;
        mended.most_us = mended.most_us.max(us);
    }
    mended
}

/// The searches of a way, level by level.
fn stages(way: &Refinement<'_>) -> Vec<Value> {
    let unit = crate::nav::octile::STRAIGHT as f64;
    let stage = |stage: &crate::nav::abstraction::refine::Stage| {
        json!({
            "level": stage.level, "nodes": stage.path.len(), "length": stage.length as f64 / unit,
            "corridor": stage.corridor.as_ref().map(Vec::len), "expanded": stage.counts.expanded,
        })
    };
    way.stages().iter().map(stage).collect()
}

/// Makes the levels, measures the price, writes what is asked for, and says what is to be printed.
///
/// # Errors
/// One sentence.
pub fn run(args: &AbstractArgs) -> Result<String, Wrong> {
    let kind = Kind::named(&args.with, args.k).map_err(Wrong::Usage)?;
    let map = files::passable(&args.map)?;
    let budget = Budget::nodes(args.nodes);
    let spent = || Wrong::Other(format!("{}: more than {} nodes (--nodes)", args.map.display(), args.nodes));
    let begin = Instant::now();
    let made = Hierarchy::build(&map, args.moves, kind, &budget).ok_or_else(spent)?;
    let ms = begin.elapsed().as_secs_f64() * 1e3;
    let asked = questions(&made, args.queries, &mut rng::stream(args.seed, "price of abstraction"));
    let price = price(&made, &asked, args.level, args.rim, &budget).ok_or_else(spent)?;
    let way = match args.from.zip(args.to) {
        None => None,
        Some((from, to)) => {
            let begun = Refinement::new(&made, from, to, args.level, args.rim);
            let mut way = begun.ok_or_else(|| Wrong::Other(format!("there is no way from {from} to {to}")))?;
            if !way.finish(&budget) {
                return Err(spent());
            }
            Some((way, (from, to)))
        }
    };
    if let Some(path) = &args.svg {
        let wanted = args.svg_level.unwrap_or(usize::from(way.is_none()));
        let picture = match &way {
            None => level_picture(&made, wanted),
            Some((way, ends)) => {
                let stage = way.stages().iter().find(|stage| stage.level == wanted).or(way.stages().last());
                let stage = stage.ok_or_else(|| Wrong::Other("there is no way to show".into()))?;
                stage_picture(&made, stage, way.expanded(), *ends)
            }
        };
        write_text(path, &picture.svg()).map_err(Wrong::Other)?;
    }
    // The pictures and ways above are of the map as it is.
    let edits = (args.edits > 0).then(|| mended(&mut made.clone(), args.edits, args.seed));
    let levels: Vec<(usize, usize)> = made.levels().iter().map(|level| (level.count(), level.edges())).collect();
    if args.json {
        let levels: Vec<Value> =
            levels.iter().map(|(nodes, edges)| json!({ "nodes": nodes, "edges": edges })).collect();
        let kind = json!({ "name": kind.name(), "k": kind.number() });
        let mut object = json!({ "with": kind, "levels": levels, "price": price_object(&price), "ms": ms });
        if let Some((way, _)) = &way {
            object["way"] = json!(stages(way));
        }
        if let Some(edits) = &edits {
            let (us, nodes) = (edits.mean(edits.us), edits.mean(edits.nodes as f64));
            object["edits"] =
                json!({ "count": edits.edits, "us_mean": us, "us_max": edits.most_us, "nodes_mean": nodes });
        }
        return Ok(object.to_string());
    }
    let mut text = format!("{kind}: {} levels in {ms:.1} ms\nlevel    nodes    edges", levels.len());
    for (level, (nodes, edges)) in levels.iter().enumerate() {
        text += &format!("\n{level:5}  {nodes:7}  {edges:7}");
    }
    text += &format!(
        "\n{} questions: refined ways are {:.4} times as long as the shortest ({:.4} at worst), for {:.4} of the nodes \
         ({} instead of {})",
        price.queries,
        price.length_ratio,
        price.worst_ratio,
        price.work_ratio(),
        price.expanded,
        price.expanded_without
    );
    if let Some(edits) = &edits {
        text += &format!(
            "\n{} edits: {:.1} us each ({:.1} at most), {:.1} nodes changed each",
            edits.edits,
            edits.mean(edits.us),
            edits.most_us,
            edits.mean(edits.nodes as f64)
        );
    }
    if let Some((way, (from, to))) = &way {
        text += &format!("\nfrom {from} to {to}:");
        for stage in way.stages() {
            let length = stage.length as f64 / crate::nav::octile::STRAIGHT as f64;
            text += &format!(
                "\n  level {}: {} nodes, length {length:.3}, {} expanded",
                stage.level,
                stage.path.len(),
                stage.counts.expanded
            );
        }
    }
    Ok(text)
}
