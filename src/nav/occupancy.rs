//! Who is where, and which movements are under way: the law of movement.
//!
//! Plans and reservations are wishes; a step becomes real only through [`Occupancy::start`], which refuses whatever
//! would break the rules of [`super::step`]. A started step is never taken back, unless it was only tried out
//! ([`Occupancy::begin_trial`]). **Invariants**: at every tick a cell
//! has at most one holder; at most one unit is on its way into a cell; while a diagonal step is under way no other
//! step crosses its block.
//!
//! Units of n × n cells are named by their top left cell. A small unit (1 × 1) may come into a cell while another leaves
//! it; a *large* one holds the whole rectangle that it sweeps from the start of its step to its end, and starts only when
//! nobody is there, not even with one foot: large bodies keep their distance in tight places, and need no block locks.

mod changes;
mod saved;

pub use saved::{SavedOccupancy, SavedPlace};

use super::step::{FOREVER, Step, Tick, UnitId};
use crate::base::{Cell, Tiled};

/// Who holds a cell, in four bytes: its number and one, or 0 for nobody; and in the lowest bit whether somebody comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Holder(u32);

impl Holder {
    const NOBODY: Self = Self(0);

    #[inline]
    const fn unit(self) -> Option<UnitId> {
        if self.0 < 2 { None } else { Some(UnitId((self.0 >> 1) - 1)) }
    }

    #[inline]
    const fn somebody_comes(self) -> bool {
        self.0 & 1 == 1
    }

    const fn set_unit(&mut self, unit: Option<UnitId>) {
        let number = match unit {
            Some(unit) => unit.0 + 1,
            None => 0,
        };
        self.0 = number << 1 | self.0 & 1;
    }

    const fn set_somebody_comes(&mut self, comes: bool) {
        self.0 = self.0 & !1 | comes as u32;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// First tick at which the holder is gone.
    until: Tick,
    /// First tick at which the last one who left the cell is out of it with its whole body.
    clear_at: Tick,
    /// First tick after the last straight step inside the block whose top left cell this is.
    straight_until: Tick,
    diagonal_until: Tick,
}

const EMPTY: Place = Place { until: 0, clear_at: 0, straight_until: 0, diagonal_until: 0 };

/// The cells of a body of `size` × `size` cells, row by row.
pub fn body(anchor: Cell, size: u8) -> impl Iterator<Item = Cell> + Clone {
    let side = i16::from(size);
    (0..side).flat_map(move |dy| (0..side).map(move |dx| Cell::new(anchor.x + dx, anchor.y + dy)))
}

/// The cells that a large body sweeps in a step: the rectangle around both of its places.
pub(crate) fn swept(step: &Step, size: u8) -> impl Iterator<Item = Cell> + Clone {
    let (from, to, side) = (step.from, step.to(), i16::from(size));
    let (left, top) = (from.x.min(to.x), from.y.min(to.y));
    let (right, bottom) = (from.x.max(to.x) + side, from.y.max(to.y) + side);
    (top..bottom).flat_map(move |y| (left..right).map(move |x| Cell::new(x, y)))
}

/// Whether a cell belongs to the body of `size` × `size` cells at `anchor`.
pub fn covers(anchor: Cell, size: u8, cell: Cell) -> bool {
    let side = i16::from(size);
    (anchor.x..anchor.x + side).contains(&cell.x) && (anchor.y..anchor.y + side).contains(&cell.y)
}

/// What keeps a step from starting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Obstacle {
    /// A unit stands in the cell, or leaves it too late, or enters it.
    Unit(UnitId),
    /// Another step crosses the same 2×2 block.
    Crossing,
    /// The cell, or the corner of a diagonal, is not passable.
    Terrain,
}

