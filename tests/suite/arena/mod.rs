//! Matches between programs: ratings, tables, times, threads.

mod cpu;
mod runner;
mod score;
mod standing;
mod times;
