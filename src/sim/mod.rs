//! The simulation: ECS, no rendering, shared by everything that plays.
//!
//! # One tick
//! `FixedUpdate` runs the sets of [`SimSystems`] one after the other:
//! **Command** applies this tick's orders in order (also while paused, so that the map can be edited) → **Act** lets units
//! turn to what they are to do → **Plan** writes routes and reservations → **Move** starts the wished steps that are possible
//! and advances those under way → **Combat** lets blows fall → **Resolve** takes away the dead, produces, sees and judges →
//! **Record** counts the tick and takes its fingerprint. Everything that changes the world comes in as an [`Order`],
//! everything worth telling goes out as an [`Outcome`].
//!
//! Deterministic: integers, units in the order of their numbers, no clock, no hash maps, no `Changed` filters.

pub mod board;
pub mod classic;
pub mod detours;
mod door;
mod edits;
mod filling;
pub mod fingerprint;
pub mod headless;
pub mod marching;
pub mod matches;
pub mod movement;
pub mod orders;
pub mod outcome;
pub mod planning;
pub mod playback;
pub mod refusal;
pub mod replay;
pub mod saves;
pub mod seeking;
mod sending;
pub mod series;
pub mod snapshot;
pub mod states;
pub mod thinking;
pub mod tiles;
pub mod units;
pub mod war;
mod waypoints;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;

pub use board::Board;
pub use matches::{GameRules, MatchClock, MatchSetup};
pub use orders::{HostOrder, Order, OrderQueue};
pub use outcome::Outcome;
pub use refusal::Refusal;
pub use states::{Mode, Paused, Running, Screen};

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
                SimSystems::Command.run_if(in_state(Mode::Rts)),
                (
                    SimSystems::Act,
                    SimSystems::Plan,
                    SimSystems::Move,
                    SimSystems::Combat,
                    SimSystems::Resolve,
                    SimSystems::Record,
                )
                    .chain()
                    .run_if(seeking::time_runs.and_then(in_state(Mode::Rts))),
            )
                .chain(),
        )
        // Two systems that could run in either order with different results stop the program at start.
        .edit_schedule(FixedUpdate, |schedule| {
            schedule.set_build_settings(ScheduleBuildSettings { ambiguity_detection: LogLevel::Error, ..default() });
        })
        .add_plugins((
            states::plugin,
            matches::plugin,
            tiles::plugin,
            orders::plugin,
            outcome::plugin,
            planning::plugin,
            classic::plugin,
            marching::plugin,
            movement::plugin,
            replay::plugin,
            playback::plugin,
            snapshot::plugin,
            seeking::plugin,
            saves::plugin,
            war::plugin,
        ));
    }
}
