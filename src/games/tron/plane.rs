//! Sets of cells as machine words that the compiler can turn into vector instructions.
//!
//! A board row is one word; bit `x` is column `x`. Rows are dealt to `L` lanes in strips: lane `l` of vector `v` holds
//! row `l * V + v`. So the rows above and below a row lie in the neighbouring *vector* of the same lane, and moving a
//! set up or down needs no shifts across lanes except at the seams of the strips. That makes one flood step about
//! seven word operations per vector. The lanes of one vector fill 32 bytes; where the processor's vectors are shorter, each
//! is two of them. The loops that matter most are in [`kernels`], the rest is left to the compiler.
//!
//! Bits beyond the board's width may appear after [`Bits::expand`]; every caller intersects with a set of the board.
//!
//! A [`Spot`] is a cell as one number, `y * 128 + x`.

mod kernels;
pub mod plain;
mod word;

pub use kernels::Tally;

use crate::base::Cell;
use word::Word;

/// A cell of the board as one number: `y * 128 + x`.
pub type Spot = u16;

pub fn spot(cell: Cell) -> Spot {
    (cell.y as u16) << 7 | cell.x as u16
}

pub fn cell_of(spot: Spot) -> Cell {
    Cell::new((spot & 127) as i16, (spot >> 7) as i16)
}

/// Size of the board and whether its edges are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edges {
    pub width: u32,
    pub height: u32,
    pub wrap: bool,
}

impl Edges {
    /// The neighbour of `from` in direction `MOVES[index]`, if it is on the board.
    pub fn neighbour(&self, from: Spot, index: usize) -> Option<Spot> {
        let (x, y) = (u32::from(from & 127), u32::from(from >> 7));
        let (last_x, last_y) = (self.width - 1, self.height - 1);
        match index {
            0 if y > 0 => Some(from - 128),
            1 if x < last_x => Some(from + 1),
            2 if y < last_y => Some(from + 128),
            3 if x > 0 => Some(from - 1),
            _ if !self.wrap => None,
            0 => Some(from + (last_y as u16) * 128),
            1 => Some(from - last_x as u16),
            2 => Some(from - (last_y as u16) * 128),
            _ => Some(from + last_x as u16),
        }
    }

    /// The straight or, with joined edges, shortest differences of column and row.
    pub fn offset(&self, a: Spot, b: Spot) -> (u32, u32) {
        let (dx, dy) = (u32::from((a & 127).abs_diff(b & 127)), u32::from((a >> 7).abs_diff(b >> 7)));
        if self.wrap { (dx.min(self.width - dx), dy.min(self.height - dy)) } else { (dx, dy) }
    }
}

/// The cells whose coordinates have an even sum: one colour of the checkerboard.
pub fn even_cells<P: Bits>(edges: &Edges) -> P {
    const EVEN: u128 = 0x5555_5555_5555_5555_5555_5555_5555_5555;
    let mut even = P::EMPTY;
    for y in 0..edges.height {
        even.set_row(y, if y % 2 == 0 { EVEN } else { !EVEN });
    }
    even
}

pub trait Bits: Copy + Send + Sync + Eq + 'static {
    const EMPTY: Self;

    fn has(&self, spot: Spot) -> bool;
    /// Takes the cell in if it is out and out if it is in.
    fn flip(&mut self, spot: Spot);
    fn set_row(&mut self, y: u32, row: u128);
    /// The straight neighbours of all cells of the set; bits beyond the board's width may be wrong.
    fn expand(&self, edges: &Edges) -> Self;
    /// The set moved by one cell in direction `MOVES[index]`, without joined edges.
    fn shifted(&self, index: usize) -> Self;
    fn and(&self, other: &Self) -> Self;
    fn or(&self, other: &Self) -> Self;
    fn xor(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn is_empty(&self) -> bool;
    fn count(&self) -> u32;
    fn first(&self) -> Option<Spot>;

    /// The cells around a cell: bit `d` for the neighbour in direction `Dir::ALL[d]`.
    fn ring(&self, spot: Spot, edges: &Edges) -> u8;

    /// Whether the cells of the set among the four straight neighbours of `spot` are connected with each other through
    /// the eight cells around it. If so, taking `spot` out of the set does not split the part it belongs to.
    fn is_simple(&self, spot: Spot, edges: &Edges) -> bool {
        SIMPLE[usize::from(self.ring(spot, edges))]
    }

    #[inline(always)]
    fn for_each(&self, mut visit: impl FnMut(Spot)) {
        let mut rest = *self;
        while let Some(spot) = rest.first() {
            rest.flip(spot);
            visit(spot);
        }
    }

    /// The cells of `self` that can be reached from `seeds` within `self`, seeds in `self` included.
    fn flood(&self, seeds: &Self, edges: &Edges) -> Self;
    /// Both sides flood this set from their heads at once, one step a round: what the first reaches first or at the same
    /// time, and what the second does.
    fn divide(&self, heads: [&Self; 2], edges: &Edges) -> [Self; 2];
    /// Whether a cell of this set can be reached within it from beside both seeds.
    fn meet(&self, seeds: [&Self; 2], edges: &Edges) -> bool;
    /// Counts the cells, those in `marked`, and the numbers that the cells have by these binary digits.
    fn tally(&self, marked: &Self, digits: [&Self; 3]) -> Tally;

    #[inline(always)]
    fn single(spot: Spot) -> Self {
        let mut set = Self::EMPTY;
        set.flip(spot);
        set
    }
}

