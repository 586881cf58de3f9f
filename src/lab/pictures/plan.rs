//! A plan at a tick, and its block of space and time.

use crate::base::{Cell, Grid};
use crate::lab::colour::{BLOCKED, FREE, Rgb, of_state};
use crate::lab::cursor::PlaceState;
use crate::lab::drawing::{At, Drawing, Shape, of_number};
use crate::lab::planning::block::{Block, Cut, View};
use crate::lab::planning::{PlanRun, Voxel};
use crate::nav::searchers::Side;
use std::collections::BTreeSet;

const CONFLICT: Rgb = [0xe0, 0x20, 0x20];
const CHOSEN: Rgb = [0xe0, 0xa0, 0x20];
const PUSH: Rgb = [0x20, 0x20, 0x28];

/// More cells of space and time than this are not painted one by one.
pub const MOST_VOXELS: usize = 60_000;

fn middle(cell: Cell) -> At {
    (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

/// What is written on agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Written {
    Nothing,
    /// Its number in the scenario, from 0.
    #[default]
    Number,
    /// Its place in the order of this step, from 1; nothing if the planner has no order.
    Rank,
    /// What grows while it gets nowhere; nothing if the planner has no such thing.
    Pressure,
}

/// What a picture of a tick shows beside where everybody stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The rest of each route.
    pub routes: bool,
    /// Who pushes whom.
    pub pushes: bool,
    pub written: Written,
    /// The one that is looked at.
    pub agent: Option<u32>,
}

impl Default for Shown {
    fn default() -> Self {
        Self { routes: true, pushes: true, written: Written::Number, agent: None }
    }
}

/// More agents than this have nothing written on them.
const MOST_WORDS: usize = 200;

/// Where everybody stands at a tick over the map: the rest of each route as a line, the goal as a small disc, pushes as
/// dark lines, conflicts as red rings.
pub fn tick(run: &PlanRun, tick: u32) -> Drawing {
    over(run, tick, Shown::default()).on_ground(&ground(run, None, tick))
}

/// [`self::tick`] without the map.
pub fn over(run: &PlanRun, tick: u32, shown: Shown) -> Drawing {
    let passable = &run.instance.passable;
    let size = (f32::from(passable.width()), f32::from(passable.height()));
    let mut drawing = Drawing::new(format!("{}, tick {tick} of {}", run.title, run.last()), size);
    let (standing, agents) = (run.standing(tick), run.instance.starts.len());
    drawing.about = format!(
        "{} of {agents} at their goals, {} steps lost, {} conflicts; {} nodes in all",
        standing.home, standing.loss, standing.conflicts, run.expanded
    );
    let positions = run.at(tick);
    let words = words(run, tick, shown.written);
    for (agent, goal) in (0..).zip(&run.instance.goals) {
        drawing.disc(middle(*goal), 0.16, of_number(agent, 0.6));
    }
    // The one that is looked at lies over the others.
    let is_looked_at = |agent: &u32| shown.agent == Some(*agent);
    let agents: Vec<u32> = (0..agents as u32).filter(|agent| !is_looked_at(agent)).collect();
    for agent in agents.into_iter().chain(shown.agent.filter(|agent| (*agent as usize) < positions.len())) {
        let here = middle(positions[agent as usize]);
        let is_chosen = is_looked_at(&agent);
        if let Some(route) = run.route(agent, tick).filter(|_| shown.routes || is_chosen) {
            let rest = (tick.max(route.start)..route.start + route.cells.len() as u32).filter_map(|at| route.at(at));
            let (light, width) = if is_chosen { (0.55, 0.24) } else { (0.75, 0.12) };
            drawing.line(rest.map(middle).collect(), of_number(agent, light), width);
        }
        if is_chosen {
            let goal = middle(run.instance.goals[agent as usize]);
            ring(&mut drawing, goal, 0.36, CHOSEN);
            ring(&mut drawing, here, 0.52, CHOSEN);
        }
        drawing.disc(here, 0.4, of_number(agent, 0.9));
        if let Some(text) = words.get(agent as usize).filter(|word| !word.is_empty()).cloned() {
            drawing.shapes.push(Shape::Word { at: here, height: 0.45, text, colour: PUSH });
        }
    }
    for push in run.pushes(tick).iter().filter(|push| shown.pushes && push.gives_way) {
        let ends = [push.by, push.pushed].map(|agent| middle(positions[agent as usize]));
        drawing.line(ends.to_vec(), PUSH, 0.14);
        // A head, to tell who pushes from who is pushed.
        drawing.disc(ends[1], 0.16, PUSH);
    }
    for found in run.conflicts_at(tick) {
        ring(&mut drawing, middle(found.cell), 0.55, CONFLICT);
    }
    drawing
}

/// What is written on each agent; nothing at all if they are too many.
fn words(run: &PlanRun, tick: u32, written: Written) -> Vec<String> {
    let agents = run.instance.starts.len();
    if agents > MOST_WORDS {
        return Vec::new();
    }
    match written {
        Written::Nothing => Vec::new(),
        Written::Number => (0..agents).map(|agent| agent.to_string()).collect(),
        Written::Rank => {
            let mut words = vec![String::new(); agents];
            for (place, agent) in (1..).zip(run.order(tick)) {
                words[*agent as usize] = place.to_string();
            }
            words
        }
        Written::Pressure => run.pressure(tick).iter().map(u32::to_string).collect(),
    }
}

