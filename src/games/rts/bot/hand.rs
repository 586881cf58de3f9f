//! The hand on the mouse: how many orders a program gets out, as a person would.
//!
//! A limit per minute alone would leave bursts that win fights no person could fight (as AlphaStar's did), so there is one
//! for any five seconds, too. What does not fit is dropped: at the next look the program wants it again if it still matters.

use super::settings::LevelSettings;
use super::view::BotOrder;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Ticks of the long window: a minute.
pub const LONG: Tick = 1200;
/// Ticks of the short window: five seconds.
pub const SHORT: Tick = 100;

/// When orders were given in the last minute.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hand(VecDeque<Tick>);

impl Hand {
    /// Lets as many of the orders through as the level allows, the first ones first.
    pub fn give(&mut self, now: Tick, level: &LevelSettings, orders: &mut Vec<BotOrder>) {
        while self.0.front().is_some_and(|tick| tick + LONG <= now) {
            self.0.pop_front();
        }
        let short = self.0.iter().rev().take_while(|tick| **tick + SHORT > now).count();
        let left = usize::from(level.orders_per_5_s).saturating_sub(short);
        let left = left.min(usize::from(level.orders_per_minute).saturating_sub(self.0.len()));
        orders.truncate(left);
        self.0.extend(std::iter::repeat_n(now, orders.len()));
    }

    /// Whether a file says something that cannot be.
    pub(super) fn is_wrong(&self, now: Tick) -> bool {
        self.0.len() > 10_000 || self.0.iter().any(|tick| *tick > now)
    }
}
