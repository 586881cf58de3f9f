//! Lets a planner make a plan, step by step and within limits, and keeps what it thinks.

use super::planner::{Planner, Settings};
use super::run::{Ending, PlanRun, Thought};
use crate::base::Budget;
use crate::nav::coop::insight::Route;
use crate::nav::coop::mapf::{Instance, OnlinePlanner};

/// Most places, agents times ticks, of a plan: 128 MiB.
pub const MOST_PLACES: usize = 32 << 20;

/// Most looks of RRA* that are kept for all agents together: 48 MiB.
pub const MOST_LOOKS: usize = 4 << 20;

/// What ends a plan beside arriving.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Ticks; fewer if the places would be more than [`MOST_PLACES`].
    pub steps: u32,
    /// Nodes, a deadline, a stop flag; looked at before every step. One step takes a few seconds at most with a thousand
    /// agents ([`crate::nav::coop::classic`]).
    pub budget: Budget,
}

impl Limits {
    /// So many ticks and nothing else.
    pub fn steps(steps: u32) -> Self {
        Self { steps, budget: Budget::unlimited() }
    }
}

/// A plan in the making.
pub struct Recorder {
    planner: Box<dyn OnlinePlanner>,
    run: PlanRun,
    limits: Limits,
    looks: usize,
}

impl Recorder {
    /// Gives a planner a problem. Nothing is planned yet.
    pub fn new(planner: Planner, instance: Instance, settings: Settings, limits: Limits) -> Self {
        let mut made = planner.make(&instance, settings);
        made.watch();
        let title = match (planner, settings.window) {
            (Planner::Whca, Some(window)) => format!("{}, window {window}", planner.title()),
            _ => planner.title().to_owned(),
        };
        let most = MOST_PLACES / instance.starts.len().max(1);
        let limits = Limits { steps: limits.steps.min(most as u32), ..limits };
        Self { planner: made, run: PlanRun::begin(title, instance), limits, looks: 0 }
    }

    /// The plan so far; without a judgement while it goes on.
    pub const fn run(&self) -> &PlanRun {
        &self.run
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.run.ending != Ending::Open
    }

    /// Makes one step, if it is not over. Whether it goes on after that.
    pub fn step(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        let tick = self.run.last();
        let ending = if self.run.at(tick) == self.run.instance.goals {
            Some(Ending::Arrived)
        } else if tick >= self.limits.steps {
            Some(Ending::Steps)
        } else if self.limits.budget.is_spent(self.planner.expanded()) {
            Some(Ending::Stopped)
        } else {
            None
        };
        if let Some(ending) = ending {
            self.run.ending = ending;
            self.run.judge();
            return false;
        }
        let next = self.planner.next(self.run.at(tick));
        self.note(tick, &next);
        self.run.steps.push(next.into());
        true
    }

    /// Keeps the thoughts behind the step from a tick to the next.
    fn note(&mut self, tick: u32, next: &[crate::base::Cell]) {
        let run = &mut self.run;
        run.expanded = self.planner.expanded();
        let insight = self.planner.insight(next);
        for (agent, route) in insight.routes.into_iter().enumerate() {
            // Where the way of this step is left out it is put in front, so that the route holds from the tick on.
            let route = route.map(|route| with_present(route, tick, run.steps[tick as usize][agent]));
            let known = run.routes[agent].last().and_then(|(_, route)| route.as_ref());
            if !goes_on(known, route.as_ref(), tick) {
                run.routes[agent].push((tick, route));
            }
        }
        for (agent, (looked, marks)) in run.looked.iter_mut().enumerate() {
            let all = self.planner.looked(agent);
            if all.len() > looked.len() {
                let room = MOST_LOOKS.saturating_sub(self.looks).min(all.len() - looked.len());
                run.unrecorded |= room < all.len() - looked.len();
                let end = looked.len() + room;
                looked.extend_from_slice(&all[looked.len()..end]);
                self.looks += room;
                marks.push((tick, end as u32));
            }
        }
        let (order, pressure, pushes) = (insight.order, insight.pressure, insight.pushes);
        run.thoughts.push(Thought { order, pressure, pushes });
    }

    /// Makes so many steps at most; whether it goes on after that.
    pub fn advance(&mut self, steps: u32) -> bool {
        (0..steps).all(|_| self.step()) && !self.is_over()
    }

    /// Goes on until a limit ends it and gives the plan with its judgement.
    pub fn finish(mut self) -> PlanRun {
        while self.step() {}
        self.run
    }
}

/// A route that begins at a tick or before: planners that have made the step already tell what comes after it.
fn with_present(mut route: Route, tick: u32, here: crate::base::Cell) -> Route {
    if route.start == tick + 1 {
        route.cells.insert(0, here);
        route.start = tick;
    }
    route
}

/// Whether a route says nothing new from a tick on.
fn goes_on(known: Option<&Route>, new: Option<&Route>, tick: u32) -> bool {
    match (known, new) {
        (None, None) => true,
        (Some(known), Some(new)) => {
            let end = |route: &Route| route.start + route.cells.len() as u32;
            let same = |at: u32| known.at(at) == new.at(at);
            known.rests == new.rests && (tick.max(new.start)..=end(known).max(end(new))).all(same)
        }
        _ => false,
    }
}
