//! How much of a territory one path can use: chambers between articulation points, and the checkerboard bound.
//!
//! A cell whose removal splits the territory can be passed once, so of several parts behind it only one counts. One
//! depth-first pass (J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", CACM 16,
//! 1973) cuts the territory at its articulation points into chambers and at the same time finds the best chain of
//! chambers from the head on. A path alternates between the two colours of a checkerboard, so a chamber with `near`
//! cells of the entry's colour and `far` cells of the other gives at most `2 * min` cells, and one more if the entry's
//! colour has more.
//!
//! The battlefront rule: a chamber that touches the border with the opponent will be fought for, and who goes there
//! gives up the chambers before it. Such a chamber counts with the steps to its door *instead of* the chambers before.
//! (The idea is A. Sloane's, described in his report on the Google AI Challenge, a1k0n.net, 4 March 2010.)

use super::super::plane::{Bits, Edges, Spot};
use super::degrees::Degrees;
use super::weights::Weights;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Worth {
    /// Cells that a path can use, at most.
    pub cells: i32,
    /// Free neighbours of all those cells together.
    pub edges: i32,
}

/// The most cells of a part that a path can use which enters on a cell of colour `near`.
pub fn fillable(near: i32, far: i32) -> i32 {
    if near > far { 2 * far + 1 } else { 2 * near }
}

/// What the depth-first pass knows of the part of the current chamber below a cell, the cell included.
#[derive(Clone, Copy, Default)]
pub(super) struct Part {
    colours: [i32; 2],
    edges: i32,
    /// Whether a cell touches the battlefront.
    front: bool,
    /// The best chain behind the doors of this chamber that does not touch the battlefront.
    quiet: Worth,
    /// The best one that does, and the door to it.
    fought: Option<(Worth, Spot)>,
}

/// One cell on the stack of the pass.
#[derive(Clone, Copy)]
struct Frame {
    at: Spot,
    next: u8,
    number: u16,
    low: u16,
    part: Part,
}

const OUTSIDE: u16 = u16::MAX;

/// Working memory of the pass for one board.
pub struct Chambers {
    neighbours: Vec<[Spot; 4]>,
    /// 0 = in the set and not visited, else the order of the visit.
    numbers: Vec<u16>,
    stack: Vec<Frame>,
    edges: Edges,
}

impl Chambers {
    pub fn new(edges: Edges) -> Self {
        let nowhere = (edges.height << 7) as Spot;
        let neighbours = (0..nowhere)
            .map(|spot| {
                let inside = u32::from(spot & 127) < edges.width;
                let neighbour = |index| edges.neighbour(spot, index).filter(|_| inside).unwrap_or(nowhere);
                std::array::from_fn(neighbour)
            })
            .collect();
        Self { neighbours, numbers: vec![OUTSIDE; usize::from(nowhere) + 1], stack: Vec::new(), edges }
    }

    /// The best chain of chambers of `region` for a head that stands beside it. `front` are the cells of the region on
    /// the border with the opponent, `degrees` the number of free neighbours of each cell.
    pub fn best_chain<P: Bits>(
        &mut self,
        region: &P,
        front: &P,
        head: Spot,
        degrees: &Degrees<P>,
        weights: &Weights,
    ) -> Worth {
        region.for_each(|spot| self.numbers[usize::from(spot)] = 0);
        // The head is the root of the pass, so that its exits hang together through it.
        let mut number = 1;
        self.numbers[usize::from(head)] = number;
        let mut best = Worth::default();
        for index in 0..4 {
            let Some(start) = self.edges.neighbour(head, index) else { continue };
            if self.numbers[usize::from(start)] != 0 {
                continue;
            }
            let part = self.walk(start, front, degrees, weights, &mut number);
            let (worth, _) = Self::close(&self.edges, &part, head, weights);
            if weights.of(worth) > weights.of(best) {
                best = worth;
            }
        }
        region.for_each(|spot| self.numbers[usize::from(spot)] = OUTSIDE);
        self.numbers[usize::from(head)] = OUTSIDE;
        best
    }

