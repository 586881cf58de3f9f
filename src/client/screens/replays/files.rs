//! The recordings and saved matches of some folders, and what is told about each. Whatever lies in a folder, there is a
//! list: what cannot be used says why, and what is no file is passed over.

use crate::client::kit::theme;
use crate::client::stage::clock;
use crate::files;
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{self, EXTENSION, SaveHeader};
use crate::games::tactics::client::view::side_name;
use crate::games::tactics::simulation::Recording;
use crate::games::tron::client::view::SEAT_NAMES;
use crate::games::tron::plugin::Score;
use crate::games::tron::replay::TronReplay;
use crate::shell::states::Mode;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The most recordings of the list; older ones are still in the folder. Everything that was saved is listed.
const MOST: usize = 200;
/// Digits of the seconds of a time, by which the program names files.
const SECONDS_DIGITS: usize = 10;
/// Letters of a sentence or name in the list at most.
const LETTERS: usize = 90;
/// A time in a file that is later than now by more than this is none.
const AHEAD: Duration = Duration::from_secs(86_400);

/// A recording or a saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its file.
    pub path: PathBuf,
    /// When it was written.
    pub when: SystemTime,
    /// The game.
    pub mode: Mode,
    /// Whether it is a skirmish, and not the sandbox; never of the other games.
    pub is_skirmish: bool,
    /// Whether it is a saved match of the real-time game: it can be gone on with, but there is nothing to watch.
    pub is_save: bool,
    /// Whether somebody wanted to keep it; every other match leaves a recording by itself.
    pub is_kept: bool,
    /// What is told about it, or why it cannot be used.
    pub about: Result<About, String>,
}

impl Listed {
    /// Whether it was left before its end and can be gone on with.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.about.as_ref().is_ok_and(|about| about.is_open)
    }

    /// The name that it was given; files that the program named by the time or in turn have none.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let stem = self.path.file_stem()?.to_string_lossy();
        // The time in seconds, and perhaps a number after it.
        let is_plain =
            stem.len() >= SECONDS_DIGITS && stem.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
        (!is_plain && !is_auto(&self.path)).then(|| one_line(&stem))
    }

    /// The game in a word.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        match self.mode {
            Mode::Rts if self.is_skirmish => "Skirmish",
            Mode::Rts => "Sandbox",
            Mode::Tron => "Tron",
            Mode::Tactics => "Tactics",
        }
    }
}

/// What is told about a recording or saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Who played, or where.
    pub sides: String,
    /// Who has won, or that it is not decided; empty where there is nothing to be won.
    pub result: String,
    /// How long.
    pub length: String,
    /// Whether it was left before its end and can be gone on with.
    pub is_open: bool,
}

/// What the name of a file says that is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Save,
    Replay(Mode),
}

impl Sort {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            EXTENSION => Some(Self::Save),
            "replay" => Some(Self::Replay(Mode::Rts)),
            "tron" => Some(Self::Replay(Mode::Tron)),
            "tactics" => Some(Self::Replay(Mode::Tactics)),
            _ => None,
        }
    }
}

/// What has been found out about a file.
struct Found {
    is_skirmish: bool,
    /// When it was written, if it says so itself.
    when: Option<SystemTime>,
    about: About,
}

