//! Shortest ways, wins in one and only defences, compared with what trying everything says.

use super::position::{after, board};
use super::referee::meet;
use gridmarch::base::rng;
use gridmarch::games::links::geometry::Link;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::holes::Holes;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::routes::{FAR, Look, Routes};
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;
use rand::RngExt;

/// The holes in which a peg of the side to move wins.
fn wins(position: &mut Position) -> Holes {
    let side = position.side();
    let free: Vec<Hole> = position.free(side).iter().collect();
    let won = |hole: &Hole| {
        position.make(Step::Peg(*hole));
        let won = position.end().is_some_and(|end| end.outcome == Outcome::Win(side));
        position.unmake();
        won
    };
    free.into_iter().filter(won).collect()
}

/// Pegs that a side needs to join its lines if the other never moves: relaxed until nothing changes, over all pairs of holes
/// that no enemy link parts.
fn pegs_needed(position: &Position, side: usize) -> Option<u32> {
    let point = |hole: Hole| (i32::from(hole.column()), i32::from(hole.row()));
    let hinders: Vec<_> =
        position.links(1 - side).iter().map(|link| (point(link.ends().0), point(link.ends().1))).collect();
    let holes: Vec<Hole> = position.free(side).or(position.pegs(side)).iter().collect();
    let cost = |hole: Hole| u32::from(!position.pegs(side).contains(hole));
    let line = |hole: Hole| if side == 0 { hole.row() } else { hole.column() };
    let mut needed: Vec<Option<u32>> = holes.iter().map(|hole| (line(*hole) == 0).then(|| cost(*hole))).collect();
    let pairs: Vec<(usize, usize)> = (0..holes.len())
        .flat_map(|a| (0..holes.len()).map(move |b| (a, b)))
        .filter(|(a, b)| {
            let (a, b) = (holes[*a], holes[*b]);
            Link::between(a, b).is_some() && !hinders.iter().any(|link| meet((point(a), point(b)), *link))
        })
        .collect();
    loop {
        let before = needed.clone();
        for (a, b) in &pairs {
            let through = needed[*a].map(|pegs| pegs + cost(holes[*b]));
            needed[*b] = [needed[*b], through].into_iter().flatten().min();
        }
        if needed == before {
            let last = position.rules().size - 1;
            return holes
                .iter()
                .zip(needed)
                .filter(|(hole, _)| line(**hole) == last)
                .filter_map(|(_, pegs)| pegs)
                .min();
        }
    }
}

fn random_position(rules: Rules, seed: u64) -> Position {
    let mut rng = rng::stream(seed, "links routes");
    let mut position = Position::new(rules);
    let plies = rng.random_range(4..28);
    for _ in 0..plies {
        let side = position.side();
        let free: Vec<Hole> = position.free(side).iter().collect();
        if position.end().is_some() || free.is_empty() {
            break;
        }
        position.make(Step::Peg(free[rng.random_range(0..free.len())]));
    }
    position
}

#[test]
fn wins_in_one_and_only_defences_are_all_that_trying_finds() {
    let (mut with_wins, mut with_defences) = (0, 0);
    for seed in 0..600 {
        let variant = Variant::ALL[seed as usize % 2];
        let mut position = random_position(Rules { size: [6, 8][seed as usize / 2 % 2], variant, pie: false }, seed);
        if position.end().is_some() {
            continue;
        }
        let (side, look) = (position.side(), Look::at(&position));
        let found = wins(&mut position);
        assert_eq!(look.routes[side].wins(), found, "{seed}");
        with_wins += u32::from(!found.is_empty());
        if look.routes[1 - side].distance != 1 {
            continue;
        }
        let free: Vec<Hole> = position.free(side).iter().collect();
        let holds = |hole: &Hole| {
            let mut next = position.clone();
            next.make(Step::Peg(*hole));
            let is_won = next.end().is_some_and(|end| end.outcome == Outcome::Win(side));
            is_won || next.end().is_none() && wins(&mut next).is_empty()
        };
        let expected: Vec<Hole> = free.into_iter().filter(holds).filter(|hole| !found.contains(*hole)).collect();
        let ours: Vec<Hole> = look.defences(&position).iter().copied().filter(|hole| !found.contains(*hole)).collect();
        assert_eq!(ours, expected, "{seed}");
        with_defences += u32::from(!expected.is_empty());
    }
    assert!(with_wins > 40 && with_defences > 20, "{with_wins} {with_defences}");
}

#[test]
fn distances_are_the_fewest_pegs_that_join_the_lines_on_paper() {
    let mut lost = 0;
    for seed in 0..300 {
        let size = [6, 8, 12][seed as usize % 3];
        let position = random_position(Rules { size, variant: Variant::Pp, pie: false }, seed);
        for side in 0..2 {
            let (distance, expected) = (Routes::of(&position, side).distance, pegs_needed(&position, side));
            assert_eq!(distance, expected.map_or(FAR, |pegs| pegs as usize), "{seed}");
            assert_eq!(position.can_join(side), expected.is_some(), "{seed}");
            lost += u32::from(expected.is_none());
        }
    }
    assert!(lost > 5, "{lost}");
}

#[test]
fn the_ways_of_an_empty_board_are_as_long_as_a_march_of_knights() {
    for (size, pegs) in [(12, 7), (20, 11), (24, 13)] {
        let position = Position::new(board(size));
        for side in 0..2 {
            assert_eq!(Routes::of(&position, side).distance, pegs, "{size}");
        }
    }
    // A peg in the middle saves one.
    let position = after(board(12), "f6");
    assert_eq!([0, 1].map(|side| Routes::of(&position, side).distance), [6, 7]);
}
