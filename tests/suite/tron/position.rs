//! The rules against worked examples and against a slow implementation that keeps nothing but lists.

use gridmarch::base::{Cell, Dir, Grid, rng};
use gridmarch::games::tron::arena::{Arena, MOVES, Start};
use gridmarch::games::tron::generate::{RandomArena, Starts};
use gridmarch::games::tron::position::{BOOST_COST, BOOST_FULL, Content, Death, Options, Order, Position};
use gridmarch::search::Outcome;
use rand::RngExt;
use std::collections::BTreeMap;

fn arena(width: u16, height: u16, starts: &[(i16, i16)]) -> Arena {
    let starts = starts.iter().map(|(x, y)| Start { cell: Cell::new(*x, *y), heading: Dir::East }).collect();
    Arena::new(Grid::filled(width, height, 0), starts).expect("a sound board")
}

fn play(position: &mut Position, orders: &[Dir]) {
    position.make(&orders.iter().map(|dir| Order::Go(*dir)).collect::<Vec<_>>());
}

fn reasons(position: &Position) -> Vec<Option<Death>> {
    position.riders().iter().map(|rider| rider.out.map(|(reason, _)| reason)).collect()
}

#[test]
fn two_heads_in_one_cell_is_a_draw() {
    let mut position = Position::new(&arena(10, 10, &[(3, 5), (5, 5)]), 2, Options::default());
    play(&mut position, &[Dir::East, Dir::West]);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(reasons(&position), [Some(Death::HeadOn); 2]);
    assert!(position.is_free(Cell::new(4, 5)));
}

