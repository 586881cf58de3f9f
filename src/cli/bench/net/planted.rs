//! How soon a difference that is planted in one machine is named: match by match, on real servers.

use super::run::{BenchError, join, local, serve};
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::path::Path;
use std::time::{Duration, Instant};

/// Matches that are played at once.
const AT_ONCE: usize = 10;

/// Ticks until a machine differs; each match has another place between two comparisons.
const SOON: u32 = 40;

/// So long nothing takes, unless it hangs.
const HANGS: Duration = Duration::from_secs(30);

/// The line that has to be in the report.
const LINE: &str = "sides[1].marks[2]: ";

/// Plays so many matches of two, in each of which one machine comes to another result.
///
/// # Errors
/// [`BenchError`].
pub(super) fn run(folder: &Path, matches: usize) -> Result<Value, BenchError> {
    let mut times = Vec::new();
    for first in (0..matches).step_by(AT_ONCE) {
        let all = first..matches.min(first + AT_ONCE);
        let played = std::thread::scope(|scope| {
            let threads: Vec<_> = all.map(|number| scope.spawn(move || one(folder, number))).collect();
            // A thread that has panicked has said so already.
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Result<Vec<_>, _>>()
        })?;
        times.extend(played.into_iter().flatten());
    }
    times.sort_unstable();
    let millis = |time: Option<&Duration>| time.map_or(0, Duration::as_millis) as u64;
    Ok(json!({
        "matches": matches,
        "named": times.len(),
        "named_ms_p50": millis(times.get(times.len() / 2)),
        "named_ms_max": millis(times.last()),
    }))
}

/// The time from the difference to the report that names tick, part and field, if there is one.
fn one(folder: &Path, number: usize) -> Result<Option<Duration>, BenchError> {
    let host = serve(&folder.join(number.to_string()), Some(Ipv4Addr::LOCALHOST.into()), 0, 2)?;
    let players = join(&vec![local(host.port()); 2], 200)?;
    let now = players[1].look(|seen| seen.game.as_ref().map_or(0, |game| game.tick));
    let tick = now + SOON + number as u32 % 20;
    players[1].plant(tick);
    let begun = Instant::now();
    let named = loop {
        let reports = players[1].look(|seen| seen.planted.zip(seen.reports.first().cloned()));
        if let Some((planted, (at, report))) = reports {
            let tick = format!("first tick after which they differ: {}\n", tick - 1);
            let is_named = [tick.as_str(), "first part of the state that differs: 1\n", LINE];
            break is_named.iter().all(|line| report.contains(line)).then(|| at.duration_since(planted));
        }
        if begun.elapsed() > HANGS {
            break None;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    drop(players);
    host.stop();
    Ok(named)
}
