//! The lab: searches, abstractions and planners that can be watched, measured and compared.
//!
//! Pure: values in, values out; `cli` alone knows a clock and files. The searchers themselves are in
//! [`crate::nav::searchers`].

pub mod breakpoint;
pub mod cli;
pub mod colour;
pub mod cursor;
pub mod drawing;
pub mod experiments;
pub mod layout;
pub mod maps;
pub mod pictures;
pub mod planning;
pub mod run;
pub mod search;
pub mod sizes;
pub mod svg;
pub mod table;
pub mod trace;
pub mod worlds;
