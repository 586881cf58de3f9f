//! The form of the reference data that our rules and tables are compared with: one-turn counts as JSON lines, samples
//! of exact solutions as CSV. `gridmarch bench tactics --reference DIR` reads them.

use super::class::Classes;
use super::field::{Field, Ground};
use super::joint;
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::{Mode, Rules, Side};
use super::scene::{Marks, Scene};
use super::square::{Square, Squares};
use crate::base::Grid;
use crate::search::perft;
use serde::Deserialize;
use std::sync::Arc;

/// Columns and rows of the source's board, on which all of the data is.
pub const BOARD: (u8, u8) = (10, 7);

/// A position with the number of ways to play its first turn.
#[derive(Debug, Clone, Deserialize)]
pub struct Counted {
    pub id: String,
    mover: Vec<(u8, u8, u8)>,
    other: Vec<(u8, u8, u8)>,
    obstacles: Vec<(u8, u8)>,
    pub sequences: u64,
    pub states: u64,
    /// Joint operators of the source.
    pub seed_joint: u64,
    /// Positions to which those lead.
    pub seed_joint_states: u64,
}

/// The source's board with obstacles, as a scene of `counts` soldiers under the classic rules.
pub fn classic_scene(obstacles: &Squares, counts: [usize; 2]) -> Arc<Scene> {
    let mut ground = Grid::filled(BOARD.0.into(), BOARD.1.into(), Ground::Floor);
    for square in obstacles.iter() {
        ground[square.cell()] = Ground::Obstacle;
    }
    let soldier = Classes::built_in().soldier().clone();
    let squads = counts.map(|count| vec![(soldier.clone(), false); count]);
    let scene = Scene::new(Field::new(ground), Rules::of(Mode::Classic), Marks::default(), Side::A, &squads);
    Arc::new(scene)
}

fn on_board(x: u8, y: u8) -> Result<Square, String> {
    if x < BOARD.0 && y < BOARD.1 { Ok(Square::new(x, y)) } else { Err(format!("({x}, {y}) is not on the board")) }
}

impl Counted {
    pub fn parse(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| error.to_string())
    }

    /// The position, the mover being side A.
    pub fn position(&self) -> Result<Position, String> {
        let obstacles = self.obstacles.iter().map(|(x, y)| on_board(*x, *y)).collect::<Result<Squares, String>>()?;
        let scene = classic_scene(&obstacles, [self.mover.len(), self.other.len()]);
        let (mut placed, mut taken) = (Vec::new(), obstacles);
        for (side, list) in [&self.mover, &self.other].into_iter().enumerate() {
            if list.len() > MAX_SQUAD {
                return Err(format!("{} characters of a side", list.len()));
            }
            for (index, (x, y, hp)) in list.iter().enumerate() {
                let square = on_board(*x, *y)?;
                if taken.contains(square) {
                    return Err(format!("({x}, {y}) is taken twice"));
                }
                taken.insert(square);
                placed.push((side * MAX_SQUAD + index, square, *hp));
            }
        }
        Ok(Position::new(scene, &placed, Side::A))
    }

    /// What we count: sequences, states, joint operators, their states.
    pub fn ours(&self) -> Result<[u64; 4], String> {
        let mut position = self.position()?;
        // The data tells identical characters apart, our keys do not.
        let turn = perft::turn_by(&mut position, joint::Joint::of);
        let (operators, states) = joint::count(&position);
        Ok([turn.lines, turn.positions, operators as u64, states as u64])
    }

    /// What the data says, in the same order.
    pub fn theirs(&self) -> [u64; 4] {
        [self.sequences, self.states, self.seed_joint, self.seed_joint_states]
    }
}

/// A sample of the exact solution of a position of one or two soldiers against one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Square and points of side A's characters; the mover in a position of one against one.
    pub own: Vec<(Square, u8)>,
    /// Square and points of side B's only character.
    pub other: (Square, u8),
    pub side: Side,
    /// For the side to move: win (1), loss (-1) or draw (0).
    pub value: i8,
    /// Turns until the end; 0 for a draw.
    pub turns: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Samples {
    pub obstacles: Squares,
    /// Wins, losses and draws for the side to move among all positions, if the file says so.
    pub totals: Option<[u64; 3]>,
    pub samples: Vec<Sample>,
}

impl Samples {
    /// Reads a file of samples, with one character or two of side A.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut all = Self { obstacles: Squares::default(), totals: None, samples: Vec::new() };
        for (index, line) in text.lines().enumerate() {
            let problem = |what: String| format!("line {}: {what}", index + 1);
            if let Some(list) = line.strip_prefix("# obstacles:") {
                for pair in list.split_whitespace() {
                    let numbers = pair.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
                    let (x, y) = numbers.ok_or_else(|| problem(format!("{pair:?} is no square")))?;
                    all.obstacles.insert(on_board(x, y).map_err(problem)?);
                }
            } else if let Some(list) = line.strip_prefix("# totals over all states:") {
                let words: Vec<&str> = list.split_whitespace().collect();
                let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
                all.totals = number(1).zip(number(3)).zip(number(5)).map(|((w, l), d)| [w, l, d]);
            } else if line.starts_with(|first: char| first.is_ascii_digit()) {
                all.samples.push(sample(line).map_err(problem)?);
            }
        }
        Ok(all)
    }
}

fn sample(line: &str) -> Result<Sample, String> {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |at: usize| {
        let field = fields.get(at).ok_or_else(|| format!("there are {} fields", fields.len()))?;
        field.parse::<u8>().map_err(|_| format!("{field:?} is no number"))
    };
    let square = |at: usize| on_board(number(at)?, number(at + 1)?);
    let (own, other, side, rest) = if fields.len() == 8 {
        (vec![(square(0)?, number(4)?)], (square(2)?, number(5)?), Side::A, 6)
    } else {
        let side = match fields.get(9) {
            Some(&"pair") => Side::A,
            Some(&"single") => Side::B,
            _ => return Err("expected pair or single as the side to move".into()),
        };
        (vec![(square(0)?, number(2)?), (square(3)?, number(5)?)], (square(6)?, number(8)?), side, 10)
    };
    let value = match fields.get(rest) {
        Some(&"W") => 1,
        Some(&"L") => -1,
        Some(&"D") => 0,
        _ => return Err("expected W, L or D".into()),
    };
    let turns = if value == 0 { 0 } else { number(rest + 1)?.into() };
    Ok(Sample { own, other, side, value, turns })
}
