//! Money: who works at what, and what it is spent on.

pub(super) mod army_mix;
pub(super) mod gain;
mod grow;
mod last_resort;
pub(super) mod needs;
pub(super) mod places;
pub(super) mod purse;
mod site;
pub(super) mod spend;
pub(super) mod workers;
