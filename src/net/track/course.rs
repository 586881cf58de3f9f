//! What is played in steps at once, as a server and its clients see it.

use crate::base::Budget;
use crate::net::frame::Ending;
use crate::net::log::Batch;
use std::fmt::Debug;

/// A match in which everybody who rides moves in every step, without knowing the moves of the others. A move is a byte whose
/// meaning the game knows. Seats count from 0.
///
/// The same steps from the same beginning lead to the same state on every machine.
pub trait Course: Clone + Debug + Send + Sync + 'static {
    fn seats(&self) -> usize;

    /// Milliseconds from the step before to the next one, which are more at the beginning of a round; none once the match is over.
    fn pause(&self) -> Option<u64>;

    /// The number of the round. What was wanted in one round is not done in the next.
    fn round(&self) -> u32;

    /// Whether a seat moves in the next step.
    fn rides(&self, seat: usize) -> bool;

    /// What a seat does of which nothing has come.
    fn onward(&self, seat: usize) -> u8;

    /// What a seat is likely to do of which nothing is known, and does of which a program has found nothing in time.
    fn guess(&self, seat: usize) -> u8;

    /// Whether a seat that wants this in the next step changes anything by it, and may.
    fn allows(&self, seat: usize, what: u8) -> bool;

    /// Two wishes for one step as one, if they can be carried out together.
    fn joined(first: u8, then: u8) -> Option<u8>;

    /// Makes a step, with a move for each seat; those of who does not ride, and bytes that are no move, count as
    /// [`Course::onward`].
    fn step(&mut self, moves: &[u8]);

    /// Equal for equal states.
    fn key(&self) -> u64;

    /// How the match has ended; seats are teams of one.
    fn ending(&self) -> Option<Ending>;

    /// A program that plays for a seat while nobody does.
    fn pilot(&self, seat: usize) -> Box<dyn Pilot<Self>>;
}

/// A program that plays for a seat.
pub trait Pilot<C>: Send {
    /// The move of a seat that rides. It may take its time, as far as the budget goes: it thinks beside the track.
    fn steer(&mut self, course: &C, seat: usize, budget: &Budget) -> u8;
}

/// The moves of all seats in a step that is known; `course` is before it. What is no move of a seat counts as nothing.
pub fn moves<C: Course>(course: &C, batch: &Batch<u8>) -> Vec<u8> {
    let mut moves: Vec<u8> = (0..course.seats()).map(|seat| course.onward(seat)).collect();
    for entry in &batch.entries {
        if let Some(to) = moves.get_mut(usize::from(entry.seat)) {
            *to = entry.order;
        }
    }
    moves
}

/// Makes a step that is known.
pub(super) fn make<C: Course>(course: &mut C, batch: &Batch<u8>) {
    let moves = moves(course, batch);
    course.step(&moves);
}
