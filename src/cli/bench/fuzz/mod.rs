//! `gridmarch bench fuzz`: real files with something changed, through the doors of the game, and a while of play behind each.
//!
//! An input follows from the seed, its kind and its number, so a found one comes again. Inputs are played by child
//! processes ([`crew`]): what hangs is killed after `--limit` seconds, what takes more than a gibibyte of memory is killed
//! too, and what panics or aborts costs only its own process. What is found is kept in `--keep`; `bench fuzz FILE…` plays
//! such files as they are, and so does the suite with those in `tests/fuzz`.

mod child;
mod crew;
pub mod inputs;
mod kill;
pub mod mutate;
pub(crate) mod programs;

use crate::base::rng::stream;
use crate::cli::CliError;
use crate::games::GAMES;
use clap::{Args, ValueEnum};
use crew::{Found, Job, Tally};
use inputs::{Form, Real};
use rand::seq::IndexedRandom;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Options of `bench fuzz`.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// Play these inputs as they are instead; the ends of their names say what they are, as in tests/fuzz
    files: Vec<PathBuf>,
    /// What to change; again for more than one. Everything if it is not given
    #[arg(long = "kind", value_name = "KIND", value_enum, conflicts_with = "files")]
    kinds: Vec<Kind>,
    /// Inputs, shared out among the kinds
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    rounds: u64,
    /// Decides all changes
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seconds after which an input hangs
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600))]
    limit: u64,
    /// Processes at the same time; as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Write the inputs that are found into this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Be a child: the folder to work in
    #[arg(long, hide = true, value_name = "DIR")]
    child: Option<PathBuf>,
    /// Be a child: the first and the last number
    #[arg(long, hide = true, num_args = 2)]
    numbers: Option<Vec<u64>>,
}

/// What is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Kind {
    /// Recordings of the real-time game, Tron and Tactics
    Replay,
    /// Saved matches
    Save,
    /// Levels of all games, maps, scenarios, puzzles
    Level,
    /// Rules of the real-time game
    Rules,
    /// What bots are asked and what they answer
    Bot,
    /// Nothing is changed: a program that saves and records is killed, and its files are read
    Kill,
}

impl Kind {
    /// All of them, in the order of the command line.
    pub const ALL: [Self; 6] = [Self::Replay, Self::Save, Self::Level, Self::Rules, Self::Bot, Self::Kill];

    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// Inputs of this kind for one that is killed: a kill takes as long as many files.
    const fn share(self) -> u64 {
        match self {
            Self::Replay | Self::Save => 60,
            Self::Level => 50,
            Self::Rules => 20,
            Self::Bot => 9,
            Self::Kill => 1,
        }
    }
}

/// What a door says to an input: a sentence, if it is refused.
pub(crate) type Answer = Result<(), String>;

pub(crate) fn said(problem: impl std::fmt::Display) -> String {
    problem.to_string()
}

/// Nodes that a program thinks for a turn behind a door.
pub(crate) const NODES: u64 = 300;

/// What a game gives to the fuzzer.
pub(crate) struct Fuzz {
    pub(crate) forms: &'static [Form],
    /// Real files of a kind, with a folder for what is recorded on the way.
    pub(crate) real: fn(Kind, &Path) -> Result<Vec<Real>, String>,
    pub(crate) keeper: Option<Keeper>,
}

/// How a game saves and records until it is killed.
pub(crate) struct Keeper {
    /// Begins in a folder; what it gives goes on by one step at each call.
    pub(crate) begin: fn(&Path) -> Result<Step, String>,
    /// The name of the file that is saved again and again.
    pub(crate) file: &'static str,
    /// Reads a file by the end of its name.
    pub(crate) read: &'static [(&'static str, fn(&Path) -> Answer)],
}

pub(crate) type Step = Box<dyn FnMut() -> Answer>;

fn keepers() -> impl Iterator<Item = &'static Keeper> {
    GAMES.iter().filter_map(|game| game.commands.fuzz.keeper.as_ref())
}

/// Writes an input into a file of `folder`, takes it through its door, and plays on.
fn enter(form: &Form, input: &[u8], folder: &Path) -> Answer {
    let path = folder.join(format!("input.{}", form.extension));
    std::fs::write(&path, input).map_err(|error| format!("{}: {error}", path.display()))?;
    let answer = (form.enter)(&path);
    // The next input must not find it, whatever it is called.
    let _ = std::fs::remove_file(&path);
    answer
}

/// How many inputs of each kind there are, of so many in all.
pub fn shared_out(kinds: &[Kind], rounds: u64) -> Vec<(Kind, u64)> {
    let whole: u64 = kinds.iter().map(|kind| kind.share()).sum();
    let mut counts: Vec<(Kind, u64)> = kinds.iter().map(|kind| (*kind, rounds * kind.share() / whole)).collect();
    let left = rounds - counts.iter().map(|(_, count)| count).sum::<u64>();
    if let Some((_, first)) = counts.first_mut() {
        *first += left;
    }
    counts
}

