//! Files that are tried in place of what the game ships with.

use crate::cli::{CliError, read};
use crate::files::MAX_TEXT;
use crate::games::rts::bot::Settings;
use crate::games::rts::bot::plans::Openings;
use crate::games::rts::rules::Rules;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

/// Options that name them.
#[derive(Debug, Args, Serialize)]
pub(super) struct Tried {
    /// Other rules than those of the game
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Openings in place of those of the game, as `book rts` writes them
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Levels, styles and personalities in place of those of the game, as in assets/rules/bots.ron
    #[arg(long, value_name = "FILE")]
    bots: Option<PathBuf>,
}

impl Tried {
    /// Reads the files; what they say holds from now on. The rules come back.
    pub(super) fn read(&self) -> Result<Rules, CliError> {
        let rules = crate::games::rts::cli::rules(self.rules.as_deref())?;
        if let Some(path) = &self.openings {
            let (text, name) = read(path, MAX_TEXT)?;
            Openings::parse(&text, &name, &rules).map_err(CliError::Other)?.play_instead();
        }
        if let Some(path) = &self.bots {
            let (text, name) = read(path, MAX_TEXT)?;
            Settings::parse(&text, &name).map_err(CliError::Other)?.play_instead();
        }
        Ok(rules)
    }
}
