//! A tournament of all pairs: which match a number is, and a rating of all players from all matches.
//!
//! The rating is that of R. A. Bradley and M. E. Terry ("Rank Analysis of Incomplete Block Designs", 1952): a player of
//! strength p beats one of strength q with the chance p / (p + q), and the likeliest strengths are found by D. R. Hunter's
//! iteration ("MM Algorithms for Generalized Bradley-Terry Models", 2004); a draw is half a win. The errors come from the
//! points of pairs of matches with swapped seats, whose two matches depend on each other (the "sandwich" of H. White, 1982).

use super::{Pairs, Score};

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_964;
/// Rounds of Hunter's iteration, and the relative change at which it ends before.
const ROUNDS: usize = 20_000;
const CLOSE: f64 = 1e-12;

/// A match of a ladder: who meets whom, and the how manieth match of these two it is. Two that follow one another have
/// swapped seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bout {
    pub a: usize,
    pub b: usize,
    pub round: usize,
}

/// How many pairs of players there are.
pub const fn meetings(players: usize) -> usize {
    players * players.saturating_sub(1) / 2
}

/// The match of a number, from 0: all players meet before anybody meets again. There are at least two players.
pub fn bout(players: usize, number: usize) -> Bout {
    let (block, turn) = (number / 2, number % 2);
    let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
    let (a, b) = all.clone().nth(block % meetings(players).max(1)).unwrap_or((0, 1));
    Bout { a, b, round: block / meetings(players).max(1) * 2 + turn }
}

/// A player's rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// In Elo points; the mean of all players is 0.
    pub elo: f64,
    /// How far it may be off in 95 of 100 cases.
    pub error: f64,
}

/// All results of some players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ladder {
    /// The matches of each with each, in their order, for the first of both.
    bouts: Vec<Vec<Vec<(usize, Score)>>>,
}

impl Ladder {
    pub fn new(players: usize) -> Self {
        Self { bouts: vec![vec![Vec::new(); players]; players] }
    }

    /// Adds what a match was for its first player.
    pub fn add(&mut self, bout: Bout, score: Score) {
        let bouts = &mut self.bouts[bout.a][bout.b];
        let place = bouts.partition_point(|(round, _)| *round < bout.round);
        bouts.insert(place, (bout.round, score));
    }

    pub fn players(&self) -> usize {
        self.bouts.len()
    }

    /// What a player scored against another.
    pub fn between(&self, one: usize, other: usize) -> Score {
        let mut sum = Score::default();
        self.bouts[one][other].iter().for_each(|(_, score)| sum += *score);
        for (_, Score { wins, draws, losses }) in &self.bouts[other][one] {
            sum += Score { wins: *losses, draws: *draws, losses: *wins };
        }
        sum
    }

    /// What a player scored against all.
    pub fn score(&self, player: usize) -> Score {
        let mut sum = Score::default();
        (0..self.players()).for_each(|other| sum += self.between(player, other));
        sum
    }

    /// Pairs of matches that both were played, for the first of two players.
    pub fn pairs(&self, a: usize, b: usize) -> Pairs {
        let mut pairs = Pairs::default();
        for chunk in self.bouts[a][b].chunk_by(|one, other| one.0 / 2 == other.0 / 2) {
            if let [first, second] = chunk {
                pairs.add(first.1, second.1);
            }
        }
        pairs
    }

    /// The ratings of all players. Where some have only won against all others, or only lost, no strength is the likeliest;
    /// then one more match of all that have met counts as drawn.
    pub fn ratings(&self) -> Vec<Rating> {
        let count = self.players();
        let extra = if self.is_connected() { 0.0 } else { 1.0 };
        let games = |i: usize, j: usize| match self.between(i, j).rounds() {
            0 => 0.0,
            rounds => f64::from(rounds) + extra,
        };
        let points = |i: usize, j: usize| {
            let score = self.between(i, j);
            if score.rounds() == 0 {
                return 0.0;
            }
            f64::from(score.wins) + (f64::from(score.draws) + extra) / 2.0
        };
        let met: Vec<Vec<f64>> = (0..count).map(|i| (0..count).map(|j| games(i, j)).collect()).collect();
        let won: Vec<f64> = (0..count).map(|i| (0..count).map(|j| points(i, j)).sum()).collect();
        let mut strength = vec![1.0; count];
        for _ in 0..ROUNDS {
            let mut change = 0.0_f64;
            for i in 0..count {
                let sum: f64 = (0..count).map(|j| met[i][j] / (strength[i] + strength[j])).sum();
                if sum > 0.0 {
                    let better = won[i] / sum;
                    change = change.max((better / strength[i] - 1.0).abs());
                    strength[i] = better;
                }
            }
            let mean = strength.iter().map(|one: &f64| one.ln()).sum::<f64>() / count.max(1) as f64;
            strength.iter_mut().for_each(|one| *one /= mean.exp());
            if change < CLOSE {
                break;
            }
        }
        let errors = self.errors(&strength, &met);
        let points = 400.0 / std::f64::consts::LN_10;
        let rating = |(strength, error): (&f64, f64)| Rating { elo: points * strength.ln(), error: points * Z * error };
        strength.iter().zip(errors).map(rating).collect()
    }

