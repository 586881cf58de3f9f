//! What `gridmarch sim` has in common for all games: matches between programs.

pub(crate) mod journal;
pub(crate) mod ladder;
pub(crate) mod rounds;

use crate::arena::{Fence, IS_CPU, Pairs, Sprt};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

/// Prints the table of a simulation or, with `--json`, its object; where outside programs play, with what holds them and
/// how their time is measured.
pub(crate) fn print(json: bool, programs: usize, table: impl FnOnce() -> String, object: impl FnOnce() -> Value) {
    let fence = (programs > 0).then(Fence::best);
    if json {
        let mut object = object();
        if let Some(fence) = fence {
            object["programs"] = json!({"held_by": fence.name(), "time": if IS_CPU { "cpu" } else { "wall" }});
        }
        println!("{object}");
        return;
    }
    print!("{}", table());
    if let Some(fence) = fence {
        let time = if IS_CPU { "CPU time" } else { "time of the clock on the wall" };
        println!("outside programs: held by {} ({}), measured in {time}", fence.name(), fence.meaning());
    }
}

/// All cores; programs of one match think at the same time as each other and as one of our players: each needs one.
pub(crate) fn default_threads(programs: usize, sides: usize) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let thinking = (programs + usize::from(programs < sides)).max(1);
    if programs == 0 { cores } else { (cores / thinking).max(1) }
}

/// The bar of so many matches, on a terminal.
pub(crate) fn bar(matches: u64) -> ProgressBar {
    let progress = ProgressBar::with_draw_target(Some(matches), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}  {msg}  {eta}") {
        progress.set_style(style);
    }
    progress
}

pub(crate) fn sprt_json(test: Sprt, pairs: Pairs) -> Value {
    json!({
        "elo": test.elo(),
        "ratio": test.ratio(pairs),
        "bound": Sprt::bound(),
        "accepted": test.accepted(pairs).map(|index| test.elo()[index]),
    })
}
