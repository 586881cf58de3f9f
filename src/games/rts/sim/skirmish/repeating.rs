//! Training again and again: what is finished is added to the end of its queue and paid as soon as its side can.
//!
//! **Invariant**: the entries that are not paid are the last [`Production::unpaid`] ones of the queue, and all of them are
//! units.

use super::production::Production;
use super::{Building, BuildingIndex};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::matches::GameRules;
use crate::games::rts::sim::orders::Item;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::{Side, Sides};
use crate::games::rts::sim::units::Owner;
use bevy::prelude::*;

impl Production {
    /// How many entries at the end of the queue wait to be paid.
    pub fn unpaid(&self) -> usize {
        usize::from(self.unpaid)
    }

    /// The entries that are paid, in order.
    pub(super) fn paid(&self) -> impl Iterator<Item = Item> + '_ {
        self.queue().take(self.queue.len() - self.unpaid())
    }

    /// Whether the first entry waits to be paid, so that nothing is worked on.
    pub fn waits_to_be_paid(&self) -> bool {
        self.unpaid > 0 && self.unpaid() == self.queue.len()
    }

    /// Adds what is paid.
    pub(super) fn add(&mut self, item: Item) {
        self.queue.insert(self.paid().count(), item);
    }

    /// Takes an entry out. It, and whether it was paid.
    pub(super) fn take_out(&mut self, position: usize) -> Option<(Item, bool)> {
        let is_paid = position < self.paid().count();
        let item = self.queue.remove(position)?;
        if position == 0 {
            (self.progress, self.has_begun, self.has_warned) = (0, false, false);
        }
        self.unpaid -= u8::from(!is_paid);
        Some((item, is_paid))
    }

    /// Adds units that are finished again, to be paid, if the player wants that.
    pub(super) fn make_again(&mut self, item: Item) {
        if self.repeats && matches!(item, Item::Train(_)) {
            self.queue.push_back(item);
            self.unpaid += 1;
        }
    }

    /// Adds what is finished again from now on, or no more; then what is not paid is not wanted any more.
    pub(super) fn repeat(&mut self, repeats: bool) {
        self.repeats = repeats;
        if !repeats {
            self.queue.truncate(self.paid().count());
            (self.unpaid, self.knows_shortage) = (0, false);
        }
    }

    /// Pays what a side can pay, in order.
    fn pay(&mut self, rules: &Rules, side: &mut Side) {
        while self.unpaid > 0 {
            let price = self.queue[self.paid().count()].price(rules);
            if !side.pay(price) {
                return;
            }
            self.unpaid -= 1;
        }
    }
}

/// Pays what is made again, building by building, and says once what is missing where the work stands. `just` are the
/// buildings that have finished something at this tick.
pub(super) fn pay_again(
    In(just): In<Vec<Entity>>,
    rules: Res<GameRules>,
    board: Single<(&BuildingIndex, &mut Sides), With<Board>>,
    mut producing: Query<(&Building, &Owner, &At, &mut Production)>,
    mut outcomes: MessageWriter<Outcome>,
) {
    if producing.iter().all(|(.., production)| production.unpaid == 0) {
        return;
    }
    let rules = &*rules.0;
    let (building_index, mut sides) = board.into_inner();
    for entity in building_index.entities() {
        let Ok((building, owner, at, mut production)) = producing.get_mut(entity) else { continue };
        let waits = production.unpaid > 0 && !production.held && building.is_finished();
        let Some(side) = sides.bypass_change_detection().get_mut(owner.0).filter(|_| waits) else { continue };
        let before = production.unpaid;
        production.pay(rules, side);
        // A building that has waited will wait again: one warning is enough until something is paid at once.
        if production.unpaid == 0 && just.contains(&entity) {
            production.knows_shortage = false;
        }
        let stands = production.waits_to_be_paid();
        if stands && !production.knows_shortage {
            let item = production.queue[0];
            let reason = Warning::WaitsForMoney(item, side.lacks(item.price(rules)));
            outcomes.write(Outcome::Warned { side: owner.0, reason, at: Some(at.0) });
        }
        production.knows_shortage |= stands;
        if production.unpaid < before {
            sides.set_changed();
        }
    }
}
