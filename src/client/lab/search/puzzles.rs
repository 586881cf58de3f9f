//! The worlds beside maps that can be searched.

use crate::lab::search::Question;
use crate::lab::worlds::lock::Lock;
use crate::lab::worlds::river::River;
use crate::lab::worlds::sliding::Sliding;

/// What they are called, what they are, and their questions.
pub fn puzzles() -> Vec<(String, String, Question)> {
    let sliding = |side: u32, moves: u32| {
        let puzzle = Sliding::scrambled(side, side, moves, 7).ok()?;
        let title = format!("Sliding puzzle {side}×{side}, {moves} moves");
        Some((title, "Tiles in a frame, moved at random from their places".into(), Question::Sliding(puzzle)))
    };
    let missionaries = |pairs: u8, seats: u8| {
        let title = format!("Missionaries, {pairs} pairs, {seats} seats");
        let about = "All are to cross; on neither bank may cannibals outnumber missionaries";
        Some((title, about.into(), Question::River(River::missionaries(pairs, seats)?)))
    };
    let lock = |digits: u32, wheels: u32| {
        let about = "A complete tree: every wheel from the left is turned to one of the digits";
        let title = format!("Lock, {digits} digits, {wheels} wheels");
        Some((title, about.into(), Question::Lock(Lock::new(digits, wheels)?)))
    };
    let farmer = "Wolf, goat and cabbage are to cross with the farmer, one at a time";
    [
        sliding(3, 12),
        sliding(3, 24),
        sliding(4, 20),
        Some(("Farmer, wolf, goat, cabbage".into(), farmer.into(), Question::River(River::Farmer))),
        missionaries(3, 2),
        missionaries(5, 3),
        lock(2, 8),
        lock(10, 3),
        lock(10, 5),
    ]
    .into_iter()
    .flatten()
    .collect()
}
