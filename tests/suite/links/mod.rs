//! Links: rules, ways, engines.

mod convert;
mod files;
mod game;
mod hole;
mod position;
mod referee;
mod routes;
mod search;
mod sim;
mod source;
