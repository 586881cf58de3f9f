//! The vocabulary that every layer shares: cells, grids, seeded generators, fingerprints, budgets.
//!
//! Pure: nothing here knows Bevy, a clock or a file.

pub mod budget;
pub mod cell;
pub mod cell_set;
pub mod chunked;
pub mod date;
pub mod file_name;
pub mod fingerprint;
pub mod grid;
pub mod outline;
pub mod packed;
pub mod rng;
pub mod tiled;
pub mod versioned;
pub mod wording;

pub use budget::Budget;
pub use cell::{Cell, Dir};
pub use cell_set::CellSet;
pub use chunked::Chunked;
pub use fingerprint::Fingerprint;
pub use grid::Grid;
pub use outline::{FileError, Place};
pub use tiled::Tiled;
pub use wording::brief;
