//! The seats of a table: key presses wait, programs think.

use super::setup::SeatKind;
use super::table::{Pace, Phase, Round};
use crate::games::tron::player::{Choice, Player, PlayerKind, Thought};
use crate::games::tron::position::{Order, Position};
use crate::games::tron::turns::TurnQueue;
use crate::table::thinking::{ThinkPolicy, Thinking, share};
use bevy::prelude::*;
use std::sync::Mutex;
use std::time::Duration;

/// A taken seat. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// Its number, 0 to 3: also its colour.
    pub number: usize,
    /// Who sits there.
    pub kind: SeatKind,
}

/// What the human of a seat has pressed and what has not been done yet.
#[derive(Component, Debug, Clone, Default, PartialEq, Eq)]
pub struct Turns {
    /// Turns to come.
    pub queue: TurnQueue,
    /// Whether the next step is to be a boost.
    pub boost: bool,
}

/// A program as it sits idle; in a lock only to be shareable between threads.
type Idle = Mutex<Box<dyn Player>>;

/// The program of a seat.
#[derive(Component)]
pub struct Mind {
    kind: PlayerKind,
    idle: Option<Idle>,
    thinking: Option<Thinking<(Box<dyn Player>, Choice)>>,
    order: Option<Order>,
    thought: Option<Thought>,
}

impl Mind {
    pub(super) fn new(kind: PlayerKind, seed: u64) -> Self {
        Self { kind, idle: Some(Mutex::new(kind.player(seed))), thinking: None, order: None, thought: None }
    }

    /// How it came to its last move that needed a search.
    #[must_use]
    pub fn thought(&self) -> Option<&Thought> {
        self.thought.as_ref()
    }

    /// Whether it has decided on the coming step.
    pub(super) fn is_ready(&self) -> bool {
        self.order.is_some()
    }

    /// The decision, once.
    pub(super) fn take_order(&mut self) -> Option<Order> {
        self.order.take()
    }

    /// A new round: what is being thought is of no use any more.
    pub(super) fn forget(&mut self, seed: u64) {
        *self = Self::new(self.kind, seed);
    }
}

/// Share of the time of a step that programs may think; the rest is for a late start and for the picture.
const SHARE: f64 = 0.75;

/// Takes the answers that have come.
pub(super) fn collect(table: Single<&Phase>, mut minds: Query<&mut Mind>) {
    let now = table.clock();
    for mut mind in &mut minds {
        let Some(thinking) = &mut mind.bypass_change_detection().thinking else { continue };
        if let Some((player, choice)) = thinking.take(now) {
            mind.thinking = None;
            mind.idle = Some(Mutex::new(player));
            mind.order = Some(choice.order);
            if choice.thought.is_some() {
                mind.thought = choice.thought;
            }
        }
    }
}

/// Lets every living program think about the coming step.
pub(super) fn think(
    table: Single<(&Round, &Phase, &Pace)>,
    policy: Res<ThinkPolicy>,
    clock: Res<Time<Fixed>>,
    mut seats: Query<(&Seat, &mut Mind)>,
) {
    let (round, phase, pace) = *table;
    let Some(due) = phase.step_due() else { return };
    let position = &round.position;
    let rider = |seat: &Seat| round.rider(seat.number).filter(|rider| position.riders()[*rider].out.is_none());
    let minds = seats.iter().filter(|(seat, _)| rider(seat).is_some()).count();
    let step = clock.timestep().mul_f64(f64::from(pace.ticks()) * SHARE);
    let time = share(step, minds).max(Duration::from_millis(2));
    for (seat, mut mind) in &mut seats {
        let Some(rider) = rider(seat) else { continue };
        if mind.thinking.is_some() || mind.order.is_some() {
            continue;
        }
        let Some(mut player) = mind.idle.take().and_then(|idle| idle.into_inner().ok()) else { continue };
        let position: Position = position.clone();
        let mut thinking = Thinking::start(*policy, due, time, move |budget| {
            let choice = player.choose(&position, rider, budget);
            (player, choice)
        });
        // An inline answer is there already.
        match thinking.take(phase.clock()) {
            Some((player, choice)) => {
                mind.idle = Some(Mutex::new(player));
                mind.order = Some(choice.order);
                if choice.thought.is_some() {
                    mind.thought = choice.thought;
                }
            }
            None => mind.thinking = Some(thinking),
        }
    }
}
