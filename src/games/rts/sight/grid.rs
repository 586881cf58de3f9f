//! The sight of all sides of a match.

use super::cast::{Caster, Stand};
use super::cover::{Cover, Patch};
use super::veil::{Eye, Veil};
use super::{MAX_RADIUS, MAX_SIDES, MIDDLE};
use crate::base::{Cell, Fingerprint, Grid};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use serde::{Deserialize, Serialize};

/// Ticks between two looks of an observer who walks, at least: a fifth of a second at normal speed.
const SOONEST: u32 = 4;
/// The same at most, however many observers there are.
const LATEST: u32 = 10;
/// Looks in a tick that are meant to be enough. With more observers than `SOONEST` times this, each looks less often. At
/// 1.5 µs a look this is about a millisecond.
const LOOKS_PER_TICK: u32 = 640;
/// Edits of a tick that are compared with each observer one by one; of more only the frame around them.
const FEW_EDITS: usize = 256;
/// Observers at most: what the counts hold.
const MAX_OBSERVERS: usize = u16::MAX as usize;

/// The number of somebody who sees. Units come before buildings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ObserverId(u32);

impl ObserverId {
    const BUILDING: u32 = 1 << 31;

    pub const fn unit(unit: UnitId) -> Self {
        Self(unit.0 & !Self::BUILDING)
    }

    /// A building, by a number of its own that may be that of a unit too.
    pub const fn building(number: u32) -> Self {
        Self(number | Self::BUILDING)
    }
}

/// Somebody who sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observer {
    pub id: ObserverId,
    pub side: u8,
    /// The top left cell of the body.
    pub at: Cell,
    /// Cells on a side of the body, at least 1.
    pub size: u8,
    /// Sight in cells from the middle of the body, at most [`MAX_RADIUS`]; more counts as that.
    pub sight: u8,
    /// Whether it looks as from a hill wherever it stands: a tower.
    pub lifted: bool,
}

/// An observer and what it saw when it looked last.
#[derive(Debug, Clone)]
struct Lookout {
    observer: Observer,
    /// Where it stood when it looked, or nothing before its first look.
    stand: Option<Stand>,
    patch: Patch,
}

/// What each side sees and has seen of a map.
///
/// What an observer sees is always what it would see now from where it looked last: who looks when depends on numbers and
/// ticks only, and an edit of the terrain is seen at once.
#[derive(Debug, Clone)]
pub struct SightGrid {
    veil: Veil,
    cover: Cover,
    /// In the order of their numbers.
    lookouts: Vec<Lookout>,
    caster: Caster,
    incoming: Vec<Observer>,
    looked: Patch,
}

impl SightGrid {
    /// Nobody sees anything yet of a map.
    ///
    /// # Panics
    /// If there are more than [`MAX_SIDES`] sides.
    pub fn new(terrain: &Grid<Terrain>, sides: u8) -> Self {
        assert!(sides <= MAX_SIDES, "{sides} sides");
        Self {
            veil: Veil::new(terrain),
            cover: Cover::new(terrain.width(), terrain.height(), sides),
            lookouts: Vec::new(),
            caster: Caster::new(),
            incoming: Vec::new(),
            looked: Patch::default(),
        }
    }

    /// Brings the sight of all sides to the present: `edits` are the cells of `terrain` that have changed since the last
    /// time, `observers` everybody who sees now, in the order of their numbers (any other order costs a sort).
    ///
    /// Who is new looks at once, who is gone sees no more, and whoever an edit is near to looks at once. All others who
    /// have moved look at their turn, every fourth tick, with more than 2,560 observers later, at most every tenth. Observers
    /// beyond the map or of unknown sides see nothing, nor do those after the 65,535th.
    pub fn update(
        &mut self,
        now: Tick,
        terrain: &Grid<Terrain>,
        edits: &[Cell],
        observers: impl IntoIterator<Item = Observer>,
    ) {
        self.cover.begin();
        let veil = &mut self.veil;
        let hurt = |cell: &&Cell| terrain.get(**cell).is_some_and(|kind| veil.follow(**cell, *kind));
        let edits = Edits::new(edits.iter().filter(hurt).copied().collect());
        self.muster(observers);
        let interval = (self.lookouts.len() as u32 / LOOKS_PER_TICK).clamp(SOONEST, LATEST);
        let Self { veil, cover, lookouts, caster, incoming, looked } = self;
        for (lookout, observer) in lookouts.iter_mut().zip(incoming.iter()) {
            let is_due = match lookout.stand {
                None => true,
                Some(stand) => {
                    let has_turn = (observer.id.0.wrapping_add(now)).is_multiple_of(interval);
                    (has_turn && lookout.observer != *observer) || edits.are_near(&stand)
                }
            };
            if is_due {
                lookout.observer = *observer;
                look(lookout, veil, cover, caster, looked);
            }
        }
    }

