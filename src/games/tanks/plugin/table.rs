//! The table: what persons and programs hold becomes ticks of the world.

use super::ahead::Ahead;
use super::battle::Battle;
use super::elsewhere::Elsewhere;
use super::phase::{ENDING, INTRO, Phase};
use super::record::{Record, Watched};
use super::setup::{PLANNED, SeatKind, TanksSetup};
use super::stages::Stages;
use super::{Control, Happened, Issued};
use crate::games::tanks::order::{Change, Input, Order};
use crate::games::tanks::replay::Playback;
use crate::games::tanks::setup::Hand;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::mem::discriminant;

/// A taken seat of those that are set up one by one. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// Its number: also its colour and its slot.
    pub number: usize,
    pub kind: SeatKind,
}

/// Changes that persons want and that have not been carried out.
#[derive(Component, Debug, Default)]
pub(super) struct Wanted(Vec<Order>);

impl Wanted {
    /// What is wanted, unless that is what was wanted last: until it is carried out it may be said in every frame.
    fn push(&mut self, order: Order) {
        let last = self.0.iter().rev().find(|other| is_same_kind(other, &order));
        if last != Some(&order) {
            self.0.push(order);
        }
    }

    /// All of it, in order.
    pub(super) fn take_all(&mut self) -> Vec<Order> {
        std::mem::take(&mut self.0)
    }

    /// What is carried out in this tick: of each slot at most one change of a kind, so that a key that is pressed and let
    /// go between two ticks is held for one.
    fn take(&mut self) -> Vec<Order> {
        let mut now: Vec<Order> = Vec::new();
        let mut later = Vec::new();
        for order in self.0.drain(..) {
            if now.iter().chain(&later).any(|other| is_same_kind(other, &order)) {
                later.push(order);
            } else {
                now.push(order);
            }
        }
        self.0 = later;
        now
    }
}

fn is_same_kind(one: &Order, other: &Order) -> bool {
    one.slot == other.slot && discriminant(&one.change) == discriminant(&other.change)
}

/// Builds the table.
pub(super) fn begin(
    (setup, stages, watched): (Res<TanksSetup>, Res<Stages>, Res<Watched>),
    (mut orders, mut controls): (ResMut<Messages<Issued>>, ResMut<Messages<Control>>),
    mut happened: ResMut<Messages<Happened>>,
    elsewhere: Option<Res<Elsewhere>>,
    mut commands: Commands,
) {
    orders.clear();
    controls.clear();
    happened.clear();
    let begun = match &watched.0 {
        Some(replay) => Battle::watched(replay).map(|battle| (battle, Record::watched(replay))),
        None => {
            let chosen = || setup.chosen(&stages).map(|stage| (setup.pure(), stage));
            let given = elsewhere.as_ref().map(|elsewhere| (elsewhere.setup.clone(), elsewhere.stage.clone()));
            given.map_or_else(chosen, Ok).and_then(|(pure, stage)| {
                let record = Record::new(&pure, &stage);
                Ok((Battle::new(pure, stage)?, record))
            })
        }
    };
    let (battle, record) = match begun {
        Ok(begun) => begun,
        Err(problem) => {
            error!("a match of Tanks was entered with a set-up that cannot be played: {problem}");
            return;
        }
    };
    let is_watched = watched.0.is_some();
    let phase = match (is_watched, &elsewhere) {
        (true, _) => Phase::Watching { is_playing: true },
        (_, Some(_)) => Phase::Playing,
        _ => Phase::Intro { left: INTRO },
    };
    let hands: Vec<Hand> = battle.world().setup().seats.iter().map(|seat| seat.hand).collect();
    let table = (Name::new("Tanks table"), battle, phase, record, Wanted::default());
    let table = commands.spawn((table, DespawnOnExit(Screen::Match))).id();
    if let Some(seat) = elsewhere.as_ref().and_then(|elsewhere| elsewhere.seat) {
        commands.entity(table).insert(Ahead::of(seat));
    }
    for (number, hand) in hands.into_iter().enumerate().take(PLANNED) {
        let here = setup.seats[number].kind;
        let kind = match (hand, &elsewhere) {
            (Hand::Off, _) => continue,
            (Hand::Bot(level), _) => SeatKind::Bot(level),
            (Hand::Human, Some(elsewhere)) if elsewhere.seat.map(usize::from) == Some(number) => setup.own_keys(),
            (Hand::Human, None) if matches!(here, SeatKind::Human(_)) && !is_watched => here,
            (Hand::Human, _) => SeatKind::Remote,
        };
        commands.spawn((Seat { number, kind }, ChildOf(table)));
    }
}

