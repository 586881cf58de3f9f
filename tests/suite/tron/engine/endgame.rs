//! The endgame against the proven longest path.
//!
//! The oracle shares nothing with the search: a dynamic program over the broken profile ("plug" states), cell by cell.
//! A path is a set of edges; the state is what crosses the border between done and open cells: which edges, which of
//! them belong together, and which strand already has an end.

use gridmarch::arena::Player as _;
use gridmarch::base::{Budget, rng};
use gridmarch::games::tron::engine::Engine;
use gridmarch::games::tron::engine::endgame::fill;
use gridmarch::games::tron::field;
use gridmarch::games::tron::field::Field;
use gridmarch::games::tron::generate::{RandomArena, Starts};
use gridmarch::games::tron::plane::{Bits, Small, Spot};
use gridmarch::games::tron::position::{Options, Order, Position};
use rand::RngExt;
use std::ops::RangeInclusive;

/// Plugs: no edge, the first and the second of a pair, an edge of a strand with an end.
const NONE: u64 = 0;
const OPEN: u64 = 1;
const CLOSE: u64 = 2;
const END: u64 = 3;

/// What crosses the border, whether the free end has been set, and how many more cells of the path so far are black
/// than white: the two colours alternate, so that too large a difference cannot be made good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Profile {
    /// Two bits per plug.
    plugs: u64,
    ended: bool,
    blacker: i16,
}

/// For each profile the most cells on the path so far, the head's included. Sorted, then the best of equals.
#[derive(Default)]
struct States(Vec<(Profile, usize)>);

impl States {
    /// Keeps the best of each profile.
    fn settle(&mut self) {
        self.0.sort_unstable_by_key(|(profile, length)| (*profile, usize::MAX - length));
        self.0.dedup_by_key(|(profile, _)| *profile);
    }
}

impl Profile {
    fn get(self, index: u32) -> u64 {
        self.plugs >> (2 * index) & 3
    }

    fn with(mut self, index: u32, plug: u64) -> Self {
        self.plugs = self.plugs & !(3 << (2 * index)) | plug << (2 * index);
        self
    }

    /// The plug that belongs with the pair plug at `index`.
    fn mate(self, index: u32) -> u32 {
        let plug = self.get(index);
        let (mut depth, mut at) = (1, index);
        while depth > 0 {
            at = if plug == OPEN { at + 1 } else { at - 1 };
            match self.get(at) {
                same if same == plug => depth += 1,
                NONE | END => {}
                _ => depth -= 1,
            }
        }
        at
    }

    /// The strand at `index` gets its end: its other side is marked. `None` if that completes the path.
    fn end(self, index: u32) -> Option<Self> {
        if self.get(index) == END {
            return None;
        }
        let mate = self.mate(index);
        Some(self.with(index, NONE).with(mate, END))
    }
}

/// What the head can reach, with the head, in the bounding box, its shorter side across.
struct Room {
    width: u32,
    height: u32,
    usable: Vec<bool>,
    head: (u32, u32),
}

impl Room {
    fn new(field: &Field<Small>, head: Spot) -> Self {
        let mut cells = vec![head];
        field.reach(head).for_each(|spot| cells.push(spot));
        let span = |of: fn(Spot) -> u32| {
            let least = cells.iter().map(|spot| of(*spot)).min().unwrap_or(0);
            (least, cells.iter().map(|spot| of(*spot)).max().unwrap_or(0) + 1 - least)
        };
        let column: fn(Spot) -> u32 = |spot| u32::from(spot & 127);
        let row: fn(Spot) -> u32 = |spot| u32::from(spot >> 7);
        let (across, down) = if span(column).1 <= span(row).1 { (column, row) } else { (row, column) };
        let ((left, width), (top, height)) = (span(across), span(down));
        let mut usable = vec![false; (width * height) as usize];
        for spot in &cells {
            usable[((down(*spot) - top) * width + across(*spot) - left) as usize] = true;
        }
        Self { width, height, usable, head: (across(head) - left, down(head) - top) }
    }

    fn has(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height && self.usable[(y * self.width + x) as usize]
    }
}

