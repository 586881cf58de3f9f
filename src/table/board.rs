//! The table of a game in which one seat at a time is to act: the match, orders, time, the end, and looking at it again.

use super::advice::{self, Advice};
use super::ai::{self, AiPlayer};
use super::record::{self, Record, SaveMatch, Saved, Saves};
use super::searched::KeepTrees;
use super::setup::{SeatKind, Start, TICK_HZ, TableSetup, Tempo};
use super::thinking::ThinkPolicy;
use super::{Control, Issued, TableBegins, TableSystems};
use crate::arena::{Match, NotNow, Order, PlayerKind as _, TableGame, TimeControl};
use crate::search::Outcome;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::thread::available_parallelism;
use std::time::Duration;

/// Threads of a search that still pay.
const MOST_THREADS: usize = 8;

/// What a table needs to know of its game.
pub trait Playable: TableGame {
    /// The mode that is played at the table.
    const MODE: Mode;

    /// Set-ups from which one chooses where there is no window to set a match up, the usual one first: each with a word for
    /// addresses and a title.
    fn ready_setups() -> Vec<(String, String, Self::Setup)>;

    /// What is shown of the thoughts of programs.
    type Insight: Send + Sync + 'static;

    /// What is shown of a thought about this position.
    fn insight(&self, thought: Self::Thought, kind: Self::Kind) -> Option<Self::Insight>;

    /// What a thought about this position says that it is worth to who is to move, in the units of the search; nothing if
    /// the thought is about another one.
    fn worth_of(&self, insight: &Self::Insight) -> Option<i32>;

    /// Whether turns of earlier rounds can be undone by orders in a puzzle. A turn is then ended by an order, too; a game
    /// that takes back in its own way says no.
    const UNDOES_PUZZLES: bool = true;

    /// How long a program may think about this turn.
    fn thinking_time(&self) -> Duration;

    /// How long a hint is thought about.
    const ADVICE_TIME: Duration;
}

/// The running match, or the one that is watched.
#[derive(Component, Debug, Clone, Deref, DerefMut)]
pub struct Board<G: TableGame>(pub Match<G>);

/// The match that is watched, to its end.
#[derive(Component, Debug, Clone, Deref)]
pub struct Replay<G: TableGame>(Match<G>);

/// A seat of the table, 0 or 1. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat<K> {
    pub number: usize,
    pub kind: SeatKind<K>,
}

/// The program of a seat.
pub type Program<G> = AiPlayer<G, <G as Playable>::Insight>;

/// What is going on at the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Playing,
    Over,
    /// A match is looked at from its record, the [`Replay`].
    Watching {
        /// Steps that have been made.
        at: usize,
        /// Whether it goes on by itself.
        playing: bool,
    },
}

/// How fast steps follow each other.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How long a step is shown.
    pub tempo: Tempo,
    /// Ticks until the next step of a program.
    left: u32,
}

impl Pace {
    /// Whether the last step has been shown.
    pub(crate) fn is_resting(&self) -> bool {
        self.left == 0
    }

    fn restart(&mut self) {
        self.left = self.tempo.ticks();
    }

    /// Several steps that come quickly are shown one after the other, but nobody waits for more than three.
    pub(super) fn add(&mut self) {
        let one = self.tempo.ticks();
        self.left = (self.left + one).min(3 * one);
    }
}

/// An order was not carried out.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct Refused<G: TableGame> {
    pub seat: usize,
    pub refusal: G::Refusal,
}

/// The most ticks of a turn that come out of a file: a hundred days.
const LONGEST: f64 = 100.0 * 86_400.0 * TICK_HZ;

/// Ticks of the turn that is on: of a person all of them, of a program those in which it thinks.
#[derive(Component, Debug, Default)]
pub struct TurnClock(pub(crate) u32);

impl TurnClock {
    /// The clock of a turn that has taken so long.
    fn at(used: Duration) -> Self {
        // More than any clock gives.
        Self((used.as_secs_f64() * TICK_HZ).round().min(LONGEST) as u32)
    }

