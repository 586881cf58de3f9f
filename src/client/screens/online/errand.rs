//! What is asked of servers, on threads: a window looks for the answer each frame and waits for nothing.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Mutex, PoisonError};

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
