//! The table: rounds, steps, score.

use super::record::{Record, Watched};
use super::seats::{AiPlayer, Seat, Turns};
use super::setup::{SeatKind, TronSetup};
use super::{Control, Forward, Issued, TronOrder};
use crate::arena::{PlayerKind as _, TurnGame as _};
use crate::games::tron::arena::Arena;
use crate::games::tron::game::Refusal;
use crate::games::tron::position::{Options, Order, Outcome, Position};
use crate::games::tron::replay::TronReplay;
use crate::games::tron::score::Score;
use crate::shell::online::Online;
use crate::shell::states::Screen;
use bevy::ecs::component::{Mutable, StorageType};
use bevy::prelude::*;

/// The round on the table, or the one that is watched again.
#[derive(Component, Debug, Clone)]
pub struct Round {
    /// Counted from 0.
    pub number: u32,
    pub arena: Arena,
    pub position: Position,
    /// The seat that plays from each start.
    pub seats: Vec<usize>,
}

impl Round {
    /// The position's number of a seat.
    pub fn rider(&self, seat: usize) -> Option<usize> {
        self.seats.iter().position(|other| *other == seat)
    }

    /// The seat that won, or `None` for a draw and for a round that goes on.
    pub fn winner(&self) -> Option<usize> {
        match self.position.outcome() {
            Some(Outcome::Win(rider)) => self.seats.get(rider).copied(),
            _ => None,
        }
    }
}

/// What is going on at the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Everybody looks at the board; nobody moves yet.
    Countdown {
        left: u32,
    },
    Riding {
        /// Ticks until the next step.
        left: u32,
        /// Ticks between two steps, for the picture.
        of: u32,
    },
    /// The round is over and its result is shown.
    Between {
        left: u32,
    },
    Over,
    /// The match is over and a round of it is looked at again.
    Watching {
        /// Which round, from 0.
        round: usize,
        step: usize,
        /// Ticks until the next.
        left: u32,
    },
}

impl Phase {
    /// A clock of this phase for thoughts that are due when it is 0 ticks to go; it starts anew every step.
    pub(super) fn clock(&self) -> u32 {
        match self {
            Self::Countdown { left } | Self::Riding { left, .. } => u32::MAX - left,
            _ => 0,
        }
    }

    /// When on that clock the next step is to be made, if there is to be one.
    pub(super) fn step_due(&self) -> Option<u32> {
        matches!(self, Self::Countdown { .. } | Self::Riding { .. }).then_some(u32::MAX)
    }
}

/// Ticks of the countdown: three seconds.
pub const COUNTDOWN: u32 = 180;

/// Ticks for which the result of a round is shown.
const PAUSE: u32 = 150;

/// How fast the round runs.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    normal: u32,
    /// Whether time runs as fast as it can: on wish, or because no human lives any more.
    pub forward: bool,
}

impl Pace {
    /// The pace that a set-up asks for.
    pub fn of(setup: &TronSetup) -> Self {
        Self { normal: setup.speed.ticks(), forward: false }
    }

    pub fn ticks(&self) -> u32 {
        if self.forward { 1 } else { self.normal }
    }
}

impl Component for Score {
    const STORAGE_TYPE: StorageType = StorageType::Table;
    type Mutability = Mutable;
}

/// Rules of the match that the table needs after its beginning.
#[derive(Component, Debug, Clone)]
pub(super) struct Match(pub(super) TronSetup);

/// Builds the table and its first round.
pub(super) fn begin(
    setup: Res<TronSetup>,
    watched: Res<Watched>,
    (mut orders, mut controls): (ResMut<Messages<Issued>>, ResMut<Messages<Control>>),
    mut forward: ResMut<Messages<Forward>>,
    online: Option<Res<Online>>,
    mut commands: Commands,
) {
    orders.clear();
    controls.clear();
    forward.clear();
    if let Some(replay) = &watched.0 {
        begin_watching(&setup, replay, &mut commands);
        return;
    }
    let (Ok(arena), None) = (setup.arena(0), setup.problem()) else {
        error!("a Tron match was entered with a set-up that cannot be played");
        return;
    };
    let seats = setup.seating(0);
    let round = new_round(&setup, 0, arena);
    let record = Record::new(&setup, &round.arena, &seats);
    let table = commands
        .spawn((
            Name::new("Tron table"),
            round,
            Phase::Countdown { left: COUNTDOWN },
            Pace::of(&setup),
            Score { best_of: setup.best_of.max(1), ..Score::default() },
            record,
            Match(setup.clone()),
            DespawnOnExit(Screen::Match),
        ))
        .id();
    for number in setup.active() {
        let kind = setup.seats[number];
        let mut seat = commands.spawn((Seat { number, kind }, ChildOf(table)));
        match kind {
            // Over the network the server has what they want.
            _ if online.is_some() => {}
            SeatKind::Human(_) => _ = seat.insert(Turns::default()),
            SeatKind::Computer(kind) => _ = seat.insert(AiPlayer::new(kind.player(seed(&setup, number, 0)))),
            SeatKind::Off | SeatKind::Remote => {}
        }
    }
}

