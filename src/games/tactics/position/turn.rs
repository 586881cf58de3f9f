//! The end of a turn.

use super::key::SIDE_KEY;
use super::{End, Position, bits, side_bits};
use crate::games::tactics::rules::{Counting, Ending, Mode, QUIET_TURNS, REPETITIONS, Side};
use crate::search::Outcome;

impl Position {
    /// Passes the turn on; a side that can do nothing is skipped.
    pub(super) fn end_turn(&mut self) {
        self.pass();
        if self.state.end.is_none() && !self.can_act() {
            self.pass();
            if self.state.end.is_none() && !self.can_act() {
                self.state.end = Some(End { outcome: Outcome::Draw, ending: Ending::Stuck });
            }
        }
    }

    fn pass(&mut self) {
        let side = self.state.side;
        let acted = self.state.acted & self.state.alive & side_bits(side);
        let old: u64 = bits(acted).fold(0, |key, slot| key ^ self.character_key(slot));
        self.state.acted = 0;
        let new: u64 = bits(acted).fold(0, |key, slot| key ^ self.character_key(slot));
        self.state.key ^= old ^ new ^ SIDE_KEY ^ self.points_key();
        self.state.turns += 1;
        self.state.quiet += 1;
        self.state.side = side.other();
        if self.scene.rules.mode == Mode::Hill {
            self.count_hill(side);
        }
        self.state.key ^= self.points_key();
        self.remember();
    }

    /// Counts the hill after a turn of `ended`.
    fn count_hill(&mut self, ended: Side) {
        let [a, b] = self.on_hill();
        let Some(holder) = (a != b).then_some(if a > b { Side::A } else { Side::B }) else { return };
        let counts = match self.scene.rules.counting {
            Counting::Turn => holder == ended,
            Counting::Held => holder != ended,
            Counting::Round => ended != self.scene.first,
        };
        if counts {
            self.state.points[holder.index()] += 1;
            if self.state.points[holder.index()] >= self.scene.rules.points {
                self.win(holder, Ending::Hill);
            }
        }
    }

    /// Looks for repetitions and counts quiet turns.
    fn remember(&mut self) {
        let key = self.state.key;
        self.begun.push(key);
        self.state.begun += 1;
        // Nothing before the last damage can come again, and the same side is to move every second time.
        let last = self.begun.len() - 1;
        let back = usize::from(self.state.quiet).min(last);
        let earlier = (2..=back).step_by(2).filter(|steps| self.begun[last - steps] == key).count();
        self.state.occurrences = 1 + earlier.min(usize::from(REPETITIONS)) as u8;
        let draw = |ending| End { outcome: Outcome::Draw, ending };
        if self.state.occurrences >= REPETITIONS {
            self.state.end.get_or_insert(draw(Ending::Repetition));
        }
        if self.state.quiet >= 2 * QUIET_TURNS {
            self.state.end.get_or_insert(draw(Ending::Quiet));
        }
    }
}
