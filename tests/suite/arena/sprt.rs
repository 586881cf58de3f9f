//! Pairs of rounds, and the sequential test.

use gridmarch::arena::{Pairs, Score, Sprt};
use gridmarch::base::rng;
use rand::RngExt;

fn sprt(text: &str) -> Sprt {
    text.parse().expect("a test")
}

#[test]
fn pairs_count_the_points_of_both_rounds() {
    let [win, draw, loss] = [Some(0), None, Some(1)].map(|winner| Score::of(winner, 0));
    let rounds = [win, loss, loss, loss, draw, win, draw, draw, win, win, loss, draw, win];
    assert_eq!(Pairs::of(&rounds), Pairs([1, 1, 2, 1, 1]), "the thirteenth has no partner");
}

#[test]
fn the_ratio_is_that_of_worked_examples() {
    // Pairs that were all won or all lost are single rounds: 60 wins against 40 at chances of 1/2 and of 0.57146.
    let high = 1.0 / (1.0 + 10_f64.powf(-0.125_f64));
    let expected = 60.0 * (high / 0.5).ln() + 40.0 * ((1.0 - high) / 0.5).ln();
    let ratio = sprt("0,50").ratio(Pairs([40, 0, 0, 0, 60]));
    assert!((ratio - expected).abs() < 0.01, "{ratio} {expected}");
    // With many pairs it comes near to that of the normal distribution, with the mean 0.52 and the variance 0.0521.
    let (number, mean, variance, high) = (10_000.0, 0.52, 0.0521, 1.0 / (1.0 + 10_f64.powf(-0.025_f64)));
    let expected = number * (high - 0.5) * (2.0 * mean - 0.5 - high) / (2.0 * variance);
    let ratio = sprt("0,10").ratio(Pairs([500, 1600, 5200, 2000, 700]));
    assert!((ratio - expected).abs() < 0.05 * expected, "{ratio} {expected}");
    assert!((Sprt::bound() - 2.944).abs() < 1e-3);
    assert_eq!(sprt("0,50").accepted(Pairs::default()), None);
    // One pair tells nothing, many alike do.
    assert_eq!(sprt("0,50").accepted(Pairs([0, 0, 0, 0, 1])), None);
    assert_eq!(sprt("0,50").accepted(Pairs([0, 0, 0, 0, 30])), Some(1));
    assert_eq!(sprt("0,50").accepted(Pairs([30, 0, 0, 0, 0])), Some(0));
}

/// How often, of 400, a side that wins a round with this chance is held for the stronger one, and after how many pairs.
fn accepted(chance: f64) -> (u32, u32) {
    let mut rng = rng::stream(7, "sprt");
    let (mut accepted, mut played) = (0, 0);
    for _ in 0..400 {
        let mut pairs = Pairs::default();
        let verdict = loop {
            let mut round = || Score::of(Some(usize::from(rng.random::<f64>() >= chance)), 0);
            pairs.add(round(), round());
            played += 1;
            if let Some(verdict) = sprt("0,50").accepted(pairs) {
                break verdict;
            }
        };
        accepted += verdict as u32;
    }
    (accepted, played / 400)
}

#[test]
fn it_is_wrong_about_once_in_twenty_and_sooner_done_where_much_differs() {
    let (alike, _) = accepted(0.5);
    assert!((8..=32).contains(&alike), "of 400 alike ones {alike} are taken for stronger");
    let (stronger, pairs) = accepted(1.0 / (1.0 + 10_f64.powf(-0.125)));
    assert!((368..=392).contains(&stronger), "of 400 that are stronger by 50 {stronger} are found");
    let (far, sooner) = accepted(0.75);
    assert!(far >= 398 && sooner < pairs / 2, "{far}, {sooner} of {pairs} pairs");
}

#[test]
fn what_is_no_pair_of_differences_is_refused() {
    for text in ["50", "50,0", "0,0", "a,b", "0,NaN", "0,50,100", "0,inf"] {
        assert!(text.parse::<Sprt>().is_err(), "{text}");
    }
    assert_eq!(sprt("-5, 5").elo(), [-5.0, 5.0]);
}
