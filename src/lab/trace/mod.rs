//! Search traces: the files that Posthoc (Monash) shows, format 1.4.0, written in JSON, read in JSON and YAML.
//!
//! A trace is one object `{version, views, pivot, events}`, an event a line. An event names its `type`, an `id`, the `id`
//! that it was reached from as `pId`, and whatever else there is to show. Ours are cells by their numbers, or states by
//! their names; what a run knows besides its events stands under the key `gridmarch`, so that it is read back as it was.

mod number;
pub mod read;
pub mod write;

pub use read::read;
pub use write::write;

/// Largest trace in bytes: some two million events.
pub const MAX_TRACE: u64 = 256 << 20;

/// The key of what is no event.
const OWN: &str = "gridmarch";
