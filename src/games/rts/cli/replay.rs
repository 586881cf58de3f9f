//! `gridmarch replay` of the real-time game.

use crate::base::packed::unpack;
use crate::cli::CliError;
use crate::cli::replay::ReplayArgs;
use crate::files;
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::fingerprint::Print;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::replay::{Entry, Replay};
use crate::games::rts::sim::record::saves;
use crate::games::rts::sim::record::seeking::seek_now;
use crate::games::rts::sim::record::snapshot::{self, Snapshot, Snapshots};
use crate::games::rts::sim::skirmish::listening::Shadow;
use crate::nav::step::Tick;
use serde_json::{Value, json};

/// Where a replay went another way than its recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub tick: Tick,
    pub field: &'static str,
    /// The tick of the first recorded state after that, and the entity and field that differ there.
    pub state: Option<(Tick, snapshot::Difference)>,
}

pub struct Played {
    pub played: Match,
    pub orders: usize,
    /// The first difference, if fingerprints were compared and one differed.
    pub difference: Option<Difference>,
}

/// A match that plays a recording, at its beginning.
pub fn open(replay: Replay, file: &str) -> Result<Match, CliError> {
    let (mut playback, mut rules, mut snapshots) = (Playback::default(), GameRules::default(), Snapshots::default());
    let first = replay.header.first();
    let setup = playback.open(replay, file, &mut rules, &mut snapshots).map_err(CliError::Other)?;
    let (level, own_rules, seed) = (setup.level.clone(), rules.0.clone(), setup.seed);
    let played = Match::prepared(Level::clone(&level), Rules::clone(&own_rules), seed, |app| {
        app.insert_resource(rules).insert_resource(playback).insert_resource(snapshots).insert_resource(setup);
    });
    if played.ticks() != first {
        return Err(CliError::Other(format!("{file}: start: the saved match that it begins with is not of its level")));
    }
    Ok(played)
}

/// The fingerprints of a recording, from its first tick on.
pub(super) fn prints(replay: &Replay) -> Vec<Print> {
    let print = |entry: &Entry| if let Entry::Print { print, .. } = entry { Some(*print) } else { None };
    replay.entries.iter().filter_map(print).collect()
}

/// Plays a replay up to a tick, comparing fingerprints if `verify`; stops at the first difference. `at` is a tick to go to
/// first, by the snapshots of the replay.
pub fn play(
    replay: &Replay,
    file: &str,
    (at, to): (Option<Tick>, Option<Tick>),
    verify: bool,
) -> Result<Played, CliError> {
    let mut played = open(replay.clone(), file)?;
    let first = replay.header.first();
    let end = to.unwrap_or(Tick::MAX).min(replay.ticks());
    let prints = prints(replay);
    let recorded = |tick: Tick| prints.get(tick.checked_sub(first)? as usize);
    let differs = |played: &Match, tick: Tick| {
        let field = played.print_of(tick)?.first_difference(recorded(tick)?)?;
        Some(Difference { tick, field, state: None })
    };
    let mut difference = None;
    if let Some(at) = at {
        seek_now(played.app.world_mut(), at.min(end))
            .map_err(|problem| CliError::Other(format!("{file}: {problem}")))?;
        // Whatever has run on the way can be compared too.
        difference = (first..played.ticks()).filter(|_| verify).find_map(|tick| differs(&played, tick));
    }
    while difference.is_none() && played.ticks() < end {
        let tick = played.ticks();
        played.tick();
        if played.ticks() == tick {
            break;
        }
        if verify {
            difference = differs(&played, tick);
        }
    }
    if let Some(difference) = &mut difference {
        difference.state = compare_state(replay, &mut played, difference.tick);
    }
    let orders =
        replay.entries.iter().filter(|entry| matches!(entry, Entry::Order { .. }) && entry.tick() < end).count();
    Ok(Played { played, orders, difference })
}

/// Runs on to the first recorded state after a tick and compares it: fingerprints say only that something differs.
fn compare_state(replay: &Replay, played: &mut Match, after: Tick) -> Option<(Tick, snapshot::Difference)> {
    let (tick, recorded) = replay.entries.iter().find_map(|entry| match entry {
        Entry::Snapshot { tick, state } if *tick > after => Some((*tick, unpack::<Snapshot>(state).ok()?)),
        _ => None,
    })?;
    let missing = tick.checked_sub(played.ticks())?;
    (0..missing).for_each(|_| played.tick());
    let state = snapshot::take(played.app.world_mut())?;
    Some((tick, state.first_difference(&recorded)?))
}

/// Whether a text is a recording or a saved match, by its first line.
pub(super) fn is_one(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    first.is_some_and(|line| line["game"] == "gridmarch")
}

/// What has come of letting the programs think again, in a sentence.
fn told(shadow: &Shadow, tick_hz: u32) -> String {
    let (looks, orders) = (shadow.looks(), shadow.orders());
    let Some((tick, side)) = shadow.first() else {
        return match looks {
            0 => "no program thought in it".into(),
            _ => format!("the programs think as they did: {looks} looks, {orders} orders"),
        };
    };
    let (seconds, times) = (tick / tick_hz.max(1), shadow.differences());
    format!(
        "the programs of this version would have ordered otherwise {times} times in {looks} looks, side {side} first, \
         at {}:{:02} (tick {tick})",
        seconds / 60,
        seconds % 60
    )
}

pub(super) fn run(args: &ReplayArgs) -> Result<(), CliError> {
    // What cannot be read as text is left to the reader, which says what is wrong.
    if files::read_text(&args.file, files::MAX_RECORDING).is_ok_and(|text| saves::is_one(&text)) {
        let file = args.file.display();
        let what = "it is a saved match and no recording; `gridmarch play --load` goes on with it";
        return Err(CliError::Other(format!("{file}: {what}")));
    }
    let replay = Replay::load(&args.file)?;
    let file = args.file.display().to_string();
    let Played { played, orders, difference } = play(&replay, &file, (args.at, Some(args.end())), args.verify)?;
    let fingerprint = format!("{:016x}", played.print().whole());
    let shadow = played.app.world().resource::<Shadow>();
    if args.json {
        let state = |(tick, found): &(Tick, snapshot::Difference)| json!({"tick": tick, "entity": found.entity, "field": found.field, "values": found.values});
        let difference = difference
            .as_ref()
            .map(|found| json!({"tick": found.tick, "field": found.field, "state": found.state.as_ref().map(state)}));
        println!(
            "{}",
            json!({
                "file": file, "ticks": played.ticks(), "orders": orders, "verified": args.verify,
                "equal": args.verify.then_some(difference.is_none()), "difference": difference, "fingerprint": fingerprint,
                "shadow": args.verify.then(|| json!({
                    "looks": shadow.looks(), "orders": shadow.orders(), "differences": shadow.differences(),
                    "first": shadow.first().map(|(tick, side)| json!({"tick": tick, "side": side})),
                })),
            })
        );
    } else {
        println!("{file}: {} ticks, {orders} orders, fingerprint {fingerprint}", played.ticks());
        if args.verify && difference.is_none() {
            println!("every fingerprint is equal");
        }
        if args.verify {
            println!("{}", told(shadow, played.app.world().resource::<GameRules>().0.tick_hz.into()));
        }
    }
    match difference {
        Some(Difference { tick, field, state }) => {
            let state = state.map_or_else(String::new, |(tick, found)| format!("; at tick {tick} {found}"));
            Err(CliError::Other(format!(
                "{file}: the replay differs from the recording at tick {tick} in {field}{state}"
            )))
        }
        None => Ok(()),
    }
}