    /// How long the turn has taken. The speed of time does not matter: a tick is always as long.
    pub fn used(&self) -> Duration {
        Duration::from_secs_f64(f64::from(self.0) / TICK_HZ)
    }

    /// How long the turn has taken that ends now.
    fn take(&mut self) -> Duration {
        let used = self.used();
        self.0 = 0;
        used
    }
}

pub(super) fn plugin<G: Playable>(app: &mut App) {
    super::shared(app, G::MODE);
    app.init_resource::<Saves<G>>()
        .add_message::<Issued<Order<G::Step>>>()
        .add_message::<Refused<G>>()
        .add_message::<Saved>()
        .add_message::<SaveMatch>()
        .add_systems(
            OnEnter(Screen::Match),
            (begin::<G>, record::begin::<G>).chain().in_set(TableBegins).run_if(in_state(G::MODE)),
        )
        .add_systems(
            FixedUpdate,
            (
                (
                    control::<G>,
                    // Over the network the server has the match, and nobody is helped.
                    (command::<G>, advice::command::<G>).chain().run_if(not(resource_exists::<Online>)),
                    record::save::<G>,
                )
                    .chain()
                    .in_set(TableSystems::Command(G::MODE)),
                (collect::<G>, advice::collect::<G>, think::<G>).chain().in_set(TableSystems::Think(G::MODE)),
                (advance::<G>, record::write::<G>).chain().in_set(TableSystems::Act(G::MODE)),
            ),
        );
}

/// Builds the table and its seats.
pub(crate) fn begin<G: Playable>(
    (setup, trees, online): (Res<TableSetup<G>>, Res<KeepTrees>, Option<Res<Online>>),
    (mut orders, mut controls): (ResMut<Messages<Issued<Order<G::Step>>>>, ResMut<Messages<Control>>),
    mut commands: Commands,
) {
    orders.clear();
    controls.clear();
    let sides = setup.seats.map(SeatKind::name);
    // Nobody solves a puzzle by the clock.
    let clock = if let Start::Puzzle(_) = setup.start { TimeControl::None } else { setup.clock };
    let name = |seat: usize| online.as_ref().and_then(|online| online.names.get(seat).cloned()).unwrap_or_default();
    let mut record = Record { sides, clock, names: [0, 1].map(name), ..default() };
    let mut turn = TurnClock::default();
    let new = || Match::new(setup.game.clone()).map_err(|problem: G::SetupProblem| problem.to_string());
    let built = match &setup.start {
        Start::New => new(),
        // Who solves a puzzle tries things out.
        Start::Puzzle(_) if G::UNDOES_PUZZLES => new().map(Match::lenient),
        Start::Puzzle(_) => new(),
        Start::Continue(recording) | Start::Watch(recording) => {
            if matches!(setup.start, Start::Watch(_)) {
                record.sides.clone_from(recording.sides());
            }
            turn = TurnClock::at(recording.turn_time());
            let restored = recording.restore().map_err(|problem| problem.to_string());
            restored.inspect(|played| record.go_on(recording, played))
        }
    };
    let mut played = match built {
        Ok(played) => played,
        Err(problem) => {
            error!("a match was entered with a set-up that cannot be played: {problem}");
            return;
        }
    };
    // The board is looked at for a moment before a program moves.
    let pace = Pace { tempo: setup.tempo, left: setup.tempo.ticks() };
    let name = Name::new(format!("{} table", G::MODE.0));
    let mut table = commands.spawn(((name, pace, record, turn, Advice::<G>::default()), DespawnOnExit(Screen::Match)));
    let phase = if let Start::Watch(_) = setup.start {
        let replay = Replay(played);
        played = replay.at(0);
        table.insert(replay);
        Phase::Watching { at: 0, playing: true }
    } else {
        Phase::Playing
    };
    let seed = G::seed(played.setup());
    let table = table.insert((phase, Board(played))).id();
    for (number, kind) in setup.seats.into_iter().enumerate() {
        let mut seat = commands.spawn((Seat { number, kind }, ChildOf(table)));
        if let SeatKind::Computer(kind) = kind {
            let mut player = kind.player(seed.wrapping_mul(2).wrapping_add(number as u64));
            player.use_threads(available_parallelism().map_or(1, usize::from).min(MOST_THREADS));
            if trees.0 {
                player.keep_trees();
            }
            seat.insert(Program::<G>::new(player));
        }
    }
}

