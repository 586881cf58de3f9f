//! Puzzles at the table: the verdict after every step, the best defence, solution and help on request. The judge thinks in
//! the background, so that no frame waits for a proof.

use super::board::{Board, Pace, Phase, Playable, Program, Seat, begin, command, think};
use super::record::Record;
use super::setup::{Start, TableSetup};
use super::thinking::{ThinkPolicy, Thinking};
use super::{TableBegins, TableSystems};
use crate::arena::puzzle::{Judge, Puzzle, Verdict};
use crate::arena::{Choice, Player, TurnGame};
use crate::base::Budget;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The puzzles that can be played. Empty until somebody has read them.
#[derive(Resource, Debug, Clone)]
pub struct Puzzles<P: Puzzle>(pub Arc<Vec<P>>);

impl<P: Puzzle> Default for Puzzles<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

/// What can be asked about the puzzle that is played; the answer comes to the [`PuzzleAttempt`].
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleControl {
    /// The whole solution.
    Solution,
    /// How it goes on from here.
    Help,
}

/// What the defender of a puzzle is called.
const DEFENDER: &str = "Best defence";

/// Longer than any proof. Judges set bounds to their work themselves and look at no budget: who leaves does not wait for
/// the answer, which nobody takes any more.
const PATIENCE: Duration = Duration::from_secs(600);

/// A position and the turns before it, which a verdict depends on.
type Moment = (u64, u32);

type StepOf<P> = <<P as Puzzle>::Game as TurnGame>::Step;

/// A question to the judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Verdict,
    Solution,
    Help,
}

/// What comes of it.
struct Answer<P: Puzzle> {
    judge: P::Judge,
    moment: Moment,
    question: Question,
    verdict: Option<Verdict>,
    line: Vec<StepOf<P>>,
}

/// The puzzle that is played. A component of the table.
#[derive(Component)]
pub struct PuzzleAttempt<P: Puzzle> {
    puzzle: P,
    /// In a lock only to be shareable between threads.
    judge: Option<Mutex<P::Judge>>,
    thinking: Option<Thinking<Answer<P>>>,
    /// The last verdict and what it is about.
    verdict: Option<(Moment, Verdict)>,
    wants_solution: bool,
    solution: Option<Vec<StepOf<P>>>,
    /// Where help was asked for, and the step that was found.
    wants_help: Option<Moment>,
    help: Option<(Moment, Option<StepOf<P>>)>,
}

impl<P: Puzzle> PuzzleAttempt<P> {
    fn new(puzzle: &P) -> Self {
        Self {
            puzzle: puzzle.clone(),
            judge: Some(Mutex::new(puzzle.judge())),
            thinking: None,
            verdict: None,
            wants_solution: false,
            solution: None,
            wants_help: None,
            help: None,
        }
    }

    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// How it stands in the last position that was judged; `None` before the first.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict.map(|(_, verdict)| verdict)
    }

    /// The steps of both sides from the first position to the goal, once it was asked for.
    pub fn solution(&self) -> Option<&[StepOf<P>]> {
        self.solution.as_deref()
    }

    /// The best step in a position, once help was asked for in it; `Some(None)` if nothing helps there.
    pub fn help(&self, position: &P::Game) -> Option<Option<StepOf<P>>> {
        self.help.filter(|(about, _)| *about == moment(position)).map(|(_, step)| step)
    }

    fn answer(&mut self, answer: Answer<P>) {
        self.thinking = None;
        self.judge = Some(Mutex::new(answer.judge));
        if let Some(verdict) = answer.verdict {
            self.verdict = Some((answer.moment, verdict));
        }
        match answer.question {
            Question::Verdict => {}
            Question::Solution => self.solution = Some(answer.line),
            Question::Help => self.help = Some((answer.moment, answer.line.first().copied())),
        }
    }
}

fn moment<G: TurnGame>(position: &G) -> Moment {
    (position.key(), position.turns())
}

/// The other side of a puzzle: the best defence.
struct Defender<P: Puzzle>(P::Judge);

impl<P: Puzzle> Player<P::Game> for Defender<P> {
    fn choose(&mut self, position: &P::Game, _seat: usize, _budget: &Budget) -> Choice<P::Game> {
        Choice::plain(self.0.defence(position))
    }
}

