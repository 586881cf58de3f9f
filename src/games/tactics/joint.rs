//! The source's reading of a turn: one joint operator of all characters instead of one action after another.
//!
//! Every character picks one of eight interactions (move or attack, in four directions). All are judged on the position
//! before the turn: a move needs an empty square, an attack an enemy on it, and no two characters of the side may end on
//! one square. They are then carried out in the order of the characters, with the source's quirks: an attack on an
//! enemy that fell earlier in the turn becomes a move to its square, and a further one moves there too and wipes out the
//! friend who came before. This is not how battles are played here; it is for the counts of the reference data and for
//! the source's opponent, which thinks in these operators.

use super::field::STEPS;
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::Side;
use super::scene::SLOTS;
use super::square::Square;
use crate::base::Cell;
use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interaction {
    /// Where it goes or whom it attacks.
    pub on: Square,
    pub attacks: bool,
}

/// What matters of a position to the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Joint {
    /// Square and points by slot; no points for who is not there.
    pub at: [Square; SLOTS],
    /// See `at`.
    pub hp: [u8; SLOTS],
    pub side: Side,
}

/// The source's order of directions. Its rows are counted upwards, so its up is the next row of the array.
const ORDER: [usize; 4] = [2, 0, 3, 1];

impl Joint {
    /// The same as a position.
    pub fn of(position: &Position) -> Self {
        let mut joint = Self { at: [Square::new(0, 0); SLOTS], hp: [0; SLOTS], side: position.side() };
        for character in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
            joint.at[character.slot] = character.at;
            joint.hp[character.slot] = character.hp;
        }
        joint
    }

    pub fn slots(&self, side: Side) -> impl Iterator<Item = usize> + use<'_> {
        let first = side.index() * MAX_SQUAD;
        (first..first + MAX_SQUAD).filter(|slot| self.hp[*slot] > 0)
    }

    fn slot_on(&self, square: Square) -> Option<usize> {
        (0..SLOTS).find(|slot| self.hp[*slot] > 0 && self.at[*slot] == square)
    }

    /// The interactions of a character that are allowed on their own, in the source's order: moves, then attacks.
    pub fn interactions(&self, slot: usize, position: &Position) -> Vec<Interaction> {
        let from = self.at[slot].cell();
        let open = position.scene().field.open();
        let around = ORDER.map(|index| Square::of(Cell::new(from.x + STEPS[index].0, from.y + STEPS[index].1)));
        let squares = around.into_iter().flatten().filter(|square| open.contains(*square));
        let enemy = Side::of(slot / MAX_SQUAD).other();
        let (mut moves, mut attacks) = (Vec::new(), Vec::new());
        for on in squares {
            match self.slot_on(on) {
                None => moves.push(Interaction { on, attacks: false }),
                Some(other) if Side::of(other / MAX_SQUAD) == enemy => attacks.push(Interaction { on, attacks: true }),
                Some(_) => {}
            }
        }
        moves.append(&mut attacks);
        moves
    }

    /// All joint operators of the side to move in the source's order: per living character, in the order of slots, one
    /// interaction.
    pub fn operators(&self, position: &Position) -> Vec<Vec<(usize, Interaction)>> {
        let mut operators = vec![Vec::new()];
        for slot in self.slots(self.side) {
            let choices = self.interactions(slot, position);
            let extended = operators.iter().flat_map(|begun: &Vec<_>| {
                choices.iter().map(move |choice| begun.iter().copied().chain([(slot, *choice)]).collect())
            });
            operators = extended.collect();
        }
        operators.retain(|operator| self.ends_apart(operator));
        operators
    }

    fn ends_apart(&self, operator: &[(usize, Interaction)]) -> bool {
        let end = |(slot, interaction): &(usize, Interaction)| {
            if interaction.attacks { self.at[*slot] } else { interaction.on }
        };
        let ends: BTreeSet<Square> = operator.iter().map(end).collect();
        ends.len() == operator.len()
    }

    pub fn apply(&self, operator: &[(usize, Interaction)]) -> Self {
        let mut after = *self;
        for (slot, interaction) in operator {
            if after.hp[*slot] == 0 {
                continue;
            }
            let there = after.slot_on(interaction.on).filter(|other| *other != *slot);
            let enemy = there.filter(|other| other / MAX_SQUAD != slot / MAX_SQUAD);
            match enemy.filter(|_| interaction.attacks) {
                Some(enemy) => after.hp[enemy] -= 1,
                None => {
                    if let Some(friend) = there {
                        after.hp[friend] = 0;
                    }
                    after.at[*slot] = interaction.on;
                }
            }
        }
        after.side = self.side.other();
        // Where the fallen lay does not tell positions apart.
        for slot in 0..SLOTS {
            if after.hp[slot] == 0 {
                after.at[slot] = Square::new(0, 0);
            }
        }
        after
    }
}

/// The number of joint operators of a position, and of the different positions to which they lead.
pub fn count(position: &Position) -> (usize, usize) {
    let joint = Joint::of(position);
    let operators = joint.operators(position);
    let states: BTreeSet<Joint> = operators.iter().map(|operator| joint.apply(operator)).collect();
    (operators.len(), states.len())
}
