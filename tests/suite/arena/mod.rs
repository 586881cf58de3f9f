//! Matches between programs: ratings, tables, times, threads.

mod clock;
mod command;
mod cpu;
mod ladder;
#[cfg(unix)]
mod program;
mod puzzle;
mod runner;
mod score;
mod sprt;
mod standing;
mod times;
