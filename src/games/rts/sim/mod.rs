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
//! The floors, each of which knows only those before it: the state in the files of this folder ([`units`], [`board`], [`orders`])
//! ← [`march`] ← [`skirmish`] ← `door` ← [`record`] ← `begin`. [`SimPlugin`] orders the systems of different floors.
//!
//! Deterministic: integers, units in the order of their numbers, no clock, no hash maps, no `Changed` filters.

mod begin;
pub mod board;
pub mod description;
pub(crate) mod door;
pub mod fighters;
pub mod headless;
pub mod hosted;
pub mod lockstep;
pub mod march;
pub mod matches;
pub mod online;
pub mod orders;
pub mod outcome;
pub mod presets;
pub mod record;
pub mod referee;
pub mod refusal;
pub mod sides;
pub mod skirmish;
pub mod talk;
pub mod tasks;
pub mod tiles;
pub mod units;
pub mod waypoints;
pub mod words;

use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings};
use bevy::prelude::*;

use crate::shell::states::{GameSystems, Mode, Screen};
pub use board::Board;
pub use matches::{GameRules, MatchClock, MatchSetup, SimSystems};
pub use orders::{HostOrder, Order, OrderQueue};
pub use outcome::Outcome;
pub use refusal::{Refusal, Warning};

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
                    .run_if(record::seeking::time_runs.and_then(in_state(Mode::RTS))),
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
            outcome::plugin,
            march::plugin,
            skirmish::plugin,
            door::plugin,
            record::plugin,
            begin::plugin,
            online::plugin,
        ))
        .add_systems(
            FixedUpdate,
            skirmish::bots::part
                .in_set(SimSystems::Resolve)
                .after(skirmish::judge)
                .run_if(not(record::playback::is_on)),
        )
        .add_systems(
            FixedUpdate,
            // It asks itself whether it is time: a recording has the orders that the bots gave then.
            skirmish::bots::think
                .in_set(SimSystems::Command)
                .after(record::checkpoint::on_request)
                .before(door::carry_out),
        )
        .add_systems(
            OnEnter(Screen::Match),
            skirmish::outside::begin
                .after(matches::MatchSystems::Begin)
                .run_if(in_state(Mode::RTS).and_then(not(record::playback::is_on))),
        );
    }
}
