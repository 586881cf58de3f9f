//! `gridmarch sim ladder`: everybody against everybody, on one machine or on many.

use super::journal::{Journal, load};
use super::{bar, default_threads, sprt_json};
use crate::arena::ladder::{Ladder, bout, meetings};
use crate::arena::{Score, Sprt, play_all};
use crate::cli::{CliError, Subcommand, subcommand};
use crate::files::write_text;
use crate::games::GAMES;
use clap::Args;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// The difference in Elo that is asked of each pair of players.
const TEST: &str = "0,35";

pub(crate) const LADDER: &[Subcommand] =
    &[subcommand!("ladder", "Everybody against everybody with swapped seats, rated", LadderArgs, run)];

/// What a game needs for ladders.
pub(crate) struct LadderGame {
    /// The players that a word of `--of` stands for, as they are written.
    pub(crate) players: fn(&str) -> Result<Vec<String>, String>,
    /// Who plays a match between two.
    pub(crate) open: fn(&LadderArgs, &[String]) -> Result<Box<dyn Play>, CliError>,
    /// What else is told of matches, as text and as keys.
    pub(crate) report: fn(&[Value]) -> (String, Map<String, Value>),
}

pub(crate) trait Play: Sync {
    /// Plays a match between two of the players; those of the numbers 2k and 2k + 1 differ in the seats alone. Gives an
    /// object of which `winner` is 0, 1 or null.
    fn play(&self, a: usize, b: usize, round: usize) -> Value;
}

/// Options of `sim ladder`.
#[derive(Debug, Args)]
#[command(after_help = "See docs/ladder.md for several machines.")]
pub(crate) struct LadderArgs {
    /// Who plays, as in `sim GAME --side`; may be repeated, and may hold several with spaces or semicolons between them.
    /// `levels` and `styles` stand for those of the program
    #[arg(long, value_name = "SPECS", required_unless_present = "merge")]
    of: Vec<String>,
    /// Which game; the first that has ladders unless given
    #[arg(long, value_name = "NAME")]
    game: Option<String>,
    /// Matches of each with each, in pairs with swapped seats: an odd number is rounded up
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Sides that each player has, all of one team: 2 plays two against two
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) team: u8,
    /// A map; may be repeated. Those of `sim` unless given
    #[arg(long = "level", value_name = "FILE")]
    pub(crate) levels: Vec<PathBuf>,
    /// Minutes of the game after which a match is drawn
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub(crate) minutes: u32,
    /// The test that is told of each pair of players
    #[arg(long, value_name = "ELO,ELO", default_value = TEST, allow_hyphen_values = true)]
    sprt: Sprt,
    /// Matches at the same time; as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Seed of the first matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write matches.jsonl, a line for every match, into this folder; what is there already is not played again
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play only the matches from the first to before the second number
    #[arg(long, value_name = "N..N", value_parser = range)]
    jobs: Option<Range<usize>>,
    /// Play nothing; write a list of commands into this file, each for some of the matches
    #[arg(long, value_name = "FILE", conflicts_with = "merge")]
    plan: Option<PathBuf>,
    /// Matches of a command of the plan
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    each: u16,
    /// Play nothing; add up these folders or matches.jsonl files
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with_all = ["of", "out", "jobs"])]
    merge: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn range(text: &str) -> Result<Range<usize>, String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    ends.filter(|range: &Range<usize>| !range.is_empty())
        .ok_or_else(|| format!("{text:?} is no range of matches, expected for example 40..60"))
}

/// The game of that name, or the first that has ladders, with its name.
fn game(name: Option<&str>) -> Result<(&'static str, &'static LadderGame), CliError> {
    let mut games = GAMES.iter().map(|game| (game.commands.sim.name, game.commands.ladder.as_ref()));
    let found = games.clone().find(|(known, ladder)| name.map_or(ladder.is_some(), |name| *known == name));
    let (found, ladder) = found.ok_or_else(|| {
        let known: Vec<&str> = games.by_ref().map(|(known, _)| known).collect();
        let name = name.unwrap_or_default();
        CliError::Usage(format!("--game: {name:?} is no game, expected {}", known.join(", ")))
    })?;
    let missing = || format!("--game: there are no ladders of {found}; gridmarch sim {found} plays two sides in pairs");
    Ok((found, ladder.ok_or_else(|| CliError::Other(missing()))?))
}

