//! What is asked of servers, on threads: a window looks for the answer each frame and waits for nothing. What others are told when
//! somebody goes is waited for when the program ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Something that is done on a thread. Who drops it drops the answer.
pub(super) struct Errand<T> {
    /// Locked, so that the whole can be a resource of a window.
    answer: Mutex<Receiver<Result<T, String>>>,
}

impl<T: Send + 'static> Errand<T> {
    /// Begins; what cannot be done is said in a sentence.
    pub(super) fn start(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Self {
        let (tell, answer) = channel();
        // Whoever has asked may have gone: then the answer is dropped.
        std::thread::spawn(move || drop(tell.send(work())));
        Self { answer: Mutex::new(answer) }
    }

    /// The answer, once, when it is there.
    pub(super) fn take(&self) -> Option<Result<T, String>> {
        match self.answer.lock().unwrap_or_else(PoisonError::into_inner).try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("it has failed, please try again".into())),
        }
    }
}

/// Farewells that are being said.
static FAREWELLS: AtomicUsize = AtomicUsize::new(0);

/// Tells others that somebody goes.
pub(super) fn part(farewell: impl FnOnce() + Send + 'static) {
    struct Said;
    impl Drop for Said {
        fn drop(&mut self) {
            FAREWELLS.fetch_sub(1, Ordering::SeqCst);
        }
    }
    FAREWELLS.fetch_add(1, Ordering::SeqCst);
    let said = Said;
    std::thread::spawn(move || {
        // It counts as said when it has failed, too.
        let _said = said;
        farewell();
    });
}

/// Waits until all farewells are said, so long at most.
pub(super) fn wait_for_farewells(most: Duration) {
    let begun = Instant::now();
    while FAREWELLS.load(Ordering::SeqCst) > 0 && begun.elapsed() < most {
        std::thread::sleep(Duration::from_millis(10));
    }
}
