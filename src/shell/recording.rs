//! Where matches of all games are recorded to, and that one is not.

use bevy::prelude::*;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Where matches are recorded to; nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub enum RecordTo {
    #[default]
    Nowhere,
    /// The next match into this file, which may replace an old one; later ones go beside it.
    File(PathBuf),
    /// Every match into a file of this name with a number.
    Beside(PathBuf),
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
    /// The file of a new recording whose name in a folder ends in `extension`; `None` where nothing is recorded. A file that
    /// was asked for by its path is left as it is, a name that is chosen is taken by an empty file: what this program wrote
    /// and what lies in a folder is never replaced.
    ///
    /// # Errors
    /// What the system says.
    pub fn reserve(&mut self, extension: &str) -> std::io::Result<Option<PathBuf>> {
        match self {
            Self::Nowhere => Ok(None),
            Self::File(path) => {
                let path = std::mem::take(path);
                *self = Self::Beside(path.clone());
                make_folder(&path)?;
                Ok(Some(path))
            }
            Self::Beside(path) => take_name(path).map(Some),
            Self::Folder(folder) => {
                let now = std::time::SystemTime::now();
                let seconds = now.duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
                take_name(&folder.join(format!("{seconds}.{extension}"))).map(Some)
            }
        }
    }
}

fn make_folder(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), std::fs::create_dir_all)
}

/// Makes an empty file: `path`, or the first of `name-2`, `name-3`, … that does not exist.
fn take_name(path: &Path) -> std::io::Result<PathBuf> {
    make_folder(path)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let extension = path.extension().map_or_else(String::new, |end| format!(".{}", end.to_string_lossy()));
    for number in 1u32.. {
        let numbered = match number {
            1 => path.to_path_buf(),
            _ => path.with_file_name(format!("{stem}-{number}{extension}")),
        };
        match File::create_new(&numbered) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            result => return result.map(|_| numbered),
        }
    }
    Err(std::io::Error::other("every number is taken"))
}