    /// Standard errors of the logarithms of the strengths.
    fn errors(&self, strength: &[f64], met: &[Vec<f64>]) -> Vec<f64> {
        let count = strength.len();
        let (mut bend, mut spread) = (vec![vec![0.0; count]; count], vec![vec![0.0; count]; count]);
        let add = |matrix: &mut Vec<Vec<f64>>, i: usize, j: usize, value: f64| {
            matrix[i][i] += value;
            matrix[j][j] += value;
            matrix[i][j] -= value;
            matrix[j][i] -= value;
        };
        for (i, j) in (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))) {
            if met[i][j] == 0.0 {
                continue;
            }
            let chance = strength[i] / (strength[i] + strength[j]);
            add(&mut bend, i, j, met[i][j] * chance * (1.0 - chance));
            let pairs = self.pairs(i, j).0.into_iter().enumerate();
            let off = |(index, number): (usize, u32)| f64::from(number) * (index as f64 / 2.0 - 2.0 * chance).powi(2);
            // One more pair as if its matches did not depend on each other: a few pairs alike are no proof.
            add(&mut spread, i, j, pairs.map(off).sum::<f64>() + 2.0 * chance * (1.0 - chance));
        }
        // Of strengths only ratios count, so the matrix has an inverse only with their mean held fast.
        let mean = 1.0 / count.max(1) as f64;
        bend.iter_mut().flatten().for_each(|value| *value += mean);
        let Some(inverse) = inverted(bend) else { return vec![f64::INFINITY; count] };
        let variance = |i: usize| {
            let rows = (0..count).flat_map(|j| (0..count).map(move |k| (j, k)));
            rows.map(|(j, k)| (inverse[i][j] - mean) * spread[j][k] * (inverse[k][i] - mean)).sum::<f64>()
        };
        (0..count).map(|i| variance(i).max(0.0).sqrt()).collect()
    }

    /// Whether from everybody a chain of points leads to everybody else: then there are likeliest strengths.
    fn is_connected(&self) -> bool {
        let count = self.players();
        let reaches_all = |forward: bool| {
            let (mut reached, mut open) = (vec![false; count], vec![0]);
            while let Some(one) = open.pop() {
                if std::mem::replace(&mut reached[one], true) {
                    continue;
                }
                let scores = |other: usize| {
                    let score = if forward { self.between(one, other) } else { self.between(other, one) };
                    score.wins + score.draws > 0
                };
                open.extend((0..count).filter(|other| scores(*other)));
            }
            reached.into_iter().all(|reached| reached)
        };
        count == 0 || reaches_all(true) && reaches_all(false)
    }

    /// The table of who took which share of the points from whom, in hundredths.
    pub fn matrix(&self) -> String {
        let count = self.players();
        let mut text = String::from("     ");
        (1..=count).for_each(|number| text += &format!("{number:>5}"));
        text.push('\n');
        for one in 0..count {
            text += &format!("{:>4} ", one + 1);
            for other in 0..count {
                let score = self.between(one, other);
                let share = if score.rounds() == 0 { "·".into() } else { format!("{:.0}", 100.0 * score.share()) };
                text += &format!("{share:>5}");
            }
            text.push('\n');
        }
        text
    }
}

/// The inverse of a matrix, by Gauss and Jordan; `None` if it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    for (row, values) in matrix.iter_mut().enumerate() {
        values.extend((0..count).map(|column| f64::from(u8::from(column == row))));
    }
    for column in 0..count {
        let pivot = (column..count).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        let divisor = matrix[column][column];
        matrix[column].iter_mut().for_each(|value| *value /= divisor);
        let used = matrix[column].clone();
        for (_, values) in matrix.iter_mut().enumerate().filter(|(row, _)| *row != column) {
            let factor = values[column];
            values.iter_mut().zip(&used).for_each(|(value, used)| *value -= factor * used);
        }
    }
    Some(matrix.into_iter().map(|row| row[count..].to_vec()).collect())
}
