//! A planner that makes its plan beside the frames.

use crate::client::lab::job::Job;
use crate::lab::planning::{Limits, PlanRun, Planner, Recorder, Settings};
use crate::nav::coop::mapf::Instance;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Ticks of the windows of WHCA* that are offered; without one it has that of its paper.
const WINDOWS: [u32; 5] = [2, 4, 8, 32, 64];

/// Who plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    pub planner: Planner,
    /// Ticks of the window of WHCA*, if not those of its paper.
    pub window: Option<u32>,
}

impl Who {
    pub const fn usual(planner: Planner) -> Self {
        Self { planner, window: None }
    }

    /// All that are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        Planner::ALL.into_iter().flat_map(|planner| {
            let windows = WINDOWS.into_iter().filter(move |_| planner == Planner::Whca).map(Some);
            std::iter::once(None).chain(windows).map(move |window| Self { planner, window })
        })
    }

    pub fn title(self) -> String {
        match self.window {
            Some(window) => format!("{}, window {window}", self.planner.title()),
            None => self.planner.title().to_owned(),
        }
    }
}

/// How far a plan has come, and the wish to end it with what there is.
#[derive(Debug, Default)]
struct Watched {
    tick: AtomicU32,
    stop: Arc<AtomicBool>,
}

/// A plan, or the making of one.
pub struct Recording {
    /// `None`: it was read from a file.
    pub who: Option<Who>,
    /// Of a plan in the making only where everybody begins.
    pub run: Arc<PlanRun>,
    /// How long it took with everything that was kept of it.
    pub time: Option<Duration>,
    job: Job<(PlanRun, Duration)>,
    watched: Arc<Watched>,
}

impl Recording {
    /// Begins to plan.
    ///
    /// # Errors
    /// One sentence if nobody can be shown.
    pub fn start(who: Who, instance: &Instance, seed: u64, steps: u32) -> Result<Self, String> {
        let Instance { passable, moves, starts, goals } = instance.clone();
        let begin = PlanRun::of_steps(who.title(), passable, moves, vec![starts], Some(goals))?;
        let watched = Arc::new(Watched::default());
        let (told, instance) = (watched.clone(), instance.clone());
        let mut job = Job::default();
        job.start(move |budget| {
            let clock = Instant::now();
            let limits = Limits { steps, budget: budget.clone().and_stop(told.stop.clone()) };
            let settings = Settings { seed, window: who.window };
            let mut recorder = Recorder::new(who.planner, instance, settings, limits);
            while recorder.step() {
                told.tick.store(recorder.run().last(), Ordering::Relaxed);
            }
            (recorder.finish(), clock.elapsed())
        });
        Ok(Self { who: Some(who), run: Arc::new(begin), time: None, job, watched })
    }

    /// A plan that there is.
    pub fn of(run: PlanRun) -> Self {
        Self { who: None, run: Arc::new(run), time: None, job: Job::default(), watched: Arc::default() }
    }

    /// Takes the plan when it is there; whether it has come just now.
    pub fn poll(&mut self) -> bool {
        let Some((run, time)) = self.job.poll() else { return false };
        self.run = Arc::new(run);
        self.time = Some(time);
        true
    }

    /// Ends with what there is.
    pub fn stop(&self) {
        self.watched.stop.store(true, Ordering::Relaxed);
    }

    /// The tick that a plan in the making has come to.
    pub fn tick(&self) -> Option<u32> {
        self.job.is_busy().then(|| self.watched.tick.load(Ordering::Relaxed))
    }
}
