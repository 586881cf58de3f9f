//! What happened in a tick, for sound, sparks, score and replays.

use super::tank::TankId;
use crate::base::{Cell, Dir};
use crate::games::tanks::rules::{Bonus, Kind};
use serde::Serialize;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Outcome {
    /// This side won.
    Won(u8),
    /// The time was over, and nobody was ahead; or the last two were gone together.
    Draw,
}

/// What a shell ended at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Met {
    /// Brick that was shot away.
    Brick,
    /// Steel that held.
    Steel,
    /// Steel that was broken.
    BrokenSteel,
    /// The border of the board.
    Edge,
    Shell,
    Base,
    /// A tank, harmed or not: see the other events.
    Tank(TankId),
}

/// Something that happened. Places are in parts of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Event {
    /// A tank begins to arrive.
    Arrives(TankId),
    /// It is there.
    Born(TankId),
    Fired {
        tank: TankId,
        x: i32,
        y: i32,
        dir: Dir,
        is_strong: bool,
    },
    /// A shell ended, at its front edge.
    Ended {
        x: i32,
        y: i32,
        dir: Dir,
        met: Met,
    },
    /// A shield kept a hit away.
    Shielded(TankId),
    /// A tank was hit and has so much health left.
    Harmed {
        tank: TankId,
        left: u8,
    },
    /// A friend hit it: it cannot drive for a while.
    Held(TankId),
    /// A tank is gone. `by`: the slot that did it; none: a bomb of the other sides.
    Destroyed {
        tank: TankId,
        kind: Kind,
        side: u8,
        size: u8,
        x: i32,
        y: i32,
        by: Option<u8>,
        points: u32,
    },
    /// A base fell. `by`: the slot whose shell it was.
    BaseFell {
        base: usize,
        by: u8,
    },
    BonusLies {
        bonus: Bonus,
        at: Cell,
    },
    BonusTaken {
        bonus: Bonus,
        at: Cell,
        by: TankId,
    },
    BonusGone {
        bonus: Bonus,
        at: Cell,
    },
    /// All other sides than this one stand still.
    Stopped {
        by: u8,
    },
    /// They move again.
    Released,
    /// What is around the bases of a side is of steel now; at the end, of brick again.
    Walled {
        side: u8,
        is_steel: bool,
    },
    /// A seat has got a life.
    Life {
        seat: u8,
    },
    /// A seat has no life left.
    Out {
        seat: u8,
    },
    /// A tank took a flag, lost it where it is now, sent its own one home by touching it, or brought it home.
    FlagTaken {
        side: u8,
        by: TankId,
    },
    FlagDropped {
        side: u8,
        at: Cell,
    },
    FlagBack {
        side: u8,
    },
    Captured {
        side: u8,
        by: TankId,
    },
    /// A wave begins, from 1.
    Wave(u16),
    Over(Outcome),
}
