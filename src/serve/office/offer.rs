//! The games that a server offers: what the hall can keep, and how it is shown to who opens one.

use crate::serve::hall::game::{Hosted, Plan};
use crate::serve::records::Speed;
use crate::serve::store::StoreError;
use serde::Serialize;
use std::sync::Arc;
use utoipa::ToSchema;

/// How time passes in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    /// All play at once, and the game itself moves on.
    RealTime,
    /// By turns and a clock.
    Turns,
}

/// A set-up that one can choose without the game at hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Preset {
    /// A word, for addresses and forms.
    pub name: String,
    pub title: String,
    /// The description of the match, as the game reads it.
    #[serde(skip)]
    pub setup: String,
}

/// A game that the server offers.
#[derive(Clone)]
pub struct Offer {
    pub hosted: Arc<dyn Hosted>,
    pub title: String,
    pub pace: Pace,
    pub presets: Vec<Preset>,
}

/// A game in the list of what is offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferLine {
    /// The word by which it is called everywhere.
    pub kind: String,
    pub title: String,
    pub pace: Pace,
    pub presets: Vec<Preset>,
}

impl Offer {
    pub(crate) fn line(&self) -> OfferLine {
        let (kind, title) = (self.hosted.name().into(), self.title.clone());
        OfferLine { kind, title, pace: self.pace, presets: self.presets.clone() }
    }

    /// The set-up that is wanted, with its rule of time: by the name of a preset, as a text of one's own, or the first preset.
    pub(crate) fn setup(&self, preset: Option<&str>, own: Option<String>, clock: &str) -> Result<String, StoreError> {
        let setup = own.map_or_else(|| self.preset(preset), Ok)?;
        if self.pace == Pace::RealTime {
            return Ok(setup);
        }
        let unreadable = |error: serde_json::Error| StoreError::refused(format!("setup: it cannot be read: {error}"));
        let (rule, _) = super::clock::speed(clock).map_err(StoreError::refused)?;
        let mut fields: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(&setup).map_err(unreadable)?;
        fields.insert("time".into(), serde_json::to_value(rule).map_err(unreadable)?);
        serde_json::to_string(&fields).map_err(unreadable)
    }

    fn preset(&self, preset: Option<&str>) -> Result<String, StoreError> {
        let found = match preset {
            Some(name) => self.presets.iter().find(|preset| preset.name == name),
            None => self.presets.first(),
        };
        found.map(|preset| preset.setup.clone()).ok_or_else(|| {
            StoreError::refused(format!("preset: {} has no such set-up, choose another or send one", self.title))
        })
    }

    /// What a set-up says, checked as if a stranger had sent it. Reading a level takes a while.
    pub(crate) async fn plan(&self, setup: &str) -> Result<Plan, StoreError> {
        let (hosted, setup) = (self.hosted.clone(), setup.to_string());
        let plan = tokio::task::spawn_blocking(move || hosted.plan(setup.as_bytes())).await;
        let plan = plan.map_err(|_| StoreError::refused("setup: it cannot be read"))?;
        plan.map_err(|why| StoreError::refused(format!("setup: {why}")))
    }

    /// How fast the game is with this rule of time.
    pub(crate) fn speed(&self, clock: &str) -> Result<Speed, StoreError> {
        match self.pace {
            Pace::RealTime if clock.is_empty() => Ok(Speed::RealTime),
            Pace::RealTime => Err(StoreError::refused(format!("clock: {} has no clock", self.title))),
            Pace::Turns => super::clock::speed(clock).map(|(_, speed)| speed).map_err(StoreError::refused),
        }
    }
}
