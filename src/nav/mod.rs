//! Moving on grids: terrain, searches, reservations and cooperative planning.
//!
//! Pure: takes values, returns values; knows neither Bevy nor a clock.

pub mod abstraction;
pub mod astar;
pub mod capped;
pub mod checker;
pub mod clearance;
pub mod continuous;
pub mod coop;
pub mod follower;
pub mod heuristics;
pub mod jps;
pub mod movingai;
pub mod occupancy;
pub mod octile;
pub mod open_list;
pub mod rectangles;
pub mod regions;
pub mod reservation;
pub mod rra;
pub mod rra_pool;
pub mod searchers;
pub mod step;
pub mod straight;
pub mod terrain;
pub mod walk;