/// The units on the cells of one map. Who is where lies apart from the rest: planners look at many cells around a unit, and
/// ask about times only where somebody is.
#[derive(Debug, Clone)]
pub struct Occupancy {
    holders: Tiled<Holder>,
    /// Cells that somebody holds or enters, a bit for each, a tile of cells to a word: most questions are about empty cells,
    /// and all the surroundings of a unit are in a few words.
    busy: Vec<u64>,
    /// Who is on its way into a cell of which the holder says that somebody is.
    comers: Tiled<UnitId>,
    places: Tiled<Place>,
    /// By tile: the first tick at which all locks in it are over. So whoever looks for all locks looks at few tiles.
    locked_until: Vec<Tick>,
    is_trial: bool,
    /// What the cells that a trial has changed were before, the earliest change first.
    before_trial: Vec<(Cell, Holder, UnitId, Place)>,
    /// The cells that have changed since they were taken last, some more than once, if somebody follows.
    changes: Option<Vec<Cell>>,
}

impl Occupancy {
    pub fn new(width: u16, height: u16) -> Self {
        let holders = Tiled::filled(width, height, Holder::NOBODY);
        Self {
            busy: vec![0; holders.tiles()],
            locked_until: vec![0; holders.tiles()],
            holders,
            comers: Tiled::filled(width, height, UnitId(0)),
            places: Tiled::filled(width, height, EMPTY),
            is_trial: false,
            before_trial: Vec::new(),
            changes: None,
        }
    }

    /// Whether a cell, which may lie outside of the map, has a holder or a comer.
    #[inline]
    fn is_busy(&self, cell: Cell) -> bool {
        self.holders.contains(cell) && {
            let (word, bit) = self.busy_bit(cell);
            self.busy[word] & bit != 0
        }
    }

    #[inline]
    fn busy_bit(&self, cell: Cell) -> (usize, u64) {
        let (tile, within) = self.holders.place(cell);
        (tile, 1 << within)
    }

    /// Changes who holds a cell and whether somebody comes.
    fn change(&mut self, cell: Cell, change: impl FnOnce(&mut Holder)) {
        let holder = &mut self.holders[cell];
        change(holder);
        let is_busy = *holder != Holder::NOBODY;
        let (word, bit) = self.busy_bit(cell);
        if is_busy {
            self.busy[word] |= bit
        } else {
            self.busy[word] &= !bit
        }
        self.note_change(cell);
    }

    /// The unit that the cell belongs to now.
    #[inline]
    pub fn holder(&self, cell: Cell) -> Option<UnitId> {
        if self.is_busy(cell) { self.holders[cell].unit() } else { None }
    }

    /// The unit that is on its way into the cell and not yet counted there.
    #[inline]
    pub fn entering(&self, cell: Cell) -> Option<UnitId> {
        (self.is_busy(cell) && self.holders[cell].somebody_comes()).then(|| self.comers[cell])
    }

    /// Whether nobody holds or enters the cell, which lies on the map.
    #[inline]
    pub fn is_free(&self, cell: Cell) -> bool {
        self.holders.contains(cell) && !self.is_busy(cell)
    }

    /// The unit that holds the cell and is not leaving it.
    #[inline]
    pub fn standing(&self, cell: Cell) -> Option<UnitId> {
        let holder = self.holder(cell)?;
        (self.places[cell].until == FOREVER).then_some(holder)
    }

    /// The top left cells of the 2×2 blocks that diagonal steps lock at a tick, in no order of meaning.
    pub(crate) fn locked_blocks(&self, tick: Tick) -> impl Iterator<Item = Cell> {
        let tiles = (0..self.places.tiles()).filter(move |tile| self.locked_until[*tile] > tick);
        let cells = tiles.flat_map(|tile| self.places.cells_of(tile));
        cells.filter(move |cell| self.places[*cell].diagonal_until > tick)
    }

    /// Puts a unit of `size` × `size` cells on free cells; `false` and no change if one of them is not free.
    pub fn place(&mut self, unit: UnitId, anchor: Cell, size: u8) -> bool {
        if !body(anchor, size).all(|cell| self.is_free(cell)) {
            return false;
        }
        for cell in body(anchor, size) {
            self.hold(cell, unit, FOREVER);
        }
        true
    }

