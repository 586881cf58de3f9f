//! Ratings.

use gridmarch::arena::{Interval, Score};

fn score(wins: u32, draws: u32, losses: u32) -> Score {
    Score { wins, draws, losses }
}

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.05
}

#[test]
fn known_shares_have_known_differences() {
    assert!(near(score(30, 40, 30).elo().difference, 0.0));
    // The textbook's: 75 % are 190.8 points, 64 % are 100.
    assert!(near(score(70, 10, 20).elo().difference, 190.85));
    assert!(near(score(64, 0, 36).elo().difference, 99.95));
    assert!(near(score(36, 0, 64).elo().difference, -99.95));
    assert!(score(8, 2, 0).elo().difference > 0.0 && !score(8, 2, 0).elo().is_bound);
}

#[test]
fn the_interval_is_wilsons() {
    // Worked example: 10 of 20 gives 29.93 % to 70.07 %; 0 of 10 gives 0 to 27.75 %.
    let half = score(10, 0, 10).interval();
    assert!((half.low - 0.2993).abs() < 1e-4 && (half.high - 0.7007).abs() < 1e-4, "{half:?}");
    let none = score(0, 0, 10).interval();
    assert!(none.low.abs() < 1e-9 && (none.high - 0.2775).abs() < 1e-4, "{none:?}");
    assert_eq!(score(0, 0, 0).interval(), Interval { low: 0.0, high: 1.0 });
}

#[test]
fn more_rounds_mean_a_smaller_error_and_a_clean_sweep_is_a_bound() {
    assert!(score(600, 0, 400).elo().error < score(60, 0, 40).elo().error / 2.5);
    let sweep = score(100, 0, 0).elo();
    assert!(sweep.is_bound && sweep.difference > 800.0 && sweep.error.is_finite() && sweep.error > 200.0);
    assert!(near(sweep.difference, -score(0, 0, 100).elo().difference));
    assert!(score(0, 0, 0).elo().error.is_infinite());
}
