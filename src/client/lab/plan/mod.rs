//! The page of planners: a crowd on a map, and up to four planners that plan for it, shown at the same tick.
//!
//! Plans are made beside the frames and recorded with the thoughts behind each step; the moment is a tick. What changes the
//! crowd or a planner by a click plans anew at once; numbers that are typed wait for the button.

mod asking;
mod crowd;
mod files;
mod panel;
mod pointer;
mod recording;
mod show;

pub use crowd::CrowdChoice;
pub use files::Format;
pub use recording::{Recording, Who};

use super::LabSystems;
use super::chosen::{ChosenMap, MapWish};
use super::job::Job;
use super::maps::MapChoice;
use super::playback::Playback;
use super::stage::MOST_PANES;
use super::state::LabPage;
use crate::base::Cell;
use crate::lab::pictures::plan::{Shown, Written};
use crate::lab::planning::block::View as Eye;
use crate::lab::planning::{Pair, Planner};
use crate::nav::coop::mapf::{Instance, Moves};
use bevy::prelude::*;
use std::path::PathBuf;

/// What the boards show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    #[default]
    Map,
    /// What is reserved from the tick on, as a block of space and time.
    Reserved,
    /// The plan up to the tick, as a block.
    Plan,
    /// The map, and what is reserved beside it.
    Both,
}

impl View {
    pub const ALL: [Self; 4] = [Self::Map, Self::Reserved, Self::Plan, Self::Both];

    const fn shows_map(self) -> bool {
        matches!(self, Self::Map | Self::Both)
    }

    /// Boards for each planner.
    const fn boards(self) -> usize {
        if matches!(self, Self::Both) { 2 } else { 1 }
    }
}

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum PlanWish {
    Map(MapWish),
    Crowd(CrowdChoice),
    Agents(u64),
    Seed(u64),
    Steps(u64),
    Moves(Moves),
    /// Who plans on a place; nobody there any more.
    Who(usize, Option<Who>),
    Plan,
    /// Every plan in the making ends with what there is.
    Stop,
    View(View),
    Written(Written),
    Routes,
    Pushes,
    OnlyChosen,
    /// Playing stops at conflicts, and where plans part.
    Stops,
    /// The agent after the chosen one, or before it.
    Next(i32),
    NoAgent,
    /// Turns space and time about its axis, and raises the eye, in radians.
    Turn(f32, f32),
    TurnBack,
    Write(Format),
    Read(PathBuf),
}

/// What the page shows. It stays when the page is left.
#[derive(Resource)]
pub struct Plans {
    pub map: ChosenMap,
    pub crowd: CrowdChoice,
    /// The crowd that the page was opened with.
    pub given: Option<Instance>,
    pub moves: Moves,
    pub agents: u32,
    pub seed: u64,
    /// Ticks after which a planner gives up.
    pub steps: u32,
    /// Up to four that plan, side by side.
    pub who: Vec<Who>,
    pub recordings: Vec<Recording>,
    pub view: View,
    pub shown: Shown,
    /// The one that is looked at.
    pub agent: Option<u32>,
    pub only_chosen: bool,
    pub stops: bool,
    pub eye: Eye,
    /// Why nothing can be planned, or what was typed and waits.
    pub problem: String,
    /// Whether something was typed since the plans were begun.
    pub is_stale: bool,
    opening: Job<Result<Instance, String>>,
}

impl Default for Plans {
    fn default() -> Self {
        Self {
            map: ChosenMap { choice: MapChoice::Clutter(10), side: 32, seed: 1 },
            crowd: CrowdChoice::Random,
            given: None,
            moves: Moves::Four,
            agents: 50,
            seed: 1,
            steps: 500,
            who: vec![Who::usual(Planner::Whca), Who::usual(Planner::March)],
            recordings: Vec::new(),
            view: View::Map,
            shown: Shown::default(),
            agent: None,
            only_chosen: false,
            stops: false,
            eye: Eye::default(),
            problem: String::new(),
            is_stale: false,
            opening: Job::default(),
        }
    }
}

/// The board and the cell that the pointer is on.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Hovered(Option<(usize, Cell)>);

impl Plans {
    /// The plan that a board shows, and whether as a map.
    fn on_board(&self, pane: usize) -> Option<(&Recording, bool)> {
        let boards = self.view.boards();
        let recording = self.recordings.get(pane / boards)?;
        Some((recording, self.view == View::Map || self.view == View::Both && pane.is_multiple_of(boards)))
    }

    /// Plans anew for all, as soon as the map is open.
    fn plan(&mut self) {
        self.is_stale = false;
        let wanted = crowd::Wanted::of(self);
        self.opening.start(move |_| wanted.instance());
    }

    /// All begin to plan.
    fn begin(&mut self, instance: &Instance, playback: &mut Playback) {
        let start = |who: &Who| Recording::start(*who, instance, self.seed, self.steps);
        match self.who.iter().map(start).collect() {
            Ok(recordings) => (self.recordings, self.problem) = (recordings, String::new()),
            Err(problem) => self.problem = crate::client::stage::sentence(&problem),
        }
        self.agent = self.agent.filter(|agent| (*agent as usize) < instance.starts.len());
        playback.begin("tick", 0, 0, 5);
    }

    /// Whether a map is being opened, or somebody plans.
    pub fn is_busy(&self) -> bool {
        self.opening.is_busy() || self.recordings.iter().any(|one| one.tick().is_some())
    }

    /// Gives a place to somebody else, or to nobody. The first is always somebody's.
    fn give(&mut self, place: usize, who: Option<Who>) {
        match who {
            Some(who) if place < self.who.len() => self.who[place] = who,
            Some(who) if self.who.len() < MOST_PANES => self.who.push(who),
            None if place < self.who.len() && self.who.len() > 1 => _ = self.who.remove(place),
            _ => return,
        }
        self.plan();
    }

    /// Ticks at which something is to be seen: conflicts, and where the first two plans part.
    fn stops(&self) -> Vec<u32> {
        let conflicts = self.recordings.iter().flat_map(|one| one.run.conflicts().iter().map(|found| found.time));
        let parts = match &self.recordings[..] {
            [left, right, ..] => Pair::new(&left.run, &right.run).ok().and_then(|pair| pair.parts()),
            _ => None,
        };
        let mut stops: Vec<u32> = conflicts.chain(parts).collect();
        stops.sort_unstable();
        stops.dedup();
        stops
    }

    /// The last tick of the longest plan.
    fn last(&self) -> u32 {
        self.recordings.iter().map(|one| one.run.last()).max().unwrap_or(0)
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_new = resource_changed::<Plans>.or_else(resource_changed::<Playback>);
    app.init_resource::<Plans>()
        .init_resource::<Hovered>()
        .add_message::<PlanWish>()
        .add_systems(OnEnter(LabPage::Plan), (asking::open, panel::spawn).chain())
        .add_systems(
            Update,
            (
                (pointer::point, asking::act, files::write, asking::collect, asking::stop).chain(),
                (show::show, panel::follow, panel::follow_lists, panel::tell).run_if(is_new),
                show::say.run_if(
                    resource_changed::<Plans>
                        .or_else(resource_changed::<Playback>)
                        .or_else(resource_changed::<Hovered>),
                ),
            )
                .chain()
                .in_set(LabSystems::Act)
                .run_if(in_state(LabPage::Plan)),
        );
}
