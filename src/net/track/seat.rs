//! A seat of a track: what its player wants, and who plays it.

use super::course::Course;
use super::frame::{MAX_TURNS, Turn};
use crate::net::frame::Refusal;
use crate::net::{Hand, Tick};
use std::collections::VecDeque;

/// Steps ahead for which something may be wanted.
const MAX_AHEAD: Tick = 64;

/// A turn that waits, and the step in which it is made.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    turn: Turn,
    at: Tick,
}

pub(super) struct Seat {
    pub(super) name: String,
    /// Whether the match was made for a person here.
    pub(super) human: bool,
    /// Who plays now.
    pub(super) hand: Hand,
    /// When something was heard of the player.
    pub(super) heard: u64,
    pub(super) away: bool,
    /// The number of the last turn that was taken.
    pub(super) seen: u32,
    waiting: VecDeque<Waiting>,
    /// The step for which a program was asked last, and what one has answered for which step.
    pub(super) asked: Option<Tick>,
    pub(super) answer: Option<(Tick, u8)>,
}

impl Seat {
    pub(super) const fn new(now: u64, name: String, human: bool) -> Self {
        let hand = if human { Hand::Human } else { Hand::Program };
        let waiting = VecDeque::new();
        Self { name, human, hand, heard: now, away: false, seen: 0, waiting, asked: None, answer: None }
    }

    /// Takes what the player wants, and gives the numbers of the turns that come to nothing. `from` is the first step of the
    /// round, `next` the step to come.
    pub(super) fn take(&mut self, (from, next): (Tick, Tick), turns: Vec<Turn>) -> Vec<(u32, Refusal)> {
        let mut refused = Vec::new();
        for turn in turns {
            // It came by another connection, or was settled by a server that is gone.
            if turn.number <= self.seen {
                continue;
            }
            self.seen = turn.number;
            let last = self.waiting.back();
            let after = last.map_or(next, |last| last.at + 1);
            match last {
                _ if turn.step < from => refused.push((turn.number, Refusal::NotRunning)),
                _ if turn.step > next.saturating_add(MAX_AHEAD) => refused.push((turn.number, Refusal::Malformed)),
                // The player wants something else in that step.
                Some(last) if last.turn.step == turn.step => {
                    let at = last.at;
                    self.waiting.pop_back();
                    self.waiting.push_back(Waiting { turn, at });
                }
                _ if self.waiting.len() == MAX_TURNS => refused.push((turn.number, Refusal::TooMany)),
                _ => self.waiting.push_back(Waiting { turn, at: turn.step.max(after) }),
            }
        }
        refused
    }

    /// The move of the seat in a step, with the number of the turn that it comes from; `course` is before it.
    pub(super) fn moved<C: Course>(&mut self, seat: usize, step: Tick, course: &C) -> (u32, u8) {
        let due = self.waiting.pop_front_if(|waiting| waiting.at <= step).map(|waiting| waiting.turn);
        let number = due.map_or(0, |turn| turn.number);
        if let Some(turn) = due.filter(|turn| course.allows(seat, turn.what)) {
            return (number, turn.what);
        }
        let what = match (self.hand, self.answer) {
            (Hand::Human, _) => course.onward(seat),
            (Hand::Program, Some((of, what))) if of == step => what,
            (Hand::Program, _) => course.guess(seat),
        };
        (number, what)
    }

    /// Nothing is wanted any more: the round is over for the player.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}
