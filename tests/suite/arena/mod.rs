//! Matches between programs: ratings, tables, times, threads.

mod clock;
mod cpu;
mod runner;
mod score;
mod standing;
mod times;
