use gridmarch::base::budget::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn each_limit_ends_a_search_on_its_own() {
    assert!(!Budget::unlimited().is_spent(u64::MAX - 1));
    assert!(!Budget::nodes(10).is_spent(9));
    assert!(Budget::nodes(10).is_spent(10));
    let over = Arc::new(AtomicBool::new(false));
    let clock = over.clone();
    let deadline = Budget::until(move || clock.load(Ordering::Relaxed)).and_nodes(100);
    let stopped = Budget::nodes(100).and_stop(over.clone());
    assert!(!deadline.is_spent(0) && !stopped.is_spent(0));
    over.store(true, Ordering::Relaxed);
    assert!(deadline.is_spent(0) && stopped.is_spent(0));
}
