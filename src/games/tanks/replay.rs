//! A match as a file: what was ordered, tick by tick, and any moment of it again.
//!
//! The first line is a [`Header`] in JSON. Every other line begins with a tick, counted from 0, the first one being played:
//!
//! ```text
//! 120 0n 0+ 5.      orders before that tick: slot and letter, as in [`letter`]
//! 600 = 89ab…       the fingerprint before that tick
//! 4711 end 89ab…    so many ticks were played, and the fingerprint then
//! ```
//!
//! All that tanks did is in the orders, those of programs as well: a replay plays without any program. A file that ends in
//! the middle is good up to its last whole line.

use super::order::{Call, Change, Input, Order};
use super::rules::{Rules, VERSION};
use super::setup::Setup;
use super::stage::Stage;
use super::world::World;
use crate::base::Dir;
use crate::files;
use crate::files::replay::LineProblem;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// What the first line calls the game.
const GAME: &str = "gridmarch tanks";
/// Ticks between two fingerprints in the file.
pub const CHECK_EVERY: u32 = 600;
/// Ticks between two states that are kept for seeking.
const KEEP_EVERY: u32 = 300;
/// The most ticks of a match: a day.
const MOST_TICKS: u32 = 24 * 60 * 60 * 60;

/// First line of a replay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    game: String,
    version: u32,
    pub setup: Setup,
    /// The stage as a code, see [`Stage::code`].
    pub stage: String,
}

/// A match in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TanksReplay {
    pub header: Header,
    /// What was ordered before ticks, in order; ticks ascend, and those without orders are left out.
    orders: Vec<(u32, Vec<Order>)>,
    /// Fingerprints before ticks; ticks ascend.
    checks: Vec<(u32, u64)>,
    /// Ticks that were played.
    ticks: u32,
}

/// The letter of a change: where to steer or `.`, `+` and `-` for the trigger, the word to the allies or `O`.
const fn letter(change: Change) -> char {
    match change {
        Change::Steer(Some(Dir::North)) => 'n',
        Change::Steer(Some(Dir::East)) => 'e',
        Change::Steer(Some(Dir::South)) => 's',
        Change::Steer(Some(Dir::West)) => 'w',
        Change::Steer(_) => '.',
        Change::Fire(true) => '+',
        Change::Fire(false) => '-',
        Change::Call(Some(Call::Attack)) => 'A',
        Change::Call(Some(Call::Defend)) => 'D',
        Change::Call(Some(Call::Follow)) => 'F',
        Change::Call(Some(Call::Bonus)) => 'B',
        Change::Call(None) => 'O',
    }
}

/// The change behind a letter.
fn change(found: char) -> Option<Change> {
    let steers = Dir::STRAIGHT.map(Some).into_iter().chain([None]).map(Change::Steer);
    let calls = Call::ALL.map(Some).into_iter().chain([None]).map(Change::Call);
    let mut all = steers.chain(calls).chain([true, false].map(Change::Fire));
    all.find(|change| letter(*change) == found)
}

impl TanksReplay {
    /// The record of a match that begins.
    pub fn new(setup: &Setup, stage: &Stage) -> Self {
        let header = Header { game: GAME.into(), version: VERSION, setup: setup.clone(), stage: stage.code() };
        Self { header, orders: Vec::new(), checks: Vec::new(), ticks: 0 }
    }

    /// Adds a tick that has been played: what was ordered before it, and the match after it. Gives the lines of the file
    /// that came with it.
    pub fn push(&mut self, orders: &[Order], after: &World) -> String {
        let mut lines = String::new();
        if !orders.is_empty() {
            lines += &order_line(self.ticks, orders);
            self.orders.push((self.ticks, orders.to_vec()));
        }
        self.ticks += 1;
        if self.ticks.is_multiple_of(CHECK_EVERY) {
            lines += &self.check(after.fingerprint());
        }
        lines
    }

