//! A battle as it is played: turns that can be taken back until they are ended, a record of everything, saving.
//!
//! The position passes the turn on by itself; a [`Battle`] holds the player who has acted with everybody until the turn
//! is ended with [`Battle::end_turn`], so that it can be undone as a whole. Under the classic rules a confirmed action
//! stands, as in the source, and a turn ends by itself.

mod saved;

pub use saved::{SaveProblem, SavedBattle};

use super::action::Action;
use super::position::Position;
use super::rules::{Mode, Side};
use super::scene::{MAX_SQUAD, SLOTS};
use super::setup::{Setup, SetupProblem};
use super::square::Square;
use crate::arena::TurnGame;
use thiserror::Error;

/// A battle with its history.
#[derive(Debug, Clone)]
pub struct Battle {
    setup: Setup,
    position: Position,
    actions: Vec<Action>,
    effects: Vec<ActionEffect>,
    /// How many of the actions belong to ended turns.
    ended: usize,
    /// Whose turn it is to the players; the position may be one further.
    side: Side,
    /// Whether actions can be taken back whatever the rules say, those of earlier turns too.
    lenient: bool,
}

/// What a side can want, be it a person or a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Act(Action),
    EndTurn,
    /// The last action of the turn is taken back.
    Undo,
    /// The whole turn is taken back.
    UndoTurn,
}

/// What an action did, for animations and logs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionEffect {
    pub action: Action,
    pub who: usize,
    pub changes: Vec<Change>,
    /// Points on the hill that came with it, by side.
    pub(crate) scored: [u8; 2],
}

/// What happened to a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub slot: usize,
    pub from: Square,
    /// Where it is, or where it fell.
    pub to: Square,
    pub before: u8,
    /// Points after; 0 if it fell.
    pub after: u8,
}

/// Why something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    #[error("{0} is not legal now")]
    Illegal(Action),
    #[error("everybody has acted: end the turn or take something back")]
    Complete,
    #[error("{0} has to act before the turn can end")]
    MustAct(Square),
    #[error("nothing of this turn can be taken back")]
    NothingToUndo,
    #[error("the battle is over")]
    Over,
    #[error("the other side is to move")]
    NotYourTurn,
    #[error("a program plays this side")]
    NotYours,
}

impl Battle {
    /// A battle that begins.
    pub fn new(setup: Setup) -> Result<Self, SetupProblem> {
        let position = setup.begin()?;
        let side = position.side();
        Ok(Self { setup, position, actions: Vec::new(), effects: Vec::new(), ended: 0, side, lenient: false })
    }

    /// The same in which everything can be taken back, as in puzzles.
    pub(crate) fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// The same battle at its beginning.
    fn again(&self) -> Self {
        let Ok(begun) = Self::new(self.setup.clone()) else { unreachable!("the battle has begun with it") };
        Self { lenient: self.lenient, ..begun }
    }

    /// A battle that begins after some actions, which must be legal one after the other; `open` tells whether the last
    /// turn was left before it was ended.
    pub fn after(mut self, actions: &[Action], open: bool) -> Self {
        for (index, action) in actions.iter().enumerate() {
            let is_last = index + 1 == actions.len();
            if self.act(*action).is_err() || self.is_complete() && !(is_last && open) && self.end_turn().is_err() {
                break;
            }
        }
        self
    }

