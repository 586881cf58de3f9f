//! `gridmarch train links`: the network learns from matches that the engine plays with itself.

use crate::arena::play_all;
use crate::cli::{CliError, Subcommand, group, read, subcommand};
use crate::files::{MAX_RECORDING, write_whole};
use crate::games::links::network::Network;
use crate::games::links::training::lesson::{self, Lesson};
use crate::games::links::training::{surprise, train};
use clap::Args;
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

pub(super) const TRAIN: Subcommand = group!("train", "Let a program learn from matches with itself", OF.iter());

const OF: &[Subcommand] = &[subcommand!("links", "The network of Links", TrainArgs, run)];

#[derive(Debug, Args)]
struct TrainArgs {
    /// Where the network goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The network that plays the matches; the one that the game ships if nothing is said
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Matches to learn from
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    matches: u32,
    /// Nodes for each move of them
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How often all of it is gone through
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// What all chance comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Of so many matches one is not learned from: by these it is judged.
const HELD: usize = 10;

fn run(args: &TrainArgs) -> Result<(), CliError> {
    let own;
    let network = match &args.from {
        None => Network::shipped(),
        Some(path) => {
            let (text, name) = read(path, MAX_RECORDING)?;
            own = Network::from_text(&text).map_err(|problem| CliError::Other(format!("{name}: {problem}")))?;
            &own
        }
    };
    let progress = ProgressBar::new(u64::from(args.matches));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let play = |number: usize| lesson::play(network, number as u64, args.seed, args.nodes);
    let matches = play_all(args.matches as usize, threads, &AtomicBool::new(false), play, |_, _| progress.inc(1));
    progress.finish_and_clear();
    let (mut lessons, mut held): (Vec<Lesson>, Vec<Lesson>) = Default::default();
    for (number, lesson) in matches.into_iter().enumerate() {
        if number % HELD == 0 { &mut held } else { &mut lessons }.extend(lesson);
    }
    let before = surprise(&held, |lesson| network.odds(&lesson.inputs));
    println!("{} lessons, {} held back: surprise {before:.4} with the old network", lessons.len(), held.len());
    let told = &mut |epoch, own, other| println!("epoch {epoch}: {own:.4}, held back {other:.4}");
    let trained = train(&lessons, &held, args.epochs as usize, args.seed, told);
    write_whole(&args.out, &trained.text())
        .map_err(|problem| CliError::Other(format!("{}: {problem}", args.out.display())))
}
