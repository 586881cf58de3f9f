//! The door to files: what is read is read up to a stated size, what is written is written whole or not at all.

pub mod replay;

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Largest recording in bytes: some twenty hours of a large skirmish.
pub(crate) const MAX_RECORDING: u64 = 256 << 20;
/// Largest saved match in bytes.
pub(crate) const MAX_SAVE: u64 = 64 << 20;
/// Largest level, map, scenario, puzzle or rules file in bytes: a thousand by a thousand cells take one megabyte.
pub(crate) const MAX_TEXT: u64 = 16 << 20;

/// Reads a file of at most so many bytes. A folder, a device or a pipe is no file.
///
/// # Errors
/// What the system says, or that it is too large or no ordinary file.
pub fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    // Before it is opened: a pipe that nobody writes to would wait for ever.
    let about = std::fs::metadata(path)?;
    if !about.is_file() {
        let what = if about.is_dir() { "it is a folder" } else { "it is no ordinary file" };
        return Err(Error::new(ErrorKind::InvalidInput, what));
    }
    // A file may say that it is empty and go on without end, as those of the system do.
    let mut bytes = Vec::with_capacity(about.len().min(most) as usize);
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let most = most >> 20;
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it is larger than {most} MiB")));
    }
    Ok(bytes)
}

/// Reads a text file of at most so many bytes.
///
/// # Errors
/// As [`read`], or that it is no text.
pub fn read_text(path: &Path, most: u64) -> std::io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|_| Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

/// The files of a folder whose names end in `extension`, in the order of their names.
///
/// # Errors
/// What the system says.
pub fn listed(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == extension) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// What has been written to a file is on the disk from now on, as far as what it is written to knows of that: a pipe does not.
///
/// # Errors
/// What the system says.
pub fn sync(file: &File) -> std::io::Result<()> {
    file.sync_data().or_else(|error| match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::Unsupported => Ok(()),
        _ => Err(error),
    })
}

/// [`write_whole`] with a sentence that names the file.
///
/// # Errors
/// The sentence.
pub(crate) fn write_text(path: &Path, text: &str) -> Result<(), String> {
    write_whole(path, text).map_err(|error| format!("{}: cannot be written: {error}", path.display()))
}

/// [`write_text`], with the folder if there is none.
///
/// # Errors
/// The sentence.
pub(crate) fn save_text(path: &Path, text: &str) -> Result<(), String> {
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .map_err(|error| format!("{}: cannot be written: {error}", path.display()))?;
    write_text(path, text)
}

/// Writes a whole file through a temporary one beside it and a rename: a failure leaves the old content untouched, and
/// nothing of the new. What a link leads to is written, and a device or a pipe is written to as it is.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    write(path, text, false)
}

/// [`write_whole`] for what nobody else on this machine may read.
///
/// # Errors
/// What the system says.
pub fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    write(path, text, true)
}

fn write(path: &Path, text: &str, is_private: bool) -> std::io::Result<()> {
    let target = path.canonicalize();
    let path = target.as_deref().unwrap_or(path);
    if std::fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir()) {
        return std::fs::write(path, text);
    }
    let name = path.file_name().ok_or_else(|| Error::other("the path names no file"))?;
    let mut temporary_name = std::ffi::OsString::from(".");
    temporary_name.push(name);
    temporary_name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary_name);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if is_private {
        // What is left of another one that could not be written may be readable by all.
        let _ = std::fs::remove_file(&temporary);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    let written = options
        .open(&temporary)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing more can be done about a temporary file that cannot be removed; the first error is the one to tell.
        let _ = std::fs::remove_file(&temporary);
    }
    written
}
