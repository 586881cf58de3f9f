//! Searches of the computer's players, inline and in the background.

use bevy::tasks::{AsyncComputeTaskPool, TaskPool};
use gridmarch::base::Budget;
use gridmarch::table::thinking::{ThinkPolicy, Thinking};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[test]
fn an_inline_search_is_done_at_once_under_its_nodes_and_answers_once() {
    let mut thinking =
        Thinking::start(ThinkPolicy::Inline { nodes: 7 }, 3, Duration::ZERO, |budget| budget.node_limit());
    assert_eq!(thinking.take(0), Some(7));
    assert_eq!(thinking.take(3), None);
}

#[test]
fn a_search_in_the_background_ends_when_it_is_due_or_dropped() {
    AsyncComputeTaskPool::get_or_init(TaskPool::default);
    let endless = |told: Arc<AtomicBool>| {
        move |budget: &Budget| {
            while !budget.is_spent(0) {
                std::thread::yield_now();
            }
            told.store(true, Ordering::Relaxed);
        }
    };
    let day = Duration::from_secs(86_400);
    let ended = Arc::new(AtomicBool::new(false));
    let mut thinking = Thinking::start(ThinkPolicy::Background, 5, day, endless(ended.clone()));
    assert_eq!(thinking.take(4), None, "it goes on until it is due");
    while thinking.take(5).is_none() {
        std::thread::yield_now();
    }
    assert!(ended.load(Ordering::Relaxed));
    // One that has begun ends when it is dropped; otherwise this would wait for a day.
    let (begun, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let (begins, search) = (begun.clone(), endless(ended.clone()));
    let mut second = Thinking::start(ThinkPolicy::Background, 5, day, move |budget| {
        begins.store(true, Ordering::Relaxed);
        search(budget);
    });
    while !begun.load(Ordering::Relaxed) {
        std::thread::yield_now();
    }
    assert_eq!(second.take(0), None);
    drop(second);
    for _ in 0..6_000 {
        if ended.load(Ordering::Relaxed) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it goes on though nobody waits for it");
}
