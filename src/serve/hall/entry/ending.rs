//! How a match ended, for who keeps the results.

use super::Match;
use crate::serve::hall::authority::Over;

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// Nothing if everybody has left.
    pub over: Option<Over>,
    /// Whether it still counts, if it ever did.
    pub rated: bool,
    /// The teams of the seats.
    pub teams: Vec<u8>,
}

impl Match {
    /// How it ended, if it did: not if the server was told to end in the middle.
    pub fn ended(&self) -> Option<Ended> {
        let state = self.state();
        state.ending.as_ref()?;
        let teams = state.gathering.seats().iter().map(|seat| seat.team).collect();
        Some(Ended { over: state.over.clone(), rated: state.rated, teams })
    }

    pub(in crate::serve::hall) fn end(&self, ending: String, over: Option<Over>) {
        let mut state = self.state();
        (state.ending, state.over) = (Some(ending), over);
        self.save(&state);
        drop(state);
        self.change();
    }
}
