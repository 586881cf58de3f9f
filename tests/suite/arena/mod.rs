//! Matches between programs: ratings, tables, times, threads.

mod clock;
mod cpu;
mod ladder;
mod puzzle;
mod runner;
mod score;
mod sprt;
mod standing;
mod times;
