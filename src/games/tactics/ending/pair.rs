//! Two soldiers against one, each with at most three points: who has the pair wins nearly always, but over up to fifty
//! turns, which no search sees.
//!
//! Solved layer by layer: a layer is all positions with the same points. A turn of the pair has two actions, so there
//! are four kinds of positions: the single to move, the pair to move, and the pair with one of the two done.

use super::duel::Duel;
use super::{Value, enter};
use crate::games::tactics::class::Class;
use crate::games::tactics::field::Field;
use crate::games::tactics::square::{SQUARES, Square};

/// Most points of each.
pub(super) const MOST: u8 = 3;

/// Most open squares of a board with such a table: its size grows with their third power.
const MOST_SQUARES: usize = 72;

/// Kinds of positions.
const SINGLE: usize = 0;
const BOTH: usize = 1;
/// The first of the pair has acted, or the second.
const DONE: [usize; 2] = [2, 3];

/// Pairs of points of the pair, the smaller first, by their sum.
const POINTS: [(u8, u8); 6] = [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];

pub(super) const LAYERS: usize = POINTS.len() * MOST as usize;

/// Who stands where in a layer: first, second, single, as places in the list of open squares.
type Where = [usize; 3];

/// A reply that is known because it leads out of the layer.
#[derive(Clone, Copy)]
enum Known {
    /// The side to move wins in this many turns.
    Win(u16),
    Loss(u16),
    Draw,
}

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

/// What is being found out about a layer.
struct Work {
    turns: Vec<i8>,
    /// Moves that are not known to be bad, [`NEVER`] if one that leads out of the layer is not.
    left: Vec<u8>,
    longest: Vec<u8>,
    /// Positions by number of turns; those found in a turn may be appended to it.
    wins: Vec<Vec<u32>>,
    losses: Vec<Vec<u32>>,
}

