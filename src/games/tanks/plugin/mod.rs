//! A match of Tanks as ECS: no window, no clock.
//!
//! One root entity, the table: its components are the [`Battle`] (with the pure match and its programs inside), the
//! [`Phase`] and the [`Record`]. The seats are its children. Leaving despawns the table and nothing else.
//!
//! # One tick
//! **Command** takes the [`Issued`] orders and the [`Control`]s (also while paused: replays are sought in then) → **Act**
//! plays a tick, in which the programs steer, records all orders that came into force, and tells what
//! [`Happened`].

mod ahead;
pub mod battle;
mod elsewhere;
mod online;
pub mod phase;
pub mod record;
pub mod scores;
pub mod setup;
pub mod stages;
pub mod table;

use crate::games::tanks::order::Change;
use crate::games::tanks::world::Event;
use crate::shell::states::{Mode, Screen};
use crate::table::{self as tables, TableSystems};
use bevy::prelude::*;

pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, TICK_HZ};
pub use ahead::Ahead;
pub use battle::Battle;
pub use online::{describe, join};
pub use phase::Phase;
pub use record::{Record, Watched};
pub use scores::{HighScore, HighScores};
pub use setup::{SeatKind, SeatPlan, StageChoice, TanksSetup};
pub use stages::Stages;
pub use table::Seat;

/// A change of what the person of a seat holds, or a word to the allies.
pub type Issued = tables::Issued<Change>;

/// Something happened in a tick that was played, also in a replay that goes on by itself.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct Happened(pub Event);

/// All of it.
pub fn plugin(app: &mut App) {
    tables::shared(app, Mode::TANKS);
    online::plugin(app);
    app.init_resource::<TanksSetup>()
        .init_resource::<Stages>()
        .init_resource::<Watched>()
        .init_resource::<HighScores>()
        .add_message::<Issued>()
        .add_message::<Happened>()
        .add_systems(
            OnEnter(Screen::Match),
            (table::begin, record::begin).chain().in_set(TableBegins).run_if(in_state(Mode::TANKS)),
        )
        .add_systems(
            FixedUpdate,
            (
                (table::control, table::command).chain().in_set(TableSystems::Command(Mode::TANKS)),
                (table::advance, ahead::guess, record::write, scores::note)
                    .chain()
                    .in_set(TableSystems::Act(Mode::TANKS)),
            ),
        );
}
