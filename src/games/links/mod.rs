//! Links: two sides place pegs in turn; pegs a knight's move apart are linked, and who joins the two own border lines by a
//! chain of links has won. The family of games is known by the name of A. Randolph's TwixT (1962).
//!
//! | file | subject |
//! |---|---|
//! | `hole`, `geometry`, `holes` | holes and their names, links and which of them cross, sets of holes |
//! | `rules`, `step` | boards, variants, the pie rule; what a player does |
//! | [`position`] | making and taking back, ends, keys |
//! | `routes` | the shortest ways of both sides, wins in one, only defences |
//! | `evaluation`, `node`, `engine` | what our engine searches, and its levels |
//! | [`network`], [`training`] | what it has learned, and how |
//! | [`book`] | how it opens |
//! | [`analysis`] | what positions and whole matches are worth |
//! | `simulation`, [`reference`] | many matches between programs; counts of lines that other programs can compare |
//! | `source` | the thinkers of the program from which the game comes |
//! | `player`, `setup`, `game`, `protocol` | matches between persons, players and outside programs |
//! | [`files`] | matches in the forms of other programs |
//! | [`puzzle`] | tasks with their proofs, and who makes them |
//! | `words` | every sentence for people |

pub mod analysis;
pub mod book;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod engine;
pub(crate) mod entry;
pub mod evaluation;
pub mod files;
pub mod game;
pub mod geometry;
pub mod hole;
pub mod holes;
pub mod network;
pub mod node;
pub mod player;
pub mod plugin;
pub mod position;
pub mod protocol;
pub mod puzzle;
pub mod reference;
pub mod routes;
pub mod rules;
pub mod setup;
pub mod simulation;
pub mod source;
pub mod step;
pub mod training;
pub mod words;
