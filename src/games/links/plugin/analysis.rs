//! Analysis in the background: of the position on the table, and of a whole match that is over or is watched. What is found
//! comes as it is ready. The position is only looked at while no program and no hint is being thought about: they would have
//! to share the machine.

use super::{Advice, AiPlayer, Board, LinksSetup, Phase, Record, Replay};
use crate::base::Budget;
use crate::games::links::analysis::{Analyst, Candidate, Ply, Review, Threats, Totals, threats, totals};
use crate::games::links::game::Match;
use crate::games::links::position::Position;
use crate::games::links::step::Step;
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a position is looked at.
const TIME: Duration = Duration::from_secs(20);
/// How long a move of a match is, at most; its nodes end it before.
const REVIEW_TIME: Duration = Duration::from_secs(3600);
/// Moves of a position that are valued.
pub const CANDIDATES: usize = 14;

/// What is wanted of the position on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// The best moves, with their values.
    pub moves: bool,
    /// What the side threatens that is not to move.
    pub threats: bool,
}

/// What who looks on wants to know.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnalysisControl {
    /// From now on this is found out about the position on the table, whichever it is.
    Watch(Wishes),
    /// The whole match is looked at, or what of it is not known already. Only when it is over or watched.
    Review,
    /// The match is not looked at any further; what was found stays.
    Stop,
    /// Whoever is to move was helped by a search elsewhere.
    Helped,
}

/// Nodes for each move of a match: the same match and as many nodes give the same review.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewNodes(pub u64);

impl Default for ReviewNodes {
    /// Sixty moves in less than twenty seconds on one core.
    fn default() -> Self {
        Self(20_000)
    }
}

/// What is known of a position so far.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// The position that it is about, and who is to move there.
    pub key: u64,
    pub side: usize,
    pub threats: Option<Threats>,
    /// The best first; their values are for who is to move.
    pub candidates: Vec<Candidate>,
}

/// A search whose results are read while it runs.
struct Task<T> {
    thinking: Thinking<()>,
    found: Arc<Mutex<T>>,
}

/// The review of a match.
struct Reviewed {
    steps: Vec<Step>,
    /// Held by the task while it runs.
    review: Arc<Mutex<Review>>,
    thinking: Option<Thinking<()>>,
    /// What the task has found, the last move first.
    found: Arc<Mutex<Vec<Ply>>>,
    /// In the order of the match.
    plies: Vec<Ply>,
    moves: usize,
}

impl Reviewed {
    fn new(played: &Match) -> Self {
        let review = Review::new(played);
        Self {
            steps: played.steps().to_vec(),
            moves: review.left(),
            review: Arc::new(Mutex::new(review)),
            thinking: None,
            found: Arc::default(),
            plies: Vec::new(),
        }
    }

    /// Looks at the moves that are not known yet, with so many nodes each.
    fn go_on(&mut self, nodes: u64, policy: ThinkPolicy) {
        let (review, found) = (self.review.clone(), self.found.clone());
        self.thinking = Some(Thinking::start(policy, u32::MAX, REVIEW_TIME, move |budget: &Budget| {
            let budget = budget.clone().and_nodes(nodes);
            // A task that was stopped before this one lets go of it soon.
            let mut review = locked(&review);
            while let Some(ply) = review.go_on(&budget) {
                locked(&found).push(ply);
            }
        }));
    }

    /// Whether nobody looks at the match though not all of it is known.
    fn is_wanting(&self) -> bool {
        self.thinking.is_none() && self.plies.len() < self.moves
    }
}

/// What is known of the match on the table.
#[derive(Component, Default)]
pub struct Analysis {
    wishes: Wishes,
    live: Option<(u64, Task<Findings>)>,
    findings: Option<Findings>,
    /// The position about which nothing more is to be found out, and what was wanted.
    done: Option<(u64, Wishes)>,
    review: Option<Reviewed>,
    analyst: Arc<Mutex<Analyst>>,
    has_helped: bool,
}

