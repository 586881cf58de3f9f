//! Checks a running match tick by tick: units of several sizes and speeds.
//!
//! The law: a unit is a square of `size` × `size` cells. Its movement leads to a neighbouring place and takes some
//! ticks; at one tick in between the unit changes from the old place to the new one, and a movement once begun goes on
//! to its end. Squares never overlap, and at most one unit is on its way into a cell. While a diagonal movement is
//! under way no other movement crosses the same 2×2 blocks, where a body counts as `size`² cells that all make the
//! same step: a cell's diagonal step crosses one block, a straight one the blocks on both sides of its line. A body of more
//! than one cell has the rectangle that it sweeps for itself instead: who comes in behind it, and belongs to no cell of that
//! rectangle before it has ended, may round its corner.

use super::by_cell::ByCell;
use super::{Findings, Kind};
use crate::base::Cell;
use crate::nav::step::Step;
use std::collections::BTreeMap;

/// A movement from one place to a neighbouring one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Movement {
    /// Where it begins: the top left cell of the body.
    pub from: Cell,
    pub to: Cell,
    /// First tick of the movement.
    pub start: u32,
    /// First tick after it.
    pub end: u32,
}

impl From<Step> for Movement {
    fn from(step: Step) -> Self {
        Self { from: step.from, to: step.to(), start: step.start, end: step.end() }
    }
}

impl Movement {
    const fn is_under_way(&self, now: u32) -> bool {
        self.start <= now && now < self.end
    }

    const fn is_diagonal(&self) -> bool {
        self.from.x != self.to.x && self.from.y != self.to.y
    }
}

/// One unit at one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    pub unit: u32,
    /// Side of its square in cells, at least 1.
    pub size: u16,
    /// The place it belongs to now: its top left cell.
    pub at: Cell,
    /// The movement under way, or the last one, which is not looked at once it has ended.
    pub moving: Option<Movement>,
}

/// The cells of a square.
fn square(at: Cell, size: u16) -> impl Iterator<Item = Cell> {
    let side = size as i16;
    (0..side).flat_map(move |dy| (0..side).map(move |dx| Cell::new(at.x + dx, at.y + dy)))
}

/// The blocks, named by their top left cells, that the step of one cell crosses.
fn blocks(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (x, y) = (from.x.min(to.x), from.y.min(to.y));
    let beside = if from.x == to.x {
        Some(Cell::new(x - 1, y))
    } else if from.y == to.y {
        Some(Cell::new(x, y - 1))
    } else {
        None
    };
    std::iter::once(Cell::new(x, y)).chain(beside)
}

/// Whether a body is on the rectangle that another one, of more than one cell, sweeps.
fn is_swept(large: &Body, movement: &Movement, other: &Body) -> bool {
    let (left, top) = (movement.from.x.min(movement.to.x), movement.from.y.min(movement.to.y));
    let right = movement.from.x.max(movement.to.x) + large.size as i16;
    let bottom = movement.from.y.max(movement.to.y) + large.size as i16;
    let is_inside = |cell: Cell| (left..right).contains(&cell.x) && (top..bottom).contains(&cell.y);
    large.size > 1 && square(other.at, other.size).any(is_inside)
}

/// Whether one of two bodies is on the rectangle of the other.
fn is_one_swept(first: &(Body, Movement), second: &(Body, Movement)) -> bool {
    is_swept(&first.0, &first.1, &second.0) || is_swept(&second.0, &second.1, &first.0)
}

/// Remembers the last tick and judges the next.
///
/// A wrong pair of movements is reported once, at the tick when the later one begins; bodies that overlap are
/// reported with each cell and tick.
#[derive(Debug, Clone, Default)]
pub struct TickChecker {
    last: BTreeMap<u32, Body>,
    findings: Findings,
}

impl TickChecker {
    /// A checker that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was wrong so far.
    #[must_use]
    pub const fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Takes all units at tick `now`, one later than the last time. Units may appear and vanish. `passable` tells
    /// whether a unit may be on a cell, which may lie outside of the map.
    pub fn tick(&mut self, now: u32, bodies: &[Body], passable: impl Fn(u32, Cell) -> bool) {
        for body in bodies {
            self.ground(now, body, &passable);
            self.continuity(now, body);
        }
        let moving: Vec<(Body, Movement)> = bodies
            .iter()
            .filter_map(|body| Some((*body, body.moving.filter(|movement| movement.is_under_way(now))?)))
            .collect();
        let places = bodies.iter().enumerate();
        let taken =
            ByCell::new(places.flat_map(|(index, body)| square(body.at, body.size).map(move |c| (c, index))).collect());
        for (cell, first, second) in taken.pairs() {
            self.findings.add(Kind::Vertex, (bodies[first].unit, Some(bodies[second].unit)), cell, now);
        }
        self.crossings(now, &moving);
        self.last = bodies.iter().map(|body| (body.unit, *body)).collect();
    }

