//! Marks and sentences of a review, for the window and the command line.

use super::review::{Mark, Ply};
use crate::games::links::step::Step;
use crate::search::{is_decided, plies_to_end};

impl Mark {
    /// As in notations of games: `?!`, `?`, `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

/// The sign behind a move in a list: how bad it was, `!` for the only good one, `×` for a win that was missed without cost,
/// `…` where it gave in too early in a lost position.
pub fn sign(ply: &Ply) -> &'static str {
    match ply.mark {
        Some(mark) => mark.sign(),
        None if ply.missed.is_some() => "×",
        None if ply.is_only => "!",
        None if ply.is_improvable() => "…",
        None => "",
    }
}

/// A chance in whole hundredths.
pub fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// Moves of a side until the end that is so many plies away.
pub fn moves_to_end(plies: u32) -> u32 {
    plies.div_ceil(2).max(1)
}

/// A value for a side: pegs with one decimal, or the moves until a win (`#3`) or a loss (`-#3`).
pub fn value(score: i32) -> String {
    match plies_to_end(score) {
        Some(plies) => format!("{}#{}", if score < 0 { "-" } else { "" }, moves_to_end(plies)),
        None => format!("{:+.1}", f64::from(score) / 64.0),
    }
}

/// The first moves of a line.
pub fn line(steps: &[Step], most: usize) -> String {
    steps.iter().take(most).map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What is to be said of a move: `21. h7 loses 38 %; better: k9`.
pub fn verdict(ply: &Ply) -> String {
    let (played, better) = (ply.played, ply.best);
    let begin = format!("{}. {played}", ply.number);
    if let Some([best, own]) = ply.resistance {
        return if own < best {
            format!("{begin} loses in {}; hardest to refute: {better}, in {}", moves_to_end(own), moves_to_end(best))
        } else {
            format!("{begin} loses in {}, as all moves do", moves_to_end(own))
        };
    }
    let for_side = if ply.side == 0 { ply.after } else { -ply.after };
    if let Some(plies) = ply.missed {
        let cost = if ply.mark.is_some() { format!(", loses {}", percent(ply.loss)) } else { String::new() };
        return format!("{begin} misses a win in {}{cost}; better: {better}", moves_to_end(plies));
    }
    if ply.is_improvable() {
        return format!("{begin} loses {}; better: {better}", percent(ply.loss));
    }
    if is_decided(for_side) && for_side > 0 {
        return format!("{begin} wins in {}", plies_to_end(for_side).map_or(1, moves_to_end));
    }
    if ply.is_only {
        return format!("{begin} is the only good move");
    }
    if ply.best == ply.played {
        return format!("{begin} is the best move");
    }
    format!("{begin} is good; best: {better}, {} more", percent(ply.loss))
}
