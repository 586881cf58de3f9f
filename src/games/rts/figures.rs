//! What a side of a skirmish has done, and how it stood from time to time: for the score, the charts and the lesson.

use super::rules::{KindId, Price};
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// Counts of what a side has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Score {
    /// Gold and wood brought home.
    pub gathered: Price,
    /// Gold and wood spent, less what came back.
    pub spent: Price,
    pub trained: u32,
    pub built: u32,
    pub killed: u32,
    pub razed: u32,
    pub lost: u32,
    /// Workers among the lost.
    pub workers_lost: u32,
    pub fallen: u32,
    /// Worth of what it has killed and destroyed.
    pub killed_worth: u32,
    pub lost_worth: u32,
}

/// How a side stands at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Gold and wood gathered up to now.
    pub gathered: u32,
    /// What the units that fight have cost, and how many they are.
    pub army: u32,
    pub soldiers: u16,
    /// The kind that most of the army's worth is of.
    pub main: Option<KindId>,
    /// Worth of what has been lost up to now.
    pub lost: u32,
    pub workers: u16,
    /// Workers that have nothing to do.
    pub idle: u16,
    /// Workers and own buildings lost up to now.
    pub workers_lost: u32,
    pub fallen: u32,
    /// Gold and wood that lie unspent.
    pub stock: Price,
    pub supply: u16,
    pub supply_given: u16,
    /// Finished buildings: those that shoot, that train workers, that train soldiers.
    pub towers: u16,
    pub bases: u16,
    pub barracks: u16,
    pub upgrades: u16,
}

/// Ticks from one sample to the next.
pub const SAMPLE_INTERVAL: Tick = 200;
