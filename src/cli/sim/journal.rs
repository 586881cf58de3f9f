//! The lines of finished matches, by which an interrupted tournament goes on and those of several machines are added up.
//!
//! The first line of the file has the settings, every other one a match. A last line that was cut off is forgotten.

use crate::cli::{CliError, read};
use crate::files::MAX_RECORDING;
use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal of a folder, or begins it; gives the matches that are in it.
    pub(crate) fn open(folder: &Path, settings: &Value) -> Result<(Self, Vec<Value>), CliError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| CliError::Other(format!("{}: cannot be made: {error}", folder.display())))?;
        let path = folder.join("matches.jsonl");
        let wrong = |error: std::io::Error| CliError::Other(format!("{}: cannot be written: {error}", path.display()));
        let (mut known, mut whole) = (Vec::new(), 0);
        if path.exists() {
            let Lines { settings: before, records, bytes } = lines(&path)?;
            if let Some(before) = before {
                if before != *settings {
                    let path = path.display();
                    return Err(CliError::Other(format!(
                        "{path}: it is of a tournament with other settings ({before})"
                    )));
                }
                (known, whole) = (records, bytes);
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(wrong)?;
        file.set_len(whole as u64).map_err(wrong)?;
        if whole == 0 {
            writeln!(file, "{}", json!({ "settings": settings })).map_err(wrong)?;
        }
        Ok((Self { file, path }, known))
    }

    /// Adds a match at once.
    pub(crate) fn add(&mut self, record: &Value) -> Result<(), CliError> {
        let written = self.file.write_all(format!("{record}\n").as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| CliError::Other(format!("{}: cannot be written: {error}", self.path.display())))
    }
}

/// The settings and the matches of a file, or of the journal of a folder.
pub(crate) fn load(path: &Path) -> Result<(Value, Vec<Value>), CliError> {
    let path = if path.is_dir() { path.join("matches.jsonl") } else { path.to_owned() };
    let Lines { settings, records, .. } = lines(&path)?;
    let settings = settings.ok_or_else(|| CliError::Other(format!("{}: it has no settings", path.display())))?;
    Ok((settings, records))
}

struct Lines {
    settings: Option<Value>,
    records: Vec<Value>,
    /// Bytes of the whole lines.
    bytes: usize,
}

fn lines(path: &Path) -> Result<Lines, CliError> {
    let (text, name) = read(path, MAX_RECORDING)?;
    let mut found = Lines { settings: None, records: Vec::new(), bytes: 0 };
    for (number, line) in text.split_inclusive('\n').enumerate().filter(|(_, line)| line.ends_with('\n')) {
        let wrong = |what: &str| CliError::Other(format!("{name}: line {}: {what}", number + 1));
        let mut value: Value = serde_json::from_str(line).map_err(|_| wrong("it is no JSON"))?;
        if number == 0 {
            let settings = value.get_mut("settings").map(Value::take);
            found.settings = Some(settings.ok_or_else(|| wrong("expected the settings of a tournament"))?);
        } else if value["match"].is_u64() {
            found.records.push(value);
        } else {
            return Err(wrong("expected a match with its number"));
        }
        found.bytes += line.len();
    }
    Ok(found)
}
