//! `gridmarch sim rts`: whole skirmishes between programs, without a window.

use super::seat;
use crate::arena::{Score, Standing, play_all};
use crate::cli::CliError;
use crate::cli::sim::default_threads;
use crate::games::rts::folders::level_folder;
use crate::games::rts::level::Level;
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::skirmish::{Control, Ending, Seat, Sides, SkirmishSetup};
use crate::shell::recording::RecordTo;
use bevy::prelude::With;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Options of `sim rts`.
#[derive(Debug, Args)]
#[command(
    after_help = "Sides: bot, or bot,faction=NAME for a faction of the rules. Without a faction the factions take turns. The \
    places on the map rotate from match to match."
)]
pub(crate) struct RtsArgs {
    /// Who plays; two to eight times
    #[arg(long = "side", value_name = "SPEC", required = true)]
    sides: Vec<RtsSide>,
    /// How many matches
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// The map; it needs a place to start from for every side
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// Other rules than those of the game
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Minutes of the game after which a match is drawn
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=600))]
    minutes: u32,
    /// Sides see the whole map
    #[arg(long)]
    no_fog: bool,
    /// Matches at the same time; as many as there are cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Number of the first match: it decides places, factions and the seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the replay of every match into this folder
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RtsSide {
    spec: String,
    faction: Option<String>,
    program: crate::games::rts::bot::Program,
}

impl FromStr for RtsSide {
    type Err = String;

    fn from_str(spec: &str) -> Result<Self, String> {
        let (mut faction, mut rest) = (None, Vec::new());
        for word in spec.split(',') {
            match word.split_once('=') {
                Some(("faction", name)) => faction = Some(name.to_string()),
                _ => rest.push(word),
            }
        }
        let program = rest.join(",").parse()?;
        Ok(Self { spec: spec.into(), faction, program })
    }
}

/// How a match went.
struct Round {
    /// The winning side, of those that play, if there is one.
    winner: Option<usize>,
    factions: Vec<FactionId>,
    ticks: u32,
    tick_times: (Duration, Duration),
    print: u64,
}

struct Series<'a> {
    args: &'a RtsArgs,
    rules: Rules,
    level: Level,
    fixed: Vec<Option<FactionId>>,
}

impl<'a> Series<'a> {
    fn new(args: &'a RtsArgs) -> Result<Self, CliError> {
        let rules = super::rules(args.rules.as_deref())?;
        let path = args.level.clone().unwrap_or_else(|| level_folder().join("twin-fords.ron"));
        let level = Level::load(&path, &rules).map_err(|error| CliError::Other(error.to_string()))?;
        if !(2..=8).contains(&args.sides.len()) {
            return Err(CliError::Usage(format!(
                "--side: a skirmish has 2 to 8 sides, there are {}",
                args.sides.len()
            )));
        }
        if level.starts.len() < args.sides.len() {
            let (has, needs) = (level.starts.len(), args.sides.len());
            return Err(CliError::Other(format!("{}: {has} places to start from, {needs} are needed", path.display())));
        }
        let named = |side: &RtsSide| match &side.faction {
            None => Ok(None),
            Some(name) => rules.faction_named(name).map(Some).ok_or_else(|| {
                let known: Vec<&str> = rules.factions.iter().map(|faction| faction.name.as_str()).collect();
                CliError::Usage(format!("--side: {name:?} is no faction, expected {}", known.join(" or ")))
            }),
        };
        let fixed = args.sides.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Self { args, rules, level, fixed })
    }

    /// Plays the match of a number. The same number gives the same match.
    fn play(&self, number: usize) -> Round {
        let number = number + self.args.seed as usize;
        let count = self.args.sides.len();
        let turns = number / self.level.starts.len();
        // All pairs of factions, each on all places.
        let turn = |side: usize| FactionId(((turns >> side & 1) % self.rules.factions.len().max(1)) as u8);
        let fixed = self.fixed.iter().enumerate();
        let factions: Vec<FactionId> = fixed.map(|(side, fixed)| fixed.unwrap_or(turn(side))).collect();
        let start = |side: usize| (side + number) % self.level.starts.len();
        let seats: Vec<Seat> = (0..count)
            .map(|side| Seat {
                program: self.args.sides[side].program,
                ..seat(side, factions[side], Control::Bot, start(side))
            })
            .collect();
        let mut skirmish =
            SkirmishSetup::on(&self.level, &seats, &self.rules).expect("the number of starts is checked before");
        skirmish.fog = !self.args.no_fog;
        let record = self.args.out.as_ref().map(|folder| folder.join(format!("match-{number}.replay")));
        let mut game = Match::prepared(self.level.clone(), self.rules.clone(), number as u64, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
            if let Some(path) = record {
                app.insert_resource(RecordTo::File(path));
            }
        });
        if count <= 2 {
            game.use_one_thread();
        }
        let most = self.args.minutes * 60 * u32::from(self.rules.tick_hz);
        let (mut sum, mut longest, mut ending) = (Duration::ZERO, Duration::ZERO, None);
        let mut boards = game.app.world_mut().query_filtered::<Option<&Ending>, With<Board>>();
        while game.ticks() < most && ending.is_none() {
            let begin = Instant::now();
            game.tick();
            let time = begin.elapsed();
            (sum, longest) = (sum + time, longest.max(time));
            ending = boards.single(game.app.world()).ok().flatten().copied();
            if self.args.trace && game.ticks().is_multiple_of(60 * u32::from(self.rules.tick_hz)) {
                self.trace(&mut game);
            }
        }
        let winner = ending.and_then(|ending| ending.winner).map(usize::from);
        let ticks = game.ticks();
        Round { winner, factions, ticks, tick_times: (sum / ticks.max(1), longest), print: game.print().whole() }
    }

    fn trace(&self, game: &mut Match) {
        let minute = game.ticks() / (60 * u32::from(self.rules.tick_hz));
        let mut boards = game.app.world_mut().query_filtered::<&Sides, With<Board>>();
        let Ok(sides) = boards.single(game.app.world()) else { return };
        for (number, side) in sides.iter().enumerate() {
            let sample = side.samples.last().copied().unwrap_or_default();
            let score = side.score;
            eprintln!(
                "{minute:3} min  side {number} {:7} gold {:5} wood {:5} supply {:3}/{:3} workers {:3} army {:5} gathered {:6} \
                 trained {:3} built {:3} killed {:3} razed {:2} lost {:3} fallen {:2} upgrades {}",
                self.rules.faction(side.faction).name,
                side.stock.gold,
                side.stock.wood,
                side.supply_used,
                side.supply_given,
                sample.workers,
                sample.army,
                sample.gathered,
                score.trained,
                score.built,
                score.killed,
                score.razed,
                score.lost,
                score.fallen,
                side.upgrades.len(),
            );
        }
    }
}

