//! The recordings and saved matches of some folders, and what is told about each. Whatever lies in a folder, there is a
//! list: what cannot be used says why, and what is no file is passed over.

use crate::base::date::day;
use crate::base::file_name;
use crate::base::wording::capitalised;
use crate::client::game::{About, FileKind};
use crate::files;
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
#[derive(Debug, Clone)]
pub struct Listed {
    pub path: PathBuf,
    pub when: SystemTime,
    pub game: &'static str,
    /// What the end of its name says that is in it.
    pub kind: &'static FileKind,
    /// Whether somebody wanted to keep it; every other match leaves a recording by itself.
    pub is_kept: bool,
    /// What is told about it, or why it cannot be used.
    pub about: Result<About, String>,
}

impl Listed {
    /// Whether it was left before its end and can be gone on with.
    pub fn is_open(&self) -> bool {
        self.about.as_ref().is_ok_and(|about| about.is_open)
    }

    /// The name that it was given; files that the program named by the time or in turn have none.
    pub fn name(&self) -> Option<String> {
        let stem = self.path.file_stem()?.to_string_lossy();
        // The time in seconds, and perhaps a number after it.
        let is_plain =
            stem.len() >= SECONDS_DIGITS && stem.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
        (!is_plain && !is_auto(&self.path)).then(|| one_line(&stem))
    }
}

/// The recordings and saved matches of all folders, newest first; `kept` are the folders of those that somebody wanted
/// to keep. Matches that were left before anything could be recorded are not listed; a folder that is not
/// there has none.
pub fn listed(folders: &[PathBuf], kept: &[PathBuf]) -> Vec<Listed> {
    let entries = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf, &'static FileKind, u64)> = entries
        .filter_map(|entry| {
            let path = entry.path();
            let kind = FileKind::of(path.extension()?.to_str()?)?;
            // Of what a link points to. A pipe would be waited for without end.
            let (time, length) = match std::fs::metadata(&path) {
                Ok(data) if data.is_file() && data.len() > 0 => (data.modified().ok(), data.len()),
                Ok(_) => return None,
                Err(_) => (None, 0),
            };
            Some((time.unwrap_or(UNIX_EPOCH), path, kind, length))
        })
        .collect();
    files.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    files.dedup_by(|a, b| a.1 == b.1);
    let latest = SystemTime::now() + AHEAD;
    let mut list = Vec::new();
    let mut recordings = 0;
    for (written, path, kind, length) in files {
        let is_kept = kind.is_save() || kept.iter().any(|kept| path.starts_with(kept));
        if !is_kept && recordings == MOST {
            continue;
        }
        // What the game would not read is not offered.
        let glance = if length > kind.largest {
            Err(format!("a file of more than {} MiB", kind.largest >> 20))
        } else {
            (kind.glance)(&path)
        };
        // Nothing was recorded.
        let Some(found) = glance.transpose() else { continue };
        recordings += usize::from(!is_kept);
        let game = found.as_ref().map_or(kind.game, |found| found.game);
        let own = found.as_ref().ok().and_then(|found| found.when).filter(|time| *time <= latest);
        let about = found.map(|found| found.about).map_err(|problem| short(&problem, &path));
        list.push(Listed { path, when: own.unwrap_or(written), game, kind, is_kept, about });
    }
    list.sort_by(|a, b| (b.when, &b.path).cmp(&(a.when, &a.path)));
    list
}

/// The text of a file that is read as a whole.
pub(crate) fn whole(path: &Path) -> Result<String, String> {
    let bytes = files::read(path, files::MAX_RECORDING).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Text in one line that is not too long.
pub(crate) fn one_line(text: &str) -> String {
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
    format!("{}.", one_line(&capitalised(problem.trim_end_matches('.'))))
}

/// Whether a match has saved itself into it.
pub(crate) fn is_auto(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| file_name::is_auto(&stem.to_string_lossy()))
}

/// How long ago it was, or the day (in world time) if that is longer than a day.
pub fn date(when: SystemTime, now: SystemTime) -> String {
    let ago = now.duration_since(when).unwrap_or(Duration::ZERO).as_secs();
    match ago {
        0..60 => "just now".into(),
        60..3600 => format!("{} min ago", ago / 60),
        3600..86_400 => format!("{} h ago", ago / 3600),
        _ => {
            let seconds = when.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
            day(i64::try_from(seconds).unwrap_or(i64::MAX))
        }
    }
}
