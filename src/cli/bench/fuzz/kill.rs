//! Kills: a child saves and records without a break, and is killed at any moment of it. Afterwards every file is whole, or is
//! refused with a sentence that names it, and the match that was saved before is still there.

use super::child::{say, start};
use super::{Answer, keepers};
use crate::base::rng::stream;
use crate::cli::CliError;
use rand::RngExt;
use std::path::Path;
use std::time::Duration;

/// Milliseconds after the first save within which it is killed.
const LIFE: u64 = 120;

/// In a child: saves and records until it is killed; says so when the first files are there.
pub(super) fn write_for_ever(folder: &Path) -> Result<(), CliError> {
    let steps = keepers().map(|keeper| (keeper.begin)(folder)).collect::<Result<Vec<_>, _>>();
    let mut steps = steps.map_err(CliError::Other)?;
    let mut is_told = false;
    loop {
        steps.iter_mut().try_for_each(|step| step()).map_err(CliError::Other)?;
        if !is_told && keepers().all(|keeper| folder.join(keeper.file).exists()) {
            is_told = true;
            say("begin 0");
        }
    }
}

/// Lets a child write, kills it, and reads what it leaves: the answer of the input, and what was wrong.
pub(super) fn once(seed: u64, number: u64, workplace: &Path) -> Result<(String, String), CliError> {
    let folder = workplace.join("kill");
    let told = |error: std::io::Error| CliError::Other(format!("{}: {error}", folder.display()));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(told)?;
    }
    std::fs::create_dir_all(&folder).map_err(told)?;
    let arguments = ["--kind", "kill", "--numbers", "0", "0"].map(String::from);
    let (mut child, lines) = start(&folder, &arguments)?;
    let has_begun = lines.recv_timeout(Duration::from_secs(120)).is_ok();
    let life = stream(seed, &format!("kill {number}")).random_range(0..LIFE);
    std::thread::sleep(Duration::from_millis(life));
    // The moment of the kill decides, and nothing else can be relied on.
    let _ = child.kill();
    let _ = child.wait();
    if !has_begun {
        return Ok(("panic".into(), "nothing was saved".into()));
    }
    Ok(match left(&folder) {
        Ok(()) => ("accepted".into(), String::new()),
        Err(problem) => ("panic".into(), problem),
    })
}

/// Reads all files of the folder as the list of the game would.
fn left(folder: &Path) -> Answer {
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
        let path = entry.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let end = path.extension().and_then(|end| end.to_str());
        let mut readers = keepers().flat_map(|keeper| keeper.read);
        let answer = match readers.find(|(extension, _)| Some(*extension) == end) {
            Some((_, read)) => read(&path),
            // What was being written is hidden and no file of the list.
            None if name.starts_with('.') => Ok(()),
            None => Err(format!("{name} is left")),
        };
        answer?;
        seen += usize::from(keepers().any(|keeper| keeper.file == name));
    }
    if seen < keepers().count() {
        return Err("a file that was saved is gone".into());
    }
    Ok(())
}