/// What the systems of the table change.
type Parts<G> = (
    Entity,
    &'static mut Board<G>,
    &'static mut Phase,
    &'static mut Pace,
    &'static mut Record,
    &'static mut TurnClock,
    Option<&'static Replay<G>>,
);

/// Takes the orders of persons.
pub(crate) fn command<G: Playable>(
    mut orders: MessageReader<Issued<Order<G::Step>>>,
    table: Option<Single<Parts<G>>>,
    setup: Res<TableSetup<G>>,
    mut refused: MessageWriter<Refused<G>>,
) {
    let Some(table) = table else { return };
    let (_, mut board, phase, mut pace, mut record, mut clock, _) = table.into_inner();
    for Issued { seat, order } in orders.read().copied() {
        if *phase != Phase::Playing || board.flagged().is_some() {
            continue;
        }
        let turn = board.position().turns();
        let done = if setup.is_human(seat) { board.obey(seat, order) } else { Err(NotNow::NotYours.into()) };
        if let Err(refusal) = done {
            refused.write(Refused { seat, refusal });
            continue;
        }
        if matches!(order, Order::Act(_)) {
            record.value(turn, None);
            pace.add();
        }
        let won = board.position().outcome() == Some(Outcome::Win(seat));
        // A turn that has won cannot be improved on.
        if won && board.is_complete() && board.obey(seat, Order::EndTurn).is_err() {
            warn!("a turn that has won cannot be ended");
        }
        if board.seat() != seat || board.is_over() {
            record.times[seat].push(clock.take());
        }
    }
}

/// Does what who looks at the match wants.
pub(crate) fn control<G: Playable>(
    mut controls: MessageReader<Control>,
    table: Option<Single<Parts<G>>>,
    mut commands: Commands,
) {
    let Some(table) = table else { return };
    let (entity, mut board, mut phase, mut pace, _, _, replay) = table.into_inner();
    for control in controls.read() {
        match (*control, *phase, replay) {
            (Control::Skip, ..) => pace.left = 0,
            (Control::Tempo(tempo), ..) => {
                pace.tempo = tempo;
                pace.left = pace.left.min(tempo.ticks());
            }
            (Control::Watch, Phase::Over, _) => {
                // After a look at it the match may have gone on from an earlier move.
                let replay = Replay(board.0.clone());
                board.0 = replay.at(0);
                *phase = Phase::Watching { at: 0, playing: true };
                pace.restart();
                commands.entity(entity).insert(replay);
            }
            (Control::StopWatching, Phase::Watching { .. }, Some(replay)) => {
                board.0 = replay.0.clone();
                *phase = Phase::Over;
            }
            (Control::Seek(step), Phase::Watching { playing, .. }, Some(replay)) => {
                let at = step.min(replay.steps().len());
                board.0 = replay.at(at);
                pace.restart();
                *phase = Phase::Watching { at, playing };
            }
            (Control::Play(on), Phase::Watching { at, .. }, Some(replay)) => {
                // At the end it begins again.
                let at = if on && at == replay.steps().len() { 0 } else { at };
                if at == 0 {
                    board.0 = replay.at(0);
                }
                *phase = Phase::Watching { at, playing: on };
            }
            _ => {}
        }
    }
}

/// Takes the answers that have come.
fn collect<G: Playable>(table: Option<Single<&TurnClock, With<Board<G>>>>, mut programs: Query<&mut Program<G>>) {
    ai::collect(table.map_or(0, |clock| clock.0), &mut programs);
}

