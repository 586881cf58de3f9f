//! Links: rules, ways, engines.

mod hole;
mod position;
mod referee;
mod routes;
mod search;
