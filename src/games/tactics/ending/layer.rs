//! What is being found out about the positions of a layer: all those with the same points, among which only moves lead.

use super::Value;

/// The positions of a layer, by their numbers in it.
pub(super) struct Layer {
    /// Moves that are not known to be bad; [`NEVER`] if one that leads out of the layer is not.
    left: Vec<u16>,
    /// Turns of the longest of the ways to lose.
    longest: Vec<u16>,
    /// Positions by number of turns: those that are won, and those that are lost.
    found: [Vec<Vec<u32>>; 2],
    /// Where [`Self::nearest`] goes on: turns, won or lost, place in the list.
    at: (u16, usize, usize),
}

const NEVER: u16 = u16::MAX;

impl Layer {
    pub(super) fn new(size: usize) -> Self {
        Self { left: vec![0; size], longest: vec![0; size], found: Default::default(), at: (1, 0, 0) }
    }

    /// A position has so many moves within the layer, and these ways out of it.
    pub(super) fn look(&mut self, position: usize, moves: usize, ways: impl IntoIterator<Item = Value>) {
        let mut best: Option<u16> = None;
        self.left[position] = moves as u16;
        for way in ways {
            match way {
                Value::Draw => self.left[position] = NEVER,
                Value::Win(turns) => best = Some(best.unwrap_or(u16::MAX).min(turns)),
                Value::Loss(turns) => self.longest[position] = self.longest[position].max(turns),
            }
        }
        if let Some(turns) = best {
            // A winning way stays, however bad all moves are.
            self.left[position] = NEVER;
            self.enter(0, turns, position);
        } else if self.left[position] == 0 {
            self.enter(1, self.longest[position], position);
        }
    }

    /// A move of a position is found to win or to lose for its side, in so many turns.
    pub(super) fn tell(&mut self, position: usize, turns: u16, is_win: bool) {
        if is_win {
            self.enter(0, turns, position);
        } else if self.left[position] != NEVER && self.left[position] > 0 {
            self.left[position] -= 1;
            self.longest[position] = self.longest[position].max(turns);
            if self.left[position] == 0 {
                self.enter(1, self.longest[position], position);
            }
        }
    }

    fn enter(&mut self, list: usize, turns: u16, position: usize) {
        let (lists, turns) = (&mut self.found[list], usize::from(turns));
        if lists.len() <= turns {
            lists.resize_with(turns + 1, Vec::new);
        }
        lists[turns].push(position as u32);
    }

    /// The next position that is won (true) or lost, and in how many turns: the nearest ends first. More may be found
    /// meanwhile, but no nearer ones. One that is found by several ways comes for each of them.
    pub(super) fn nearest(&mut self) -> Option<(usize, u16, bool)> {
        let (turns, list, done) = &mut self.at;
        while usize::from(*turns) < self.found[0].len().max(self.found[1].len()) {
            if let Some(position) = self.found[*list].get(usize::from(*turns)).and_then(|found| found.get(*done)) {
                *done += 1;
                return Some((*position as usize, *turns, *list == 0));
            }
            (*turns, *list, *done) = if *list == 0 { (*turns, 1, 0) } else { (*turns + 1, 0, 0) };
        }
        None
    }
}