/// Takes what persons want, if they sit there.
pub(super) fn command(
    mut orders: MessageReader<Issued>,
    table: Option<Single<(&Phase, &mut Wanted)>>,
    seats: Query<&Seat>,
) {
    let Some(table) = table else { return };
    let (phase, mut wanted) = table.into_inner();
    for Issued { seat, order } in orders.read().copied() {
        let sits = seats.iter().any(|other| other.number == seat && matches!(other.kind, SeatKind::Human(_)));
        if sits && *phase == Phase::Playing {
            wanted.push(Order { slot: seat as u8, change: order });
        }
    }
}

/// Does what who looks at the match wants.
pub(super) fn control(mut controls: MessageReader<Control>, table: Option<Single<(&mut Battle, &mut Phase, &Record)>>) {
    let Some(table) = table else { return };
    let (mut battle, mut phase, record) = table.into_inner();
    for control in controls.read() {
        match (*control, *phase) {
            (Control::Skip, Phase::Intro { .. }) => *phase = Phase::Playing,
            (Control::Skip, Phase::Ending { .. }) => *phase = Phase::Over,
            (Control::Watch, Phase::Over) => match Playback::new(record.replay().clone()) {
                Ok(playback) => {
                    battle.shown = Some(playback);
                    *phase = Phase::Watching { is_playing: true };
                }
                Err(problem) => error!("a match that was played cannot be watched: {problem}"),
            },
            (Control::StopWatching, Phase::Watching { .. }) => {
                battle.seek(u32::MAX);
                *phase = Phase::Over;
            }
            (Control::Seek(tick), Phase::Watching { .. }) => battle.seek(u32::try_from(tick).unwrap_or(u32::MAX)),
            (Control::Play(on), Phase::Watching { .. }) => *phase = Phase::Watching { is_playing: on },
            _ => {}
        }
    }
}

/// Whether a change is one of what is held.
pub(super) fn changes(held: Input, change: Change) -> bool {
    match change {
        Change::Steer(dir) => held.steer != dir,
        Change::Fire(on) => held.fire != on,
        Change::Call(_) => true,
    }
}

/// Plays a tick.
pub(super) fn tick(battle: &mut Battle, record: &mut Record, phase: &mut Phase, orders: &[Order]) {
    let done = battle.played.step(orders);
    record.passed(&done, battle.world());
    if battle.world().outcome().is_some() {
        *phase = Phase::Ending { left: ENDING };
    }
}

/// Lets a tick pass.
pub(super) fn advance(
    table: Single<(&mut Battle, &mut Phase, &mut Record, &mut Wanted)>,
    elsewhere: Option<Res<Elsewhere>>,
    mut happened: MessageWriter<Happened>,
) {
    let (mut battle, mut phase, mut record, mut wanted) = table.into_inner();
    match *phase {
        Phase::Intro { left: 0 | 1 } => *phase = Phase::Playing,
        Phase::Intro { left } => *phase = Phase::Intro { left: left - 1 },
        // Over the network ticks come by batches.
        Phase::Playing if elsewhere.is_none() => {
            let mut orders = wanted.take();
            orders.retain(|order| changes(battle.held(usize::from(order.slot)), order.change));
            tick(&mut battle, &mut record, &mut phase, &orders);
            happened.write_batch(battle.world().events().iter().map(|event| Happened(*event)));
        }
        Phase::Ending { left: 0 | 1 } => *phase = Phase::Over,
        Phase::Ending { left } => *phase = Phase::Ending { left: left - 1 },
        Phase::Watching { is_playing: true } => {
            if battle.shown.as_mut().is_some_and(Playback::step) {
                happened.write_batch(battle.world().events().iter().map(|event| Happened(*event)));
            }
        }
        Phase::Playing | Phase::Over | Phase::Watching { .. } => {}
    }
}

/// The campaign goes on with the next stage: what the seats keep is theirs there.
pub fn next_stage(setup: &mut TanksSetup, battle: &Battle) {
    for (number, kept) in setup.kept.iter_mut().enumerate().take(battle.world().seats().len()) {
        *kept = battle.world().kept(number);
    }
    setup.number += 1;
}
