//! How matches end, mode by mode.

use super::{Outcome, SeatState, World};
use crate::games::tanks::setup::{Mode, OURS, WAVE};

impl World {
    /// Whether the match is over after this tick, and how.
    pub(super) fn judge(&mut self) {
        let outcome = if self.setup.mode.has_waves() { self.against_waves() } else { self.side_by_side() };
        if let Some(outcome) = outcome {
            self.finish(outcome);
        }
    }

    fn against_waves(&self) -> Option<Outcome> {
        let has_fallen = self.field.bases().iter().any(|base| base.side == OURS && !base.stands);
        if has_fallen || self.seats.iter().all(|seat| seat.is_out) {
            return Some(Outcome::Won(WAVE));
        }
        self.is_cleared().then_some(Outcome::Won(OURS))
    }

    fn side_by_side(&self) -> Option<Outcome> {
        let stands = |side: u8| match self.setup.mode {
            Mode::LastTank => self.of(side).any(|seat| !seat.is_out),
            Mode::TwoBases => self.field.bases().iter().any(|base| base.side == side && base.stands),
            _ => true,
        };
        let left: Vec<u8> = self.sides.iter().copied().filter(|side| stands(*side)).collect();
        match left[..] {
            [] => return Some(Outcome::Draw),
            [side] => return Some(Outcome::Won(side)),
            _ => {}
        }
        let most = left.iter().map(|side| self.standing(*side)).max().unwrap_or_default();
        let has_reached = self.goal().is_some_and(|goal| most.0 >= goal);
        if !has_reached && self.time_left() != Some(0) {
            return None;
        }
        let mut first = left.into_iter().filter(|side| self.standing(*side) == most);
        match (first.next(), first.next()) {
            (Some(side), None) => Some(Outcome::Won(side)),
            _ => Some(Outcome::Draw),
        }
    }

    /// The seats of a side.
    fn of(&self, side: u8) -> impl Iterator<Item = &SeatState> {
        self.seats.iter().filter(move |seat| seat.side == side)
    }

    /// How a side stands: what counts in the mode (captures, hits, lives), then points.
    pub fn standing(&self, side: u8) -> (u32, u32) {
        let counted = |seat: &SeatState| match self.setup.mode {
            Mode::CaptureFlag => seat.score.captures,
            Mode::LastTank => u32::from(if seat.is_out { 0 } else { seat.lives }),
            _ => seat.score.hits.iter().sum(),
        };
        (self.of(side).map(counted).sum(), self.of(side).map(|seat| seat.score.points).sum())
    }

    /// What a side needs in the first number of [`Self::standing`] to win; none: that is not how the mode is won.
    pub fn goal(&self) -> Option<u32> {
        let usual = match self.setup.mode {
            Mode::CaptureFlag => self.rules.captures,
            Mode::FreeForAll => self.rules.hits,
            _ => return None,
        };
        Some(self.setup.goal.map_or(usual, u32::from))
    }

    /// Ticks until the time of the match is over; none where it has no end.
    pub fn time_left(&self) -> Option<u32> {
        let time = self.setup.minutes.map_or(self.rules.time, |minutes| u32::from(minutes) * 3600);
        (!self.setup.mode.has_waves()).then(|| time.saturating_sub(self.tick))
    }
}
