//! The way into the lab: the search for the way of the selected unit, and a plan for all units, as things are at this tick.
//!
//! The lab is told what the player knows, not what is: ground that nobody has seen counts as grass, and in a skirmish only
//! the own units are looked into.

use super::PanelSystems;
use crate::base::{Cell, Grid};
use crate::client::input::bindings::Press;
use crate::client::kit::notices::Notice;
use crate::client::kit::widgets::{Look, Tip, button, presses, set_shown, written};
use crate::client::kit::{Art, Weight, theme};
use crate::client::lab;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::queries::{SkirmishView, UnitQueryItem};
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::sim::board::{Board, Planner, TerrainGrid};
use crate::games::rts::sim::record::playback::Playback;
use crate::lab::experiments::Scene;
use crate::lab::planning::{Planner as Planning, Settings};
use crate::lab::search::Setup;
use crate::nav::coop::mapf::{Instance, Moves};
use crate::nav::occupancy::body;
use crate::nav::searchers::Searcher;
use crate::nav::searchers::grid::GridMap;
use crate::nav::step::UnitId;
use crate::nav::terrain::{CostTable, Terrain};
use crate::nav::walk::Layer;
use crate::shell::online::Online;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The buttons, which are there while one unit is selected.
#[derive(Component)]
struct Row;

/// The farthest that a goal is moved, in cells, if somebody else has it.
const FARTHEST: i16 = 32;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (look.in_set(RtsSystems::Act), show.in_set(PanelSystems)));
}

pub(super) fn spawn(column: &mut ChildSpawnerCommands, art: &Art) {
    let row = Node { column_gap: px(5), display: Display::None, ..default() };
    column.spawn((row, Row)).with_children(|row| {
        for (action, label, tip, key) in [
            (RtsAction::LookInto, "Look into its thinking", "Its search for a way, step by step, in the lab", "J"),
            (RtsAction::LookIntoAll, "… of all", "A plan for all units like it, tick by tick, in the lab", "U"),
        ] {
            let node = Node { height: px(28), padding: UiRect::axes(px(10), px(2)), ..default() };
            row.spawn((button(art, Look::Key, node), presses(action), Tip::with_key(tip, key))).with_child(written(
                art,
                Weight::Bold,
                theme::SMALL,
                theme::CREAM,
                label,
            ));
        }
    });
}

/// What can be looked into.
#[derive(SystemParam)]
struct Seen<'w, 's> {
    view: SkirmishView<'w, 's>,
    selection: Res<'w, Selection>,
    playback: Res<'w, Playback>,
    online: Option<Res<'w, Online>>,
    boards: Query<'w, 's, (&'static TerrainGrid, &'static Planner), With<Board>>,
}

impl Seen<'_, '_> {
    /// Whether the thoughts of a unit are the player's business.
    fn may_know(&self, unit: &UnitQueryItem<'_, '_>) -> bool {
        let player = *self.view.player;
        let watches = |sides| player.observes(sides, &self.playback) || unit.owner.0 == player.side;
        self.view.sides().is_none_or(watches)
    }

    /// The one unit that is selected, if it is no secret.
    fn unit(&self) -> Option<UnitQueryItem<'_, '_>> {
        let only = self.selection.iter().next().filter(|_| self.selection.len() == 1)?;
        self.view.unit(only).filter(|unit| self.may_know(unit))
    }

    fn ground(&self) -> Option<Grid<Terrain>> {
        let (terrain, _) = self.boards.single().ok()?;
        let cells = terrain.cells();
        if !self.view.is_skirmish() {
            return Some(cells.clone());
        }
        let known = cells.cells().map(|cell| self.view.ground(cell).unwrap_or(Terrain::Grass)).collect();
        Some(Grid::from_rows(cells.width(), cells.height(), known))
    }