/// Lets the program whose turn it is think about its next step, also while the last one is still shown.
pub(crate) fn think<G: Playable>(
    table: Option<Single<(&Board<G>, &Phase, &Record, &TurnClock)>>,
    policy: Res<ThinkPolicy>,
    mut seats: Query<(&Seat<G::Kind>, &mut Program<G>)>,
) {
    let Some(table) = table else { return };
    let (board, phase, record, clock) = *table;
    if *phase != Phase::Playing || board.is_complete() || board.is_over() {
        return;
    }
    let (position, turn) = (board.position(), board.seat());
    for (seat, mut program) in &mut seats {
        program.bypass_change_detection().forget_others(position.key());
        if seat.number != turn {
            continue;
        }
        let SeatKind::Computer(kind) = seat.kind else { continue };
        // Without a clock searches have no tick at which they are due: the budget ends them.
        let planned = record.left(board, turn, clock.used()).map(|left| record.clock.plan(left));
        let due = planned.map_or(u32::MAX, |planned| clock.0 + (planned.as_secs_f64() * TICK_HZ) as u32);
        let limits = (*policy, due, clock.0, planned.unwrap_or_else(|| position.thinking_time()));
        program.think(limits, (position, turn), move |position, thought| position.insight(thought, kind));
    }
}

/// Lets a tick pass.
fn advance<G: Playable>(
    table: Option<Single<Parts<G>>>,
    online: Option<Res<Online>>,
    mut seats: Query<(&Seat<G::Kind>, &mut Program<G>)>,
) {
    let Some(table) = table else { return };
    let (_, mut board, mut phase, mut pace, mut record, mut clock, replay) = table.into_inner();
    if pace.left > 0 {
        pace.left -= 1;
    }
    match *phase {
        Phase::Playing if board.is_over() => {
            if pace.left == 0 {
                *phase = Phase::Over;
            }
        }
        // The server has the clock.
        Phase::Playing if online.is_some() => {
            if record.clock.is_none() {
                clock.0 += 1;
            }
        }
        Phase::Playing => {
            let turn = board.seat();
            let mut program = seats.iter_mut().find(|(seat, _)| seat.number == turn).map(|(_, program)| program);
            if program.as_ref().is_none_or(|program| !program.is_ready()) {
                clock.0 += 1;
            }
            if record.left(&board, turn, clock.used()) == Some(Duration::ZERO) {
                record.times[turn].push(clock.take());
                board.run_out(turn);
                return;
            }
            let Some(program) = &mut program else { return };
            if pace.left > 0 || board.is_complete() {
                return;
            }
            let Some(step) = program.take_step(board.position()) else { return };
            let number = board.position().turns();
            let worth = program.thought().and_then(|insight| board.position().worth_of(insight));
            if let Err(refusal) = board.obey(turn, Order::Act(step)) {
                // It thinks again.
                warn!("a program was refused: {refusal}");
                return;
            }
            record.value(number, worth);
            if board.is_complete()
                && let Err(refusal) = board.obey(turn, Order::EndTurn)
            {
                warn!("a program cannot end its turn: {refusal}");
            }
            // The time of its earlier steps counts as well, so it is taken at the end of the turn only.
            if board.seat() != turn || board.is_over() {
                let (counted, measured) = (clock.take(), program.take_time());
                let time = if record.clock.is_none() { measured } else { counted };
                record.times[turn].push(time);
            }
            pace.add();
        }
        Phase::Watching { at, playing: true } if pace.left == 0 => {
            let Some(replay) = replay else { return };
            let Some(step) = replay.steps().get(at) else {
                *phase = Phase::Watching { at, playing: false };
                return;
            };
            let is_done = board.act(*step).is_ok();
            let ends = is_done && board.is_complete() && (at + 1 < replay.steps().len() || !replay.is_open());
            // A recording is checked before it is shown.
            if ends && let Err(refusal) = board.end_turn() {
                warn!("a turn of the recording cannot be ended: {refusal}");
            }
            if let Some(ruling) = replay.ruling().filter(|_| at + 1 == replay.steps().len()) {
                board.end_by(ruling.clone());
            }
            *phase = Phase::Watching { at: at + 1, playing: is_done };
            pace.add();
        }
        Phase::Over | Phase::Watching { .. } => {}
    }
}
