//! `gridmarch bench path`: the single-agent queries of a MovingAI scenario.

pub mod measure;
pub mod verify;

use crate::base::Grid;
use crate::cli::{CliError, read};
use crate::files::MAX_TEXT;
use crate::nav::movingai::{Query, read_passability, read_scenario};
use crate::nav::searchers::Searcher;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget};
use measure::{Figures, measure, sample};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Options of `bench path`.
#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// The map (MovingAI .map)
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// The queries (MovingAI .scen)
    #[arg(long, value_name = "FILE")]
    scen: PathBuf,
    /// Who answers; without it jps all queries and crate a sample, and how many times faster jps is. Those of the lab give a
    /// query up after five million nodes
    #[arg(long, value_name = "NAME")]
    planner: Option<Planner>,
    /// Most queries for the planner crate, evenly spread over the file
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    sample: u32,
    /// Ask every query N times and count its fastest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Who answers the queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planner {
    /// Jump point search with block scans
    Jps,
    /// Our A* on flat arrays
    Astar,
    /// The A* of the crate `pathfinding`, for comparison
    Crate,
    /// A general searcher of the lab
    Lab(Searcher),
}

impl Planner {
    /// All of them. Of the lab's those whose ways are steps from cell to cell, and that are not there already.
    pub const ALL: [Self; 15] = [
        Self::Jps,
        Self::Astar,
        Self::Crate,
        Self::Lab(Searcher::BreadthFirst),
        Self::Lab(Searcher::UniformCost),
        Self::Lab(Searcher::DepthFirst),
        Self::Lab(Searcher::DepthLimited),
        Self::Lab(Searcher::IterativeDeepening),
        Self::Lab(Searcher::Greedy),
        Self::Lab(Searcher::AStar),
        Self::Lab(Searcher::WeightedAStar),
        Self::Lab(Searcher::IdaStar),
        Self::Lab(Searcher::HierarchicalAStar),
        Self::Lab(Searcher::Bidirectional),
        Self::Lab(Searcher::BidirectionalAStar),
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Jps => "jps",
            Self::Astar => "astar",
            Self::Crate => "crate",
            Self::Lab(searcher) => searcher.name(),
        }
    }

    const fn explanation(self) -> &'static str {
        match self {
            Self::Jps => "Jump point search with block scans",
            Self::Astar => "Our A* on flat arrays",
            Self::Crate => "The A* of the crate `pathfinding`, for comparison",
            Self::Lab(searcher) => searcher.explanation(),
        }
    }
}

impl ValueEnum for Planner {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.explanation()))
    }
}

/// The map and the queries, which must be for a map of that size.
fn load(args: &PathArgs) -> Result<(Grid<bool>, Vec<Query>), CliError> {
    let (text, map_file) = read(&args.map, MAX_TEXT)?;
    let map = read_passability(&text, &map_file)?;
    let (text, scen_file) = read(&args.scen, MAX_TEXT)?;
    let scenario = read_scenario(&text, &scen_file)?;
    let (width, height) = (map.width(), map.height());
    if let Some(query) = scenario.queries.iter().find(|query| (query.width, query.height) != (width, height)) {
        return Err(CliError::Other(format!(
            "{scen_file}: the queries are for a map of {}x{} cells, but {map_file} has {width}x{height}",
            query.width, query.height,
        )));
    }
    if scenario.queries.is_empty() {
        return Err(CliError::Other(format!("{scen_file}: there are no queries in it")));
    }
    Ok((map, scenario.queries))
}

fn object(planner: Planner, figures: &Figures) -> Value {
    let mut object = json!({
        "planner": planner.name(), "queries": figures.queries, "solved": figures.solved, "optimal": figures.optimal,
        "max_error": figures.max_error, "mean_us": figures.mean(), "median_us": figures.percentile(0.5),
        "p99_us": figures.percentile(0.99), "expanded": figures.expanded,
    });
    if let Some(fault) = &figures.fault {
        object["fault"] = json!(fault);
    }
    object
}

fn print_line(planner: Planner, figures: &Figures) {
    println!(
        "{:20}  {:7}  {:6}  {:7}  {:9.4}  {:9.1}  {:9.1}  {:9.1}  {:10}",
        planner.name(),
        figures.queries,
        figures.solved,
        figures.optimal,
        figures.max_error,
        figures.mean(),
        figures.percentile(0.5),
        figures.percentile(0.99),
        figures.expanded
    );
}

pub(super) fn run(args: &PathArgs) -> Result<(), CliError> {
    let (map, queries) = load(args)?;
    let all: Vec<usize> = (0..queries.len()).collect();
    let few = sample(&queries, args.sample as usize);
    let numbers = |planner| if planner == Planner::Crate { &few } else { &all };
    let planners = args.planner.map_or(vec![Planner::Jps, Planner::Crate], |planner| vec![planner]);
    let total: usize = planners.iter().map(|planner| numbers(*planner).len()).sum();
    let progress = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
    let mut results = Vec::new();
    for planner in planners {
        results.push((planner, measure(planner, &map, &queries, numbers(planner), args.repeat, || progress.inc(1))));
    }
    progress.finish_and_clear();
    // Means over the same queries.
    let ratio = match &results[..] {
        [(_, ours), (_, theirs)] => {
            Some(theirs.mean() * few.len() as f64 / few.iter().map(|number| ours.micros[*number]).sum::<f64>())
        }
        _ => None,
    };
    if args.json {
        // The first planner's figures are the object itself, so that its keys are the same with and without `--planner`.
        let mut objects = results.iter().map(|(planner, figures)| {
            let mut object = object(*planner, figures);
            if *planner == Planner::Crate {
                object["sampled"] = json!(figures.queries);
            }
            object
        });
        let mut whole = objects.next().unwrap_or_default();
        if let (Some(theirs), Some(ratio)) = (objects.next(), ratio) {
            whole["sampled"] = theirs["sampled"].clone();
            whole["crate"] = theirs;
            whole["ratio"] = json!(ratio);
        }
        println!("{whole}");
        return Ok(());
    }
    println!("planner               queries  solved  optimal  max error    mean us  median us     p99 us    expanded");
    for (planner, figures) in &results {
        print_line(*planner, figures);
    }
    if let Some(ratio) = ratio {
        println!("over the same {} queries jps is {ratio:.1} times as fast as the crate", few.len());
    }
    for (planner, figures) in &results {
        if let Some(fault) = &figures.fault {
            println!("{} is wrong: {fault}", planner.name());
        }
    }
    Ok(())
}
