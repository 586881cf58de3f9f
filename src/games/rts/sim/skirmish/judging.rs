//! Victory and defeat.

use super::{Building, Skirmish, VictoryRule};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::sides::{Ending, Side, Sides};
use crate::games::rts::sim::units::{Owner, Unit};
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Ticks from one look at who is still there to the next.
const LOOKS_EVERY: Tick = 10;

/// Finds out who is beaten and whether that ends the skirmish.
pub(crate) fn judge(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(Entity, &Skirmish, &mut Sides, Has<Ending>), With<Board>>,
    units: Query<&Owner, With<Unit>>,
    all_buildings: Query<(&Building, &Owner)>,
    mut beings: Query<(&Owner, &mut Health)>,
    mut commands: Commands,
    mut outcomes: MessageWriter<Outcome>,
) {
    let now = clock.tick();
    let (board, skirmish, mut sides, has_ended) = board.into_inner();
    if has_ended || !now.is_multiple_of(LOOKS_EVERY) || now == 0 {
        return;
    }
    let count = sides.0.len();
    let (mut buildings, mut halls, mut members) = (vec![0_u32; count], vec![0_u32; count], vec![0_u32; count]);
    for (building, owner) in &all_buildings {
        let Some(number) = buildings.get_mut(usize::from(owner.0)) else { continue };
        *number += 1;
        let faction = rules.0.faction(sides.0[usize::from(owner.0)].faction);
        if rules.0.building(building.kind()).trains.contains(&faction.worker) {
            halls[usize::from(owner.0)] += 1;
        }
    }
    for owner in &units {
        if let Some(number) = members.get_mut(usize::from(owner.0)) {
            *number += 1;
        }
    }
    let mut fallen = Vec::new();
    for side in 0..count {
        let is_out = match skirmish.victory {
            VictoryRule::Buildings => buildings[side] == 0,
            VictoryRule::Halls => halls[side] == 0,
            VictoryRule::Everything => buildings[side] == 0 && members[side] == 0,
        };
        if is_out && sides.0[side].beaten.is_none() {
            sides.0[side].beaten = Some(now);
            fallen.push(side as u8);
            outcomes.write(Outcome::SideBeaten { side: side as u8 });
        }
    }
    // What is left of a side that is out goes down with it.
    for (owner, mut health) in &mut beings {
        let is_out = sides.get(owner.0).is_some_and(|side| side.beaten.is_some());
        if is_out && health.now > 0 {
            health.now = 0;
        }
    }
    if let Some(ending) = decided(&sides, now) {
        commands.entity(board).insert(ending);
        outcomes.write(Outcome::SkirmishEnded { winner: ending.winner });
    }
}

/// How the skirmish has ended: when one team is left at most, of several.
fn decided(sides: &Sides, now: Tick) -> Option<Ending> {
    let teams = |is_in: &dyn Fn(&Side) -> bool| -> BTreeSet<u8> {
        sides.0.iter().filter(|side| is_in(side)).map(|side| side.team).collect()
    };
    let left = teams(&|side| side.beaten.is_none());
    (left.len() <= 1 && teams(&|_| true).len() > 1).then(|| Ending { winner: left.first().copied(), tick: now })
}

/// A side gives up: it is out at once, and that may be the end.
pub(crate) fn surrender(world: &mut World, side: u8) {
    let now = world.resource::<MatchClock>().tick();
    let mut boards = world.query_filtered::<(Entity, &mut Sides, Has<Ending>), With<Board>>();
    let Ok((board, mut sides, has_ended)) = boards.single_mut(world) else { return };
    let Some(of) = sides.get_mut(side).filter(|side| side.beaten.is_none()) else { return };
    of.beaten = Some(now);
    let ending = decided(&sides, now).filter(|_| !has_ended);
    world.write_message(Outcome::SideBeaten { side });
    if let Some(ending) = ending {
        world.entity_mut(board).insert(ending);
        world.write_message(Outcome::SkirmishEnded { winner: ending.winner });
    }
}
