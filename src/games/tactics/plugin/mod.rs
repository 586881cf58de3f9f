//! A battle of Tactics as ECS: no window, no clock.
//!
//! One root entity, the table: its components are the running battle ([`Fight`]), the [`Phase`], the [`Record`] of
//! times, at the end the [`Report`], and the [`Advice`] that was asked for. The seats are its children. Leaving
//! despawns the table and nothing else, and with it whatever a program is thinking.
//!
//! # One tick
//! **Command** takes the [`TacticsControl`]s and the [`Issued`] orders (also while paused) → **Think** starts and collects the thoughts of the
//! programs → **Act** lets a program act whose action is there, or the replay go on. An action takes the ticks of the
//! [`Tempo`] for programs only: the orders of people are done at once, and the picture comes after.
//!
//! | file | subject |
//! |---|---|
//! | `setup` | what a match starts from |
//! | `fight` | the battle as a component |
//! | `table` | orders, time, the end |
//! | `seats` | programs think in the background |
//! | `advice` | best play, on request |
//! | `puzzle` | verdicts, the best defence and the solution of a puzzle |
//! | `record` | replays and saved battles |

pub mod advice;
pub mod fight;
pub mod puzzle;
pub mod record;
pub mod seats;
pub mod setup;
pub mod table;

use crate::games::tactics::Side;
use crate::games::tactics::simulation::Simulation;
use crate::shell::recording::NotRecorded;
use crate::shell::states::{GameSystems, Mode, Running, Screen};
use crate::table::series;
use crate::table::thinking::ThinkPolicy;
use bevy::prelude::*;

pub use super::battle::Order as TacticsOrder;
pub use advice::Advice;
pub use fight::Fight;
pub use puzzle::{PuzzleAttempt, Puzzles};
pub use record::{Record, RecordFile, SaveBattle, Saved};
pub use seats::{AiPlayer, Seat};
pub use setup::{SeatKind, Start, TacticsSaves, TacticsSetup, Tempo};
pub use table::{Pace, Phase, Refused, Replay, Report};

/// What is asked of the series of Tactics.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tactics that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// Fixed ticks a second at the normal speed of time.
pub const TICK_HZ: f64 = 60.0;

/// An order of a person with the side that gives it; one that cannot be carried out while the battle is played is answered
/// by [`Refused`].
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued {
    pub side: Side,
    pub order: TacticsOrder,
}

/// What belongs to who looks at a match: no side can order it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TacticsControl {
    /// On with it: no further waiting for the last action of a program.
    Skip,
    /// Actions are shown at another tempo from now on.
    Tempo(Tempo),
    /// The best play of the side to move is to be found out; it comes as [`Advice`].
    Hint,
    /// The hint is no longer wanted.
    DismissHint,
    /// The solution of the puzzle that is played is to be found out; it comes to the [`PuzzleAttempt`].
    Solution,
    /// Writes the battle to the folder of saves; answered by [`Saved`].
    Save,
    /// Looks at the battle from its first action. Only when it is over.
    Watch,
    StopWatching,
    /// Go to a number of actions of the battle that is watched; numbers that are too large mean the end.
    Seek(usize),
    /// The battle that is watched goes on by itself, or no longer.
    Play(bool),
}

/// The phases of one tick, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TacticsSystems {
    /// Orders from outside.
    Command,
    Think,
    /// Programs act, replays go on.
    Act,
}

/// Order of what happens when a match is entered.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TacticsBegins;

/// All of it. Needs the states of [`crate::games::rts::sim::SimPlugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<TacticsSetup>()
        .init_resource::<TacticsSaves>()
        .init_resource::<Puzzles>()
        .init_resource::<ThinkPolicy>()
        .init_resource::<record::RecordFile>()
        .add_plugins(series::plugin::<Simulation>)
        .add_message::<Issued>()
        .add_message::<TacticsControl>()
        .add_message::<Refused>()
        .add_message::<Saved>()
        .add_message::<SaveBattle>()
        .add_message::<NotRecorded>()
        .configure_sets(
            FixedUpdate,
            (
                TacticsSystems::Command.run_if(in_state(Mode::TACTICS)),
                (TacticsSystems::Think, TacticsSystems::Act)
                    .chain()
                    .run_if(in_state(Mode::TACTICS).and_then(in_state(Running))),
            )
                .chain()
                .in_set(GameSystems(Mode::TACTICS)),
        )
        .add_systems(
            OnEnter(Screen::Match),
            (table::begin, puzzle::begin, record::begin).chain().in_set(TacticsBegins).run_if(in_state(Mode::TACTICS)),
        )
        .add_systems(
            FixedUpdate,
            (
                (puzzle::resume, table::control, table::command, record::save, advice::command, puzzle::command)
                    .chain()
                    .in_set(TacticsSystems::Command),
                (puzzle::judge, seats::collect, seats::think, advice::collect).chain().in_set(TacticsSystems::Think),
                (table::advance, record::write).chain().in_set(TacticsSystems::Act),
            ),
        );
}
