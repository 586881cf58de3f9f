//! Outside programs that say what is in a file.

use crate::arena::Clock;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) fn clock() -> Clock {
    let begin = Instant::now();
    Arc::new(move || begin.elapsed())
}

/// Time that an outside program of ours has for an answer: it reads a line and writes one. By the clock on the wall it may
/// take ten times as long, which must be less than what counts as a hang.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// An outside program that answers line by line with what is in a file: when the end of a question has come, by its last
/// line or by its number of lines.
pub(crate) fn reader(path: &Path, last_line: &str) -> String {
    let script = format!(
        "while IFS= read -r line; do n=$((n+1)); if {last_line}; then n=0; IFS= read -r a <&3 || exit; \
         printf \"%s\\n\" \"$a\"; fi; done 3<{}",
        path.display()
    );
    format!("exec:sh -c '{script}'")
}

/// Time that stands, for rounds that are recorded.
pub(crate) fn no_clock() -> Clock {
    Arc::new(|| Duration::ZERO)
}