/// For each ring of eight cells (bit `d` in direction `Dir::ALL[d]`): whether its straight neighbours are connected
/// within the ring.
const SIMPLE: [bool; 256] = {
    let mut table = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        // Each straight neighbour starts a group unless the corner and the straight neighbour before it are set.
        let (mut straight, mut joined, mut dir) = (0, 0, 0);
        while dir < 8 {
            if ring >> dir & 1 == 1 {
                straight += 1;
                let (corner, next) = ((dir + 1) % 8, (dir + 2) % 8);
                joined += ring >> corner & ring >> next & 1;
            }
            dir += 2;
        }
        // All four joined in a circle are one group, too.
        table[ring] = straight - joined <= 1;
        ring += 1;
    }
    table
};

/// The rows as `V` vectors of `L` lanes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Plane<W, const L: usize, const V: usize>([[W; L]; V]);

#[expect(clippy::needless_range_loop, reason = "plain index loops over both arrays become vector instructions")]
impl<W: Word, const L: usize, const V: usize> Plane<W, L, V> {
    #[inline(always)]
    fn zip(&self, other: &Self, join: impl Fn(W, W) -> W) -> Self {
        let mut result = [[W::ZERO; L]; V];
        for v in 0..V {
            for l in 0..L {
                result[v][l] = join(self.0[v][l], other.0[v][l]);
            }
        }
        Self(result)
    }

    /// Vector `v` moved down by one row: each lane gets the row above.
    #[inline(always)]
    fn above(&self, v: usize) -> [W; L] {
        if v > 0 {
            return self.0[v - 1];
        }
        let mut lanes = [W::ZERO; L];
        lanes[1..L].copy_from_slice(&self.0[V - 1][..L - 1]);
        lanes
    }

    /// Vector `v` moved up by one row: each lane gets the row below.
    #[inline(always)]
    fn below(&self, v: usize) -> [W; L] {
        if v + 1 < V {
            return self.0[v + 1];
        }
        let mut lanes = [W::ZERO; L];
        lanes[..L - 1].copy_from_slice(&self.0[0][1..L]);
        lanes
    }

    #[inline(always)]
    fn row(&self, y: u32) -> W {
        self.0[y as usize % V][y as usize / V]
    }

    /// What flows over joined edges.
    #[cold]
    fn over_the_edges(&self, edges: &Edges) -> Self {
        let mut result = Self([[W::ZERO; L]; V]);
        let (last_x, last_y) = (edges.width - 1, edges.height - 1);
        for y in 0..edges.height {
            let row = self.row(y);
            let over = (row >> last_x & W::ONE) | (row & W::ONE) << last_x;
            result.0[y as usize % V][y as usize / V] = over;
        }
        for (from, to) in [(0, last_y), (last_y, 0)] {
            let place = &mut result.0[to as usize % V][to as usize / V];
            *place = *place | self.row(from);
        }
        result
    }
}

