//! Wishes are done; plans are taken when they are there.

use super::crowd::{CrowdChoice, map_of};
use super::recording::{Recording, Who};
use super::{PlanWish, Plans, files};
use crate::client::kit::notices::Notice;
use crate::client::lab::playback::{Play, Playback};
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::{LabPage, OpenScene};
use crate::client::stage::sentence;
use crate::lab::experiments::Scene;
use crate::lab::planning::block::View as Eye;
use bevy::prelude::*;

/// Most agents that are planned for.
const MOST_AGENTS: u64 = 2_000;
/// Most ticks after which a planner gives up.
const MOST_STEPS: u64 = 100_000;

/// Seconds between two looks at how far plans in the making are.
const LOOK: f32 = 0.2;

/// The page opens with what it is asked to show, or with what it showed before.
pub(super) fn open(mut scenes: ResMut<OpenScene>, mut plans: ResMut<Plans>, mut playback: ResMut<Playback>) {
    let asked = scenes.take(LabPage::Plan);
    if !asked.is_empty() {
        take(&mut plans, asked);
    } else if plans.recordings.is_empty() {
        plans.plan();
    } else {
        playback.begin("tick", plans.last(), 0, 5);
    }
    plans.set_changed();
}

fn take(plans: &mut Plans, scenes: Vec<Scene>) {
    let mut who = Vec::new();
    for scene in scenes {
        let Scene::Crowd { instance, planner, settings } = scene else { continue };
        who.push(Who { planner, window: settings.window });
        plans.moves = instance.moves;
        plans.given = Some(instance);
        plans.seed = settings.seed;
    }
    who.truncate(MOST_PANES);
    if !who.is_empty() {
        plans.who = who;
        plans.crowd = CrowdChoice::Opened;
        plans.agent = None;
    }
    plans.plan();
}

/// Does what is wished.
pub(super) fn act(
    mut wishes: MessageReader<PlanWish>,
    mut scenes: ResMut<OpenScene>,
    mut plans: ResMut<Plans>,
    mut playback: ResMut<Playback>,
    mut notices: MessageWriter<Notice>,
) {
    if !scenes.0.is_empty() {
        let asked = scenes.take(LabPage::Plan);
        if !asked.is_empty() {
            take(&mut plans, asked);
        }
    }
    for wish in wishes.read() {
        let plans = &mut *plans;
        match wish {
            PlanWish::Map(wish) => {
                plans.map.take(wish);
                plans.crowd = CrowdChoice::Random;
                plans.plan();
            }
            PlanWish::Crowd(crowd) => {
                if let CrowdChoice::Scenario(path) = crowd
                    && let Some(map) = map_of(path)
                {
                    plans.map.choice = map;
                }
                plans.crowd = crowd.clone();
                plans.plan();
            }
            PlanWish::Agents(agents) => {
                type_number(plans, |plans| plans.agents = (*agents).clamp(1, MOST_AGENTS) as u32)
            }
            PlanWish::Seed(seed) => type_number(plans, |plans| plans.seed = *seed),
            PlanWish::Steps(steps) => type_number(plans, |plans| plans.steps = (*steps).clamp(1, MOST_STEPS) as u32),
            PlanWish::Moves(moves) => {
                plans.moves = *moves;
                plans.plan();
            }
            PlanWish::Who(place, who) => plans.give(*place, *who),
            PlanWish::Plan => plans.plan(),
            PlanWish::Stop => plans.recordings.iter().for_each(Recording::stop),
            PlanWish::View(view) => plans.view = *view,
            PlanWish::Written(written) => plans.shown.written = *written,
            PlanWish::Routes => plans.shown.routes = !plans.shown.routes,
            PlanWish::Pushes => plans.shown.pushes = !plans.shown.pushes,
            PlanWish::OnlyChosen => plans.only_chosen = !plans.only_chosen,
            PlanWish::Stops => plans.stops = !plans.stops,
            PlanWish::Next(by) => next(plans, *by),
            PlanWish::NoAgent => plans.agent = None,
            PlanWish::Turn(turned, raised) => {
                plans.eye.turned += turned;
                plans.eye.raised = (plans.eye.raised + raised).clamp(0.05, std::f32::consts::FRAC_PI_2);
            }
            PlanWish::TurnBack => plans.eye = Eye::default(),
            PlanWish::Read(path) => match files::read(plans, path) {
                Ok(run) => {
                    plans.opening.stop();
                    plans.given = Some(run.instance.clone());
                    plans.crowd = CrowdChoice::Opened;
                    (plans.agent, plans.is_stale) = (None, false);
                    plans.problem.clear();
                    playback.begin("tick", run.last(), 0, 5);
                    plans.recordings = vec![Recording::of(run)];
                }
                Err(problem) => _ = notices.write(Notice(sentence(&problem))),
            },
            PlanWish::Write(_) => {}
        }
    }
}

/// What is typed waits for the button: half a number would be planned for else.
fn type_number(plans: &mut Plans, change: impl FnOnce(&mut Plans)) {
    change(plans);
    plans.is_stale = true;
}

fn next(plans: &mut Plans, by: i32) {
    let Some(first) = plans.recordings.first() else { return };
    let agents = first.run.instance.starts.len() as i64;
    let at = plans.agent.map_or(if by > 0 { -1 } else { 0 }, i64::from);
    plans.agent = (agents > 0).then(|| (at + i64::from(by)).rem_euclid(agents) as u32);
}

/// Plans that are there are shown; those in the making say from time to time how far they are.
pub(super) fn collect(
    mut plans: ResMut<Plans>,
    mut playback: ResMut<Playback>,
    time: Res<Time<Real>>,
    mut told: Local<(Vec<Option<u32>>, f32)>,
) {
    let quiet = plans.bypass_change_detection();
    let opened = quiet.opening.poll();
    let mut has_come = opened.is_some();
    match opened {
        Some(Ok(instance)) => quiet.begin(&instance, &mut playback),
        Some(Err(problem)) => quiet.problem = sentence(&problem),
        None => {}
    }
    for recording in &mut quiet.recordings {
        has_come |= recording.poll();
    }
    let ticks: Vec<Option<u32>> = quiet.recordings.iter().map(Recording::tick).collect();
    if has_come {
        let last = quiet.last();
        if playback.length != last {
            playback.length = last;
            playback.position = playback.position.min(last);
        }
    }
    let now = time.elapsed_secs();
    if has_come || told.0 != ticks && now - told.1 >= LOOK {
        *told = (ticks, now);
        plans.set_changed();
    }
}

/// Playing stops where something is to be seen, and Page up and Page down go there.
pub(super) fn stop(plans: Res<Plans>, mut plays: MessageReader<Play>, mut playback: ResMut<Playback>) {
    let asked: Vec<bool> =
        plays.read().filter_map(|play| if let Play::Stop { forward } = play { Some(*forward) } else { None }).collect();
    let wants = plans.stops && playback.is_playing;
    if asked.is_empty() && !wants && playback.stop.is_none() {
        return;
    }
    let stops = plans.stops();
    for forward in asked {
        let at = playback.position;
        let next = if forward { stops.iter().find(|stop| **stop > at) } else { stops.iter().rfind(|stop| **stop < at) };
        match next {
            Some(stop) => playback.seek(*stop),
            None => playback.words = "nothing there".into(),
        }
    }
    let next = stops.iter().copied().find(|stop| *stop > playback.position).filter(|_| plans.stops);
    if playback.stop != next {
        playback.stop = next;
    }
}
