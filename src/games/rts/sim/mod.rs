//! The simulation: ECS, no rendering, shared by everything that plays.
//!
//! # One tick
//! `FixedUpdate` runs the sets of [`SimSystems`] one after the other:
//! **Command** applies this tick's orders in order (also while paused, so that the map can be edited) → **Act** lets units
//! turn to what they are to do → **Plan** writes routes and reservations → **Move** starts the wished steps that are possible
//! and advances those under way → **Combat** lets blows fall → **Resolve** takes away the dead, produces, sees and judges →
//! **Record** counts the tick and takes its fingerprint. Everything that changes the world comes in as an [`Order`] of a side or a [`HostOrder`],
//! everything worth telling goes out as an [`Outcome`].
//!
//! Deterministic: integers, units in the order of their numbers, no clock, no hash maps, no `Changed` filters.

pub mod board;
mod door;
pub mod headless;
pub mod march;
pub mod matches;
pub mod orders;
pub mod outcome;
pub mod record;
pub mod refusal;
pub mod skirmish;
pub mod tiles;
pub mod units;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;

use crate::shell::states::{GameSystems, Mode};
pub use board::Board;
pub use matches::{GameRules, MatchClock, MatchSetup};
pub use orders::{HostOrder, Order, OrderQueue};
pub use outcome::Outcome;
pub use refusal::Refusal;

/// The phases of one tick, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimSystems {
    /// Orders are checked and applied.
    Command,
    /// Units turn to what they are to do next: they choose targets, gather, build. Only in a skirmish.
    Act,
    /// Routes and reservations are made; nothing moves.
    Plan,
    /// All movements of the tick, at once.
    Move,
    /// Blows fall, all at once; missiles fly. Only in a skirmish.
    Combat,
    /// The dead leave, buildings produce, sides see, win and lose. Only in a skirmish.
    Resolve,
    /// The tick is counted and its fingerprint taken.
    Record,
}

/// The whole simulation. Needs Bevy's time and states, nothing else.
pub struct SimPlugin;

impl Plugin for SimPlugin {
    fn build(&self, app: &mut App) {
        app.configure_sets(
            FixedUpdate,
            (
                SimSystems::Command.run_if(in_state(Mode::RTS)),
                (
                    SimSystems::Act,
                    SimSystems::Plan,
                    SimSystems::Move,
                    SimSystems::Combat,
                    SimSystems::Resolve,
                    SimSystems::Record,
                )
                    .chain()
                    .run_if(crate::games::rts::sim::record::seeking::time_runs.and_then(in_state(Mode::RTS))),
            )
                .chain()
                .in_set(GameSystems(Mode::RTS)),
        )
        // Two systems that could run in either order with different results stop the program at start.
        .edit_schedule(FixedUpdate, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
        })
        .add_plugins((
            crate::shell::states::plugin,
            matches::plugin,
            tiles::plugin,
            orders::plugin,
            outcome::plugin,
            crate::games::rts::sim::march::planning::plugin,
            crate::games::rts::sim::march::classic::plugin,
            crate::games::rts::sim::march::marching::plugin,
            crate::games::rts::sim::march::movement::plugin,
            crate::games::rts::sim::record::replay::plugin,
            crate::games::rts::sim::record::playback::plugin,
            crate::games::rts::sim::record::snapshot::plugin,
            crate::games::rts::sim::record::seeking::plugin,
            crate::games::rts::sim::record::saves::plugin,
            crate::games::rts::sim::skirmish::plugin,
        ));
    }
}
