//! Moving on grids: terrain, searches, reservations and cooperative planning.
//!
//! Pure: takes values, returns values; knows neither Bevy nor a clock.

pub mod coop;
pub mod exhaustive;
pub mod movingai;
pub mod occupancy;
pub mod regions;
pub mod reservation;
pub mod rra;
pub mod step;
pub mod terrain;
