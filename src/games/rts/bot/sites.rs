//! Building sites: where one fits, which have been asked for, which could not be begun.

use super::know::work::Tally;
use super::view::{OwnBuilding, View};
use crate::base::Cell;
use crate::games::rts::placement::{footprint, gap, parts, reasons, rim};
use crate::games::rts::rules::BuildingId;
use crate::nav::regions::ring;
use crate::nav::step::Tick;
use crate::nav::terrain::{MovementClass, Terrain};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Farthest mine from a hall, in cells between their squares, at which it is worth mining.
pub(super) const MINE_WITHIN: u32 = 12;
/// Ticks for which a spoilt site is not tried again: a minute.
const SPOILT_FOR: Tick = 1200;

/// What a program remembers of its building sites.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sites {
    /// Sites that it has asked for, until they are begun or given up.
    asked: BTreeMap<Cell, Asked>,
    /// Sites that could not be begun, and since when.
    spoilt: BTreeMap<Cell, Tick>,
}

/// A site that has been asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Asked {
    /// The tick at which it is given up.
    until: Tick,
    /// Cells along an edge.
    size: u8,
}

impl Sites {
    /// Forgets what it asked for long ago, and what has been begun.
    pub(super) fn forget_old(&mut self, view: &View<'_>) {
        let is_begun = |at: &Cell| view.buildings.iter().any(|building| building.at == *at);
        self.asked.retain(|at, asked| {
            let is_late = view.now > asked.until;
            if is_late && !is_begun(at) {
                self.spoilt.insert(*at, view.now);
            }
            !is_late && !is_begun(at)
        });
        self.spoilt.retain(|_, since| view.now.saturating_sub(*since) <= SPOILT_FOR);
    }

    /// A site of so many cells along an edge has been asked for; it is given up `patience` ticks from now.
    pub(super) fn ask(&mut self, at: Cell, size: u8, now: Tick, patience: Tick) {
        self.asked.insert(at, Asked { until: now + patience, size });
    }

    /// Whether a site has been asked for, or spoilt.
    pub(super) fn is_asked(&self, at: Cell) -> bool {
        self.asked.contains_key(&at) || self.spoilt.contains_key(&at)
    }

    /// Sites that have been asked for and not begun.
    pub(super) fn asked(&self) -> usize {
        self.asked.len()
    }

    /// Forgets that sites were spoilt.
    pub(super) fn try_again(&mut self) {
        self.spoilt.clear();
    }

    /// Whether a file says something that cannot be: a later tick than `latest`, or a place off the map.
    pub(super) fn is_wrong(&self, latest: Tick, is_on_map: impl Fn(Cell) -> bool) -> bool {
        let asked = self.asked.iter().map(|(at, asked)| (at, asked.until));
        let mut all = asked.chain(self.spoilt.iter().map(|(at, since)| (at, *since)));
        all.any(|(at, tick)| tick > latest || !is_on_map(*at))
    }

    /// The place for a building that is nearest to `around`, a lane apart from other buildings and not between a hall and its
    /// mine. `accepts` says no to places for other reasons; with `open`, everybody can walk around it.
    pub(super) fn find(
        &self,
        view: &View<'_>,
        kind: BuildingId,
        around: Cell,
        within: i16,
        open: bool,
        tally: &Tally,
        accepts: impl Fn(Cell) -> bool,
    ) -> Option<Cell> {
        let rules = view.rules.building(kind);
        let mines: Vec<(Cell, u8)> = view.mines.iter().map(|mine| (mine.at, mine.size)).collect();
        let walks = |ground: Terrain| view.rules.costs.quarters(MovementClass::Foot, ground).is_some();
        let is_free = |at: Cell| {
            tally.cells(1);
            if self.asked.contains_key(&at) || self.spoilt.contains_key(&at) {
                return false;
            }
            let fits = reasons(view.terrain, at, rules.size, &mines, view.is_taken, view.explored)
                .all(|(_, reason)| reason.is_none());
            let margin = || {
                footprint(Cell::new(at.x - 1, at.y - 1), rules.size + 2)
                    .all(|cell| view.terrain.get(cell).is_some_and(|ground| *ground != Terrain::Building))
            };
            let asked = || self.asked.iter().all(|(other, asked)| gap(at, rules.size, *other, asked.size) > 1);
            let around = || !open || rim(at, rules.size).all(|cell| view.terrain.get(cell).is_some_and(|g| walks(*g)));
            fits && margin() && asked() && around() && !is_on_the_way(view, at, rules.size) && accepts(at)
        };
        // Two sites that leave a way each may shut it together.
        let mut terrain = Cow::Borrowed(view.terrain);
        for cell in self.asked.iter().flat_map(|(at, asked)| footprint(*at, asked.size)) {
            if let Some(ground) = terrain.to_mut().get_mut(cell) {
                *ground = Terrain::Building;
            }
        }
        let least = if rules.is_hall() { 2 } else { 3 };
        (least..within)
            .flat_map(|radius| ring(around, radius))
            .filter(|at| is_free(*at))
            .find(|at| !parts(&terrain, *at, rules.size, walks))
    }
}

/// Whether a building would stand between a hall and a mine of its, where the workers walk.
fn is_on_the_way(view: &View<'_>, at: Cell, size: u8) -> bool {
    view.halls().any(|hall| {
        let hall_size = view.rules.building(hall.kind).size;
        view.mines.iter().any(|mine| {
            if gap(mine.at, mine.size, hall.at, hall_size) > MINE_WITHIN {
                return false;
            }
            let (left, top) = (mine.at.x.min(hall.at.x), mine.at.y.min(hall.at.y));
            let right = (mine.at.x + i16::from(mine.size)).max(hall.at.x + i16::from(hall_size));
            let bottom = (mine.at.y + i16::from(mine.size)).max(hall.at.y + i16::from(hall_size));
            let side = i16::from(size);
            at.x < right && at.x + side > left && at.y < bottom && at.y + side > top
        })
    })
}

/// Whether a hall is near enough to a mine that it is worth mining there.
pub(super) fn is_hall_at(view: &View<'_>, hall: &OwnBuilding, mine: Cell, size: u8) -> bool {
    gap(mine, size, hall.at, view.rules.building(hall.kind).size) <= MINE_WITHIN
}
