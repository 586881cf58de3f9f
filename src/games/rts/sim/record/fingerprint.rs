//! One number per tick and subsystem that changes whenever the state does.

use crate::base::Fingerprint;
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::skirmish::fingerprint::SkirmishPrint;
use crate::games::rts::sim::units::{Doing, Id, Kind, Owner, Roster, Stepping, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::step::{Step, Tick};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Fingerprints of the state after one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Print {
    /// The terrain of all cells.
    pub terrain: u64,
    /// Number, side, kind, cell and step of all units.
    pub units: u64,
    /// What all units have been ordered and do.
    pub orders: u64,
    /// Sides, buildings, health, loads and fights; 0 without a skirmish.
    #[serde(default)]
    pub skirmish: u64,
}

impl Print {
    /// One number for everything.
    pub fn whole(&self) -> u64 {
        Fingerprint::new()
            .add_u64(self.terrain)
            .add_u64(self.units)
            .add_u64(self.orders)
            .add_u64(self.skirmish)
            .finish()
    }

    /// The names of the [parts](Self::parts).
    pub const PARTS: [&'static str; 4] = ["terrain", "units", "orders", "skirmish"];

    /// What is compared by itself when two prints differ.
    pub const fn parts(&self) -> [u64; Self::PARTS.len()] {
        [self.terrain, self.units, self.orders, self.skirmish]
    }

    /// The name of the first subsystem in which two prints differ.
    pub fn first_difference(&self, other: &Self) -> Option<&'static str> {
        let parts = self.parts().into_iter().zip(other.parts());
        parts.zip(Self::PARTS).find_map(|((here, there), name)| (here != there).then_some(name))
    }
}

/// The fingerprint of every tick of the match, from tick 0 on or from that of the snapshot from which it goes on.
#[derive(Resource, Debug, Clone, Default)]
pub(crate) struct Prints {
    first: Tick,
    ticks: Vec<Print>,
    /// The terrain is hashed only when it changes.
    terrain: Option<(u32, u64)>,
}

impl Prints {
    /// None yet, of a match that goes on at a tick.
    pub(crate) fn from_tick(first: Tick) -> Self {
        Self { first, ..Self::default() }
    }

    /// The fingerprint after a tick, if it has run.
    pub(crate) fn of(&self, tick: Tick) -> Option<&Print> {
        self.ticks.get(tick.checked_sub(self.first)? as usize)
    }

    /// The fingerprint after the last tick.
    pub(crate) fn last(&self) -> Option<&Print> {
        self.ticks.last()
    }
}

type Printed<'w, 's> = Query<
    'w,
    's,
    (&'static Id, (&'static Owner, &'static Kind, &'static At, &'static Stepping, &'static Waypoints, &'static Doing)),
    With<Unit>,
>;

/// Adds the fingerprint of the tick that has just run.
pub(crate) fn take_print(
    board: Single<(&TerrainGrid, &Roster), With<Board>>,
    units: Printed,
    skirmish: Option<Single<&SkirmishPrint>>,
    mut prints: ResMut<Prints>,
) {
    let (board, roster) = *board;
    let terrain = match prints.terrain {
        Some((version, hash)) if version == board.version() => hash,
        _ => {
            let mut print = Fingerprint::new();
            let bytes: Vec<u8> = board.cells().values().iter().map(|terrain| *terrain as u8).collect();
            print.add(board.cells().width()).add(board.cells().height()).add_bytes(&bytes);
            let hash = print.finish();
            prints.terrain = Some((board.version(), hash));
            hash
        }
    };
    let (mut bodies, mut orders) = (Fingerprint::new(), Fingerprint::new());
    roster.for_each(&units, |id, (owner, kind, at, stepping, waypoints, doing)| {
        bodies.add(id.0).add(owner.0).add(kind.0.0).add(at.0.x).add(at.0.y);
        if let Some(Step { from, dir, start, ticks }) = stepping.last() {
            bodies.add(from.x).add(from.y).add(dir.eighths()).add(start).add(ticks);
        }
        orders.add(id.0).add(i64::from(doing.is_at_rest())).add(waypoints.iter().len() as u32);
        for waypoint in waypoints.iter() {
            orders.add(waypoint.goal.x).add(waypoint.goal.y).add(i64::from(waypoint.unreachable));
        }
    });
    let skirmish = skirmish.map_or(0, |skirmish| skirmish.0);
    prints.ticks.push(Print { terrain, units: bodies.finish(), orders: orders.finish(), skirmish });
}