    /// Standing on ground, and no corner cut.
    fn ground(&mut self, now: u32, body: &Body, passable: &impl Fn(u32, Cell) -> bool) {
        if let Some(cell) = square(body.at, body.size).find(|cell| !passable(body.unit, *cell)) {
            self.findings.add(Kind::Blocked, (body.unit, None), cell, now);
        }
        let Some(movement) = body.moving.filter(|movement| self.is_new(now, body.unit, movement)) else { return };
        if movement.is_diagonal() && movement.from.chebyshev(movement.to) == 1 {
            let swept = Cell::new(movement.from.x.min(movement.to.x), movement.from.y.min(movement.to.y));
            let ends = |cell: &Cell| {
                [movement.from, movement.to].iter().any(|at| square(*at, body.size).any(|part| part == *cell))
            };
            let corner = square(swept, body.size + 1).find(|cell| !ends(cell) && !passable(body.unit, *cell));
            if let Some(corner) = corner {
                self.findings.add(Kind::Corner, (body.unit, None), corner, now);
            }
        }
    }

    /// Whether a movement is under way and was not seen the tick before.
    fn is_new(&self, now: u32, unit: u32, movement: &Movement) -> bool {
        movement.is_under_way(now) && self.last.get(&unit).and_then(|body| body.moving) != Some(*movement)
    }

    /// A place changes only along the movement under way, and movements are carried out.
    fn continuity(&mut self, now: u32, body: &Body) {
        let under_way = body.moving.filter(|movement| movement.is_under_way(now));
        if let Some(movement) = under_way {
            let is_step = movement.from.chebyshev(movement.to) == 1;
            if !is_step || (body.at != movement.from && body.at != movement.to) {
                self.findings.add(Kind::Jump, (body.unit, None), body.at, now);
                return;
            }
        }
        let Some(last) = self.last.get(&body.unit) else { return };
        // Movements of the tick before that were under way then.
        let before = last.moving.filter(|movement| movement.is_under_way(now.saturating_sub(1)));
        let is_broken = before.is_some_and(|before| {
            if before.is_under_way(now) {
                under_way != Some(before)
            } else {
                last.at == before.from && body.at == before.from
            }
        });
        if is_broken {
            self.findings.add(Kind::Broken, (body.unit, None), body.at, now);
            return;
        }
        // A movement that is new now begins where the last one ended, even if it changes place in its first tick.
        let is_led = |movement: Option<Movement>, at: Cell| movement.filter(|m| m.from == at).map(|m| m.to);
        let after_before = is_led(before, last.at);
        let reachable =
            body.at == last.at || after_before == Some(body.at) || is_led(under_way, last.at) == Some(body.at);
        let begins_elsewhere = under_way.is_some_and(|movement| {
            before != Some(movement) && movement.from != last.at && Some(movement.from) != after_before
        });
        if !reachable || begins_elsewhere {
            self.findings.add(Kind::Jump, (body.unit, None), body.at, now);
        }
    }

