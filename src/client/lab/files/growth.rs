//! How searches grow with the map: the searchers of the page on square maps of growing sides, measured beside the frames.

use super::FilesWish;
use crate::client::lab::job::Job;
use crate::client::lab::saving::{Content, Saving};
use crate::client::lab::search::{MOST_NODES, Searching};
use crate::lab::sizes::{Point, SIDES, Who, csv, point};
use bevy::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// What the chart shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Axis {
    #[default]
    Expanded,
    Generated,
    Stored,
    Time,
}

impl Axis {
    pub const ALL: [Self; 4] = [Self::Expanded, Self::Generated, Self::Stored, Self::Time];

    pub const fn title(self) -> &'static str {
        match self {
            Self::Expanded => "Expanded",
            Self::Generated => "Generated",
            Self::Stored => "Stored",
            Self::Time => "Time",
        }
    }

    /// What the numbers are.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Expanded => "states expanded",
            Self::Generated => "states generated",
            Self::Stored => "most states stored",
            Self::Time => "microseconds",
        }
    }

    /// The number of a point.
    pub(super) fn value(self, point: &Point) -> u32 {
        let counts = &point.line.counts;
        let number = match self {
            Self::Expanded => counts.expanded,
            Self::Generated => counts.generated,
            Self::Stored => counts.peak_stored,
            Self::Time => point.line.time.map_or(0, |time| time.as_micros() as u64),
        };
        u32::try_from(number).unwrap_or(u32::MAX)
    }
}

/// The measurement.
#[derive(Resource)]
pub struct Growth {
    /// The longest side that is searched.
    pub longest: u16,
    pub axis: Axis,
    /// What was found: for each searcher a point a side.
    pub curves: Vec<Vec<Point>>,
    /// Whether the chart lies over the boards.
    pub is_shown: bool,
    pub problem: String,
    /// What has been found beside the frames, by searcher.
    found: Arc<Mutex<Vec<Vec<Point>>>>,
    job: Job<Result<(), String>>,
}

impl Default for Growth {
    fn default() -> Self {
        Self {
            longest: 256,
            axis: Axis::default(),
            curves: Vec::new(),
            is_shown: false,
            problem: String::new(),
            found: Arc::default(),
            job: Job::default(),
        }
    }
}

impl Growth {
    pub(super) fn stop(&mut self) {
        self.job.stop();
    }

    pub const fn is_busy(&self) -> bool {
        self.job.is_busy()
    }

    fn start(&mut self, all: Vec<Who>) {
        let (longest, found) = (self.longest, Arc::new(Mutex::new(vec![Vec::new(); all.len()])));
        self.found = found.clone();
        (self.curves, self.problem, self.is_shown) = (vec![Vec::new(); all.len()], String::new(), true);
        self.job.start(move |budget| {
            let mut timed = |work: &mut dyn FnMut()| {
                let begin = Instant::now();
                work();
                begin.elapsed()
            };
            // All searchers on the small maps first: there is soon something to see.
            for side in SIDES.into_iter().filter(|side| *side <= longest) {
                for (index, who) in all.iter().enumerate() {
                    if budget.is_spent(0) {
                        return Ok(());
                    }
                    let point = point(*who, side, &budget.clone().and_nodes(MOST_NODES), &mut timed)?;
                    if let Ok(mut found) = found.lock() {
                        found[index].push(point);
                    }
                }
            }
            Ok(())
        });
    }

    /// Takes what has been found since; whether there is something new.
    fn poll(&mut self) -> bool {
        let count = |curves: &[Vec<Point>]| curves.iter().map(Vec::len).sum::<usize>();
        let ended = self.job.poll();
        let fresh =
            self.found.lock().ok().filter(|found| count(found) > count(&self.curves)).map(|found| found.clone());
        let has_changed = ended.is_some() || fresh.is_some();
        if let Some(fresh) = fresh {
            self.curves = fresh;
        }
        if let Some(Err(problem)) = ended {
            self.problem = crate::client::stage::sentence(&problem);
        }
        has_changed
    }
}

pub(super) fn act(
    mut wishes: MessageReader<FilesWish>,
    page: Res<Searching>,
    mut growth: ResMut<Growth>,
    mut saving: Saving,
) {
    if growth.bypass_change_detection().poll() {
        growth.set_changed();
    }
    for wish in wishes.read() {
        match wish {
            FilesWish::Measure => {
                let who = |setup: &crate::lab::search::Setup| Who {
                    searcher: setup.searcher,
                    heuristic: setup.heuristic,
                    options: setup.options,
                    moves: page.moves,
                };
                let all = page.lanes.iter().map(|lane| who(&lane.setup)).collect();
                growth.start(all);
            }
            FilesWish::Stop => growth.stop(),
            FilesWish::Longest(longest) => growth.longest = *longest,
            FilesWish::Axis(axis) => growth.axis = *axis,
            FilesWish::Chart => growth.is_shown = !growth.is_shown,
            FilesWish::GrowthCsv => {
                saving.ask("growth", "csv", Content::Text(csv(&growth.curves.concat())));
            }
            _ => {}
        }
    }
}