    /// Carries out an order of a side: the only door for persons and programs.
    pub(crate) fn obey(&mut self, side: Side, order: Order) -> Result<(), Refusal> {
        if side != self.side {
            return Err(Refusal::NotYourTurn);
        }
        match order {
            Order::Act(action) => self.act(action),
            Order::EndTurn => self.end_turn(),
            Order::Undo => self.undo(),
            Order::UndoTurn => self.undo_turn(),
        }
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whose turn it is: the side that acts, or has acted and not ended its turn.
    pub fn side(&self) -> Side {
        self.side
    }

    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// What each of the actions did, in order.
    pub fn effects(&self) -> &[ActionEffect] {
        &self.effects
    }

    /// The round of the game, from 1: a turn of each side.
    pub fn round(&self) -> u16 {
        let passed = u16::from(self.is_complete() || self.is_over());
        self.position.turns().saturating_sub(passed) / 2 + 1
    }

    /// Whether a confirmed action can be taken back.
    pub(crate) fn has_undo(&self) -> bool {
        self.lenient || self.setup.rules.mode != Mode::Classic
    }

    fn has_acted(&self) -> bool {
        self.has_undo() && self.actions.len() > self.ended
    }

    /// Whether the side to move can take something back.
    pub(crate) fn can_undo(&self) -> bool {
        self.has_acted() || self.lenient && self.last_action(self.side).is_some()
    }

    /// Who rests in this turn, by slot: some of those who start, in their first one.
    pub fn resting(&self) -> Vec<usize> {
        let bits = if self.ended == 0 { self.setup.resting() } else { 0 };
        (0..SLOTS).filter(|slot| bits >> slot & 1 == 1).collect()
    }

    /// Whether the side has acted with everybody who can and the turn waits to be ended.
    pub fn is_complete(&self) -> bool {
        self.actions.len() > self.ended && (self.position.end().is_some() || self.position.is_turn_start())
    }

    /// Whether it is over: also the last turn is ended.
    pub fn is_over(&self) -> bool {
        self.position.end().is_some() && self.ended == self.actions.len()
    }

    /// The characters of the side that have not acted in this turn and those that have, by slot.
    pub(crate) fn turn_order(&self) -> (Vec<usize>, Vec<usize>) {
        if self.is_complete() {
            return (Vec::new(), self.position.characters(self.side).map(|one| one.slot).collect());
        }
        let (acted, ready): (Vec<_>, Vec<_>) = self.position.characters(self.side).partition(|one| one.acted);
        let slots = |list: Vec<super::position::Character>| list.into_iter().map(|one| one.slot).collect();
        (slots(ready), slots(acted))
    }

    /// Does an action.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.is_complete() {
            return Err(Refusal::Complete);
        }
        let before = self.position.clone();
        self.position.apply(&[(self.side.index(), action)])?;
        self.actions.push(action);
        self.effects.push(effect(&before, &self.position, action));
        if !self.has_undo() && self.is_complete() {
            self.pass();
        }
        Ok(())
    }

    /// Ends the turn. Where the rules allow waiting, all who have not acted wait.
    pub fn end_turn(&mut self) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let ended = self.ended;
        while self.ended == ended && !self.is_complete() {
            let Some(slot) = self.position.ready().next() else { break };
            let wait = Action::wait(self.position.at(slot));
            if !self.position.is_legal(wait) {
                let mut all = Vec::new();
                self.position.actions(&mut all);
                return Err(Refusal::MustAct(all.first().map_or(wait.from, |action| action.from)));
            }
            self.act(wait)?;
        }
        // Where actions stand, the last one has ended it.
        if self.ended == ended {
            self.pass();
        }
        Ok(())
    }

    /// Takes the last action of the turn back; where everything can be taken back and there is none, the end of the turn
    /// before.
    ///
    /// # Errors
    /// If there is none, or under the classic rules.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        if self.lenient && !self.has_acted() {
            return self.reopen(self.side);
        }
        if !self.has_acted() {
            return Err(Refusal::NothingToUndo);
        }
        self.position.unmake();
        self.actions.pop();
        self.effects.pop();
        Ok(())
    }

    /// Takes all actions of the turn back; likewise, those of the turn before.
    pub(crate) fn undo_turn(&mut self) -> Result<(), Refusal> {
        self.undo()?;
        while self.has_acted() {
            self.undo()?;
        }
        Ok(())
    }

    /// Takes everything back that came after the last turn of a side, which then waits to be ended.
    pub(crate) fn reopen(&mut self, side: Side) -> Result<(), Refusal> {
        let last = self.last_action(side).ok_or(Refusal::NothingToUndo)?;
        *self = self.again().after(&self.actions[..=last], true);
        Ok(())
    }

    fn last_action(&self, side: Side) -> Option<usize> {
        self.effects.iter().rposition(|effect| effect.who / MAX_SQUAD == side.index())
    }

    fn pass(&mut self) {
        self.ended = self.actions.len();
        self.side = self.position.side();
        self.position.settle();
    }
}