/// The recordings and saved matches of all folders, newest first; `kept` is the folder of those battles of Tactics that
/// somebody wanted to keep. Matches that were left before anything could be recorded are not listed; a folder that is not
/// there has none.
#[must_use]
pub fn listed(folders: &[PathBuf], kept: Option<&Path>) -> Vec<Listed> {
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf, Sort, u64)> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let sort = Sort::of(&path)?;
            // Of what a link points to. A pipe would be waited for without end.
            let (time, length) = match std::fs::metadata(&path) {
                Ok(data) if data.is_file() && data.len() > 0 => (data.modified().ok(), data.len()),
                Ok(_) => return None,
                Err(_) => (None, 0),
            };
            Some((time.unwrap_or(UNIX_EPOCH), path, sort, length))
        })
        .collect();
    files.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    files.dedup_by(|a, b| a.1 == b.1);
    let latest = SystemTime::now() + AHEAD;
    let mut list = Vec::new();
    let mut recordings = 0;
    for (written, path, sort, length) in files {
        let is_kept = sort == Sort::Save || kept.is_some_and(|kept| path.starts_with(kept));
        if !is_kept && recordings == MOST {
            continue;
        }
        // Nothing was recorded.
        let Some(found) = look(&path, sort, length).transpose() else { continue };
        recordings += usize::from(!is_kept);
        let (mode, is_save) = match sort {
            Sort::Save => (Mode::Rts, true),
            Sort::Replay(mode) => (mode, false),
        };
        let is_skirmish = found.as_ref().map_or(mode == Mode::Rts, |found| found.is_skirmish);
        let own = found.as_ref().ok().and_then(|found| found.when).filter(|time| *time <= latest);
        let about = found.map(|found| found.about).map_err(|problem| short(&problem, &path));
        list.push(Listed { path, when: own.unwrap_or(written), mode, is_skirmish, is_save, is_kept, about });
    }
    list.sort_by(|a, b| (b.when, &b.path).cmp(&(a.when, &a.path)));
    list
}

/// Looks at a file; `None` if there is nothing in it to be told about.
fn look(path: &Path, sort: Sort, length: u64) -> Result<Option<Found>, String> {
    // What the game would not read is not offered.
    let most = if sort == Sort::Save { files::MAX_SAVE } else { files::MAX_RECORDING };
    if length > most {
        return Err(format!("a file of more than {} MiB", most >> 20));
    }
    let board = |about: About| Found { is_skirmish: false, when: None, about };
    match sort {
        Sort::Save => save(path),
        Sort::Replay(Mode::Rts) => rts(path),
        Sort::Replay(Mode::Tron) => Ok(tron(&whole(path)?)?.map(board)),
        Sort::Replay(Mode::Tactics) => Ok(tactics(&whole(path)?)?.map(board)),
    }
}

/// The text of a file that is read as a whole.
fn whole(path: &Path) -> Result<String, String> {
    let bytes = files::read(path, files::MAX_RECORDING).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Text in one line that is not too long.
fn one_line(text: &str) -> String {
    let mut line: String =
        text.chars().take(LETTERS).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.chars().nth(LETTERS).is_some() {
        line.push('…');
    }
    line
}

/// What is wrong with a file as a short sentence, which does not say again where it is.
fn short(problem: &str, path: &Path) -> String {
    let problem = problem.strip_prefix(&format!("{}: ", path.display())).unwrap_or(problem);
    let problem = problem.split(" (os error").next().unwrap_or(problem);
    let mut letters = problem.trim_end_matches('.').chars();
    let begun: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!("{}.", one_line(&begun))
}

/// Whether a match has saved itself into it.
fn is_auto(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| saves::is_auto(&stem.to_string_lossy()))
}

/// Who has won: the sides of these colours, or that it is not decided.
fn winners(colours: Option<&[u8]>) -> String {
    match colours {
        None => "Undecided".into(),
        Some([]) => "Nobody won".into(),
        Some(colours) => {
            let names: Vec<&str> = colours.iter().map(|colour| theme::side(*colour).0).collect();
            format!("{} won", names.join(" and "))
        }
    }
}

fn save(path: &Path) -> Result<Option<Found>, String> {
    let Some(header) = SaveHeader::load(path).map_err(|error| error.to_string())? else { return Ok(None) };
    let seconds = u64::from(header.ticks) / u64::from(header.tick_hz.max(1));
    let is_skirmish = header.players > 0;
    let sides = match (is_skirmish, header.sides.as_str()) {
        (false, _) => header.level,
        (true, "") => format!("{}: {} sides", header.level, header.players),
        (true, sides) => format!("{}: {sides}", header.level),
    };
    let about = About {
        sides: one_line(&sides),
        result: if is_skirmish { winners(header.winners.as_deref()) } else { String::new() },
        length: format!("{}{}", clock(seconds), if is_auto(path) { ", autosave" } else { "" }),
        is_open: true,
    };
    Ok(Some(Found { is_skirmish, when: UNIX_EPOCH.checked_add(Duration::from_secs(header.time)), about }))
}