#[expect(clippy::needless_range_loop, reason = "plain index loops over both arrays become vector instructions")]
impl<W: Word + 'static, const L: usize, const V: usize> Bits for Plane<W, L, V> {
    const EMPTY: Self = Self([[W::ZERO; L]; V]);

    #[inline(always)]
    fn has(&self, spot: Spot) -> bool {
        let y = usize::from(spot >> 7);
        self.0[y % V][y / V] >> u32::from(spot & 127) & W::ONE != W::ZERO
    }

    #[inline(always)]
    fn flip(&mut self, spot: Spot) {
        let y = usize::from(spot >> 7);
        self.0[y % V][y / V] = self.0[y % V][y / V] ^ W::ONE << u32::from(spot & 127);
    }

    fn set_row(&mut self, y: u32, row: u128) {
        self.0[y as usize % V][y as usize / V] = W::of(row);
    }

    #[inline(always)]
    fn expand(&self, edges: &Edges) -> Self {
        let mut result = [[W::ZERO; L]; V];
        for v in 0..V {
            let (above, below) = (self.above(v), self.below(v));
            for l in 0..L {
                let row = self.0[v][l];
                result[v][l] = (row << 1) | (row >> 1) | above[l] | below[l];
            }
        }
        let result = Self(result);
        if edges.wrap { result.or(&self.over_the_edges(edges)) } else { result }
    }

    #[inline(always)]
    fn ring(&self, spot: Spot, edges: &Edges) -> u8 {
        let (x, y) = (u32::from(spot & 127), u32::from(spot >> 7));
        if edges.wrap {
            let around = |a: u32, b: u32| {
                let (x, y) = ((x + a) % edges.width, (y + b) % edges.height);
                u8::from(self.has((y << 7 | x) as Spot))
            };
            let (left, up) = (edges.width - 1, edges.height - 1);
            let cells = [(0, up), (1, up), (1, 0), (1, 1), (0, 1), (left, 1), (left, 0), (left, up)];
            return cells.iter().rev().fold(0, |ring, (a, b)| ring << 1 | around(*a, *b));
        }
        // Three cells of a row, the left one in bit 0. Columns beyond the board are never in a set of the board.
        let three = |y: u32| {
            let row = self.row(y);
            if x == 0 { row.low_byte() << 1 & 7 } else { (row >> (x - 1)).low_byte() & 7 }
        };
        let above = if y == 0 { 0 } else { three(y - 1) };
        let below = if y + 1 >= edges.height { 0 } else { three(y + 1) };
        let middle = three(y);
        above >> 1
            | (middle >> 2) << 2
            | (below >> 2) << 3
            | (below >> 1 & 1) << 4
            | (below & 1) << 5
            | (middle & 1) << 6
            | (above & 1) << 7
    }

    #[inline(always)]
    fn shifted(&self, index: usize) -> Self {
        let mut result = [[W::ZERO; L]; V];
        for v in 0..V {
            for l in 0..L {
                result[v][l] = match index {
                    0 => self.below(v)[l],
                    1 => self.0[v][l] << 1,
                    2 => self.above(v)[l],
                    _ => self.0[v][l] >> 1,
                };
            }
        }
        Self(result)
    }

    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let mut any = [W::ZERO; L];
        for vector in &self.0 {
            for l in 0..L {
                any[l] = any[l] | vector[l];
            }
        }
        any == [W::ZERO; L]
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        // Byte by byte, so that whole vectors are counted at once on processors of any age. A byte holds the counts of up to
        // 31 others.
        let mut sum = 0;
        for vectors in self.0.chunks(31) {
            let mut bytes = [W::ZERO; L];
            for vector in vectors {
                for l in 0..L {
                    bytes[l] = bytes[l].plus(vector[l].ones_by_byte());
                }
            }
            sum += bytes.iter().map(|lane| lane.byte_sum()).sum::<u32>();
        }
        sum
    }

    #[inline]
    fn divide(&self, heads: [&Self; 2], edges: &Edges) -> [Self; 2] {
        let by_vectors = if edges.wrap { None } else { W::divide(&self.0, heads.map(|head| &head.0)) };
        by_vectors.map_or_else(|| plain::divide(self, heads, edges), |sets| sets.map(Self))
    }

    #[inline]
    fn flood(&self, seeds: &Self, edges: &Edges) -> Self {
        let by_vectors = if edges.wrap { None } else { W::flood(&self.0, &seeds.0) };
        by_vectors.map_or_else(|| plain::flood(self, seeds, edges), Self)
    }

    #[inline]
    fn meet(&self, seeds: [&Self; 2], edges: &Edges) -> bool {
        let by_vectors = if edges.wrap { None } else { W::meet(&self.0, seeds.map(|seed| &seed.0)) };
        by_vectors.unwrap_or_else(|| plain::meet(self, seeds, edges))
    }

    #[inline]
    fn tally(&self, marked: &Self, digits: [&Self; 3]) -> Tally {
        let by_vectors = W::tally(&self.0, &marked.0, digits.map(|digit| &digit.0));
        by_vectors.unwrap_or_else(|| plain::tally(self, marked, digits))
    }

    #[inline(always)]
    fn first(&self) -> Option<Spot> {
        for v in 0..V {
            for l in 0..L {
                if self.0[v][l] != W::ZERO {
                    return Some(((l * V + v) << 7) as Spot | self.0[v][l].lowest() as Spot);
                }
            }
        }
        None
    }
}

/// Boards up to 16 x 16.
pub type Small = Plane<u16, 16, 1>;
/// Boards up to 32 x 24: the classic one, also with a wall around it, as contest maps have.
pub type Classic = Plane<u32, 8, 3>;
/// Boards up to 32 x 32.
pub type Square = Plane<u32, 8, 4>;
/// Boards up to 64 x 64.
pub type Large = Plane<u64, 4, 16>;
/// All boards.
pub type Huge = Plane<u128, 1, 100>;

/// Evaluates `$body` with `$bits` standing for the smallest set that holds a board of `$width` x `$height`.
macro_rules! with_bits {
    ($width:expr, $height:expr, $bits:ident => $body:expr) => {
        match ($width, $height) {
            (..=16, ..=16) => {
                type $bits = $crate::games::tron::plane::Small;
                $body
            }
            (..=32, ..=24) => {
                type $bits = $crate::games::tron::plane::Classic;
                $body
            }
            (..=32, ..=32) => {
                type $bits = $crate::games::tron::plane::Square;
                $body
            }
            (..=64, ..=64) => {
                type $bits = $crate::games::tron::plane::Large;
                $body
            }
            _ => {
                type $bits = $crate::games::tron::plane::Huge;
                $body
            }
        }
    };
}
pub(super) use with_bits;
