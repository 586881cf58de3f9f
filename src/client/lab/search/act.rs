//! What wishes do to the page, and how its searches are begun and taken.

use super::lane::Lane;
use super::stops::Stops;
use super::verdict::judge;
use super::{SearchWish, Searching};
use crate::client::lab::chosen::MapWish;
use crate::client::lab::playback::Playback;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::{LabPage, OpenScene};
use crate::lab::experiments::Scene;
use crate::lab::search::{Question, Setup};
use crate::nav::searchers::Searcher;
use bevy::prelude::*;

/// Searchers that are put beside those that are there, in this order.
const BESIDE: [Searcher; 5] =
    [Searcher::AStar, Searcher::BreadthFirst, Searcher::Jps, Searcher::BidirectionalAStar, Searcher::Greedy];

/// What was found before is shown again.
pub(super) fn open(mut page: ResMut<Searching>, mut playback: ResMut<Playback>) {
    begin(&mut page, &mut playback);
}

/// The bar is about what was found: at its end, and such that the whole takes some ten seconds.
fn begin(page: &mut Searching, playback: &mut Playback) {
    let events = page.lanes.iter().map(Lane::events).max().unwrap_or(0);
    playback.begin("event", events, events, (events / 10).max(5));
    page.version += 1;
}

/// An experiment or a match has set something up.
pub(super) fn take_scenes(mut scenes: ResMut<OpenScene>, mut page: ResMut<Searching>) {
    if scenes.0.is_empty() {
        return;
    }
    let setups = scenes.take(LabPage::Search).into_iter().filter_map(|scene| match scene {
        Scene::Search(setup) => Some(setup),
        _ => None,
    });
    let setups: Vec<Setup> = setups.collect();
    page.show_setups(setups);
}

pub(super) fn act(mut wishes: MessageReader<SearchWish>, mut page: ResMut<Searching>) {
    for wish in wishes.read() {
        page.said.clear();
        page.wish(wish);
    }
}

impl Searching {
    fn wish(&mut self, wish: &SearchWish) {
        match wish {
            SearchWish::Map(wish) => {
                if self.given.is_some() || !self.map.is_chosen(wish) || matches!(wish, MapWish::Choice(_)) {
                    self.map.take(wish);
                    self.open_map();
                }
                if self.world.take().is_some() {
                    self.forget();
                    self.suit();
                    self.is_stale = true;
                }
            }
            SearchWish::World(world) => {
                if self.world != *world {
                    self.world.clone_from(world);
                    self.forget();
                    self.is_stale = true;
                    self.suit();
                }
            }
            SearchWish::Undraw => match self.given.clone() {
                Some(given) => {
                    self.put(given);
                    self.is_stale = true;
                }
                None => self.open_map(),
            },
            SearchWish::Moves(moves) => {
                if self.moves != *moves {
                    self.moves = *moves;
                    self.remake_ground();
                    self.suit();
                }
            }
            SearchWish::Prices(has_prices) => {
                self.has_prices = *has_prices;
                self.remake_ground();
            }
            SearchWish::Tool(tool) => self.tool = *tool,
            SearchWish::End(end, part, number) => {
                let number = (*number).min(i16::MAX as u64) as i16;
                let cell = &mut self.ends[*end];
                let part = if *part == 0 { &mut cell.x } else { &mut cell.y };
                if *part != number {
                    *part = number;
                    self.is_stale = true;
                }
            }
            SearchWish::Swap => {
                self.ends.swap(0, 1);
                self.is_stale = true;
            }
            SearchWish::Lane(lane) => self.chosen = (*lane).min(self.lanes.len() - 1),
            SearchWish::Add if self.lanes.len() < MOST_PANES => {
                let is_new = |one: &Searcher| self.lanes.iter().all(|lane| lane.setup.searcher != *one);
                let searcher = BESIDE.into_iter().find(is_new).unwrap_or_default();
                self.lanes.push(Lane::new(Setup::new(self.question(), searcher)));
                self.chosen = self.lanes.len() - 1;
                self.is_stale = true;
            }
            SearchWish::Remove if self.lanes.len() > 1 => {
                let chosen = self.chosen.min(self.lanes.len() - 1);
                self.lanes.remove(chosen);
                self.chosen = chosen.min(self.lanes.len() - 1);
                self.hovered = None;
                self.version += 1;
            }
            SearchWish::Add | SearchWish::Remove => {}
            SearchWish::Searcher(searcher) => self.change(|setup| {
                let usual = Setup::new(setup.question.clone(), *searcher);
                if setup.heuristic == Setup::new(setup.question.clone(), setup.searcher).heuristic {
                    setup.heuristic = usual.heuristic;
                }
                setup.searcher = *searcher;
            }),
            SearchWish::Heuristic(heuristic) => self.change(|setup| setup.heuristic = *heuristic),
            SearchWish::Guess(guess) => self.change(|setup| setup.guess = *guess),
            SearchWish::Check(check) => self.change(|setup| setup.options.check = *check),
            SearchWish::Weight(weight) => self.change(|setup| setup.options.weight = (*weight).min(100_000) as u32),
            SearchWish::Depth(depth) => self.change(|setup| setup.options.depth = (*depth).min(10_000) as u32),
            SearchWish::Shade(shade) => self.shade = *shade,
            SearchWish::Pace(pace) => self.pace = *pace,
            SearchWish::Stop(stop) => self.stops.turn(stop),
            SearchWish::Least(is_f, number) => {
                let least = if *is_f { &mut self.stops.f } else { &mut self.stops.g };
                least.1 = *number;
            }
            SearchWish::Judge => {
                let (lane, setup) = (self.chosen.min(self.lanes.len() - 1), self.lane().setup.clone());
                self.judged = None;
                self.judging.start(move |budget| judge(lane, &setup, budget));
            }
            SearchWish::ClearStops => {
                self.stops = Stops { f: (false, self.stops.f.1), g: (false, self.stops.g.1), ..Stops::default() };
            }
        }
    }

