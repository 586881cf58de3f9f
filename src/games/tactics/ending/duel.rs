//! One character against one.
//!
//! Damage never comes back, so pairs of points are solved from the smallest sums on. Within a pair of points only moves
//! are left, which can be made backwards; attacks lead to pairs that are solved already.

use super::{Value, enter};
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

/// Where an attack leads: the enemy falls, or the position of the enemy to move, and whether that is solved.
enum Attack {
    Kills,
    Leads(usize),
}

/// What is being found out about the positions with one pair of points.
struct Layer {
    /// Moves that are not known to be bad; [`NEVER`] if an attack holds the draw.
    left: Vec<u16>,
    /// The longest of the losing replies.
    longest: Vec<u16>,
    /// Whether the mover can only pass.
    is_stuck: Vec<bool>,
    /// Positions by number of turns, wins and losses.
    wins: Vec<Vec<u32>>,
    losses: Vec<Vec<u32>>,
}

const NEVER: u16 = u16::MAX;

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

    /// Number of positions.
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
        Some(match self.turns[self.index(kind, hm, ho, m.into(), o.into())] {
            0 => Value::Draw,
            turns if turns > 0 => Value::Win(turns as u16),
            turns => Value::Loss(turns.unsigned_abs()),
        })
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

    fn index(&self, kind: usize, hm: usize, ho: usize, m: usize, o: usize) -> usize {
        let n = self.open.len();
        (((kind * self.most + hm - 1) * self.most + ho - 1) * n + m) * n + o
    }

    fn other_kind(&self, kind: usize) -> usize {
        self.classes.len() - 1 - kind
    }

    /// Solves all positions.
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

    /// What an attack from `m` does.
    fn attack(&self, scene: &Scene, kind: usize, (hm, ho): (usize, usize), m: usize, o: usize) -> Attack {
        let (from, at) = (self.open[m], self.open[o]);
        let (class, enemy) = (&self.classes[kind], &self.classes[self.other_kind(kind)]);
        let is_shielded = enemy.ability == Some(Ability::Shield) || scene.field.has_cover(at);
        let damage = usize::from((class.attack - u8::from(is_shielded && !at.touches(from))).max(1));
        if damage >= ho {
            return Attack::Kills;
        }
        let mut to = o;
        if class.ability == Some(Ability::Push) && at.touches(from) {
            let cell = Cell::new(2 * at.cell().x - from.cell().x, 2 * at.cell().y - from.cell().y);
            let free = Square::of(cell).filter(|to| scene.field.open().contains(*to));
            to = free.map_or(o, |free| self.place[free.index()].into());
        }
        Attack::Leads(self.index(self.other_kind(kind), ho - damage, hm, to, m))
    }

    /// All attacks of a position, charges included.
    fn attacks(&self, scene: &Scene, kind: usize, points: (usize, usize), m: usize, o: usize, out: &mut Vec<Attack>) {
        out.clear();
        let (from, at, class) = (self.open[m], self.open[o], &self.classes[kind]);
        if scene.field.shots(from, class.range).contains(at) {
            out.push(self.attack(scene, kind, points, m, o));
        }
        if class.ability == Some(Ability::Charge) {
            for to in self.moves[kind].of(m * self.open.len() + o) {
                if self.open[usize::from(*to)].touches(at) {
                    out.push(self.attack(scene, kind, points, (*to).into(), o));
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
        let mut layer = Layer {
            left: vec![0; 2 * self.classes.len() * n * n],
            longest: vec![0; 2 * self.classes.len() * n * n],
            is_stuck: vec![false; 2 * self.classes.len() * n * n],
            wins: Vec::new(),
            losses: Vec::new(),
        };
        let blocks: Vec<(usize, usize, usize)> =
            (0..self.classes.len()).flat_map(|kind| pairs.iter().map(move |(hm, ho)| (kind, *hm, *ho))).collect();
        let mut attacks = Vec::new();
        for (block, (kind, hm, ho)) in blocks.iter().copied().enumerate() {
            for m in 0..n {
                for o in (0..n).filter(|o| *o != m) {
                    let local = (block * n + m) * n + o;
                    self.attacks(scene, kind, (hm, ho), m, o, &mut attacks);
                    self.first_look(&mut layer, local, (kind, hm, ho), m, o, &attacks);
                }
            }
        }
        let mut turns = 1;
        while turns < layer.wins.len().max(layer.losses.len()) {
            for local in layer.wins.get_mut(turns).map(std::mem::take).unwrap_or_default() {
                self.settle(&mut layer, &blocks, local as usize, turns, true);
            }
            for local in layer.losses.get_mut(turns).map(std::mem::take).unwrap_or_default() {
                self.settle(&mut layer, &blocks, local as usize, turns, false);
            }
            turns += 1;
        }
    }

    /// What the attacks of a position tell about it, and how many moves it has.
    fn first_look(
        &self,
        layer: &mut Layer,
        local: usize,
        (kind, hm, ho): (usize, usize, usize),
        m: usize,
        o: usize,
        attacks: &[Attack],
    ) {
        let n = self.open.len();
        let mut replies: Vec<i16> = Vec::new();
        let mut moves = 0;
        for to in self.moves[kind].of(m * n + o).iter().map(|to| usize::from(*to)) {
            if !self.leaves(m, to, o) {
                moves += 1;
            } else if hm == 1 {
                // It falls on the way: lost in this very turn, so never longer than another loss.
            } else {
                replies.push(self.turns[self.index(self.other_kind(kind), ho, hm - 1, o, to)]);
            }
        }
        let mut best = None;
        for attack in attacks {
            match attack {
                Attack::Kills => best = Some(1),
                Attack::Leads(index) => replies.push(self.turns[*index]),
            }
        }
        let is_stuck = attacks.is_empty() && self.moves[kind].of(m * n + o).is_empty();
        // Who can do nothing passes: one move, to the same squares.
        layer.is_stuck[local] = is_stuck;
        layer.left[local] = if is_stuck { 1 } else { moves };
        for reply in replies {
            match reply {
                0 => layer.left[local] = NEVER,
                lost if lost < 0 => best = Some(best.unwrap_or(u16::MAX).min(lost.unsigned_abs() + 1)),
                won => layer.longest[local] = layer.longest[local].max(won as u16),
            }
        }
        if let Some(turns) = best {
            // A winning attack stays, however bad all moves are.
            layer.left[local] = NEVER;
            enter(&mut layer.wins, turns, local);
        } else if layer.left[local] == 0 {
            enter(&mut layer.losses, layer.longest[local] + 1, local);
        }
    }

    /// A position is found to be won or lost: what does that mean for those that lead to it?
    fn settle(&mut self, layer: &mut Layer, blocks: &[(usize, usize, usize)], local: usize, turns: usize, wins: bool) {
        let n = self.open.len();
        let (block, m, o) = (local / (n * n), local / n % n, local % n);
        let (kind, hm, ho) = blocks[block];
        let index = self.index(kind, hm, ho, m, o);
        if self.turns[index] != 0 {
            return;
        }
        self.turns[index] = if wins { turns as i16 } else { -(turns as i16) };
        // Before, the other one came to `o` from anywhere that it can go to.
        let before = self.other_kind(kind);
        let Some(from) = blocks.iter().position(|other| *other == (before, ho, hm)) else { return };
        let origins = self.moves[before].of(o * n + m);
        let stays = (origins.is_empty() && layer.is_stuck[(from * n + o) * n + m]).then_some(o);
        for origin in origins.iter().map(|origin| usize::from(*origin)).chain(stays) {
            if self.leaves(origin, o, m) {
                continue;
            }
            let earlier = (from * n + origin) * n + m;
            if self.turns[self.index(before, ho, hm, origin, m)] != 0 {
                continue;
            }
            if !wins {
                enter(&mut layer.wins, turns as u16 + 1, earlier);
            } else if layer.left[earlier] != NEVER {
                layer.left[earlier] = layer.left[earlier].saturating_sub(1);
                layer.longest[earlier] = layer.longest[earlier].max(turns as u16);
                if layer.left[earlier] == 0 {
                    enter(&mut layer.losses, layer.longest[earlier] + 1, earlier);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Endings;
    use super::*;
    use crate::games::tactics::position::Position;
    use crate::games::tactics::position::tests::picture;
    use crate::games::tactics::rules::{Mode, Rules, Side};
    use crate::search::{Game, Outcome};

    /// The value by looking at all lines of at most `depth` turns.
    fn by_search(position: &mut Position, depth: u16) -> Value {
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == position.side().index() => return Value::Win(0),
            Some(Outcome::Win(_)) => return Value::Loss(0),
            Some(Outcome::Draw) => return Value::Draw,
            None if depth == 0 => return Value::Draw,
            None => {}
        }
        let (side, mut actions) = (position.side(), Vec::new());
        position.actions(&mut actions);
        let (mut win, mut loss) = (None::<u16>, Some(0));
        for action in actions {
            position.make(action);
            let value = by_search(position, depth - 1);
            let value = match (value, position.side() == side) {
                (Value::Win(turns), true) | (Value::Loss(turns), false) => Value::Win(turns),
                (Value::Loss(turns), true) | (Value::Win(turns), false) => Value::Loss(turns),
                (Value::Draw, _) => Value::Draw,
            };
            position.unmake();
            match value {
                Value::Win(turns) => win = Some(win.unwrap_or(u16::MAX).min(turns + 1)),
                Value::Loss(turns) => loss = loss.map(|most: u16| most.max(turns + 1)),
                Value::Draw => loss = None,
            }
        }
        match (win, loss) {
            (Some(turns), _) => Value::Win(turns),
            (None, Some(turns)) => Value::Loss(turns),
            (None, None) => Value::Draw,
        }
    }

    /// Compares all positions of two characters with few points on a small board with a search of bounded depth.
    fn agrees(letters: [&str; 2], rules: Rules, rows: [&str; 3]) {
        let depth = 5;
        let width = rows[0].len();
        let mut decided = 0;
        for (a, b) in (0..3 * width).flat_map(|a| (0..3 * width).map(move |b| (a, b))) {
            for (ha, hb) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
                let word = |place: usize| {
                    let ground = &rows[place / width][place % width..=place % width];
                    if place == a {
                        format!("{}{}{ha}", if ground == "+" { "+" } else { "" }, letters[0])
                    } else if place == b {
                        format!("{}{}{hb}", if ground == "+" { "+" } else { "" }, letters[1].to_uppercase())
                    } else {
                        ground.into()
                    }
                };
                let is_open = |place: usize| ".+".contains(&rows[place / width][place % width..=place % width]);
                if a == b || !is_open(a) || !is_open(b) {
                    continue;
                }
                let words: Vec<String> = (0..3 * width).map(word).collect();
                let text: Vec<String> = words.chunks(width).map(|row| row.join(" ")).collect();
                let mut position = picture(&text.join("\n"), rules);
                if position.side() != Side::A {
                    continue;
                }
                let known = Endings::of(position.scene()).value(&position).expect("in the table");
                let found = by_search(&mut position, depth);
                decided += u32::from(found != Value::Draw);
                let is_deep = matches!(known, Value::Win(turns) | Value::Loss(turns) if turns > depth);
                let expected = if is_deep { Value::Draw } else { known };
                assert_eq!(found, expected, "{text:?}");
            }
        }
        assert!(decided > 20, "{decided}");
    }

    #[test]
    fn tables_agree_with_a_search_for_all_classes_and_rules() {
        let rules = Rules::of(Mode::Classic);
        agrees(["s", "s"], rules, ["...", ".#.", "..."]);
        agrees(["s", "s"], Rules { zone_of_control: true, ..rules }, ["...", "...", "..."]);
        agrees(["a", "g"], rules, [".+.", "...", "..+"]);
        agrees(["r", "b"], rules, ["...", ".~.", "..."]);
    }
}
