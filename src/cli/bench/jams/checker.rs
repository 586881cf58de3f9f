//! The judge of the movement suite: looks at positions and steps of all units after every tick and counts what must
//! never be. Knows no table of the simulation and shares no code with it.
//!
//! Bodies are squares of `footprint` cells; a body's *core* is the square that its cell centres span, a point for one
//! cell. Cores of two units never come closer than [`LEAST_DISTANCE`], wherever both are on their way: exchanges, head-on
//! meetings and crossings on a diagonal all bring them to 0, while a follower in a column keeps half a cell.

use super::travel::Traveller;
use crate::base::{Cell, Grid};
use crate::nav::step::{Step, Tick};

/// Least distance of two cores in cells, a hair below one half.
const LEAST_DISTANCE: f64 = 0.49;

/// What the judge sees of one unit.
#[derive(Clone, Copy)]
pub struct Body<'a> {
    /// The cell it belongs to.
    pub at: Cell,
    /// Its latest step, under way or done.
    pub step: Option<Step>,
    /// Its ground and size.
    pub traveller: Traveller<'a>,
}

/// What was wrong after one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Faults {
    /// Pairs of units that share a cell.
    pub overlaps: u32,
    /// Units that jump, cut a corner, stand where they cannot, or come too near to another.
    pub unsafe_moves: u32,
}

/// The judge of one match.
#[derive(Debug)]
pub struct TickChecker {
    /// Who covers a cell, plus one; all zero between two calls.
    covered: Grid<u32>,
    /// Where units were after the tick before, by number.
    before: Vec<Option<Cell>>,
}

impl TickChecker {
    /// A judge for a map.
    #[must_use]
    pub fn new(width: u16, height: u16) -> Self {
        Self { covered: Grid::filled(width, height, 0), before: Vec::new() }
    }

    /// Judges the state after `now` ticks. Units come with their numbers, which are given once in a match.
    pub fn check(&mut self, now: Tick, units: &[(usize, Body)]) -> Faults {
        let mut faults = Faults::default();
        let mut widest = 1;
        for (index, (_, body)) in units.iter().enumerate() {
            widest = widest.max(body.traveller.footprint);
            for cell in square(body.at, body.traveller.footprint) {
                match self.covered.get_mut(cell) {
                    Some(0) => self.covered[cell] = index as u32 + 1,
                    Some(_) => faults.overlaps += 1,
                    None => faults.unsafe_moves += 1,
                }
            }
        }
        for (index, (number, body)) in units.iter().enumerate() {
            if *number >= self.before.len() {
                self.before.resize(number + 1, None);
            }
            let last = self.before[*number].replace(body.at).unwrap_or(body.at);
            let moved = under_way(body, now);
            faults.unsafe_moves += u32::from(last.chebyshev(body.at) > 1)
                + u32::from(
                    square(body.at, body.traveller.footprint).any(|cell| !body.traveller.ground.is_passable(cell)),
                )
                + u32::from(moved.is_some_and(|step| !is_sound(body, step)));
            if moved.is_some() {
                let reach = widest + 1;
                for cell in
                    square(Cell::new(body.at.x - reach, body.at.y - reach), 2 * reach + body.traveller.footprint)
                {
                    let Some(other) = self.covered.get(cell).copied().filter(|other| *other > 0) else { continue };
                    let (other, body_of_other) = (other as usize - 1, &units[other as usize - 1].1);
                    // A pair on the move is met from both sides, a large body on several cells: each counts once.
                    let is_first =
                        body_of_other.at == cell && (index < other || under_way(body_of_other, now).is_none());
                    if index != other && is_first && are_too_near(body, body_of_other, now) {
                        faults.unsafe_moves += 1;
                    }
                }
            }
        }
        for (_, body) in units {
            for cell in square(body.at, body.traveller.footprint) {
                if let Some(covered) = self.covered.get_mut(cell) {
                    *covered = 0;
                }
            }
        }
        faults
    }
}

fn under_way(body: &Body, now: Tick) -> Option<Step> {
    body.step.filter(|step| step.end() > now)
}

/// The cells of a square of `side` cells by its top left cell.
fn square(at: Cell, side: i16) -> impl Iterator<Item = Cell> {
    (0..side).flat_map(move |y| (0..side).map(move |x| Cell::new(at.x + x, at.y + y)))
}

/// Whether a unit is at one end of its step, and every cell of its body may make it, corners included.
fn is_sound(body: &Body, step: Step) -> bool {
    let to = step.to();
    let corners = [Cell::new(step.from.x, to.y), Cell::new(to.x, step.from.y)];
    let is_passable =
        |at: Cell| square(at, body.traveller.footprint).all(|cell| body.traveller.ground.is_passable(cell));
    (body.at == step.from || body.at == to) && is_passable(to) && corners.into_iter().all(is_passable)
}

/// Where the top left cell of a body is, `share` of a tick after `now`, in cells.
fn place(body: &Body, now: Tick, share: f64) -> (f64, f64) {
    let Some(step) = body.step else { return (body.at.x.into(), body.at.y.into()) };
    let done = ((f64::from(now) + share - f64::from(step.start)) / f64::from(step.ticks)).clamp(0.0, 1.0);
    let (from, to) = (step.from, step.to());
    (f64::from(from.x) + f64::from(to.x - from.x) * done, f64::from(from.y) + f64::from(to.y - from.y) * done)
}

