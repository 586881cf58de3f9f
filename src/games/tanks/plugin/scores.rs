//! The best matches, kept in a file of the user.

use super::battle::Battle;
use super::phase::Phase;
use super::setup::TanksSetup;
use super::stages::Stages;
use crate::files;
use crate::games::tanks::setup::{Level, Mode};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// How many are kept of each mode.
const MOST: usize = 10;
/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// A match that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HighScore {
    pub mode: Mode,
    /// Of all seats together.
    pub points: u32,
    /// The stage, or the wave, that was reached.
    pub stage: u16,
    /// Persons and programs that played together.
    pub players: u8,
    pub level: Level,
}

/// The best matches, the best first.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct HighScores {
    /// Where they are kept. Nowhere unless the program says so.
    path: Option<PathBuf>,
    scores: Vec<HighScore>,
    /// The place of the match that was noted last.
    pub latest: Option<usize>,
}

impl HighScores {
    /// Those of a file. One that cannot be read is told in the log and left as it is: nothing is kept then.
    pub fn of(path: PathBuf) -> Self {
        let read = match files::read_text(&path, LARGEST) {
            Ok(text) => ron::from_str(&text).map_err(|error| error.to_string()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(scores) => Self { path: Some(path), scores, latest: None },
            Err(problem) => {
                warn!("{}: {problem}", path.display());
                Self::default()
            }
        }
    }

    /// Those of a mode, the best first.
    pub fn of_mode(&self, mode: Mode) -> impl Iterator<Item = (usize, &HighScore)> {
        self.scores.iter().enumerate().filter(move |(_, score)| score.mode == mode)
    }

    /// Takes a match in, if it is good enough, and writes the file.
    pub fn add(&mut self, score: HighScore) {
        let place = self.scores.iter().position(|other| other.points < score.points).unwrap_or(self.scores.len());
        let before = self.of_mode(score.mode).filter(|(at, _)| *at < place).count();
        self.latest = None;
        if before >= MOST || score.points == 0 {
            return;
        }
        let mode = score.mode;
        self.scores.insert(place, score);
        self.latest = Some(place);
        let last = self.of_mode(mode).map(|(at, _)| at).nth(MOST);
        if let Some(last) = last {
            self.scores.remove(last);
        }
        let text = ron::ser::to_string_pretty(&self.scores, ron::ser::PrettyConfig::default());
        if let (Some(path), Ok(text)) = (&self.path, text)
            && let Err(problem) = files::save_text(path, &text)
        {
            warn!("{problem}");
        }
    }
}

/// Notes a match that is over for good: a campaign that is lost or done, an endless match.
pub(super) fn note(
    table: Single<(&Battle, &Phase)>,
    (setup, stages): (Res<TanksSetup>, Res<Stages>),
    mut scores: ResMut<HighScores>,
    mut was: Local<Option<Phase>>,
) {
    let (battle, phase) = *table;
    let before = was.replace(*phase);
    if !matches!((before, phase), (Some(Phase::Ending { .. }), Phase::Over)) || setup.is_test {
        return;
    }
    let counts = match setup.mode {
        Mode::Campaign => !battle.is_won() || setup.number >= stages.len(),
        Mode::Endless | Mode::Defence => true,
        _ => false,
    };
    if counts && setup.people().next().is_some() {
        let points = battle.world().seats().iter().map(|seat| seat.score.points).sum();
        let stage = if setup.mode == Mode::Campaign { setup.number } else { battle.world().wave() };
        let players = setup.active().count() as u8;
        scores.add(HighScore { mode: setup.mode, points, stage, players, level: setup.level });
    }
}