fn ring(drawing: &mut Drawing, (x, y): At, radius: f32, colour: Rgb) {
    let ring = (0..=16).map(|part| (part as f32 / 16.0 * std::f32::consts::TAU).sin_cos());
    drawing.line(ring.map(|(sin, cos)| (x + radius * cos, y + radius * sin)).collect(), colour, 0.12);
}

/// The map, with what the search for true distances of an agent (RRA*) has looked at up to a tick.
pub fn ground(run: &PlanRun, agent: Option<u32>, tick: u32) -> Grid<Rgb> {
    let mut ground = run.instance.passable.map(|free| if *free { FREE } else { BLOCKED });
    for looked in agent.map_or(&[][..], |agent| run.looked(agent, tick)) {
        let state = if looked.closed { PlaceState::Closed } else { PlaceState::Open };
        let closed = of_state(PlaceState::Closed, Side::Forward);
        if let Some((cell, colour)) = ground.get_mut(looked.cell).zip(of_state(state, Side::Forward))
            && Some(*cell) != closed
        {
            *cell = colour;
        }
    }
    ground
}

/// The three sides of a cell of space and time that are turned towards the eye.
fn sides(view: &View, block: &Block, voxel: &Voxel) -> Vec<(Vec<At>, f32)> {
    let (x, y, t) = (f32::from(voxel.cell.x), f32::from(voxel.cell.y), voxel.tick as f32);
    let seen = |(x, y, t): (f32, f32, f32)| {
        let (right, down, _) = view.seen(block, x, y, t);
        (right, down)
    };
    let square = |corners: [(f32, f32, f32); 4]| corners.map(seen).to_vec();
    let top = square([(x, y, t + 1.0), (x + 1.0, y, t + 1.0), (x + 1.0, y + 1.0, t + 1.0), (x, y + 1.0, t + 1.0)]);
    // Of both pairs of upright sides the ones nearer to the eye.
    let (sin, cos) = view.turned.sin_cos();
    let (near_x, near_y) = (if sin >= 0.0 { x + 1.0 } else { x }, if cos >= 0.0 { y + 1.0 } else { y });
    let across = square([(x, near_y, t), (x + 1.0, near_y, t), (x + 1.0, near_y, t + 1.0), (x, near_y, t + 1.0)]);
    let along = square([(near_x, y, t), (near_x, y + 1.0, t), (near_x, y + 1.0, t + 1.0), (near_x, y, t + 1.0)]);
    vec![(across, 0.72), (along, 0.84), (top, 1.0)]
}

/// A block of space and time, turned and cut, over its map. Cells that two or more have at once are red.
pub fn block(run: &PlanRun, block: &Block, cut: &Cut, view: &View) -> Drawing {
    let map = &run.instance.passable;
    let mut drawing = Drawing::new(format!("{} in space and time", run.title), (1.0, 1.0));
    let ground = |x: f32, y: f32| {
        let (right, down, _) = view.seen(block, x, y, 0.0);
        (right, down)
    };
    let (width, height) = (f32::from(map.width()), f32::from(map.height()));
    let floor = |left: f32, top: f32, right: f32, bottom: f32, fill: Rgb| {
        let corners = vec![ground(left, top), ground(right, top), ground(right, bottom), ground(left, bottom)];
        Shape::Area { corners, fill, opacity: 1.0, rim: None }
    };
    drawing.shapes.push(floor(0.0, 0.0, width, height, FREE));
    for (cell, _) in map.iter().filter(|(_, free)| !**free) {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        drawing.shapes.push(floor(x, y, x + 1.0, y + 1.0, BLOCKED));
    }
    let doubled: BTreeSet<(u32, Cell)> = block.doubled().iter().map(|voxel| (voxel.tick, voxel.cell)).collect();
    let painted = view.painted(block, block.cut(cut).take(MOST_VOXELS));
    for voxel in &painted {
        let is_wrong = doubled.contains(&(voxel.tick, voxel.cell));
        for (corners, light) in sides(view, block, voxel) {
            let fill = if is_wrong {
                CONFLICT.map(|part| (f32::from(part) * light) as u8)
            } else {
                of_number(voxel.owner, light)
            };
            drawing.shapes.push(Shape::Area { corners, fill, opacity: 1.0, rim: None });
        }
    }
    let all = block.cut(cut).count();
    let ticks = block.ticks().map_or_else(String::new, |(first, last)| format!(", ticks {first} to {last}"));
    drawing.about = format!("{} of {all} cells of space and time{ticks}; time goes up", painted.len());
    // However it is turned it fits, so that the picture keeps its size meanwhile.
    let reach = (width * width + height * height).sqrt() / 2.0;
    let top = block.ticks().map_or(0, |(_, last)| last + 1) as f32 * view.tick;
    let (sin, cos) = view.raised.sin_cos();
    drawing.bounds = ((-reach - 1.0, -reach * sin - top * cos - 1.0), (reach + 1.0, reach * sin + 1.0));
    drawing
}
