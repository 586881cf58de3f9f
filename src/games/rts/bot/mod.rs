//! Programs that play a whole skirmish.
//!
//! A program is told what its side sees ([`View`]) and answers with what it wants ([`BotOrder`]), a few times a second, like a
//! player who looks here and there. None knows a faction by name: what to build and train follows from the rules (who trains
//! whom, what needs what, what costs how much). Pure: the same views give the same orders.

mod army;
mod brain;
mod econ;
pub mod fight;
mod founder;
mod hand;
mod know;
mod look;
mod memory;
mod program;
mod settings;
mod sites;
pub mod view;

pub use founder::Founder;
pub use know::work::Work;
pub use memory::Bot;
pub use program::Program;
pub use settings::{LevelSettings, Personality, STRONGEST, Settings, Style, StyleSettings};
pub use view::{Body, BotOrder, Mine, Occupation, Own, OwnBuilding, SideSeen, View};

use crate::base::Cell;
use crate::base::rng::Rng;
use crate::games::rts::rules::Rules;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// Ticks from one time that a program may look at the game to the next: half a second.
pub const THINKS_EVERY: Tick = 10;

/// A program at work: what it remembers from one look to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mind {
    Founder(Founder),
    Bot(Box<Bot>),
}

impl Mind {
    /// A program at the beginning of a match; its temper is drawn.
    pub fn new(program: Program, chance: &mut Rng) -> Self {
        match program {
            Program::Founder => Self::Founder(Founder::new(chance)),
            Program::Bot { level, style, personality, signals } => {
                Self::Bot(Box::new(Bot::new(level, style, personality, signals, chance)))
            }
        }
    }

    /// Whether what a file says that it remembers could be so: no tick after `now`, no number beyond `most`, no place off the
    /// map.
    ///
    /// # Errors
    /// The first field that could not.
    pub fn check(
        &self,
        now: Tick,
        most: u32,
        rules: &Rules,
        is_on_map: impl Fn(Cell) -> bool,
    ) -> Result<(), &'static str> {
        match self {
            Self::Founder(founder) => founder.check(now, most, is_on_map),
            Self::Bot(bot) => bot.check(now, most, rules, is_on_map),
        }
    }

    /// What it has computed since it began, or was loaded.
    pub fn work(&self) -> Work {
        match self {
            Self::Founder(_) => Work::default(),
            Self::Bot(bot) => bot.know.work,
        }
    }

    /// Looks at the game and says what to do. To be called every [`THINKS_EVERY`] ticks.
    pub fn think(&mut self, view: View<'_>) -> Vec<BotOrder> {
        match self {
            Self::Founder(founder) => founder.think(view),
            Self::Bot(bot) => bot.think(view),
        }
    }
}
