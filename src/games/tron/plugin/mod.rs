//! A match of Tron as ECS: no window, no clock.
//!
//! One root entity, the table: its components are the round ([`Round`], with the pure position inside), the [`Phase`],
//! the [`Score`] and the [`Record`]. The seats are its children. Leaving despawns the table and nothing else.
//!
//! # One tick
//! **Command** takes the [`Issued`] orders and the [`Control`]s (also while paused: replays are sought in then) → **Think**
//! starts and collects the thoughts of the programs → **Act** counts the time and makes the steps. A step is due after the ticks of the
//! [`Speed`]; it waits, without holding up any frame, for a program that has not answered by then (its search is told to
//! end). Nobody sees the orders of the others: thoughts start from the position after the last step.

mod online;
pub mod record;
pub mod seats;
pub mod setup;
pub mod table;

use crate::base::Dir;
use crate::games::tron::simulation::Simulation;
use crate::shell::states::{Mode, Screen};
use crate::table::{self as tables, TableSystems, series};
use bevy::prelude::*;

pub use crate::games::tron::score::Score;
pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, TICK_HZ};
pub use online::{describe, join};
pub use record::{Record, Watched};
pub use seats::{AiPlayer, Seat, Turns};
pub use setup::{BoardChoice, SeatKind, Speed, TronSetup};
pub use table::{Pace, Phase, Round};

/// What is asked of the series of Tron.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tron that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// What the person of a seat can want.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TronOrder {
    /// To ride in one of the four directions.
    Turn(Dir),
    /// The next step is to be a boost.
    Boost,
}

/// An order with the seat that gives it.
pub type Issued = tables::Issued<TronOrder>;

/// Time runs as fast as it can, or no longer: what who looks at a match of Tron can want beside the [`Control`]s of every
/// table.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forward(pub bool);

/// All of it.
pub fn plugin(app: &mut App) {
    tables::shared(app, Mode::TRON);
    app.init_resource::<TronSetup>()
        .init_resource::<Watched>()
        .add_plugins(series::plugin::<Simulation>)
        .add_message::<Issued>()
        .add_message::<Forward>()
        .add_systems(
            OnEnter(Screen::Match),
            (table::begin, record::begin).chain().in_set(TableBegins).run_if(in_state(Mode::TRON)),
        )
        .add_systems(
            FixedUpdate,
            (
                (
                    online::follow.run_if(resource_exists::<online::OnTrack>),
                    table::control.run_if(not(online::leads)),
                    table::command,
                )
                    .chain()
                    .in_set(TableSystems::Command(Mode::TRON)),
                (seats::collect, seats::think).chain().in_set(TableSystems::Think(Mode::TRON)),
                (table::advance.run_if(not(online::leads)), record::write)
                    .chain()
                    .in_set(TableSystems::Act(Mode::TRON)),
            ),
        )
        .add_systems(OnExit(Screen::Match), online::leave.run_if(resource_exists::<online::OnTrack>));
}
