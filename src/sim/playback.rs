//! A recorded match is played again in place of a new one: its orders come from the recording, and no others are taken.

use super::SimSystems;
use super::matches::{GameRules, MatchClock, MatchSetup};
use super::orders::{Issued, OrderQueue, carry_out};
use super::replay::{Entry, Replay};
use super::states::{Mode, Paused, Screen};
use crate::level::Level;
use crate::modes::rts::rules::Rules;
use crate::nav::step::Tick;
use bevy::prelude::*;
use std::sync::Arc;

/// The recording that the match is played from, if it is.
#[derive(Resource, Debug, Default)]
pub struct Playback(Option<Film>);

/// Orders with their ticks.
#[derive(Debug)]
struct Film {
    orders: Vec<(Tick, Issued)>,
    next: usize,
    ticks: Tick,
    /// The rules that were in force before, for the matches after this one.
    before: GameRules,
}

impl Playback {
    /// Makes the next match a replay: its level and rules come from the recording. Gives the set-up to enter it with.
    ///
    /// # Errors
    /// A sentence, if the level or the rules in the recording cannot be read; `file` is for that only.
    pub fn open(&mut self, replay: Replay, file: &str, rules: &mut GameRules) -> Result<MatchSetup, String> {
        let header = replay.header.clone();
        let recorded = Rules::parse(&header.rules, &format!("{file}: rules")).map_err(|error| error.to_string())?;
        let level = Level::parse(&header.level, &format!("{file}: level"), &recorded);
        let level = Arc::new(level.map_err(|error| error.to_string())?);
        self.close(rules);
        let before = std::mem::replace(rules, GameRules(Arc::new(recorded)));
        let ticks = replay.ticks();
        let orders = replay.entries.into_iter().filter_map(|entry| match entry {
            Entry::Order { tick, issued } => Some((tick, issued)),
            Entry::Print { .. } => None,
        });
        self.0 = Some(Film { orders: orders.collect(), next: 0, ticks, before });
        Ok(MatchSetup { level, seed: header.seed, planner: None, war: header.war })
    }

    /// The next match is played, not played again, and by the rules of before.
    pub fn close(&mut self, rules: &mut GameRules) {
        if let Some(film) = self.0.take() {
            *rules = film.before;
        }
    }

    /// Ticks of the recording, if there is one.
    #[must_use]
    pub fn ticks(&self) -> Option<Tick> {
        self.0.as_ref().map(|film| film.ticks)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_systems(OnEnter(Screen::Match), |mut playback: ResMut<Playback>| {
            if let Some(film) = &mut playback.0 {
                film.next = 0;
            }
        })
        .add_systems(FixedUpdate, feed.in_set(SimSystems::Command).after(super::war::bots::think).before(carry_out))
        .add_systems(Update, stand_at_the_end.run_if(in_state(Mode::Rts)));
}

/// The orders of the coming tick are those of the recording.
fn feed(mut playback: ResMut<Playback>, mut queue: ResMut<OrderQueue>, clock: Res<MatchClock>) {
    let Some(film) = &mut playback.0 else { return };
    queue.clear();
    while let Some((_, issued)) = film.orders.get(film.next).filter(|(tick, _)| *tick <= clock.tick()) {
        queue.issue(issued.side, issued.order.clone());
        film.next += 1;
    }
}

/// There is nothing to be seen after the last tick.
fn stand_at_the_end(
    playback: Res<Playback>,
    clock: Res<MatchClock>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
) {
    if playback.ticks().is_some_and(|ticks| clock.tick() >= ticks) && !paused.get().0 {
        next.set(Paused(true));
    }
}