impl Analysis {
    pub fn wishes(&self) -> Wishes {
        self.wishes
    }

    /// What is known of the position on the table.
    pub fn findings(&self, position: &Position) -> Option<&Findings> {
        self.findings.as_ref().filter(|findings| findings.key == position.key())
    }

    /// Whether the position on the table is being looked at.
    pub fn is_looking(&self) -> bool {
        self.live.is_some()
    }

    /// The moves of the match that have been looked at, in their order: the last ones come first.
    pub fn plies(&self) -> &[Ply] {
        self.review.as_ref().map_or(&[], |review| &review.plies)
    }

    /// The move that was made last after so many steps, if it has been looked at.
    pub fn ply_before(&self, steps: usize) -> Option<&Ply> {
        self.plies().iter().rev().find(|ply| ply.at < steps).filter(|ply| ply.at + 2 >= steps)
    }

    /// What the moves of each side cost together, once all are known.
    pub fn totals(&self) -> Option<[Totals; 2]> {
        let review = self.review.as_ref()?;
        (review.plies.len() == review.moves).then(|| totals(&review.plies))
    }

    /// Moves that have been looked at, of how many; nothing if no review was asked for.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.review.as_ref().map(|review| (review.plies.len(), review.moves))
    }

    pub fn is_reviewing(&self) -> bool {
        self.review.as_ref().is_some_and(|review| review.thinking.is_some())
    }

    /// Whether a person who plays against a program was shown best moves, threats or the tree of a search.
    pub fn has_helped(&self) -> bool {
        self.has_helped
    }
}

/// What was found is whole whenever the lock is let go: who held it when it panicked has changed nothing by halves.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn look_at(position: Position, wishes: Wishes, analyst: Arc<Mutex<Analyst>>, policy: ThinkPolicy) -> Task<Findings> {
    let (key, side) = (position.key(), position.side());
    let found = Arc::new(Mutex::new(Findings { key, side, threats: None, candidates: Vec::new() }));
    let told = found.clone();
    let thinking = Thinking::start(policy, u32::MAX, TIME, move |budget| {
        if budget.is_spent(0) {
            return;
        }
        let threats = threats(&position);
        locked(&told).threats = Some(threats);
        if wishes.moves {
            let mut tell = |candidates: &[Candidate]| locked(&told).candidates = candidates.to_vec();
            // The memory is free: the search before this one has been told to stop.
            let candidates = locked(&analyst).candidates(&position, CANDIDATES, budget, &mut tell);
            tell(&candidates);
        }
    });
    Task { thinking, found }
}

/// Whether a person is to move against a program.
fn can_be_helped(board: &Board, phase: Phase, setup: &LinksSetup) -> bool {
    setup.person_plays(board, phase) && (0..2).any(|seat| !setup.is_human(seat))
}

/// Takes the wishes.
pub(super) fn command(
    mut orders: MessageReader<AnalysisControl>,
    table: Option<Single<(&Board, &Phase, Option<&Replay>, &mut Analysis)>>,
    (policy, nodes, setup): (Res<ThinkPolicy>, Res<ReviewNodes>, Res<LinksSetup>),
) {
    let Some(table) = table else { return };
    let (board, phase, replay, mut analysis) = table.into_inner();
    for order in orders.read() {
        match order {
            AnalysisControl::Watch(wishes) if *wishes == analysis.wishes => {}
            AnalysisControl::Watch(wishes) => {
                let analysis = &mut *analysis;
                (analysis.wishes, analysis.live, analysis.done) = (*wishes, None, None);
                if !wishes.moves {
                    analysis.findings = None;
                }
            }
            AnalysisControl::Review if *phase != Phase::Playing => {
                let played: &Match = match (*phase, replay) {
                    (Phase::Watching { .. }, Some(replay)) => replay,
                    _ => &board.0,
                };
                let analysis = &mut *analysis;
                let review = analysis.review.get_or_insert_with(|| Reviewed::new(played));
                if review.is_wanting() {
                    analysis.live = None;
                    review.go_on(nodes.0, *policy);
                }
            }
            AnalysisControl::Review => {}
            AnalysisControl::Stop => {
                if let Some(review) = &mut analysis.review {
                    review.thinking = None;
                }
            }
            AnalysisControl::Helped => analysis.has_helped |= can_be_helped(board, *phase, &setup),
        }
    }
}

