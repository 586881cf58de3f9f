//! A search as it went: every event with the numbers of that moment, kept as differences.
//!
//! An event says what it changed at one place and which event of that place was the one before, so that a
//! [`super::cursor::Cursor`] steps forwards and backwards in the same constant time, and a million events on a large map are
//! passed in milliseconds. What a place looked like at any moment is the last event of it up to then.

use crate::base::Cell;
use crate::nav::searchers::table::Table;
use crate::nav::searchers::{Cost, Counts, End, Event, EventKind, Listener, Side};
use std::time::Duration;

/// No event.
pub const NONE: u32 = u32::MAX;

/// Most events that are kept: 107 MiB. What comes afterwards is counted only.
pub const MOST_EVENTS: usize = 4_000_000;

/// Where the events of a run take place.
#[derive(Debug, Clone, PartialEq)]
pub enum Places {
    /// Cells of a map, row by row.
    Grid { width: u16, height: u16 },
    /// States of another world or another program's, in the order in which they were reached.
    Listed(Vec<Spot>),
}

/// A state that is no cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Spot {
    /// What it is called: the state as text, or the `id` of a foreign trace.
    pub name: String,
    /// Where it is drawn, if that is known.
    pub at: Option<(f32, f32)>,
}

impl Places {
    pub fn count(&self) -> usize {
        match self {
            Self::Grid { width, height } => usize::from(*width) * usize::from(*height),
            Self::Listed(spots) => spots.len(),
        }
    }

    /// Column and row of a place, or where it is drawn.
    pub fn at(&self, place: u32) -> Option<(f32, f32)> {
        match self {
            Self::Grid { width, .. } => Some(((place % u32::from(*width)) as f32, (place / u32::from(*width)) as f32)),
            Self::Listed(spots) => spots.get(place as usize).and_then(|spot| spot.at),
        }
    }

    /// What a place is called.
    pub fn name(&self, place: u32) -> String {
        match self {
            Self::Grid { width, .. } => format!("({}, {})", place % u32::from(*width), place / u32::from(*width)),
            Self::Listed(spots) => spots.get(place as usize).map_or_else(String::new, |spot| spot.name.clone()),
        }
    }

    /// The cell of a place, on maps.
    pub fn cell(&self, place: u32) -> Option<Cell> {
        match self {
            Self::Grid { .. } => self.at(place).map(|(x, y)| Cell::new(x as i16, y as i16)),
            Self::Listed(_) => None,
        }
    }

    /// The place of a cell, on maps.
    pub fn place(&self, cell: Cell) -> Option<u32> {
        match self {
            Self::Grid { width, height } => {
                let is_inside = (0..*width as i16).contains(&cell.x) && (0..*height as i16).contains(&cell.y);
                is_inside.then(|| cell.y as u32 * u32::from(*width) + cell.x as u32)
            }
            Self::Listed(_) => None,
        }
    }
}

/// One event.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    pub kind: EventKind,
    pub side: Side,
    pub place: u32,
    /// The event of this place before it, or [`NONE`].
    pub before: u32,
    /// The last event, up to then, of the place that this one was reached from, or [`NONE`].
    pub parent: u32,
    /// Cost so far, in steps or cells. Numbers that nobody gave are NaN.
    pub g: f32,
    /// Estimate of the rest.
    pub h: f32,
    /// What the open list is ordered by.
    pub f: f32,
}

/// Not a number equals itself here: a run that was read back is the same.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |one: &Self| [one.g.to_bits(), one.h.to_bits(), one.f.to_bits()];
        let rest = |one: &Self| (one.kind, one.side, one.place, one.before, one.parent);
        rest(self) == rest(other) && numbers(self) == numbers(other)
    }
}

/// Why a question cannot be asked, or was not answered: one sentence.
pub type Refusal = String;

/// The answer to a question, without how it was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub end: End,
    /// In steps or cells.
    pub cost: Option<f64>,
    /// The states of the way by their keys; cells row by row on maps.
    pub path: Vec<u64>,
    pub counts: Counts,
}

impl Report {
    /// Operators of the way.
    pub fn length(&self) -> Option<usize> {
        (self.end == End::Found).then(|| self.path.len().saturating_sub(1))
    }
}

/// A search with all its events.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Who searched and how, for headings and tables.
    pub title: String,
    pub places: Places,
    pub records: Vec<Record>,
    /// The events that begin a round, in order. Before the first one nothing was forgotten.
    pub rounds: Vec<u32>,
    /// The way with both ends; empty without one.
    pub path: Vec<u32>,
    /// Its cost, in steps or cells.
    pub cost: Option<f64>,
    pub end: End,
    pub counts: Counts,
    /// Events that came after [`MOST_EVENTS`].
    pub unrecorded: u64,
    /// How long the same search took without a listener, if somebody has measured it.
    pub time: Option<Duration>,
}

impl Run {
    /// The event that begins the round of an event; 0 if it is the only one.
    pub fn round_of(&self, event: u32) -> u32 {
        let next = self.rounds.partition_point(|round| *round <= event);
        if next == 0 { 0 } else { self.rounds[next - 1] }
    }

    /// The way to the place of an event as it was known then: events from this one back to the start.
    pub fn chain(&self, event: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |event: &u32| Some(self.records[*event as usize].parent).filter(|parent| *parent != NONE);
        std::iter::successors(Some(event), parent)
    }

    /// Bytes that the events take.
    pub const fn bytes(&self) -> usize {
        self.records.len() * size_of::<Record>()
    }
}

/// Puts events in a row.
#[derive(Debug, Default)]
pub(super) struct Row {
    records: Vec<Record>,
    rounds: Vec<u32>,
    /// The last event of each place, and the last one of either half.
    last: Vec<u32>,
    halves: [Vec<u32>; 2],
}

