//! One character against one.
//!
//! Damage never comes back, so pairs of points are solved from the smallest sums on. Within a pair of points only moves
//! are left, which can be made backwards; attacks lead to pairs that are solved already.

use super::Value;
use super::layer::Layer;
use crate::base::Cell;
use crate::games::tactics::class::{Ability, Class};
use crate::games::tactics::field::Field;
use crate::games::tactics::scene::Scene;
use crate::games::tactics::square::{SQUARES, Square, Squares};

/// No place in the list of open squares.
const NOWHERE: u8 = u8::MAX;

/// Squares by mover's and other's square, one list after the other.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Lists {
    starts: Vec<u32>,
    squares: Vec<u8>,
}

impl Lists {
    fn of(&self, index: usize) -> &[u8] {
        &self.squares[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// One class against another (or itself) on one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duel {
    classes: Vec<Class>,
    open: Vec<Square>,
    /// Place of a square in `open`.
    place: Vec<u8>,
    /// Most points of either class, cut so that the table stays small.
    most: usize,
    /// By mover's class, points of mover and other, squares of mover and other: turns until the end, negative for a loss
    /// of the mover, 0 for a draw.
    turns: Vec<i16>,
    /// By mover's class: squares that it can go to, symmetric.
    moves: Vec<Lists>,
    zone: bool,
}

/// Entries of one table at most.
const MOST_STATES: usize = 1_000_000;

/// The mover's class, its points and the other's.
type Block = (usize, usize, usize);

impl Duel {
    pub(super) fn unsolved(scene: &Scene, a: &Class, b: &Class) -> Self {
        let field = &scene.field;
        let classes = if a == b { vec![a.clone()] } else { vec![a.clone(), b.clone()] };
        // 255 squares can be told apart; a larger open board has no table.
        let open: Vec<Square> = field.open().iter().take(usize::from(NOWHERE)).collect();
        let mut place = vec![NOWHERE; SQUARES];
        open.iter().enumerate().for_each(|(index, square)| place[square.index()] = index as u8);
        let squares = open.len() * open.len() * classes.len();
        let mut most = usize::from(a.hp.max(b.hp));
        while most > 1 && most * most * squares > MOST_STATES {
            most -= 1;
        }
        if (field.open().len() as usize) > open.len() {
            most = 0;
        }
        let zone = scene.rules.zone_of_control;
        Self { classes, open, place, most, turns: Vec::new(), moves: Vec::new(), zone }
    }

    pub fn states(&self) -> usize {
        self.classes.len() * self.most * self.most * self.open.len() * self.open.len()
    }

    pub(super) fn is_between(&self, a: &Class, b: &Class) -> bool {
        if a == b { self.classes == [a.clone()] } else { [a, b].iter().all(|one| self.classes.contains(one)) }
    }

    /// The value for the mover of class `own`; squares with points of the mover and of the other.
    pub fn value(&self, own: &Class, mover: (Square, u8), other: (Square, u8)) -> Option<Value> {
        let kind = self.classes.iter().position(|class| class == own)?;
        let (m, o) = (self.place[mover.0.index()], self.place[other.0.index()]);
        let (hm, ho) = (usize::from(mover.1), usize::from(other.1));
        if m == NOWHERE || o == NOWHERE || !(1..=self.most).contains(&hm) || !(1..=self.most).contains(&ho) {
            return None;
        }
        Some(Value::of(self.turns[self.index((kind, hm, ho), m.into(), o.into())]))
    }

    /// Wins, losses and draws for the side to move among all positions.
    pub(crate) fn totals(&self) -> [u64; 3] {
        let mut totals = [0; 3];
        let squares = self.open.len();
        for (index, turns) in self.turns.iter().enumerate() {
            // Two on one square are no position.
            if index / squares % squares != index % squares {
                totals[match turns.signum() {
                    1 => 0,
                    -1 => 1,
                    _ => 2,
                }] += 1;
            }
        }
        totals
    }

    fn index(&self, (kind, hm, ho): Block, m: usize, o: usize) -> usize {
        let n = self.open.len();
        (((kind * self.most + hm - 1) * self.most + ho - 1) * n + m) * n + o
    }

    fn other_kind(&self, kind: usize) -> usize {
        self.classes.len() - 1 - kind
    }

    pub(super) fn solve(mut self, scene: &Scene) -> Self {
        self.turns = vec![0; self.states()];
        self.moves = self.classes.iter().map(|class| self.lists(&scene.field, class.steps)).collect();
        let most = self.most;
        for sum in 2..=2 * most {
            for low in 1..=sum / 2 {
                if sum - low <= most {
                    self.solve_points(scene, low, sum - low);
                }
            }
        }
        self
    }

    fn lists(&self, field: &Field, steps: u8) -> Lists {
        let mut lists = Lists { starts: vec![0], squares: Vec::new() };
        for from in &self.open {
            for other in &self.open {
                let mut reached = Squares::default();
                let mut front = vec![*from];
                for _ in 0..steps {
                    let next: Vec<Square> = front
                        .iter()
                        .flat_map(|square| field.neighbours(*square))
                        .filter(|to| to != other && to != from && !reached.contains(*to))
                        .collect();
                    next.iter().for_each(|to| reached.insert(*to));
                    front = next;
                }
                lists.squares.extend(reached.iter().map(|to| self.place[to.index()]));
                lists.starts.push(lists.squares.len() as u32);
            }
        }
        lists
    }

    /// What an attack from `m` is worth to the mover.
    fn attack(&self, scene: &Scene, (kind, hm, ho): Block, m: usize, o: usize) -> Value {
        let (from, at) = (self.open[m], self.open[o]);
        let (class, enemy) = (&self.classes[kind], &self.classes[self.other_kind(kind)]);
        let is_shielded = enemy.ability == Some(Ability::Shield) || scene.field.has_cover(at);
        let damage = usize::from((class.attack - u8::from(is_shielded && !at.touches(from))).max(1));
        if damage >= ho {
            return Value::Win(1);
        }
        let mut to = o;
        if class.ability == Some(Ability::Push) && at.touches(from) {
            let cell = Cell::new(2 * at.cell().x - from.cell().x, 2 * at.cell().y - from.cell().y);
            let free = Square::of(cell).filter(|to| scene.field.open().contains(*to));
            to = free.map_or(o, |free| self.place[free.index()].into());
        }
        self.after((self.other_kind(kind), ho - damage, hm), to, m)
    }

    /// What it is worth to the mover to lead to a solved position of the other.
    fn after(&self, block: Block, m: usize, o: usize) -> Value {
        Value::of(self.turns[self.index(block, m, o)]).turned()
    }

    /// What all attacks of a position are worth, charges included.
    fn attacks(&self, scene: &Scene, block: Block, m: usize, o: usize, out: &mut Vec<Value>) {
        let (from, at, class) = (self.open[m], self.open[o], &self.classes[block.0]);
        if scene.field.shots(from, class.range).contains(at) {
            out.push(self.attack(scene, block, m, o));
        }
        if class.ability == Some(Ability::Charge) {
            for to in self.moves[block.0].of(m * self.open.len() + o) {
                if self.open[usize::from(*to)].touches(at) {
                    out.push(self.attack(scene, block, (*to).into(), o));
                }
            }
        }
    }

    /// Whether a move costs the mover a point.
    fn leaves(&self, from: usize, to: usize, other: usize) -> bool {
        self.zone && self.open[from].touches(self.open[other]) && !self.open[to].touches(self.open[other])
    }

    /// Solves all positions in which the two have these points, one the one and the other the other.
    fn solve_points(&mut self, scene: &Scene, low: usize, high: usize) {
        let n = self.open.len();
        let pairs: Vec<(usize, usize)> = if low == high { vec![(low, low)] } else { vec![(low, high), (high, low)] };
        let blocks: Vec<Block> =
            (0..self.classes.len()).flat_map(|kind| pairs.iter().map(move |(hm, ho)| (kind, *hm, *ho))).collect();
        let size = blocks.len() * n * n;
        // Whether the mover can only pass.
        let mut is_stuck = vec![false; size];
        let mut layer = Layer::new(size);
        let mut ways = Vec::new();
        for (number, block) in blocks.iter().copied().enumerate() {
            for m in 0..n {
                for o in (0..n).filter(|o| *o != m) {
                    let local = (number * n + m) * n + o;
                    ways.clear();
                    self.attacks(scene, block, m, o, &mut ways);
                    is_stuck[local] = ways.is_empty() && self.moves[block.0].of(m * n + o).is_empty();
                    let moves = self.moves_within(block, m, o, &mut ways);
                    // Who can do nothing passes: one move, to the same squares.
                    layer.look(local, if is_stuck[local] { 1 } else { moves }, ways.drain(..));
                }
            }
        }
        while let Some((local, turns, is_win)) = layer.nearest() {
            self.settle(&mut layer, &blocks, &is_stuck, local, turns, is_win);
        }
    }

    /// Counts the moves that cost nothing; what the others are worth goes to `ways`.
    fn moves_within(&self, (kind, hm, ho): Block, m: usize, o: usize, ways: &mut Vec<Value>) -> usize {
        let mut moves = 0;
        for to in self.moves[kind].of(m * self.open.len() + o).iter().map(|to| usize::from(*to)) {
            if !self.leaves(m, to, o) {
                moves += 1;
            } else if hm == 1 {
                // It falls on the way.
                ways.push(Value::Loss(1));
            } else {
                ways.push(self.after((self.other_kind(kind), ho, hm - 1), o, to));
            }
        }
        moves
    }

    /// A position is found to be won or lost: what does that mean for those that lead to it?
    fn settle(
        &mut self,
        layer: &mut Layer,
        blocks: &[Block],
        is_stuck: &[bool],
        local: usize,
        turns: u16,
        is_win: bool,
    ) {
        let n = self.open.len();
        let (block, m, o) = (blocks[local / (n * n)], local / n % n, local % n);
        let index = self.index(block, m, o);
        if self.turns[index] != 0 {
            return;
        }
        self.turns[index] = if is_win { turns as i16 } else { -(turns as i16) };
        // Before, the other one came to `o` from anywhere that it can go to.
        let before = (self.other_kind(block.0), block.2, block.1);
        let Some(from) = blocks.iter().position(|other| *other == before) else { return };
        let origins = self.moves[before.0].of(o * n + m);
        let stays = (origins.is_empty() && is_stuck[(from * n + o) * n + m]).then_some(o);
        for origin in origins.iter().map(|origin| usize::from(*origin)).chain(stays) {
            if !self.leaves(origin, o, m) && self.turns[self.index(before, origin, m)] == 0 {
                layer.tell((from * n + origin) * n + m, turns + 1, !is_win);
            }
        }
    }
}
