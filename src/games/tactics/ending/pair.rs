//! Two soldiers against one, each with at most three points: who has the pair wins nearly always, but over up to fifty
//! turns, which no search sees.
//!
//! Solved layer by layer: a layer is all positions with the same points. A turn of the pair has two actions, so there
//! are four kinds of positions: the single to move, the pair to move, and the pair with one of the two done.

use super::Value;
use super::duel::Duel;
use super::layer::Layer;
use crate::games::tactics::class::Class;
use crate::games::tactics::field::Field;
use crate::games::tactics::square::{SQUARES, Square};

pub(super) const MOST: u8 = 3;

/// Most open squares of a board with such a table: its size grows with their third power.
const MOST_SQUARES: usize = 72;

const SINGLE: usize = 0;
const BOTH: usize = 1;
/// The first of the pair has acted, or the second.
const DONE: [usize; 2] = [2, 3];

/// Pairs of points of the pair, the smaller first, by their sum.
const POINTS: [(u8, u8); 6] = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];

pub(super) const LAYERS: usize = POINTS.len() * MOST as usize;

/// Who stands where in a layer: first, second, single, as places in the list of open squares.
type Where = [usize; 3];

/// The table, as far as it is solved.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    class: Class,
    duel: std::sync::Arc<Duel>,
    open: Vec<Square>,
    place: Vec<u8>,
    near: Vec<Vec<usize>>,
    /// By layer, once solved: by kind and squares, turns to the end for the side to move, negative for a loss.
    layers: Vec<Option<Vec<i8>>>,
}

impl Pair {
    /// The table of a class without any peculiarity, if the board is small enough for it. The duel is that of the class
    /// against itself.
    pub(super) fn new(field: &Field, class: &Class, duel: std::sync::Arc<Duel>) -> Option<Self> {
        let is_plain = class.range == 1 && class.steps == 1 && class.attack == 1 && class.ability.is_none();
        let open: Vec<Square> = field.open().iter().collect();
        if !is_plain || open.len() > MOST_SQUARES {
            return None;
        }
        let mut place = vec![u8::MAX; SQUARES];
        open.iter().enumerate().for_each(|(index, square)| place[square.index()] = index as u8);
        let near = open.iter().map(|at| field.neighbours(*at).map(|to| place[to.index()].into()).collect()).collect();
        Some(Self { class: class.clone(), duel, open, place, near, layers: vec![None; LAYERS] })
    }

    fn layer(points: (u8, u8), single: u8) -> Option<usize> {
        let pair = POINTS.iter().position(|other| *other == points)?;
        ((1..=MOST).contains(&single)).then(|| pair * usize::from(MOST) + usize::from(single) - 1)
    }

    /// Solves the layers that a position with these points can lead to, as far as they are not.
    pub(super) fn solve_for(&mut self, points: (u8, u8), single: u8) {
        let (low, high) = (points.0.min(points.1), points.0.max(points.1));
        for (index, (first, second)) in POINTS.into_iter().enumerate() {
            for other in (1..=single.min(MOST)).filter(|_| first <= low && second <= high) {
                self.solve(index * usize::from(MOST) + usize::from(other) - 1);
            }
        }
    }

    /// Solves one more layer; false if there is none.
    pub(super) fn advance(&mut self) -> bool {
        let next = self.layers.iter().position(Option::is_none);
        next.is_some_and(|layer| {
            self.solve(layer);
            true
        })
    }

    /// The value for the side to move, `pair` or the single, at the beginning of its turn.
    pub(super) fn value(&self, pair: [(Square, u8); 2], single: (Square, u8), pair_moves: bool) -> Option<Value> {
        let place = |square: Square| usize::from(self.place[square.index()]);
        let kind = if pair_moves { BOTH } else { SINGLE };
        let at = [place(pair[0].0), place(pair[1].0), place(single.0)];
        self.solved(kind, at, (pair[0].1, pair[1].1), single.1)
    }

    fn index(&self, kind: usize, [p, q, s]: Where) -> usize {
        let n = self.open.len();
        ((kind * n + p) * n + q) * n + s
    }

    /// From a solved layer; the order of the pair does not matter.
    fn solved(&self, kind: usize, [p, q, s]: Where, (hp, hq): (u8, u8), hs: u8) -> Option<Value> {
        let (kind, at, points) = if hp <= hq {
            (kind, [p, q, s], (hp, hq))
        } else {
            (DONE.iter().position(|done| *done == kind).map_or(kind, |index| DONE[1 - index]), [q, p, s], (hq, hp))
        };
        let layer = self.layers[Self::layer(points, hs)?].as_ref()?;
        Some(Value::of(layer[self.index(kind, at)].into()))
    }