    /// Takes in who is there now: afterwards `lookouts` and `incoming` are the same observers in the same order.
    fn muster(&mut self, observers: impl IntoIterator<Item = Observer>) {
        let Self { veil, cover, lookouts, incoming, .. } = self;
        incoming.clear();
        incoming.extend(observers.into_iter().filter(|observer| stand(veil, observer).is_some()));
        incoming.retain(|observer| observer.side < cover.sides());
        if !incoming.is_sorted_by_key(|observer| observer.id) {
            incoming.sort_by_key(|observer| observer.id);
        }
        incoming.dedup_by_key(|observer| observer.id);
        incoming.truncate(MAX_OBSERVERS);
        let is_same = |(lookout, observer): (&Lookout, &Observer)| {
            lookout.observer.id == observer.id && lookout.observer.side == observer.side
        };
        if lookouts.len() == incoming.len() && lookouts.iter().zip(incoming.iter()).all(is_same) {
            return;
        }
        let mut old = std::mem::take(lookouts).into_iter().peekable();
        for observer in incoming.iter() {
            while let Some(gone) = old.next_if(|lookout| lookout.observer.id < observer.id) {
                cover.replace(gone.observer.side, &gone.patch, &Patch::default());
            }
            match old.next_if(|lookout| lookout.observer.id == observer.id) {
                Some(lookout) if lookout.observer.side == observer.side => lookouts.push(lookout),
                other => {
                    // A unit that changes sides tells the new one nothing of what it saw for the old one.
                    if let Some(turncoat) = other {
                        cover.replace(turncoat.observer.side, &turncoat.patch, &Patch::default());
                    }
                    lookouts.push(Lookout { observer: *observer, stand: None, patch: Patch::default() });
                }
            }
        }
        for gone in old {
            cover.replace(gone.observer.side, &gone.patch, &Patch::default());
        }
    }

    /// Whether one of the sides of a mask (bit 0 is side 0) sees a cell now. Nobody sees beyond the map.
    pub fn is_visible(&self, sides: u8, cell: Cell) -> bool {
        self.cover.visible().get(cell).is_some_and(|seen| seen & sides != 0)
    }

    /// Whether one of the sides of a mask has seen a cell once.
    pub fn is_explored(&self, sides: u8, cell: Cell) -> bool {
        self.cover.explored().get(cell).is_some_and(|seen| seen & sides != 0)
    }

    /// Whether one of the sides of a mask sees any cell of a body of `size` × `size` cells whose top left one is `at`.
    pub(crate) fn is_body_visible(&self, sides: u8, at: Cell, size: u8) -> bool {
        crate::nav::occupancy::body(at, size).any(|cell| self.is_visible(sides, cell))
    }

    /// The sides that see each cell now, a bit each.
    pub const fn visible(&self) -> &Grid<u8> {
        self.cover.visible()
    }

    /// The sides that have seen each cell once, a bit each.
    pub const fn explored(&self) -> &Grid<u8> {
        self.cover.explored()
    }

    /// Number of sides.
    pub const fn sides(&self) -> u8 {
        self.cover.sides()
    }

    /// A side knows a cell from now on, as if it had been there: maps that begin explored, revelations of a mission.
    pub(crate) fn explore(&mut self, side: u8, cell: Cell) {
        if side < self.cover.sides() && self.cover.explored().contains(cell) {
            self.cover.explore(side, cell);
        }
    }

    /// Number of the last update. What a side sees, and a row of cells, is as it was if it has not changed after that.
    pub const fn stamp(&self) -> u64 {
        self.cover.stamp()
    }

    /// Counts updates on from a number, as if everything had changed in the next one: this sight takes the place of another.
    pub(crate) fn count_on(&mut self, stamp: u64) {
        self.cover.count_on(stamp);
    }

    /// Whether what one of the sides of a mask sees or knows has changed after the update with a number.
    pub(crate) fn has_changed_since(&self, stamp: u64, sides: u8) -> bool {
        (0..self.cover.sides()).any(|side| sides & (1 << side) != 0 && self.cover.side_stamp(side) > stamp)
    }

