//! Matches of two in which one seat at a time is to act, as the hall keeps them: the table decides, and what happens there is told
//! to nobody before it is on the disk.
//!
//! In the log of such a match a record is a line of JSON ([`Entry::line`]) between its length in four bytes (little endian) and
//! a checksum in eight.

use super::authority::{Authority, Deed, Finding, Over, Tickets, Turn, split_record};
use super::game::{Hosted, Opened, Opening, Plan, PlannedSeat, Taken};
use crate::arena::TableGame;
use crate::net::Tick;
use crate::net::difference::Differences;
use crate::net::log;
use crate::net::room::Conn;
use crate::net::table::{Description, End, Entry, FromTable, Out, Settings, Table, TimeRule, ToTable, rules_of};
use axum::body::Bytes;
use std::marker::PhantomData;
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::xxh3_64;

/// Letters of a board's name that are listed.
const BOARD: usize = 40;

/// The matches of a game in which one seat at a time is to act.
#[derive(Debug, Default)]
pub struct AtTable<G>(PhantomData<fn() -> G>);

impl<G> AtTable<G> {
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: TableGame> Hosted for AtTable<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn version(&self) -> u32 {
        G::VERSION
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        let (described, _) = read::<G>(description)?;
        // Strangers name their boards.
        let board: String = described.title().chars().take(BOARD).collect();
        let title = match described.time {
            TimeRule::Live(control) if !control.is_none() => format!("{board}, {control}"),
            TimeRule::Live(_) | TimeRule::Days(_) => board,
        };
        let seat = |team| PlannedSeat { team, program: false, is_programs: false, closed: false };
        Ok(Plan { title, seats: vec![seat(0), seat(1)] })
    }

    fn settle(&self, description: &[u8], _seats: &[Taken]) -> Result<Vec<u8>, String> {
        let (mut described, _) = read::<G>(description)?;
        described.begun = wall_clock();
        Ok(described.bytes())
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        let Opening { description, seats, url, rated, spectator_delay, log, now, .. } = opening;
        let (described, judge) = read::<G>(&description)?;
        let names: Vec<String> = seats.into_iter().map(|seat| seat.name).collect();
        let settings = Settings {
            names: names.try_into().map_err(|_| "a table has two seats".to_string())?,
            sim: self.version(),
            rules: rules_of(&description),
            url,
            time: described.time,
            rated,
            free_chat: described.free_chat,
            spectator_delay,
            begun: described.begun,
        };
        let wall = wall_clock();
        let (table, used) = match log {
            None => (Table::new(settings, judge, wall), 0),
            Some(log) => {
                let head = log::head(&description);
                let records = log.strip_prefix(&head[..]).ok_or("the log belongs to another match")?;
                let (lines, used) = lines_of(records);
                let entry = |line: &&str| Entry::from_line(line).map_err(|error| error.to_string());
                let entries = lines.iter().map(entry).collect::<Result<_, _>>()?;
                let table = Table::restore(settings, judge, entries, wall).map_err(|problem| problem.to_string())?;
                (table, head.len() + used)
            }
        };
        let by_days = matches!(described.time, TimeRule::Days(_));
        Ok(Opened { authority: Box::new(Seated { table, by_days, seen: (now, wall) }), referee: None, used })
    }

    fn difference(&self, _description: &[u8], _here: &[u8], _there: &[u8]) -> Result<Differences, String> {
        Err("clients of a table send no snapshots in".into())
    }
}

fn read<G: TableGame>(description: &[u8]) -> Result<(Description<G>, Box<dyn crate::net::table::Judge>), String> {
    Description::read(description).map_err(|problem| problem.to_string())
}

/// Milliseconds since the beginning of 1970.
fn wall_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// A table whose time is that of the wall, because matches by correspondence outlive the server.
struct Seated {
    table: Table,
    by_days: bool,
    /// What the clock of the hall and that of the wall have shown at the last call.
    seen: (u64, u64),
}

impl Seated {
    fn look(&mut self, now: u64) -> u64 {
        let wall = wall_clock();
        self.seen = (now, wall);
        wall
    }

