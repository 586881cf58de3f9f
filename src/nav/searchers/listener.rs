//! What a search tells of itself while it goes on.
//!
//! A search takes a listener by static dispatch. `()` hears nothing, so that a search without a listener is compiled as if
//! there were none (after the listeners of warthog, Monash).

use super::space::Cost;

/// What has happened to a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EventKind {
    /// The search begins, or begins anew, with a limit in `f`: what was known before is forgotten.
    Round,
    /// Reached for the first time, and waits in the open list.
    Generate,
    /// Reached again at less cost; waits in the open list, also if it was closed.
    Update,
    /// Taken out of the open list: it is asked for its successors now.
    Expand,
    /// All its successors are known.
    Close,
    /// Not followed: it lies beyond the limit.
    Cut,
    /// Left behind by a depth-first search, which keeps nothing of it.
    Leave,
    /// Looked at by a jump on the way to the next jump point.
    Scan,
    /// Both halves of a two-way search have met here: the best way found so far.
    Meet,
    /// The goal, or a state of the way to it, told from the start on when the search is over.
    Path,
}

impl EventKind {
    pub const ALL: [Self; 10] = [
        Self::Round,
        Self::Generate,
        Self::Update,
        Self::Expand,
        Self::Close,
        Self::Cut,
        Self::Leave,
        Self::Scan,
        Self::Meet,
        Self::Path,
    ];

    /// The word for files and the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Generate => "generate",
            Self::Update => "update",
            Self::Expand => "expand",
            Self::Close => "close",
            Self::Cut => "cut",
            Self::Leave => "leave",
            Self::Scan => "scan",
            Self::Meet => "meet",
            Self::Path => "path",
        }
    }
}

/// Which half of a two-way search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Side {
    /// From the start; also every other search.
    #[default]
    Forward,
    /// From the goal.
    Backward,
}

/// One thing that a search has done, with the numbers that it knew then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event {
    pub kind: EventKind,
    pub side: Side,
    /// [`super::space::Space::key`] of the state.
    pub key: u64,
    /// The state that it was reached from; `None` at the root.
    pub parent: Option<u64>,
    /// Cost of the way to it.
    pub g: Cost,
    /// Estimated cost of the rest; 0 in searches that estimate nothing.
    pub h: Cost,
    /// What the search orders its open list by.
    pub f: Cost,
}

/// Hears what a search does.
pub trait Listener {
    /// Whether it hears anything at all.
    const HEARS: bool = true;

    fn hear(&mut self, event: Event);
}

impl Listener for () {
    const HEARS: bool = false;

    #[inline(always)]
    fn hear(&mut self, _event: Event) {}
}

/// Keeps all events: for tests and small searches.
impl Listener for Vec<Event> {
    fn hear(&mut self, event: Event) {
        self.push(event);
    }
}
