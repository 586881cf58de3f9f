//! A match that somebody else keeps than the disk.

use super::Match;
use crate::serve::hall::authority::Finding;
use crate::serve::hall::event::Event;
use crate::serve::hall::ledger::Told;
use tokio::sync::mpsc;

impl Match {
    /// What is to be kept of this match, for who does it; nothing where the match keeps itself, or somebody has it.
    pub fn ledger(&self) -> Option<mpsc::UnboundedReceiver<Told>> {
        self.ledger.as_ref()?.take()
    }

    /// The commits up to this number are kept.
    pub async fn kept(&self, number: u32) {
        // A match that has ended does not want to know, here and below.
        self.tell(Event::Kept(Ok(number))).await;
    }

    /// The commits from this number on are not.
    pub async fn not_kept(&self, number: u32) {
        self.tell(Event::Kept(Err(number))).await;
    }

    /// Tells it what somebody wants who is not in the match.
    pub async fn is_told(&self, finding: Finding) {
        self.tell(Event::Finding(finding)).await;
    }
}
