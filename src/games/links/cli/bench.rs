//! `gridmarch bench links`: how fast our engine is, whether lines are as many as they should be, whether it draws the links
//! that recorded games have, and whether it solves puzzles.
//!
//! Files are JSON lines. Games: `size`, `variant` (`pp` or `std`), `moves`, `new_links` (for every move the holes to which it
//! is linked, by column and row), `winner` (1, 2 or nothing). Puzzles: `size`, `variant`, `moves`, `kind`, `solutions`; or
//! a file of our own.

use crate::base::{Budget, rng};
use crate::cli::{CliError, read};
use crate::files::MAX_RECORDING;
use crate::games::links::cli::sim::RulesArgs;
use crate::games::links::engine::{Engine, MAX_LEVEL};
use crate::games::links::evaluation::Evaluation;
use crate::games::links::hole::Hole;
use crate::games::links::player::random_step;
use crate::games::links::position::Position;
use crate::games::links::puzzle::{Puzzle, Task, load};
use crate::games::links::reference::COUNTS;
use crate::games::links::routes::Look;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::step::Step;
use crate::search::Outcome;
use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Recorded games with the links of every move
    #[arg(long = "rules", value_name = "FILE")]
    games: Option<PathBuf>,
    /// Positions with their best moves, as JSON lines or as levels/links/puzzles.ron
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Thinking time for a puzzle, and for the speed of the search, in milliseconds
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: u64,
    /// Seed of the positions for the speed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A recorded game, or a puzzle.
#[derive(Debug, Deserialize)]
struct Line {
    size: u8,
    variant: Variant,
    moves: Vec<String>,
    #[serde(default)]
    new_links: Vec<Vec<String>>,
    #[serde(default)]
    winner: Option<usize>,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    solutions: Vec<String>,
}

impl Line {
    fn rules(&self) -> Rules {
        Rules { size: self.size, variant: self.variant, pie: true }
    }

    /// Makes the moves; `each` hears of the position before and after every one.
    fn play(&self, mut each: impl FnMut(usize, &Position, &Position, Step)) -> Result<Position, String> {
        self.rules().check().map_err(|problem| problem.to_string())?;
        let mut position = Position::new(self.rules());
        for (index, word) in self.moves.iter().enumerate() {
            let step: Step = word.parse().map_err(|problem| format!("move {}: {problem}", index + 1))?;
            if !position.is_legal(step) {
                return Err(format!("move {}: {step} is not legal there", index + 1));
            }
            let before = position.clone();
            position.make(step);
            each(index, &before, &position, step);
        }
        Ok(position)
    }
}

/// Games or puzzles of JSON lines, or our own puzzles.
fn lines(path: &Path) -> Result<Vec<(String, Line)>, CliError> {
    if path.extension().is_some_and(|extension| extension == "ron") {
        return Ok(load(path)?
            .iter()
            .map(|puzzle| (format!("{}: {}", path.display(), puzzle.name), own(puzzle)))
            .collect());
    }
    let (text, name) = read(path, MAX_RECORDING)?;
    let parsed = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(|(index, line)| {
        let place = format!("{name}: line {}", index + 1);
        let line = serde_json::from_str(line).map_err(|error| CliError::Other(format!("{place}: {error}")))?;
        Ok((place, line))
    });
    parsed.collect()
}

/// A puzzle of ours as a line.
fn own(puzzle: &Puzzle) -> Line {
    let Rules { size, variant, .. } = puzzle.position().rules();
    let kind = match puzzle.task {
        Task::Win(pegs) => format!("win{pegs}"),
        Task::Hold(pegs) => format!("hold{pegs}"),
    };
    let moves = puzzle.position().steps().map(|step| step.to_string()).collect();
    let (new_links, winner, solutions) = (Vec::new(), None, vec![puzzle.solution.to_string()]);
    Line { size, variant, moves, new_links, winner, kind, solutions }
}

