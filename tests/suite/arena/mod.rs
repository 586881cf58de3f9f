//! Matches between programs: ratings, tables, times, threads.

mod clock;
mod cpu;
mod puzzle;
mod runner;
mod score;
mod sprt;
mod standing;
mod times;