/// The players of `--of`.
fn players(args: &LadderArgs, game: &LadderGame) -> Result<Vec<String>, CliError> {
    let mut players: Vec<String> = Vec::new();
    // A command has spaces of its own.
    let words = args.of.iter().flat_map(|specs| match specs.starts_with("exec:") {
        true => vec![specs.as_str()],
        false => specs.split([' ', ';']).collect(),
    });
    for word in words.filter(|word| !word.is_empty()) {
        for player in (game.players)(word).map_err(|problem| CliError::Usage(format!("--of {word}: {problem}")))? {
            if players.contains(&player) {
                return Err(CliError::Usage(format!("--of: {player} is named twice")));
            }
            players.push(player);
        }
    }
    if players.len() < 2 {
        return Err(CliError::Usage(format!("--of: a ladder needs two players or more, there are {}", players.len())));
    }
    Ok(players)
}

fn run(args: &LadderArgs) -> Result<(), CliError> {
    if !args.merge.is_empty() {
        return merge(args);
    }
    let (name, game) = game(args.game.as_deref())?;
    let players = players(args, game)?;
    let all = meetings(players.len()) * (args.rounds as usize).next_multiple_of(2);
    if let Some(file) = &args.plan {
        return write_text(file, &plan(args, name, all)).map_err(CliError::Other);
    }
    let jobs = args.jobs.clone().unwrap_or(0..all);
    if jobs.end > all {
        return Err(CliError::Usage(format!("--jobs: there are {all} matches, {} is beyond them", jobs.end)));
    }
    let settings = json!({
        "ladder": name, "players": players, "team": args.team, "levels": args.levels, "minutes": args.minutes, "seed": args.seed,
        "version": env!("CARGO_PKG_VERSION"),
    });
    let opened = args.out.as_ref().map(|folder| Journal::open(folder, &settings)).transpose()?;
    let (mut journal, known) = opened.map_or((None, Vec::new()), |(journal, known)| (Some(journal), known));
    let known: BTreeMap<u64, Value> =
        known.into_iter().filter_map(|record| Some((record["match"].as_u64()?, record))).collect();
    let match_of = |place: usize| (jobs.start + place) as u64;
    let table = (game.open)(args, &players)?;
    let progress = bar(jobs.len() as u64);
    let mut trouble = None;
    let records = play_all(
        jobs.len(),
        args.threads.map_or_else(|| default_threads(0, 2), usize::from),
        &AtomicBool::new(false),
        |place| {
            let number = match_of(place);
            known.get(&number).cloned().unwrap_or_else(|| {
                let bout = bout(players.len(), number as usize);
                let mut record = table.play(bout.a, bout.b, bout.round);
                record["match"] = json!(number);
                record
            })
        },
        |place, record| {
            progress.inc(1);
            if let Some(journal) = journal.as_mut().filter(|_| !known.contains_key(&match_of(place)))
                && let Err(problem) = journal.add(record)
            {
                trouble.get_or_insert(problem);
            }
        },
    );
    progress.finish_and_clear();
    if let Some(problem) = trouble {
        return Err(problem);
    }
    report(args, game, &players, &records);
    Ok(())
}

