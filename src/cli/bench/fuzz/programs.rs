//! Who plays behind a door: our engines, and outside programs that say what is in a file.

use super::{Answer, NODES, said};
use crate::arena::{Clock, Leash, PlayerKind as _, TurnGame};
use crate::base::Budget;
use crate::cli::bot::{Bot, BotArgs};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Turns that are played behind a door.
pub(crate) const TURNS: u32 = 3;

/// Goes on with a match for a few turns: one engine plays for everybody.
pub(crate) fn play_on<G: TurnGame>(mut position: G, kind: G::Kind) {
    let mut player = kind.player(1);
    let end = position.turns() + TURNS;
    while position.outcome().is_none() && position.turns() < end {
        let choose = |seat| (seat, player.choose(&position, seat, &Budget::nodes(NODES)).step);
        let steps: Vec<_> = position.to_act().into_iter().map(choose).collect();
        assert!(position.apply(&steps).is_ok(), "an engine's step is refused: {steps:?}");
    }
}

/// Asks a bot of ours what is in a file.
pub(crate) fn ask<B: Bot>(path: &Path) -> Answer {
    BotArgs::<B>::answer_file(path, NODES).map_err(said)
}

pub(crate) fn clock() -> Clock {
    let begin = Instant::now();
    Arc::new(move || begin.elapsed())
}

/// Time that stands, for rounds that are recorded.
pub(crate) fn no_clock() -> Clock {
    Arc::new(|| Duration::ZERO)
}

/// An outside program of ours has a second for an answer: it reads a line and writes one. By the clock on the wall it may
/// take ten times as long, which must be less than what counts as a hang.
pub(crate) fn leash() -> Leash {
    let second = Duration::from_secs(1);
    Leash { time: second, first_time: second, ..Leash::default() }
}

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