    fn check(&mut self, print: u64) -> String {
        self.checks.push((self.ticks, print));
        format!("{} = {print:016x}\n", self.ticks)
    }

    /// The first line of the file.
    pub fn first_line(&self) -> String {
        // Strings and numbers in structures: there is nothing that JSON cannot hold.
        serde_json::to_string(&self.header).unwrap_or_default() + "\n"
    }

    /// The last line of the file.
    pub fn last_line(&self, after: &World) -> String {
        format!("{} end {:016x}\n", self.ticks, after.fingerprint())
    }

    /// The text of the file up to now; `after` is the match after the last tick.
    pub fn text(&self, after: &World) -> String {
        let mut lines: Vec<(u32, String)> = Vec::new();
        // A tick has orders after its fingerprint.
        lines.extend(self.checks.iter().map(|(tick, print)| (*tick, format!("{tick} = {print:016x}\n"))));
        lines.extend(self.orders.iter().map(|(tick, orders)| (*tick, order_line(*tick, orders))));
        lines.sort_by_key(|(tick, _)| *tick);
        let body: String = lines.into_iter().map(|(_, line)| line).collect();
        self.first_line() + &body + &self.last_line(after)
    }

    /// Ticks of the match.
    pub const fn len(&self) -> u32 {
        self.ticks
    }

    /// Whether nothing was played.
    pub const fn is_empty(&self) -> bool {
        self.ticks == 0
    }

    /// What was ordered before a tick.
    pub fn orders(&self, tick: u32) -> &[Order] {
        let found = self.orders.binary_search_by_key(&tick, |(tick, _)| *tick);
        found.map_or(&[], |index| &self.orders[index].1)
    }

    /// The fingerprint that was noted before a tick.
    fn noted(&self, tick: u32) -> Option<u64> {
        let found = self.checks.binary_search_by_key(&tick, |(tick, _)| *tick);
        found.ok().map(|index| self.checks[index].1)
    }

    /// Reads a replay file.
    ///
    /// # Errors
    /// [`LineProblem`]; line 1 if the file cannot be read at all.
    pub fn load(path: &Path) -> Result<Self, LineProblem> {
        files::replay::load(path, Self::parse)
    }

    /// Reads a replay; `file` is for messages.
    ///
    /// # Errors
    /// [`LineProblem`] with the line. A last line without an end is left out: it was being written.
    pub fn parse(text: &str, file: &str) -> Result<Self, LineProblem> {
        let problem = |line, problem: String| LineProblem { file: file.into(), line, problem };
        let check = |header: &Header| files::replay::check((&header.game, header.version), GAME, VERSION);
        let (header, lines) = files::replay::parse(text, file, check)?;
        let mut replay = Self { header, orders: Vec::new(), checks: Vec::new(), ticks: 0 };
        replay.begin().map_err(|error| problem(1, error))?;
        for (line, text) in lines {
            replay.read_line(text).map_err(|error| problem(line, error))?;
        }
        Ok(replay)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        let (tick, rest) = line.split_once(' ').ok_or("expected a tick and what happened then")?;
        let tick: u32 = tick.parse().map_err(|_| format!("expected a tick, found {tick:?}"))?;
        // A tick has orders after its fingerprint, not before it.
        let last = self.orders.last().map_or(0, |(tick, _)| tick + 1).max(self.checks.last().map_or(0, |last| last.0));
        if tick < last || tick > MOST_TICKS {
            return Err(format!("tick {tick} is out of order"));
        }
        let print = |text: &str| u64::from_str_radix(text, 16).map_err(|_| format!("{text:?} is no fingerprint"));
        self.ticks = match rest.split_once(' ') {
            Some(("=", text)) => {
                self.checks.push((tick, print(text)?));
                tick
            }
            Some(("end", text)) => {
                if self.checks.last().is_none_or(|(last, _)| *last < tick) {
                    self.checks.push((tick, print(text)?));
                }
                tick
            }
            _ => {
                let orders: Result<_, String> = rest.split(' ').map(order).collect();
                self.orders.push((tick, orders?));
                tick + 1
            }
        };
        Ok(())
    }

