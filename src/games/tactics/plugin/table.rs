//! The table: the battle, orders, time, the end.

use super::advice::Advice;
use super::fight::Fight;
use super::puzzle::Puzzles;
use super::record::Record;
use super::seats::{self, AiPlayer, Seat};
use super::setup::{Start, TacticsSetup, Tempo};
use super::{Issued, TICK_HZ, TacticsControl, TacticsOrder};
use crate::games::tactics::battle::{Battle, Refusal};
use crate::games::tactics::position::End;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::tally::Tally;
use crate::games::tactics::{Action, Side};
use crate::search::Outcome;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::time::Duration;

/// What is going on at the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Playing,
    /// The battle is over, and the [`Report`] is there.
    Over,
    /// A battle is looked at from its record, the [`Replay`].
    Watching {
        /// Actions that have been made.
        at: usize,
        /// Whether it goes on by itself.
        playing: bool,
    },
}

/// The actions of the battle that is watched.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    setup: Setup,
    actions: Vec<Action>,
    open: bool,
}

impl Replay {
    fn of(battle: &Battle) -> Self {
        Self { setup: battle.setup().clone(), actions: battle.actions().to_vec(), open: battle.is_complete() }
    }

    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The battle after some of them.
    fn at(&self, count: usize) -> Option<Battle> {
        let count = count.min(self.actions.len());
        let begun = Battle::new(self.setup.clone()).ok()?;
        Some(begun.after(&self.actions[..count], self.open && count == self.actions.len()))
    }
}

/// How fast actions follow each other.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How long an action is shown.
    pub tempo: Tempo,
    /// Ticks until the next action of a program.
    left: u32,
}

impl Pace {
    /// Whether the last action has been shown.
    pub(super) fn is_resting(&self) -> bool {
        self.left == 0
    }

    /// Several actions that come quickly are shown one after the other, but nobody waits for more than three.
    fn add(&mut self) {
        let one = self.tempo.ticks();
        self.left = (self.left + one).min(3 * one);
    }
}

/// An order was not legal.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub side: Side,
    pub refusal: Refusal,
}

/// How the battle ended. Comes to the table with [`Phase::Over`].
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Who won and why; `None` for a recording that breaks off.
    pub end: Option<End>,
    pub rounds: u16,
    /// What each side did, A first.
    pub tallies: [Tally; 2],
    /// Points on the hill, with the head start.
    pub points: [u8; 2],
    /// Points of health that are left.
    pub health: [u32; 2],
}

impl Report {
    pub fn winner(&self) -> Option<Side> {
        match self.end?.outcome {
            Outcome::Win(side) => Some(Side::of(side)),
            Outcome::Draw => None,
        }
    }

    fn of(battle: &Battle, record: &Record) -> Self {
        let position = battle.position();
        let mut tallies = Tally::of(battle.effects());
        for side in Side::BOTH {
            record.times(side).iter().for_each(|time| tallies[side.index()].add_turn(*time));
        }
        Self {
            end: position.end(),
            rounds: position.turns().div_ceil(2),
            tallies,
            points: position.points(),
            health: Side::BOTH.map(|side| position.health(side)),
        }
    }
}

/// Ticks of the turn of a person so far.
#[derive(Component, Debug, Default)]
pub(super) struct Watch(u32);

/// Builds the table.
pub(super) fn begin(
    setup: Res<TacticsSetup>,
    puzzles: Res<Puzzles>,
    (mut orders, mut controls): (ResMut<Messages<Issued>>, ResMut<Messages<TacticsControl>>),
    mut commands: Commands,
) {
    orders.clear();
    controls.clear();
    let puzzle = super::puzzle::of(&setup, &puzzles);
    let mut names = setup.seats.map(|seat| seat.name());
    if let Some(puzzle) = puzzle {
        names[puzzle.side().other().index()] = super::puzzle::DEFENDER.into();
    }
    let mut record = Record::new(names, Default::default());
    let new = || Battle::new(setup.battle.clone()).map_err(|problem| problem.to_string());
    let built = match &setup.start {
        Start::New => new(),
        // Who solves a puzzle tries things out.
        Start::Puzzle(_) => new().map(Battle::lenient),
        Start::Continue(recording) | Start::Watch(recording) => {
            if matches!(setup.start, Start::Watch(_)) {
                record = Record::new(recording.sides().clone(), Default::default());
            }
            for side in Side::BOTH {
                recording.times(side).into_iter().for_each(|time| record.push(side, time));
            }
            recording.battle().restore(usize::MAX).map_err(|problem| problem.to_string())
        }
    };
    let mut battle = match built {
        Ok(battle) => battle,
        Err(problem) => {
            error!("a Tactics match was entered with a set-up that cannot be played: {problem}");
            return;
        }
    };
    let replay = matches!(setup.start, Start::Watch(_)).then(|| Replay::of(&battle));
    if let Some(first) = replay.as_ref().and_then(|replay| replay.at(0)) {
        battle = first;
    }
    let phase = if replay.is_some() { Phase::Watching { at: 0, playing: true } } else { Phase::Playing };
    let seed = battle.setup().seed;
    // The board is looked at for a moment before a program moves.
    let pace = Pace { tempo: setup.tempo, left: setup.tempo.ticks() };
    let mut table = commands.spawn((
        Name::new("Tactics table"),
        Fight(battle),
        phase,
        pace,
        record,
        Advice::default(),
        Watch::default(),
        DespawnOnExit(Screen::Match),
    ));
    if let Some(replay) = replay {
        table.insert(replay);
    }
    let table = table.id();
    seats::spawn(&mut commands, table, &setup, puzzle, seed);
}

/// What the systems of the table change.
type Parts = (
    Entity,
    &'static mut Fight,
    &'static mut Phase,
    &'static mut Pace,
    &'static mut Record,
    &'static mut Watch,
    Option<&'static Replay>,
);

