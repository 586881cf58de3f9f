//! `gridmarch sim rts`: whole skirmishes between programs, without a window.

pub(super) mod exploits;
mod fixtures;
mod guests;
pub(super) mod ladder;
mod report;
mod series;
mod tried;
mod watch;

use crate::arena::{Score, Sprt, play_pairs};
use crate::cli::CliError;
use crate::cli::sim::journal::Journal;
use crate::cli::sim::{bar, default_threads};
use crate::games::rts::bot::Program;
use crate::games::rts::cli::outside::{Guest, LOOK_MS, Leash};
use crate::games::rts::handicap::Handicap;
use clap::Args;
#[cfg(feature = "client")]
pub(super) use fixtures::faction;
use fixtures::{Fixtures, Teams, levels};
use guests::Guests;
use serde_json::{Value, json};
use series::{Round, Series};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use tried::Tried;

/// Options of `sim rts`.
#[derive(Debug, Args)]
#[command(
    after_help = "Sides: founder, the first program of the game; script:NAME, those of assets/rules/scripts.ron; bot:1 to bot:5, the strongest unless a level is given, with \
    style=rush, boom or turtle, personality=NAME, signals=off; exec:COMMAND, a program that speaks the protocol of docs/bots.md; \
    stdio, whoever speaks it at the other end of our standard input and output; each with faction=NAME for a faction of the \
    rules, without which all pairings of factions take turns, and with handicap=50 to 150, the hundredths that it gets of what its \
    workers bring home. As many matches as there are teams have the same map, factions and seed, and the teams \
    change seats."
)]
pub(crate) struct RtsArgs {
    /// Who plays; two to eight times
    #[arg(long = "side", value_name = "SPEC", required = true)]
    sides: Vec<RtsSide>,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// How many of the sides, in their order, form each team, as in 2v2; everybody is alone unless given
    #[arg(long, value_name = "NvN")]
    teams: Option<Teams>,
    /// Stop as soon as it is clear whether the first of two sides or teams is stronger by the first or by the second of
    /// these differences in Elo, each of which is wrong 5 times in 100
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A map with a place to start from for every side; may be repeated. Ten maps unless given
    #[arg(long = "level", value_name = "FILE")]
    levels: Vec<PathBuf>,
    #[command(flatten)]
    tried: Tried,
    /// Minutes of the game after which a match is drawn
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=600))]
    minutes: u32,
    /// Sides see the whole map
    #[arg(long)]
    no_fog: bool,
    /// CPU time for an answer of an outside program, in milliseconds, of all its processes together; what takes longer counts
    /// as late and is dropped
    #[arg(long, value_name = "MS", default_value_t = LOOK_MS, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: u64,
    /// Address space of each process of an outside program, in MiB; not limited unless this is said
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    bot_memory: Option<u32>,
    /// Show what outside programs write to standard error
    #[arg(long)]
    bot_stderr: bool,
    /// Matches at the same time; as many as there are cores, fewer with outside programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seed of the first matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write matches.jsonl, a line for every match, and the replays into this folder; what is there already is not played
    /// again
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print what each side has, every minute of the game
    #[arg(long)]
    trace: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Who plays a side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RtsSide {
    pub(super) spec: String,
    pub(super) faction: Option<String>,
    pub(super) program: Program,
    /// Who plays if nobody of ours does.
    pub(super) guest: Option<Guest>,
    pub(super) handicap: Handicap,
}

impl FromStr for RtsSide {
    type Err = String;

    fn from_str(spec: &str) -> Result<Self, String> {
        // A command may hold whatever it wants before that.
        let (rest, faction) = match spec.rsplit_once(",faction=") {
            Some((rest, name)) => (rest, Some(name.to_string())),
            None => (spec, None),
        };
        if let Some(guest) = Guest::read(rest) {
            return Ok(Self {
                spec: spec.into(),
                faction,
                program: Program::Outside,
                guest: Some(guest?),
                handicap: Handicap::NONE,
            });
        }
        let (mut faction, mut handicap, mut rest) = (None, Handicap::NONE, Vec::new());
        for word in spec.split(',') {
            match word.split_once('=') {
                Some(("faction", name)) => faction = Some(name.to_string()),
                Some(("handicap", percent)) => handicap = percent.parse()?,
                _ => rest.push(word),
            }
        }
        let program = rest.join(",").parse().map_err(|problem: String| format!("{problem}; or exec:COMMAND"))?;
        Ok(Self { spec: spec.into(), faction, program, guest: None, handicap })
    }
}

/// What decides how the match of a number goes.
fn settings(args: &RtsArgs) -> Value {
    let sides: Vec<&str> = args.sides.iter().map(|side| side.spec.as_str()).collect();
    json!({
        "game": "rts", "sides": sides, "teams": args.teams.as_ref().map(|teams| &teams.0), "levels": args.levels,
        "tried": args.tried, "minutes": args.minutes, "time_ms": args.time_ms, "fog": !args.no_fog, "seed": args.seed,
        "version": env!("CARGO_PKG_VERSION"),
    })
}

pub(crate) fn run(args: &RtsArgs) -> Result<(), CliError> {
    let rules = args.tried.read()?;
    let count = args.sides.len();
    if !(2..=8).contains(&count) {
        return Err(CliError::Usage(format!("--side: a skirmish has 2 to 8 sides, there are {count}")));
    }
    let leash = Leash { ms: args.time_ms, mebibytes: args.bot_memory, show_errors: args.bot_stderr };
    let guests = Guests::new(&args.sides, leash)?;
    let levels = levels(&args.levels, count, &rules)?;
    let fixtures = Fixtures::new(&args.sides, args.teams.as_ref(), levels, args.seed, &rules)?;
    let teams = fixtures.teams().len();
    if args.sprt.is_some() && teams != 2 {
        return Err(CliError::Usage(format!("--sprt: it is for two sides or teams, there are {teams}")));
    }
    let (mut journal, mut known) = (None, BTreeMap::new());
    if let Some(folder) = &args.out {
        let (opened, records) = Journal::open(folder, &settings(args))?;
        journal = Some(opened);
        for record in records {
            let round: Round = serde_json::from_value(record).map_err(|problem| {
                CliError::Other(format!("{}: a match cannot be read: {problem}", folder.display()))
            })?;
            known.insert(round.number, round);
        }
    }
    let (minutes, fog, trace) = (args.minutes, !args.no_fog, args.trace);
    let has_trainer = guests.have_trainer();
    let threads = args.threads.map_or_else(|| default_threads(guests.programs(), count), usize::from);
    // There is one standard input.
    let threads = if has_trainer { 1 } else { threads };
    let series = Series { rules, fixtures, guests, minutes, fog, trace, replays: args.out.clone() };
    let progress = bar(u64::from(args.rounds));
    let mut trouble = None;
    let rounds = play_pairs(
        args.rounds as usize,
        threads,
        args.sprt,
        |number| known.get(&number).cloned().unwrap_or_else(|| series.play(number)),
        |round| Some(Score::of(round.winner, 0)),
        |number, round| {
            progress.inc(1);
            if let Some(journal) = journal.as_mut().filter(|_| !known.contains_key(&number))
                && let Err(problem) = journal.add(&json!(round))
            {
                trouble.get_or_insert(problem);
            }
        },
    );
    progress.finish_and_clear();
    if let Some(problem) = trouble {
        return Err(problem);
    }
    // Its standard output is for the lines of the matches alone.
    if !has_trainer {
        report::print(args, &series, &rounds);
    }
    Ok(())
}
