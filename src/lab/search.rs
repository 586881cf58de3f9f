//! A question, who answers it and how; asked with and without a record of it.

use super::run::{MOST_EVENTS, Recorder, Refusal, Report, Run, Spot};
use super::worlds::World;
use super::worlds::guess::Guess;
use super::worlds::lock::Lock;
use super::worlds::river::River;
use super::worlds::sliding::Sliding;
use crate::base::{Budget, Cell};
use crate::nav::coop::mapf::Moves;
use crate::nav::searchers::all_pairs::{AllPairs, MOST_CELLS};
use crate::nav::searchers::estimates::{Estimate, Heuristic};
use crate::nav::searchers::field::Field;
use crate::nav::searchers::grid::{GridMap, GridSpace, UNIT};
use crate::nav::searchers::kind::{Estimates, search as search_space};
use crate::nav::searchers::landmarks::{COUNT, Landmarks};
use crate::nav::searchers::levels::Levels;
use crate::nav::searchers::space::{Backward, Space};
use crate::nav::searchers::{Answer, Cost, Listener, Options, Outcome, Searcher, TwoWay};
use crate::nav::searchers::{jps, theta_star};
use std::sync::Arc;

/// What is searched.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// A way between two cells of a map.
    Map {
        map: Arc<GridMap>,
        start: Cell,
        goal: Cell,
    },
    Sliding(Sliding),
    River(River),
    Lock(Lock),
}

/// A question, and who answers it.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    pub question: Question,
    pub searcher: Searcher,
    pub options: Options,
    /// On maps.
    pub heuristic: Heuristic,
    /// In other worlds.
    pub guess: Guess,
}

/// What was found beforehand and holds for all questions on a map, or for a question in another world. Asked about something
/// else it begins anew.
#[derive(Debug, Clone, Default)]
pub struct Prepared {
    about: Option<Question>,
    /// Of small maps.
    pub pairs: Option<Arc<AllPairs>>,
    pub landmarks: Option<Arc<Landmarks>>,
    pub levels: Option<Arc<Levels>>,
}

impl Question {
    /// Whether what is prepared for one holds for the other.
    fn shares(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Map { map, .. }, Self::Map { map: other, .. }) => Arc::ptr_eq(map, other) || map == other,
            (one, other) => one == other,
        }
    }
}

impl Setup {
    /// A search on a map with the usual options.
    pub fn on_map(map: Arc<GridMap>, start: Cell, goal: Cell, searcher: Searcher) -> Self {
        Self::new(Question::Map { map, start, goal }, searcher)
    }

    /// A search with the usual options.
    pub fn new(question: Question, searcher: Searcher) -> Self {
        let heuristic = match &question {
            Question::Map { map, .. } if map.moves() == Moves::Four => Heuristic::Manhattan,
            _ if searcher == Searcher::ThetaStar => Heuristic::Euclid,
            _ => Heuristic::Octile,
        };
        let guess = match &question {
            Question::Map { .. } => Guess::Zero,
            Question::Sliding(_) => Guess::Manhattan,
            Question::River(_) => Guess::Crossings,
            Question::Lock(_) => Guess::Wheels,
        };
        Self { question, searcher, options: Options::default(), heuristic, guess }
    }

    /// Who answers and how, for headings and tables.
    pub fn title(&self) -> String {
        let mut title = self.searcher.title().to_owned();
        match self.searcher {
            Searcher::WeightedAStar => title += &format!(" {}", f64::from(self.options.weight) / 100.0),
            Searcher::DepthLimited => title += &format!(" {}", self.options.depth),
            _ => {}
        }
        if self.searcher.estimates() {
            let estimate = match self.question {
                Question::Map { .. } => self.heuristic.name(),
                _ => self.guess.name(),
            };
            title += &format!(", {estimate}");
        }
        let usual = Options::default().check;
        if self.searcher.checks() && self.options.check != usual {
            title += &format!(", check: {}", self.options.check.name());
        }
        title
    }