    /// Visits everything that hangs together with `start`; the part of the chamber that `start` is in.
    fn walk<P: Bits>(
        &mut self,
        start: Spot,
        front: &P,
        degrees: &Degrees<P>,
        weights: &Weights,
        number: &mut u16,
    ) -> Part {
        let open = |at: Spot, number: &mut u16| {
            *number += 1;
            let part = Part::of_cell(at, degrees.of_spot(at), front.has(at));
            Frame { at, next: 0, number: *number, low: *number, part }
        };
        self.stack.clear();
        let mut top = open(start, number);
        self.numbers[usize::from(start)] = top.number;
        loop {
            if top.next < 4 {
                let to = self.neighbours[usize::from(top.at)][usize::from(top.next)];
                top.next += 1;
                match self.numbers[usize::from(to)] {
                    OUTSIDE => {}
                    0 => {
                        let child = open(to, number);
                        self.numbers[usize::from(to)] = child.number;
                        self.stack.push(top);
                        top = child;
                    }
                    seen => top.low = top.low.min(seen),
                }
                continue;
            }
            let Some(mut parent) = self.stack.pop() else {
                return top.part;
            };
            if top.low >= parent.number {
                // The parent is the only way to what lies below: a door.
                let (worth, has_front) = Self::close(&self.edges, &top.part, parent.at, weights);
                parent.part.hang(worth, has_front.then_some(parent.at), weights);
            } else {
                parent.part.join(&top.part, weights);
                parent.low = parent.low.min(top.low);
            }
            top = parent;
        }
    }

    /// The worth of a whole chamber entered from the cell `from` beside it, with the best chain behind it, and whether
    /// that touches the battlefront.
    pub(super) fn close(edges: &Edges, part: &Part, from: Spot, weights: &Weights) -> (Worth, bool) {
        let far = usize::from((from ^ from >> 7) & 1);
        let inner = Worth { cells: fillable(part.colours[1 - far], part.colours[far]), edges: part.edges };
        let whole = Worth { cells: inner.cells + part.quiet.cells, edges: inner.edges + part.quiet.edges };
        let Some((fought, door)) = part.fought else {
            return (whole, part.front);
        };
        let (dx, dy) = edges.offset(from, door);
        let steps = (dx + dy) as i32;
        let through = Worth { cells: fought.cells + steps, edges: fought.edges + 2 * steps };
        if weights.of(through) > weights.of(whole) { (through, true) } else { (whole, part.front) }
    }
}

impl Part {
    #[inline(always)]
    pub(super) fn of_cell(spot: Spot, edges: i32, front: bool) -> Self {
        let mut part = Self { edges, front, ..Self::default() };
        part.colours[usize::from((spot ^ spot >> 7) & 1)] = 1;
        part
    }

    /// The part that is a set of cells with so many of even and of odd sum of coordinates.
    pub(super) fn of_set(colours: [i32; 2], edges: i32, front: bool) -> Self {
        Self { colours, edges, front, ..Self::default() }
    }

    /// Takes in the part below a child in the same chamber.
    pub(super) fn join(&mut self, other: &Self, weights: &Weights) {
        self.colours[0] += other.colours[0];
        self.colours[1] += other.colours[1];
        self.edges += other.edges;
        self.front |= other.front;
        self.hang(other.quiet, None, weights);
        if let Some((worth, door)) = other.fought {
            self.hang(worth, Some(door), weights);
        }
    }

    /// Takes in a chain behind a door; `fought` is the door if the chain touches the battlefront.
    pub(super) fn hang(&mut self, worth: Worth, fought: Option<Spot>, weights: &Weights) {
        match (fought, self.fought) {
            (None, _) if weights.of(worth) > weights.of(self.quiet) => self.quiet = worth,
            (Some(_), Some((best, _))) if weights.of(worth) <= weights.of(best) => {}
            (Some(door), _) => self.fought = Some((worth, door)),
            (None, _) => {}
        }
    }
}

/// The cells of a region that can be articulation points: those whose neighbours in the region do not hang together
/// locally. A region without any is one chamber.
#[inline(always)]
pub fn possible_cuts<P: Bits>(region: &P) -> P {
    // `up` has the cells whose upper neighbour is in the region, and so on.
    let (up, right, down, left) = (region.shifted(2), region.shifted(3), region.shifted(0), region.shifted(1));
    let (up_right, up_left) = (up.shifted(3), up.shifted(1));
    let (down_right, down_left) = (down.shifted(3), down.shifted(1));
    // A straight neighbour starts a group if it is not joined over the corner with the next one clockwise.
    let a = up.minus(&up_right.and(&right));
    let b = right.minus(&down_right.and(&down));
    let c = down.minus(&down_left.and(&left));
    let d = left.minus(&up_left.and(&up));
    let two = a.and(&b).or(&c.and(&d)).or(&a.or(&b).and(&c.or(&d)));
    two.and(region)
}
