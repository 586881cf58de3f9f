//! A battle as one line of JSON that has all that is needed to play it again. The logs of simulations have one a line;
//! the replays (`*.tactics`) and the saved battles of the window are files of one line.

use super::{PlayedRound, Side};
use crate::base::brief;
use crate::files;
use crate::games::tactics::battle::{Battle, SaveProblem, SavedBattle};
use crate::games::tactics::rules;
use crate::games::tactics::setup::SetupProblem;
use crate::search::Outcome;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// A recorded battle; lists are A first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    round: usize,
    sides: [String; 2],
    battle: SavedBattle,
    length: u16,
    /// Who won, none for a draw.
    winner: Option<rules::Side>,
    /// Why it ended: the name of an ending by the rules, of a forfeit, `limit`, or `open` where it has not.
    reason: String,
    /// In microseconds, turn by turn, without those of the opening.
    times_us: [Vec<u64>; 2],
}

/// Why a line is no recording, or a recording does not play as it says.
#[derive(Debug, Error)]
pub enum RecordingProblem {
    #[error("{0}")]
    Syntax(#[from] serde_json::Error),
    #[error("`battle`: {0}")]
    Battle(#[from] SaveProblem),
    #[error("`battle`: {0}")]
    Setup(#[from] SetupProblem),
    #[error("`{0}` is not what comes of the turns")]
    Difference(&'static str),
}

impl Recording {
    /// The recording of a battle between `sides`.
    ///
    /// # Errors
    /// If the turns of the round do not fit to its set-up.
    pub fn of(round: &PlayedRound, sides: &[Side; 2]) -> Result<Self, RecordingProblem> {
        let mut battle = Battle::new(round.setup.clone())?;
        for action in round.turns.iter().flatten() {
            let done = battle.act(*action).is_ok();
            if !done || battle.is_complete() && battle.end_turn().is_err() {
                return Err(RecordingProblem::Difference("turns"));
            }
        }
        Ok(Self {
            round: round.number,
            sides: round.sides.map(|side| sides[side].name.clone()),
            battle: battle.saved(),
            length: round.length,
            winner: round.winner(),
            reason: round.reason().into(),
            times_us: [0, 1].map(|side| round.times[side].micros().collect()),
        })
    }

    /// The recording of a battle as it stands, with the times of each side's turns.
    pub fn of_battle(battle: &Battle, sides: [String; 2], times: [&[Duration]; 2]) -> Self {
        let end = battle.position().end();
        Self {
            round: 0,
            sides,
            battle: battle.saved(),
            length: battle.position().turns(),
            winner: end.and_then(|end| winner(end.outcome)),
            reason: end.map_or("open", |end| end.ending.name()).into(),
            times_us: times.map(|times| times.iter().map(|time| time.as_micros() as u64).collect()),
        }
    }

    /// Reads a file whose first line is a recording.
    ///
    /// # Errors
    /// A sentence with the file and what is wrong: it cannot be read, is none, or does not play as it says.
    pub fn load(path: &Path) -> Result<Self, String> {
        let told = |problem: String| format!("{}: {}", path.display(), brief(problem));
        let text = files::read_text(path, files::MAX_RECORDING).map_err(|error| told(error.to_string()))?;
        Self::checked(&text).map_err(told)
    }

    /// Reads the text of a file, and plays what is in it to its end.
    pub fn checked(text: &str) -> Result<Self, String> {
        let told = |problem: RecordingProblem| format!("line 1: {problem}");
        let recording = Self::parse(text.lines().next().unwrap_or_default()).map_err(told)?;
        recording.replay().map_err(told)?;
        Ok(recording)
    }

    /// Writes it as a file of one line, so that a file that is there is replaced as a whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let told = |problem: String| format!("{}: cannot be written: {problem}", path.display());
        let line = self.line().map_err(|problem| told(problem.to_string()))?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| told(error.to_string()))?;
        }
        files::write_text(path, &(line + "\n"))
    }

    /// Who played A and B: `human`, `engine:3`, ...
    pub fn sides(&self) -> &[String; 2] {
        &self.sides
    }

    /// Who won; `None` for a draw, and for a battle that goes on.
    pub fn winner(&self) -> Option<rules::Side> {
        self.winner
    }

    /// Turns of a side.
    pub fn length(&self) -> u16 {
        self.length
    }

    /// Whether the battle goes on.
    pub fn is_open(&self) -> bool {
        self.reason == "open"
    }

    /// How long the turns of a side took.
    pub fn times(&self, side: rules::Side) -> Vec<Duration> {
        self.times_us[side.index()].iter().map(|micros| Duration::from_micros(*micros)).collect()
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Result<Self, RecordingProblem> {
        Ok(serde_json::from_str(line)?)
    }

    /// The line, without its end.
    pub fn line(&self) -> Result<String, RecordingProblem> {
        Ok(serde_json::to_string(self)?)
    }

    pub fn battle(&self) -> &SavedBattle {
        &self.battle
    }

    /// Plays the battle again by the rules and compares how it ends.
    ///
    /// # Errors
    /// What is wrong, or the first thing that ends in another way.
    pub fn replay(&self) -> Result<Battle, RecordingProblem> {
        let battle = self.battle.restore(usize::MAX)?;
        if battle.position().turns() != self.length {
            return Err(RecordingProblem::Difference("length"));
        }
        if let Some(end) = battle.position().end() {
            if winner(end.outcome) != self.winner {
                return Err(RecordingProblem::Difference("winner"));
            }
            if end.ending.name() != self.reason {
                return Err(RecordingProblem::Difference("reason"));
            }
        }
        Ok(battle)
    }
}

fn winner(outcome: Outcome) -> Option<rules::Side> {
    match outcome {
        Outcome::Win(side) => Some(rules::Side::of(side)),
        Outcome::Draw => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::file::TacticsLevel;
    use crate::games::tactics::rules::Rules;
    use crate::games::tactics::setup::Setup;

    #[test]
    fn a_battle_under_way_comes_back_from_its_file() {
        let rules = Rules { rests: 0, ..Rules::default() };
        let mut battle = Battle::new(Setup::soldiers(TacticsLevel::built_in(), rules, [2, 1])).expect("a battle");
        for action in ["b3-c3", "b5-c5"] {
            battle.act(action.parse().expect("an action")).expect("legal");
        }
        battle.end_turn().expect("complete");
        let times = [Duration::from_millis(1500)];
        let recording = Recording::of_battle(&battle, ["human".into(), "engine:3".into()], [&times, &[]]);
        assert!(recording.is_open());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("saves/battle.tactics");
        recording.write(&path).expect("written");
        let again = Recording::load(&path).expect("a recording");
        assert_eq!((&again, again.times(rules::Side::A)), (&recording, times.to_vec()));
        assert_eq!(again.replay().expect("it plays").position().key(), battle.position().key());
        std::fs::write(&path, "{}\n").expect("written");
        let told = Recording::load(&path).expect_err("damaged");
        assert!(told.contains("battle.tactics: line 1: missing field"), "{told}");
    }
}
