//! Turn-based games as ECS: no window, no game.
//!
//! One root entity is the table: its components are the match ([`Board`]), the [`Phase`], the [`Pace`] and the [`Record`].
//! The seats are its children. Leaving despawns the table and nothing else, and with it whatever a program is thinking.
//!
//! # One tick
//! **Command** takes the [`Control`]s and the [`Issued`] orders (also while paused) → **Think** starts and collects the
//! thoughts of the programs → **Act** lets a program act whose step is there, or the replay go on. A step takes the ticks of
//! the [`Tempo`](setup::Tempo) for programs only: the orders of people are done at once, and the picture comes after.
//!
//! [`puzzle`] plays puzzles of a game at its table. A game in which everybody acts at once has a table of its own and takes
//! from here what fits: [`ai`], [`series`], [`Control`], [`RecordFile`].

pub mod advice;
pub mod ai;
mod board;
pub mod kept;
pub mod online;
pub mod puzzle;
pub mod record;
pub mod searched;
pub mod series;
pub mod setup;
pub mod thinking;

pub use advice::Advice;
pub use board::{Board, Pace, Phase, Playable, Program, Refused, Replay, Seat, TurnClock};
pub(crate) use board::{begin, control, think};
pub use record::{Record, RecordFile, SaveMatch, Saved, Saves};
pub use searched::{KeepTrees, Searched};
pub use setup::{SeatKind, Start, TICK_HZ, TableSetup, Tempo};

use crate::shell::recording::{NotRecorded, RecordTo};
use crate::shell::states::{GameSystems, Mode, Running};
use bevy::prelude::*;
use thinking::ThinkPolicy;

/// Names the types of a table for a game, by its position and its contest.
macro_rules! names {
    ($position:ty, $contest:ty) => {
        /// What is asked of the series of the game.
        pub type SeriesOrder = $crate::table::series::SeriesOrder<$contest>;

        /// The series of the game that is played, or was played last.
        pub type Series = $crate::table::series::Series<$contest>;

        /// The match that is watched, to its end.
        pub type Replay = $crate::table::Replay<$position>;

        /// A side of the match.
        pub type Seat = $crate::table::Seat<<$position as $crate::arena::TurnGame>::Kind>;

        /// The program of a side.
        pub type AiPlayer = $crate::table::Program<$position>;

        /// Where a match begins.
        pub type Start = $crate::table::Start<$position>;

        /// An order of a person with the side that gives it; one that cannot be carried out while the match is played is
        /// answered by [`Refused`].
        pub type Issued = $crate::table::Issued<$crate::arena::Order<<$position as $crate::arena::TurnGame>::Step>>;

        /// An order was not carried out.
        pub type Refused = $crate::table::Refused<$position>;

        /// The hint that was asked for.
        pub type Advice = $crate::table::Advice<$position>;

        /// Where saved matches of the game go.
        pub type Saves = $crate::table::Saves<$position>;
    };
}
pub(crate) use names;

/// The phases of one tick of a mode, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TableSystems {
    /// Orders from outside; also while the game is paused.
    Command(Mode),
    Think(Mode),
    /// Programs act, time passes, replays go on.
    Act(Mode),
    /// After all of it, also while the game is paused.
    Report(Mode),
}

/// What happens when a match is entered.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TableBegins;

/// The table of a game.
pub(crate) fn plugin<G: Playable>(app: &mut App) {
    board::plugin::<G>(app);
    online::plugin::<G>(app);
}

/// What every table needs, also that of a game in which everybody acts at once.
pub(crate) fn shared(app: &mut App, mode: Mode) {
    let act = (TableSystems::Think(mode), TableSystems::Act(mode)).chain().run_if(in_state(Running));
    app.init_resource::<ThinkPolicy>()
        .init_resource::<RecordFile>()
        .init_resource::<KeepTrees>()
        .init_resource::<RecordTo>()
        .add_message::<Control>()
        .add_message::<NotRecorded>()
        .configure_sets(
            FixedUpdate,
            (TableSystems::Command(mode), act, TableSystems::Report(mode))
                .chain()
                .in_set(GameSystems(mode))
                .run_if(in_state(mode)),
        );
}

/// An order with the seat that gives it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued<O: Send + Sync + 'static> {
    pub seat: usize,
    pub order: O,
}

/// What belongs to who looks at a match: no seat can order it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// On with it: no further waiting.
    Skip,
    /// Steps are shown at another tempo from now on.
    Tempo(Tempo),
    /// Writes the match to the folder of saves; answered by [`Saved`].
    Save,
    /// Looks at the match from its first step. Only when it is over.
    Watch,
    StopWatching,
    /// Go to a number of steps of the match or round that is watched; numbers that are too large mean the end.
    Seek(usize),
    /// Go to another round of the match that is watched.
    SeekRound(usize),
    /// What is watched goes on by itself, or no longer.
    Play(bool),
    /// The best play of the side to move is to be found out; it comes as [`Advice`].
    Hint,
    /// The hint is no longer wanted.
    DismissHint,
}