impl Row {
    pub(super) fn new(places: usize) -> Self {
        let mut row = Self::default();
        row.add_places(places);
        row
    }

    pub(super) fn add_places(&mut self, more: usize) {
        let count = self.last.len() + more;
        self.last.resize(count, NONE);
        self.halves.iter_mut().for_each(|half| half.resize(count, NONE));
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// The last event of a place in this round.
    pub(super) fn seen(&self, place: u32) -> Option<&Record> {
        let event = self.last[place as usize];
        let is_old = self.rounds.last().is_some_and(|round| event < *round);
        self.records.get(event as usize).filter(|_| !is_old)
    }

    /// Adds an event at a place that was reached from another.
    pub(super) fn push(
        &mut self,
        kind: EventKind,
        side: Side,
        place: u32,
        parent: Option<u32>,
        (g, h, f): (f32, f32, f32),
    ) {
        let index = self.records.len() as u32;
        let parent = parent.map_or(NONE, |parent| self.halves[side as usize][parent as usize]);
        let before = self.last[place as usize];
        if kind == EventKind::Round {
            self.rounds.push(index);
        }
        self.last[place as usize] = index;
        self.halves[side as usize][place as usize] = index;
        self.records.push(Record { kind, side, place, before, parent, g, h, f });
    }

    /// Adds the way, from the start on, with the numbers that are known.
    pub(super) fn push_path(&mut self, path: &[u32], most: usize) {
        let mut parent = None;
        for place in path.iter().copied().take(most.saturating_sub(self.len())) {
            let known = self.records.get(self.last[place as usize] as usize);
            let numbers = known.map_or((f32::NAN, f32::NAN, f32::NAN), |known| (known.g, known.h, known.f));
            self.push(EventKind::Path, Side::Forward, place, parent, numbers);
            parent = Some(place);
        }
    }

    /// The places from one back to the start, as they were reached last.
    pub(super) fn chain(&self, place: u32) -> Vec<u32> {
        let event = |event: u32| self.records.get(event as usize);
        let back = std::iter::successors(event(self.last[place as usize]), |record| event(record.parent));
        let mut places: Vec<u32> = back.map(|record| record.place).collect();
        places.dedup();
        places
    }

    /// Events of a kind.
    pub(super) fn count(&self, kind: EventKind) -> u64 {
        self.records.iter().filter(|record| record.kind == kind).count() as u64
    }

    /// The run. `ended` says how it has, with its way as keys, which `path` has as places.
    pub(super) fn finish(self, title: String, places: Places, path: Vec<u32>, ended: &Report, unrecorded: u64) -> Run {
        let mut records = self.records;
        records.shrink_to_fit();
        let Report { end, cost, counts, .. } = *ended;
        Run { title, places, records, rounds: self.rounds, path, cost, end, counts, unrecorded, time: None }
    }
}

/// Records a search.
#[derive(Debug)]
pub struct Recorder {
    row: Row,
    /// Places by keys, and keys by places, where a key is no place.
    numbers: Option<Table<u32>>,
    keys: Vec<u64>,
    /// Sides of the map.
    sides: (u16, u16),
    /// What 1 is.
    unit: f64,
    most: usize,
    unrecorded: u64,
}

impl Recorder {
    /// For a search on a map whose keys are cells row by row. A cost of `unit` is shown as 1.
    pub fn on_grid(width: u16, height: u16, unit: Cost) -> Self {
        Self::of(None, (width, height), unit)
    }

    /// For a search in any other space.
    pub fn in_space(unit: Cost) -> Self {
        Self::of(Some(Table::sparse(NONE)), (0, 0), unit)
    }

    fn of(numbers: Option<Table<u32>>, sides: (u16, u16), unit: Cost) -> Self {
        let row = Row::new(usize::from(sides.0) * usize::from(sides.1));
        Self { row, numbers, keys: Vec::new(), sides, unit: unit as f64, most: MOST_EVENTS, unrecorded: 0 }
    }

    /// Keeps fewer events.
    #[must_use]
    pub fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// The place of a key, which is new if nobody has asked for it.
    fn place(&mut self, key: u64) -> u32 {
        let Some(numbers) = &mut self.numbers else { return key as u32 };
        let known = numbers.get(key);
        if known != NONE {
            return known;
        }
        let place = self.keys.len() as u32;
        numbers.set(key, place);
        self.keys.push(key);
        self.row.add_places(1);
        place
    }

    /// The run of a search that has ended so. `spot` tells about states that are no cells.
    pub fn finish(mut self, title: String, ended: &Report, spot: impl Fn(u64) -> Spot) -> Run {
        let path: Vec<u32> = ended.path.iter().map(|key| self.place(*key)).collect();
        self.row.push_path(&path, self.most);
        let places = match self.numbers {
            None => Places::Grid { width: self.sides.0, height: self.sides.1 },
            Some(_) => Places::Listed(self.keys.into_iter().map(spot).collect()),
        };
        self.row.finish(title, places, path, ended, self.unrecorded)
    }
}

impl Listener for Recorder {
    fn hear(&mut self, event: Event) {
        if self.row.len() >= self.most {
            self.unrecorded += 1;
            return;
        }
        let place = self.place(event.key);
        // A jump passes over places that have been reached: they stay what they are.
        if event.kind == EventKind::Scan && self.row.seen(place).is_some() {
            return;
        }
        let parent = event.parent.map(|parent| self.place(parent));
        let shown = |cost: Cost| if cost == Cost::MAX { f32::INFINITY } else { (cost as f64 / self.unit) as f32 };
        let numbers = (shown(event.g), shown(event.h), shown(event.f));
        self.row.push(event.kind, event.side, place, parent, numbers);
    }
}