    /// Why it cannot be asked.
    ///
    /// # Errors
    /// The sentence.
    pub fn check(&self) -> Result<(), Refusal> {
        let Question::Map { map, start, goal } = &self.question else {
            return match self.searcher.needs_map() {
                true => Err(format!("{} works on maps only", self.searcher.title())),
                false => Ok(()),
            };
        };
        for (name, cell) in [("start", start), ("goal", goal)] {
            if !map.prices().contains(*cell) {
                let (width, height) = (map.prices().width(), map.prices().height());
                return Err(format!("the {name} {cell} is outside of the map of {width}×{height} cells"));
            }
            if !map.is_free(*cell) {
                return Err(format!("the {name} {cell} is blocked"));
            }
        }
        if self.searcher == Searcher::Jps && (map.moves() == Moves::Four || !map.is_uniform()) {
            return Err("jump point search needs eight directions and ground of one price".into());
        }
        Ok(())
    }

    /// Finds beforehand what the searcher and the estimate ask for, if it is not there.
    ///
    /// # Errors
    /// A sentence if the budget is spent before that.
    pub fn prepare(&self, prepared: &mut Prepared, budget: &Budget) -> Result<(), Refusal> {
        self.check()?;
        if !prepared.about.as_ref().is_some_and(|about| about.shares(&self.question)) {
            *prepared = Prepared { about: Some(self.question.clone()), ..Prepared::default() };
        }
        let late = || "the time for preparations was not enough".to_owned();
        if self.searcher == Searcher::HierarchicalAStar && prepared.levels.is_none() {
            let levels = match &self.question {
                Question::Map { map, start, goal } => {
                    let free = map.prices().cells().filter(|cell| map.is_free(*cell));
                    Levels::new(&GridSpace { map, start: *start, goal: *goal }, free, budget)
                }
                Question::Sliding(world) => Levels::new(world, [world.start()], budget),
                Question::River(world) => Levels::new(world, [world.start()], budget),
                Question::Lock(world) => Levels::new(world, [world.start()], budget),
            };
            prepared.levels = Some(Arc::new(levels.ok_or_else(late)?));
        }
        let Question::Map { map, start, .. } = &self.question else { return Ok(()) };
        match self.heuristic {
            _ if !self.searcher.estimates() => {}
            Heuristic::Differential if prepared.landmarks.is_none() => {
                prepared.landmarks = Some(Arc::new(Landmarks::new(map, *start, COUNT, budget).ok_or_else(late)?));
            }
            Heuristic::Exact if prepared.pairs.is_none() && map.prices().len() <= MOST_CELLS => {
                prepared.pairs = Some(Arc::new(AllPairs::new(map, budget).ok_or_else(late)?));
            }
            _ => {}
        }
        Ok(())
    }

    /// Searches without a record.
    ///
    /// # Errors
    /// A sentence if the question cannot be asked, or the budget is spent before the estimates are known.
    pub fn count(&self, prepared: &mut Prepared, budget: &Budget) -> Result<Report, Refusal> {
        self.listen(prepared, budget, &mut ())
    }

    /// Searches with a listener.
    ///
    /// # Errors
    /// As [`Self::count`].
    pub fn listen<L: Listener>(
        &self,
        prepared: &mut Prepared,
        budget: &Budget,
        listener: &mut L,
    ) -> Result<Report, Refusal> {
        self.prepare(prepared, budget)?;
        match &self.question {
            Question::Map { map, start, goal } => self.on_grid(map, *start, *goal, prepared, budget, listener),
            Question::Sliding(world) => self.in_world(world, prepared, budget, listener),
            Question::River(world) => self.in_world(world, prepared, budget, listener),
            Question::Lock(world) => self.in_world(world, prepared, budget, listener),
        }
    }