    /// Movements that meet: into one cell, through each other, across one block. One kind per pair.
    fn crossings(&mut self, now: u32, moving: &[(Body, Movement)]) {
        let by_cell = |place: fn(&Movement) -> Cell| {
            let cells = |(index, (body, movement)): (usize, &(Body, Movement))| {
                square(place(movement), body.size).map(move |cell| (cell, index)).collect::<Vec<_>>()
            };
            ByCell::new(moving.iter().enumerate().flat_map(cells).collect())
        };
        let (targets, origins) = (by_cell(|movement| movement.to), by_cell(|movement| movement.from));
        let mut block_entries = Vec::new();
        for (index, (body, movement)) in moving.iter().enumerate() {
            let (dx, dy) = (movement.to.x - movement.from.x, movement.to.y - movement.from.y);
            for cell in square(movement.from, body.size) {
                block_entries.extend(blocks(cell, Cell::new(cell.x + dx, cell.y + dy)).map(|block| (block, index)));
            }
        }
        let crossed = ByCell::new(block_entries);
        let mut known: BTreeMap<(usize, usize), (Kind, Cell)> = BTreeMap::new();
        for (index, (body, movement)) in moving.iter().enumerate() {
            let key = |other: usize| (index.min(other), index.max(other));
            for cell in square(movement.to, body.size) {
                for other in targets.at(cell).filter(|other| *other != index) {
                    known.entry(key(other)).or_insert((Kind::SameTarget, cell));
                }
                for other in origins.at(cell).filter(|other| *other != index) {
                    let meets = |place: Cell| square(moving[other].1.to, moving[other].0.size).any(|at| at == place);
                    if square(movement.from, body.size).any(meets) {
                        known.entry(key(other)).or_insert((Kind::Swap, cell));
                    }
                }
            }
        }
        for (index, (body, movement)) in moving.iter().enumerate().filter(|(_, (_, movement))| movement.is_diagonal()) {
            for cell in square(movement.from, body.size) {
                let to = Cell::new(cell.x + movement.to.x - movement.from.x, cell.y + movement.to.y - movement.from.y);
                for block in blocks(cell, to) {
                    for other in crossed.at(block).filter(|other| *other != index) {
                        let is_large = body.size.max(moving[other].0.size) > 1;
                        if is_large && !is_one_swept(&moving[index], &moving[other]) {
                            continue;
                        }
                        known.entry((index.min(other), index.max(other))).or_insert((Kind::Block, block));
                    }
                }
            }
        }
        for ((first, second), (kind, cell)) in known {
            let pair = [&moving[first], &moving[second]];
            let begins = pair.iter().any(|(body, movement)| self.is_new(now, body.unit, movement));
            // Who comes onto the rectangle of a large body does so in the middle of its movement.
            let last = pair.map(|(body, movement)| (*self.last.get(&body.unit).unwrap_or(body), *movement));
            let is_large = pair.iter().any(|(body, _)| body.size > 1);
            let comes = kind == Kind::Block && is_large && !is_one_swept(&last[0], &last[1]);
            if begins || comes {
                self.findings.add(kind, (moving[first].0.unit, Some(moving[second].0.unit)), cell, now);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: u32 = 4;

    fn stands(unit: u32, size: u16, x: i16, y: i16) -> Body {
        Body { unit, size, at: Cell::new(x, y), moving: None }
    }

    /// A unit at tick `now` of a movement that began at `start`, takes [`STEP`] ticks and changes place at half time.
    fn walks(unit: u32, size: u16, from: (i16, i16), to: (i16, i16), start: u32, now: u32) -> Body {
        let movement =
            Movement { from: Cell::new(from.0, from.1), to: Cell::new(to.0, to.1), start, end: start + STEP };
        let at = if now < start + STEP / 2 { movement.from } else { movement.to };
        Body { unit, size, at, moving: Some(movement) }
    }

    /// A unit, its size, from where, where to.
    type Walk = (u32, u16, (i16, i16), (i16, i16));

    /// All kinds found while the units walk at the same time; who has the same ends stands.
    fn together(walks_of: &[Walk], blocked: &[(i16, i16)]) -> Vec<(Kind, u64)> {
        let mut checker = TickChecker::new();
        for now in 0..=STEP {
            let bodies: Vec<Body> = walks_of
                .iter()
                .map(|(unit, size, from, to)| match from == to {
                    true => stands(*unit, *size, from.0, from.1),
                    false => walks(*unit, *size, *from, *to, 0, now),
                })
                .collect();
            let on_map = |cell: Cell| (0..8).contains(&cell.x) && (0..8).contains(&cell.y);
            checker.tick(now, &bodies, |_, cell| on_map(cell) && !blocked.contains(&(cell.x, cell.y)));
        }
        kinds(&checker)
    }

    fn kinds(checker: &TickChecker) -> Vec<(Kind, u64)> {
        let found = Kind::ALL.map(|kind| (kind, checker.findings().count(kind)));
        found.into_iter().filter(|(_, count)| *count > 0).collect()
    }

    #[test]
    fn who_rounds_the_corner_of_a_large_body_comes_after_it() {
        // A square of four goes east; a small unit comes diagonally into the cell that it leaves.
        let check = |late: u32| {
            let mut checker = TickChecker::new();
            for now in 0..=late + STEP {
                let square = walks(1, 2, (1, 1), (2, 1), 0, now.min(STEP));
                let small = if now < late { stands(2, 1, 2, 0) } else { walks(2, 1, (2, 0), (1, 1), late, now) };
                checker.tick(now, &[square, small], |_, _| true);
            }
            kinds(&checker)
        };
        assert_eq!(check(STEP / 2), []);
        assert_eq!(check(1), [(Kind::Block, 1)], "it is there while the other still sweeps the cell");
    }

    #[test]
    fn every_kind_of_wrong_pair_is_reported_as_that_kind_alone() {
        let cases: [(&[Walk], &[(i16, i16)], Kind); 12] = [
            (&[(1, 1, (0, 0), (1, 0)), (2, 1, (1, 0), (0, 0))], &[], Kind::Swap),
            (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 1), (0, 0))], &[], Kind::Swap),
            (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (0, 1))], &[], Kind::Block),
            (&[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (0, 0))], &[], Kind::Block),
            (&[(1, 2, (0, 0), (1, 1)), (2, 1, (2, 1), (2, 0))], &[], Kind::Block),
            (&[(1, 1, (0, 0), (1, 1))], &[(1, 0)], Kind::Corner),
            (&[(1, 2, (0, 0), (1, 1))], &[(2, 0)], Kind::Corner),
            (&[(1, 1, (0, 0), (-1, 0))], &[], Kind::Blocked),
            (&[(1, 2, (0, 0), (0, 1))], &[(1, 2)], Kind::Blocked),
            (&[(1, 1, (0, 0), (2, 0))], &[], Kind::Jump),
            (&[(1, 2, (0, 0), (0, 0)), (2, 1, (1, 1), (1, 1))], &[], Kind::Vertex),
            (&[(1, 2, (0, 0), (1, 0)), (2, 1, (2, 1), (2, 1))], &[], Kind::Vertex),
        ];
        for (walks_of, blocked, kind) in cases {
            let found = together(walks_of, blocked);
            assert!(found.iter().all(|(found, _)| *found == kind) && !found.is_empty(), "{walks_of:?}: {found:?}");
        }
    }

    #[test]
    fn two_movements_into_one_cell_are_reported_before_the_bodies_meet() {
        let mut checker = TickChecker::new();
        for now in 0..2 {
            let bodies = [walks(1, 1, (0, 0), (1, 0), 0, now), walks(2, 1, (2, 0), (1, 0), 0, now)];
            checker.tick(now, &bodies, |_, _| true);
        }
        assert_eq!(kinds(&checker), [(Kind::SameTarget, 1)]);
    }

    #[test]
    fn a_place_that_changes_without_a_movement_is_a_jump() {
        let moves: [&[Body]; 3] = [
            // Without any movement.
            &[stands(1, 1, 0, 0), stands(1, 1, 1, 0)],
            // Beside the movement.
            &[stands(1, 1, 0, 0), Body { at: Cell::new(0, 1), ..walks(1, 1, (0, 0), (1, 0), 1, 1) }],
            // A movement that begins where the unit is not.
            &[stands(1, 1, 0, 0), walks(1, 1, (1, 0), (2, 0), 1, 1)],
        ];
        for ticks in moves {
            let mut checker = TickChecker::new();
            for (now, body) in (0..).zip(ticks) {
                checker.tick(now, &[*body], |_, _| true);
            }
            assert_eq!(kinds(&checker), [(Kind::Jump, 1)], "{ticks:?}");
        }
    }

    #[test]
    fn a_movement_that_turns_stops_or_leads_nowhere_is_broken() {
        let first = walks(1, 1, (1, 1), (2, 1), 0, 0);
        let nowhere = |now| Body { at: Cell::new(1, 1), ..walks(1, 1, (1, 1), (2, 1), 0, now) };
        let cases: [&[Body]; 3] = [
            &[first, walks(1, 1, (1, 1), (1, 2), 1, 1)],
            &[first, stands(1, 1, 1, 1)],
            &[first, nowhere(1), nowhere(2), nowhere(3), stands(1, 1, 1, 1)],
        ];
        for ticks in cases {
            let mut checker = TickChecker::new();
            for (now, body) in (0..).zip(ticks) {
                checker.tick(now, &[*body], |_, _| true);
            }
            assert_eq!(kinds(&checker), [(Kind::Broken, 1)], "{ticks:?}");
        }
    }

    #[test]
    fn legal_movement_of_all_sizes_and_paces_passes() {
        let legal: [&[Walk]; 6] = [
            // A column, with a large unit in its middle.
            &[(1, 1, (4, 0), (5, 0)), (2, 2, (2, 0), (3, 0)), (3, 1, (1, 0), (2, 0))],
            // A ring of four, and one of four diagonals around a standing unit.
            &[(1, 1, (0, 0), (1, 0)), (2, 1, (1, 0), (1, 1)), (3, 1, (1, 1), (0, 1)), (4, 1, (0, 1), (0, 0))],
            &[
                (1, 1, (1, 0), (2, 1)),
                (2, 1, (2, 1), (1, 2)),
                (3, 1, (1, 2), (0, 1)),
                (4, 1, (0, 1), (1, 0)),
                (5, 1, (1, 1), (1, 1)),
            ],
            // A diagonal past standing units, small and large.
            &[(1, 1, (0, 0), (1, 1)), (2, 1, (1, 0), (1, 0)), (3, 1, (0, 1), (0, 1))],
            &[(1, 2, (2, 2), (3, 3)), (2, 1, (4, 2), (4, 2)), (3, 1, (2, 4), (2, 4))],
            // A follower of a large unit on a diagonal.
            &[(1, 2, (2, 2), (3, 3)), (2, 1, (1, 1), (2, 2))],
        ];
        for walks_of in legal {
            assert_eq!(together(walks_of, &[]), [], "{walks_of:?}");
        }
        // One unit walks on and on with a quick one behind it, which begins its step when the cell is free in time.
        let mut checker = TickChecker::new();
        for now in 0..12 {
            let leg = now / STEP;
            let x = leg as i16;
            let walker = walks(1, 1, (x + 1, 0), (x + 2, 0), leg * STEP, now);
            let start = leg * STEP + 2;
            let quick = Movement { from: Cell::new(x, 0), to: Cell::new(x + 1, 0), start, end: start + 2 };
            let at = if now > start { quick.to } else { quick.from };
            let follower = Body { unit: 2, size: 1, at, moving: (now >= start).then_some(quick) };
            checker.tick(now, &[walker, follower], |_, _| true);
        }
        assert_eq!(kinds(&checker), []);
    }

    #[test]
    fn whoever_keeps_the_law_of_blocks_keeps_bodies_of_all_sizes_apart() {
        // Discs half a cell wide for each cell of the side, less 0.15, that walk at the same time never touch if no
        // pair is reported: all pairs of sizes 1 to 3, of steps and of places near each other.
        let steps: Vec<(i16, i16)> = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))).collect();
        let mut clean = 0;
        for (first, second) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (2, 3)] {
            for (dx, dy) in (-5..=5).flat_map(|dy| (-5..=5).map(move |dx| (dx, dy))) {
                for (step, answer) in steps.iter().flat_map(|step| steps.iter().map(move |answer| (step, answer))) {
                    let mut checker = TickChecker::new();
                    let there = (10 + dx, 10 + dy);
                    let moves = [
                        (1, first, (10, 10), (10 + step.0, 10 + step.1)),
                        (2, second, there, (there.0 + answer.0, there.1 + answer.1)),
                    ];
                    for now in 0..=STEP {
                        let bodies = moves.map(|(unit, size, from, to)| match from == to {
                            true => stands(unit, size, from.0, from.1),
                            false => walks(unit, size, from, to, 0, now),
                        });
                        checker.tick(now, &bodies, |_, _| true);
                    }
                    if checker.findings().total() > 0 {
                        continue;
                    }
                    clean += 1;
                    let centre = |walk: usize, share: f64| {
                        let (_, size, from, to) = moves[walk];
                        let half = f64::from(size) / 2.0;
                        let between = |a: i16, b: i16| f64::from(a) + f64::from(b - a) * share + half;
                        (between(from.0, to.0), between(from.1, to.1))
                    };
                    let least = f64::from(first + second) / 2.0 - 0.3;
                    for share in (0..=16).map(|part| f64::from(part) / 16.0) {
                        let ((ax, ay), (bx, by)) = (centre(0, share), centre(1, share));
                        let distance = (ax - bx).hypot(ay - by);
                        assert!(distance > least - 1e-9, "{moves:?} at {share}: {distance}");
                    }
                }
            }
        }
        assert!(clean > 10_000, "{clean} pairs are legal");
    }
}
