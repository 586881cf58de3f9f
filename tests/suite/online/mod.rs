//! The client's half of play over the network.

mod addresses;
mod beacons;
