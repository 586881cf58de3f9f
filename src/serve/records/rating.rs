//! Ratings by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013).
//!
//! A game is a rating period of its own. Between games the deviation grows as in periods without a game, and fractions of
//! them count: a period is so long that a deviation of 60 grows to 110 in a year.

use super::game::Outcome;
use serde::Serialize;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// How fast the volatility changes.
pub const TAU: f64 = 0.75;

/// Above this deviation a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// The largest deviation: nothing is known.
const UNKNOWN: f64 = 350.0;

/// Milliseconds of a rating period: (110² − 60²) / (173.7178² · 0.06²) = 78.24 of them are a year.
const PERIOD: f64 = 365.25 * 86_400_000.0 / 78.24;

/// From the scale of people to that of the formulas.
const SCALE: f64 = 173.7178;

/// What is known of the strength of a player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: UNKNOWN, volatility: 0.06 }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility }: Rating) -> Self {
        Self { rating, deviation, volatility }
    }
}

impl Rating {
    /// The same player after so many milliseconds without a game.
    #[must_use]
    pub fn rested(self, millis: i64) -> Self {
        // Exact up to 285,000 years.
        #[allow(clippy::cast_precision_loss)]
        let periods = millis.max(0) as f64 / PERIOD;
        let grown = (self.deviation / SCALE).hypot(self.volatility * periods.sqrt()) * SCALE;
        Self { deviation: grown.min(UNKNOWN), ..self }
    }

    /// The rating after a period with these games, each against a player of this rating.
    #[must_use]
    pub fn after(self, games: &[(Self, Outcome)], tau: f64) -> Self {
        let result = |outcome| match outcome {
            Outcome::Won => Outcomes::WIN,
            Outcome::Drawn => Outcomes::DRAW,
            Outcome::Lost => Outcomes::LOSS,
        };
        let games: Vec<_> = games.iter().map(|(other, outcome)| ((*other).into(), result(*outcome))).collect();
        let config = Glicko2Config { tau, ..Glicko2Config::default() };
        let Glicko2Rating { rating, deviation, volatility } = glicko2_rating_period(&self.into(), &games, &config);
        Self { rating, deviation: deviation.min(UNKNOWN), volatility }
    }

    /// Whether too little is known for a list of the best.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }
}
