//! Mixtures of small matrix games.

use gridmarch::games::tron::engine::mixing::{safest, solve};

#[test]
fn a_saddle_point_is_played_pure() {
    let matrix = [vec![3, 5, 4], vec![1, 9, 0], vec![2, 2, 2]];
    assert_eq!(safest(&matrix), Some((0, 3)));
    let (mix, value) = solve(&matrix);
    assert!(mix[0] >= 99 && mix[1] == 0 && mix[2] == 0, "{mix:?}");
    assert!((2..=3).contains(&value), "{value}");
}

#[test]
fn matching_pennies_and_rock_paper_scissors_are_mixed_evenly() {
    let (mix, value) = solve(&[vec![100, -100], vec![-100, 100]]);
    assert!(mix.iter().all(|share| (45..=55).contains(share)) && value.abs() <= 5, "{mix:?} {value}");
    let (mix, value) = solve(&[vec![0, -100, 100], vec![100, 0, -100], vec![-100, 100, 0]]);
    assert!(mix.iter().all(|share| (28..=38).contains(share)) && value.abs() <= 5, "{mix:?} {value}");
}

#[test]
fn an_uneven_game_is_mixed_by_its_stakes() {
    // Indifference: 300p - 300(1-p) = 600(1-p), so p = 3/4, and the value is 150.
    let (mix, value) = solve(&[vec![300, 0], vec![-300, 600]]);
    assert!((70..=80).contains(&mix[0]), "{mix:?}");
    assert!((140..=160).contains(&value), "{value}");
}
