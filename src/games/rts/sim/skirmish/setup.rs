//! How a skirmish begins: mines, halls, workers.

use super::battlefield::Battlefield;
use super::bots::Bots;
use super::buildings::{Raising, raise};
use super::gathering::Timber;
use super::known_ground::KnownGrounds;
use super::news::News;
use super::sight::Seen;
use super::{BuildingIndex, Missiles, Skirmish};
use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::rules::{BuildingId, Price, Rules};
use crate::games::rts::sim::board::TerrainGrid;
use crate::games::rts::sim::march::edits::place_unit;
use crate::games::rts::sim::sides::{NEUTRAL, Score, Side, Sides, SkirmishSetup};
use crate::games::rts::sim::skirmish::fingerprint::SkirmishPrint;
use crate::games::rts::sim::talk::Talk;
use crate::nav::regions::ring;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Makes a skirmish of the match that has just been built.
pub(crate) fn begin_skirmish(
    world: &mut World,
    board: Entity,
    setup: &SkirmishSetup,
    rules: &Rules,
    size: (u16, u16),
    seed: u64,
) {
    let sides = setup.players.iter().map(|player| Side {
        faction: player.faction,
        team: player.team,
        control: player.control,
        start: player.start,
        handicap: player.handicap,
        owed: Price::default(),
        stock: setup.stock,
        supply_used: 0,
        supply_given: 0,
        upgrades: BTreeSet::new(),
        bonuses: Bonuses::default(),
        beaten: None,
        score: Score::default(),
        samples: Vec::new(),
    });
    world.entity_mut(board).insert((
        Skirmish { fog: setup.fog, victory: setup.victory },
        Sides(sides.collect()),
        BuildingIndex::new(size.0, size.1),
        Timber::default(),
        SkirmishPrint::default(),
        Battlefield::new(size.0, size.1),
        Missiles::default(),
        Talk::default(),
        (Bots::for_sides(&setup.players, seed), News::of_sides(setup.players.len()), KnownGrounds::default()),
    ));
    if setup.fog {
        let terrain = world.get::<TerrainGrid>(board).cloned();
        if let Some(terrain) = terrain {
            let mut seen = Seen::new(&terrain, setup.players.len() as u8);
            if setup.explored {
                seen.explore_all(&terrain);
            }
            world.entity_mut(board).insert(seen);
        }
    }
    let mine = rules.buildings.iter().position(|kind| kind.is_mine()).map(|index| BuildingId(index as u8));
    for (at, gold) in &setup.mines {
        let raised =
            mine.and_then(|kind| raise(world, Raising { kind, side: NEUTRAL, at: *at, finished: true, gold: *gold }));
        if raised.is_none() {
            warn!("there is no place for a mine at {at}");
        }
    }
    for (side, player) in setup.players.iter().enumerate() {
        let faction = rules.faction(player.faction);
        let (Some(hall), Some(worker)) = (rules.building_named(&faction.hall), rules.kind_named(&faction.worker))
        else {
            // The rules are checked before.
            continue;
        };
        let raising = Raising { kind: hall, side: side as u8, at: player.start, finished: true, gold: 0 };
        if raise(world, raising).is_none() {
            warn!("there is no place for the hall of side {side} at {}", player.start);
        }
        let size = i16::from(rules.building(hall).size);
        let middle = Cell::new(player.start.x + size / 2, player.start.y + size / 2);
        let mut left = faction.workers;
        // Two cells from the hall, so that its doors stay free.
        for cell in (size / 2 + 2..size / 2 + 8).flat_map(|radius| ring(middle, radius).collect::<Vec<_>>()) {
            if left == 0 {
                break;
            }
            left -= u8::from(place_unit(world, worker, side as u8, cell).is_ok());
        }
    }
}