    /// Searches and keeps all events.
    ///
    /// # Errors
    /// As [`Self::count`].
    pub fn run(&self, prepared: &mut Prepared, budget: &Budget) -> Result<Run, Refusal> {
        let mut recorder = match &self.question {
            Question::Map { map, .. } => Recorder::on_grid(map.prices().width(), map.prices().height(), UNIT),
            _ => Recorder::in_space(1),
        }
        .at_most(MOST_EVENTS);
        let report = self.listen(prepared, budget, &mut recorder)?;
        let spot = |key: u64| match &self.question {
            Question::Map { .. } => Spot::default(),
            Question::Sliding(world) => world.spot(key),
            Question::River(world) => world.spot(key),
            Question::Lock(world) => world.spot(key),
        };
        Ok(recorder.finish(self.title(), &report, spot))
    }

    fn on_grid<L: Listener>(
        &self,
        map: &GridMap,
        start: Cell,
        goal: Cell,
        prepared: &Prepared,
        budget: &Budget,
        listener: &mut L,
    ) -> Result<Report, Refusal> {
        let space = GridSpace { map, start, goal };
        let heuristic = if self.searcher.estimates() { self.heuristic } else { Heuristic::Zero };
        let estimate = |target| {
            if let Some(pairs) = prepared.pairs.as_ref().filter(|_| heuristic == Heuristic::Exact) {
                return Ok(Estimate::of_pairs(pairs, map, target));
            }
            Estimate::new(heuristic, map, target, prepared.landmarks.as_ref(), budget)
                .ok_or_else(|| "the time was not enough to find the true distances".to_owned())
        };
        let to_goal = estimate(goal)?;
        // Only a two-way search asks for it.
        let from_start = match self.searcher {
            Searcher::BidirectionalAStar => estimate(start)?,
            _ => to_goal.clone(),
        };
        let answer = match self.searcher {
            Searcher::Jps => jps::search(&space, |cell| to_goal.of(cell), budget, listener),
            Searcher::ThetaStar => theta_star::search(&space, |cell| to_goal.of(cell), budget, listener),
            searcher => {
                let estimates = Estimates { to_goal: |cell| to_goal.of(cell), from_start: |cell| from_start.of(cell) };
                let levels = prepared.levels.as_deref();
                let answer = search_space(searcher, &space, &self.options, &estimates, levels, budget, listener);
                answer.ok_or_else(|| format!("{} was not prepared", searcher.title()))?
            }
        };
        Ok(report(&space, answer))
    }

    fn in_world<W: World, L: Listener>(
        &self,
        world: &W,
        prepared: &Prepared,
        budget: &Budget,
        listener: &mut L,
    ) -> Result<Report, Refusal> {
        let is_exact = self.guess == Guess::Exact && self.searcher.estimates();
        let field = |wanted: bool, backward: bool| match (is_exact && wanted, backward) {
            (false, _) => Ok(None),
            (true, true) => Field::from_start(&Backward(world), budget).map(Some).ok_or("back from the goal"),
            (true, false) => Field::from_start(world, budget).map(Some).ok_or("from the start"),
        };
        let late = |which: &str| format!("the time was not enough to find the true distances {which}");
        let ahead = field(true, true).map_err(late)?;
        let behind = field(self.searcher == Searcher::BidirectionalAStar, false).map_err(late)?;
        let of = |field: &Option<Field<W::State>>, state: W::State, target: W::State| match field {
            Some(field) => field.cost(world.key(state)),
            None => world.guess(self.guess, state, target),
        };
        let estimates = Estimates {
            to_goal: |state| of(&ahead, state, world.goal()),
            from_start: |state| of(&behind, state, world.start()),
        };
        let levels = prepared.levels.as_deref();
        let answer = search_space(self.searcher, world, &self.options, &estimates, levels, budget, listener);
        let answer: Answer<W> = answer.ok_or_else(|| format!("{} works on maps only", self.searcher.title()))?;
        Ok(report(world, answer))
    }
}

fn report<S: TwoWay, Operator>(space: &S, answer: Outcome<S::State, Operator>) -> Report {
    let cost = answer.cost.map(|cost: Cost| cost as f64 / space.unit() as f64);
    let path = answer.path.iter().map(|state| space.key(*state)).collect();
    Report { end: answer.end, cost, path, counts: answer.counts }
}
