//! The legal actions of a position.

use super::Position;
use crate::games::tactics::action::Action;
use crate::games::tactics::class::Ability;
use crate::games::tactics::square::{Square, Squares};

impl Position {
    /// All legal actions: character by character, attacks before charges, healing, moves and waiting; none after the
    /// end.
    pub fn actions(&self, out: &mut Vec<Action>) {
        if self.state.end.is_none() {
            for slot in self.ready() {
                self.actions_of(slot, out);
            }
        }
    }

    /// [`Self::actions`] as a list of its own.
    pub(crate) fn legal(&self) -> Vec<Action> {
        let mut all = Vec::new();
        self.actions(&mut all);
        all
    }

    pub fn is_legal(&self, action: Action) -> bool {
        let mut all = Vec::new();
        if let Some(slot) = self.slot_on(action.from).filter(|slot| self.ready().any(|ready| ready == *slot))
            && self.state.end.is_none()
        {
            self.actions_of(slot, &mut all);
        }
        all.contains(&action)
    }

    /// The actions of one character, whoever is to move.
    pub(crate) fn actions_of(&self, slot: usize, out: &mut Vec<Action>) {
        let (from, class) = (self.at[slot], self.scene.class(slot));
        let enemy = self.character(slot).side.other();
        let shots = self.scene.field.shots(from, class.range);
        let targets = self.slots(enemy).map(|other| self.at[other]).filter(|at| shots.contains(*at));
        out.extend(targets.map(|target| Action::attack(from, target)));
        if class.steps == 1 && class.ability.is_none() {
            let free = self.scene.field.neighbours(from).filter(|to| self.is_free(*to));
            out.extend(free.map(|to| Action::step(from, to)));
        } else {
            let reached = self.reach(from, class.steps);
            if class.ability == Some(Ability::Charge) {
                for to in reached.iter() {
                    let beside = self.slots(enemy).map(|other| self.at[other]).filter(|at| at.touches(to));
                    out.extend(beside.map(|target| Action::charge(from, to, target)));
                }
            }
            if matches!(class.ability, Some(Ability::Heal(_))) {
                let hurt = self
                    .slots(enemy.other())
                    .filter(|friend| self.at[*friend].touches(from) && self.hp[*friend] < self.scene.class(*friend).hp);
                out.extend(hurt.map(|friend| Action::heal(from, self.at[friend])));
            }
            out.extend(reached.iter().map(|to| Action::step(from, to)));
        }
        if self.scene.rules.waiting {
            out.push(Action::wait(from));
        }
    }

    /// Squares that a character on `from` can go to in at most `steps` steps, over free squares only.
    pub(crate) fn reach(&self, from: Square, steps: u8) -> Squares {
        let mut reached = Squares::default();
        let mut front: Squares = std::iter::once(from).collect();
        for _ in 0..steps {
            let mut next = Squares::default();
            for to in front.iter().flat_map(|square| self.scene.field.neighbours(square)) {
                if self.is_free(to) && !reached.contains(to) {
                    reached.insert(to);
                    next.insert(to);
                }
            }
            front = next;
        }
        reached
    }

    /// Whether anybody of the side to move who has not acted can do anything.
    pub(super) fn can_act(&self) -> bool {
        self.ready().any(|slot| {
            let from = self.at[slot];
            // Who can move can act; only who is boxed in needs a closer look.
            self.scene.field.neighbours(from).any(|to| self.is_free(to)) || {
                let mut all = Vec::new();
                self.actions_of(slot, &mut all);
                !all.is_empty()
            }
        })
    }
}
