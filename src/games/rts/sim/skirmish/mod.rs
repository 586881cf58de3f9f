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
pub(crate) mod checking;
mod commands;
mod construction;
mod deaths;
pub mod fighters;
mod fighting;
mod fleeing;
mod gathering;
pub(crate) mod going;
mod healing;
mod judging;
mod managing;
pub mod missiles;
pub mod production;
mod repeating;
mod setup;
mod shooting;
pub mod sides;
pub mod sight;
mod sites;
mod stances;
pub mod tasks;

pub use crate::games::rts::sim::skirmish::damage::Blow;
pub use crate::games::rts::victory::VictoryRule;
pub use battlefield::Battlefield;
pub use buildings::{Building, BuildingIndex, finished_kinds, has};
pub use commands::Command;
pub(super) use commands::command_units;
pub use fighters::{Fighting, Health, Stance};
pub use gathering::Timber;
pub(super) use judging::surrender;
pub(super) use managing::manage;
pub(crate) use managing::sentence;
pub use managing::{Action, article, lacks, named, refusal, shortage};
pub use missiles::{Flying, Missiles};
pub use production::{Item, Production};
pub(super) use setup::begin_skirmish;
pub use sides::{Control, Ending, Player, Score, Seat, Side, Sides, SkirmishSetup};
pub use tasks::{Cargo, Inside, Task, Tasks};

use super::SimSystems;
use super::matches::MatchSystems;
use crate::games::rts::rules::{KindId, Rules, Stat};
use crate::games::rts::sim::record::snapshot::Snapshots;
use crate::shell::states::Screen;
use bevy::prelude::*;

/// The owner of what belongs to nobody.
pub const NEUTRAL: u8 = u8::MAX;

/// Marks the board of a skirmish.
#[derive(Component, Debug, Clone, Copy)]
pub struct Skirmish {
    /// Whether sides see only what their units see.
    pub fog: bool,
    /// How it is won.
    pub victory: VictoryRule,
}

/// Health of a unit of a side and rank when whole.
pub(super) fn unit_health(rules: &Rules, side: Option<&Side>, kind: KindId, rank: u8) -> u16 {
    let bonus = side.map_or(0, |side| side.bonuses.unit(kind, Stat::Health));
    let whole = u32::from(rules.kind(kind).health) + u32::from(bonus);
    let rank = usize::from(rank).checked_sub(1).and_then(|rank| rules.economy.ranks.get(rank));
    let percent = 100 + rank.map_or(0, |rank| u32::from(rank.health_percent));
    (whole * percent / 100).min(u32::from(u16::MAX)) as u16
}

pub(super) fn plugin(app: &mut App) {
    // The first look is before the first tick, so that nobody begins in the dark.
    // A match that goes on has looked already.
    let begins = |snapshots: Res<Snapshots>| snapshots.start().is_none();
    app.add_systems(OnEnter(Screen::Match), sight::see.after(MatchSystems::Begin).run_if(begins));
    for set in [SimSystems::Act, SimSystems::Combat, SimSystems::Resolve] {
        app.configure_sets(FixedUpdate, set.run_if(any_with_component::<Skirmish>));
    }
    app.add_systems(
        FixedUpdate,
        (
            bots::think
                .in_set(SimSystems::Command)
                .before(super::orders::carry_out)
                .run_if(in_state(crate::shell::states::Running)),
            (tasks::advance, battlefield::muster, fighting::fight, gathering::gather, construction::construct)
                .chain()
                .in_set(SimSystems::Act),
            (crate::games::rts::sim::skirmish::damage::fall, crate::games::rts::sim::skirmish::damage::regenerate)
                .chain()
                .in_set(SimSystems::Combat),
            (
                deaths::bury,
                production::produce,
                sight::see,
                judging::judge,
                crate::games::rts::sim::skirmish::fingerprint::print,
            )
                .chain()
                .in_set(SimSystems::Resolve),
        ),
    );
}
