//! The server: matches that are played over the network, and what players need to come together.
//!
//! | module | what |
//! |---|---|
//! | [`hall`] | matches: before they begin, while they are played, from their logs after a restart |
//! | [`http`] | what comes by HTTP and WebSocket, within limits |
//! | [`listen`] | the port: connections, TLS, the end |
//! | [`direct`] | one match between friends, without accounts |
//!
//! A person is a number here. Who somebody is, is found out in front of the routes: by a token of direct play, or by an
//! account.

pub mod direct;
pub mod hall;
pub mod http;
pub mod listen;
mod secret;
