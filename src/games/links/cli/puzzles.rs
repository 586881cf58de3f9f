//! `gridmarch puzzles links`: makes puzzles, or proves those of a file anew.

use crate::base::Budget;
use crate::cli::CliError;
use crate::files;
use crate::games::links::puzzle::maker::{MOST, Wish, make};
use crate::games::links::puzzle::{Puzzle, load, write};
use crate::games::links::rules::{Rules, Variant};
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("what").args(["out", "prove"]).required(true),
    after_help = "The same count, seed, size and variant give the same file. The form of the file is told in \
        levels/links/README.md. Making a hundred takes some minutes."
)]
pub(crate) struct PuzzlesArgs {
    /// Write new puzzles to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Prove all puzzles of this file: what is to be done can be done, and with one peg only
    #[arg(long, value_name = "FILE")]
    prove: Option<PathBuf>,
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=MOST as i64))]
    count: u16,
    /// Seed of the matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Only on boards with so many holes along a side: an even number from 6 to 30
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Only with these links: pp (own links may cross) or standard
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
}

pub(super) fn run(args: &PuzzlesArgs) -> Result<(), CliError> {
    if let Some(path) = &args.prove {
        return prove(path);
    }
    let Some(path) = &args.out else { return Ok(()) };
    if let Some(size) = args.size {
        let rules = Rules { size, ..Rules::default() };
        rules.check().map_err(|problem| CliError::Usage(format!("--size: {problem}")))?;
    }
    let wish = Wish { count: args.count.into(), seed: args.seed, size: args.size, variant: args.variant };
    let mut count = 0;
    let made = make(&wish, &mut |puzzle, matches| {
        count += 1;
        println!("{count} after {matches} matches: {}", about(puzzle));
    });
    files::write_text(path, &write(&made)).map_err(CliError::Other)?;
    println!("{}: {} made", path.display(), made.len());
    if made.len() < wish.count {
        println!("no more came up; another --seed may give more");
    }
    Ok(())
}

fn about(puzzle: &Puzzle) -> String {
    let Rules { size, variant, .. } = puzzle.position().rules();
    format!("{:?}, grade {}, {size} × {size}, {variant}", puzzle.task, puzzle.grade)
}

fn prove(path: &Path) -> Result<(), CliError> {
    let puzzles = load(path)?;
    let begin = Instant::now();
    for puzzle in &puzzles {
        if puzzle.proved(Budget::unlimited()) != Ok(true) {
            let (name, task, solution) = (&puzzle.name, puzzle.task, puzzle.solution);
            let problem = format!("{}: puzzle {name:?}: {solution} is not the only peg for {task:?}", path.display());
            return Err(CliError::Other(problem));
        }
    }
    println!("{}: {} proved in {:.1} s", path.display(), puzzles.len(), begin.elapsed().as_secs_f64());
    Ok(())
}