pub(crate) fn run(args: &RtsArgs) -> Result<(), CliError> {
    let series = Series::new(args)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .map_err(|error| CliError::Other(format!("{}: cannot be made: {error}", folder.display())))?;
    }
    let progress = ProgressBar::with_draw_target(Some(u64::from(args.rounds)), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {msg}  {eta}") {
        progress.set_style(style);
    }
    let threads = args.threads.map_or_else(|| default_threads(0, args.sides.len()), usize::from);
    let rounds = play_all(
        args.rounds as usize,
        threads,
        &AtomicBool::new(false),
        |number| series.play(number),
        |_, _| progress.inc(1),
    );
    progress.finish_and_clear();
    report(args, &series.rules, &rounds);
    Ok(())
}

/// Adds a match to a score.
fn count(score: &mut Score, winner: Option<bool>) {
    match winner {
        Some(true) => score.wins += 1,
        Some(false) => score.losses += 1,
        None => score.draws += 1,
    }
}

fn report(args: &RtsArgs, rules: &Rules, rounds: &[Round]) {
    let mut sides: Vec<Standing> = args.sides.iter().map(|side| Standing::new(&side.spec)).collect();
    let mut factions: Vec<Score> = vec![Score::default(); rules.factions.len()];
    for round in rounds {
        for (side, standing) in sides.iter_mut().enumerate() {
            count(&mut standing.score, round.winner.map(|winner| winner == side));
        }
        // A faction is measured only against another one.
        for (side, faction) in round.factions.iter().enumerate() {
            if round.factions.iter().any(|other| other != faction) {
                count(&mut factions[usize::from(faction.0)], round.winner.map(|winner| winner == side));
            }
        }
    }
    let ticks: u64 = rounds.iter().map(|round| u64::from(round.ticks)).sum();
    let mean_minutes = ticks as f64 / rounds.len().max(1) as f64 / 60.0 / f64::from(rules.tick_hz);
    let times: Duration = rounds.iter().map(|round| round.tick_times.0 * round.ticks).sum();
    let mean_tick_ms = times.as_secs_f64() * 1000.0 / ticks.max(1) as f64;
    let longest = rounds.iter().map(|round| round.tick_times.1).max().unwrap_or_default();
    let print = rounds.iter().fold(0_u64, |sum, round| sum.rotate_left(7) ^ round.print);
    if args.json {
        let results: Vec<_> = sides.iter().map(Standing::json).collect();
        let by_faction = rules.factions.iter().zip(&factions).map(|(faction, score)| {
            json!({ "name": faction.name, "wins": score.wins, "draws": score.draws, "losses": score.losses })
        });
        println!(
            "{}",
            json!({
                "rounds": rounds.len(),
                "results": results,
                "factions": by_faction.collect::<Vec<_>>(),
                "mean_length": ticks / rounds.len().max(1) as u64,
                "mean_minutes": mean_minutes,
                "tick_ms_mean": mean_tick_ms,
                "tick_ms_max": longest.as_secs_f64() * 1000.0,
                "fingerprint": format!("{print:016x}"),
            })
        );
        return;
    }
    print!("{}", Standing::table(sides.iter()));
    for (faction, score) in rules.factions.iter().zip(&factions).filter(|(_, score)| score.rounds() > 0) {
        println!(
            "{}: {} won, {} drawn, {} lost against other factions",
            faction.name, score.wins, score.draws, score.losses
        );
    }
    println!(
        "{} matches of {mean_minutes:.1} minutes; a tick takes {mean_tick_ms:.3} ms, at most {:.1} ms; fingerprint {print:016x}",
        rounds.len(),
        longest.as_secs_f64() * 1000.0
    );
}
