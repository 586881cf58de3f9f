//! The fast players against the whole tree, graded leaf by leaf in floating point as the source does it.

use gridmarch::arena::Player;
use gridmarch::base::{Budget, Cell, Dir, Grid, rng};
use gridmarch::games::tron::arena::MOVES;
use gridmarch::games::tron::generate::RandomArena;
use gridmarch::games::tron::position::{Options, Order, Position};
use gridmarch::games::tron::source::{Rule, SourcePlayer};
use rand::RngExt;

#[derive(Clone)]
struct State {
    floor: Grid<bool>,
    own: Cell,
    other: Cell,
    tie: bool,
    floors: f64,
}

impl State {
    fn exits(&self, from: Cell) -> Vec<Cell> {
        MOVES.map(|dir| from.step(dir)).into_iter().filter(|cell| self.floor.get(*cell) == Some(&true)).collect()
    }

    fn grade(&self, rule: Rule) -> f64 {
        if self.tie {
            return if rule == Rule::Separator { 0.0 } else { -1.0 };
        }
        let mut reached = self.exits(self.own);
        let mut index = 0;
        while index < reached.len() {
            for next in self.exits(reached[index]) {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            index += 1;
        }
        let count = reached.len() as f64;
        let connected = self.exits(self.other).iter().any(|cell| reached.contains(cell));
        match rule {
            Rule::Wallhugger => count,
            Rule::Separator if connected => 1.0 / f64::from(self.own.distance_squared(self.other)).sqrt(),
            Rule::Separator => count - (self.floors - count),
        }
    }

    /// The plain minimax value; `depth` single moves are left.
    fn value(&self, rule: Rule, own_turn: bool, depth: u8) -> f64 {
        let exits = self.exits(if own_turn { self.own } else { self.other });
        if depth == 0 || exits.is_empty() || self.tie {
            return self.grade(rule);
        }
        let values = exits.into_iter().map(|to| self.after(own_turn, to).value(rule, !own_turn, depth - 1));
        if own_turn { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) }
    }

    fn after(&self, own_turn: bool, to: Cell) -> Self {
        let mut next = self.clone();
        if own_turn {
            next.own = to;
            return next;
        }
        next.other = to;
        next.tie = next.own == to;
        if !next.tie {
            next.floor[next.own] = false;
            next.floor[to] = false;
            next.floors -= 2.0;
        }
        next
    }
}

fn whole_tree(position: &Position, seat: usize, rule: Rule, level: u8) -> Dir {
    let mut floor = Grid::filled(position.width(), position.height(), true);
    for cell in floor.cells().collect::<Vec<_>>() {
        floor[cell] = position.is_free(cell);
    }
    let floors = floor.values().iter().filter(|free| **free).count() as f64;
    let (own, other) = (position.riders()[seat].head, position.riders()[1 - seat].head);
    let root = State { floor, own, other, tie: false, floors };
    let mut best = (f64::MIN, position.riders()[seat].heading);
    for dir in position.free_moves(seat) {
        let value = root.after(true, own.step(dir)).value(rule, false, level - 1);
        if value > best.0 {
            best = (value, dir);
        }
    }
    best.1
}

fn compare(level: u8, games: u64) {
    let mut rng = rng::stream(u64::from(level), "source test");
    let mut compared = 0;
    for seed in 0..games {
        let wish = RandomArena { width: 12, height: 10, obstacles: 8, ..RandomArena::default() };
        let mut position = Position::new(&wish.generate(seed).expect("in range"), 2, Options::default());
        while position.outcome().is_none() {
            let mut orders = Vec::new();
            for seat in 0..2 {
                let rule = if (seed as usize + seat).is_multiple_of(2) { Rule::Separator } else { Rule::Wallhugger };
                let expected = whole_tree(&position, seat, rule, level);
                let choice = SourcePlayer::new(rule, level).choose(&position, seat, &Budget::unlimited());
                assert_eq!(choice.step, Order::Go(expected), "{rule:?} in game {seed} step {}", position.steps());
                compared += 1;
                let free: Vec<Dir> = position.free_moves(seat).collect();
                // Half of the steps are random, so that many different positions are met.
                let wander = !free.is_empty() && rng.random();
                orders.push(if wander { Order::Go(free[rng.random_range(0..free.len())]) } else { choice.step });
            }
            position.make(&orders);
        }
    }
    assert!(compared > games as usize * 10, "only {compared} positions");
}

#[test]
fn alpha_beta_chooses_as_the_whole_tree_at_levels_2_and_4() {
    compare(2, 40);
    compare(4, 6);
}

#[test]
#[ignore = "half a minute in a release build"]
fn alpha_beta_chooses_as_the_whole_tree_at_level_6() {
    compare(6, 30);
}
