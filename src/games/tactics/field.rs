//! The board itself: what does not change during a battle, with everything that can be computed beforehand.

use super::square::{MAX_SIDE, SQUARES, Square, Squares};
use crate::base::{Cell, Grid};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ground {
    #[default]
    Floor,
    /// Nobody can stand there and nobody can shoot through it.
    Obstacle,
    /// Who stands there loses one point less, but at least one, to an attack from afar.
    Cover,
    /// Nobody can stand there; shots pass.
    Water,
}

impl Ground {
    /// The character in level files.
    pub const fn symbol(self) -> char {
        match self {
            Self::Floor => '.',
            Self::Obstacle => '#',
            Self::Cover => '+',
            Self::Water => '~',
        }
    }

    pub fn of(symbol: char) -> Option<Self> {
        [Self::Floor, Self::Obstacle, Self::Cover, Self::Water].into_iter().find(|ground| ground.symbol() == symbol)
    }

    pub const fn is_open(self) -> bool {
        matches!(self, Self::Floor | Self::Cover)
    }
}

/// Farthest that any class can attack, in steps.
pub(crate) const MAX_RANGE: u8 = 4;

pub const FAR: u8 = u8::MAX;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Near {
    count: u8,
    squares: [u8; 4],
}

/// The ground with what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    ground: Grid<Ground>,
    open: Squares,
    cover: Squares,
    near: Vec<Near>,
    /// By range from 1: squares that an attack from a square reaches.
    shots: Vec<Vec<Squares>>,
}

/// The four steps: up, right, down, left.
pub(super) const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

impl Field {
    /// Prepares a board.
    ///
    /// # Panics
    /// If a side is longer than [`MAX_SIDE`]; files are checked before.
    pub fn new(ground: Grid<Ground>) -> Self {
        assert!(usize::from(ground.width().max(ground.height())) <= MAX_SIDE, "the board is too large");
        let of = |wanted: fn(Ground) -> bool| {
            let cells = ground.cells().filter(|cell| wanted(ground[*cell]));
            cells.filter_map(Square::of).collect::<Squares>()
        };
        let (open, cover) = (of(Ground::is_open), of(|ground| ground == Ground::Cover));
        let mut near = vec![Near::default(); SQUARES];
        for square in open.iter() {
            let entry = &mut near[square.index()];
            for (dx, dy) in STEPS {
                let cell = Cell::new(square.cell().x + dx, square.cell().y + dy);
                if let Some(to) = Square::of(cell).filter(|to| open.contains(*to)) {
                    entry.squares[usize::from(entry.count)] = to.index() as u8;
                    entry.count += 1;
                }
            }
        }
        let shots = (1..=MAX_RANGE).map(|range| shots(&ground, &open, range)).collect();
        Self { ground, open, cover, near, shots }
    }

    pub fn ground(&self) -> &Grid<Ground> {
        &self.ground
    }

    pub fn width(&self) -> u8 {
        self.ground.width() as u8
    }

    pub fn height(&self) -> u8 {
        self.ground.height() as u8
    }

    pub fn open(&self) -> &Squares {
        &self.open
    }

    pub fn has_cover(&self, square: Square) -> bool {
        self.cover.contains(square)
    }

    /// The open neighbours of a square: up, right, down, left as far as they are there.
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        let near = self.near[square.index()];
        (0..usize::from(near.count)).map(move |index| Square::from_index(near.squares[index].into()))
    }

    /// Squares that an attack of a range (1 to [`MAX_RANGE`]) from `square` reaches, whoever stands in between:
    /// at most `range` steps away as the crow walks, with no obstacle on the straight line.
    pub fn shots(&self, square: Square, range: u8) -> &Squares {
        &self.shots[usize::from(range - 1)][square.index()]
    }

    /// Steps from every square to the nearest of `goals` on an empty board; [`FAR`] where there is no way.
    pub fn distances(&self, goals: &Squares) -> Vec<u8> {
        let mut steps = vec![FAR; SQUARES];
        let mut front: Vec<Square> = goals.iter().filter(|square| self.open.contains(*square)).collect();
        front.iter().for_each(|square| steps[square.index()] = 0);
        let mut distance = 0;
        while !front.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for to in front.iter().flat_map(|square| self.neighbours(*square)) {
                if steps[to.index()] == FAR {
                    steps[to.index()] = distance;
                    next.push(to);
                }
            }
            front = next;
        }
        steps
    }

    /// Whether every open square can be reached from every other one.
    pub fn is_connected(&self) -> bool {
        let Some(first) = self.open.iter().next() else { return false };
        let steps = self.distances(&std::iter::once(first).collect());
        self.open.iter().all(|square| steps[square.index()] != FAR)
    }
}

fn shots(ground: &Grid<Ground>, open: &Squares, range: u8) -> Vec<Squares> {
    // A line has one rounding from either end; a shot needs one of the two, so that who sees is seen.
    let is_clear = |from: Square, to: Square| {
        let clear = |a: Square, b: Square| a.cell().line_between(b.cell()).all(|cell| ground[cell] != Ground::Obstacle);
        clear(from, to) || clear(to, from)
    };
    let mut table = vec![Squares::default(); SQUARES];
    for from in open.iter() {
        let reached = open.iter().filter(|to| (1..=u32::from(range)).contains(&from.distance(*to)));
        table[from.index()] = reached.filter(|to| is_clear(from, *to)).collect();
    }
    table
}
