//! The recordings and saved battles of some folders, and what is told about each.

use crate::level::Level;
use crate::modes::rts::rules::Rules;
use crate::modes::tactics::simulation::Recording;
use crate::modes::tron::replay::TronReplay;
use crate::sim::Mode;
use crate::sim::replay::Replay;
use crate::sim::saves;
use crate::ui::theme;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The most recordings of the list; older ones are still in the folder.
const MOST: usize = 200;

/// A recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its file.
    pub path: PathBuf,
    /// When it was written.
    pub when: SystemTime,
    /// The game.
    pub mode: Mode,
    /// Whether it is a saved match of the real-time game: it can be gone on with, but there is nothing to watch.
    pub is_save: bool,
    /// What is told about it, or why it cannot be watched.
    pub about: Result<About, String>,
}

impl Listed {
    /// Whether it was left before its end and can be gone on with.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.about.as_ref().is_ok_and(|about| about.is_open)
    }
}

/// What is told about a recording that can be watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Who played, or where.
    pub sides: String,
    /// How long.
    pub length: String,
    /// Whether it was left before its end and can be gone on with.
    pub is_open: bool,
    /// Whether it is a skirmish, and not a match of the sandbox.
    pub is_war: bool,
}

/// The recordings of all folders, newest first. Matches that were left before anything could be recorded are not listed;
/// a folder that is not there has none.
#[must_use]
pub fn listed(folders: &[PathBuf]) -> Vec<Listed> {
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let mut found: Vec<(SystemTime, PathBuf, Mode)> = entries
        .flatten()
        .filter_map(|entry| {
            let path = entry.path();
            let mode = match path.extension()?.to_str()? {
                "replay" => Mode::Rts,
                "tron" => Mode::Tron,
                "tactics" => Mode::Tactics,
                _ => return None,
            };
            let when = entry.metadata().and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
            Some((when, path, mode))
        })
        .collect();
    found.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    let mut list = Vec::new();
    for (when, path, mode) in found {
        let about = match mode {
            Mode::Rts => rts(&path),
            Mode::Tron => tron(&path),
            Mode::Tactics => tactics(&path),
        };
        // Nothing was recorded.
        if let Some(about) = about.transpose() {
            list.push(Listed { path, when, mode, is_save: false, about });
        }
        if list.len() == MOST {
            break;
        }
    }
    list.extend(folders.iter().flat_map(|folder| saved(folder)));
    list.sort_by(|a, b| (b.when, &b.path).cmp(&(a.when, &a.path)));
    list
}

/// The saved matches of a folder.
fn saved(folder: &Path) -> impl Iterator<Item = Listed> + use<> {
    saves::list(folder).into_iter().map(|(path, header)| {
        let seconds = u64::from(header.ticks) / u64::from(header.tick_hz.max(1));
        let sides = match (header.players, header.sides.as_str()) {
            (0, _) => header.level,
            (players, "") => format!("{}: {players} sides", header.level),
            (_, sides) => format!("{}: {sides}", header.level),
        };
        let is_auto = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("auto-"));
        let length = format!("{}{}", clock(seconds), if is_auto { ", autosave" } else { "" });
        Listed {
            path,
            when: UNIX_EPOCH + Duration::from_secs(header.time),
            mode: Mode::Rts,
            is_save: true,
            about: Ok(About { sides, length, is_open: true, is_war: true }),
        }
    })
}

fn rts(path: &Path) -> Result<Option<About>, String> {
    let (header, ticks) = Replay::glance(path).map_err(|error| error.to_string())?;
    let rules = Rules::parse(&header.rules, "rules").map_err(|error| error.to_string())?;
    let level = Level::parse(&header.level, "level", &rules).map_err(|error| error.to_string())?;
    let sides = header.war.as_ref().map_or_else(|| colours(&level), |war| war.opponents(&rules));
    let sides = if sides.is_empty() { level.name } else { format!("{}: {sides}", level.name) };
    let time = |ticks: u32| clock(u64::from(ticks) / u64::from(rules.tick_hz.max(1)));
    // A saved match that was gone on with.
    let first = header.start.as_ref().map_or(0, |(tick, _)| *tick);
    let played = time(ticks.saturating_sub(first));
    let length = if first > 0 { format!("{played}, from {}", time(first)) } else { played };
    Ok((ticks > first).then_some(About { sides, length, is_open: false, is_war: header.war.is_some() }))
}

