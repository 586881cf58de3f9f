//! Thinking times.

use gridmarch::arena::Times;
use std::time::Duration;

#[test]
fn percentiles_are_times_that_occurred() {
    let mut times = Times::default();
    assert_eq!((times.mean_ms(), times.percentile_ms(99), times.max_ms()), (0.0, 0.0, 0.0));
    for millis in (1..=200).rev() {
        times.add(Duration::from_millis(millis));
    }
    assert_eq!(times.mean_ms(), 100.5);
    assert_eq!(times.percentile_ms(50), 100.0);
    assert_eq!(times.percentile_ms(99), 198.0);
    assert_eq!(times.max_ms(), 200.0);
    let mut both = times.clone();
    both.append(&times);
    assert_eq!((both.micros().count(), both.mean_ms()), (400, 100.5));
}
