//! The option `--rules`.

use crate::games::rts::rules::{Rules, RulesError};
use std::path::Path;

/// The rules of `--rules FILE`, or those that the game ships with.
pub(in crate::games::rts::cli) fn rules(file: Option<&Path>) -> Result<Rules, RulesError> {
    file.map_or_else(|| Ok(Rules::built_in()), Rules::load)
}
