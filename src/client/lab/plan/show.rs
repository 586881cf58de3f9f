//! What the stage shows of plans: the map or space and time, the table, words on what the pointer is on.

use super::recording::Recording;
use super::{Hovered, Plans, View};
use crate::base::{Cell, Grid};
use crate::client::lab::playback::Playback;
use crate::client::lab::stage::{Ground, Pane, Stage, Table};
use crate::lab::colour::Rgb;
use crate::lab::drawing::Drawing;
use crate::lab::experiments::Answer;
use crate::lab::pictures::plan as picture;
use crate::lab::planning::block::{Block, Cut};
use crate::lab::planning::{Pair, PlanRun};
use bevy::prelude::*;
use std::sync::Arc;

/// Ticks beyond the end of the last route for which places for good are shown as reserved.
const BEYOND: u32 = 3;

/// Ticks for which is looked who has a cell in mind.
const LOOK: u32 = 60;

/// What was made for the last picture and can be used again.
#[derive(Default)]
pub(super) struct Kept {
    /// By pane: whose ground it is, for which agent, with how much looked at.
    grounds: Vec<(Arc<PlanRun>, Option<u32>, usize, Arc<Grid<Rgb>>)>,
    /// By pane: the whole plan as a block.
    blocks: Vec<(Arc<PlanRun>, Arc<Block>)>,
}

impl Kept {
    fn ground(&mut self, run: &Arc<PlanRun>, agent: Option<u32>, tick: u32) -> Arc<Grid<Rgb>> {
        let looked = agent.map_or(0, |agent| run.looked(agent, tick).len());
        let is_it = |kept: &&(Arc<PlanRun>, Option<u32>, usize, Arc<Grid<Rgb>>)| {
            Arc::ptr_eq(&kept.0, run) && (kept.1, kept.2) == (agent, looked)
        };
        if let Some(kept) = self.grounds.iter().find(is_it) {
            return kept.3.clone();
        }
        let ground = Arc::new(picture::ground(run, agent, tick));
        self.grounds.retain(|kept| !Arc::ptr_eq(&kept.0, run));
        self.grounds.push((run.clone(), agent, looked, ground.clone()));
        ground
    }

    fn block(&mut self, run: &Arc<PlanRun>) -> Arc<Block> {
        if let Some((_, block)) = self.blocks.iter().find(|(of, _)| Arc::ptr_eq(of, run)) {
            return block.clone();
        }
        let block = Arc::new(run.block());
        self.blocks.push((run.clone(), block.clone()));
        block
    }

    /// Forgets what is not shown any more.
    fn forget(&mut self, shown: &[Recording]) {
        let is_shown = |run: &Arc<PlanRun>| shown.iter().any(|one| Arc::ptr_eq(&one.run, run));
        self.grounds.retain(|(run, ..)| is_shown(run));
        self.blocks.retain(|(run, _)| is_shown(run));
    }
}

/// The boards and the table follow the plans, the moment and the view.
pub(super) fn show(plans: Res<Plans>, playback: Res<Playback>, mut stage: ResMut<Stage>, mut kept: Local<Kept>) {
    kept.forget(&plans.recordings);
    let tick = playback.position;
    let mut panes = Vec::new();
    for recording in &plans.recordings {
        if plans.view.shows_map() {
            panes.push(map_pane(&plans, recording, tick, &mut kept));
        }
        if plans.view != View::Map {
            panes.push(block_pane(&plans, recording, tick, &mut kept));
        }
    }
    stage.panes = panes;
    stage.table = table(&plans, tick);
}

/// The words follow the pointer as well.
pub(super) fn say(plans: Res<Plans>, playback: Res<Playback>, hovered: Res<Hovered>, mut stage: ResMut<Stage>) {
    stage.words = words(&plans, *hovered, playback.position);
}

fn map_pane(plans: &Plans, recording: &Recording, tick: u32, kept: &mut Kept) -> Pane {
    let run = &recording.run;
    let drawing = picture::over(run, tick.min(run.last()), shown(plans));
    let ground = Ground::Cells(kept.ground(run, plans.agent, tick));
    Pane { caption: caption(recording, tick), ground, drawing: Arc::new(drawing) }
}

fn shown(plans: &Plans) -> picture::Shown {
    picture::Shown { agent: plans.agent, ..plans.shown }
}

/// What a board with a map shows, whole.
pub(super) fn pictured(plans: &Plans, run: &PlanRun, tick: u32) -> Drawing {
    picture::over(run, tick, shown(plans)).on_ground(&picture::ground(run, plans.agent, tick))
}

/// Space and time, cut by the moment: a plan up to it, or what is reserved from it on.
pub(super) fn block_drawing(plans: &Plans, run: &Arc<PlanRun>, tick: u32, whole: Option<Arc<Block>>) -> Drawing {
    let owner = plans.agent.filter(|_| plans.only_chosen);
    let (block, ticks) = match whole {
        Some(block) => (block, 0..=tick),
        None => (Arc::new(run.reservations(tick, BEYOND)), tick..=u32::MAX),
    };
    picture::block(run, &block, &Cut { ticks, owner, ..Cut::ALL }, &plans.eye)
}

fn block_pane(plans: &Plans, recording: &Recording, tick: u32, kept: &mut Kept) -> Pane {
    let whole = (plans.view == View::Plan).then(|| kept.block(&recording.run));
    let drawing = block_drawing(plans, &recording.run, tick, whole);
    let what = if plans.view == View::Plan { "the plan so far" } else { "reserved from here on" };
    let caption = format!("{}: {what}", recording.run.title);
    Pane { caption, ground: Ground::None, drawing: Arc::new(drawing) }
}

