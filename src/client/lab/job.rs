//! Work that goes on beside the frames, and ends when nobody wants its answer any more.

use crate::base::Budget;
use crate::table::thinking::{ThinkPolicy, Thinking};
use std::time::Duration;

/// The longest time that anything is given.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Something that is being found out. Dropping it sets the stop of its budget.
pub struct Job<T>(Option<Thinking<T>>);

impl<T> Default for Job<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Send + 'static> Job<T> {
    /// Begins, in place of what was going on before. The work has to ask its budget often.
    pub fn start(&mut self, work: impl FnOnce(&Budget) -> T + Send + 'static) {
        self.0 = Some(Thinking::start(ThinkPolicy::Background, u32::MAX, PATIENCE, work));
    }

    /// The answer, once, when it is there. No frame waits.
    pub fn poll(&mut self) -> Option<T> {
        let answer = self.0.as_mut()?.take(0)?;
        self.0 = None;
        Some(answer)
    }

    /// Gives up.
    pub fn stop(&mut self) {
        self.0 = None;
    }

    /// Whether it goes on, or has an answer that nobody has taken.
    pub const fn is_busy(&self) -> bool {
        self.0.is_some()
    }
}
