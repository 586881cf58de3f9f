//! The shortest ways of both sides from line to line, counted in pegs that are still to be placed.
//!
//! A flood goes out from each border line; a free hole costs a peg, an own peg nothing. All holes of a distance are followed
//! at once ([`Holes::neighbours`]), so that a flood costs a few hundred words for each distance, whatever the board looks
//! like. The sum of both floods in a hole is the length of the best way through it, as in A. van Rijswijck's and
//! V. V. Anshelevich's programs for Hex.

use super::geometry::Link;
use super::hole::Hole;
use super::holes::Holes;
use super::position::{Half, Position};
use std::cell::OnceCell;

/// Distances beyond this are not told apart: nobody needs as many pegs unless there is no way.
pub const FAR: usize = 24;

/// The holes by their distance from a border line: an own peg as far as the hole before it.
struct Flood {
    layers: [Holes; FAR + 1],
    /// The distance of the other line; [`FAR`] if it is not reached.
    across: usize,
}

impl Flood {
    /// Stops `slack` pegs behind the other line.
    fn of(half: &Half, enemy: &Holes, is_far: bool, slack: usize) -> Self {
        let (line, goal) = (&half.lines[usize::from(is_far)], &half.lines[usize::from(!is_far)]);
        let usable = half.ground.without(enemy);
        let mut flood = Self { layers: [Holes::EMPTY; FAR + 1], across: FAR };
        // What has no distance yet.
        let mut left = usable;
        let mut now = line.and(&half.pegs);
        let mut next = line.and(&usable).without(&half.pegs);
        let mut last = FAR - 1;
        for distance in 0..FAR {
            let mut layer = Holes::EMPTY;
            while !now.is_empty() {
                layer = layer.or(&now);
                left = left.without(&now);
                let reached = now.neighbours(&half.open).and(&left);
                now = reached.and(&half.pegs);
                next = next.or(&reached.without(&half.pegs));
            }
            flood.layers[distance] = layer;
            if flood.across == FAR && layer.meets(goal) {
                flood.across = distance;
                last = last.min(distance + slack);
            }
            now = next.and(&left);
            next = Holes::EMPTY;
            if distance == last || now.is_empty() && distance > 0 {
                break;
            }
        }
        flood
    }
}

/// The ways of one side.
#[derive(Debug, Clone)]
pub struct Routes {
    /// Pegs that it has to place to join its lines; [`FAR`] if it cannot.
    pub distance: usize,
    /// The free holes through which a way leads that is as short as any, one peg longer, two pegs longer.
    pub holes: [Holes; SLACK + 1],
    /// How many free holes lie at each step from the first line on: on the shortest ways, where a peg of the other side cuts
    /// them all if there is one, and on those one peg longer.
    pub widths: [[u8; FAR]; 2],
}

/// How much longer than the shortest the ways are that are looked at.
const SLACK: usize = 2;

impl Routes {
    /// The ways of a side.
    pub fn of(position: &Position, side: usize) -> Self {
        let (half, enemy) = (position.half(side), position.pegs(1 - side));
        let there = Flood::of(half, enemy, false, SLACK);
        let mut routes = Self { distance: there.across, holes: [Holes::EMPTY; SLACK + 1], widths: [[0; FAR]; 2] };
        if there.across >= FAR {
            return routes;
        }
        let back = Flood::of(half, enemy, true, SLACK);
        // A free hole on a way of length n lies at a from one line and n + 1 - a from the other.
        for (slack, holes) in routes.holes.iter_mut().enumerate() {
            let whole = there.across + slack + 1;
            for near in 1..whole.min(FAR) {
                let layer = there.layers[near].and(&back.layers[(whole - near).min(FAR)]);
                if let Some(widths) = routes.widths.get_mut(slack) {
                    widths[near - 1] = layer.without(&half.pegs).len().min(255) as u8;
                }
                *holes = holes.or(&layer);
            }
            *holes = holes.without(&half.pegs);
        }
        routes
    }

    /// The holes in which a peg wins at once.
    pub fn wins(&self) -> Holes {
        if self.distance == 1 { self.holes[0] } else { Holes::EMPTY }
    }
}

/// Whether a side can win with one peg: all that is needed of its ways where a threat has to be met.
fn can_win(half: &Half, usable: &Holes, open: &[Holes; 8]) -> bool {
    let [there, back] = half.lines.map(|line| {
        let (mut all, mut now) = (Holes::EMPTY, line.and(&half.pegs));
        let mut reached = line.and(usable);
        while !now.is_empty() {
            all = all.or(&now);
            let next = now.neighbours(open).and(usable);
            reached = reached.or(&next);
            now = next.and(&half.pegs).without(&all);
        }
        reached.without(&half.pegs)
    });
    there.meets(&back)
}

/// What a search knows of a position.
#[derive(Debug)]
pub struct Look {
    pub routes: [Routes; 2],
    defences: OnceCell<Vec<Hole>>,
    linked: OnceCell<[Holes; 2]>,
}

impl Look {
    pub fn at(position: &Position) -> Self {
        let routes = [0, 1].map(|side| Routes::of(position, side));
        Self { routes, defences: OnceCell::new(), linked: OnceCell::new() }
    }

    /// Where a peg of the side to move gets a link, and where more than one.
    pub(super) fn linked(&self, position: &Position) -> &[Holes; 2] {
        let half = position.half(position.side());
        self.linked.get_or_init(|| half.pegs.neighbours_of_more(&half.open))
    }

    /// All pegs of the side to move after which the other, who threatens to, cannot win with its next peg.
    pub fn defences(&self, position: &Position) -> &[Hole] {
        self.defences.get_or_init(|| only_defences(position, &self.routes[1 - position.side()].wins()))
    }
}

/// Columns and rows from a win within which a link can cross one that the win needs: that link ends two away, and the one
/// that crosses it reaches at most one beyond it and begins at most two before.
const NEAR: u8 = 3;

/// A defence takes the place of the win, or a link of it crosses one that the win needs: it lies near by.
fn only_defences(position: &Position, wins: &Holes) -> Vec<Hole> {
    let Some(win) = wins.iter().next() else { return Vec::new() };
    let side = position.side();
    let enemy = position.half(1 - side);
    let near = |hole: &Hole| hole.column().abs_diff(win.column()) <= NEAR && hole.row().abs_diff(win.row()) <= NEAR;
    let holds = |hole: &Hole| {
        let mut open = enemy.open;
        for link in position.links_of(side, *hole).flat_map(Link::crossings) {
            link.set_open(&mut open, false);
        }
        let mut usable = enemy.ground.without(position.pegs(side));
        usable.remove(*hole);
        !can_win(enemy, &usable, &open)
    };
    position.free(side).iter().filter(near).filter(holds).collect()
}