#[test]
fn swapping_places_kills_both() {
    let mut position = Position::new(&arena(10, 10, &[(3, 5), (4, 5)]), 2, Options::default());
    play(&mut position, &[Dir::East, Dir::West]);
    assert_eq!(reasons(&position), [Some(Death::Trail); 2]);
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

#[test]
fn the_last_one_alive_wins_and_the_reason_is_kept() {
    let mut position = Position::new(&arena(10, 10, &[(0, 0), (5, 5)]), 2, Options::default());
    play(&mut position, &[Dir::North, Dir::West]);
    assert_eq!(position.outcome(), Some(Outcome::Win(1)));
    assert_eq!(position.riders()[0].out, Some((Death::Wall, 1)));
    let steps = position.steps();
    play(&mut position, &[Dir::East, Dir::West]);
    assert_eq!(position.steps(), steps, "nothing happens after the end");
}

#[test]
fn an_obstacle_within_the_board_is_told_from_one_along_its_edge() {
    let mut heights = Grid::filled(10, 10, 0);
    (heights[Cell::new(4, 5)], heights[Cell::new(0, 2)]) = (1, 3);
    let start = |x, y, heading| Start { cell: Cell::new(x, y), heading };
    let starts = vec![start(3, 5, Dir::East), start(1, 2, Dir::West), start(9, 8, Dir::East), start(5, 0, Dir::South)];
    let board = Arena::new(heights, starts).expect("a board");
    let mut position = Position::new(&board, 4, Options::default());
    play(&mut position, &[Dir::East, Dir::West, Dir::East, Dir::South]);
    assert_eq!(reasons(&position), [Some(Death::Obstacle), Some(Death::Wall), Some(Death::Wall), None]);
}

#[test]
fn a_trail_of_the_dead_stays_or_vanishes() {
    for vanish in [false, true] {
        let board = arena(10, 10, &[(0, 1), (5, 5), (8, 8)]);
        let mut position = Position::new(&board, 3, Options { vanish, ..Options::default() });
        play(&mut position, &[Dir::North, Dir::North, Dir::North]);
        play(&mut position, &[Dir::North, Dir::North, Dir::North]);
        assert_eq!(reasons(&position), [Some(Death::Wall), None, None]);
        assert_eq!(position.is_free(Cell::new(0, 1)), vanish);
        assert_eq!(position.outcome(), None);
    }
}

#[test]
fn with_wrap_around_the_edges_are_joined() {
    let board = arena(10, 12, &[(0, 0), (5, 5)]);
    let mut position = Position::new(&board, 2, Options { wrap: true, ..Options::default() });
    play(&mut position, &[Dir::West, Dir::East]);
    play(&mut position, &[Dir::North, Dir::East]);
    assert_eq!(position.riders()[0].head, Cell::new(9, 11));
    assert_eq!(position.outcome(), None);
}

#[test]
fn a_boost_makes_two_cells_costs_energy_and_needs_it() {
    let board = arena(30, 10, &[(0, 0), (0, 9)]);
    let mut position = Position::new(&board, 2, Options { boost: true, ..Options::default() });
    let orders = [Order::Boost(Dir::East), Order::Go(Dir::East)];
    for expected in [8, 4, 0, 1, 2, 3, 4, 0] {
        position.make(&orders);
        assert_eq!(position.riders()[0].energy, expected);
        assert_eq!(position.riders()[1].energy, BOOST_FULL);
    }
    assert_eq!(position.riders()[0].head, Cell::new(12, 0), "four boosts and four plain steps");
    assert_eq!(position.riders()[1].head, Cell::new(8, 9));
    assert_eq!(position.trail(0).len(), 13);
    let classic = {
        let mut classic = Position::new(&board, 2, Options::default());
        classic.make(&orders);
        classic
    };
    assert_eq!(classic.riders()[0].head, Cell::new(1, 0));
}

#[test]
fn in_the_second_half_of_a_boosted_step_the_others_stand() {
    let board = arena(10, 10, &[(2, 5), (5, 5)]);
    let boost = Options { boost: true, ..Options::default() };
    let mut one = Position::new(&board, 2, boost);
    one.make(&[Order::Boost(Dir::East), Order::Go(Dir::West)]);
    assert_eq!(reasons(&one), [Some(Death::Trail), None], "the booster runs into the head that stands at (4, 5)");
    let board = arena(10, 10, &[(2, 5), (6, 5)]);
    let mut both = Position::new(&board, 2, boost);
    both.make(&[Order::Boost(Dir::East), Order::Boost(Dir::West)]);
    assert_eq!(reasons(&both), [Some(Death::HeadOn); 2]);
}

#[test]
fn the_referee_can_take_a_player_out() {
    let board = arena(10, 10, &[(2, 5), (5, 5), (8, 5)]);
    for reason in [Death::Time, Death::Crash, Death::Nonsense] {
        let mut position = Position::new(&board, 3, Options::default());
        position.make(&[Order::Go(Dir::North), Order::Forfeit(reason), Order::Go(Dir::NorthEast)]);
        assert_eq!(reasons(&position), [None, Some(reason), Some(Death::Nonsense)]);
        assert_eq!(position.outcome(), Some(Outcome::Win(0)));
    }
}

/// The rules once more, slowly: a map from cell to owner, no bits, no undo.
struct Plain {
    width: i16,
    height: i16,
    options: Options,
    cells: BTreeMap<Cell, usize>,
    heads: Vec<Cell>,
    alive: Vec<bool>,
    energy: Vec<u8>,
}

/// The owner that stands for an obstacle.
const ROCK: usize = 99;

impl Plain {
    fn new(arena: &Arena, seats: usize, options: Options) -> Self {
        let heads: Vec<Cell> = arena.starts().iter().take(seats).map(|start| start.cell).collect();
        let mut cells: BTreeMap<Cell, usize> =
            arena.heights().iter().filter(|(_, height)| **height > 0).map(|(cell, _)| (cell, ROCK)).collect();
        cells.extend(heads.iter().enumerate().map(|(seat, cell)| (*cell, seat)));
        let energy = vec![if options.boost { BOOST_FULL } else { 0 }; seats];
        let (width, height) = (arena.width() as i16, arena.height() as i16);
        Self { width, height, options, cells, heads, alive: vec![true; seats], energy }
    }

    fn step(&mut self, orders: &[Order]) {
        let before = self.alive.clone();
        let boosts: Vec<bool> = (0..orders.len())
            .map(|s| self.options.boost && matches!(orders[s], Order::Boost(_)) && self.energy[s] >= BOOST_COST)
            .collect();
        for half in 0..2 {
            let mut wishes: Vec<(usize, Cell)> = Vec::new();
            for (seat, order) in orders.iter().enumerate() {
                if let Order::Go(dir) | Order::Boost(dir) = order
                    && self.alive[seat]
                    && (half == 0 || boosts[seat])
                {
                    let mut to = self.heads[seat].step(*dir);
                    if self.options.wrap {
                        to = Cell::new((to.x + self.width) % self.width, (to.y + self.height) % self.height);
                    }
                    wishes.push((seat, to));
                }
            }
            let mut next = self.cells.clone();
            for (seat, to) in &wishes {
                let inside = to.x >= 0 && to.y >= 0 && to.x < self.width && to.y < self.height;
                let rivals = wishes.iter().filter(|(other, cell)| other != seat && cell == to).count();
                if inside && !self.cells.contains_key(to) && rivals == 0 {
                    next.insert(*to, *seat);
                    self.heads[*seat] = *to;
                } else {
                    self.alive[*seat] = false;
                }
            }
            self.cells = next;
        }
        for seat in 0..self.alive.len() {
            if self.options.boost && before[seat] {
                let energy = self.energy[seat];
                self.energy[seat] = if boosts[seat] { energy - BOOST_COST } else { BOOST_FULL.min(energy + 1) };
            }
            if self.options.vanish && before[seat] && !self.alive[seat] {
                self.cells.retain(|_, owner| *owner != seat);
            }
        }
    }
}

fn agree(position: &Position, plain: &Plain) {
    for (seat, rider) in position.riders().iter().enumerate() {
        assert_eq!(rider.out.is_none(), plain.alive[seat]);
        assert_eq!(rider.head, plain.heads[seat]);
        assert_eq!(rider.energy, plain.energy[seat]);
    }
    for (cell, content) in position.contents().iter() {
        let expected = match plain.cells.get(&cell) {
            None => Content::Floor,
            Some(&ROCK) => Content::Obstacle,
            Some(seat) => Content::Trail(*seat as u8),
        };
        assert_eq!(*content, expected, "{cell}");
        assert_eq!(position.is_free(cell), expected == Content::Floor);
    }
}

/// One order per seat: mostly into the free, sometimes blind, a third of them boosted.
fn random_orders(position: &Position, rng: &mut rng::Rng) -> Vec<Order> {
    (0..position.riders().len())
        .map(|seat| {
            let free: Vec<Dir> = position.free_moves(seat).collect();
            let blind = free.is_empty() || rng.random_range(0..40) == 0;
            let dir = if blind { MOVES[rng.random_range(0..4)] } else { free[rng.random_range(0..free.len())] };
            if rng.random_range(0..3) == 0 { Order::Boost(dir) } else { Order::Go(dir) }
        })
        .collect()
}

/// Random games of all sizes and options until `plies` moves of single players are made; now and then some steps are
/// made and taken back, after which the position must be, key included, what it was.
fn random_games(plies: usize, seed: u64) {
    let mut rng = rng::stream(seed, "tron rules test");
    let mut made = 0;
    while made < plies {
        let (seats, starts) = (rng.random_range(2..=4), if rng.random() { Starts::Corners } else { Starts::Mirrored });
        let (width, height) = (rng.random_range(10..=40), rng.random_range(10..=24));
        let wish = RandomArena { width, height, obstacles: rng.random_range(0..=15), starts, seats };
        let board = wish.generate(rng.random()).expect("in range");
        let options = Options { vanish: rng.random(), wrap: rng.random(), boost: rng.random() };
        let mut position = Position::new(&board, seats, options);
        let mut plain = Plain::new(&board, seats, options);
        while position.outcome().is_none() {
            if rng.random_range(0..8) == 0 {
                let before = position.steps();
                for _ in 0..rng.random_range(1..=6) {
                    position.make(&random_orders(&position, &mut rng));
                }
                while position.steps() > before {
                    position.undo();
                }
                agree(&position, &plain);
            }
            let orders = random_orders(&position, &mut rng);
            position.make(&orders);
            plain.step(&orders);
            agree(&position, &plain);
            assert_eq!(position.key(), position.whole_key());
            made += seats;
        }
    }
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    random_games(30_000, 1);
}

#[test]
#[ignore = "a million plies: half a minute in a release build"]
fn a_million_plies_agree_with_the_plain_rules() {
    random_games(1_000_000, 2);
}
