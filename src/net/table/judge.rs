//! Who knows the rules of a game at a table: any [`Match`], seen without its game.

use crate::arena::{Match, Order, Ruling, TableGame};
use crate::search::Outcome;
use std::any::Any;
use std::fmt::Debug;

/// Words that a table has messages of its own for, in every game.
const RESERVED: [&str; 3] = ["draw", "offer", "resign"];

/// A match with its rules. Seats are 0 and 1. What is behind it is reached by `&dyn Any`.
pub trait Judge: Any + Debug + Send + Sync {
    /// Whose turn it is.
    fn seat(&self) -> usize;

    /// How many turns a seat has ended.
    fn turns_of(&self, seat: usize) -> usize;

    /// Equal for equal positions.
    fn key(&self) -> u64;

    /// Carries out what a seat says: a step, `end`, `undo` or `undo-turn`. It may leave half of it behind when it fails.
    ///
    /// # Errors
    /// The sentence for a person.
    fn act(&mut self, seat: usize, words: &str) -> Result<(), String>;

    /// Goes back to before the last turn that a seat has ended; whether there is one.
    fn take_back(&mut self, seat: usize) -> bool;

    /// It ends without the rules.
    fn end_by(&mut self, ruling: Ruling);

    /// The time of a seat has run out.
    fn run_out(&mut self, seat: usize);

    /// How it has ended, by the rules or without them.
    fn ending(&self) -> Option<Ruling>;

    fn duplicate(&self) -> Box<dyn Judge>;
}

impl Clone for Box<dyn Judge> {
    fn clone(&self) -> Self {
        (**self).duplicate()
    }
}

impl<G: TableGame> Judge for Match<G> {
    fn seat(&self) -> usize {
        Self::seat(self)
    }

    fn turns_of(&self, seat: usize) -> usize {
        Self::turns_of(self, seat)
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn act(&mut self, seat: usize, words: &str) -> Result<(), String> {
        let order = match words {
            // Where turns end by themselves, an end of its own would count as a turn and bring time.
            "end" if !self.has_undo() => return Err("a turn of this game ends by itself".into()),
            "end" => Order::EndTurn,
            "undo" => Order::Undo,
            "undo-turn" => Order::UndoTurn,
            words if RESERVED.contains(&words) => return Err(format!("{words:?} is no move at a table")),
            words => Order::Act(words.parse().map_err(|_| format!("{words:?} is no move of this game"))?),
        };
        self.obey(seat, order).map_err(|refusal| refusal.to_string())
    }

    fn take_back(&mut self, seat: usize) -> bool {
        let ended = Self::turns_of(self, seat);
        // Going back over the other's steps and over what has been done of the turn that is on.
        let is_before =
            |earlier: &Self| earlier.seat() == seat && !earlier.is_open() && Self::turns_of(earlier, seat) < ended;
        let earlier = (0..self.steps().len()).rev().map(|steps| self.at(steps)).find(is_before);
        earlier.is_some_and(|earlier| {
            *self = earlier;
            true
        })
    }

    fn end_by(&mut self, ruling: Ruling) {
        Self::end_by(self, ruling);
    }

    fn run_out(&mut self, seat: usize) {
        Self::run_out(self, seat);
    }

    fn ending(&self) -> Option<Ruling> {
        if !self.is_over() {
            return None;
        }
        let winner = match self.outcome()? {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        };
        Some(Ruling { winner, reason: self.reason().unwrap_or("over").to_string().into() })
    }

    fn duplicate(&self) -> Box<dyn Judge> {
        Box::new(self.clone())
    }
}