    /// The search of the unit, as A* asks, and beside it by a searcher that looks at less.
    fn search(&self) -> Result<Vec<Scene>, &'static str> {
        let unit = self.unit().ok_or(NOBODY)?;
        let goal = unit.waypoints.current().map(|waypoint| waypoint.goal);
        let goal =
            goal.filter(|goal| *goal != unit.at.0).ok_or("It is where it means to be: there is nothing to search.")?;
        let layer = self.view.unit_kind(&unit).layer();
        let ground = self.ground().ok_or(NOBODY)?;
        let map = Arc::new(GridMap::new(prices(&ground, &self.view.rules().costs, layer), Moves::Eight));
        let other = if map.is_uniform() { Searcher::Jps } else { Searcher::BidirectionalAStar };
        let scene = |searcher| Scene::Search(Setup::on_map(map.clone(), unit.at.0, goal, searcher));
        Ok([Searcher::AStar, other].map(scene).to_vec())
    }

    /// All units that move like the selected one, from where they stand to where they go; others are in the way.
    fn plan(&self) -> Result<Vec<Scene>, &'static str> {
        let unit = self.unit().ok_or(NOBODY)?;
        let (layer, rules) = (self.view.unit_kind(&unit).layer(), self.view.rules());
        if layer.size != 1 {
            return Err("Plans of the lab are for units of a single cell.");
        }
        let (_, planner) = self.boards.single().map_err(|_| NOBODY)?;
        let mut passable = prices(&self.ground().ok_or(NOBODY)?, &rules.costs, layer).map(|price| *price > 0);
        let mut agents: Vec<(UnitId, Cell, Cell)> = Vec::new();
        for other in &self.view.units {
            let kind = self.view.unit_kind(&other);
            if kind.layer() == layer && self.may_know(&other) {
                let goal = other.waypoints.current().map_or(other.at.0, |waypoint| waypoint.goal);
                agents.push((other.id.0, other.at.0, goal));
            } else if self.view.sees(self.view.unit_area(&other)) {
                for cell in body(other.at.0, kind.size) {
                    if let Some(free) = passable.get_mut(cell) {
                        *free = false;
                    }
                }
            }
        }
        agents.sort_unstable();
        let planner = Planning::named(planner.kind().name()).unwrap_or(Planning::March);
        let instance = crowd(passable, agents.iter().map(|(_, at, goal)| (*at, *goal)));
        Ok(vec![Scene::Crowd { instance, planner, settings: Settings::default() }])
    }
}

const NOBODY: &str = "Select one of your units: its thinking is looked into.";

/// The price of each place for a unit of a layer in quarters, by its top left cell; 0 where it cannot stand.
fn prices(ground: &Grid<Terrain>, costs: &CostTable, layer: Layer) -> Grid<u8> {
    let price = |cell: Cell| ground.get(cell).and_then(|terrain| costs.quarters(layer.class, *terrain)).unwrap_or(0);
    let of_body = |anchor: Cell| {
        let below = || body(anchor, layer.size).map(price);
        if below().any(|price| price == 0) { 0 } else { below().max().unwrap_or(0) }
    };
    Grid::from_rows(ground.width(), ground.height(), ground.cells().map(of_body).collect())
}

/// A problem in which all starts and all goals differ: whose goal is taken, or is no place, goes to the nearest that is free.
pub fn crowd(passable: Grid<bool>, agents: impl Iterator<Item = (Cell, Cell)>) -> Instance {
    let (mut starting, mut ending) = (BTreeSet::new(), BTreeSet::new());
    let (mut starts, mut goals) = (Vec::new(), Vec::new());
    for (start, wanted) in agents {
        if passable.get(start) != Some(&true) || !starting.insert(start) {
            continue;
        }
        let is_free = |cell: &Cell| passable.get(*cell) == Some(&true) && !ending.contains(cell);
        let ring = |far: i16| {
            let is_on = move |x: i16, y: i16| x.abs().max(y.abs()) == far;
            (-far..=far).flat_map(move |y| (-far..=far).map(move |x| (x, y))).filter(move |(x, y)| is_on(*x, *y))
        };
        let near = (0..=FARTHEST).flat_map(ring).map(|(x, y)| Cell::new(wanted.x + x, wanted.y + y)).find(is_free);
        let Some(goal) = near.or_else(|| Some(start).filter(is_free)) else {
            starting.remove(&start);
            continue;
        };
        ending.insert(goal);
        starts.push(start);
        goals.push(goal);
    }
    Instance { passable, moves: Moves::Eight, starts, goals }
}

/// Opens the lab over the match, which stands still meanwhile.
fn look(
    mut asked: MessageReader<Press<RtsAction>>,
    seen: Seen,
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    for Press(action) in asked.read() {
        let scenes = match action {
            RtsAction::LookInto | RtsAction::LookIntoAll if seen.online.is_some() => {
                Err("In a match over the network nobody waits for who looks into the lab.")
            }
            RtsAction::LookInto => seen.search(),
            RtsAction::LookIntoAll => seen.plan(),
            _ => continue,
        };
        match scenes {
            Ok(scenes) => commands.queue(move |world: &mut World| lab::open(world, scenes)),
            Err(problem) => _ = notices.write(Notice(problem.into())),
        }
    }
}

/// The buttons are there while they do something.
fn show(seen: Seen, mut rows: Query<&mut Node, With<Row>>) {
    let is_shown = seen.online.is_none() && seen.unit().is_some();
    rows.iter_mut().for_each(|mut row| set_shown(&mut row, is_shown));
}