/// One input: a real file with something changed.
fn input(real: &[Real], kind: Kind, number: u64, seed: u64) -> Option<(&'static Form, Vec<u8>)> {
    let mut chance = stream(seed, &format!("fuzz {} {number}", kind.name()));
    let real = real.choose(&mut chance)?;
    Some((real.form, real.changed(&mut chance)))
}

pub(crate) fn run(args: &FuzzArgs) -> Result<(), CliError> {
    if let Some(folder) = &args.child {
        return child(args, folder);
    }
    let mut kinds = if args.kinds.is_empty() { Kind::ALL.to_vec() } else { args.kinds.clone() };
    kinds.sort_unstable();
    kinds.dedup();
    let workplace = tempfile::tempdir()?;
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let (jobs, rounds) = if args.files.is_empty() {
        let counts = shared_out(&kinds, args.rounds);
        (crew::jobs(&counts), args.rounds)
    } else {
        if let Some(file) = args.files.iter().find(|file| Form::of(file).is_none()) {
            let known: Vec<&str> = Form::all().map(|form| form.name).collect();
            let file = file.display();
            return Err(CliError::Other(format!("{file}: its name must end in one of .{}", known.join(", ."))));
        }
        (vec![Job::Files(args.files.clone())], args.files.len() as u64)
    };
    let order = crew::Order { seed: args.seed, limit: std::time::Duration::from_secs(args.limit), total: rounds };
    let tally = crew::play(jobs, threads, &order, workplace.path())?;
    tell(args, &tally, rounds)
}

/// Plays inputs and says line by line how they fare, for the crew.
fn child(args: &FuzzArgs, folder: &Path) -> Result<(), CliError> {
    // A child does not outlive whoever watches over it, not even one that is killed.
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(1);
    });
    if !args.files.is_empty() {
        for (number, file) in (0..).zip(&args.files) {
            let bytes = crate::files::read(file, crate::files::MAX_RECORDING)
                .map_err(|error| CliError::Other(format!("{}: {error}", file.display())))?;
            let Some(form) = Form::of(file) else { continue };
            child::attempt(number, || enter(form, &bytes, folder));
        }
        child::say("done");
        return Ok(());
    }
    let (&[kind], Some(&[first, last])) = (args.kinds.as_slice(), args.numbers.as_deref()) else {
        return Err(CliError::Usage("a child needs one --kind and its --numbers".into()));
    };
    if kind == Kind::Kill {
        return kill::write_for_ever(folder);
    }
    let real = inputs::real(kind, folder)?;
    for number in first..=last {
        let Some((form, bytes)) = input(&real, kind, number, args.seed) else { break };
        child::attempt(number, || enter(form, &bytes, folder));
    }
    child::say("done");
    Ok(())
}

/// Writes a found input, so that it can be played again.
fn keep(found: &Found, seed: u64, folder: &Path, workplace: &Path) -> Result<(), CliError> {
    let Some(kind) = found.kind.filter(|kind| *kind != Kind::Kill) else { return Ok(()) };
    let real = inputs::real(kind, workplace)?;
    let Some((form, bytes)) = input(&real, kind, found.number, seed) else { return Ok(()) };
    let path = folder.join(format!("{}-{seed}-{}.{}", kind.name(), found.number, form.name));
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, bytes));
    written.map_err(|error| CliError::Other(format!("{}: {error}", path.display())))
}

fn tell(args: &FuzzArgs, tally: &Tally, rounds: u64) -> Result<(), CliError> {
    for found in &tally.found {
        let kind = found.kind.map_or_else(|| "file".to_string(), Kind::name);
        eprintln!("{kind} {}: {}", found.number, found.what);
    }
    let Tally { refused, accepted, panics, hangs, peak_kib, .. } = *tally;
    let (peak_mib, heavy) = (peak_kib / 1024, tally.heavy);
    if args.json {
        let kinds: BTreeMap<String, _> = tally
            .kinds
            .iter()
            .map(|(kind, (refused, accepted))| (kind.name(), json!({"refused": refused, "accepted": accepted})))
            .collect();
        println!(
            "{}",
            json!({
                "rounds": rounds, "refused": refused, "accepted": accepted, "panics": panics, "hangs": hangs,
                "peak_mib": peak_mib, "heavy": heavy, "seed": args.seed, "kinds": kinds,
                "found": tally.found.iter().map(|found| json!({
                    "kind": found.kind.map(Kind::name), "number": found.number, "what": found.what,
                })).collect::<Vec<_>>(),
            })
        );
    } else {
        println!("{:>8} inputs", rounds);
        println!("{refused:>8} refused with a sentence");
        println!("{accepted:>8} accepted and played");
        println!("{panics:>8} panics");
        println!("{hangs:>8} hangs of more than {} s", args.limit);
        println!("{peak_mib:>8} MiB at most");
    }
    // After the result, which must not be lost if that fails.
    if let Some(folder) = &args.keep {
        let workplace = tempfile::tempdir()?;
        tally.found.iter().try_for_each(|found| keep(found, args.seed, folder, workplace.path()))?;
    }
    let faults = panics + hangs + heavy;
    if faults > 0 {
        return Err(CliError::Other(format!(
            "{faults} of {rounds} inputs panic, hang or take more than {} MiB",
            crew::MOST_MIB
        )));
    }
    Ok(())
}
