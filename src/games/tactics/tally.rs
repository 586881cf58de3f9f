//! What each side did in a battle, for the result screen.

use super::battle::ActionEffect;
use super::rules::MAX_SQUAD;
use super::rules::Side;
use std::time::Duration;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Points that it took from the enemy by attacks.
    pub dealt: u32,
    pub taken: u32,
    /// Points that its healers gave back.
    pub healed: u32,
    pub attacks: u32,
    pub moves: u32,
    pub lost: u32,
    /// Points on the hill, without a head start.
    pub(crate) scored: u32,
    pub turns: u32,
    /// Time for all of them together; nothing for turns of a battle that was loaded.
    pub time: Duration,
    pub longest: Duration,
}

impl Tally {
    pub fn mean_time(&self) -> Duration {
        self.time / self.turns.max(1)
    }

    /// What both sides did, A first, without turns and times.
    pub fn of(effects: &[ActionEffect]) -> [Self; 2] {
        let mut tallies = [Self::default(); 2];
        for effect in effects {
            let own = Side::of(effect.who / MAX_SQUAD);
            tallies[own.index()].attacks += u32::from(effect.action.is_attack());
            tallies[own.index()].moves += u32::from(effect.action.is_move());
            for change in &effect.changes {
                let side = Side::of(change.slot / MAX_SQUAD);
                let (lost, won) =
                    (change.before.saturating_sub(change.after), change.after.saturating_sub(change.before));
                tallies[side.index()].taken += u32::from(lost);
                tallies[side.index()].healed += u32::from(won);
                tallies[side.index()].lost += u32::from(change.after == 0);
                if side != own {
                    tallies[own.index()].dealt += u32::from(lost);
                }
            }
            for side in Side::BOTH {
                tallies[side.index()].scored += u32::from(effect.scored[side.index()]);
            }
        }
        tallies
    }

    pub fn add_turn(&mut self, time: Duration) {
        self.turns += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}
