//! The whole server, asked by HTTP over real sockets.

mod accounts;
mod administration;
mod attacks;
mod games;
pub(crate) mod house;
mod information;
mod lobby;
mod openapi;
mod pages;
mod ratings;
mod relays;
mod running;
mod schema;
mod tables;
mod tracks;
