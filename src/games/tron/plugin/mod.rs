//! A match of Tron as ECS: no window, no clock.
//!
//! One root entity, the table: its components are the round ([`Round`], with the pure position inside), the [`Phase`],
//! the [`Score`] and the [`Record`]. The seats are its children. Leaving despawns the table and nothing else.
//!
//! # One tick
//! **Command** takes the [`Issued`] orders and [`TronControl`]s (also while paused: replays are sought in then) → **Think** starts and collects
//! the thoughts of the programs → **Step** counts the time and makes the steps. A step is due after the ticks of the
//! [`Speed`]; it waits, without holding up any frame, for a program that has not answered by then (its search is told to
//! end). Nobody sees the orders of the others: thoughts start from the position after the last step.

pub mod record;
pub mod seats;
pub mod setup;
pub mod table;

use crate::base::Dir;
use crate::games::tron::simulation::Simulation;
use crate::shell::recording::NotRecorded;
use crate::shell::states::{GameSystems, Mode, Running, Screen};
use crate::table::series;
use crate::table::thinking::ThinkPolicy;
use bevy::prelude::*;

pub use record::{Record, Watched};
pub use seats::{AiPlayer, Seat, Turns};
pub use setup::{BoardChoice, Keys, SeatKind, Speed, TronSetup};
pub use table::{Pace, Phase, Round, Score};

/// What is asked of the series of Tron.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tron that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// Fixed ticks a second at the normal speed of time.
pub const TICK_HZ: f64 = 60.0;

/// What the person of a seat can want.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TronOrder {
    /// To ride in one of the four directions.
    Turn(Dir),
    /// The next step is to be a boost.
    Boost,
}

/// An order with the seat that gives it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued {
    pub seat: usize,
    pub order: TronOrder,
}

/// What belongs to who looks at a match: no seat can order it.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TronControl {
    /// Time runs as fast as it can, or no longer.
    Forward(bool),
    /// On with it: the next round, without the pause between.
    Skip,
    /// Look at the rounds played, from the first step of the first one. Only when the match is over.
    Watch,
    StopWatching,
    /// Go to a step of the round that is watched, counted from 0.
    SeekStep(usize),
    /// Go to another round of the match that is watched.
    SeekRound(usize),
}

/// The phases of one tick, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TronSystems {
    /// Orders from outside.
    Command,
    Think,
    Step,
}

/// Order of what happens when a match is entered.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TronBegins;

/// All of it. Needs the states of [`crate::games::rts::sim::SimPlugin`].
pub fn plugin(app: &mut App) {
    app.init_resource::<TronSetup>()
        .init_resource::<ThinkPolicy>()
        .init_resource::<record::Recording>()
        .init_resource::<record::Watched>()
        .add_plugins(series::plugin::<Simulation>)
        .add_message::<Issued>()
        .add_message::<TronControl>()
        .add_message::<NotRecorded>()
        .add_systems(Update, record::tell)
        .configure_sets(
            FixedUpdate,
            (
                TronSystems::Command.run_if(in_state(Mode::TRON)),
                (TronSystems::Think, TronSystems::Step)
                    .chain()
                    .run_if(in_state(Mode::TRON).and_then(in_state(Running))),
            )
                .chain()
                .in_set(GameSystems(Mode::TRON)),
        )
        .add_systems(
            OnEnter(Screen::Match),
            (table::begin, record::begin).chain().in_set(TronBegins).run_if(in_state(Mode::TRON)),
        )
        .add_systems(
            FixedUpdate,
            (
                (table::control, table::command).chain().in_set(TronSystems::Command),
                (seats::collect, seats::think).chain().in_set(TronSystems::Think),
                (table::advance, record::write).chain().in_set(TronSystems::Step),
            ),
        );
}