/// The cells of the longest path from `head` over free cells, the head not counted. A path of `known` cells is known to
/// exist, so only longer ones are looked for: profiles that have left out too many cells of a colour for that are dropped.
fn longest(field: &Field<Small>, head: Spot, known: usize) -> usize {
    let room = Room::new(field, head);
    let mut best = known;
    // The white and the black cells that are still to come.
    let colour = |x: u32, y: u32| usize::from((x + y) % 2 == 1);
    let mut rest = [0_usize; 2];
    for (x, y) in (0..room.height).flat_map(|y| (0..room.width).map(move |x| (x, y))) {
        rest[colour(x, y)] += usize::from(room.has(x, y));
    }
    let first = colour(room.head.0, room.head.1);
    let mut states = States(vec![(Profile { plugs: 0, ended: false, blacker: 0 }, 0)]);
    for y in 0..room.height {
        // The plug to the right of the last column is empty; all plugs move up by one place.
        states.0.iter_mut().for_each(|(profile, _)| profile.plugs <<= 2);
        for x in 0..room.width {
            let mut next = States::default();
            let is_head = (x, y) == room.head;
            let (right, down) = (room.has(x + 1, y), room.has(x, y + 1));
            rest[colour(x, y)] -= usize::from(room.has(x, y));
            for (state, length) in states.0 {
                let ended = state.ended;
                // A cell that the path takes counts for its colour.
                let shade = if colour(x, y) == 1 { 1 } else { -1 };
                let (left, up) = (state.get(x), state.get(x + 1));
                let bare = state.with(x, NONE).with(x + 1, NONE);
                let mut keep = |mut state: Profile, after: usize| {
                    state.blacker += if after > length { shade } else { 0 };
                    let blacks = (after as i64 + i64::from(state.blacker)) as usize / 2;
                    let most = [after - blacks + rest[0], blacks + rest[1]];
                    // Colours alternate from the head's on.
                    let longest = (2 * most[first]).min(2 * most[1 - first] + 1);
                    if longest > known + 1 {
                        next.0.push((state, after));
                    }
                };
                if !room.has(x, y) {
                    keep(bare, length);
                    continue;
                }
                let to_sides = |plug: u64| {
                    [(down, bare.with(x, plug)), (right, bare.with(x + 1, plug))].into_iter().filter(|(open, _)| *open)
                };
                let mut complete = |state: Profile, length: usize| {
                    if state.plugs == 0 {
                        best = best.max(length - 1);
                    }
                };
                let crossing =
                    [(x, left), (x + 1, up)].into_iter().filter(|(_, plug)| *plug != NONE).collect::<Vec<_>>();
                match crossing[..] {
                    [] if is_head => to_sides(END).for_each(|(_, state)| keep(state, length + 1)),
                    [] => {
                        keep(bare, length);
                        if down && right {
                            keep(bare.with(x, OPEN).with(x + 1, CLOSE), length + 1);
                        }
                        if !ended {
                            to_sides(END).for_each(|(_, state)| keep(Profile { ended: true, ..state }, length + 1));
                        }
                    }
                    [(index, plug)] => {
                        if !is_head {
                            to_sides(plug).for_each(|(_, state)| keep(state, length + 1));
                        }
                        if is_head || !ended {
                            match state.end(index) {
                                None => complete(bare, length + 1),
                                Some(state) => keep(Profile { ended: ended || !is_head, ..state }, length + 1),
                            }
                        }
                    }
                    _ if is_head => {}
                    _ => match (left, up) {
                        (OPEN, CLOSE) => {}
                        (END, END) => complete(bare, length + 1),
                        (END, _) => keep(bare.with(state.mate(x + 1), END), length + 1),
                        (_, END) => keep(bare.with(state.mate(x), END), length + 1),
                        (OPEN, _) => keep(bare.with(state.mate(x + 1), OPEN), length + 1),
                        (_, CLOSE) => keep(bare.with(state.mate(x), CLOSE), length + 1),
                        _ => keep(bare, length + 1),
                    },
                }
            }
            next.settle();
            states = next;
        }
    }
    best
}

/// The longest path by trying everything.
fn longest_by_trying(field: &Field<Small>, head: Spot) -> usize {
    let mut after = *field;
    let mut best = 0;
    for (_, to) in field.exits(head) {
        after.free.flip(to);
        best = best.max(1 + longest_by_trying(&after, to));
        after.free.flip(to);
    }
    best
}

