//! On which stages a simulation is played: those that are named, those that ship, or random ones.

use crate::files::listed;
use crate::games::tanks::generate::{Form, RandomStage};
use crate::games::tanks::setup::Mode;
use crate::games::tanks::stage::Stage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Random stages for matches for which none is shipped.
pub const RANDOM: u32 = 20;

/// Random stages for a mode, by a seed that counts on.
pub fn random(mode: Mode, count: u32, seed: u64) -> Vec<Arc<Stage>> {
    let form = match mode {
        mode if mode.has_waves() => Form::Defence,
        Mode::FreeForAll => Form::Melee,
        _ => Form::Duel,
    };
    let wish = RandomStage { form, ..RandomStage::default() };
    (0..u64::from(count)).map(|number| Arc::new(wish.generate(seed.wrapping_add(number)))).collect()
}

/// The stages of these files.
///
/// # Errors
/// A sentence about the first that cannot be read.
pub fn of_files(paths: &[PathBuf]) -> Result<Vec<Arc<Stage>>, String> {
    paths.iter().map(|path| Stage::load(path).map(Arc::new).map_err(|problem| problem.to_string())).collect()
}

/// The stages of a folder in the order of their names.
///
/// # Errors
/// A sentence about the first that cannot be read.
pub fn of_folder(folder: &Path) -> Result<Vec<Arc<Stage>>, String> {
    of_files(&listed(folder, "ron").map_err(|problem| format!("{}: {problem}", folder.display()))?)
}