    fn hold(&mut self, cell: Cell, unit: UnitId, until: Tick) {
        self.change(cell, |holder| holder.set_unit(Some(unit)));
        self.places[cell].until = until;
    }

    fn give_up(&mut self, cell: Cell) {
        self.change(cell, |holder| holder.set_unit(None));
        self.places[cell].until = 0;
    }

    /// Takes a unit off the map, wherever it is: `at` is its anchor, `step` the movement under way. Its block locks
    /// stay until the movement would have ended.
    pub fn remove(&mut self, unit: UnitId, at: Cell, size: u8, step: Option<Step>) {
        for cell in step.iter().flat_map(|step| swept(step, size)).chain(body(at, size)) {
            if self.holder(cell) == Some(unit) {
                self.give_up(cell);
            }
            if self.entering(cell) == Some(unit) {
                self.change(cell, |holder| holder.set_somebody_comes(false));
            }
        }
    }

    /// Whether the blocks of a step are free at its start.
    fn blocks_free(&self, step: &Step) -> bool {
        step.blocks().into_iter().all(|block| {
            self.places.get(block).is_none_or(|place| {
                place.diagonal_until <= step.start && (!step.dir.is_diagonal() || place.straight_until <= step.start)
            })
        })
    }

    /// Whether `unit` may start `step` now, as far as other units go; terrain is the caller's.
    ///
    /// # Errors
    /// The obstacle.
    pub fn may_start(&self, unit: UnitId, step: &Step, size: u8) -> Result<(), Obstacle> {
        if size > 1 {
            return self.may_sweep(unit, step, size);
        }
        self.may_enter(unit, step)?;
        if self.blocks_free(step) { Ok(()) } else { Err(Obstacle::Crossing) }
    }

    fn may_sweep(&self, unit: UnitId, step: &Step, size: u8) -> Result<(), Obstacle> {
        for cell in swept(step, size) {
            let Some(place) = self.places.get(cell) else { return Err(Obstacle::Terrain) };
            let holder = self.holder(cell);
            match self.entering(cell).or(holder).filter(|other| *other != unit) {
                Some(other) => return Err(Obstacle::Unit(other)),
                None if holder.is_none() && place.clear_at > step.start => return Err(Obstacle::Crossing),
                None => {}
            }
        }
        Ok(())
    }

    /// The last tick before which the unit that holds a cell is gone, `None` if nobody holds it or its holder stays.
    #[inline]
    pub fn leaving(&self, cell: Cell) -> Option<Tick> {
        self.holder(cell)?;
        let until = self.places[cell].until;
        (until != FOREVER).then_some(until)
    }

    fn may_enter(&self, unit: UnitId, step: &Step) -> Result<(), Obstacle> {
        let to = step.to();
        let Some(place) = self.places.get(to) else { return Err(Obstacle::Terrain) };
        match (self.entering(to), self.holder(to)) {
            (Some(other), _) => Err(Obstacle::Unit(other)),
            (None, Some(other)) if other != unit && place.until > step.mid() => Err(Obstacle::Unit(other)),
            _ => Ok(()),
        }
    }

    /// From now on steps are only tried out.
    pub fn begin_trial(&mut self) {
        self.is_trial = true;
    }

    /// Takes back the steps that were tried out.
    pub fn take_back(&mut self) {
        while let Some((cell, holder, comer, place)) = self.before_trial.pop() {
            self.change(cell, |now| *now = holder);
            self.comers[cell] = comer;
            self.places[cell] = place;
        }
        self.is_trial = false;
    }

    fn note(&mut self, cell: Cell) {
        if self.is_trial {
            self.before_trial.push((cell, self.holders[cell], self.comers[cell], self.places[cell]));
        }
    }

    /// Makes a step real.
    ///
    /// # Errors
    /// The obstacle, and nothing has changed.
    pub fn start(&mut self, unit: UnitId, step: &Step, size: u8) -> Result<(), Obstacle> {
        self.may_start(unit, step, size)?;
        self.commit(unit, step, size);
        Ok(())
    }

