//! Where the game's files are.

use std::path::PathBuf;

/// The folder that holds `assets` and `levels`: `GRIDMARCH_ROOT` if set, else the nearest of the working directory,
/// the folders above the program, and the checkout that the program was built from.
pub fn root_folder() -> PathBuf {
    if let Some(root) = std::env::var_os("GRIDMARCH_ROOT") {
        return root.into();
    }
    let holds_levels = |folder: &PathBuf| folder.join("levels/rts").is_dir() && folder.join("assets").is_dir();
    let working = std::env::current_dir().ok();
    let program = std::env::current_exe().ok();
    let above = program.iter().flat_map(|path| path.ancestors().skip(1)).map(PathBuf::from);
    working.into_iter().chain(above).find(holds_levels).unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

/// The folder for what the game keeps for its user: saved matches, replays, levels, logs of simulations.
pub(crate) fn data_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "gridmarch")
        .map_or_else(|| root_folder().join("user"), |dirs| dirs.data_dir().to_path_buf())
}

/// The folder for what the user has chosen, and for what must be read by nobody else.
#[cfg(feature = "client")]
pub(crate) fn config_folder() -> PathBuf {
    directories::ProjectDirs::from("", "", "gridmarch")
        .map_or_else(|| root_folder().join("user"), |dirs| dirs.config_dir().to_path_buf())
}
