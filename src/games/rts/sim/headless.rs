//! A match without a window: one `update()` is one tick. For tests, benchmarks and replays.

use super::SimPlugin;
use crate::games::rts::level::Level;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::march::planning::PlannerThreads;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::{HostOrder, Issued, Order, OrderQueue};
use crate::games::rts::sim::record::fingerprint::{Print, Prints};
use crate::nav::step::Tick;
use crate::shell::states::Screen;
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use std::sync::Arc;
use std::time::Duration;

pub struct Match {
    /// The app, for looking into its world.
    pub app: App,
}

impl Match {
    /// Begins a match on a level that has been checked against the rules.
    pub fn new(level: Level, rules: Rules, seed: u64) -> Self {
        Self::prepared(level, rules, seed, |_| {})
    }

    /// The same with a word to the app before the match begins.
    pub fn prepared(level: Level, rules: Rules, seed: u64, prepare: impl FnOnce(&mut App)) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin, SimPlugin))
            .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
            .insert_resource(Time::<Virtual>::from_max_delta(Duration::MAX))
            .insert_resource(Time::<Fixed>::from_hz(f64::from(rules.tick_hz)))
            .insert_resource(GameRules(Arc::new(rules)))
            .insert_resource(MatchSetup { level: Arc::new(level), seed, planner: None, skirmish: None });
        prepare(&mut app);
        app.finish();
        app.cleanup();
        // The first update starts the clock and runs no tick; the state changes in it.
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        app.update();
        Self { app }
    }

    /// The same match with every system on one thread: for measurements, which should not count the waking of threads,
    /// and for the proof that threads change nothing.
    pub fn use_one_thread(&mut self) {
        for (_, schedule) in self.app.world_mut().resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
        self.choose_with(1);
    }

    /// The same match with so many threads that choose steps.
    pub fn choose_with(&mut self, threads: usize) {
        self.app.insert_resource(PlannerThreads(threads));
    }

    pub fn give(&mut self, order: Issued) {
        self.app.world_mut().resource_mut::<OrderQueue>().give(order);
    }

    /// The same of a side.
    pub fn order(&mut self, side: u8, order: Order) {
        self.give(Issued::Side(side, order));
    }

    /// The same of the host.
    pub fn host(&mut self, order: HostOrder) {
        self.give(Issued::Host(order));
    }

    pub fn tick(&mut self) {
        self.app.update();
    }

    pub fn run(&mut self, ticks: Tick) {
        for _ in 0..ticks {
            self.tick();
        }
    }

    pub fn ticks(&self) -> Tick {
        self.app.world().resource::<MatchClock>().tick()
    }

    /// The fingerprint after a tick, if it has run.
    pub fn print_of(&self, tick: Tick) -> Option<Print> {
        self.app.world().resource::<Prints>().of(tick).copied()
    }

    /// The fingerprint after the last tick; that of nothing before the first.
    pub fn print(&self) -> Print {
        self.app.world().resource::<Prints>().last().copied().unwrap_or_default()
    }
}
