//! The computer's players at a table: they think in the background, and keep what they know from one step to the next.

use super::searched::{Searched, choose};
use super::thinking::{ThinkPolicy, Thinking};
use crate::arena::{Player, TurnGame};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The player of a seat; `N` is what is shown of its thoughts.
#[derive(Component)]
pub struct AiPlayer<G: TurnGame, N: Send + Sync + 'static> {
    /// While it does not think; in a lock only to be shareable between threads.
    idle: Option<Mutex<Box<dyn Player<G>>>>,
    /// With the key of the position that it thinks about.
    thinking: Option<(u64, Thinking<Answer<G, N>>)>,
    /// The next step and the key of the position that it is for.
    step: Option<(u64, G::Step)>,
    thought: Option<N>,
    /// The tree of its last search, if it keeps them.
    searched: Option<Arc<Searched<G>>>,
    /// Time for this turn so far.
    time: Duration,
}

/// What comes of a search.
struct Answer<G: TurnGame, N> {
    player: Box<dyn Player<G>>,
    key: u64,
    step: G::Step,
    thought: Option<N>,
    searched: Option<Arc<Searched<G>>>,
    time: Duration,
}

impl<G: TurnGame, N: Send + Sync + 'static> AiPlayer<G, N> {
    pub(crate) fn new(player: Box<dyn Player<G>>) -> Self {
        Self {
            idle: Some(Mutex::new(player)),
            thinking: None,
            step: None,
            thought: None,
            searched: None,
            time: Duration::ZERO,
        }
    }

    /// Whether it is thinking now.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// How it came to its last step that needed a search.
    pub fn thought(&self) -> Option<&N> {
        self.thought.as_ref()
    }

    /// The tree of its last search, if it keeps them.
    pub fn searched(&self) -> Option<&Arc<Searched<G>>> {
        self.searched.as_ref()
    }

    /// Whether it has decided on its next step.
    pub(crate) fn is_ready(&self) -> bool {
        self.step.is_some()
    }

    /// The step for a position, once, if it has decided on one.
    pub(crate) fn take_step(&mut self, position: &G) -> Option<G::Step> {
        let (key, step) = self.step.take()?;
        (key == position.key()).then_some(step)
    }

    /// How long it has thought since it was last asked this.
    pub(crate) fn take_time(&mut self) -> Duration {
        std::mem::take(&mut self.time)
    }

    /// Gives up what it thinks, or has decided, about another position than that of this key: somebody has gone back.
    pub(crate) fn forget_others(&mut self, key: u64) {
        if let Some((about, thinking)) = &self.thinking
            && *about != key
        {
            thinking.stop();
        }
        self.step.take_if(|(about, _)| *about != key);
    }

    /// Begins to think about the next step, unless it does so already or has decided. The answer is wanted at tick `due`
    /// of a clock that shows `now`; `tell` makes of a thought what is shown.
    pub(crate) fn think(
        &mut self,
        (policy, due, now, time): (ThinkPolicy, u32, u32, Duration),
        (position, seat): (&G, usize),
        tell: impl FnOnce(&G, G::Thought) -> Option<N> + Send + 'static,
    ) {
        if self.thinking.is_some() || self.step.is_some() {
            return;
        }
        let Some(mut player) = self.idle.take().and_then(|idle| idle.into_inner().ok()) else { return };
        let position = position.clone();
        let key = position.key();
        let thinking = Thinking::start(policy, due, time, move |budget| {
            let start = Instant::now();
            let (choice, searched) = choose(&mut *player, &position, seat, budget);
            let thought = choice.thought.and_then(|thought| tell(&position, thought));
            let time = start.elapsed();
            Answer { player, key, step: choice.step, thought, searched, time }
        });
        self.thinking = Some((key, thinking));
        // An inline answer is there already.
        self.collect(now);
    }

    /// Takes the answer if it has come.
    fn collect(&mut self, now: u32) {
        let Some(answer) = self.thinking.as_mut().and_then(|(_, thinking)| thinking.take(now)) else { return };
        self.thinking = None;
        self.idle = Some(Mutex::new(answer.player));
        self.step = Some((answer.key, answer.step));
        self.time += answer.time;
        if answer.searched.is_some() {
            self.searched = answer.searched;
        }
        if answer.thought.is_some() {
            self.thought = answer.thought;
        }
    }
}

/// Takes the answers that have come; `now` is the clock of what was asked for.
pub(crate) fn collect<G: TurnGame, N: Send + Sync + 'static>(now: u32, players: &mut Query<&mut AiPlayer<G, N>>) {
    for mut player in players {
        let player = player.bypass_change_detection();
        player.collect(now);
    }
}