/// The commands that together play all matches.
fn plan(args: &LadderArgs, game: &str, all: usize) -> String {
    let quoted = |word: &str| {
        let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./:=,+".contains(sign);
        if word.chars().all(is_plain) { word.into() } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let mut command = format!("gridmarch sim ladder --game {}", quoted(game));
    args.of.iter().for_each(|of| command += &format!(" --of {}", quoted(of)));
    args.levels.iter().for_each(|level| command += &format!(" --level {}", quoted(&level.display().to_string())));
    if args.team > 1 {
        command += &format!(" --team {}", args.team);
    }
    command += &format!(" --rounds {} --minutes {} --seed {}", args.rounds, args.minutes, args.seed);
    args.threads.iter().for_each(|threads| command += &format!(" --threads {threads}"));
    let folder = args.out.clone().unwrap_or_else(|| "ladder".into());
    let line = |from: usize| {
        let to = all.min(from + usize::from(args.each));
        let out = folder.join(format!("{from}-{to}")).display().to_string();
        format!("{command} --jobs {from}..{to} --out {}\n", quoted(&out))
    };
    (0..all).step_by(usize::from(args.each)).map(line).collect()
}

/// Adds up the results of several folders.
fn merge(args: &LadderArgs) -> Result<(), CliError> {
    let (mut settings, mut records): (Option<Value>, BTreeMap<u64, Value>) = (None, BTreeMap::new());
    for path in &args.merge {
        let (of, found) = load(path)?;
        if *settings.get_or_insert_with(|| of.clone()) != of {
            let path = path.display();
            return Err(CliError::Other(format!("{path}: its settings are not those of {}", args.merge[0].display())));
        }
        records.extend(found.into_iter().filter_map(|record| Some((record["match"].as_u64()?, record))));
    }
    let settings = settings.unwrap_or_default();
    let players: Option<Vec<String>> = serde_json::from_value(settings["players"].clone()).ok();
    let Some(players) = players.filter(|players| players.len() > 1) else {
        return Err(CliError::Other(format!("{}: it is not of a ladder", args.merge[0].display())));
    };
    let (_, game) = game(settings["ladder"].as_str())?;
    report(args, game, &players, &records.into_values().collect::<Vec<_>>());
    Ok(())
}

/// Prints ratings, the table of all pairs and what the game tells.
fn report(args: &LadderArgs, game: &LadderGame, players: &[String], records: &[Value]) {
    let mut ladder = Ladder::new(players.len());
    for record in records {
        let number = record["match"].as_u64().unwrap_or_default() as usize;
        let winner = record["winner"].as_u64().map(|winner| winner as usize);
        ladder.add(bout(players.len(), number), Score::of(winner, 0));
    }
    let ratings = ladder.ratings();
    let pairs = || (0..players.len()).flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)));
    let (told, keys) = (game.report)(records);
    if args.json {
        let player = |(index, name): (usize, &String)| {
            let Score { wins, draws, losses } = ladder.score(index);
            let rating = ratings[index];
            json!({ "name": name, "elo": rating.elo, "error": rating.error, "wins": wins, "draws": draws, "losses": losses })
        };
        let pair = |(a, b): (usize, usize)| {
            let paired = ladder.pairs(a, b);
            json!({ "a": players[a], "b": players[b], "pentanomial": paired.0, "sprt": sprt_json(args.sprt, paired) })
        };
        let mut object = json!({
            "matches": records.len(),
            "players": players.iter().enumerate().map(player).collect::<Vec<_>>(),
            "pairs": pairs().map(pair).collect::<Vec<_>>(),
        });
        keys.into_iter().for_each(|(key, value)| object[key] = value);
        println!("{object}");
        return;
    }
    let width = players.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    println!("  #  {:width$}     Elo     ± 95 %   wins  draws  losses", "player");
    for (index, name) in players.iter().enumerate() {
        let (Score { wins, draws, losses }, rating) = (ladder.score(index), ratings[index]);
        let number = index + 1;
        println!(
            "{number:3}  {name:width$}  {:+6.0}  {:9.0}  {wins:5}  {draws:5}  {losses:6}",
            rating.elo, rating.error
        );
    }
    println!("\npoints of the row against the column, in hundredths\n{}", ladder.matrix());
    for (a, b) in pairs() {
        let paired = ladder.pairs(a, b);
        println!("{} against {}: {paired}; {}", players[a], players[b], args.sprt.sentence(paired));
    }
    print!("{told}");
    println!("{} matches", records.len());
}