fn agreement(path: &Path) -> Result<Value, CliError> {
    let (mut games, mut plies, mut agree) = (0, 0, 0);
    for (place, line) in lines(path)? {
        games += 1;
        let compare = |index: usize, before: &Position, after: &Position, step: Step| {
            let Step::Peg(hole) = step else { return };
            plies += 1;
            let side = before.side();
            let mut linked: Vec<Hole> = after.links(side)[before.links(side).len()..]
                .iter()
                .map(|link| if link.ends().0 == hole { link.ends().1 } else { link.ends().0 })
                .collect();
            linked.sort_by_key(|hole| (hole.column(), hole.row()));
            let ours: Vec<String> = linked.iter().map(ToString::to_string).collect();
            agree += u32::from(line.new_links.get(index) == Some(&ours));
        };
        let last = line.play(compare).map_err(|problem| CliError::Other(format!("{place}: {problem}")))?;
        let winner =
            last.end().and_then(|end| if let Outcome::Win(side) = end.outcome { Some(side + 1) } else { None });
        if winner != line.winner {
            return Err(CliError::Other(format!("{place}: the winner is {winner:?}, expected {:?}", line.winner)));
        }
    }
    Ok(json!({"games": games, "plies": plies, "agree": agree}))
}

fn solve(path: &Path, time: Duration) -> Result<Value, CliError> {
    let mut kinds: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (place, line) in lines(path)? {
        let position = line.play(|_, _, _, _| {}).map_err(|problem| CliError::Other(format!("{place}: {problem}")))?;
        let begin = Instant::now();
        let budget = Budget::until(move || begin.elapsed() >= time);
        let best = Engine::new(MAX_LEVEL, 0).think(&position, &budget, &mut |_| {}).best;
        let count = kinds.entry(line.kind).or_default();
        count[0] += u32::from(best.is_some_and(|best| line.solutions.contains(&best.to_string())));
        count[1] += 1;
    }
    let [solved, total] = kinds.values().fold([0, 0], |all, one| [all[0] + one[0], all[1] + one[1]]);
    Ok(json!({"total": total, "solved": solved, "kinds": kinds}))
}

/// Evaluations a second of positions that come up at random, and nodes a second of the search.
fn speed(rules: Rules, seed: u64, time: Duration) -> (f64, f64) {
    let mut rng = rng::stream(seed, "links bench");
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = Position::new(rules);
        for _ in 0..u32::from(rules.size) * 2 {
            if position.end().is_some() {
                break;
            }
            positions.push(position.clone());
            position.make(random_step(&position, &mut rng));
        }
    }
    let (begin, mut count) = (Instant::now(), 0_u64);
    while begin.elapsed() < time {
        for position in &positions {
            black_box(Evaluation::best().judge(&Look::at(black_box(position)), position.side()));
            count += 1;
        }
    }
    let evaluations = count as f64 / begin.elapsed().as_secs_f64();
    let (begin, mut nodes) = (Instant::now(), 0);
    for position in positions.iter().step_by(positions.len().div_ceil(8).max(1)) {
        let begin = Instant::now();
        let budget = Budget::until(move || begin.elapsed() >= time);
        nodes += Engine::new(MAX_LEVEL, 0).think(position, &budget, &mut |_| {}).nodes;
    }
    (evaluations, nodes as f64 / begin.elapsed().as_secs_f64())
}

/// The lines of the reference positions, and how many are counted a second.
fn perft() -> Result<Value, CliError> {
    let (begin, mut lines) = (Instant::now(), 0);
    let mut positions = Vec::new();
    for reference in COUNTS {
        let (found, expected) = (reference.counted(), reference.count);
        let place = format!("{} on {} by {}", reference.moves, reference.size, reference.variant);
        if found != expected {
            return Err(CliError::Other(format!("{}: counted {found:?}, expected {expected:?}", place.trim())));
        }
        lines += found.lines;
        positions.push(json!({
            "size": reference.size,
            "variant": reference.variant.to_string(),
            "moves": reference.moves,
            "plies": reference.plies,
            "lines": found.lines,
            "positions": found.positions,
        }));
    }
    Ok(json!({"counts": positions, "lines_per_s": lines as f64 / begin.elapsed().as_secs_f64()}))
}

pub(super) fn run(args: &LinksArgs) -> Result<(), CliError> {
    let time = Duration::from_millis(args.time_ms);
    let (evaluations, nodes) = speed(args.rules.rules()?, args.seed, time);
    let mut object = Map::new();
    object.insert("evaluations_per_s".into(), json!(evaluations));
    object.insert("nodes_per_s".into(), json!(nodes));
    object.insert("perft".into(), perft()?);
    if let Some(path) = &args.games {
        object.insert("rules".into(), agreement(path)?);
    }
    if let Some(path) = &args.puzzles {
        object.insert("puzzles".into(), solve(path, time)?);
    }
    if args.json {
        println!("{}", Value::Object(object));
    } else {
        for (key, value) in object {
            println!("{key}: {value}");
        }
    }
    Ok(())
}
