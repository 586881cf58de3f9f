//! The lab: searchers, worlds, runs, traces.

mod abstraction;
mod commands;
mod continuous;
mod experiments;
mod heuristics;
mod oracle;
mod pictures;
mod planning;
mod runs;
mod traces;
mod worlds;
