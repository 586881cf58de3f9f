//! Reports of differences between machines: two snapshots of one tick, compared line by line, in one text file.

use super::game::Hosted;
use crate::net::Tick;
use crate::net::frame::Desync;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Milliseconds for which a report waits for the snapshots.
const PATIENCE_MS: u64 = 10_000;

/// Cases that are open at once: who differs again while one is open is in the next one.
const MAX_OPEN: usize = 4;

/// A snapshot that somebody has sent in, with what they say about their machine.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) bytes: Vec<u8>,
    pub(super) machine: String,
}

/// A difference whose snapshots are being collected. The key is the seat; none for the referee.
#[derive(Debug)]
struct Case {
    desync: Desync,
    since: u64,
    wanted: Vec<Option<u8>>,
    states: BTreeMap<Option<u8>, State>,
}

/// The differences of a match whose reports are not written yet.
#[derive(Debug, Default)]
pub(super) struct Cases(Vec<Case>);

/// A report that can be written.
#[derive(Debug)]
pub(super) struct Draft {
    desync: Desync,
    states: BTreeMap<Option<u8>, State>,
}

impl Cases {
    /// A difference was found; whether the referee is to send its state in.
    pub(super) fn open(&mut self, now: u64, desync: Desync, referee: bool) -> bool {
        if self.0.len() >= MAX_OPEN || self.0.iter().any(|case| case.desync.snapshot == desync.snapshot) {
            return false;
        }
        let asks_referee = referee && desync.witness.is_none();
        let mut wanted: Vec<Option<u8>> = desync.seats.iter().chain(&desync.witness).map(|seat| Some(*seat)).collect();
        wanted.extend(asks_referee.then_some(None));
        self.0.push(Case { desync, since: now, wanted, states: BTreeMap::new() });
        asks_referee
    }

    /// Whether somebody's state before this tick is wanted.
    pub(super) fn wants(&self, who: Option<u8>, tick: Tick) -> bool {
        self.0.iter().any(|case| case.desync.snapshot == tick && case.wanted.contains(&who))
    }

    pub(super) fn add(&mut self, who: Option<u8>, tick: Tick, state: State) {
        let wants = |case: &&mut Case| case.desync.snapshot == tick && case.wanted.contains(&who);
        if let Some(case) = self.0.iter_mut().find(wants) {
            case.states.insert(who, state);
        }
    }

    /// The reports for which everything is there, or nothing more is waited for.
    pub(super) fn ready(&mut self, now: u64) -> Vec<Draft> {
        let is_ready = |case: &mut Case| case.states.len() == case.wanted.len() || case.since + PATIENCE_MS <= now;
        let ready = self.0.extract_if(.., is_ready);
        ready.map(|case| Draft { desync: case.desync, states: case.states }).collect()
    }
}

/// Where the report about an exchange tick is.
pub(super) fn path(folder: &Path, tick: Tick) -> PathBuf {
    folder.join(format!("report-{tick}.txt"))
}

impl Draft {
    pub(super) const fn snapshot(&self) -> Tick {
        self.desync.snapshot
    }

    /// Compares the states and writes the report.
    pub(super) fn write(
        &self,
        folder: &Path,
        game: &dyn Hosted,
        description: &[u8],
        title: &str,
        names: &[String],
    ) -> std::io::Result<()> {
        std::fs::write(path(folder, self.snapshot()), self.text(game, description, title, names))
    }

    fn text(&self, game: &dyn Hosted, description: &[u8], title: &str, names: &[String]) -> String {
        let Desync { tick, part, seats, witness, snapshot } = &self.desync;
        let name = |who: &Option<u8>| match who {
            None => "the referee".to_string(),
            Some(seat) => names.get(usize::from(*seat)).cloned().unwrap_or_else(|| format!("seat {seat}")),
        };
        let listed = |who: Vec<Option<u8>>| who.iter().map(name).collect::<Vec<_>>().join(", ");
        let split = seats.len() > 1 && witness.is_none() && !self.states.contains_key(&None);
        let mut text = format!("Two machines came to different results.\ngame: {}\nmatch: {title}\n", game.name());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "server: gridmarch {}", env!("CARGO_PKG_VERSION"));
        for (who, state) in &self.states {
            let _ = writeln!(text, "machine of {}: {}", name(who), state.machine);
        }
        let _ = writeln!(text, "first tick after which they differ: {tick}");
        let _ = match part {
            Some(part) => writeln!(text, "first part of the state that differs: {part}"),
            None => writeln!(text, "first part of the state that differs: not known"),
        };
        let differing = seats.iter().map(|seat| Some(*seat)).collect();
        let _ = match split {
            true => writeln!(text, "nobody can tell which of these is right: {}", listed(differing)),
            false => writeln!(text, "differs: {}\nshown beside it: {}", listed(differing), name(witness)),
        };
        let (here, there) = match split {
            // The first two that differ.
            true => {
                let first = self.states.values().next();
                (first, self.states.values().find(|state| first.is_none_or(|first| first.bytes != state.bytes)))
            }
            false => (seats.first().and_then(|seat| self.states.get(&Some(*seat))), self.states.get(witness)),
        };
        let _ = match (here, there) {
            (Some(here), Some(there)) => match game.difference(description, &here.bytes, &there.bytes) {
                Ok(found) => {
                    let lines = found.named.iter().map(|line| format!("{line}\n")).collect::<String>();
                    let all = found.all;
                    writeln!(text, "lines that differ in the states before tick {snapshot}: {all}\n{lines}")
                }
                Err(error) => writeln!(text, "the states before tick {snapshot} cannot be compared: {error}"),
            },
            _ => writeln!(text, "the states before tick {snapshot} were not sent in"),
        };
        text
    }
}
