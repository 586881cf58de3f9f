//! Where matches of all games are recorded to, and that one is not.

use bevy::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Where matches are recorded to; nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub enum RecordTo {
    #[default]
    Nowhere,
    /// The first match into this file, later ones into files with a number beside it.
    File(PathBuf),
    /// Every match into a new file of this folder.
    Folder(PathBuf),
}

/// The match that is on, of whatever game, is not recorded, or not to its end: a sentence says why.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct NotRecorded(pub String);

impl NotRecorded {
    /// The recording in this file stops, because of this. What is in the file stays if it `is_good_so_far`, otherwise it goes:
    /// a disk that is full is not made fuller by files of nothing.
    pub fn at(path: &Path, problem: impl std::fmt::Display, is_good_so_far: bool) -> Self {
        // A device that is written to is not ours to remove.
        if !is_good_so_far && path.symlink_metadata().is_ok_and(|about| about.is_file()) {
            // The disk may refuse that too; then the list tells what is wrong with the file.
            let _ = std::fs::remove_file(path);
        }
        let what = if is_good_so_far { "is recorded no further" } else { "is not recorded" };
        error!("{}: the recording stops: {problem}", path.display());
        Self(format!("The match {what}: {problem}."))
    }
}

impl RecordTo {
    /// Opens the file of a new recording whose name in a folder ends in `extension`, and tells its path; `None` where
    /// nothing is recorded. `earlier` recordings have been begun by this program. A file that is given by its path
    /// replaces the one of an earlier run; everything that this program wrote, and everything in a folder, stays, and
    /// the new file gets a number.
    pub fn open(&self, extension: &str, earlier: u32) -> std::io::Result<Option<(File, PathBuf)>> {
        match self {
            Self::Nowhere => Ok(None),
            Self::File(path) => open_new(path, earlier == 0).map(Some),
            Self::Folder(folder) => {
                let now = std::time::SystemTime::now();
                let seconds = now.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
                open_new(&folder.join(format!("{seconds}.{extension}")), false).map(Some)
            }
        }
    }
}

/// Opens a new file: `path`, or the first of `name-2`, `name-3`, … that does not exist. An old file is replaced only if
/// that is asked for.
fn open_new(path: &Path, replaces: bool) -> std::io::Result<(File, PathBuf)> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    if replaces {
        return Ok((File::create(path)?, path.to_path_buf()));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    for number in 1u32.. {
        let numbered = match number {
            1 => path.to_path_buf(),
            _ => path.with_file_name(format!("{stem}-{number}{extension}")),
        };
        match File::create_new(&numbered) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            result => return Ok((result?, numbered)),
        }
    }
    Err(std::io::Error::other("every number is taken"))
}
