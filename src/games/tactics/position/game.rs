//! The position as a game for [`crate::search`].

use super::Position;
use crate::games::tactics::action::Action;
use crate::games::tactics::square::SQUARES;
use crate::search::{Game, Outcome};

impl Game for Position {
    type Move = Action;

    fn side(&self) -> usize {
        self.state.side.index()
    }

    fn moves(&self, out: &mut Vec<Action>) {
        self.actions(out);
    }

    fn make(&mut self, action: Action) {
        Position::make(self, action);
    }

    fn unmake(&mut self) {
        Position::unmake(self);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.end.map(|end| end.outcome)
    }

    fn key(&self) -> u64 {
        self.state.key
    }

    fn repeats(&self) -> bool {
        self.state.occurrences > 1
    }

    fn is_noisy(&self, action: Action) -> bool {
        action.is_attack()
    }

    /// Killing before hurting before the rest; of attacks the one on whom has least left.
    fn promise(&self, action: Action) -> i32 {
        if !action.is_attack() {
            return 0;
        }
        match (self.slot_on(action.from), self.slot_on(action.target)) {
            (Some(who), Some(target)) => {
                let damage = self.damage(who, action.to, target);
                let kills = damage >= self.hp[target];
                1000 * i32::from(damage) + 10_000 * i32::from(kills) - i32::from(self.hp[target])
            }
            _ => 0,
        }
    }

    const HISTORY: usize = 2 * SQUARES * SQUARES;

    fn history_slot(&self, action: Action) -> usize {
        (self.state.side.index() * SQUARES + action.from.index()) * SQUARES + action.target.index()
    }
}
