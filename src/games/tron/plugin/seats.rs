//! The seats of a table: key presses wait, programs think.

use super::setup::SeatKind;
use super::table::{Pace, Phase, Round};
use crate::games::tron::player::Thought;
use crate::games::tron::position::Position;
use crate::games::tron::turns::TurnQueue;
use crate::table::ai;
use crate::table::thinking::{ThinkPolicy, share};
use bevy::prelude::*;
use std::time::Duration;

/// A taken seat. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// Its number, 0 to 3: also its colour.
    pub number: usize,
    pub kind: SeatKind,
}

/// What the human of a seat has pressed and what has not been done yet.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Turns {
    pub queue: TurnQueue,
    /// Whether the next step is to be a boost.
    pub boost: bool,
}

/// The program of a seat.
pub type AiPlayer = ai::AiPlayer<Position, Thought>;

/// Share of the time of a step that programs may think; the rest is for a late start and for the picture.
const SHARE: f64 = 0.75;

/// Takes the answers that have come.
pub(super) fn collect(table: Single<&Phase>, mut players: Query<&mut AiPlayer>) {
    ai::collect(table.clock(), &mut players);
}

/// Lets every living program think about the coming step.
pub(super) fn think(
    table: Single<(&Round, &Phase, &Pace)>,
    policy: Res<ThinkPolicy>,
    clock: Res<Time<Fixed>>,
    mut seats: Query<(&Seat, &mut AiPlayer)>,
) {
    let (round, phase, pace) = *table;
    let Some(due) = phase.step_due() else { return };
    let position = &round.position;
    let rider = |seat: &Seat| round.rider(seat.number).filter(|rider| position.riders()[*rider].out.is_none());
    let thinkers = seats.iter().filter(|(seat, _)| rider(seat).is_some()).count();
    let step = clock.timestep().mul_f64(f64::from(pace.ticks()) * SHARE);
    let time = share(step, thinkers).max(Duration::from_millis(2));
    for (seat, mut player) in &mut seats {
        let Some(rider) = rider(seat) else { continue };
        player.think((*policy, due, phase.clock(), time), (position, rider), |_, thought| Some(thought));
    }
}