/// Two riders alone in their regions, with so many cells for the first.
fn separated_position(side: u16, cells: RangeInclusive<u32>, seed: u64) -> Position {
    let mut rng = rng::stream(seed, "separated positions");
    loop {
        let obstacles = rng.random_range(0..=12);
        let wish = RandomArena { width: side, height: side, obstacles, starts: Starts::Mirrored, seats: 2 };
        let mut position = Position::new(&wish.generate(rng.random()).expect("in range"), 2, Options::default());
        let mut wander = [0, 1].map(|_| 0_usize);
        while position.outcome().is_none() {
            let field = Field::<Small>::new(&position);
            let heads = [0, 1].map(|seat| field::head(&position, seat));
            let reach = field.reach(heads[0]);
            if !field.exits(heads[1]).any(|(_, door)| reach.has(door)) {
                if cells.contains(&reach.count()) {
                    return position;
                }
                break;
            }
            let orders: Vec<Order> = (0..2)
                .map(|seat| {
                    // Long straight rides divide a board better than a random walk.
                    let free: Vec<_> = position.free_moves(seat).collect();
                    let straight = free.contains(&position.riders()[seat].heading) && wander[seat] > 0;
                    wander[seat] = if straight { wander[seat] - 1 } else { rng.random_range(0..8) };
                    let turn = free.get(rng.random_range(0..free.len().max(1))).copied();
                    let heading = position.riders()[seat].heading;
                    Order::Go(if straight { heading } else { turn.unwrap_or(heading) })
                })
                .collect();
            position.make(&orders);
        }
    }
}

#[test]
fn the_oracle_agrees_with_trying_everything() {
    for seed in 0..40 {
        let position = separated_position(10, 6..=26, seed);
        let field = Field::<Small>::new(&position);
        let head = field::head(&position, 0);
        if field.reach(head).count() <= 26 {
            let optimum = longest_by_trying(&field, head);
            for known in [0, optimum / 2, optimum] {
                assert_eq!(longest(&field, head, known), optimum, "seed {seed}, {known} cells known");
            }
        }
    }
}

/// Cells that the engine wastes against the proven optimum, in `count` positions at `nodes` per step; the mean in
/// thousandths. The other side stands still in its own region, as if it had ended there.
fn wasted(side: u16, cells: RangeInclusive<u32>, count: u64, nodes: u64) -> u64 {
    let (mut wasted, mut proven, mut best) = (0, 0, 0);
    for seed in 0..count {
        let position = separated_position(side, cells.clone(), seed);
        let mut field = Field::<Small>::new(&position);
        let (start, start_field) = (field::head(&position, 0), field);
        let mut head = start;
        let mut first = None;
        let (mut plan, mut ridden) = (Vec::new(), 0);
        loop {
            let filling = fill(field, head, &plan, &Budget::nodes(nodes));
            let Some(to) = filling.path.first().copied() else { break };
            plan = filling.path[1..].to_vec();
            first.get_or_insert(filling);
            field.free.flip(to);
            head = to;
            ridden += 1;
        }
        let optimum = longest(&start_field, start, ridden);
        assert!(ridden <= optimum);
        if let Some(filling) = first {
            assert!(filling.bound >= optimum, "the bound is a bound");
            assert!(!filling.proven || filling.path.len() == optimum, "proven means proven");
            proven += u64::from(filling.proven);
        }
        best += optimum;
        wasted += (optimum - ridden) as u64;
    }
    println!(
        "{count} positions on {side} x {side}: {wasted} of {best} cells wasted, {proven} proven in the first step"
    );
    1_000 * wasted / count
}

#[test]
fn a_small_endgame_wastes_almost_nothing() {
    assert!(wasted(10, 15..=100, 30, 2_000) <= 200);
}

#[test]
#[ignore = "takes a minute: run in a release build"]
fn an_endgame_on_15_by_15_wastes_less_than_half_a_cell() {
    assert!(wasted(15, 30..=100, 200, 1_000) < 500);
}

#[test]
fn the_engine_follows_its_plan_and_rides_it_to_the_end() {
    let mut position = separated_position(12, 20..=144, 5);
    let field = Field::<Small>::new(&position);
    let optimum = longest(&field, field::head(&position, 0), 0);
    let mut engine = Engine::new(10, 1);
    let mut other = Engine::new(10, 2);
    let mut ridden = 0;
    while position.riders()[0].out.is_none() {
        let choice = engine.choose(&position, 0, &Budget::nodes(3_000));
        let reply = other.choose(&position, 1, &Budget::nodes(3_000));
        position.make(&[choice.step, reply.step]);
        if position.outcome().is_some() {
            return;
        }
        ridden += 1;
        assert!(ridden <= optimum);
    }
}