    /// Makes a step real that has been allowed before, by a trial that was taken back.
    pub fn commit(&mut self, unit: UnitId, step: &Step, size: u8) {
        debug_assert_eq!(self.standing(step.from), Some(unit), "a unit starts from the cell where it stands");
        if size == 1 {
            self.record(unit, step);
            return;
        }
        for cell in swept(step, size) {
            self.note(cell);
            let stays = covers(step.to(), size, cell);
            self.hold(cell, unit, if stays { FOREVER } else { step.end() });
        }
    }

    fn record(&mut self, unit: UnitId, step: &Step) {
        self.note(step.from);
        self.note(step.to());
        self.places[step.from].until = step.mid();
        self.note_change(step.from);
        self.comers[step.to()] = unit;
        self.change(step.to(), |holder| holder.set_somebody_comes(true));
        for block in step.blocks() {
            if self.places.contains(block) {
                self.note(block);
                let place = &mut self.places[block];
                let lock = if step.dir.is_diagonal() { &mut place.diagonal_until } else { &mut place.straight_until };
                *lock = (*lock).max(step.end());
                self.note_change(block);
                self.note_lock(block, step.end());
            }
        }
    }

    fn note_lock(&mut self, cell: Cell, until: Tick) {
        let (tile, _) = self.places.place(cell);
        self.locked_until[tile] = self.locked_until[tile].max(until);
    }

    /// Makes all steps of a ring real, each of which leads to the cell where the next one starts: three or more units
    /// of the same pace that follow each other in a circle.
    ///
    /// # Errors
    /// The obstacle of the first step that cannot start, and nothing has changed. Two units never change places.
    pub fn start_ring(&mut self, steps: &[(UnitId, Step)]) -> Result<(), Obstacle> {
        let (first, _) = steps[0];
        if steps.len() < 3 {
            return Err(Obstacle::Unit(steps.last().map_or(first, |(unit, _)| *unit)));
        }
        let pace = steps[0].1.mid();
        for (position, (_, step)) in steps.iter().enumerate() {
            if step.mid() != pace || self.entering(step.to()).is_some() {
                return Err(Obstacle::Unit(steps[(position + 1) % steps.len()].0));
            }
            let meets_other =
                steps.iter().enumerate().any(|(other, (_, second))| other != position && step.crosses(second));
            if meets_other || !self.blocks_free(step) {
                return Err(Obstacle::Crossing);
            }
        }
        for (unit, step) in steps {
            self.record(*unit, step);
        }
        Ok(())
    }

    /// First half of the hand-over at [`Step::mid`]: the unit gives up its old cell. All units leave before any
    /// [`arrive`](Self::arrive)s, because a follower may come in at the same tick.
    pub fn leave(&mut self, unit: UnitId, step: &Step) {
        debug_assert_eq!(self.holder(step.from), Some(unit), "{unit} leaves {}", step.from);
        self.give_up(step.from);
        self.places[step.from].clear_at = step.end();
        self.note_lock(step.from, step.end());
    }

    /// The end of a large unit's step: it gives up what it does not stand on. Happens before any other hand-over of the
    /// same tick.
    pub fn finish(&mut self, unit: UnitId, step: &Step, size: u8) {
        for cell in swept(step, size).filter(|cell| !covers(step.to(), size, *cell)) {
            debug_assert_eq!(self.holder(cell), Some(unit), "{unit} sweeps {cell}");
            self.give_up(cell);
        }
    }

    /// Second half of the hand-over: the unit takes its new cell.
    pub fn arrive(&mut self, unit: UnitId, step: &Step) {
        let to = step.to();
        debug_assert_eq!((self.holder(to), self.entering(to)), (None, Some(unit)), "{unit} arrives at {to}");
        self.hold(to, unit, FOREVER);
        self.change(to, |holder| holder.set_somebody_comes(false));
    }
}
