//! The client's half of play over the network.

mod accounts;
mod addresses;
mod api;
mod beacons;
