//! Puzzles of a game: positions with a task, and who judges what is done in them.

use super::TurnGame;
use crate::base::rng;
use rand::seq::SliceRandom;

/// A position with a task that can be fulfilled whatever the other side does.
pub trait Puzzle: Clone + Send + Sync + 'static {
    type Game: TurnGame;
    type Judge: Judge<Self::Game>;

    /// The same for ever, to remember that it was solved.
    fn id(&self) -> &str;

    fn title(&self) -> &str;

    /// What is to be done, as a sentence.
    fn task(&self) -> String;

    /// How hard it is, from 1.
    fn grade(&self) -> u8;

    /// The seat that solves; it is to move.
    fn seat(&self) -> usize;

    /// How it begins, as for any other match.
    fn setup(&self) -> <Self::Game as TurnGame>::Setup;

    fn judge(&self) -> Self::Judge;
}

/// Knows everything about one puzzle. It looks only at the position that it is given, so that steps may be taken back and
/// tried again. What it found out it remembers: keep it for the puzzle, and ask it in the background.
pub trait Judge<G: TurnGame>: Send + 'static {
    fn verdict(&mut self, position: &G) -> Verdict;

    /// The next step of the best defence, or of a refutation, in a position that is not over.
    fn defence(&mut self, position: &G) -> G::Step;

    /// The steps of both sides at their best from a position to the end of the task; none if it cannot be forced.
    fn solution(&mut self, position: &G) -> Vec<G::Step>;
}

/// How a puzzle stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Solved,
    /// It can still be reached whatever the other side does, in this many turns from now, the present one included.
    Open(u16),
    /// It can be forced, but only later than the task asks for: in this many turns in all. The play may go on, or something
    /// be taken back.
    Late(u16),
    /// It can no longer be forced: the defence has an answer. The play may go on, or something be taken back.
    Spoilt,
    /// It is missed for good.
    Failed,
}

/// Which of `count` puzzles is that of a day, counted from the first of January 1970 in UTC: the same for everybody, and each
/// once before one comes again.
pub fn of_day(day: u64, count: usize) -> Option<usize> {
    let round = day.checked_div(count as u64)?;
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut rng::stream(round, "puzzle of the day"));
    order.get((day % count as u64) as usize).copied()
}
