//! The first program of the skirmish, kept as it was: what later ones are measured against.
//!
//! It gathers, builds, scouts, trains, attacks and rebuilds, with rules of thumb and without computing a fight.

mod army;
mod economy;
mod plan;
mod site;
mod tell;

use crate::base::Cell;
use crate::base::rng::Rng;
use crate::games::rts::bot::sites::Sites;
use crate::games::rts::bot::thoughts::Ear;
use crate::games::rts::bot::view::{BotOrder, Mine, View};
use crate::games::rts::rules::Price;
use crate::nav::step::{Tick, UnitId};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What sets one program apart from another of the same strength: drawn once, so that no two matches are alike.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Temper {
    first_wave: u32,
    more: u32,
    choppers: u8,
    /// Minutes after which it takes the second mine.
    spreads_at: u8,
    /// A number that its favourite kinds of unit follow from.
    taste: u32,
}

/// What a program remembers from one look to the next.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Founder {
    temper: Temper,
    /// Whom it has sent to look around.
    scout: Option<UnitId>,
    /// Where it has sent somebody to look, and when.
    scouted: BTreeMap<Cell, Tick>,
    /// The units that are out to attack.
    wave: BTreeSet<UnitId>,
    target: Option<Cell>,
    wave_at: Tick,
    waves: u32,
    wanted: u32,
    sites: Sites,
    /// What it saves for: it spends nothing else on buildings until it has that much.
    saving: Price,
    /// Cells that its trained units are sent to.
    rally: Option<Cell>,
    empty_mines: BTreeSet<Cell>,
}

impl Founder {
    pub fn new(chance: &mut Rng) -> Self {
        let temper = Temper {
            first_wave: chance.random_range(1000..2000),
            more: chance.random_range(400..800),
            choppers: chance.random_range(4..8),
            spreads_at: chance.random_range(4..8),
            taste: chance.random(),
        };
        Self { temper, wanted: temper.first_wave, ..Self::default() }
    }

    /// Whether what a file says that it remembers could be so: no tick after `now`, no number beyond `most`, no place off the
    /// map.
    ///
    /// # Errors
    /// The first field that could not.
    pub fn check(&self, now: Tick, most: u32, is_on_map: impl Fn(Cell) -> bool) -> Result<(), &'static str> {
        let Self { temper, scouted, saving, .. } = self;
        if scouted.iter().any(|(at, tick)| *tick > now || !is_on_map(*at)) {
            return Err("scouted");
        }
        if self.sites.is_wrong(now + site::PATIENCE, &is_on_map) {
            return Err("sites");
        }
        if self.empty_mines.iter().any(|mine| !is_on_map(*mine)) {
            return Err("empty_mines");
        }
        if self.target.into_iter().chain(self.rally).any(|cell| !is_on_map(cell)) {
            return Err("target or rally");
        }
        let numbers = [
            ("wave_at", self.wave_at, now),
            ("waves", self.waves, most),
            ("wanted", self.wanted, most),
            ("saving", saving.gold.max(saving.wood), most),
            ("temper", temper.first_wave.max(temper.more), 100_000),
        ];
        numbers.into_iter().find(|(_, value, most)| value > most).map_or(Ok(()), |(field, ..)| Err(field))
    }

    /// Looks at the game and says what to do. To be called every [`THINKS_EVERY`](super::THINKS_EVERY) ticks.
    pub(super) fn think(&mut self, mut view: View<'_>, ear: Ear<'_>) -> Vec<BotOrder> {
        let mut orders = Vec::new();
        if view.buildings.is_empty() && view.units.is_empty() {
            return orders;
        }
        let mut stock = view.stock;
        self.empty_mines.extend(view.mines.iter().filter(|mine| mine.gold == 0).map(|mine| mine.at));
        // Out of sight a mine looks as if nobody had ever been in it.
        let is_empty = |mine: &&mut Mine| self.empty_mines.contains(&mine.at);
        view.mines.iter_mut().filter(is_empty).for_each(|mine| mine.gold = 0);
        let view = &view;
        self.sites.forget_old(view);
        self.plan(view, &mut stock, &mut orders);
        self.work(view, &mut orders);
        self.fight(view, &mut orders);
        if let Some(ear) = ear {
            self.tell(view, &orders, &mut ear.borrow_mut());
        }
        orders
    }
}

/// Pays a price out of a stock, if that is enough and leaves what is `saved`.
fn pay(stock: &mut Price, price: Price, saved: Price) -> bool {
    let left = stock.minus(price).filter(|left| left.minus(saved).is_some());
    *stock = left.unwrap_or(*stock);
    left.is_some()
}