    /// Whether what anybody sees or knows of a row of the map has changed after the update with a number.
    pub(crate) fn has_row_changed_since(&self, stamp: u64, row: u16) -> bool {
        self.cover.row_stamp(row) > stamp
    }

    /// The hash of what everybody sees and has seen, and of who looked where.
    pub fn fingerprint(&self) -> u64 {
        let mut print = Fingerprint::new();
        print.add_u64(self.cover.print());
        for Lookout { observer, .. } in &self.lookouts {
            print.add(observer.id.0).add(observer.side).add(observer.at.x).add(observer.at.y);
            print.add(observer.size).add(observer.sight).add(observer.lifted);
        }
        print.finish()
    }

    /// Everybody who sees, as when he looked last.
    pub(super) fn looked(&self) -> impl Iterator<Item = &Observer> {
        self.lookouts.iter().map(|lookout| &lookout.observer)
    }

    /// Puts observers back who looked from where they are; they have to be in the order of their numbers.
    pub(super) fn put_back(&mut self, observers: impl IntoIterator<Item = Observer>) {
        self.muster(observers);
        let Self { veil, cover, lookouts, caster, looked, .. } = self;
        lookouts.iter_mut().for_each(|lookout| look(lookout, veil, cover, caster, looked));
    }

    /// What would be seen with nothing remembered: for tests.
    #[cfg(test)]
    pub(super) fn seen_anew(&self, terrain: &Grid<Terrain>) -> Self {
        let mut fresh = Self::new(terrain, self.sides());
        fresh.put_back(self.looked().copied());
        fresh
    }
}

/// Where and how far an observer looks, if its body lies on the map.
fn stand(veil: &Veil, observer: &Observer) -> Option<Stand> {
    let (width, height) = veil.size();
    let (x, y, size) = (i32::from(observer.at.x), i32::from(observer.at.y), i32::from(observer.size));
    if size == 0 || x < 0 || y < 0 || x + size > width || y + size > height {
        return None;
    }
    let on_hill = || {
        crate::nav::occupancy::body(observer.at, observer.size).all(|cell| veil.terrain(cell) == Some(Terrain::Hill))
    };
    let is_on_hill = veil.terrain(observer.at) == Some(Terrain::Hill) && on_hill();
    let radius = observer.sight.saturating_add(u8::from(is_on_hill)).min(MAX_RADIUS);
    let eye = if is_on_hill || observer.lifted { Eye::High } else { Eye::Low };
    Some(Stand { x: x + size / 2, y: y + size / 2, size, radius: radius.into(), eye })
}

/// An observer looks from where it is. `looked` is working memory.
fn look(lookout: &mut Lookout, veil: &Veil, cover: &mut Cover, caster: &mut Caster, looked: &mut Patch) {
    let Some(stand) = stand(veil, &lookout.observer) else { return };
    let rows = caster.look(veil, &stand);
    looked.x = stand.x;
    looked.top = stand.y - stand.up();
    looked.rows.clear();
    looked.rows.extend_from_slice(&rows[(MIDDLE - stand.up()) as usize..=(MIDDLE + stand.radius) as usize]);
    cover.replace(lookout.observer.side, &lookout.patch, looked);
    std::mem::swap(&mut lookout.patch, looked);
    lookout.stand = Some(stand);
}

/// The cells of an update whose terrain hides otherwise than before.
struct Edits {
    cells: Vec<Cell>,
    /// Least and greatest column and row.
    frame: (i32, i32, i32, i32),
}

impl Edits {
    fn new(cells: Vec<Cell>) -> Self {
        let frame = cells.iter().fold((i32::MAX, i32::MIN, i32::MAX, i32::MIN), |(left, right, top, bottom), cell| {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            (left.min(x), right.max(x), top.min(y), bottom.max(y))
        });
        Self { cells, frame }
    }

    /// Whether one of them may change what is seen from there.
    fn are_near(&self, stand: &Stand) -> bool {
        let reach = stand.radius + 1;
        let (left, right, top, bottom) = self.frame;
        let is_in_frame = left <= stand.x.saturating_add(reach)
            && right >= stand.x - reach
            && top <= stand.y + reach
            && bottom >= stand.y - reach;
        is_in_frame
            && (self.cells.len() > FEW_EDITS
                || self.cells.iter().any(|cell| {
                    (i32::from(cell.x) - stand.x).abs() <= reach && (i32::from(cell.y) - stand.y).abs() <= reach
                }))
    }
}
