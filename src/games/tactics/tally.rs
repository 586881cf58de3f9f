//! What each side did in a battle, for the result screen.

use super::battle::ActionEffect;
use super::rules::Side;
use super::scene::MAX_SQUAD;
use std::time::Duration;

/// What one side did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Points that it took from the enemy by attacks.
    pub dealt: u32,
    /// Points that it lost, also to the zone of control.
    pub taken: u32,
    /// Points that its healers gave back.
    pub healed: u32,
    pub(crate) attacks: u32,
    /// Moves, charges included.
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
    /// Time of a turn on average.
    pub(crate) fn mean_time(&self) -> Duration {
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

    /// Counts a turn that took a time.
    pub(crate) fn add_turn(&mut self, time: Duration) {
        self.turns += 1;
        self.time += time;
        self.longest = self.longest.max(time);
    }
}

#[cfg(test)]
mod tests {
    use super::super::battle::Battle;
    use super::super::rules::{Mode, Rules};
    use super::super::setup::Setup;
    use super::super::setup::tests::open_level;
    use super::*;

    #[test]
    fn a_tally_counts_what_was_dealt_lost_and_healed() {
        let mut setup =
            Setup::soldiers(open_level(), Rules { zone_of_control: true, ..Rules::of(Mode::Classic) }, [1, 1]);
        setup.level.starts = [vec!["d4".parse().expect("a square")], vec!["e4".parse().expect("a square")]];
        setup.squads[0][0].attack = 4;
        setup.squads[1][0].hp = 4;
        let mut battle = Battle::new(setup).expect("a battle");
        for action in ["d4-c4", "e4-d4", "c4xd4"] {
            battle.act(action.parse().expect("an action")).expect("legal");
        }
        let [mut a, b] = Tally::of(battle.effects());
        assert_eq!((a.dealt, a.taken, a.attacks, a.moves, a.lost), (4, 1, 1, 1, 0), "a point for leaving");
        assert_eq!((b.dealt, b.taken, b.moves, b.lost), (0, 4, 1, 1));
        a.add_turn(Duration::from_secs(3));
        a.add_turn(Duration::from_secs(1));
        assert_eq!((a.turns, a.mean_time(), a.longest), (2, Duration::from_secs(2), Duration::from_secs(3)));
    }
}
