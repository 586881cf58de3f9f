//! A battle as it is played: a [`Match`] with what only Tactics knows of it. Under the classic rules a confirmed action
//! stands, as in the source, and a turn ends by itself; under the others it can be taken back until the turn is ended.

use super::action::Action;
use super::position::{Character, Position};
use super::rules::{Mode, Side};
use super::scene::SLOTS;
use super::setup::{Setup, SetupProblem, SetupRecord};
use super::square::Square;
use crate::arena::{self, Match, NotNow, TableGame};
use thiserror::Error;

/// A battle with its history.
pub type Battle = Match<Position>;

/// What a side can want.
pub type Order = arena::Order<Action>;

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
    #[error("{0} has to act before the turn can end")]
    MustAct(Square),
    #[error(transparent)]
    NotNow(#[from] NotNow),
}

/// Positions with the same key are the same to everybody.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Position::key(self) == Position::key(other)
    }
}

impl TableGame for Position {
    type SetupRecord = SetupRecord;
    type Effect = ActionEffect;

    const NAME: &'static str = "tactics";
    const VERSION: u32 = 2;
    const SEATS: [&'static str; 2] = ["A", "B"];

    fn record(setup: &Setup) -> SetupRecord {
        setup.record()
    }

    fn from_record(record: &SetupRecord) -> Result<Setup, SetupProblem> {
        Setup::from_record(record)
    }

    fn seed(setup: &Setup) -> u64 {
        setup.seed
    }

    fn seat(&self) -> usize {
        Position::side(self).index()
    }

    fn is_turn_start(&self) -> bool {
        Position::is_turn_start(self)
    }

    fn has_undo(setup: &Setup) -> bool {
        setup.rules.mode != Mode::Classic
    }

    fn undo(&mut self) {
        Position::unmake(self);
    }

    /// Where the rules allow waiting, all who have not acted wait.
    fn pass(&self) -> Result<Option<Action>, Refusal> {
        let Some(slot) = self.ready().next() else { return Ok(None) };
        let wait = Action::wait(self.at(slot));
        if self.is_legal(wait) {
            return Ok(Some(wait));
        }
        let mut all = Vec::new();
        Position::actions(self, &mut all);
        Err(Refusal::MustAct(all.first().map_or(wait.from, |action| action.from)))
    }

    fn effect(&self, after: &Self, action: Action) -> ActionEffect {
        let state = |position: &Position| {
            let mut slots = [None; SLOTS];
            for character in Side::BOTH.into_iter().flat_map(|side| position.characters(side)) {
                slots[character.slot] = Some((character.at, character.hp));
            }
            slots
        };
        let (old, new) = (state(self), state(after));
        let changes = (0..SLOTS).filter_map(|slot| {
            let (from, points) = old[slot]?;
            let (to, left) = new[slot].unwrap_or((from, 0));
            ((from, points) != (to, left)).then_some(Change { slot, from, to, before: points, after: left })
        });
        let scored = [0, 1].map(|side| after.points()[side] - self.points()[side]);
        ActionEffect { action, who: self.slot_on(action.from).unwrap_or(0), changes: changes.collect(), scored }
    }

    fn reason(&self) -> Option<&'static str> {
        self.end().map(|end| end.ending.name())
    }
}

impl Battle {
    /// Whose turn it is: the side that acts, or has acted and not ended its turn.
    pub fn side(&self) -> Side {
        Side::of(self.seat())
    }

    /// The round of the game, from 1: a turn of each side.
    pub fn round(&self) -> u16 {
        let passed = u16::from(self.is_complete() || self.is_over());
        Position::turns(self.position()).saturating_sub(passed) / 2 + 1
    }

    /// Who rests in this turn, by slot: some of those who start, in their first one.
    pub fn resting(&self) -> Vec<usize> {
        let bits = if self.is_first_turn() { self.setup().resting() } else { 0 };
        (0..SLOTS).filter(|slot| bits >> slot & 1 == 1).collect()
    }

    /// The characters of the side that have not acted in this turn and those that have, by slot.
    pub(crate) fn turn_order(&self) -> (Vec<usize>, Vec<usize>) {
        let characters = self.position().characters(self.side());
        if self.is_complete() {
            return (Vec::new(), characters.map(|one| one.slot).collect());
        }
        let (acted, ready): (Vec<_>, Vec<_>) = characters.partition(|one| one.acted);
        let slots = |list: Vec<Character>| list.into_iter().map(|one| one.slot).collect();
        (slots(ready), slots(acted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::SavedMatch;
    use crate::games::tactics::rules::Rules;
    use crate::games::tactics::setup::tests::open_level;

    /// Two against one, of whom nobody rests.
    fn battle(rules: Rules) -> Battle {
        Battle::new(Setup::soldiers(open_level(), Rules { rests: 0, ..rules }, [2, 1])).expect("a battle")
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
        assert_eq!(act(&mut battle, "i4-h4"), Err(NotNow::Complete.into()));
        assert_eq!((battle.undo(), battle.steps().len()), (Ok(()), 1));
        battle.undo_turn().expect("one is left");
        assert_eq!((battle.position().key(), battle.undo()), (start, Err(NotNow::NothingToUndo.into())));
        act(&mut battle, "b3-c3").expect("legal");
        act(&mut battle, "b5-c5").expect("legal");
        battle.end_turn().expect("complete");
        assert_eq!((battle.side(), battle.undo()), (Side::B, Err(NotNow::NothingToUndo.into())));
        assert_eq!(act(&mut battle, "c3-c4"), Err(Refusal::Illegal("c3-c4".parse().unwrap())));
    }

    #[test]
    fn under_the_classic_rules_actions_stand_and_turns_end_by_themselves() {
        let mut battle = battle(Rules::of(Mode::Classic));
        act(&mut battle, "b3-c3").expect("legal");
        assert_eq!(battle.undo(), Err(NotNow::NothingToUndo.into()));
        act(&mut battle, "b5-c5").expect("legal");
        assert_eq!((battle.side(), battle.is_complete()), (Side::B, false));
    }

    #[test]
    fn with_waiting_a_turn_can_be_ended_at_any_time() {
        let mut battle = battle(Rules { waiting: true, ..Rules::default() });
        act(&mut battle, "b3-c3").expect("legal");
        battle.end_turn().expect("the other one waits");
        assert_eq!((battle.side(), battle.steps().len()), (Side::B, 2));
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
        let saved: SavedMatch<Position> = serde_json::from_str(&text).expect("a save");
        assert_eq!(saved.len(), 5);
        let again = saved.restore(usize::MAX).expect("it plays");
        assert_eq!(again.position().key(), battle.position().key());
        assert_eq!((again.steps(), again.side()), (battle.steps(), battle.side()));
        assert_eq!(saved.restore(2).expect("it plays").steps().len(), 3);
        let wrong: SavedMatch<Position> = serde_json::from_str(&text.replace("i4-h4", "i4-g4")).expect("a save");
        assert_eq!(wrong.restore(9).unwrap_err().to_string(), "`turns`: turn 2: i4-g4 is not legal now");
        let other: SavedMatch<Position> =
            serde_json::from_str(&text.replace("\"tactics\"", "\"chess\"")).expect("a save");
        assert!(other.restore(9).unwrap_err().to_string().starts_with("`game`: a save of"));
    }
}
