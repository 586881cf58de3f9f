//! Clocks of the processor.

use gridmarch::arena::{thinking_clock, thread_time};
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
#[test]
fn sleeping_takes_no_time_and_working_does() {
    let clock = thinking_clock();
    let begin = clock();
    std::thread::sleep(Duration::from_millis(60));
    let slept = clock() - begin;
    assert!(slept < Duration::from_millis(30), "{slept:?}");
    let begin = thread_time();
    let wall = Instant::now();
    let mut sum = 0_u64;
    while wall.elapsed() < Duration::from_millis(20) || sum == 0 {
        sum = (0..10_000).fold(sum, |sum, number| sum.wrapping_mul(31).wrapping_add(number) | 1);
    }
    assert!(thread_time() > begin, "{sum}");
}
