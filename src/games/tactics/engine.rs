//! Our opponent: the generic engine with our evaluation, in five levels and three styles.
//!
//! It thinks once at the beginning of a turn and plays the turn of its expected line; the other actions of the turn then
//! come without thinking, unless something else was played. The level limits how many turns it looks ahead and, below
//! the third, which terms it knows and how sure it is of them.

use super::action::Action;
use super::ending::Endings;
use super::evaluation::{Evaluation, Style, Weights};
use super::position::Position;
use super::scene::Scene;
use crate::base::Budget;
use crate::search::tree::Recorder;
use crate::search::{self, Settings, Thought};
use std::sync::Arc;

pub const MAX_LEVEL: u8 = 5;

struct Level {
    /// Turns of a side that it looks ahead.
    turns: u32,
    quiescence: u32,
    /// Only the source's eight terms.
    eight: bool,
    /// Uncertainty of its values; a point of health is about 20.
    noise: i32,
}

const LEVELS: [Level; MAX_LEVEL as usize] = [
    Level { turns: 2, quiescence: 0, eight: true, noise: 90 },
    Level { turns: 2, quiescence: 0, eight: true, noise: 12 },
    Level { turns: 2, quiescence: 6, eight: false, noise: 4 },
    Level { turns: 3, quiescence: 6, eight: false, noise: 0 },
    Level { turns: 60, quiescence: 6, eight: false, noise: 0 },
];

/// An opponent with its memory.
pub struct Engine {
    level: u8,
    style: Style,
    weights: Option<Weights>,
    seed: u64,
    search: search::Engine<Position>,
    /// What belongs to the battle at hand.
    battle: Option<(Arc<Scene>, Evaluation)>,
    /// What is left of the line of this turn: keys of positions with the action in each.
    plan: Vec<(u64, Action)>,
    thought: Option<Thought<Action>>,
    /// Keeps the trees of its searches, if they are wanted.
    pub(super) recorder: Option<Recorder<Action>>,
}

impl Engine {
    /// An engine of a level from 1 to [`MAX_LEVEL`]. The seed only matters to levels that are unsure.
    pub fn new(level: u8, style: Style, seed: u64) -> Self {
        let level = level.clamp(1, MAX_LEVEL);
        let quiescence = LEVELS[usize::from(level) - 1].quiescence;
        let search = search::Engine::new(Settings { quiescence, ..Settings::default() });
        Self {
            level,
            style,
            weights: None,
            seed,
            search,
            battle: None,
            plan: Vec::new(),
            thought: None,
            recorder: None,
        }
    }

    pub(crate) fn with_weights(self, weights: Weights) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// What it thought at the last beginning of a turn.
    pub fn thought(&self) -> Option<&Thought<Action>> {
        self.thought.as_ref()
    }

    /// The next action in a position that is not over; the thought only if it has thought for this one.
    pub fn choose(&mut self, position: &Position, budget: &Budget) -> (Action, Option<Thought<Action>>) {
        if let Some((_, action)) = self.plan.iter().find(|(key, _)| *key == position.key())
            && !position.is_turn_start()
            && position.is_legal(*action)
        {
            return (*action, None);
        }
        let thought = self.think(position, budget, &mut |_| {});
        let action = thought.best.unwrap_or_else(|| position.legal()[0]);
        self.plan = plan(position, &thought.line);
        self.thought = Some(thought.clone());
        (action, Some(thought))
    }

    /// Thinks about a position without playing; `watch` hears of every depth that is finished.
    pub fn think(
        &mut self,
        position: &Position,
        budget: &Budget,
        watch: &mut impl FnMut(&Thought<Action>),
    ) -> Thought<Action> {
        self.prepare(position.scene());
        let Some((_, evaluation)) = &mut self.battle else { return Thought::default() };
        evaluation.prepare(position);
        let mut game = position.clone();
        game.settle();
        // Deep enough for the turns of this level, whoever has more characters.
        let level = &LEVELS[usize::from(self.level) - 1];
        let characters = position.count(super::Side::A).max(position.count(super::Side::B));
        self.search.set_max_depth(level.turns * characters);
        match &mut self.recorder {
            Some(recorder) => self.search.think_heard(&mut game, &*evaluation, budget, watch, recorder),
            None => self.search.think_watched(&mut game, &*evaluation, budget, watch),
        }
    }

    /// The evaluation of the battle at hand, for reasons; solves its endings at the first call.
    pub fn evaluation(&mut self, scene: &Arc<Scene>) -> Option<&Evaluation> {
        self.prepare(scene);
        self.battle.as_ref().map(|(_, evaluation)| evaluation)
    }

    fn prepare(&mut self, scene: &Arc<Scene>) {
        let is_same = |(other, _): &(Arc<Scene>, Evaluation)| Arc::ptr_eq(other, scene) || other == scene;
        if self.battle.as_ref().is_some_and(is_same) {
            return;
        }
        let level = &LEVELS[usize::from(self.level) - 1];
        let known = if level.eight { Weights::eight() } else { Weights::of(scene.rules.mode, self.style) };
        let endings = if level.eight { Endings::default() } else { Endings::of(scene) };
        let evaluation = Evaluation::new(self.weights.unwrap_or(known), Arc::new(endings));
        self.battle = Some((scene.clone(), evaluation.with_noise(level.noise, self.seed)));
    }
}

/// The actions of the rest of a turn with the positions in which they are to be made.
fn plan(position: &Position, line: &[Action]) -> Vec<(u64, Action)> {
    let mut game = position.clone();
    let mut plan = Vec::new();
    for action in line {
        if game.side() != position.side() || game.turns() != position.turns() || !game.is_legal(*action) {
            break;
        }
        plan.push((game.key(), *action));
        game.make(*action);
    }
    plan
}
