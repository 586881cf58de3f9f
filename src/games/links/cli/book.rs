//! `gridmarch book links`: our engine computes the opening book.

use crate::cli::CliError;
use crate::files::write_whole;
use crate::games::links::book::maker::{SIZES, Wish, make};
use crate::games::links::book::write;
use crate::games::links::rules::Variant;
use clap::Args;
use indicatif::ProgressBar;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "The same options give the same book on any number of threads. The form of the file is told in \
    levels/links/README.md; the game reads assets/links/book.ron when it is built."
)]
pub(super) struct BookArgs {
    /// Where the book goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Only the boards with so many holes along a side: 12, 18, 20 or 24
    #[arg(long, value_name = "N")]
    size: Option<u8>,
    /// Only those with these links: pp or standard
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// Matches from every first hole
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    matches: u32,
    /// Nodes for each move of them
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    move_nodes: u64,
    /// Lines of every board
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    lines: u32,
    /// Nodes for each of the four searches of a position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// What all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(args: &BookArgs) -> Result<(), CliError> {
    let BookArgs { size, variant, matches, move_nodes, nodes, seed, .. } = *args;
    if size.is_some_and(|size| !SIZES.contains(&size)) {
        return Err(CliError::Usage("--size: there is a book for boards of 12, 18, 20 and 24 holes".into()));
    }
    let wish = Wish { size, variant, matches, move_nodes, lines: args.lines as usize, nodes, seed };
    let progress = ProgressBar::new(wish.work());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let book = make(&wish, threads, &mut || progress.inc(1));
    progress.finish_and_clear();
    write_whole(&args.out, &write(&book, &wish))
        .map_err(|problem| CliError::Other(format!("{}: {problem}", args.out.display())))?;
    for board in &book.boards {
        let (size, variant) = (board.size, board.variant);
        let chances = || board.firsts.iter().map(|first| first.chance);
        let (least, most) = (chances().min().unwrap_or_default(), chances().max().unwrap_or_default());
        println!(
            "{size} × {size}, {variant}: first pegs win {least} to {most} %, {} balanced, {} lines",
            board.balanced.len(),
            board.lines.len()
        );
    }
    Ok(())
}
