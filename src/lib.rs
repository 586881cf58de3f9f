//! # Gridmarch
//!
//! A real-time strategy game in which many units move by cooperative pathfinding and never overlap.
//!
//! # The map of the house
//!
//! | module | layer | what |
//! |---|---|---|
//! | [`base`] | pure | cells, grids, random streams, fingerprints |
//! | [`nav`] | pure | terrain, searches, reservations, cooperative planning |
//! | [`search`] | pure | searches of games for two: minimax, alpha-beta, the engine |
//! | [`level`](crate::games::rts::level) | pure | level files and generators |
//! | [`modes`](crate::games) | pure rules | what belongs to one game; a folder `plugin` in it is its ECS |
//! | [`tournament`](crate::arena) | tools | many matches in parallel, ratings, outside programs; free of any game |
//! | [`sim`](crate::games::rts::sim) | ECS | the simulation: orders in, outcomes out, one fixed tick |
//! | [`files`] | pure | the door to files: read up to a size, written whole or not at all |
//! | [`cli`] | tools | one file per subcommand |
//! | `control` | client | input becomes orders |
//! | `view` | client | the picture |
//! | `ui` | client | screens and the HUD |
//! | [`app`] | | the only place that composes plugins |
//!
//! Pure modules know no Bevy, the simulation knows no window, the view never writes the simulation. Without the
//! feature `client` only the upper part of the table is built. Start reading at [`sim`](crate::games::rts::sim), whose first lines tell the
//! story of one tick.

pub mod arena;
#[cfg(feature = "client")]
pub mod client;
pub mod games;
pub mod shell;
pub mod table;

pub mod app;
pub mod base;
pub mod cli;
pub mod files;
pub mod nav;
pub mod search;