fn rts(path: &Path) -> Result<Option<Found>, String> {
    let Some(glance) = Replay::glance(path).map_err(|error| error.to_string())? else { return Ok(None) };
    let (header, ticks) = (glance.header, glance.ticks);
    let rules = Rules::parse(&header.rules, "rules").map_err(|error| error.to_string())?;
    let level = Level::parse(&header.level, "level", &rules).map_err(|error| error.to_string())?;
    let sides = header.skirmish.as_ref().map_or_else(|| colours(&level), |skirmish| skirmish.opponents(&rules));
    let sides = if sides.is_empty() { level.name } else { format!("{}: {sides}", level.name) };
    let result = header.skirmish.as_ref().map_or_else(String::new, |skirmish| {
        winners(glance.decided.map(|winner| skirmish.colours_of(winner)).as_deref())
    });
    let time = |ticks: u32| clock(u64::from(ticks) / u64::from(rules.tick_hz.max(1)));
    // A saved match that was gone on with.
    let first = header.start.as_ref().map_or(0, |(tick, _)| *tick);
    let played = time(ticks.saturating_sub(first));
    let length = if first > 0 { format!("{played}, from {}", time(first)) } else { played };
    let about = About { sides: one_line(&sides), result, length, is_open: false };
    Ok((ticks > first).then_some(Found { is_skirmish: header.skirmish.is_some(), when: None, about }))
}

/// The sides that have units on a map of the sandbox.
fn colours(level: &Level) -> String {
    let mut sides: Vec<u8> = level.units.iter().map(|unit| unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let sides: Vec<&str> = sides.into_iter().map(|side| theme::side(side).0).collect();
    sides.join(", ")
}

fn tron(text: &str) -> Result<Option<About>, String> {
    // Not even the first line was written to its end.
    if !text.contains('\n') {
        return Ok(None);
    }
    let replay = TronReplay::parse(text, "").map_err(|error| format!("line {}: {}", error.line, error.problem))?;
    let steps: usize = replay.rounds.iter().map(|round| round.len()).sum();
    let sides: Vec<String> = replay
        .header
        .seats
        .iter()
        .filter(|name| *name != "off")
        .map(|name| if name == "human" { "Human".into() } else { crate::games::tron::client::ui::program_name(name) })
        .collect();
    let rounds = replay.rounds.len();
    let (wins, draws) = replay.wins();
    let score = Score { wins, draws, best_of: replay.header.best_of.max(1) };
    let result = match score.leader() {
        _ if !score.is_over() => "Undecided".into(),
        Some(seat) => format!("{} won", SEAT_NAMES[seat]),
        None => "Drawn".into(),
    };
    let length =
        if rounds == 1 { format!("1 round, {steps} steps") } else { format!("{rounds} rounds, {steps} steps") };
    Ok((rounds > 0).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open: false }))
}

fn tactics(text: &str) -> Result<Option<About>, String> {
    let recording = Recording::checked(text)?;
    let sides = recording.sides().each_ref().map(|name| crate::games::tactics::client::ui::player_name(name));
    let (rounds, is_open) = (recording.length().div_ceil(2), recording.is_open());
    let unit = if rounds == 1 { "round" } else { "rounds" };
    let result = match recording.winner() {
        Some(side) => format!("{} won", side_name(side)),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = format!("{rounds} {unit}");
    Ok((!recording.battle().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open }))
}

/// How long ago it was, or the day (in world time) if that is longer than a day.
#[must_use]
pub fn date(when: SystemTime, now: SystemTime) -> String {
    let ago = now.duration_since(when).unwrap_or(Duration::ZERO).as_secs();
    match ago {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", ago / 60),
        3600..86_400 => format!("{} h ago", ago / 3600),
        _ => {
            let days = when.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
            let (year, month, day) = civil(days);
            format!("{year}-{month:02}-{day:02}")
        }
    }
}

/// Year, month and day of a day counted from the first of 1970: H. Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms" (2013), `civil_from_days`, for days after that one.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests;
