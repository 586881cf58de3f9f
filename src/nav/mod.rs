//! Moving on grids: terrain, searches, reservations and cooperative planning.
//!
//! Pure: takes values, returns values; knows neither Bevy nor a clock.

pub mod capped;
pub mod clearance;
pub mod checker;
pub mod coop;
pub mod follower;
pub mod heuristics;
pub mod movingai;
pub mod occupancy;
pub mod rectangles;
pub mod regions;
pub mod reservation;
pub mod rra;
pub mod rra_pool;
pub mod step;
pub mod terrain;
pub mod walk;
