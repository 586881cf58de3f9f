//! What replays of turn-based games have in common: rounds that were played again, the first difference, what is told.

use super::{ReplayArgs, read};
use crate::arena::{Recording, RecordingProblem, TableGame, TurnGame};
use crate::base::Fingerprint;
use crate::cli::CliError;
use crate::search::Outcome;
use serde_json::{Value, json};

/// A round that was played again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Steps or turns.
    pub ticks: u32,
    /// False where `--to` has ended it early, or the recording does.
    pub over: bool,
    /// The seat or side that has won, from 0.
    pub winner: Option<usize>,
    pub key: u64,
    /// Who played, where persons are named.
    pub names: Option<[String; 2]>,
}

impl Played {
    /// A round as far as this position.
    pub(crate) fn of<G: TurnGame>(position: &G) -> Self {
        let outcome = position.outcome();
        let winner = outcome.and_then(|outcome| if let Outcome::Win(seat) = outcome { Some(seat) } else { None });
        Self { ticks: position.turns(), over: outcome.is_some(), winner, key: position.key(), names: None }
    }
}

/// Where a recording is not what comes of its orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// From 1.
    pub round: usize,
    /// In the round, as far as it was played.
    pub tick: u32,
    pub field: String,
}

/// The rounds up to `--to`, and the first difference if they are compared.
pub type Run = (Vec<Played>, Option<Difference>);

/// Plays rounds again, `to` ticks of them together. `again` plays one of them so far, and tells what differs; the first one is
/// in the line `first` of the file.
pub(crate) fn play<T>(
    rounds: impl Iterator<Item = T>,
    (file, first): (&str, usize),
    (to, verify): (u32, bool),
    mut again: impl FnMut(T, u32) -> Result<(Played, Option<&'static str>), String>,
) -> Result<Run, CliError> {
    let (mut played, mut left) = (Vec::new(), to);
    for (index, round) in rounds.enumerate() {
        if left == 0 {
            break;
        }
        let problem = |problem| CliError::Other(format!("{file}: line {}: {problem}", first + index));
        let (round, field) = again(round, left).map_err(problem)?;
        let tick = round.ticks;
        left = left.saturating_sub(tick);
        played.push(round);
        if let (true, Some(field)) = (verify, field) {
            return Ok((played, Some(Difference { round: index + 1, tick, field: field.into() })));
        }
    }
    Ok((played, None))
}

/// The recorder's half of a [`super::Replayer`]: files of recordings, one a line, so many turns of them together.
pub fn play_recordings<G: TableGame>(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    play(text.lines(), (file, 1), (to, verify), |line, left| {
        let told = |problem: RecordingProblem| problem.to_string();
        let recording = Recording::<G>::parse(line).map_err(told)?;
        let turns = left as usize;
        let is_whole = turns >= recording.saved().len();
        let again = if is_whole { recording.restore() } else { recording.saved().restore(turns) };
        let again = again.map_err(|error| told(error.into()))?;
        let difference = match recording.replay() {
            Err(RecordingProblem::Difference(field)) if is_whole => Some(field),
            _ => None,
        };
        let is_named = recording.names().iter().any(|name| !name.is_empty());
        let names = is_named.then(|| recording.players().map(str::to_string));
        // The clock may have ended it.
        let end = again.outcome();
        let winner = end.and_then(|end| if let Outcome::Win(seat) = end { Some(seat) } else { None });
        Ok((Played { names, over: end.is_some(), winner, ..Played::of(again.position()) }, difference))
    })
}

/// Whether a file is of a game, by its first line.
pub fn is_of<G: TableGame>(text: &str) -> bool {
    let first = text.lines().next().and_then(|line| serde_json::from_str::<Value>(line).ok());
    // Older files of one game call the match otherwise.
    first.is_some_and(|line| ["match", "battle"].iter().any(|key| line[key]["game"] == G::NAME))
}

/// Plays a file of a game again and tells what came of it.
pub(crate) fn run<G: TableGame>(words: Words, args: &ReplayArgs) -> Result<(), CliError> {
    let (text, file) = read(&args.file)?;
    tell(words, play_recordings::<G>(&text, &file, args.end(), args.verify)?, args)
}

/// How a game is spoken of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    /// In `--json`.
    pub game: &'static str,
    /// `3 rounds of Tron`.
    pub rounds: &'static str,
    /// What a round has many of.
    pub ticks: &'static str,
    /// One of them.
    pub tick: &'static str,
}

/// Tells what came of a file.
pub(crate) fn tell(words: Words, (rounds, difference): Run, args: &ReplayArgs) -> Result<(), CliError> {
    let file = args.file.display().to_string();
    let mut print = Fingerprint::new();
    for round in &rounds {
        print.add_u64(round.key).add_u64(u64::from(round.ticks));
    }
    let fingerprint = format!("{:016x}", print.finish());
    let ticks: u32 = rounds.iter().map(|round| round.ticks).sum();
    if args.json {
        let result = |round: &Played| {
            let mut told = json!({"ticks": round.ticks, "over": round.over, "winner": round.winner});
            if let Some(names) = &round.names {
                told["names"] = json!(names);
            }
            told
        };
        let found = difference.as_ref();
        let found = found.map(|found| json!({"round": found.round, "tick": found.tick, "field": found.field}));
        println!(
            "{}",
            json!({
                "file": file, "game": words.game, "ticks": ticks, "verified": args.verify,
                "equal": args.verify.then_some(difference.is_none()), "difference": found.unwrap_or(Value::Null),
                "rounds": rounds.iter().map(result).collect::<Vec<_>>(), "fingerprint": fingerprint,
            })
        );
    } else {
        println!("{file}: {} {}, {ticks} {}, fingerprint {fingerprint}", rounds.len(), words.rounds, words.ticks);
        for (index, [one, other]) in
            rounds.iter().enumerate().filter_map(|(index, round)| Some((index, round.names.as_ref()?)))
        {
            println!("round {}: {one} v {other}", index + 1);
        }
        if args.verify && difference.is_none() {
            println!("every round ends as it is recorded");
        }
    }
    let Some(Difference { round, tick, field }) = difference else { return Ok(()) };
    let place = format!("in round {round} after {} {tick} in {field}", words.tick);
    Err(CliError::Other(format!("{file}: the replay differs from the recording {place}")))
}
