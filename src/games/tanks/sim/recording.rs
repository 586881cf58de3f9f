//! A match as one line of JSON that has all that is needed to play it again.

use super::Side;
use super::duel::level_name;
use super::round::PlayedRound;
use crate::base::brief;
use crate::games::tanks::replay::{Playback, TanksReplay};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a line calls itself.
const GAME: &str = "gridmarch tanks match";

/// A recorded match; lists are in the order of the seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    game: String,
    pub round: usize,
    pub stage: String,
    /// How well the wave played, where there was one.
    pub level: Option<String>,
    pub sides: Vec<String>,
    /// The name of the side that won; `wave` for the wave.
    pub winner: Option<String>,
    pub end: String,
    pub ticks: u32,
    pub points: Vec<u32>,
    /// Answers that were none.
    pub faults: Vec<u32>,
    /// The text of a replay file.
    replay: String,
}

impl Recording {
    /// The recording of a match between `sides`.
    pub fn of(round: &PlayedRound, sides: &[Side]) -> Self {
        let winner = |winner: usize| match &round.level {
            Some(_) if winner == sides.len() => "wave".into(),
            Some(_) => "seats".into(),
            None => sides[winner].name.clone(),
        };
        Self {
            game: GAME.into(),
            round: round.number,
            stage: round.pitch.stage.name.clone(),
            level: round.level.map(|level| level_name(level).into()),
            sides: round.sides.iter().map(|side| sides[*side].name.clone()).collect(),
            winner: round.winner.map(winner),
            end: round.end.name().into(),
            ticks: round.ticks,
            points: round.points.clone(),
            faults: round.faults.iter().map(|(count, _)| *count).collect(),
            replay: round.replay.clone(),
        }
    }

    /// Whether a text begins with such a line.
    pub fn is_one(text: &str) -> bool {
        let first = text.lines().next().and_then(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        first.is_some_and(|first| first["game"] == GAME)
    }

    /// Reads a line.
    ///
    /// # Errors
    /// A sentence.
    pub fn parse(line: &str) -> Result<Self, String> {
        let recording: Self = serde_json::from_str(line).map_err(|problem| brief(problem.to_string()))?;
        if recording.game == GAME { Ok(recording) } else { Err(format!("`game` is not {GAME:?}")) }
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        // Strings and numbers: there is nothing that JSON cannot hold.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The match before its first tick, to be played again.
    ///
    /// # Errors
    /// A sentence about the replay in the line.
    pub fn playback(&self) -> Result<Playback, String> {
        let replay = TanksReplay::parse(&self.replay, "`replay`").map_err(|problem| problem.to_string())?;
        Playback::new(Arc::new(replay))
    }

    /// The first field that says something else than a match that was played to the end of the recording.
    pub fn difference(&self, played: &Playback) -> Option<&'static str> {
        let points = || played.world().seats().iter().map(|seat| seat.score.points);
        if played.differs_at().is_some() {
            Some("fingerprint")
        } else if played.tick() != self.ticks {
            Some("ticks")
        } else {
            (!points().eq(self.points.iter().copied())).then_some("points")
        }
    }
}
