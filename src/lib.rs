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
//! | [`lab`] | pure | searches, abstractions and planners to watch, step, compare and measure |
//! | [`search`] | pure | searches of games for two: minimax, alpha-beta, the engine |
//! | [`arena`] | tools | the traits of turn-based games; a match with its history; matches in parallel, ratings, outside programs; free of any game |
//! | [`net`] | pure | the protocol of network play: messages, the room, the log, when what is carried out; no socket, no clock |
//! | [`files`] | pure | the door to files: read up to a size, written whole or not at all |
//! | [`online`] | tools | the client's half of network play: addresses, connections that mend themselves, the local network |
//! | [`serve`] | tools | the server: matches, sockets, limits |
//! | [`shell`] | ECS | screens and states |
//! | [`table`] | ECS | the table of a turn-based game: seats, orders, replays, saves; the computer's players, thinking in the background, series |
//! | `client` | client | what the windows of all games share: input, widgets, sound, screens |
//! | [`cli`] | tools | parsing, and what is about no game |
//! | [`games`] | | the list of games, and a folder for each: rules and engine (pure), `sim` or `plugin` (ECS), `client`, `cli` |
//! | [`app`] | | composes the plugins of the list |
//!
//! Pure modules know no Bevy, the simulation knows no window, the view never writes the simulation. Without the
//! feature `client` only the upper part of the table is built. Start reading at [`games::rts::sim`], whose
//! first lines tell the story of one tick.

// What no other crate can reach is `pub(crate)`, so that the compiler sees what nobody uses.
#![warn(unreachable_pub)]
// What only the window uses is idle in a build without one.
#![cfg_attr(not(feature = "client"), allow(dead_code))]

#[cfg(feature = "client")]
pub mod app;
pub mod arena;
pub mod base;
pub mod cli;
#[cfg(feature = "client")]
pub mod client;
pub mod files;
pub mod games;
pub mod lab;
pub mod nav;
pub mod net;
pub mod online;
pub mod search;
pub mod serve;
pub mod shell;
pub mod table;
