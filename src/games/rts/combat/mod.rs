//! Fighting, as far as it is arithmetic: who can reach whom, what a blow takes, whom to choose.
//!
//! [`arms`] puts the rules and the upgrades of a side together, [`reach`] measures, [`damage`] counts, [`bodies`] finds who is
//! near and [`choice`] says whom to fight. All of it is integers; equals are decided by the smaller number, so that a battle
//! comes out the same however often and wherever it is fought.

pub mod arms;
pub mod bodies;
pub mod choice;
pub mod damage;
pub mod reach;

use super::rules::{BuildingId, KindId};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Being {
    Unit(KindId),
    Building(BuildingId),
}

/// How much an enemy of a kind matters when there is a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It hurts: soldiers and towers.
    Armed,
    /// It helps those who hurt, or hurts buildings: healers and siege engines.
    Support,
    /// It works, or does nothing at all.
    Worker,
    /// A building that does not shoot.
    Building,
}
