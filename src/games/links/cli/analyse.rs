//! `gridmarch analyse links`: a recorded match move by move.

use crate::arena::Recording;
use crate::base::Budget;
use crate::cli::replay::read;
use crate::cli::{CliError, Subcommand, group, subcommand};
use crate::games::links::analysis::words::{line, percent, sign, value, verdict};
use crate::games::links::analysis::{Ply, Review, Totals, totals};
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::game::Match;
use crate::games::links::plugin::analysis::ReviewNodes;
use crate::games::links::position::Position;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub(super) const ANALYSE: Subcommand =
    group!("analyse", "What every move of a recorded match was worth, and what was better", OF.iter());

const OF: &[Subcommand] = &[subcommand!(
    "links",
    "A match of Links: a saved one, a recording, or one of `gridmarch sim links --out`",
    AnalyseArgs,
    run
)];

#[derive(Debug, Args)]
struct AnalyseArgs {
    /// The recorded match
    file: PathBuf,
    /// Which match of the file, if it has several lines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    round: u32,
    /// Nodes for each move: as many give the same answer on every machine
    #[arg(long, value_name = "N", default_value_t = ReviewNodes::default().0,
        value_parser = clap::value_parser!(u64).range(100..))]
    nodes: u64,
    /// Milliseconds for each move instead: as many nodes as the search does meanwhile in the middle of the match
    #[arg(long, value_name = "N", conflicts_with = "nodes", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl AnalyseArgs {
    fn played(&self) -> Result<Match, CliError> {
        let (text, file) = read(&self.file)?;
        let problem = |what: String| CliError::Other(format!("{file}: line {}: {what}", self.round));
        let line = text.lines().nth(self.round as usize - 1).ok_or_else(|| {
            let count = text.lines().count();
            CliError::Usage(format!(
                "--round {}: {file} has {count} {}",
                self.round,
                if count == 1 { "line" } else { "lines" }
            ))
        })?;
        let recording = Recording::<Position>::parse(line).map_err(|error| problem(error.to_string()))?;
        recording.saved().restore(usize::MAX).map_err(|error| problem(format!("`match`: {error}")))
    }
}

/// Nodes that a search does in so long in a position.
fn nodes_in(time: Duration, position: &Position) -> u64 {
    let begin = Instant::now();
    let budget = Budget::until(move || begin.elapsed() >= time);
    Engine::new(MAX_LEVEL, 0).think(position, &budget, &mut |_| {}).nodes
}

fn run(args: &AnalyseArgs) -> Result<(), CliError> {
    let played = args.played()?;
    let middle = played.at(played.steps().len() / 2);
    let nodes = match args.time_ms {
        Some(time) => nodes_in(Duration::from_millis(time), middle.position()).max(100),
        None => args.nodes,
    };
    let begin = Instant::now();
    let mut review = Review::new(&played);
    let mut plies: Vec<Ply> = std::iter::from_fn(|| review.go_on(&Budget::nodes(nodes))).collect();
    plies.reverse();
    let seconds = begin.elapsed().as_secs_f64();
    let sides = totals(&plies);
    if args.json {
        let rules = played.position().rules();
        println!(
            "{}",
            json!({
                "file": args.file.display().to_string(), "size": rules.size, "variant": rules.variant.name(),
                "nodes": nodes, "seconds": seconds, "plies": plies.iter().map(object).collect::<Vec<_>>(),
                "sides": sides.each_ref().map(of_side),
            })
        );
        return Ok(());
    }
    println!("  no  move    before   after   player 1");
    for ply in &plies {
        let marked = format!("{}{}", ply.played, sign(ply));
        println!(
            "{:>4}  {marked:<6}  {:>6}  {:>6}  {:>6}   {}{}",
            ply.number,
            value(ply.before),
            value(ply.after),
            percent(ply.chances[1]),
            told(ply),
            if ply.is_improvable() { format!("  ({})", line(&ply.line, 5)) } else { String::new() },
        );
    }
    for (side, totals) in sides.iter().enumerate() {
        println!(
            "player {}: accuracy {}, {} inaccuracies, {} mistakes, {} blunders, {} missed wins in {} moves",
            side + 1,
            percent(totals.accuracy),
            totals.inaccuracies,
            totals.mistakes,
            totals.blunders,
            totals.missed_wins,
            totals.moves
        );
    }
    println!("{} moves in {seconds:.1} s, {nodes} nodes each", plies.len());
    Ok(())
}

/// The verdict without the move, which stands before it.
fn told(ply: &Ply) -> String {
    let verdict = verdict(ply);
    let begin = format!("{}. {} ", ply.number, ply.played);
    verdict.strip_prefix(&begin).unwrap_or(&verdict).to_string()
}

/// A move. Values and chances are those of player 1.
fn object(ply: &Ply) -> Value {
    json!({
        "number": ply.number, "player": ply.side + 1, "move": ply.played.to_string(), "best": ply.best.to_string(),
        "line": ply.line.iter().map(ToString::to_string).collect::<Vec<_>>(), "before": ply.before, "after": ply.after,
        "chance_before": ply.chances[0], "chance_after": ply.chances[1], "loss": ply.loss,
        "mark": ply.mark.map(|mark| mark.name()), "only": ply.is_only, "missed_win_plies": ply.missed,
        "resistance_plies": ply.resistance, "depth": ply.depth, "nodes": ply.nodes,
    })
}

fn of_side(totals: &Totals) -> Value {
    json!({
        "moves": totals.moves, "accuracy": totals.accuracy, "inaccuracies": totals.inaccuracies,
        "mistakes": totals.mistakes, "blunders": totals.blunders, "missed_wins": totals.missed_wins,
    })
}
