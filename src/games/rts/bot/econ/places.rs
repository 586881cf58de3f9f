//! Mines, forests and sites for bases.

use crate::base::Cell;
use crate::games::rts::bot::THINKS_EVERY;
use crate::games::rts::bot::know::sightings::Sightings;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::sites::is_hall_at;
use crate::games::rts::bot::view::{Mine, OwnBuilding, View};
use crate::games::rts::combat::reach::middle;
use crate::games::rts::placement::gap;
use crate::games::rts::rules::Resource;
use crate::nav::regions::ring;
use crate::nav::step::Tick;
use crate::nav::terrain::Terrain;
use std::collections::BTreeMap;

/// Farthest forest from a place that takes wood, in cells.
const FOREST_WITHIN: i16 = 24;
/// The same where no forest is nearer, and looks from one search for it to the next.
const FAR_FOREST_WITHIN: i16 = 120;
const SEARCHES_EVERY: Tick = 20;
/// Cells from a hall of an enemy within which a mine is theirs, and from another building within which nobody builds: a house
/// put up far out does not take a mine.
const THEIRS: (u32, u32) = (18, 10);
/// Cells from a building of an ally within which a mine is the ally's.
const FRIENDS: u32 = 12;
/// Worth of enemies about a mine that do not keep anybody from building there.
const THREAT: u32 = 60;
/// Gold that is worth a hall.
const WORTH_A_HALL: u32 = 2000;

/// Mines with gold near a finished hall.
pub(in crate::games::rts::bot) fn own_mines<'v>(view: &'v View<'_>) -> impl Iterator<Item = &'v Mine> {
    let halls = || view.halls().filter(|hall| hall.is_finished);
    view.mines
        .iter()
        .filter(move |mine| mine.gold > 0 && halls().any(|hall| is_hall_at(view, hall, mine.at, mine.size)))
}

/// The forest cell nearest to each finished building that takes wood; where there is none in reach, the nearest one to the first
/// of them. `known` remembers those of the last look: the ground is searched only where one has been felled.
pub(in crate::games::rts::bot) fn forests(look: &Look<'_, '_>, known: &mut BTreeMap<Cell, Cell>) -> Vec<Cell> {
    let view = look.view;
    let is_forest = |cell: Cell| view.terrain.get(cell) == Some(&Terrain::Forest) && (view.explored)(cell);
    let takes_wood =
        |one: &&OwnBuilding| one.is_finished && view.rules.building(one.kind).drop_off.contains(&Resource::Wood);
    let middles =
        view.buildings.iter().filter(takes_wood).map(|one| middle(one.at, view.rules.building(one.kind).size));
    let middles: Vec<Cell> = middles.collect();
    known.retain(|at, _| middles.contains(at));
    for from in &middles {
        let last = known.get(from).copied();
        if last.is_some_and(is_forest) {
            continue;
        }
        // Trees are felled from near to far: the search goes on where it ended.
        let begin = last.map_or(1, |last| last.chebyshev(*from) as i16);
        let is_there = |cell: &Cell| {
            look.tally.cells(1);
            is_forest(*cell)
        };
        match (begin..FOREST_WITHIN).flat_map(|radius| ring(*from, radius)).find(is_there) {
            Some(cell) => known.insert(*from, cell),
            None => known.remove(from),
        };
    }
    // Wood from afar is better than none.
    if known.is_empty()
        && (view.now / THINKS_EVERY).is_multiple_of(SEARCHES_EVERY)
        && let Some(from) = middles.first()
    {
        let is_there = |cell: &Cell| {
            look.tally.cells(1);
            is_forest(*cell) && look.ground.is_linked(*from, *cell)
        };
        let far = (FOREST_WITHIN..FAR_FOREST_WITHIN).flat_map(|radius| ring(*from, radius)).find(is_there);
        known.extend(far.map(|cell| (*from, cell)));
    }
    known.values().copied().collect()
}

/// The best mine for a new hall: near to the own halls, far from enemies, not an ally's.
pub(in crate::games::rts::bot) fn next_mine(look: &Look<'_, '_>, sightings: &Sightings) -> Option<Cell> {
    let view = look.view;
    let home = view.halls().next().map_or(view.start, |hall| hall.at);
    let is_free = |mine: &&Mine| {
        let by_us = view.halls().any(|hall| is_hall_at(view, hall, mine.at, mine.size));
        let is_near = |at: Cell, within: u32| gap(mine.at, mine.size, at, 3) <= within;
        let by_them = sightings.buildings().any(|known| {
            let is_theirs = known.body.building.is_some_and(|kind| view.rules.building(kind).is_hall());
            is_near(known.body.at, if is_theirs { THEIRS.0 } else { THEIRS.1 })
        });
        let by_friends = view.friends.iter().any(|one| one.building.is_some() && is_near(one.at, FRIENDS));
        let start_of_others =
            view.sides.iter().enumerate().any(|(side, other)| {
                side != usize::from(view.side) && !other.is_beaten && is_near(other.start, FRIENDS)
            });
        let is_safe = look.maps.threat_at(mine.at) <= look.maps.own_at(mine.at) + THREAT;
        let is_there_a_way = || look.ground.is_linked(home, mine.at);
        mine.gold > WORTH_A_HALL && !by_us && !by_them && !by_friends && !start_of_others && is_safe && is_there_a_way()
    };
    let distance = |mine: &&Mine| {
        let halls = view.halls().map(|hall| hall.at.distance_squared(mine.at)).min();
        let near = halls.unwrap_or_else(|| view.start.distance_squared(mine.at)).isqrt();
        let enemies = view.sides.iter().filter(|side| side.team != view.sides[usize::from(view.side)].team);
        let foe = enemies.map(|side| side.start.distance_squared(mine.at)).min().unwrap_or(10_000).isqrt();
        // A cell nearer to the enemy weighs half a cell farther from home.
        (2 * near + 200_u32.saturating_sub(foe), mine.at.y, mine.at.x)
    };
    view.mines.iter().filter(is_free).min_by_key(distance).map(|mine| Cell::new(mine.at.x + 1, mine.at.y + 1))
}
