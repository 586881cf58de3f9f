//! Searches, occupancy, regions and the checkers.

mod astar;
mod capped;
mod checker_plan;
mod checker_tick;
mod clearance;
mod coop;
mod follower;
mod heuristics;
mod jps;
mod jps_bits;
mod movingai;
mod occupancy;
mod occupancy_saved;
mod octile;
mod open_list;
mod rectangles;
mod regions;
mod regions_edits;
mod reservation;
mod rra;
mod rra_pool;
mod step;
mod straight;
mod walk;
