//! Backup of a store on SQLite, and restore: a folder with the database and the match logs.
//!
//! The backup is made in a folder with another name, which gets its own name when it is whole. The database is copied in
//! one step, from a snapshot that the writers do not disturb. Logs are copied after it, so that no game of the database
//! lacks its log; they are only ever appended to.

use super::{Place, StoreError, VERSION};
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The database in the folder of a backup.
const DATABASE: &str = "gridmarch.sqlite";

/// The logs in it.
const LOGS: &str = "logs";

fn problem(what: &str, path: &Path) -> impl Fn(io::Error) -> StoreError {
    let place = format!("{} cannot be {what}", path.display());
    move |error| StoreError::refused(format!("{place}: {error}"))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Saves a store in a new folder.
pub(super) fn save(place: &Place, to: &Path, logs: Option<&Path>) -> Result<(), StoreError> {
    let Place::File(database) = place else {
        return Err(StoreError::refused("a Postgres database is saved by pg_dump and restored by pg_restore"));
    };
    if to.exists() {
        return Err(StoreError::refused(format!("{} exists already, name a new folder", to.display())));
    }
    let partial = beside(to, ".partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).map_err(problem("removed", &partial))?;
    }
    fs::create_dir_all(&partial).map_err(problem("made", &partial))?;
    copy_database(database, &partial.join(DATABASE))?;
    if let Some(logs) = logs {
        copy_folder(logs, &partial.join(LOGS))?;
    }
    fs::rename(&partial, to).map_err(problem("named", to))
}

/// Puts a backup back in place: the database at `database`, the match logs in `logs`. Neither may exist before, so that
/// nothing is overwritten.
///
/// # Errors
/// There is something already, or the backup is damaged or of a newer program.
pub fn restore(from: &Path, database: &Path, logs: &Path) -> Result<(), StoreError> {
    let in_the_way = [database.to_path_buf(), beside(database, "-wal"), logs.to_path_buf()];
    if let Some(path) = in_the_way.iter().find(|path| path.exists()) {
        return Err(StoreError::refused(format!("{} exists already, move it away first", path.display())));
    }
    let saved = from.join(DATABASE);
    if !saved.is_file() {
        return Err(StoreError::refused(format!("{} is no backup: it has no {DATABASE}", from.display())));
    }
    check(&Connection::open(&saved)?)?;
    if from.join(LOGS).is_dir() {
        copy_folder(&from.join(LOGS), logs)?;
    }
    let partial = beside(database, ".partial");
    copy_database(&saved, &partial)?;
    fs::rename(&partial, database).map_err(problem("named", database))
}

fn copy_database(from: &Path, to: &Path) -> Result<(), StoreError> {
    let source = Connection::open(from)?;
    let mut copy = Connection::open(to)?;
    // All pages in one step: with more steps every writer would make it begin again.
    let step = Backup::new(&source, &mut copy)?.step(-1)?;
    if step != StepResult::Done {
        return Err(StoreError::unavailable(format!("the copy of the database stopped: {step:?}")));
    }
    // One file alone, without a log beside it.
    copy.execute_batch("PRAGMA journal_mode = DELETE")?;
    check(&copy)?;
    copy.close().map_err(|(_, error)| error)?;
    fs::File::open(to).and_then(|file| file.sync_all()).map_err(problem("written", to))
}

fn check(database: &Connection) -> Result<(), StoreError> {
    let damaged =
        |why: &dyn std::fmt::Display| StoreError::refused(format!("the copy of the database is damaged: {why}"));
    let found: String =
        database.query_row("PRAGMA quick_check", [], |row| row.get(0)).map_err(|error| damaged(&error))?;
    if found != "ok" {
        return Err(damaged(&found));
    }
    let version: i64 = database.query_row("SELECT number FROM version", [], |row| row.get(0))?;
    if usize::try_from(version).is_ok_and(|version| version <= VERSION) {
        Ok(())
    } else {
        Err(StoreError::refused(format!("the backup has version {version}, this program knows {VERSION}")))
    }
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(to).map_err(problem("made", to))?;
    for entry in fs::read_dir(from).map_err(problem("read", from))? {
        let entry = entry.map_err(problem("read", from))?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(problem("read", &source))?;
        if kind.is_dir() {
            copy_folder(&source, &target)?;
        } else if kind.is_file() {
            fs::copy(&source, &target).map_err(problem("copied", &source))?;
            fs::File::open(&target).and_then(|file| file.sync_all()).map_err(problem("written", &target))?;
        }
    }
    fs::File::open(to).and_then(|folder| folder.sync_all()).map_err(problem("written", to))
}