fn are_too_near(first: &Body, second: &Body, now: Tick) -> bool {
    [0.0, 0.5].into_iter().any(|share| {
        let ((ax, ay), (bx, by)) = (place(first, now, share), place(second, now, share));
        let (a, b) = (f64::from(first.traveller.footprint - 1), f64::from(second.traveller.footprint - 1));
        // Gap of two intervals; 0 if they meet.
        let gap = |a_from: f64, b_from: f64| (b_from - (a_from + a)).max(a_from - (b_from + b)).max(0.0);
        gap(ax, bx).hypot(gap(ay, by)) < LEAST_DISTANCE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dir;
    use crate::modes::rts::rules::Rules;
    use crate::nav::terrain::{Ground, MovementClass, Terrain};

    /// Faults of one tick of units given as position, latest step, and footprint, on grass with a rock at (4, 4).
    fn judge(now: Tick, units: &[(Cell, Option<Step>, i16)]) -> Faults {
        let mut terrain = Grid::filled(8, 8, Terrain::Grass);
        terrain[Cell::new(4, 4)] = Terrain::Rock;
        let rules = Rules::built_in();
        let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
        let bodies = units.iter().map(|(at, step, footprint)| Body {
            at: *at,
            step: *step,
            traveller: Traveller { ground, ticks_per_cell: 6, footprint: *footprint },
        });
        TickChecker::new(8, 8).check(now, &bodies.enumerate().collect::<Vec<_>>())
    }

    fn step(x: i16, y: i16, dir: Dir, ticks: u16) -> Option<Step> {
        Some(Step { from: Cell::new(x, y), dir, start: 0, ticks })
    }

    const FINE: Faults = Faults { overlaps: 0, unsafe_moves: 0 };

    #[test]
    fn a_column_and_a_quick_follower_are_fine() {
        let column = [(Cell::new(1, 1), step(1, 1, Dir::East, 6), 1), (Cell::new(0, 1), step(0, 1, Dir::East, 6), 1)];
        assert_eq!(judge(2, &column), FINE);
        let standing = [(Cell::new(1, 1), None, 1), (Cell::new(2, 1), None, 1), (Cell::new(2, 2), None, 2)];
        assert_eq!(judge(0, &standing), FINE);
    }

    #[test]
    fn two_on_one_cell_overlap_whatever_their_size() {
        assert_eq!(judge(0, &[(Cell::new(1, 1), None, 1), (Cell::new(1, 1), None, 1)]).overlaps, 1);
        assert_eq!(judge(0, &[(Cell::new(1, 1), None, 2), (Cell::new(2, 2), None, 1)]).overlaps, 1);
    }

    #[test]
    fn exchanges_and_crossings_are_unsafe() {
        let swap = [(Cell::new(1, 1), step(1, 1, Dir::East, 6), 1), (Cell::new(2, 1), step(2, 1, Dir::West, 6), 1)];
        assert_eq!(judge(3, &swap).unsafe_moves, 1);
        let crossing =
            [(Cell::new(1, 1), step(1, 1, Dir::SouthEast, 6), 1), (Cell::new(2, 1), step(2, 1, Dir::SouthWest, 6), 1)];
        assert_eq!(judge(3, &crossing).unsafe_moves, 1);
        let onto = [(Cell::new(1, 1), step(1, 1, Dir::East, 6), 1), (Cell::new(2, 1), None, 1)];
        assert_eq!(judge(4, &onto).unsafe_moves, 1);
        let large = [(Cell::new(1, 1), step(1, 1, Dir::East, 6), 2), (Cell::new(3, 2), None, 1)];
        assert_eq!(judge(4, &large).unsafe_moves, 1);
    }

    #[test]
    fn corners_rocks_borders_and_jumps_are_unsafe() {
        assert_eq!(judge(1, &[(Cell::new(3, 4), step(3, 4, Dir::SouthEast, 6), 1)]).unsafe_moves, 1, "a cut corner");
        assert_eq!(judge(0, &[(Cell::new(4, 4), None, 1)]).unsafe_moves, 1, "on a rock");
        assert_eq!(judge(0, &[(Cell::new(3, 3), None, 2)]).unsafe_moves, 1, "with one foot on a rock");
        assert_eq!(judge(1, &[(Cell::new(3, 1), step(1, 1, Dir::East, 6), 1)]).unsafe_moves, 1, "beside its step");
        let terrain = Grid::filled(8, 8, Terrain::Grass);
        let rules = Rules::built_in();
        let ground = Ground::new(&terrain, &rules.costs, MovementClass::Foot);
        let body = |x| Body {
            at: Cell::new(x, 1),
            step: None,
            traveller: Traveller { ground, ticks_per_cell: 6, footprint: 1 },
        };
        let mut checker = TickChecker::new(8, 8);
        assert_eq!(checker.check(0, &[(0, body(1))]), FINE);
        assert_eq!(checker.check(1, &[(0, body(3))]).unsafe_moves, 1, "a jump");
    }
}