/// The sides that have units on a map of the sandbox.
fn colours(level: &Level) -> String {
    let mut sides: Vec<u8> = level.units.iter().map(|unit| unit.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let sides: Vec<&str> = sides.into_iter().map(|side| theme::side(side).0).collect();
    sides.join(", ")
}

fn tron(path: &Path) -> Result<Option<About>, String> {
    let replay = TronReplay::load(path).map_err(|error| error.to_string())?;
    let steps: usize = replay.rounds.iter().map(|round| round.len()).sum();
    let sides: Vec<String> = replay
        .header
        .seats
        .iter()
        .filter(|name| *name != "off")
        .map(|name| if name == "human" { "Human".into() } else { crate::ui::tron::program_name(name) })
        .collect();
    let rounds = replay.rounds.len();
    let length =
        if rounds == 1 { format!("1 round, {steps} steps") } else { format!("{rounds} rounds, {steps} steps") };
    Ok((rounds > 0).then(|| About { sides: sides.join(" v "), length, is_open: false, is_war: false }))
}

fn tactics(path: &Path) -> Result<Option<About>, String> {
    let recording = Recording::load(path)?;
    let sides = recording.sides().each_ref().map(|name| crate::ui::tactics::player_name(name));
    let (rounds, is_open) = (recording.length().div_ceil(2), recording.is_open());
    let unit = if rounds == 1 { "round" } else { "rounds" };
    let length = format!("{rounds} {unit}{}", if is_open { ", not finished" } else { "" });
    Ok((!recording.battle().is_empty()).then(|| About { sides: sides.join(" v "), length, is_open, is_war: false }))
}

/// Minutes and seconds.
#[must_use]
pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
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
mod tests {
    use super::*;
    use crate::modes::tactics::battle::Battle;
    use crate::modes::tactics::file::TacticsLevel;
    use crate::modes::tactics::rules::Rules as TacticsRules;
    use crate::modes::tactics::setup::Setup;
    use crate::modes::tron::generate::RandomArena;
    use crate::modes::tron::position::Options;
    use crate::modes::tron::replay::{Header, RoundRecord};

    #[test]
    fn days_are_found_in_the_calendar() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(59), (1970, 3, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_779), (2026, 11, 22));
        let now = UNIX_EPOCH + Duration::from_secs(20_779 * 86_400);
        let before = |seconds| date(now - Duration::from_secs(seconds), now);
        assert_eq!(before(5), "just now");
        assert_eq!(before(200), "3 min ago");
        assert_eq!(before(7300), "2 h ago");
        assert_eq!(before(86_400), "2026-11-21");
    }

    #[test]
    fn matches_are_listed_newest_first_and_without_those_in_which_nothing_was_played() {
        let folder = tempfile::tempdir().expect("a folder");
        let header = TronReplay::line(&Header::new(
            vec!["human".into(), "engine:3".into(), "off".into(), "off".into()],
            1,
            Options::default(),
        ));
        let arena = RandomArena::default().generate(1).expect("a board");
        let round = TronReplay::line(&RoundRecord::new(&arena, &[0, 1]));
        let write = |name: &str, text: &str, age: u64| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            let file = std::fs::File::options().write(true).open(&path).expect("a file");
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("a time");
        };
        write("old.tron", &(header.clone() + &round + &round), 500);
        write("left.tron", &header, 300);
        write("new.tron", "nonsense\n", 100);
        write("other.txt", "not a recording", 10);
        let list = listed(&[folder.path().to_path_buf(), folder.path().join("nothing")]);
        let names: Vec<_> = list.iter().map(|entry| entry.path.file_name().expect("a name")).collect();
        assert_eq!(names, ["new.tron", "old.tron"]);
        assert!(list[0].about.as_ref().expect_err("damaged").contains("new.tron: line 1"));
        let about = list[1].about.as_ref().expect("a good one");
        assert_eq!(about.sides, "Human v Engine · level 3");
        assert_eq!((about.length.as_str(), about.is_open), ("2 rounds, 0 steps", false));
        assert!(listed(&[folder.path().join("nothing")]).is_empty());
    }

    #[test]
    fn battles_of_tactics_that_were_left_can_be_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let setup = Setup::soldiers(TacticsLevel::built_in(), TacticsRules::default(), [1, 1]);
        let mut battle = Battle::new(setup).expect("a battle");
        let write = |battle: &Battle, name: &str| {
            let sides = ["human".to_string(), "engine:4,style=bold".to_string()];
            let recording = Recording::of_battle(battle, sides, [&[], &[]]);
            recording.write(&folder.path().join(name)).expect("written");
        };
        write(&battle, "empty.tactics");
        battle.act("b4-c4".parse().expect("an action")).expect("legal");
        battle.end_turn().expect("all have acted");
        write(&battle, "left.tactics");
        let list = listed(&[folder.path().to_path_buf()]);
        assert_eq!(list.len(), 1, "nothing happened in the other one");
        assert_eq!((list[0].mode, list[0].path.ends_with("left.tactics")), (Mode::Tactics, true));
        let about = list[0].about.as_ref().expect("a good one");
        assert!(about.is_open && about.sides.starts_with("Human v Engine"), "{about:?}");
        assert_eq!(about.length, "1 round, not finished");
    }
}
