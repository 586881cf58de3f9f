//! A slow referee that shares nothing with the position but the names of moves: lists of pegs and links, links cross if
//! their segments meet, chains are walked.

use gridmarch::base::rng;
use gridmarch::games::links::hole::{Hole, MAX_SIZE};
use gridmarch::games::links::position::{Ending, Position};
use gridmarch::games::links::reference::COUNTS;
use gridmarch::games::links::rules::{MIN_SIZE, Rules, Variant};
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;
use rand::RngExt;
use std::collections::BTreeSet;

type Point = (i32, i32);
type Segment = (Point, Point);

/// Whether two segments meet at a point that is an end of neither, or of one: by solving for that point.
pub(super) fn meet((p, p_end): Segment, (q, q_end): Segment) -> bool {
    let cross = |a: Point, b: Point| a.0 * b.1 - a.1 * b.0;
    let apart = |a: Point, b: Point| (b.0 - a.0, b.1 - a.1);
    let (r, s) = (apart(p, p_end), apart(q, q_end));
    let whole = cross(r, s);
    if whole == 0 {
        return false;
    }
    // p + r * (t / whole) is q + s * (u / whole).
    let (t, u) = (cross(apart(p, q), s) * whole.signum(), cross(apart(p, q), r) * whole.signum());
    (1..whole.abs()).contains(&t) && (1..whole.abs()).contains(&u)
}

#[derive(Clone)]
pub(super) struct Referee {
    rules: Rules,
    pegs: Vec<(usize, Point)>,
    links: Vec<(usize, Segment)>,
    side: usize,
    plies: u32,
}

impl Referee {
    fn new(rules: Rules) -> Self {
        Self { rules, pegs: Vec::new(), links: Vec::new(), side: 0, plies: 0 }
    }

    fn may_place(&self, side: usize, (x, y): Point) -> bool {
        let last = i32::from(self.rules.size) - 1;
        let across = if side == 0 { x } else { y };
        (0..=last).contains(&x)
            && (0..=last).contains(&y)
            && across != 0
            && across != last
            && self.pegs.iter().all(|(_, at)| *at != (x, y))
    }

    fn place(&mut self, at: Point) {
        let side = self.side;
        for dx in -2_i32..=2 {
            for dy in -2_i32..=2 {
                let other = (at.0 + dx, at.1 + dy);
                if (dx * dy).abs() != 2 || !self.pegs.contains(&(side, other)) {
                    continue;
                }
                let hinders = |whose: usize| whose != side || self.rules.variant == Variant::Standard;
                if !self.links.iter().any(|(whose, link)| hinders(*whose) && meet((at, other), *link)) {
                    self.links.push((side, (at, other)));
                }
            }
        }
        self.pegs.push((side, at));
        self.side = 1 - side;
        self.plies += 1;
    }

    fn swap(&mut self) {
        let (_, (x, y)) = self.pegs.remove(0);
        self.pegs.push((1, (y, x)));
        (self.side, self.plies) = (0, 2);
    }

    /// The same position as ours, without offers and ends.
    pub(super) fn at(position: &Position) -> Self {
        let mut referee = Self::new(position.rules());
        for step in position.steps() {
            match step {
                Step::Peg(hole) => referee.place(point(hole)),
                Step::Swap => referee.swap(),
                Step::Offer | Step::Draw | Step::Resign => {}
            }
        }
        referee
    }

    /// Whether a side would join its lines if it alone placed pegs, wherever it may. By the standard rules another order
    /// may join them that this one does not.
    pub(super) fn could_join(mut self, side: usize) -> bool {
        for at in (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).map(move |column| point(Hole::new(column, row)))) {
            if self.may_place(side, at) {
                self.side = side;
                self.place(at);
            }
        }
        self.has_won(side)
    }

    fn has_won(&self, side: usize) -> bool {
        let last = i32::from(self.rules.size) - 1;
        let along = |(x, y): Point| if side == 0 { y } else { x };
        let own = |at: &Point| self.pegs.contains(&(side, *at));
        let mut reached: Vec<Point> =
            self.pegs.iter().filter(|(whose, at)| *whose == side && along(*at) == 0).map(|(_, at)| *at).collect();
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            next += 1;
            for (_, (a, b)) in self.links.iter().filter(|(whose, _)| *whose == side) {
                let far = if *a == at {
                    *b
                } else if *b == at {
                    *a
                } else {
                    continue;
                };
                if !reached.contains(&far) {
                    reached.push(far);
                }
            }
        }
        reached.iter().any(|at| own(at) && along(*at) == last)
    }
}

fn point(hole: Hole) -> Point {
    (i32::from(hole.column()), i32::from(hole.row()))
}

fn segments<'a>(links: impl Iterator<Item = &'a Segment>) -> Vec<Segment> {
    let mut all: Vec<Segment> = links.map(|(a, b)| if a < b { (*a, *b) } else { (*b, *a) }).collect();
    all.sort_unstable();
    all
}

