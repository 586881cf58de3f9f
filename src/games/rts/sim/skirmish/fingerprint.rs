//! The fingerprint of a skirmish: sides, buildings, health, loads, fights.

use super::gathering::Timber;
use super::production::Production;
use super::sight::Seen;
use super::{Building, BuildingIndex, Missiles};
use crate::base::Fingerprint;
use crate::games::rts::rules::{Price, Resource};
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::fighters::{Fighting, Health};
use crate::games::rts::sim::orders::Item;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::{Cargo, Inside, Tasks};
use crate::games::rts::sim::units::{Owner, Roster, Unit};
use bevy::prelude::*;

/// The fingerprint after the last tick. On the board entity.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SkirmishPrint(pub(crate) u64);

/// Takes the fingerprint.
pub(super) fn print(
    board: Single<
        (&Roster, &BuildingIndex, &Sides, &Timber, &Missiles, Option<&Seen>, &mut SkirmishPrint),
        With<Board>,
    >,
    units: Query<(&Health, &Fighting, &Inside, &Cargo, &Tasks), With<Unit>>,
    buildings: Query<(&Building, &At, &Owner, &Health, &Fighting, &Production)>,
) {
    let (roster, building_index, sides, timber, missiles, seen, mut kept) = board.into_inner();
    let mut print = Fingerprint::new();
    for side in sides.iter() {
        let Price { gold, wood } = side.stock;
        print.add(gold).add(wood).add(side.supply_used).add(side.supply_given).add(i64::from(side.beaten.is_some()));
        for upgrade in &side.upgrades {
            print.add(upgrade.0);
        }
        print.add(side.score.killed_worth).add(side.score.lost_worth);
        // Without a handicap nothing is owed, and the match is what it was before there were any.
        if !side.handicap.is_none() {
            print.add(side.owed.gold).add(side.owed.wood);
        }
    }
    if let Some(seen) = seen {
        print.add_u64(seen.grid().fingerprint()).add_u64(seen.memory().fingerprint());
    }
    for (cell, left) in &timber.0 {
        print.add(cell.x).add(cell.y).add(*left);
    }
    for flying in missiles.iter() {
        print.add(flying.blow.by.0).add(flying.blow.at.x).add(flying.blow.at.y).add(flying.lands_at);
    }
    for (health, fighting, inside, cargo, tasks) in units.iter_many(roster.entities()) {
        print.add(health.now).add(health.most).add(tasks.len() as u32);
        print.add(inside.0.map_or(-1, |(mine, ready)| i64::from(mine.0) << 32 | i64::from(ready)));
        print.add(
            cargo.0.map_or(-1, |(resource, amount)| i64::from(resource == Resource::Gold) << 16 | i64::from(amount)),
        );
        fight(&mut print, fighting);
    }
    for (building, at, owner, health, fighting, production) in buildings.iter_many(building_index.entities()) {
        print.add(building.kind().0).add(at.0.x).add(at.0.y).add(owner.0).add(building.done).add(building.gold);
        print.add(health.now).add(health.most).add(production.progress).add(production.queue.len() as u32);
        print.add(production.unpaid);
        for item in &production.queue {
            print.add(match item {
                Item::Train(kind) => i64::from(kind.0),
                Item::Research(upgrade) => 1 << 8 | i64::from(upgrade.0),
                Item::Advance(building) => 2 << 8 | i64::from(building.0),
            });
        }
        fight(&mut print, fighting);
    }
    kept.0 = print.finish();
}

fn fight(print: &mut Fingerprint, fighting: &Fighting) {
    print.add(fighting.target.map_or(-1, |target| i64::from(target.0))).add(fighting.ready_at).add(fighting.rank);
    print.add(fighting.kills_worth).add(fighting.hurt_at);
}
