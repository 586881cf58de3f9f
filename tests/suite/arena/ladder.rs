//! Ratings from all pairs of players, against what can be computed by hand.

use gridmarch::arena::Score;
use gridmarch::arena::ladder::{Bout, Ladder, bout, meetings};
use std::collections::BTreeMap;

const WIN: Score = Score { wins: 1, draws: 0, losses: 0 };
const DRAW: Score = Score { wins: 0, draws: 1, losses: 0 };
const LOSS: Score = Score { wins: 0, draws: 0, losses: 1 };

#[test]
fn everybody_meets_everybody_equally_often_and_in_pairs() {
    for players in 2..7 {
        let mut met = BTreeMap::<(usize, usize), Vec<usize>>::new();
        for number in 0..meetings(players) * 6 {
            let Bout { a, b, round } = bout(players, number);
            assert!(a < b && b < players);
            met.entry((a, b)).or_default().push(round);
        }
        assert_eq!(met.len(), meetings(players));
        assert!(met.values().all(|rounds| *rounds == [0, 1, 2, 3, 4, 5]), "{met:?}");
    }
}

#[test]
fn two_players_are_as_far_apart_as_their_points_say() {
    // Three of four points are odds of three to one: 400 log10 3 = 190.85 Elo.
    let mut ladder = Ladder::new(2);
    for (round, score) in [WIN, WIN, DRAW, DRAW, WIN, LOSS, WIN, WIN].into_iter().enumerate() {
        ladder.add(Bout { a: 0, b: 1, round }, score);
    }
    let ratings = ladder.ratings();
    assert!((ratings[0].elo - ratings[1].elo - 190.85).abs() < 0.01, "{ratings:?}");
    assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6, "the mean is 0");
    assert!(ratings[0].error > 0.0);
    // Pairs of 2, 1, 1 and 2 points.
    assert_eq!(ladder.pairs(0, 1).0, [0, 0, 2, 0, 2]);
}

#[test]
fn ratings_fit_a_table_that_strengths_of_one_two_and_four_explain_exactly() {
    let mut ladder = Ladder::new(3);
    let mut add = |a, b, wins: usize, losses: usize| {
        for round in 0..wins + losses {
            ladder.add(Bout { a, b, round }, if round < wins { WIN } else { LOSS });
        }
    };
    // 1 : 2, 1 : 4 and 2 : 4.
    add(0, 1, 20, 40);
    add(0, 2, 12, 48);
    add(1, 2, 20, 40);
    let ratings = ladder.ratings();
    let doubled = 400.0 * 2.0_f64.log10();
    assert!((ratings[1].elo - ratings[0].elo - doubled).abs() < 0.01, "{ratings:?}");
    assert!((ratings[2].elo - ratings[1].elo - doubled).abs() < 0.01, "{ratings:?}");
}

#[test]
fn who_has_only_won_has_a_rating_all_the_same() {
    let mut ladder = Ladder::new(2);
    (0..10).for_each(|round| ladder.add(Bout { a: 0, b: 1, round }, WIN));
    let ratings = ladder.ratings();
    // Ten wins and a draw.
    assert!((ratings[0].elo - ratings[1].elo - 400.0 * 21.0_f64.log10()).abs() < 0.01, "{ratings:?}");
    assert!(ratings[0].error.is_finite());
}

#[test]
fn the_order_in_which_results_come_does_not_matter() {
    let results = [WIN, LOSS, DRAW, WIN, WIN, WIN];
    let (mut one, mut other) = (Ladder::new(2), Ladder::new(2));
    for (round, score) in results.into_iter().enumerate() {
        one.add(Bout { a: 0, b: 1, round }, score);
    }
    for (round, score) in results.into_iter().enumerate().rev() {
        other.add(Bout { a: 0, b: 1, round }, score);
    }
    assert_eq!(one, other);
}