    /// The same of a layer that is solved before the one at hand.
    fn known(&self, kind: usize, at: Where, points: (u8, u8), single: u8) -> Value {
        self.solved(kind, at, points, single).unwrap_or(Value::Draw)
    }

    fn solve(&mut self, layer: usize) {
        if self.layers[layer].is_some() {
            return;
        }
        let (points, single) = (POINTS[layer / usize::from(MOST)], (layer % usize::from(MOST)) as u8 + 1);
        let n = self.open.len();
        let size = 4 * n * n * n;
        let (mut work, mut turns) = (Layer::new(size), vec![0; size]);
        for at in squares(n) {
            for kind in [SINGLE, BOTH, DONE[0], DONE[1]] {
                self.first_look(&mut work, kind, at, points, single);
            }
        }
        while let Some((position, length, is_win)) = work.nearest() {
            if turns[position] == 0 {
                turns[position] = if is_win { length as i8 } else { -(length as i8) };
                self.settle(position, length, is_win, |before, turns_then, wins| {
                    if turns[before] == 0 {
                        work.tell(before, turns_then, wins);
                    }
                });
            }
        }
        self.layers[layer] = Some(turns);
    }

    fn free(&self, who: usize, at: Where) -> impl Iterator<Item = usize> + '_ {
        self.near[at[who]].iter().copied().filter(move |to| !at.contains(to))
    }

    fn touches(&self, one: usize, other: usize) -> bool {
        self.open[one].touches(self.open[other])
    }

    fn can_act(&self, who: usize, at: Where) -> bool {
        self.touches(at[who], at[2]) || self.free(who, at).next().is_some()
    }

    /// Counts the moves of a position within the layer and looks at the attacks, which lead out of it.
    fn first_look(&self, work: &mut Layer, kind: usize, at: Where, (hp, hq): (u8, u8), hs: u8) {
        let mut moves = 0;
        let mut known: [Option<Value>; 2] = [None; 2];
        if kind == SINGLE {
            moves = self.free(2, at).count();
            for who in (0..2).filter(|who| self.touches(at[*who], at[2])) {
                let points = [hp, hq];
                let reply = if points[who] == 1 {
                    let other = (self.open[at[1 - who]], points[1 - who]);
                    self.duel.value(&self.class, other, (self.open[at[2]], hs)).unwrap_or(Value::Draw)
                } else {
                    let left = if who == 0 { (hp - 1, hq) } else { (hp, hq - 1) };
                    self.known(BOTH, at, left, hs)
                };
                known[who] = Some(reply.turned());
            }
        } else {
            for who in (0..2).filter(|who| kind != DONE[*who]) {
                moves += self.free(who, at).count();
                if self.touches(at[who], at[2]) {
                    known[who] = Some(if hs == 1 {
                        Value::Win(1)
                    } else if kind == BOTH {
                        // The same side goes on.
                        self.known(DONE[who], at, (hp, hq), hs - 1)
                    } else {
                        self.known(SINGLE, at, (hp, hq), hs - 1).turned()
                    });
                }
            }
            // Who cannot act is skipped.
            moves += usize::from(moves == 0 && known.iter().all(Option::is_none));
        }
        work.look(self.index(kind, at), moves, known.into_iter().flatten());
    }

    /// A position is found to be won or lost for its side: `tell` hears what a move to it is worth in each position that
    /// leads to it.
    fn settle(&self, index: usize, turns: u16, is_win: bool, mut tell: impl FnMut(usize, u16, bool)) {
        let n = self.open.len();
        let (kind, at) = (index / (n * n * n), [index / (n * n) % n, index / n % n, index % n]);
        match kind {
            SINGLE => {
                // The last of the pair to act came to its square, or could do nothing.
                for who in 0..2 {
                    let done = DONE[1 - who];
                    for from in self.free(who, at) {
                        let mut before = at;
                        before[who] = from;
                        tell(self.index(done, before), turns + 1, !is_win);
                    }
                    if !self.can_act(who, at) {
                        tell(self.index(done, at), turns + 1, !is_win);
                    }
                }
            }
            BOTH => {
                for from in self.free(2, at) {
                    tell(self.index(SINGLE, [at[0], at[1], from]), turns + 1, !is_win);
                }
            }
            done => {
                let who = usize::from(done == DONE[1]);
                for from in self.free(who, at) {
                    let mut before = at;
                    before[who] = from;
                    tell(self.index(BOTH, before), turns, is_win);
                }
            }
        }
    }
}

fn squares(n: usize) -> impl Iterator<Item = Where> {
    let all = (0..n).flat_map(move |p| (0..n).flat_map(move |q| (0..n).map(move |s| [p, q, s])));
    all.filter(|[p, q, s]| p != q && p != s && q != s)
}