/// Adds the puzzles of a game to its table.
pub(crate) fn plugin<P>(app: &mut App)
where
    P: Puzzle<Game: Playable>,
{
    let mode = <P::Game as Playable>::MODE;
    app.init_resource::<Puzzles<P>>()
        .add_message::<PuzzleControl>()
        .add_systems(
            OnEnter(Screen::Match),
            start::<P>.in_set(TableBegins).after(begin::<P::Game>).run_if(in_state(mode)),
        )
        .add_systems(
            FixedUpdate,
            (
                ask::<P>.in_set(TableSystems::Command(mode)).after(command::<P::Game>),
                judge::<P>.in_set(TableSystems::Think(mode)).before(think::<P::Game>),
            ),
        );
}

/// Puts the puzzle of a set-up on the table, and its defender on the other side.
fn start<P: Puzzle<Game: Playable>>(
    setup: Res<TableSetup<P::Game>>,
    puzzles: Res<Puzzles<P>>,
    table: Option<Single<(Entity, &mut Record), With<Board<P::Game>>>>,
    mut programs: Query<(&Seat<<P::Game as TurnGame>::Kind>, &mut Program<P::Game>)>,
    mut asked: ResMut<Messages<PuzzleControl>>,
    mut commands: Commands,
) {
    asked.clear();
    let Start::Puzzle(index) = setup.start else { return };
    if let (Some(puzzle), Some(table)) = (puzzles.0.get(index), table) {
        let (table, mut record) = table.into_inner();
        let other = 1 - puzzle.seat();
        record.sides[other] = DEFENDER.into();
        for (_, mut program) in programs.iter_mut().filter(|(seat, _)| seat.number == other) {
            *program = Program::<P::Game>::new(Box::new(Defender::<P>(puzzle.judge())));
        }
        commands.entity(table).insert(PuzzleAttempt::new(puzzle));
    }
}

/// Takes what is asked.
fn ask<P: Puzzle<Game: Playable>>(
    mut orders: MessageReader<PuzzleControl>,
    table: Option<Single<(&Board<P::Game>, &mut PuzzleAttempt<P>)>>,
) {
    let Some(table) = table else {
        orders.clear();
        return;
    };
    let (board, mut attempt) = table.into_inner();
    for order in orders.read() {
        match order {
            PuzzleControl::Solution => attempt.wants_solution = true,
            PuzzleControl::Help => attempt.wants_help = Some(moment(board.position())),
        }
    }
}

/// What is judged: the board, its phase and tempo, and the attempt.
type Judged<P> =
    (&'static Board<<P as Puzzle>::Game>, &'static mut Phase, &'static Pace, &'static mut PuzzleAttempt<P>);

/// Has every new position judged, and ends the puzzle when it is solved or missed.
pub(crate) fn judge<P: Puzzle<Game: Playable>>(table: Option<Single<Judged<P>>>, policy: Res<ThinkPolicy>) {
    let Some(table) = table else { return };
    let (board, mut phase, pace, mut attempt) = table.into_inner();
    if let Some(answer) = attempt.bypass_change_detection().thinking.as_mut().and_then(|thinking| thinking.take(0)) {
        attempt.answer(answer);
    }
    let now = moment(board.position());
    let judged = attempt.verdict.filter(|(judged, _)| *judged == now).map(|(_, verdict)| verdict);
    // The last step is seen to its end.
    if matches!(judged, Some(Verdict::Solved | Verdict::Failed)) && *phase == Phase::Playing && pace.is_resting() {
        *phase = Phase::Over;
    }
    if attempt.thinking.is_some() {
        return;
    }
    let wants_help = attempt.wants_help == Some(now) && attempt.help.is_none_or(|(about, _)| about != now);
    let question = match judged {
        None => Question::Verdict,
        Some(_) if wants_help => Question::Help,
        Some(_) if attempt.wants_solution && attempt.solution.is_none() => Question::Solution,
        Some(_) => return,
    };
    let Some(mut judge) = attempt.judge.take().and_then(|judge| judge.into_inner().ok()) else { return };
    let position =
        if question == Question::Solution { board.at(0).position().clone() } else { board.position().clone() };
    let mut thinking = Thinking::start(*policy, u32::MAX, PATIENCE, move |_| {
        // What was found out is remembered, so that this costs little after the first time.
        let verdict = (question == Question::Verdict).then(|| judge.verdict(&position));
        let line = if question == Question::Verdict { Vec::new() } else { judge.solution(&position) };
        Answer { judge, moment: now, question, verdict, line }
    });
    // An inline answer is there already.
    match thinking.take(0) {
        Some(answer) => attempt.answer(answer),
        None => attempt.thinking = Some(thinking),
    }
}