/// Plays a match at random, half of it near pegs that stand so that there are many links, and takes some of it back.
/// How many plies there were.
fn play(rules: Rules, seed: u64) -> u32 {
    let mut rng = rng::stream(seed, "links referee");
    let (mut position, mut referee) = (Position::new(rules), Referee::new(rules));
    let mut plies = 0;
    while position.end().is_none() {
        let side = position.side();
        assert_eq!((side, position.turns()), (referee.side, referee.plies));
        if position.can_swap() && rng.random_range(0..3) == 0 {
            position.make(Step::Swap);
            referee.swap();
            continue;
        }
        let free: Vec<Hole> = position.free(side).iter().collect();
        let mut hole = free[rng.random_range(0..free.len())];
        if rng.random_bool(0.7)
            && let Some(peg) = position.pegs(side).iter().nth(rng.random_range(0..8))
        {
            let steps = [(1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1)];
            let (columns, rows) = steps[rng.random_range(0..8)];
            hole = peg.offset(columns, rows).filter(|hole| free.contains(hole)).unwrap_or(hole);
        }
        let anywhere = Hole::new(rng.random_range(0..30), rng.random_range(0..30));
        assert_eq!(position.is_legal(Step::Peg(anywhere)), referee.may_place(side, point(anywhere)), "{anywhere}");
        let before = position.clone();
        position.make(Step::Peg(hole));
        position.unmake();
        assert_eq!(position, before, "{hole} made and taken back");
        position.make(Step::Peg(hole));
        referee.place(point(hole));
        plies += 1;
        for side in 0..2 {
            let ours: Vec<Segment> =
                position.links(side).iter().map(|link| (point(link.ends().0), point(link.ends().1))).collect();
            let theirs = referee.links.iter().filter(|(whose, _)| *whose == side).map(|(_, link)| link);
            assert_eq!(segments(ours.iter()), segments(theirs), "{rules:?} {seed} ply {plies}");
        }
        let joined =
            position.end().is_some_and(|end| end.outcome == Outcome::Win(side) && end.ending == Ending::Joined);
        assert_eq!(joined, referee.has_won(side), "{rules:?} {seed} ply {plies}");
        assert_eq!(position.winning_chain(side).is_some(), joined);
    }
    plies
}

/// Plies of all boards together, if `LINKS_PLIES` does not say how many: the variable is for the full run, with 10,000,000.
const PLIES: u32 = 18_000;

#[test]
fn links_ends_and_taking_back_are_as_a_slow_referee_says() {
    let wanted = std::env::var("LINKS_PLIES").ok().and_then(|plies| plies.parse().ok()).unwrap_or(PLIES);
    let boards = (MIN_SIZE..=MAX_SIZE).step_by(2).flat_map(|size| Variant::ALL.map(|variant| (size, variant)));
    let each = wanted.div_ceil(boards.clone().count() as u32);
    for (size, variant) in boards {
        let (mut plies, mut seed) = (0, u64::from(size));
        while plies < each {
            plies += play(Rules { size, variant, pie: seed.is_multiple_of(2) }, seed);
            seed += 1;
        }
    }
}

/// Lines and different positions at their ends, as the referee sees them. A swap is one more move.
fn count(referee: &Referee, plies: u32, ends: &mut BTreeSet<(Vec<(usize, Point)>, Vec<(usize, Segment)>)>) -> u64 {
    if plies == 0 || [0, 1].into_iter().any(|side| referee.has_won(side)) {
        let mut pegs = referee.pegs.clone();
        pegs.sort_unstable();
        let mut links: Vec<(usize, Segment)> =
            referee.links.iter().map(|(side, (from, to))| (*side, (*from.min(to), *from.max(to)))).collect();
        links.sort_unstable();
        ends.insert((pegs, links));
        return 1;
    }
    let mut lines = 0;
    let mut follow = |step: &dyn Fn(&mut Referee)| {
        let mut next = referee.clone();
        step(&mut next);
        lines += count(&next, plies - 1, ends);
    };
    if referee.plies == 1 {
        follow(&Referee::swap);
    }
    let all = 0..i32::from(referee.rules.size);
    for at in all.clone().flat_map(|y| all.clone().map(move |x| (x, y))) {
        if referee.may_place(referee.side, at) {
            follow(&|next| next.place(at));
        }
    }
    lines
}

#[test]
fn the_reference_counts_are_the_referees_and_ours() {
    for reference in COUNTS {
        let position = reference.position();
        assert_eq!(position.turns() as usize, reference.moves.split_whitespace().count(), "{reference:?}");
        let mut referee = Referee::new(position.rules());
        for step in position.steps() {
            let Step::Peg(hole) = step else { unreachable!("only pegs") };
            referee.place(point(hole));
        }
        let mut ends = BTreeSet::new();
        let lines = count(&referee, reference.plies, &mut ends);
        assert_eq!((lines, ends.len() as u64), (reference.count.lines, reference.count.positions), "{reference:?}");
        assert_eq!(reference.counted(), reference.count, "{reference:?}");
    }
}