/// Ends what is about another position or match, before programs begin to think about a new one.
pub(super) fn end(table: Option<Single<(&Board, &Phase, &mut Analysis)>>) {
    let Some(table) = table else { return };
    let (board, phase, mut analysis) = table.into_inner();
    let key = board.position().key();
    let is_old = |about: u64| about != key;
    if analysis.live.as_ref().is_some_and(|(about, _)| is_old(*about)) {
        analysis.bypass_change_detection().live = None;
    }
    if analysis.findings.as_ref().is_some_and(|findings| is_old(findings.key)) {
        analysis.findings = None;
    }
    // A match that is played on is another one; while one is watched the board stands anywhere in it.
    let is_other = |review: &Reviewed| *phase == Phase::Playing && review.steps != board.steps();
    if analysis.review.as_ref().is_some_and(is_other) {
        analysis.review = None;
    }
}

/// Takes what has been found, and begins with a new position where nothing else is thought about.
pub(super) fn follow(
    table: Option<Single<(&Board, &Phase, &Advice, &mut Record, &mut Analysis)>>,
    programs: Query<&AiPlayer>,
    (policy, setup): (Res<ThinkPolicy>, Res<LinksSetup>),
) {
    let Some(table) = table else { return };
    let (board, phase, advice, mut record, mut analysis) = table.into_inner();
    let position = board.position();
    // In a puzzle it would show the solution, and take the place of who judges.
    let is_busy = setup.has_no_help(*phase)
        || advice.is_thinking()
        || analysis.is_reviewing()
        || programs.iter().any(AiPlayer::is_thinking);
    if is_busy {
        analysis.bypass_change_detection().live = None;
    }
    collect(&mut analysis, &mut record);
    let (wishes, key) = (analysis.wishes, position.key());
    let is_wanted =
        (wishes.moves || wishes.threats) && position.end().is_none() && analysis.done != Some((key, wishes));
    if is_busy || !is_wanted || analysis.live.is_some() {
        return;
    }
    let helps = can_be_helped(board, *phase, &setup);
    let task = look_at(position.clone(), wishes, analysis.analyst.clone(), *policy);
    let now = analysis.bypass_change_detection();
    now.has_helped |= helps;
    now.live = Some((key, task));
    collect(&mut analysis, &mut record);
}

/// Takes what has been found so far. What moves of the match were worth is recorded with it.
fn collect(analysis: &mut Mut<Analysis>, record: &mut Mut<Record>) {
    let now = analysis.bypass_change_detection();
    let mut news = None;
    if let Some((_, task)) = &mut now.live {
        let is_done = task.thinking.take(0).is_some();
        let found = locked(&task.found);
        if now.findings.as_ref() != Some(&*found) && found.threats.is_some() {
            news = Some(found.clone());
        }
        drop(found);
        if is_done {
            now.live = None;
            now.done = now.findings.as_ref().or(news.as_ref()).map(|findings| (findings.key, now.wishes));
        }
    }
    if news.is_some() {
        analysis.findings = news;
    }
    let Some(review) = &mut analysis.bypass_change_detection().review else { return };
    let is_done = review.thinking.as_mut().is_some_and(|thinking| thinking.take(0).is_some());
    let found: Vec<Ply> = locked(&review.found).drain(..).collect();
    for ply in &found {
        record.set_value(ply.number - 1, if ply.side == 0 { ply.after } else { -ply.after });
    }
    let has_news = is_done || !found.is_empty();
    if has_news && let Some(review) = &mut analysis.review {
        review.plies.splice(0..0, found.into_iter().rev());
        if is_done {
            review.thinking = None;
        }
    }
}
