//! CPU time, which a busy machine takes from nobody: thinking is measured with it where the system tells it.

use super::Clock;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Where CPU time is not known, time counts from here.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The clock that our own players are measured with: CPU time of the thread that asks it, so both ends of a duration
/// must be asked for on the same thread. The time of day where the system does not tell CPU times.
pub fn thinking_clock() -> Clock {
    Arc::new(thread_time)
}

/// Whether thinking is measured in CPU time on this system.
pub const IS_CPU: bool = cfg!(target_os = "linux");

#[cfg(target_os = "linux")]
pub(super) fn read(clock: nix::time::ClockId) -> Option<Duration> {
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

/// CPU time of the calling thread.
pub fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    if let Some(time) = read(nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID) {
        return time;
    }
    START.elapsed()
}

/// CPU time of all our threads, if the system tells it.
pub fn process_time() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return read(nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID);
    #[cfg(not(target_os = "linux"))]
    None
}
