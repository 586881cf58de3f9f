//! The order in which moves are tried: what cut before will cut again.
//!
//! Killers are the two last quiet moves that cut at the same distance from the root; history counts, for every kind of
//! move, how often and how deep it cut (J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
//! practice", 1989).

use super::game::Game;

/// The best move of the table comes before everything.
const FROM_TABLE: i32 = i32::MAX;
/// Noisy moves, by their promise.
const NOISY: i32 = 1 << 29;
const KILLER: i32 = 1 << 28;
/// History is halved when it reaches this.
const MOST: i32 = 1 << 24;

pub(super) struct Ordering<M> {
    killers: Vec<[Option<M>; 2]>,
    history: Vec<i32>,
}

impl<M: Copy + Eq> Ordering<M> {
    pub(super) fn new(slots: usize, plies: usize) -> Self {
        Self { killers: vec![[None; 2]; plies], history: vec![0; slots] }
    }

    /// Forgets killers and fades history, for a new search.
    pub(super) fn next_search(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|count| *count /= 8);
    }

    /// How early to try a move; higher is earlier.
    pub(super) fn rank<G: Game<Move = M>>(&self, game: &G, action: M, ply: usize, known: Option<M>) -> i32 {
        if known == Some(action) {
            return FROM_TABLE;
        }
        if game.is_noisy(action) {
            return NOISY + game.promise(action);
        }
        match self.killers[ply].iter().position(|killer| *killer == Some(action)) {
            Some(index) => KILLER - index as i32,
            None => self.history[game.history_slot(action)] + game.promise(action),
        }
    }

    /// A quiet move cut `depth` plies above the horizon.
    pub(super) fn reward<G: Game<Move = M>>(&mut self, game: &G, action: M, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            killers[1] = killers[0];
            killers[0] = Some(action);
        }
        let count = &mut self.history[game.history_slot(action)];
        *count += (depth * depth) as i32;
        if *count >= MOST {
            self.history.iter_mut().for_each(|count| *count /= 2);
        }
    }
}
