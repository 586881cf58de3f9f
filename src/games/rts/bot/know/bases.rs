//! What the places around the own halls mean: through which choke the enemy comes, and where soldiers and towers stand.

use super::places::{Choke, Places};
use super::work::Tally;
use crate::base::Cell;
use crate::games::rts::bot::view::View;
use crate::nav::regions::ring;
use crate::nav::step::Tick;
use serde::{Deserialize, Serialize};

/// Ticks from one look at the places to the next: half a minute.
const EVERY: Tick = 600;
/// Cells from a hall beyond which a choke is not that of its base.
const NEAR: u32 = 20;
/// Cells on the inner side of a choke at which its defenders stand.
const BEHIND: u32 = 4;

/// A hall and the way to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Base {
    /// The upper left cell of its hall.
    pub hall: Cell,
    /// The choke through which the enemy comes, if there is one near it.
    pub gate: Option<Choke>,
    /// Where those stand who hold it.
    pub post: Option<Cell>,
}

/// The bases as they were found last. They are remembered: what is found depends on when one looks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::games::rts::bot) struct Bases {
    looked_at: Tick,
    bases: Vec<Base>,
}

impl Bases {
    /// Looks at the places anew if it is time, or if there are other halls than the last time; the enemy is at `front`.
    pub(crate) fn look(&mut self, view: &View<'_>, front: Cell, tally: &Tally) {
        let halls = || view.halls().filter(|hall| hall.is_finished).map(|hall| hall.at);
        let is_same = halls().eq(self.bases.iter().map(|base| base.hall));
        if is_same && (view.now < self.looked_at + EVERY || self.bases.is_empty()) {
            return;
        }
        self.looked_at = view.now;
        let places = Places::of(view.rules, view.terrain, tally);
        let base = |hall: Cell| {
            let gate = places.between(hall, front).first().copied().filter(|gate| gate.at.chebyshev(hall) <= NEAR);
            let post = gate.and_then(|gate| {
                let inside: Vec<Cell> = gate.at.line_between(hall).collect();
                let wanted = inside.get(BEHIND as usize + usize::from(gate.width / 2)).copied().unwrap_or(gate.at);
                (0..4).flat_map(|radius| ring(wanted, radius)).find(|cell| view.is_walkable(*cell))
            });
            Base { hall, gate, post }
        };
        self.bases = halls().map(base).collect();
    }

    /// The base of a hall.
    pub(crate) fn of(&self, hall: Cell) -> Option<&Base> {
        self.bases.iter().find(|base| base.hall == hall)
    }

    pub(crate) fn posts(&self) -> impl Iterator<Item = Cell> {
        self.bases.iter().filter_map(|base| base.post)
    }

    /// Whether a file says something that cannot be.
    pub(crate) fn is_wrong(&self, now: Tick, is_on_map: impl Fn(Cell) -> bool) -> bool {
        let places = |base: &Base| [Some(base.hall), base.gate.map(|gate| gate.at), base.post];
        self.looked_at > now || self.bases.iter().flat_map(places).flatten().any(|cell| !is_on_map(cell))
    }
}
