//! Links: rules, ways, engines.

mod analyse;
mod analysis;
mod book;
mod convert;
mod files;
mod game;
mod hole;
mod network;
mod position;
mod puzzles;
mod referee;
mod routes;
mod search;
mod sim;
mod source;
mod tree;
