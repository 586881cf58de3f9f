use gridmarch::base::Cell;
use gridmarch::nav::octile::{DIAGONAL, STRAIGHT, cells, distance};

#[test]
fn the_two_steps_are_neighbours_in_the_continued_fraction_of_the_root() {
    // p² − 2q² = ±1 holds for the convergents of √2 and for nothing else.
    let (p, q) = (i128::from(DIAGONAL), i128::from(STRAIGHT));
    assert_eq!((p * p - 2 * q * q).abs(), 1);
}

#[test]
fn integers_order_paths_like_true_lengths_where_they_nearly_tie() {
    // a straight against b diagonal steps, at convergents a/b of √2, where the two are closest.
    let (mut a, mut b) = (1u64, 1u64);
    while b < 16_000_000 {
        let truth = (a * a).cmp(&(2 * b * b));
        assert_eq!((a * STRAIGHT).cmp(&(b * DIAGONAL)), truth, "{a} and {b}");
        (a, b) = (a + 2 * b, a + b);
    }
}

#[test]
fn a_path_is_as_long_as_its_steps() {
    let path = [Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 1), Cell::new(2, 0)];
    assert!((cells(&path) - (2.0 + std::f64::consts::SQRT_2)).abs() < 1e-12);
    assert_eq!(cells(&path[..1]), 0.0);
    assert_eq!(distance(3, 5), 3 * DIAGONAL + 2 * STRAIGHT);
}