    /// The match before its first tick, and its stage.
    ///
    /// # Errors
    /// What is wrong with stage or setup, as a sentence.
    pub fn begin(&self) -> Result<(World, Stage), String> {
        let stage = Stage::from_code(&self.header.stage).map_err(|problem| format!("`stage`: {problem}"))?;
        let world = World::new(Arc::new(Rules::built_in()), self.header.setup.clone(), &stage);
        world.map(|world| (world, stage)).map_err(|problem| format!("`setup`: {problem}"))
    }
}

fn order_line(tick: u32, orders: &[Order]) -> String {
    let mut line = tick.to_string();
    for Order { slot, change } in orders {
        // Writing to a text cannot fail.
        let _ = write!(line, " {slot}{}", letter(*change));
    }
    line + "\n"
}

fn order(text: &str) -> Result<Order, String> {
    let wrong = || format!("{text:?} is no order");
    let last = text.chars().last().ok_or_else(wrong)?;
    let slot = text[..text.len() - last.len_utf8()].parse().map_err(|_| wrong())?;
    Ok(Order { slot, change: change(last).ok_or_else(wrong)? })
}

/// A replay that is being played, at any tick of it.
#[derive(Debug, Clone)]
pub struct Playback {
    replay: Arc<TanksReplay>,
    now: Moment,
    /// States on the way, by tick, the first one at 0.
    kept: Vec<Moment>,
    /// The first tick known at which the match was not that of the file.
    differs_at: Option<u32>,
}

#[derive(Debug, Clone)]
struct Moment {
    world: World,
    /// What is held, by slot.
    held: Vec<Input>,
}

impl Playback {
    /// A replay before its first tick.
    ///
    /// # Errors
    /// What is wrong with stage or setup, as a sentence.
    pub fn new(replay: Arc<TanksReplay>) -> Result<Self, String> {
        let (world, _) = replay.begin()?;
        let now = Moment { held: vec![Input::default(); world.slots()], world };
        Ok(Self { replay, kept: vec![now.clone()], now, differs_at: None })
    }

    pub fn replay(&self) -> &TanksReplay {
        &self.replay
    }

    /// The match as it is now.
    pub fn world(&self) -> &World {
        &self.now.world
    }

    /// Ticks up to now.
    pub fn tick(&self) -> u32 {
        self.now.world.tick()
    }

    /// The first tick known at which the match was not that of the file: it was played by other rules, or damaged.
    pub fn differs_at(&self) -> Option<u32> {
        self.differs_at
    }

    /// Plays a tick. Says whether there was one.
    pub fn step(&mut self) -> bool {
        let tick = self.tick();
        if tick >= self.replay.len() || self.now.world.outcome().is_some() {
            return false;
        }
        let Moment { world, held } = &mut self.now;
        for order in self.replay.orders(tick) {
            match order.change {
                Change::Call(call) => world.call(usize::from(order.slot), call),
                _ => order.apply(held),
            }
        }
        world.step(held);
        let tick = tick + 1;
        if tick == self.kept.len() as u32 * KEEP_EVERY {
            self.kept.push(self.now.clone());
        }
        if self.replay.noted(tick).is_some_and(|noted| noted != self.now.world.fingerprint()) {
            self.differs_at = Some(self.differs_at.map_or(tick, |before| before.min(tick)));
        }
        true
    }

    /// Goes to a tick, forwards or backwards, or to the last one.
    pub fn seek(&mut self, tick: u32) {
        let kept = &self.kept[((tick / KEEP_EVERY) as usize).min(self.kept.len() - 1)];
        if tick < self.tick() || kept.world.tick() > self.tick() {
            self.now = kept.clone();
        }
        while self.tick() < tick && self.step() {}
    }
}