fn caption(recording: &Recording, tick: u32) -> String {
    let run = &recording.run;
    match recording.tick() {
        Some(tick) => format!("{}: planning, tick {tick}", run.title),
        None => {
            let (standing, all) = (run.standing(tick), run.instance.starts.len());
            let end = if tick >= run.last() { format!("; {}", run.ending.words()) } else { String::new() };
            format!("{}: {} of {all} home{end}", run.title, standing.home)
        }
    }
}

/// All plans at the moment, and what became of them.
fn table(plans: &Plans, tick: u32) -> Table {
    let heads = ["", "home", "steps lost", "conflicts", "ticks", "sum of costs", "nodes", "time"];
    let row = |recording: &Recording| {
        let run = &recording.run;
        let standing = run.standing(tick);
        let report = run.report().filter(|_| recording.tick().is_none());
        let number = |number: u64| Answer::number(number as f64);
        let time = recording.time.map_or_else(|| "…".into(), |time| format!("{:.0} ms", time.as_secs_f64() * 1e3));
        let makespan = report.map_or_else(|| "…".into(), |report| number(report.makespan.into()));
        vec![
            run.title.clone(),
            format!("{} of {}", standing.home, run.instance.starts.len()),
            number(standing.loss),
            number(standing.conflicts.into()),
            makespan,
            report.map_or_else(|| "…".into(), |report| number(report.sum_of_costs)),
            if recording.tick().is_some() { "…".into() } else { number(run.expanded) },
            if recording.who.is_none() { "read".into() } else { time },
        ]
    };
    Table { heads: heads.map(str::to_owned).to_vec(), rows: plans.recordings.iter().map(row).collect() }
}

fn words(plans: &Plans, hovered: Hovered, tick: u32) -> String {
    if !plans.problem.is_empty() {
        return plans.problem.clone();
    }
    let Some(first) = plans.recordings.first() else { return "The map is being opened …".into() };
    if let Some((place, cell)) = hovered.0
        && let Some(recording) = plans.recordings.get(place)
        && let Some(words) = about_cell(&recording.run, cell, tick)
    {
        return words;
    }
    let run = &first.run;
    let mut words = Vec::new();
    if plans.is_stale {
        words.push("Something was typed: Plan takes it up.".to_owned());
    }
    words.extend(run.conflicts_at(tick).iter().take(3).map(|found| format!("{found}.")));
    if let Some(second) = plans.recordings.get(1).filter(|second| first.tick().is_none() && second.tick().is_none())
        && let Ok(pair) = Pair::new(run, &second.run)
    {
        let apart = pair.at(tick).apart.len();
        words.push(match pair.parts() {
            None => "Both plans are the same.".into(),
            Some(parts) => format!("The first two plans part at tick {parts}; {apart} agents stand apart now."),
        });
    }
    if words.is_empty() {
        words.push("A click chooses an agent: its route, and what its search for true distances has looked at.".into());
    }
    words.join(" ")
}

/// Who is on a cell, or whose goal it is.
pub(super) fn agent_at(run: &PlanRun, cell: Cell, tick: u32) -> Option<u32> {
    let on = |cells: &[Cell]| cells.iter().position(|one| *one == cell).map(|agent| agent as u32);
    on(run.at(tick)).or_else(|| on(&run.instance.goals))
}

fn about_cell(run: &PlanRun, cell: Cell, tick: u32) -> Option<String> {
    run.instance.passable.get(cell)?;
    if let Some(agent) = agent_at(run, cell, tick) {
        return Some(about_agent(run, agent, tick));
    }
    let coming = (tick..tick + LOOK).flat_map(|at| {
        let of =
            move |agent: u32| run.route(agent, tick).filter(|route| route.start <= at).and_then(|route| route.at(at));
        (0..run.instance.starts.len() as u32)
            .filter(move |agent| of(*agent) == Some(cell))
            .map(move |agent| (at, agent))
    });
    let coming: Vec<String> = coming.take(4).map(|(at, agent)| format!("for {agent} at tick {at}")).collect();
    Some(match (run.instance.passable[cell], coming.is_empty()) {
        (false, _) => format!("{cell}: blocked"),
        (true, true) => format!("{cell}: nobody has it in mind"),
        (true, false) => format!("{cell}: reserved {}", coming.join(", ")),
    })
}

/// All that is known of an agent.
pub(super) fn about_agent(run: &PlanRun, agent: u32, tick: u32) -> String {
    let index = agent as usize;
    let (Some(here), Some(goal)) = (run.at(tick).get(index), run.instance.goals.get(index)) else {
        return String::new();
    };
    let mut words = format!("Agent {agent} at {here}, goal {goal}");
    if let Some(place) = run.order(tick).iter().position(|one| *one == agent) {
        words += &format!(", number {} of {} to choose", place + 1, run.order(tick).len());
    }
    if let Some(pressure) = run.pressure(tick).get(index).filter(|pressure| **pressure > 0) {
        words += &format!(", pressure {pressure}");
    }
    if let Some(route) = run.route(agent, tick) {
        let end = route.start + route.cells.len() as u32;
        words += &format!(", a route for {} ticks", end.saturating_sub(tick + 1));
    }
    for push in run.pushes(tick) {
        let gives = if push.gives_way { "" } else { ", who finds no place" };
        if push.by == agent {
            words += &format!(", pushes {}{gives}", push.pushed);
        } else if push.pushed == agent {
            words += &format!(", pushed by {}", push.by);
        }
    }
    let looked = run.looked(agent, tick);
    if !looked.is_empty() {
        let mut closed: Vec<Cell> = looked.iter().filter(|one| one.closed).map(|one| one.cell).collect();
        closed.sort_unstable();
        closed.dedup();
        words += &format!("; RRA* has looked {} times and closed {} cells", looked.len(), closed.len());
    }
    words
}
