//! The vocabulary of all layers.

mod budget;
mod cell;
mod cell_set;
mod chunked;
mod date;
mod file_name;
mod fingerprint;
mod outline;
mod packed;
mod tiled;
mod versioned;
mod wording;