const NEVER: u8 = u8::MAX;

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
        let turns = self.turns(kind, at, (pair[0].1, pair[1].1), single.1)?;
        Some(match turns {
            0 => Value::Draw,
            turns if turns > 0 => Value::Win(turns as u16),
            turns => Value::Loss(u16::from(turns.unsigned_abs())),
        })
    }

    fn index(&self, kind: usize, [p, q, s]: Where) -> usize {
        let n = self.open.len();
        ((kind * n + p) * n + q) * n + s
    }

    /// From a solved layer; the order of the pair does not matter.
    fn turns(&self, kind: usize, [p, q, s]: Where, (hp, hq): (u8, u8), hs: u8) -> Option<i8> {
        let (kind, at, points) = if hp <= hq {
            (kind, [p, q, s], (hp, hq))
        } else {
            (DONE.iter().position(|done| *done == kind).map_or(kind, |index| DONE[1 - index]), [q, p, s], (hq, hp))
        };
        let layer = self.layers[Self::layer(points, hs)?].as_ref()?;
        Some(layer[self.index(kind, at)])
    }

    fn known(turns: Option<i8>) -> Known {
        match turns.unwrap_or(0) {
            0 => Known::Draw,
            turns if turns > 0 => Known::Win(turns as u16),
            turns => Known::Loss(u16::from(turns.unsigned_abs())),
        }
    }

    fn solve(&mut self, layer: usize) {
        if self.layers[layer].is_some() {
            return;
        }
        let (points, single) = (POINTS[layer / usize::from(MOST)], (layer % usize::from(MOST)) as u8 + 1);
        let n = self.open.len();
        let size = 4 * n * n * n;
        let mut work = Work {
            turns: vec![0; size],
            left: vec![0; size],
            longest: vec![0; size],
            wins: Vec::new(),
            losses: Vec::new(),
        };
        for at in squares(n) {
            for kind in [SINGLE, BOTH, DONE[0], DONE[1]] {
                self.first_look(&mut work, kind, at, points, single);
            }
        }
        let mut turns = 1;
        while turns < work.wins.len().max(work.losses.len()) {
            for is_win in [true, false] {
                let mut done = 0;
                // The list grows while it is gone through: within a turn of the pair nothing is added.
                loop {
                    let list = if is_win { &work.wins } else { &work.losses };
                    let Some(position) = list.get(turns).and_then(|list| list.get(done)).copied() else { break };
                    done += 1;
                    self.settle(&mut work, position as usize, turns, is_win);
                }
            }
            turns += 1;
        }
        self.layers[layer] = Some(work.turns);
    }

    /// Whether nobody else stands on a square.
    fn is_free(to: usize, at: Where) -> bool {
        !at.contains(&to)
    }

    fn free(&self, who: usize, at: Where) -> impl Iterator<Item = usize> + '_ {
        self.near[at[who]].iter().copied().filter(move |to| Self::is_free(*to, at))
    }

    fn touches(&self, one: usize, other: usize) -> bool {
        self.open[one].touches(self.open[other])
    }

    fn can_act(&self, who: usize, at: Where) -> bool {
        self.touches(at[who], at[2]) || self.free(who, at).next().is_some()
    }

    /// Counts the moves of a position within the layer and looks at the attacks, which lead out of it.
    fn first_look(&self, work: &mut Work, kind: usize, at: Where, (hp, hq): (u8, u8), hs: u8) {
        let mut moves = 0;
        let mut known: [Option<Known>; 2] = [None; 2];
        if kind == SINGLE {
            moves = self.free(2, at).count();
            for who in (0..2).filter(|who| self.touches(at[*who], at[2])) {
                let points = [hp, hq];
                let reply = if points[who] == 1 {
                    let other = (self.open[at[1 - who]], points[1 - who]);
                    match self.duel.value(&self.class, other, (self.open[at[2]], hs)) {
                        Some(Value::Win(turns)) => Known::Win(turns),
                        Some(Value::Loss(turns)) => Known::Loss(turns),
                        Some(Value::Draw) | None => Known::Draw,
                    }
                } else {
                    let left = if who == 0 { (hp - 1, hq) } else { (hp, hq - 1) };
                    Self::known(self.turns(BOTH, at, left, hs))
                };
                known[who] = Some(turned(reply));
            }
        } else {
            for who in (0..2).filter(|who| kind != DONE[*who]) {
                moves += self.free(who, at).count();
                if self.touches(at[who], at[2]) {
                    known[who] = Some(if hs == 1 {
                        Known::Win(1)
                    } else if kind == BOTH {
                        self.after_hit(DONE[who], at, (hp, hq), hs - 1)
                    } else {
                        turned(Self::known(self.turns(SINGLE, at, (hp, hq), hs - 1)))
                    });
                }
            }
            // Who cannot act is skipped.
            moves += usize::from(moves == 0 && known.iter().all(Option::is_none));
        }
        let index = self.index(kind, at);
        let mut best = None;
        work.left[index] = moves as u8;
        for reply in known.into_iter().flatten() {
            match reply {
                Known::Draw => work.left[index] = NEVER,
                Known::Win(turns) => best = Some(best.unwrap_or(u16::MAX).min(turns)),
                Known::Loss(turns) => work.longest[index] = work.longest[index].max(turns as u8),
            }
        }
        if let Some(turns) = best {
            work.left[index] = NEVER;
            enter(&mut work.wins, turns, index);
        } else if work.left[index] == 0 {
            enter(&mut work.losses, work.longest[index].into(), index);
        }
    }

    /// After the first of the pair has hit: the same side goes on, in another layer.
    fn after_hit(&self, kind: usize, at: Where, points: (u8, u8), hs: u8) -> Known {
        Self::known(self.turns(kind, at, points, hs))
    }

    /// A position is found to be won or lost for its side: what does that mean for those that lead to it?
    fn settle(&self, work: &mut Work, index: usize, turns: usize, is_win: bool) {
        if work.turns[index] != 0 {
            return;
        }
        work.turns[index] = if is_win { turns as i8 } else { -(turns as i8) };
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
                        tell(work, self.index(done, before), turns as u16 + 1, !is_win);
                    }
                    if !self.can_act(who, at) {
                        tell(work, self.index(done, at), turns as u16 + 1, !is_win);
                    }
                }
            }
            BOTH => {
                for from in self.free(2, at) {
                    tell(work, self.index(SINGLE, [at[0], at[1], from]), turns as u16 + 1, !is_win);
                }
            }
            done => {
                let who = usize::from(done == DONE[1]);
                for from in self.free(who, at) {
                    let mut before = at;
                    before[who] = from;
                    tell(work, self.index(BOTH, before), turns as u16, is_win);
                }
            }
        }
    }
}

/// A move of a position is found to win or lose for its side, in so many turns.
fn tell(work: &mut Work, index: usize, turns: u16, is_win: bool) {
    if work.turns[index] != 0 {
        return;
    }
    if is_win {
        enter(&mut work.wins, turns, index);
    } else if work.left[index] != NEVER && work.left[index] > 0 {
        work.left[index] -= 1;
        work.longest[index] = work.longest[index].max(turns as u8);
        if work.left[index] == 0 {
            enter(&mut work.losses, work.longest[index].into(), index);
        }
    }
}

/// The value for the one who moves to where the other has this, a turn later.
fn turned(reply: Known) -> Known {
    match reply {
        Known::Win(turns) => Known::Loss(turns + 1),
        Known::Loss(turns) => Known::Win(turns + 1),
        Known::Draw => Known::Draw,
    }
}

/// All ways to stand on three different squares.
fn squares(n: usize) -> impl Iterator<Item = Where> {
    let all = (0..n).flat_map(move |p| (0..n).flat_map(move |q| (0..n).map(move |s| [p, q, s])));
    all.filter(|[p, q, s]| p != q && p != s && q != s)
}
