//! `gridmarch lab search`: one search on any map or in another world.

use super::Wrong;
use crate::base::{Budget, Cell};
use crate::files::{MAX_TEXT, read_text, write_text};
use crate::lab::colour::Shade;
use crate::lab::cursor::Cursor;
use crate::lab::run::Report;
use crate::lab::search::{Prepared, Question, Setup};
use crate::lab::svg::svg;
use crate::lab::table::{Line, csv};
use crate::lab::trace;
use crate::lab::worlds::guess::Guess;
use crate::lab::worlds::lock::Lock;
use crate::lab::worlds::river::River;
use crate::lab::worlds::sliding::Sliding;
use crate::nav::coop::mapf::Moves;
use crate::nav::movingai::{read_map, read_passability};
use crate::nav::searchers::estimates::Heuristic;
use crate::nav::searchers::grid::{GridMap, PLAIN};
use crate::nav::searchers::{CycleCheck, Searcher};
use crate::nav::terrain::Terrain;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Options of `lab search`.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The map (MovingAI .map)
    #[arg(long, value_name = "FILE", required_unless_present = "world", requires_all = ["from", "to"])]
    map: Option<PathBuf>,
    /// Search another world instead: sliding:3x3,SCRAMBLE,SEED, river:farmer, river:PAIRS,SEATS or lock:DIGITS,WHEELS
    #[arg(long, value_name = "WORLD", conflicts_with_all = ["map", "from", "to", "moves", "heuristic", "swamp"])]
    world: Option<String>,
    /// Where the way begins, from the top left cell 0,0
    #[arg(long, value_name = "X,Y", value_parser = cell)]
    from: Option<Cell>,
    /// Where it is to end
    #[arg(long, value_name = "X,Y", value_parser = cell)]
    to: Option<Cell>,
    /// Who searches
    #[arg(long, value_name = "NAME", default_value = Searcher::AStar.name(), value_parser = searcher())]
    with: Searcher,
    /// How the rest of a way is estimated on maps [default: octile, or manhattan with --moves 4; euclid for theta-star]
    #[arg(long, value_name = "NAME", value_parser = heuristic())]
    heuristic: Option<Heuristic>,
    /// How it is estimated in another world [default: the best that needs no search]
    #[arg(long, value_name = "NAME", requires = "world", value_parser = guess())]
    guess: Option<Guess>,
    /// Directions of a step
    #[arg(long, value_name = "4|8", default_value = "8", value_parser = moves())]
    moves: Moves,
    /// Price of swamp on the map, in quarters of plain ground
    #[arg(long, value_name = "QUARTERS", default_value_t = PLAIN, value_parser = clap::value_parser!(u8).range(1..))]
    swamp: u8,
    /// Which states are refused because they were there before
    #[arg(long, value_name = "CHECK", default_value = CycleCheck::Visited.name(), value_parser = check())]
    check: CycleCheck,
    /// How much weighted-a-star trusts its estimate
    #[arg(long, value_name = "FACTOR", default_value = "2", value_parser = weight)]
    weight: u32,
    /// How deep depth-limited goes, in steps
    #[arg(long, value_name = "N", default_value_t = 20)]
    depth: u32,
    /// Stop after so many states
    #[arg(long, value_name = "N", default_value_t = 50_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Write every event as a trace in Posthoc's format 1.4.0
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// After how many events the picture is made [default: all]
    #[arg(long, value_name = "N", requires = "svg")]
    svg_at: Option<u32>,
    /// What the colours of the picture tell: state, g, h, f or order
    #[arg(long, value_name = "WHAT", default_value = Shade::State.name(), requires = "svg", value_parser = shade())]
    svg_shows: Shade,
    /// Write the figures as a table
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn searcher() -> impl TypedValueParser<Value = Searcher> {
    PossibleValuesParser::new(Searcher::ALL.map(Searcher::name))
        .map(|name| Searcher::named(&name).expect("only names of searchers are possible"))
}

fn heuristic() -> impl TypedValueParser<Value = Heuristic> {
    PossibleValuesParser::new(Heuristic::ALL.map(Heuristic::name))
        .map(|name| Heuristic::named(&name).expect("only names of estimates are possible"))
}

fn guess() -> impl TypedValueParser<Value = Guess> {
    PossibleValuesParser::new(Guess::ALL.map(Guess::name))
        .map(|name| Guess::named(&name).expect("only names of estimates are possible"))
}

fn check() -> impl TypedValueParser<Value = CycleCheck> {
    PossibleValuesParser::new(CycleCheck::ALL.map(CycleCheck::name))
        .map(|name| CycleCheck::named(&name).expect("only names of checks are possible"))
}

fn shade() -> impl TypedValueParser<Value = Shade> {
    PossibleValuesParser::new(Shade::ALL.map(Shade::name))
        .map(|name| Shade::named(&name).expect("only names of colourings are possible"))
}

fn moves() -> impl TypedValueParser<Value = Moves> {
    PossibleValuesParser::new(["4", "8"]).map(|moves| if moves == "4" { Moves::Four } else { Moves::Eight })
}

fn cell(text: &str) -> Result<Cell, String> {
    let numbers = text.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.map(|(x, y)| Cell::new(x, y)).ok_or_else(|| "a cell is a column and a row, such as 12,7".into())
}

/// A factor in hundredths.
fn weight(text: &str) -> Result<u32, String> {
    let factor = text.parse::<f64>().ok().filter(|factor| (0.0..=1000.0).contains(factor));
    factor.map(|factor| (factor * 100.0).round() as u32).ok_or_else(|| "a weight is a number from 0 to 1000".into())
}

