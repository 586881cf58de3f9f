//! Who of the enemy was seen where and when.
//!
//! A unit that is out of sight is believed in less and less: its weight halves every half minute, that of quick ones every
//! ten seconds. A building stays until its place is seen empty.

use crate::base::Cell;
use crate::games::rts::bot::view::{Body, View};
use crate::nav::step::{Tick, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Ticks in which the weight of a unit halves, and that of a quick one.
const HALF: Tick = 600;
const HALF_QUICK: Tick = 200;
/// Ticks a cell up to which a unit is quick.
const QUICK: u16 = 4;
/// Ticks after which a unit that nobody has seen again is forgotten: four minutes.
const FORGOTTEN: Tick = 4800;
/// Ticks since a sighting up to which it counts as being there now.
pub(in crate::games::rts::bot) const FRESH: Tick = 100;

/// Cells around the own buildings in which an enemy is an intruder.
pub(in crate::games::rts::bot) const HOME: u32 = 15;
/// Workers of enemies near the own buildings from which on they are taken for soldiers.
const STORM: usize = 3;
/// Ticks for which nobody has built abroad: one fewer is enough.
const NOBODY_BUILDS: Tick = 1500;

/// Whether a place is near own buildings.
pub(in crate::games::rts::bot) fn is_home(view: &View<'_>, at: Cell) -> bool {
    view.buildings.iter().any(|building| building.at.chebyshev(at) <= HOME)
}

/// Somebody of the enemy's, as last seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sighting {
    pub body: Body,
    pub tick: Tick,
    /// Whether it is a worker who has come with others of its kind and counts as a soldier.
    #[serde(default)]
    pub is_storming: bool,
}

/// All enemies that are known, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sightings(BTreeMap<UnitId, Sighting>);

impl Sightings {
    /// Takes in who is seen; `foes` may be those of a moment ago.
    pub fn look(&mut self, view: &View<'_>, foes: &[Body], seen_at: Tick) {
        for body in foes {
            // A remembered building was seen long ago; the sighting of that time is kept.
            let before = self.0.get(&body.id);
            let tick = if body.is_visible { seen_at } else { before.map_or(0, |known| known.tick) };
            let is_storming = before.is_some_and(|known| known.is_storming);
            self.0.insert(body.id, Sighting { body: *body, tick, is_storming });
        }
        let is_listed = |id: UnitId| foes.binary_search_by_key(&id, |foe| foe.id).is_ok();
        self.0.retain(|id, known| {
            let is_gone = !is_listed(*id) && (view.is_visible)(known.body.at);
            let is_old = known.body.unit.is_some() && view.now.saturating_sub(known.tick) > FORGOTTEN;
            let is_beaten = view.sides.get(usize::from(known.body.side)).is_none_or(|side| side.is_beaten);
            !is_gone && !is_old && !is_beaten
        });
    }

    /// One worker near the own buildings looks around, two build; more have come to fight, the last of them still do when the
    /// others have fallen, and who follows them does too. Whether there are such.
    pub(crate) fn find_storm(&mut self, view: &View<'_>, is_expected: bool) -> bool {
        let comes = |known: &Sighting| {
            let works = known.body.unit.is_some_and(|kind| view.rules.kind(kind).works);
            works && known.tick + FRESH >= view.now && is_home(view, known.body.at)
        };
        let (storm, others): (Vec<&mut Sighting>, Vec<_>) =
            self.0.values_mut().partition(|known: &&mut Sighting| comes(known));
        let most = if view.now < NOBODY_BUILDS { STORM - 1 } else { STORM };
        let is_storm = storm.len() >= most || !storm.is_empty() && is_expected;
        storm.into_iter().for_each(|known| known.is_storming = is_storm);
        // Who is seen elsewhere has gone back to work.
        others.into_iter().filter(|known| known.tick + FRESH >= view.now).for_each(|known| known.is_storming = false);
        is_storm
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Sighting> {
        self.0.values()
    }

    pub(crate) fn units(&self) -> impl Iterator<Item = &Sighting> {
        self.iter().filter(|known| known.body.unit.is_some())
    }

    pub(crate) fn buildings(&self) -> impl Iterator<Item = &Sighting> {
        self.iter().filter(|known| known.body.building.is_some())
    }

    /// Those who are seen now, or were a moment ago, within some cells of a place; buildings always are.
    pub(crate) fn near(&self, now: Tick, at: Cell, within: u32) -> impl Iterator<Item = &Sighting> {
        let is_there = move |known: &&Sighting| known.body.building.is_some() || known.tick + FRESH >= now;
        self.iter().filter(is_there).filter(move |known| known.body.at.chebyshev(at) <= within)
    }

    /// Whether a file says something that cannot be.
    pub(crate) fn is_wrong(&self, now: Tick, is_body: impl Fn(&Body) -> bool) -> bool {
        self.iter().any(|known| known.tick > now || !is_body(&known.body))
    }
}

impl Sighting {
    /// How much it is believed in, in hundredths.
    pub(crate) fn weight(&self, view: &View<'_>) -> u32 {
        let Some(kind) = self.body.unit else { return 100 };
        let half = if view.rules.kind(kind).ticks_per_cell <= QUICK { HALF_QUICK } else { HALF };
        100 >> (view.now.saturating_sub(self.tick) / half).min(6)
    }
}
