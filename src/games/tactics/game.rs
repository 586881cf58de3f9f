//! Tactics as a turn-based game for matches: a step is an action, a turn has one of every character.

use super::Position;
use super::action::Action;
use super::battle::Refusal;
use super::player::PlayerKind;
use super::protocol::{parse_answer, question};
use super::setup::{Setup, SetupProblem};
use crate::arena::{NotNow, TurnGame};
use crate::search::{Outcome, Thought};

impl TurnGame for Position {
    type Setup = Setup;
    type SetupProblem = SetupProblem;
    type Step = Action;
    type Refusal = Refusal;
    type Thought = Thought<Action>;
    type Kind = PlayerKind;

    fn start(setup: &Setup) -> Result<Self, SetupProblem> {
        setup.begin()
    }

    fn to_act(&self) -> Vec<usize> {
        if self.end().is_some() { Vec::new() } else { vec![Position::side(self).index()] }
    }

    fn apply(&mut self, steps: &[(usize, Action)]) -> Result<(), Refusal> {
        if self.end().is_some() {
            return Err(NotNow::Over.into());
        }
        match *steps {
            [(seat, action)] if [seat] == self.to_act()[..] => {
                if !self.is_legal(action) {
                    return Err(Refusal::Illegal(action));
                }
                self.make(action);
                Ok(())
            }
            _ => Err(NotNow::NotYourTurn.into()),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end().map(|end| end.outcome)
    }

    fn turns(&self) -> u32 {
        Position::turns(self).into()
    }

    fn key(&self) -> u64 {
        Position::key(self)
    }

    fn settle(&mut self) {
        Position::settle(self);
    }

    fn question(&self, _seat: usize) -> String {
        question(self)
    }

    fn parse_answer(line: &str) -> Option<Vec<Action>> {
        parse_answer(line)
    }

    fn effort(thought: &Thought<Action>) -> (u64, u32) {
        (thought.nodes, thought.depth)
    }
}