/// Builds the table of a recorded match, at the first step of its first round.
fn begin_watching(setup: &TronSetup, replay: &TronReplay, commands: &mut Commands) {
    let options = replay.header.options();
    let (mut winners, mut first) = (Vec::new(), None);
    for played in &replay.rounds {
        let Ok(arena) = played.arena() else { continue };
        let round = Round {
            number: 0,
            position: played.position(&arena, options, played.len()),
            seats: played.seats.iter().map(|seat| usize::from(*seat)).collect(),
            arena,
        };
        winners.push(round.winner());
        first.get_or_insert(round);
    }
    let Some(mut round) = first else {
        error!("a recorded match without a round was to be watched");
        return;
    };
    let record = Record::watched(replay.clone(), winners);
    let score = record.score(usize::MAX);
    let mut phase = Phase::Over;
    watch(&mut round, &mut phase, &record, 0, 0);
    let pace = Pace::of(setup);
    let table = (Name::new("Tron table"), round, phase, pace, score, record, Match(setup.clone()));
    let table = commands.spawn((table, DespawnOnExit(Screen::Match))).id();
    for number in setup.active() {
        commands.spawn((Seat { number, kind: setup.seats[number] }, ChildOf(table)));
    }
}

fn seed(setup: &TronSetup, seat: usize, round: u32) -> u64 {
    setup.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(round) * 4 + seat as u64)
}

fn new_round(setup: &TronSetup, number: u32, arena: Arena) -> Round {
    let seats = setup.seating(number);
    let position = Position::new(&arena, seats.len(), setup.options);
    Round { number, arena, position, seats }
}

/// Takes the orders of persons.
pub(super) fn command(
    mut orders: MessageReader<Issued>,
    table: Option<Single<(&Round, &Phase)>>,
    mut humans: Query<(&Seat, &mut Turns)>,
) {
    let Some(table) = table else { return };
    let (round, phase) = *table;
    for Issued { seat, order } in orders.read().copied() {
        let turns = humans.iter_mut().find(|(other, _)| other.number == seat).map(|(_, turns)| turns.into_inner());
        if let Err(refusal) = obey(round, *phase, turns, seat, order) {
            debug!("{order:?} is not taken: {refusal}");
        }
    }
}

/// Takes an order of a seat for its next step.
fn obey(round: &Round, phase: Phase, turns: Option<&mut Turns>, seat: usize, order: TronOrder) -> Result<(), Refusal> {
    let turns = turns.ok_or(Refusal::NoPerson(seat))?;
    let rider = round.rider(seat).filter(|_| matches!(phase, Phase::Countdown { .. } | Phase::Riding { .. }));
    let rider = rider.filter(|rider| round.position.riders()[*rider].out.is_none());
    let rider = rider.ok_or(Refusal::NotRiding(seat))?;
    match order {
        TronOrder::Turn(dir) => _ = turns.queue.press(dir, round.position.riders()[rider].heading),
        TronOrder::Boost if round.position.options().boost => turns.boost = true,
        TronOrder::Boost => return Err(Refusal::NoBoost),
    }
    Ok(())
}

/// Does what who looks at the match wants.
pub(super) fn control(
    (mut controls, mut forward): (MessageReader<Control>, MessageReader<Forward>),
    table: Option<Single<(&mut Round, &mut Phase, &mut Pace, &Record)>>,
) {
    let Some(table) = table else { return };
    let (mut round, mut phase, mut pace, record) = table.into_inner();
    for Forward(forward) in forward.read() {
        pace.forward = *forward;
    }
    for control in controls.read() {
        match (*control, *phase) {
            (Control::Skip, _) => {
                if let Phase::Between { left } | Phase::Countdown { left } = &mut *phase {
                    *left = (*left).min(1);
                }
            }
            (Control::Watch, Phase::Over) => watch(&mut round, &mut phase, record, 0, 0),
            (Control::StopWatching, Phase::Watching { .. }) => {
                watch(&mut round, &mut phase, record, usize::MAX, usize::MAX);
                *phase = Phase::Over;
            }
            (Control::Seek(step), Phase::Watching { round: number, .. }) => {
                watch(&mut round, &mut phase, record, number, step);
            }
            (Control::SeekRound(number), Phase::Watching { .. }) => watch(&mut round, &mut phase, record, number, 0),
            _ => {}
        }
    }
}

/// Puts a recorded moment on the table; numbers that are too large mean the last round or step.
fn watch(round: &mut Round, phase: &mut Phase, record: &Record, number: usize, step: usize) {
    let rounds = &record.replay().rounds;
    let number = number.min(rounds.len().saturating_sub(1));
    let Some(played) = rounds.get(number) else { return };
    let Ok(arena) = played.arena() else { return };
    let step = step.min(played.len());
    let options: Options = record.replay().header.options();
    *round = Round {
        number: number as u32,
        position: played.position(&arena, options, step),
        arena,
        seats: played.seats.iter().map(|seat| usize::from(*seat)).collect(),
    };
    // Who looks at the end of a round sees it for as long as who played it.
    let left = if step == played.len() { PAUSE } else { 0 };
    *phase = Phase::Watching { round: number, step, left };
}