/// A world by its name and numbers.
fn world(text: &str) -> Result<Question, String> {
    let unknown = || {
        format!(
            "--world {text}: expected sliding:3x3,SCRAMBLE,SEED, river:farmer, river:PAIRS,SEATS or lock:DIGITS,WHEELS"
        )
    };
    let (kind, rest) = text.split_once(':').ok_or_else(unknown)?;
    let numbers: Option<Vec<u32>> = rest.split([',', 'x']).map(|number| number.trim().parse().ok()).collect();
    let numbers = numbers.unwrap_or_default();
    match (kind, &numbers[..]) {
        ("river", []) if rest == "farmer" => Ok(Question::River(River::Farmer)),
        ("river", [pairs, seats]) => {
            let river = u8::try_from(*pairs).ok().zip(u8::try_from(*seats).ok());
            let river = river.and_then(|(pairs, seats)| River::missionaries(pairs, seats));
            river.map(Question::River).ok_or_else(|| format!("--world {text}: pairs and seats are 1 to 15"))
        }
        ("lock", [digits, wheels]) => {
            let lock = Lock::new(*digits, *wheels);
            lock.map(Question::Lock)
                .ok_or_else(|| format!("--world {text}: a lock has 1 to 16 digits and up to 12 wheels"))
        }
        ("sliding", [width, height, rest @ ..]) if rest.len() <= 2 => {
            let (moves, seed) = (rest.first().copied().unwrap_or(40), rest.get(1).copied().unwrap_or(1));
            let puzzle = Sliding::scrambled(*width, *height, moves, seed.into());
            puzzle.map(Question::Sliding).map_err(|problem| format!("--world {text}: {problem}"))
        }
        _ => Err(unknown()),
    }
}

impl SearchArgs {
    fn question(&self) -> Result<Question, Wrong> {
        if let Some(text) = &self.world {
            return world(text).map_err(Wrong::Usage);
        }
        let (Some(path), Some(start), Some(goal)) = (&self.map, self.from, self.to) else {
            return Err(Wrong::Usage("--map needs --from and --to".into()));
        };
        let name = path.display().to_string();
        let text = read_text(path, MAX_TEXT).map_err(|error| Wrong::Other(format!("{name}: {error}")))?;
        let passable = read_passability(&text, &name).map_err(|error| Wrong::Other(error.to_string()))?;
        let terrain = read_map(&text, &name).map_err(|error| Wrong::Other(error.to_string()))?;
        let mut prices = passable.map(|free| if *free { PLAIN } else { 0 });
        for (cell, kind) in terrain.iter() {
            if *kind == Terrain::Shallow {
                prices[cell] = self.swamp;
            }
        }
        Ok(Question::Map { map: Arc::new(GridMap::new(prices, self.moves)), start, goal })
    }

    fn setup(&self) -> Result<Setup, Wrong> {
        let mut setup = Setup::new(self.question()?, self.with);
        (setup.options.check, setup.options.weight, setup.options.depth) = (self.check, self.weight, self.depth);
        setup.heuristic = self.heuristic.unwrap_or(setup.heuristic);
        setup.guess = self.guess.unwrap_or(setup.guess);
        setup.check().map_err(Wrong::Other)?;
        Ok(setup)
    }
}

/// What is printed as JSON.
fn object(setup: &Setup, report: &Report, time: Duration) -> Value {
    let counts = &report.counts;
    json!({
        "searcher": setup.searcher.name(), "found": report.cost.is_some(), "end": report.end.name(),
        "cost": report.cost, "length": report.length(), "expanded": counts.expanded, "generated": counts.generated,
        "refused": counts.refused, "reopened": counts.reopened, "peak_open": counts.peak_open,
        "peak_stored": counts.peak_stored, "rounds": counts.rounds, "abstract_expanded": counts.abstract_expanded,
        "ms": time.as_secs_f64() * 1e3,
    })
}

/// Searches, writes what is asked for, and says what is to be printed.
///
/// # Errors
/// One sentence.
pub fn run(args: &SearchArgs) -> Result<String, Wrong> {
    let setup = args.setup()?;
    let mut prepared = Prepared::default();
    setup.prepare(&mut prepared, &Budget::unlimited()).map_err(Wrong::Other)?;
    let budget = Budget::nodes(args.nodes);
    let begin = Instant::now();
    let report = setup.count(&mut prepared, &budget).map_err(Wrong::Other)?;
    let time = begin.elapsed();
    if args.trace.is_some() || args.svg.is_some() {
        let run = setup.run(&mut prepared, &budget).map_err(Wrong::Other)?;
        if let Some(path) = &args.trace {
            write_text(path, &trace::write(&run)).map_err(Wrong::Other)?;
        }
        if let Some(path) = &args.svg {
            let mut cursor = Cursor::new(&run);
            cursor.seek(&run, args.svg_at.unwrap_or(u32::MAX));
            let map = match &setup.question {
                Question::Map { map, .. } => Some(&**map),
                _ => None,
            };
            write_text(path, &svg(&run, &cursor, map, args.svg_shows)).map_err(Wrong::Other)?;
        }
    }
    let line = Line::of_report(setup.title(), &report, Some(time));
    if let Some(path) = &args.csv {
        write_text(path, &csv(std::slice::from_ref(&line))).map_err(Wrong::Other)?;
    }
    if args.json {
        return Ok(object(&setup, &report, time).to_string());
    }
    let way = match (report.cost, report.length()) {
        (Some(cost), Some(length)) => format!("{}: cost {cost:.6}, {length} steps", report.end.words()),
        _ => report.end.words().into(),
    };
    let counts = &report.counts;
    Ok(format!(
        "{}: {way}\nexpanded {}, generated {}, most open {}, most stored {}, {:.3} ms",
        line.title,
        counts.expanded,
        counts.generated,
        counts.peak_open,
        counts.peak_stored,
        time.as_secs_f64() * 1e3
    ))
}
