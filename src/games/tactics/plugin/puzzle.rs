//! Puzzles at the table: the verdict after every action, the best defence, the solution on request. The judge thinks in
//! the background, so that no frame waits for a proof.

use super::{AiPlayer, Fight, Issued, Pace, Phase, Record, Seat, Start, TacticsControl, TacticsSetup};
use crate::arena::{Choice, Player};
use crate::base::Budget;
use crate::games::tactics::battle::Order;
use crate::games::tactics::puzzle::{Judge, Puzzle, Verdict};
use crate::games::tactics::{Action, Position};
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The puzzles that can be played. Empty until somebody has read them.
#[derive(Resource, Debug, Clone, Default)]
pub struct Puzzles(pub Arc<Vec<Puzzle>>);

/// What the defender of a puzzle is called.
const DEFENDER: &str = "Best defence";

/// Longer than any proof: only leaving ends it early.
const PATIENCE: Duration = Duration::from_secs(600);

/// A position and the turns before it, which a verdict depends on.
type Moment = (u64, u16);

/// What comes of a question to the judge.
struct Answer {
    judge: Judge,
    moment: Moment,
    verdict: Verdict,
    solution: Option<Vec<Action>>,
}

/// The puzzle that is played. A component of the table.
#[derive(Component)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    /// In a lock only to be shareable between threads.
    judge: Option<Mutex<Judge>>,
    thinking: Option<Thinking<Answer>>,
    /// The last verdict and what it is about.
    verdict: Option<(Moment, Verdict)>,
    wants_solution: bool,
    solution: Option<Vec<Action>>,
}

impl PuzzleAttempt {
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How it stands in the last position that was judged; `None` before the first.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict.map(|(_, verdict)| verdict)
    }

    /// The actions of both sides from the first position to the goal, once it was asked for.
    pub fn solution(&self) -> Option<&[Action]> {
        self.solution.as_deref()
    }

    fn answer(&mut self, answer: Answer) {
        self.thinking = None;
        self.judge = Some(Mutex::new(answer.judge));
        match answer.solution {
            Some(solution) => self.solution = Some(solution),
            None => self.verdict = Some((answer.moment, answer.verdict)),
        }
    }
}

/// The other side of a puzzle: the best defence.
struct Defender(Judge);

impl Player<Position> for Defender {
    fn choose(&mut self, position: &Position, _seat: usize, _budget: &Budget) -> Choice<Position> {
        let best = self.0.defence(position).first().copied();
        Choice::plain(best.unwrap_or_else(|| {
            // Not in a position that is not over: everybody has a turn.
            let mut all = Vec::new();
            position.actions(&mut all);
            all[0]
        }))
    }
}

/// The puzzle of a set-up, if it is one.
fn of<'a>(setup: &TacticsSetup, puzzles: &'a Puzzles) -> Option<&'a Puzzle> {
    match setup.start {
        Start::Puzzle(index) => puzzles.0.get(index),
        _ => None,
    }
}

/// Puts the puzzle on the table, and its defender on the other side.
pub(super) fn begin(
    mut orders: ResMut<Messages<TacticsControl>>,
    setup: Res<TacticsSetup>,
    puzzles: Res<Puzzles>,
    table: Option<Single<(Entity, &mut Record), With<Fight>>>,
    mut programs: Query<(&Seat, &mut AiPlayer)>,
    mut commands: Commands,
) {
    orders.clear();
    if let (Some(puzzle), Some(table)) = (of(&setup, &puzzles), table) {
        let (table, mut record) = table.into_inner();
        let other = puzzle.side().other().index();
        record.sides[other] = DEFENDER.into();
        for (_, mut program) in programs.iter_mut().filter(|(seat, _)| seat.number == other) {
            *program = AiPlayer::new(Box::new(Defender(Judge::new(puzzle))));
        }
        let judge = Some(Mutex::new(Judge::new(puzzle)));
        let puzzle = puzzle.clone();
        let attempt =
            PuzzleAttempt { puzzle, judge, thinking: None, verdict: None, wants_solution: false, solution: None };
        commands.entity(table).insert(attempt);
    }
}

/// A puzzle that was missed goes on where its last turn is taken back. Comes before the order itself is taken.
pub(super) fn resume(
    mut orders: MessageReader<Issued>,
    table: Option<Single<(&mut Fight, &mut Phase, &PuzzleAttempt)>>,
) {
    let is_undo = |issued: &&Issued| matches!(issued.order, Order::Undo | Order::UndoTurn);
    let asked = orders.read().filter(is_undo).count() > 0;
    let Some(table) = table.filter(|_| asked) else { return };
    let (mut fight, mut phase, attempt) = table.into_inner();
    if *phase != Phase::Over || attempt.verdict() != Some(Verdict::Failed) {
        return;
    }
    let seat = attempt.puzzle.side().index();
    if fight.seat() == seat || fight.reopen(seat).is_ok() {
        *phase = Phase::Playing;
    }
}

/// Takes the request for the solution.
pub(super) fn command(mut orders: MessageReader<TacticsControl>, attempt: Option<Single<&mut PuzzleAttempt>>) {
    let asked = orders.read().filter(|order| **order == TacticsControl::Solution).count() > 0;
    if let (Some(mut attempt), true) = (attempt, asked) {
        attempt.wants_solution = true;
    }
}

/// Has every new position judged, and ends the puzzle when it is solved or missed.
pub(super) fn judge(table: Option<Single<(&Fight, &mut Phase, &Pace, &mut PuzzleAttempt)>>, policy: Res<ThinkPolicy>) {
    let Some(table) = table else { return };
    let (fight, mut phase, pace, mut attempt) = table.into_inner();
    if let Some(answer) = attempt.bypass_change_detection().thinking.as_mut().and_then(|thinking| thinking.take(0)) {
        attempt.answer(answer);
    }
    let moment = (fight.position().key(), fight.position().turns());
    let judged = attempt.verdict.filter(|(judged, _)| *judged == moment).map(|(_, verdict)| verdict);
    // The last action is seen to its end.
    if matches!(judged, Some(Verdict::Solved | Verdict::Failed)) && *phase == Phase::Playing && pace.is_resting() {
        *phase = Phase::Over;
    }
    if attempt.thinking.is_some() {
        return;
    }
    let wants_solution = attempt.wants_solution && attempt.solution.is_none();
    if judged.is_some() && !wants_solution {
        return;
    }
    let Some(mut judge) = attempt.judge.take().and_then(|judge| judge.into_inner().ok()) else { return };
    let (position, first) = (fight.position().clone(), attempt.puzzle.position().clone());
    let mut thinking = Thinking::start(*policy, u32::MAX, PATIENCE, move |_| {
        let solution = (judged.is_some() && wants_solution).then(|| judge.solution(&first));
        // What was found out is remembered, so that this costs little after the first time.
        let verdict = judge.verdict(&position);
        Answer { judge, moment, verdict, solution }
    });
    // An inline answer is there already.
    match thinking.take(0) {
        Some(answer) => attempt.answer(answer),
        None => attempt.thinking = Some(thinking),
    }
}