    fn deeds(&self, outs: Vec<Out>) -> Vec<Deed> {
        let deed = |out| match out {
            Out::Commit(entry) => Deed::Commit { number: entry.number, record: entry.line(), turn: self.table.turn() },
            Out::Send { to, frame } => {
                let bulk = matches!(&frame, FromTable::Happened(entries) if entries.len() > 1);
                Deed::Send { to, bulk, bytes: frame.encode().into() }
            }
            Out::Close(conn, bye) => Deed::Close(conn, bye),
            Out::Over(End { winner, reason, counts }) => Deed::Over(Over { winner, reason: Some(reason), counts }),
            Out::Rematch => Deed::Rematch,
        };
        outs.into_iter().map(deed).collect()
    }
}

impl Authority for Seated {
    fn on_bytes(&mut self, now: u64, who: Conn, bytes: &[u8], tickets: Tickets) -> Vec<Deed> {
        let wall = self.look(now);
        let outs = self.table.on_bytes(wall, who, bytes, tickets);
        self.deeds(outs)
    }

    fn is_chat(&self, bytes: &[u8]) -> bool {
        matches!(ToTable::decode(bytes), Ok(ToTable::Chat(_)))
    }

    fn tick(&mut self, now: u64) -> Vec<Deed> {
        let wall = self.look(now);
        let outs = self.table.tick(wall);
        self.deeds(outs)
    }

    fn due(&self) -> u64 {
        let (now, wall) = self.seen;
        now.saturating_add(self.table.due().saturating_sub(wall))
    }

    fn closed(&mut self, now: u64, who: Conn) -> Vec<Deed> {
        let wall = self.look(now);
        let outs = self.table.closed(wall, who);
        self.deeds(outs)
    }

    fn restart(&mut self, now: u64) -> Vec<Deed> {
        let wall = self.look(now);
        let outs = self.table.restart(wall);
        self.deeds(outs)
    }

    /// It asks for none.
    fn messages(&self, _records: &[u8]) -> Vec<Bytes> {
        Vec::new()
    }

    fn found(&mut self, now: u64, finding: Finding) -> Vec<Deed> {
        let wall = self.look(now);
        let outs = match finding {
            Finding::Kept(number) => self.table.committed(wall, number),
            Finding::NotKept(number) => self.table.failed(wall, number),
            Finding::Vacation { seat, stretches } => self.table.vacation(wall, seat, stretches),
            Finding::Stopped => self.table.stop(wall),
            // Nobody runs the match beside it.
            Finding::Check(_)
            | Finding::Checkpoint { .. }
            | Finding::Prints { .. }
            | Finding::Beaten(_)
            | Finding::Over(_) => Vec::new(),
        };
        self.deeds(outs)
    }

    fn agreed_chain(&self, _tick: Tick) -> Option<u64> {
        None
    }

    /// There are no states to be fetched.
    fn may_watch(&self, _tick: Tick) -> bool {
        false
    }

    fn turn(&self) -> Turn {
        self.table.turn()
    }

    fn outlasts_players(&self) -> bool {
        self.by_days
    }
}

/// A line as a record of a log.
pub(super) fn record_of(line: &str) -> Vec<u8> {
    let (length, sum) = ((line.len() as u32).to_le_bytes(), xxh3_64(line.as_bytes()).to_le_bytes());
    [&length[..], line.as_bytes(), &sum[..]].concat()
}

/// The lines of records up to the first that is not whole, and how many bytes those are.
fn lines_of(records: &[u8]) -> (Vec<&str>, usize) {
    let (mut lines, mut rest) = (Vec::new(), records);
    while let Some((record, after)) = split_record(rest) {
        let line = record[4..].split_last_chunk::<8>().filter(|(line, sum)| xxh3_64(line).to_le_bytes() == **sum);
        let Some(line) = line.and_then(|(line, _)| std::str::from_utf8(line).ok()) else { break };
        lines.push(line);
        rest = after;
    }
    (lines, records.len() - rest.len())
}
