//! `gridmarch replay`: plays a recorded match without a window and compares its fingerprints. The first line of the file
//! says of which game it is.

mod rounds;
mod tactics;
mod tron;

use super::CliError;
use crate::level::Level;
use crate::modes::rts::rules::Rules;
use crate::nav::step::Tick;
use crate::sim::headless::Match;
use crate::sim::replay::{Entry, Replay};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Options of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The recorded match
    file: PathBuf,
    /// Compare the fingerprint of every tick, in Tron and Tactics the end of every round; a difference is named and exits
    /// with 1
    #[arg(long)]
    verify: bool,
    /// Stop before this tick; in Tron after so many steps, in Tactics after so many turns
    #[arg(long, value_name = "TICK")]
    to: Option<Tick>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Taken like everywhere; a replay has its own seed
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    seed: u64,
}

/// Where a replay went another way than its recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The first tick that differs.
    pub tick: Tick,
    /// The subsystem that differs.
    pub field: &'static str,
}

/// What came of playing a replay.
pub struct Played {
    /// The match at the end.
    pub played: Match,
    /// Orders carried out.
    pub orders: usize,
    /// The first difference, if fingerprints were compared and one differed.
    pub difference: Option<Difference>,
}

/// Plays a replay up to a tick, comparing fingerprints if `verify`; stops at the first difference.
///
/// # Errors
/// If the level or the rules inside the replay cannot be read.
pub fn play(replay: &Replay, file: &str, to: Option<Tick>, verify: bool) -> Result<Played, CliError> {
    let rules = Rules::parse(&replay.header.rules, &format!("{file}: rules"))?;
    let level = Level::parse(&replay.header.level, &format!("{file}: level"), &rules)?;
    let mut played = Match::new(level, rules, replay.header.seed);
    let mut orders = 0;
    let end = to.unwrap_or(Tick::MAX).min(replay.ticks());
    for entry in &replay.entries {
        match entry {
            Entry::Order { tick, issued } if *tick < end => {
                played.run(tick - played.ticks());
                played.order(issued.side, issued.order.clone());
                orders += 1;
            }
            Entry::Print { tick, print } if *tick < end => {
                played.run(tick + 1 - played.ticks());
                if verify && let Some(field) = played.print().first_difference(print) {
                    let difference = Some(Difference { tick: *tick, field });
                    return Ok(Played { played, orders, difference });
                }
            }
            _ => break,
        }
    }
    Ok(Played { played, orders, difference: None })
}

/// Runs the subcommand.
///
/// # Errors
/// If the file is wrong, or `--verify` finds a difference.
pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    // What cannot be read as text is left to the reader of the real-time game, which says what is wrong.
    if let Ok(text) = std::fs::read_to_string(&args.file) {
        if let Some(form) = tron::form(&text) {
            return tron::run(form, &text, args);
        }
        if tactics::is_tactics(&text) {
            return tactics::run(&text, args);
        }
    }
    let replay = Replay::load(&args.file)?;
    let file = args.file.display().to_string();
    let Played { played, orders, difference } = play(&replay, &file, args.to, args.verify)?;
    let fingerprint = format!("{:016x}", played.print().whole());
    if args.json {
        let difference = difference.map(|found| json!({"tick": found.tick, "field": found.field}));
        println!(
            "{}",
            json!({
                "file": file, "ticks": played.ticks(), "orders": orders, "verified": args.verify,
                "equal": args.verify.then_some(difference.is_none()), "difference": difference, "fingerprint": fingerprint,
            })
        );
    } else {
        println!("{file}: {} ticks, {orders} orders, fingerprint {fingerprint}", played.ticks());
        if args.verify && difference.is_none() {
            println!("every fingerprint is equal");
        }
    }
    match difference {
        Some(Difference { tick, field }) => {
            Err(CliError::Other(format!("{file}: the replay differs from the recording at tick {tick} in {field}")))
        }
        None => Ok(()),
    }
}
