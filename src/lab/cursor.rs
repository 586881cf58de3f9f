//! A moment of a run: what every place looks like after so many events.

use super::run::{NONE, Record, Run};
use crate::nav::searchers::{EventKind, Side};

/// What a place is at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PlaceState {
    /// Never reached, or forgotten since.
    #[default]
    Unseen,
    Open,
    /// Its successors are being found.
    Current,
    Closed,
    /// Beyond the limit.
    Cut,
    /// Left behind and forgotten by a depth-first search.
    Left,
    /// Passed over by a jump.
    Scanned,
    /// Where both halves of a two-way search have met.
    Met,
    Path,
}

impl PlaceState {
    /// All that are drawn.
    pub const ALL: [Self; 9] = [
        Self::Unseen,
        Self::Open,
        Self::Current,
        Self::Closed,
        Self::Cut,
        Self::Left,
        Self::Scanned,
        Self::Met,
        Self::Path,
    ];

    pub(crate) const fn of(kind: EventKind) -> Self {
        match kind {
            EventKind::Round => Self::Unseen,
            EventKind::Generate | EventKind::Update => Self::Open,
            EventKind::Expand => Self::Current,
            EventKind::Close => Self::Closed,
            EventKind::Cut => Self::Cut,
            EventKind::Leave => Self::Left,
            EventKind::Scan => Self::Scanned,
            EventKind::Meet => Self::Met,
            EventKind::Path => Self::Path,
        }
    }

    /// The word for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unseen => "not reached",
            Self::Open => "open",
            Self::Current => "expanded now",
            Self::Closed => "closed",
            Self::Cut => "beyond the limit",
            Self::Left => "left behind",
            Self::Scanned => "passed over",
            Self::Met => "meeting point",
            Self::Path => "on the way",
        }
    }
}

/// What has changed on the way from one moment to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Changed {
    /// Perhaps everything: a round has begun or was undone.
    All,
    /// These places; some may be named more than once.
    Some(Vec<u32>),
}

/// The numbers of a place at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Numbers {
    pub state: PlaceState,
    pub side: Side,
    /// The event that made it so.
    pub event: u32,
    /// Costs in steps or cells; NaN if unknown.
    pub g: f32,
    pub h: f32,
    pub f: f32,
    /// Where it was reached from.
    pub parent: Option<u32>,
}

/// A moment of a run.
#[derive(Debug, Clone)]
pub struct Cursor {
    /// Events that have happened.
    at: u32,
    /// The last event of each place up to now, or [`NONE`].
    last: Vec<u32>,
    /// The event that begins the round.
    round: u32,
    /// Events of each kind so far.
    told: [u32; EventKind::ALL.len()],
}

impl Cursor {
    /// Before the first event.
    pub fn new(run: &Run) -> Self {
        Self { at: 0, last: vec![NONE; run.places.count()], round: 0, told: [0; EventKind::ALL.len()] }
    }

    /// Events that have happened: 0 to as many as there are.
    pub const fn at(&self) -> u32 {
        self.at
    }

    /// The last event that has happened.
    pub fn event<'a>(&self, run: &'a Run) -> Option<&'a Record> {
        self.at.checked_sub(1).map(|event| &run.records[event as usize])
    }

    /// Events of a kind up to now.
    pub const fn told(&self, kind: EventKind) -> u32 {
        self.told[kind as usize]
    }

    /// Goes to the moment after `to` events, or after all of them; what looks different then.
    pub fn seek(&mut self, run: &Run, to: u32) -> Changed {
        let to = to.min(run.records.len() as u32);
        let mut changed = Vec::with_capacity(to.abs_diff(self.at) as usize);
        let mut is_all = false;
        for event in self.at..to {
            let record = &run.records[event as usize];
            self.last[record.place as usize] = event;
            self.told[record.kind as usize] += 1;
            is_all |= record.kind == EventKind::Round;
            changed.push(record.place);
        }
        for event in (to..self.at).rev() {
            let record = &run.records[event as usize];
            self.last[record.place as usize] = record.before;
            self.told[record.kind as usize] -= 1;
            is_all |= record.kind == EventKind::Round;
            changed.push(record.place);
        }
        self.at = to;
        self.round = to.checked_sub(1).map_or(0, |event| run.round_of(event));
        if is_all { Changed::All } else { Changed::Some(changed) }
    }

    /// The event that a place is what it is by, if it was reached in this round.
    #[inline]
    fn seen(&self, place: u32) -> Option<u32> {
        self.last.get(place as usize).copied().filter(|event| *event != NONE && *event >= self.round)
    }

    /// What a place is.
    #[inline]
    pub fn state(&self, run: &Run, place: u32) -> PlaceState {
        self.seen(place).map_or(PlaceState::Unseen, |event| PlaceState::of(run.records[event as usize].kind))
    }

    /// The numbers of a place, if it was reached.
    pub fn numbers(&self, run: &Run, place: u32) -> Option<Numbers> {
        self.seen(place).map(|event| numbers(run, event))
    }

    /// The numbers that the other half of a two-way search knows of a place.
    pub fn other_numbers(&self, run: &Run, place: u32) -> Option<Numbers> {
        let event = self.seen(place)?;
        let side = run.records[event as usize].side;
        let before = |event: &u32| Some(run.records[*event as usize].before).filter(|event| *event != NONE);
        let mut events = std::iter::successors(Some(event), before).take_while(|event| *event >= self.round);
        events.find(|event| run.records[*event as usize].side != side).map(|event| numbers(run, event))
    }

    /// The places from one back to the start, as they were reached; only this one if it was not.
    pub fn parents(&self, run: &Run, place: u32) -> Vec<u32> {
        let events = self.seen(place).into_iter().flat_map(|event| run.chain(event));
        let mut places: Vec<u32> = events.map(|event| run.records[event as usize].place).collect();
        places.dedup();
        places
    }
}

fn numbers(run: &Run, event: u32) -> Numbers {
    let Record { kind, side, parent, g, h, f, .. } = run.records[event as usize];
    let parent = run.records.get(parent as usize).map(|parent| parent.place);
    Numbers { state: PlaceState::of(kind), side, event, g, h, f, parent }
}