fn effect(before: &Position, after: &Position, action: Action) -> ActionEffect {
    let state = |position: &Position| {
        let mut slots = [None; SLOTS];
        for character in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
            slots[character.slot] = Some((character.at, character.hp));
        }
        slots
    };
    let (old, new) = (state(before), state(after));
    let changes = (0..SLOTS).filter_map(|slot| {
        let (from, points) = old[slot]?;
        let (to, left) = new[slot].unwrap_or((from, 0));
        ((from, points) != (to, left)).then_some(Change { slot, from, to, before: points, after: left })
    });
    let scored = [0, 1].map(|side| after.points()[side] - before.points()[side]);
    ActionEffect { action, who: before.slot_on(action.from).unwrap_or(0), changes: changes.collect(), scored }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::file::TacticsLevel;
    use crate::games::tactics::rules::Rules;

    /// Two against one, of whom nobody rests.
    fn battle(rules: Rules) -> Battle {
        Battle::new(Setup::soldiers(TacticsLevel::built_in(), Rules { rests: 0, ..rules }, [2, 1])).expect("a battle")
    }

    fn act(battle: &mut Battle, text: &str) -> Result<(), Refusal> {
        battle.act(text.parse().expect("an action"))
    }

    #[test]
    fn a_turn_can_be_taken_back_until_it_is_ended() {
        let mut battle = battle(Rules::default());
        let start = battle.position().key();
        act(&mut battle, "b3-c3").expect("legal");
        assert_eq!((battle.is_complete(), battle.turn_order()), (false, (vec![1], vec![0])));
        assert_eq!(battle.end_turn(), Err(Refusal::MustAct("b5".parse().unwrap())));
        act(&mut battle, "b5-c5").expect("legal");
        assert_eq!((battle.is_complete(), battle.side()), (true, Side::A));
        assert_eq!(act(&mut battle, "i4-h4"), Err(Refusal::Complete));
        assert_eq!((battle.undo(), battle.actions().len()), (Ok(()), 1));
        battle.undo_turn().expect("one is left");
        assert_eq!((battle.position().key(), battle.undo()), (start, Err(Refusal::NothingToUndo)));
        act(&mut battle, "b3-c3").expect("legal");
        act(&mut battle, "b5-c5").expect("legal");
        battle.end_turn().expect("complete");
        assert_eq!((battle.side(), battle.undo()), (Side::B, Err(Refusal::NothingToUndo)));
        assert_eq!(act(&mut battle, "c3-c4"), Err(Refusal::Illegal("c3-c4".parse().unwrap())));
    }

    #[test]
    fn under_the_classic_rules_actions_stand_and_turns_end_by_themselves() {
        let mut battle = battle(Rules::of(Mode::Classic));
        act(&mut battle, "b3-c3").expect("legal");
        assert_eq!(battle.undo(), Err(Refusal::NothingToUndo));
        act(&mut battle, "b5-c5").expect("legal");
        assert_eq!((battle.side(), battle.is_complete()), (Side::B, false));
    }

    #[test]
    fn with_waiting_a_turn_can_be_ended_at_any_time() {
        let mut battle = battle(Rules { waiting: true, ..Rules::default() });
        act(&mut battle, "b3-c3").expect("legal");
        battle.end_turn().expect("the other one waits");
        assert_eq!((battle.side(), battle.actions().len()), (Side::B, 2));
    }

    #[test]
    fn an_effect_tells_all_changes() {
        let mut battle = battle(Rules { points: 5, ..Rules::default() });
        act(&mut battle, "b3-c3").expect("legal");
        let effect = battle.effects()[0].clone();
        let change = Change { slot: 0, from: "b3".parse().unwrap(), to: "c3".parse().unwrap(), before: 10, after: 10 };
        assert_eq!((effect.who, effect.changes, effect.scored), (0, vec![change], [0, 0]));
    }

    #[test]
    fn a_saved_battle_is_restored_at_any_turn() {
        let mut battle = battle(Rules::default());
        for turn in ["b3-c3 b5-c5", "i4-h4", "c3-d3 c5-c4", "h4-g4", "d3-d4"] {
            turn.split(' ').for_each(|text| act(&mut battle, text).expect("legal"));
            if battle.is_complete() {
                battle.end_turn().expect("complete");
            }
        }
        let text = serde_json::to_string(&battle.saved()).expect("JSON");
        let saved: SavedBattle = serde_json::from_str(&text).expect("a save");
        assert_eq!(saved.len(), 5);
        let again = saved.restore(usize::MAX).expect("it plays");
        assert_eq!(again.position().key(), battle.position().key());
        assert_eq!((again.actions(), again.side()), (battle.actions(), battle.side()));
        assert_eq!(saved.restore(2).expect("it plays").actions().len(), 3);
        let wrong: SavedBattle = serde_json::from_str(&text.replace("i4-h4", "i4-g4")).expect("a save");
        assert_eq!(wrong.restore(9).unwrap_err().to_string(), "`turns`: turn 2: i4-g4 is not legal now");
        let other: SavedBattle = serde_json::from_str(&text.replace("\"tactics\"", "\"chess\"")).expect("a save");
        assert!(other.restore(9).unwrap_err().to_string().starts_with("`game`: a save of"));
    }
}
