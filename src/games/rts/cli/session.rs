//! `gridmarch bench session`: a long match between programs with everything that a session has: checkpoints, a recording
//! with snapshots, seeking in it, and the same match on one thread and on many.

pub(super) mod field;

use crate::arena::Times;
use crate::cli::CliError;
use crate::cli::bench::memory::peak_rss_mib;
use crate::games::rts::cli::replay::{open, prints};
use crate::games::rts::cli::size::Size;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::fingerprint::Print;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::seeking::seek_now;
use crate::games::rts::sim::record::{checkpoint::EVERY, snapshot::take};
use crate::nav::step::Tick;
use crate::shell::recording::RecordTo;
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Options of `bench session`.
#[derive(Debug, Args)]
pub(crate) struct SessionArgs {
    /// Size of the generated map
    #[arg(long, value_name = "WxH", default_value = "256x256")]
    size: Size,
    /// Sides, each played by a program
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=8))]
    players: u8,
    /// Soldiers that each side has from the beginning
    #[arg(long, value_name = "N", default_value_t = 100)]
    units: usize,
    /// Ticks to play
    #[arg(long, value_name = "T", default_value_t = 36_000)]
    ticks: Tick,
    /// Seed of the map and of the match
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Play the match once more on one thread and compare every fingerprint
    #[arg(long)]
    twice: bool,
    /// Where the recording goes; without it into a temporary folder
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

struct Played {
    prints: Vec<Print>,
    /// Of ticks with a checkpoint, and of the others.
    checkpoints: Times,
    others: Times,
    /// Of taking a snapshot alone.
    taking: Times,
    units: usize,
}

fn play(args: &SessionArgs, rules: &Rules, record: Option<&Path>, one_thread: bool) -> Result<Played, CliError> {
    let (level, skirmish) = field::prepare(args.size, args.players, args.units, args.seed, rules)?;
    let mut game = Match::prepared(level, rules.clone(), args.seed, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        if let Some(path) = record {
            app.insert_resource(RecordTo::File(path.into()));
        }
    });
    if one_thread {
        game.use_one_thread();
    }
    let (mut checkpoints, mut others, mut taking) = (Times::default(), Times::default(), Times::default());
    let mut prints = Vec::new();
    for tick in 0..args.ticks {
        let begin = Instant::now();
        game.tick();
        let holds = (tick + 1).is_multiple_of(EVERY);
        if holds {
            checkpoints.add(begin.elapsed())
        } else {
            others.add(begin.elapsed())
        }
        prints.push(game.print());
        if holds && record.is_some() {
            let begin = Instant::now();
            let snapshot = take(game.app.world_mut());
            taking.add(begin.elapsed());
            debug_assert!(snapshot.is_some(), "a match is on");
        }
        if (tick + 1).is_multiple_of(3600) {
            eprintln!("tick {}: {:.3} ms on average", tick + 1, others.mean_ms());
        }
    }
    let units = take(game.app.world_mut()).map_or(0, |snapshot| snapshot.units());
    Ok(Played { prints, checkpoints, others, taking, units })
}

/// Seeks to every minute of a recording, in an order that jumps to and fro, and compares the tick after each.
fn seek_all(path: &Path, rules: &Rules) -> Result<(Times, f64, usize), CliError> {
    let file = path.display().to_string();
    let begin = Instant::now();
    let replay = Replay::load(path)?;
    let load_ms = begin.elapsed().as_secs_f64() * 1e3;
    let prints = prints(&replay);
    let minute = 60 * Tick::from(rules.tick_hz);
    let minutes = replay.ticks() / minute;
    let mut game = open(replay, &file)?;
    game.use_one_thread();
    let (mut times, mut wrong) = (Times::default(), 0);
    for number in 0..=minutes {
        // 0, last, 1, last but one, …
        let place = if number % 2 == 0 { number / 2 } else { minutes - number / 2 };
        // Just before the full minute, which is the farthest from the last snapshot that it can be.
        let target = (place * minute).saturating_sub(2);
        let begin = Instant::now();
        seek_now(game.app.world_mut(), target)
            .map_err(|problem| CliError::Other(format!("{file}: minute {place}: {problem}")))?;
        times.add(begin.elapsed());
        game.tick();
        wrong += usize::from(prints.get(target as usize).is_some_and(|print| *print != game.print()));
    }
    Ok((times, load_ms, wrong))
}

pub(crate) fn run(args: &SessionArgs) -> Result<(), CliError> {
    let rules = Rules::built_in();
    let temporary = tempfile::tempdir()?;
    let path = args.record.clone().unwrap_or_else(|| temporary.path().join("session.replay"));
    let played = play(args, &rules, Some(&path), false)?;
    let differs = if args.twice {
        let again = play(args, &rules, None, true)?;
        played.prints.iter().zip(&again.prints).position(|(one, other)| one != other)
    } else {
        None
    };
    let bytes = std::fs::metadata(&path).map_or(0, |about| about.len());
    let (seeks, load_ms, wrong) = seek_all(&path, &rules)?;
    let print = played.prints.last().copied().unwrap_or_default();
    let fingerprint = format!("{:016x}", print.whole());
    if args.json {
        println!(
            "{}",
            json!({
                "ticks": args.ticks, "players": args.players, "units": played.units, "fingerprint": fingerprint,
                "tick_ms_mean": played.others.mean_ms(), "tick_ms_max": played.others.max_ms(),
                "checkpoint_tick_ms_mean": played.checkpoints.mean_ms(),
                "checkpoint_tick_ms_max": played.checkpoints.max_ms(),
                "snapshot_ms_mean": played.taking.mean_ms(), "snapshot_ms_max": played.taking.max_ms(),
                "replay_bytes": bytes, "replay_load_ms": load_ms, "seeks": seeks.micros().count(),
                "seek_ms_mean": seeks.mean_ms(), "seek_ms_max": seeks.max_ms(), "seeks_wrong": wrong,
                "equal_on_one_thread": args.twice.then_some(differs.is_none()), "peak_rss_mib": peak_rss_mib(),
            })
        );
    } else {
        println!("{} ticks, {} units at the end, fingerprint {fingerprint}", args.ticks, played.units);
        println!("a tick: mean {:.3} ms, at most {:.1} ms", played.others.mean_ms(), played.others.max_ms());
        println!(
            "a tick with a checkpoint: mean {:.3} ms, at most {:.1} ms; taking the snapshot alone: mean {:.3} ms, at most {:.1} ms",
            played.checkpoints.mean_ms(),
            played.checkpoints.max_ms(),
            played.taking.mean_ms(),
            played.taking.max_ms()
        );
        println!("recording: {bytes} bytes, read in {load_ms:.0} ms");
        println!(
            "{} seeks: mean {:.0} ms, at most {:.0} ms, {wrong} wrong",
            seeks.micros().count(),
            seeks.mean_ms(),
            seeks.max_ms()
        );
        if args.twice && differs.is_none() {
            println!("one thread or many: every fingerprint is equal");
        }
    }
    match (differs, wrong) {
        (Some(tick), _) => Err(CliError::Other(format!("the match on one thread differs at tick {tick}"))),
        (None, 1..) => Err(CliError::Other(format!("{wrong} seeks led to another state than was recorded"))),
        _ => Ok(()),
    }
}
