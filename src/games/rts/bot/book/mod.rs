//! Opening books: how they are followed, and how they are found.
//!
//! A search ([`search`]) in a [`model`] of the economy finds the steps of an opening from its goal; in a match the program begins
//! what a plan says, one step after the other.

mod follow;
pub mod goal;
pub mod maker;
pub mod model;
pub mod search;
mod spots;

pub(in crate::games::rts::bot) use follow::Pace;
pub(in crate::games::rts::bot) use spots::enemy_start;
