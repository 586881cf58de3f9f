//! How the sides stand from time to time: the samples for the charts and the lesson.

use super::Building;
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::sides::{SAMPLE_INTERVAL, Sample, Sides};
use crate::games::rts::sim::tasks::{Inside, Tasks};
use crate::games::rts::sim::units::{Kind, Owner, Unit, Waypoints};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Takes a sample of every side when it is time.
pub(super) fn sample(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    mut sides: Single<&mut Sides, With<Board>>,
    units: Query<(&Kind, &Owner, &Tasks, &Waypoints, &Inside), With<Unit>>,
    buildings: Query<(&Building, &Owner)>,
) {
    if !clock.tick().is_multiple_of(SAMPLE_INTERVAL) {
        return;
    }
    let mut samples: Vec<(Sample, BTreeMap<KindId, u32>)> = vec![Default::default(); sides.0.len()];
    for (kind, owner, tasks, waypoints, inside) in &units {
        let Some((sample, army)) = samples.get_mut(usize::from(owner.0)) else { continue };
        let (id, kind) = (kind.0, rules.0.kind(kind.0));
        if kind.works {
            sample.workers += 1;
            let is_idle = tasks.is_empty() && waypoints.current().is_none() && inside.mine().is_none();
            sample.idle += u16::from(is_idle);
        } else {
            sample.army += kind.cost.worth();
            sample.soldiers += 1;
            *army.entry(id).or_default() += kind.cost.worth();
        }
    }
    for (building, owner) in &buildings {
        let number = usize::from(owner.0);
        let Some((sample, _)) = samples.get_mut(number).filter(|_| building.is_finished()) else { continue };
        let (kind, worker) = (rules.0.building(building.kind()), &rules.0.faction(sides.0[number].faction).worker);
        sample.towers += u16::from(kind.is_tower());
        sample.bases += u16::from(kind.trains.contains(worker));
        sample.barracks += u16::from(kind.trains.iter().any(|trained| trained != worker));
    }
    for (side, (sample, army)) in sides.0.iter_mut().zip(samples) {
        // Of kinds that are equal it is the first.
        let main = army.iter().rev().max_by_key(|(_, worth)| **worth).map(|(kind, _)| *kind);
        side.samples.push(Sample {
            gathered: side.score.gathered.worth(),
            main,
            lost: side.score.lost_worth,
            workers_lost: side.score.workers_lost,
            fallen: side.score.fallen,
            stock: side.stock,
            supply: side.supply_used,
            supply_given: side.supply_given,
            upgrades: side.upgrades.len() as u16,
            ..sample
        });
    }
}
