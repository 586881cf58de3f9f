//! The skirmish: what makes a game of the movement of units. Sides gather, build, train, see and fight.
//!
//! All of it is on when the set-up of the match has a [`SkirmishSetup`]; the board entity then carries [`Skirmish`]. Without it the
//! match is the sandbox of movement, in which nobody is hurt.

pub(crate) mod damage;
pub mod fingerprint;
pub(crate) mod help_calls;

mod battlefield;
pub mod bots;
pub mod buildings;
mod chasing;
pub mod checking;
mod commands;
mod construction;
mod deaths;
mod fighting;
mod fleeing;
mod gathering;
mod hands;
mod healing;
mod judging;
mod known_ground;
pub mod listening;
mod managing;
pub mod missiles;
pub mod news;
pub mod outside;
pub mod production;
mod repeating;
mod sampling;
mod setup;
mod shooting;
pub mod sight;
mod sites;
mod stances;
mod talking;
mod tasks;

pub use crate::games::rts::sim::fighters::{Fighting, Health, Stance};
pub use crate::games::rts::sim::orders::{Action, Command, Item};
pub use crate::games::rts::sim::sides::{Control, Ending, NEUTRAL, Player, Score, Seat, Side, Sides, SkirmishSetup};
pub use crate::games::rts::sim::tasks::{Cargo, Inside, Task, Tasks};
pub use crate::games::rts::victory::VictoryRule;
pub use battlefield::Battlefield;
pub use buildings::{Building, BuildingIndex, finished_kinds, has};
pub(super) use commands::command_units;
pub use damage::Blow;
pub use gathering::Timber;
pub(super) use hands::hand_over;
pub(super) use judging::{judge, surrender};
pub use known_ground::KnownGrounds;
pub(super) use managing::manage;
pub use managing::refusal;
pub use missiles::{Flying, Missiles};
pub use production::Production;
pub(super) use setup::begin_skirmish;
pub(super) use talking::{give, let_speak, say, signal};

use crate::games::rts::sim::matches::SimSystems;
use bevy::prelude::*;

/// Marks the board of a skirmish.
#[derive(Component, Debug, Clone, Copy)]
pub struct Skirmish {
    /// Whether sides see only what their units see.
    pub fog: bool,
    pub victory: VictoryRule,
}

pub(super) fn plugin(app: &mut App) {
    for set in [SimSystems::Act, SimSystems::Combat, SimSystems::Resolve] {
        app.configure_sets(FixedUpdate, set.run_if(any_with_component::<Skirmish>));
    }
    outside::plugin(app);
    app.init_resource::<listening::Listening>().init_resource::<listening::Shadow>().add_systems(
        FixedUpdate,
        (
            (tasks::advance, battlefield::muster, fighting::fight, gathering::gather, construction::construct)
                .chain()
                .in_set(SimSystems::Act),
            (damage::fall, damage::regenerate).chain().in_set(SimSystems::Combat),
            (
                deaths::bury,
                production::produce,
                sight::see,
                sampling::sample,
                news::listen,
                judging::judge,
                fingerprint::print,
            )
                .chain()
                .in_set(SimSystems::Resolve),
        ),
    );
}
