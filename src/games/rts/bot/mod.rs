//! Programs that play a whole skirmish.
//!
//! A program is told what its side sees ([`View`]) and answers with what it wants ([`BotOrder`]), a few times a second, like a
//! player who looks here and there. None knows a faction by name: what to build and train follows from the rules (who trains
//! whom, what needs what, what costs how much). Pure: the same views give the same orders.

mod army;
pub mod book;
mod brain;
mod econ;
pub mod fight;
mod founder;
pub mod hand;
pub mod know;
mod look;
mod memory;
pub mod plans;
mod program;
pub mod protocol;
pub mod script;
mod settings;
mod shipped;
mod sites;
mod team;
mod telling;
pub mod thoughts;
pub mod view;
mod want;

pub use founder::Founder;
pub use know::work::Work;
pub use memory::Bot;
pub use program::Program;
pub use settings::{LevelSettings, Personality, Question, STRONGEST, Settings, Style, StyleSettings};
pub use thoughts::Thoughts;
pub use view::{Body, BotOrder, Event, Mine, Occupation, Own, OwnBuilding, SideSeen, View};
pub use want::Want;

use crate::base::Cell;
use crate::base::rng::Rng;
use crate::games::rts::rules::Rules;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use thoughts::Ear;

/// Ticks from one time that a program may look at the game to the next: half a second.
pub const THINKS_EVERY: Tick = 10;

/// A program at work: what it remembers from one look to the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mind {
    Founder(Founder),
    Bot(Box<Bot>),
    Script(Box<script::Scripted>),
}

impl Mind {
    /// A program at the beginning of a match; its temper is drawn.
    pub fn new(program: Program, chance: &mut Rng) -> Self {
        match program {
            Program::Founder => Self::Founder(Founder::new(chance)),
            Program::Script(script) => Self::Script(Box::new(script::Scripted::new(script, chance))),
            // It plays if the program from outside does not.
            Program::Outside => Self::new(Program::default(), chance),
            Program::Bot { level, style, personality, signals } => {
                Self::Bot(Box::new(Bot::new(level, style, personality, signals, chance)))
            }
        }
    }

    /// The opening that it plays, while it does.
    pub fn opening(&self) -> Option<&str> {
        match self {
            Self::Bot(bot) => bot.opening(),
            _ => None,
        }
    }

    /// What was drawn for a program that plays at a level: what its chances are drawn from, and a style. A seat of a program
    /// from outside has it, too.
    pub fn drawn(&self) -> Option<(u64, Style)> {
        match self {
            Self::Founder(_) | Self::Script(_) => None,
            Self::Bot(bot) => Some(bot.drawn()),
        }
    }

    /// The program that plays at a level when that was drawn for it.
    pub fn with(level: u8, style: Option<Style>, drawn: (u64, Style)) -> Self {
        Self::Bot(Box::new(Bot::drawn_as(level, style, None, true, drawn)))
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
            Self::Script(script) => script.check(now, most, rules, is_on_map),
        }
    }

    /// The last word of a program whose side is out, or whose match is decided; nothing if it has none or has said it.
    pub fn part(&mut self, has_won: bool) -> Option<String> {
        match self {
            Self::Founder(_) | Self::Script(_) => None,
            Self::Bot(bot) => bot.part(has_won),
        }
    }

    /// What it has computed since it began, or was loaded.
    pub fn work(&self) -> Work {
        match self {
            Self::Founder(_) => Work::default(),
            Self::Bot(bot) => bot.know.work,
            Self::Script(script) => script.work(),
        }
    }

    /// Looks at the game and says what to do. To be called every [`THINKS_EVERY`] ticks.
    pub fn think(&mut self, view: View<'_>) -> Vec<BotOrder> {
        self.think_aloud(view, None)
    }

    /// The same, and tells what it is up to; `thoughts` are those of the look before.
    pub fn listen(&mut self, view: View<'_>, thoughts: &mut Thoughts) -> Vec<BotOrder> {
        let ear = RefCell::new(std::mem::take(thoughts));
        let orders = self.think_aloud(view, Some(&ear));
        *thoughts = ear.into_inner();
        orders
    }

    /// What it would think if it looked now, without doing so.
    pub fn glance(&self, view: View<'_>, thoughts: &mut Thoughts) {
        let now = view.now;
        let ear = RefCell::new(std::mem::take(thoughts));
        match self.clone() {
            Self::Founder(mut founder) => founder.think(view, Some(&ear)),
            Self::Bot(mut bot) => bot.look_now(view, Some(&ear)),
            Self::Script(mut script) => script.think(view),
        };
        *thoughts = ear.into_inner();
        // Nothing has come of it.
        thoughts.at = Some(now);
        thoughts.plan.begun.clear();
    }

    fn think_aloud(&mut self, view: View<'_>, ear: Ear<'_>) -> Vec<BotOrder> {
        match self {
            Self::Founder(founder) => founder.think(view, ear),
            Self::Bot(bot) => bot.think(view, ear),
            Self::Script(script) => script.think(view),
        }
    }
}
