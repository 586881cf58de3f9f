//! A small game for the tests: rows of matches; on its turn a side takes once from each of up to `steps` rows, so it
//! makes several plies in a row. Who takes the last match wins. Some matches are golden: taking one is noisy and counts.

use gridmarch::base::Fingerprint;
use gridmarch::search::{Game, Outcome};

#[derive(Debug, Clone)]
pub struct Nim {
    pub rows: Vec<u8>,
    pub gold: [i32; 2],
    steps: u8,
    done: u8,
    side: usize,
    last: usize,
    before: Vec<(Vec<u8>, [i32; 2], u8, usize, usize)>,
}

impl Nim {
    pub fn new(rows: Vec<u8>, steps: u8) -> Self {
        Self { rows, gold: [0; 2], steps, done: 0, side: 0, last: 0, before: Vec::new() }
    }

    /// The matches that a side has taken more than the other, weighted so that many values occur.
    pub fn value(&self) -> i32 {
        let shape: i32 =
            self.rows.iter().enumerate().map(|(row, count)| i32::from(*count) * (row as i32 * 5 - 7)).sum();
        10 * (self.gold[0] - self.gold[1]) + shape % 9
    }
}

impl Game for Nim {
    /// Row and number of matches.
    type Move = (u8, u8);

    fn side(&self) -> usize {
        self.side
    }

    fn moves(&self, out: &mut Vec<(u8, u8)>) {
        for (row, count) in self.rows.iter().enumerate() {
            out.extend((1..=(*count).min(3)).map(|taken| (row as u8, taken)));
        }
    }

    fn make(&mut self, (row, taken): (u8, u8)) {
        self.before.push((self.rows.clone(), self.gold, self.done, self.side, self.last));
        self.rows[usize::from(row)] -= taken;
        self.gold[self.side] += i32::from(taken == 2);
        self.done += 1;
        self.last = self.side;
        if self.done == self.steps {
            self.done = 0;
            self.side = 1 - self.side;
        }
    }

    fn unmake(&mut self) {
        if let Some(before) = self.before.pop() {
            (self.rows, self.gold, self.done, self.side, self.last) = before;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rows.iter().all(|count| *count == 0).then_some(Outcome::Win(self.last))
    }

    fn key(&self) -> u64 {
        let mut print = Fingerprint::new();
        self.rows.iter().for_each(|count| {
            print.add(*count);
        });
        print.add(self.gold[0]).add(self.gold[1]).add(self.done).add(self.side as i64).add(self.last as i64);
        print.finish()
    }

    fn is_noisy(&self, (_, taken): (u8, u8)) -> bool {
        taken == 2
    }

    const HISTORY: usize = 64;

    fn history_slot(&self, (row, taken): (u8, u8)) -> usize {
        usize::from(row) * 4 + usize::from(taken)
    }
}
