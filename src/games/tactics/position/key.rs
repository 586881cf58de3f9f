//! The hash of a position: an exclusive or of one number per fact, changed fact by fact (A. L. Zobrist, "A new hashing
//! method with application for game playing", 1970). The numbers come from a mixing function instead of a table: a
//! table over side, class, square, points and acted would not fit into the fast cache.

use super::{Flag, Position, bits};
use crate::base::rng::mix;
use crate::games::tactics::rules::MAX_SQUAD;

/// Tags that keep facts of different kinds apart.
const CHARACTER: u64 = 1 << 60;
const POINTS: u64 = 2 << 60;
const FLAG: u64 = 3 << 60;
const SIDE: u64 = 4 << 60;

/// Changes with the side to move.
pub(super) const SIDE_KEY: u64 = mix(SIDE);

impl Position {
    /// The fact that the character of a slot stands where it stands, as it is.
    pub(super) fn character_key(&self, slot: usize) -> u64 {
        let kind = self.scene.members[slot].as_ref().map_or(0, |member| member.kind);
        let acted = u64::from(self.state.acted >> slot & 1);
        let who = (slot / MAX_SQUAD) as u64 | acted << 1 | u64::from(kind) << 2;
        mix(CHARACTER | who << 16 | u64::from(self.hp[slot]) << 8 | self.at[slot].index() as u64)
    }

    pub(super) fn points_key(&self) -> u64 {
        let [first, second] = self.state.points;
        mix(POINTS | u64::from(first) << 8 | u64::from(second))
    }

    pub(super) fn flags_key(&self) -> u64 {
        let fact = |(side, flag): (usize, Flag)| {
            mix(FLAG | (side as u64) << 16 | u64::from(flag.carrier.is_some()) << 8 | flag.at.index() as u64)
        };
        self.state.flags.map_or(0, |flags| flags.into_iter().enumerate().map(fact).fold(0, |key, one| key ^ one))
    }

    pub fn whole_key(&self) -> u64 {
        let characters = bits(self.state.alive).map(|slot| self.character_key(slot)).fold(0, |key, one| key ^ one);
        let side = if self.state.side.index() == 0 { 0 } else { SIDE_KEY };
        characters ^ self.points_key() ^ self.flags_key() ^ side
    }
}
