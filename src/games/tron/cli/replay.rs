//! Replays of Tron: matches from the window (`.tron`) and rounds of `gridmarch sim tron --out` (`rounds.jsonl`).
//!
//! Both hold boards and orders, no positions. Checking a match means that each of its rounds ends with its last step and
//! not before; a recorded round also says who won, when, and why everybody went out.

use crate::cli::CliError;
use crate::cli::replay::ReplayArgs;
use crate::cli::replay::rounds::{self, Played, Run, Words, tell};
use crate::games::tron::replay::TronReplay;
use crate::games::tron::simulation::Recording;
use serde_json::Value;

/// The two forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A match of the window.
    Match,
    /// Rounds of a simulation.
    Rounds,
}

/// What a file is, by its first line; `None` if it is nothing of Tron.
pub(crate) fn form(text: &str) -> Option<Form> {
    let first: Value = serde_json::from_str(text.lines().next()?).ok()?;
    if first["game"] == "gridmarch tron" {
        Some(Form::Match)
    } else {
        (first["sides"].is_array() && first["moves"].is_array()).then_some(Form::Rounds)
    }
}

const WORDS: Words = Words { game: "tron", rounds: "rounds of Tron", ticks: "steps", tick: "step" };

fn play_match(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    let replay = TronReplay::parse(text, file).map_err(|problem| CliError::Other(problem.to_string()))?;
    rounds::play(replay.rounds.iter(), (file, 2), (to, verify), |round, left| {
        let steps = round.len().min(left as usize);
        let position = round.position(&round.arena()?, replay.header.options(), steps);
        // After the end of a round nothing moves, so steps beyond it are missing here.
        let is_over = position.outcome().is_some();
        let ends = position.steps() as usize == steps && (steps < round.len() || is_over);
        Ok((Played::of(&position), (!ends).then_some(if is_over { "length" } else { "outcome" })))
    })
}

fn play_rounds(text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    rounds::play(text.lines(), (file, 1), (to, verify), |line, left| {
        let recording = Recording::parse(line).map_err(|error| error.to_string())?;
        let (mut position, difference) = recording.play().map_err(|error| error.to_string())?;
        let beyond = position.steps().saturating_sub(left);
        (0..beyond).for_each(|_| position.undo());
        Ok((Played::of(&position), difference.filter(|_| beyond == 0)))
    })
}

/// Plays the file again, so many steps of it.
pub(crate) fn play(form: Form, text: &str, file: &str, to: u32, verify: bool) -> Result<Run, CliError> {
    match form {
        Form::Match => play_match(text, file, to, verify),
        Form::Rounds => play_rounds(text, file, to, verify),
    }
}

/// Plays the file again and tells what came of it.
pub(crate) fn run(form: Form, text: &str, args: &ReplayArgs) -> Result<(), CliError> {
    let file = args.file.display().to_string();
    tell(WORDS, play(form, text, &file, args.end(), args.verify)?, args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dir;
    use crate::cli::replay::rounds::Difference;
    use crate::games::tron::generate::RandomArena;
    use crate::games::tron::position::{Options, Order, Position};
    use crate::games::tron::replay::{Header, RoundRecord};

    /// Two riders who ride straight on into the walls of a board without obstacles, and one line of orders.
    fn text(cut: usize) -> String {
        let wish = RandomArena { width: 12, height: 10, obstacles: 0, ..RandomArena::default() };
        let arena = wish.generate(1).expect("a board");
        let mut record = RoundRecord::new(&arena, &[0, 1]);
        let mut position = Position::new(&arena, 2, Options::default());
        while position.outcome().is_none() {
            let orders = [Order::Go(Dir::East), Order::Go(Dir::West)];
            position.make(&orders);
            record.push(&orders);
        }
        assert_eq!(record.len(), 12);
        let mut shorter = RoundRecord::new(&arena, &[0, 1]);
        (0..12 - cut).for_each(|step| shorter.push(&record.orders(step)));
        let header = Header::new(vec!["random".into(); 2], 1, Options::default());
        TronReplay::line(&header) + &TronReplay::line(&shorter)
    }

    #[test]
    fn a_match_is_known_by_its_first_line_and_played_to_the_end_or_to_a_step() {
        let whole = text(0);
        assert_eq!(form(&whole), Some(Form::Match));
        assert_eq!(form("{\"game\":\"gridmarch\"}\n"), None);
        assert_eq!(form("nothing"), None);
        let (rounds, difference) = play_match(&whole, "x.tron", u32::MAX, true).expect("a match");
        assert_eq!((rounds[0].ticks, rounds[0].over, rounds[0].winner, difference), (12, true, None, None));
        let (rounds, difference) = play_match(&whole, "x.tron", 5, true).expect("a match");
        assert_eq!((rounds[0].ticks, rounds[0].over, difference), (5, false, None));
    }

    #[test]
    fn a_round_that_does_not_end_with_its_last_step_differs() {
        let (_, difference) = play_match(&text(3), "x.tron", u32::MAX, true).expect("a match");
        assert_eq!(difference, Some(Difference { round: 1, tick: 9, field: "outcome".into() }));
        let (_, difference) = play_match(&text(3), "x.tron", u32::MAX, false).expect("a match");
        assert_eq!(difference, None);
    }
}