/// Lets a tick pass.
pub(super) fn advance(
    table: Single<(&mut Round, &mut Phase, &mut Pace, &mut Score, &mut Record, &Match)>,
    mut seats: Query<(&Seat, Option<&mut Turns>, Option<&mut AiPlayer>)>,
) {
    let (mut round, mut phase, mut pace, mut score, mut record, setup) = table.into_inner();
    match *phase {
        Phase::Countdown { left } => {
            *phase = match left.saturating_sub(1) {
                0 => Phase::Riding { left: 0, of: pace.ticks() },
                left => Phase::Countdown { left },
            };
        }
        Phase::Riding { left, of } if left > 1 => *phase = Phase::Riding { left: left - 1, of },
        Phase::Riding { of, .. } => {
            let Some(orders) = orders(&round, &mut seats) else {
                *phase = Phase::Riding { left: 0, of };
                return;
            };
            let steps: Vec<(usize, Order)> = round.position.living().map(|rider| (rider, orders[rider])).collect();
            if let Err(refusal) = round.position.apply(&steps) {
                warn!("a step is not made: {refusal}");
                return;
            }
            record.push(&orders);
            if round.position.outcome().is_some() {
                record.end_round(round.winner());
                *score = record.score(usize::MAX);
                pace.forward = false;
                *phase = Phase::Between { left: PAUSE };
                return;
            }
            let lives = |seat: &Seat| {
                round.rider(seat.number).is_some_and(|rider| round.position.riders()[rider].out.is_none())
            };
            let humans = || seats.iter().filter(|(seat, ..)| matches!(seat.kind, SeatKind::Human(_)));
            let died = |seat: &Seat| {
                let step = round.position.steps();
                round
                    .rider(seat.number)
                    .and_then(|rider| round.position.riders()[rider].out)
                    .is_some_and(|out| out.1 == step)
            };
            // At the death of the last human; afterwards it can be slowed down again.
            if humans().any(|(seat, ..)| died(seat)) && !humans().any(|(seat, ..)| lives(seat)) {
                pace.forward = true;
            }
            *phase = Phase::Riding { left: pace.ticks(), of: pace.ticks() };
        }
        Phase::Between { left } if left > 1 => *phase = Phase::Between { left: left - 1 },
        Phase::Between { .. } if score.is_over() => *phase = Phase::Over,
        Phase::Between { .. } => {
            let number = round.number + 1;
            // The first round could be made, and the others differ from it in the seed alone.
            let arena = setup.0.arena(number).unwrap_or_else(|_| round.arena.clone());
            *round = new_round(&setup.0, number, arena);
            record.begin_round(&round.arena, &round.seats);
            for (seat, turns, player) in &mut seats {
                if let Some(mut turns) = turns {
                    *turns = Turns::default();
                }
                // What is being thought is of no use any more.
                if let (Some(mut player), SeatKind::Computer(kind)) = (player, seat.kind) {
                    *player = AiPlayer::new(kind.player(seed(&setup.0, seat.number, number)));
                }
            }
            *phase = Phase::Countdown { left: COUNTDOWN };
        }
        Phase::Over => {}
        Phase::Watching { round: number, step, left } if left > 1 => {
            *phase = Phase::Watching { round: number, step, left: left - 1 };
        }
        Phase::Watching { round: number, step, .. } => {
            let rounds = &record.replay().rounds;
            let Some(played) = rounds.get(number) else { return };
            if step < played.len() {
                round.position.make(&played.orders(step));
                let left = if step + 1 == played.len() { PAUSE } else { pace.ticks() };
                *phase = Phase::Watching { round: number, step: step + 1, left };
            } else if number + 1 < rounds.len() {
                watch(&mut round, &mut phase, &record, number + 1, 0);
            }
        }
    }
}

/// One order a rider, or `None` if a living program has not decided.
fn orders(round: &Round, seats: &mut Query<(&Seat, Option<&mut Turns>, Option<&mut AiPlayer>)>) -> Option<Vec<Order>> {
    let riders = round.position.riders();
    let waits = |(seat, _, player): (&Seat, Option<&Turns>, Option<&AiPlayer>)| {
        let lives = round.rider(seat.number).is_some_and(|rider| riders[rider].out.is_none());
        lives && player.is_some_and(|player| !player.is_ready())
    };
    if seats.iter().any(waits) {
        return None;
    }
    let mut orders: Vec<Order> = riders.iter().map(|rider| Order::Go(rider.heading)).collect();
    for (seat, turns, player) in seats {
        let Some(rider) = round.rider(seat.number).filter(|rider| riders[*rider].out.is_none()) else { continue };
        if let Some(mut turns) = turns {
            let dir = turns.queue.next(riders[rider].heading);
            let boost = std::mem::take(&mut turns.boost);
            orders[rider] = if boost { Order::Boost(dir) } else { Order::Go(dir) };
        } else if let Some(order) = player.and_then(|mut player| player.take_step(&round.position)) {
            orders[rider] = order;
        }
    }
    Some(orders)
}