    /// Changes the search that the panel is about.
    fn change(&mut self, change: impl FnOnce(&mut Setup)) {
        let lane = self.lane_mut();
        let before = lane.setup.clone();
        change(&mut lane.setup);
        if lane.setup != before {
            self.is_stale = true;
        }
    }

    /// Estimates that suit the world and its moves, where those that there were do not.
    fn suit(&mut self) {
        let question = self.question();
        for lane in &mut self.lanes {
            let usual = Setup::new(question.clone(), lane.setup.searcher);
            (lane.setup.heuristic, lane.setup.guess) = (usual.heuristic, usual.guess);
        }
    }
}

/// Begins what is to be searched when nothing is under way, and takes what was found.
pub(super) fn search(mut page: ResMut<Searching>, mut playback: ResMut<Playback>) {
    if let Some(judged) = page.bypass_change_detection().judging.poll() {
        match judged {
            Ok(judged) => page.judged = Some(judged),
            Err(problem) => page.said = crate::client::stage::sentence(&problem),
        }
    }
    if page.bypass_change_detection().take_map() {
        page.set_changed();
    }
    let is_polled = page.bypass_change_detection().lanes.iter_mut().fold(false, |is_new, lane| lane.poll() | is_new);
    if is_polled {
        // Shown when all are there, so that they begin together.
        if !page.lanes.iter().any(Lane::is_busy) {
            begin(&mut page, &mut playback);
        } else {
            page.set_changed();
        }
    }
    if !page.is_stale || page.opening.is_busy() || page.lanes.iter().any(Lane::is_busy) {
        return;
    }
    page.is_stale = false;
    // It was about another map, goal or estimate.
    page.judged = None;
    page.judging.stop();
    let question = page.question();
    for lane in &mut page.lanes {
        let is_same = lane.setup.question == question && lane.shown.is_some();
        // The way of the old map would lie over the new one.
        let is_map = matches!((&question, &lane.setup.question), (Question::Map { .. }, Question::Map { .. }));
        if !is_same && !is_map {
            lane.forget();
        }
        lane.setup.question = question.clone();
        lane.start();
    }
}