/// Takes the orders of persons.
pub(super) fn command(
    mut orders: MessageReader<Issued>,
    table: Option<Single<Parts>>,
    setup: Res<TacticsSetup>,
    mut refused: MessageWriter<Refused>,
) {
    let Some(table) = table else { return };
    let (_, mut fight, phase, mut pace, mut record, mut watch, _) = table.into_inner();
    for Issued { side, order } in orders.read().copied() {
        if *phase != Phase::Playing {
            continue;
        }
        let done = if setup.is_human(side) { fight.obey(side, order) } else { Err(Refusal::NotYours) };
        if let Err(refusal) = done {
            refused.write(Refused { side, refusal });
            continue;
        }
        if matches!(order, TacticsOrder::Act(_)) {
            pace.add();
        }
        let won = fight.position().end().is_some_and(|end| end.outcome == Outcome::Win(side.index()));
        // A turn that has won cannot be improved on.
        if won && fight.is_complete() && fight.obey(side, TacticsOrder::EndTurn).is_err() {
            warn!("a turn that has won cannot be ended");
        }
        if fight.side() != side || fight.is_over() {
            record.push(side, Duration::from_secs_f64(f64::from(watch.0) / TICK_HZ));
            watch.0 = 0;
        }
    }
}

/// Does what who looks at the battle wants.
pub(super) fn control(
    mut controls: MessageReader<TacticsControl>,
    table: Option<Single<Parts>>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (entity, mut fight, mut phase, mut pace, record, _, replay) = table.into_inner();
    for control in controls.read() {
        match *control {
            TacticsControl::Skip => pace.left = 0,
            TacticsControl::Tempo(tempo) => {
                pace.tempo = tempo;
                pace.left = pace.left.min(tempo.ticks());
            }
            TacticsControl::Watch if *phase == Phase::Over => {
                let replay = replay.cloned().unwrap_or_else(|| Replay::of(fight.battle()));
                if let Some(first) = replay.at(0) {
                    fight.0 = first;
                    *phase = Phase::Watching { at: 0, playing: true };
                    pace.left = pace.tempo.ticks();
                    commands.entity(entity).insert(replay);
                }
            }
            TacticsControl::StopWatching if matches!(*phase, Phase::Watching { .. }) => {
                if let Some(last) = replay.and_then(|replay| replay.at(usize::MAX)) {
                    fight.0 = last;
                    commands.entity(entity).insert(Report::of(&fight, &record));
                    *phase = Phase::Over;
                }
            }
            TacticsControl::Seek(count) => {
                if let (Phase::Watching { playing, .. }, Some(replay)) = (*phase, replay)
                    && let Some(moment) = replay.at(count)
                {
                    fight.0 = moment;
                    pace.left = pace.tempo.ticks();
                    *phase = Phase::Watching { at: count.min(replay.actions.len()), playing };
                }
            }
            TacticsControl::Play(on) => {
                if let (Phase::Watching { at, .. }, Some(replay)) = (*phase, replay) {
                    // At the end it begins again.
                    let at = if on && at == replay.actions.len() { 0 } else { at };
                    if let Some(moment) = replay.at(at).filter(|_| at == 0) {
                        fight.0 = moment;
                    }
                    *phase = Phase::Watching { at, playing: on };
                }
            }
            TacticsControl::Watch | TacticsControl::StopWatching => {}
            TacticsControl::Hint | TacticsControl::DismissHint | TacticsControl::Solution | TacticsControl::Save => {}
        }
    }
}

/// Lets a tick pass.
pub(super) fn advance(table: Option<Single<Parts>>, mut seats: Query<(&Seat, &mut AiPlayer)>, mut commands: Commands) {
    let Some(table) = table else { return };
    let (entity, mut fight, mut phase, mut pace, mut record, mut watch, replay) = table.into_inner();
    if pace.left > 0 {
        pace.left -= 1;
    }
    match *phase {
        Phase::Playing if fight.is_over() => {
            if pace.left == 0 {
                commands.entity(entity).insert(Report::of(&fight, &record));
                *phase = Phase::Over;
            }
        }
        Phase::Playing => {
            let side = fight.side();
            let Some((_, mut player)) = seats.iter_mut().find(|(seat, _)| seat.side == side) else {
                watch.0 += 1;
                return;
            };
            if pace.left > 0 || fight.is_complete() {
                return;
            }
            let Some(action) = player.take_step(fight.position()) else { return };
            if let Err(refusal) = fight.obey(side, TacticsOrder::Act(action)) {
                // It thinks again.
                warn!("a program was refused: {refusal}");
                return;
            }
            if fight.is_complete()
                && let Err(refusal) = fight.obey(side, TacticsOrder::EndTurn)
            {
                warn!("a program cannot end its turn: {refusal}");
            }
            // The time of its earlier actions counts as well, so it is taken at the end of the turn only.
            if fight.side() != side || fight.is_over() {
                record.push(side, player.take_time());
            }
            pace.add();
        }
        Phase::Watching { at, playing: true } if pace.left == 0 => {
            let Some(replay) = replay else { return };
            let Some(action) = replay.actions.get(at) else {
                *phase = Phase::Watching { at, playing: false };
                return;
            };
            let is_done = fight.act(*action).is_ok();
            let ends = is_done && fight.is_complete() && (at + 1 < replay.actions.len() || !replay.open);
            // A recording is checked before it is shown.
            if ends && let Err(refusal) = fight.end_turn() {
                warn!("a turn of the recording cannot be ended: {refusal}");
            }
            *phase = Phase::Watching { at: at + 1, playing: is_done };
            pace.add();
        }
        Phase::Over | Phase::Watching { .. } => {}
    }
}
