//! The side panel of the page, and what it says.

use super::crowd::scenarios;
use super::files::{Format, plan_files};
use super::recording::Who;
use super::show::about_agent;
use super::{CrowdChoice, PlanWish, Plans, View};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme;
use crate::client::kit::widgets::{Buttons, Look, set_text};
use crate::client::lab::chosen;
use crate::client::lab::frame::Side;
use crate::client::lab::maps::LabFolder;
use crate::client::lab::panel::{Tells, buttons, choice, heading, number, select, wide, words};
use crate::client::lab::playback::Playback;
use crate::client::lab::select::Selects;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::LabPage;
use crate::lab::pictures::plan::Written;
use crate::nav::coop::mapf::Moves;
use bevy::prelude::*;

/// What is known of the chosen agent.
#[derive(Component)]
pub(super) struct AboutAgent;

pub(super) fn spawn(
    mut commands: Commands,
    side: Single<Entity, With<Side>>,
    art: Res<Art>,
    folder: Res<LabFolder>,
    plans: Res<Plans>,
) {
    let art = &*art;
    let column = (Name::new("Plan"), DespawnOnExit(LabPage::Plan), stack(6.0));
    commands.entity(*side).with_children(|side| {
        side.spawn(column).with_children(|panel| fill(panel, art, &folder, &plans));
    });
}

fn fill(panel: &mut ChildSpawnerCommands, art: &Art, folder: &LabFolder, plans: &Plans) {
    heading(panel, art, "Map and crowd");
    let opened = ("As opened", PlanWish::Crowd(CrowdChoice::Opened));
    chosen::spawn(panel, art, folder, &plans.map, Some(opened), PlanWish::Map);
    let stem = |path: &std::path::PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut crowds = vec![
        (
            "At random".to_owned(),
            "Starts and goals at random in the largest part of the map".to_owned(),
            PlanWish::Crowd(CrowdChoice::Random),
        ),
        (
            "As opened".to_owned(),
            "What an experiment, a match or a file has brought here".to_owned(),
            PlanWish::Crowd(CrowdChoice::Opened),
        ),
    ];
    crowds.extend(
        scenarios(folder)
            .into_iter()
            .map(|path| (stem(&path), path.display().to_string(), PlanWish::Crowd(CrowdChoice::Scenario(path)))),
    );
    select(panel, art, "Crowd", crowds);
    let agents = ("Agents", "At most 2000; what was typed waits for Plan");
    number(panel, art, agents, plans.agents.into(), (), PlanWish::Agents);
    let seed = ("Seed", "Of the crowd, and of planners that choose at random");
    number(panel, art, seed, plans.seed, (), PlanWish::Seed);
    let moves = [("4", Moves::Four), ("8", Moves::Eight)];
    let moves =
        moves.map(|(label, moves)| (label.to_owned(), "Directions of a step".to_owned(), PlanWish::Moves(moves)));
    choice(panel, art, "Directions", moves);

    heading(panel, art, "Planners");
    for place in 0..MOST_PANES {
        let nobody = (place > 0).then(|| ("–".to_owned(), "Nobody plans here".to_owned(), PlanWish::Who(place, None)));
        let all =
            Who::all().map(|who| (who.title(), who.planner.explanation().to_owned(), PlanWish::Who(place, Some(who))));
        select(panel, art, &(place + 1).to_string(), nobody.into_iter().chain(all));
    }
    let steps = ("Ticks", "A planner that has not brought everybody home by then gives up");
    number(panel, art, steps, plans.steps.into(), (), PlanWish::Steps);
    wide(panel, art, Look::Main, ("Plan", "Plan anew with all that is set up here"), PlanWish::Plan);
    let stop = ("End planning", "Plans in the making end with what there is");
    wide(panel, art, Look::Key, stop, PlanWish::Stop);

    heading(panel, art, "What is shown");
    let view = |view| {
        let (label, tip) = match view {
            View::Map => ("Map", "Where everybody stands, with routes, pushes and conflicts"),
            View::Reserved => ("Reserved", "Space and time: what routes have reserved from this tick on"),
            View::Plan => ("Plan", "Space and time: the plan, cut at this tick"),
            View::Both => ("Both", "The map, and what is reserved beside it"),
        };
        (label.to_owned(), tip.to_owned(), PlanWish::View(view))
    };
    choice(panel, art, "Boards", View::ALL.map(view));
    let written = [
        ("Number", "The number of each agent", Written::Number),
        ("Rank", "Its place in the order of those who choose", Written::Rank),
        ("Pressure", "What grows while it gets nowhere: agitation, failures, waits", Written::Pressure),
        ("Nothing", "", Written::Nothing),
    ];
    choice(
        panel,
        art,
        "On agents",
        written.map(|(label, tip, written)| (label.to_owned(), tip.to_owned(), PlanWish::Written(written))),
    );
    let switches = [
        ("Routes", "What everybody means to do from now on", PlanWish::Routes),
        ("Pushes", "Who lends its rank to whom, so that it makes way", PlanWish::Pushes),
        ("Stop at conflicts", "Playing stops at conflicts, and where the first two plans part", PlanWish::Stops),
    ];
    buttons(panel, art, switches.map(|(label, tip, wish)| (label.to_owned(), tip.to_owned(), wish)));
    let turns = [
        ("Left", "Turn space and time; drag does the same", PlanWish::Turn(-0.2, 0.0)),
        ("Right", "Turn space and time; drag does the same", PlanWish::Turn(0.2, 0.0)),
        ("Higher", "Look from higher above", PlanWish::Turn(0.0, 0.15)),
        ("Lower", "Look from further below", PlanWish::Turn(0.0, -0.15)),
        ("Back", "As it was at first", PlanWish::TurnBack),
    ];
    buttons(panel, art, turns.map(|(label, tip, wish)| (label.to_owned(), tip.to_owned(), wish)));

    heading(panel, art, "The chosen agent");
    let agents = [
        ("Before", "The agent before it", PlanWish::Next(-1)),
        ("Next", "The agent after it", PlanWish::Next(1)),
        ("None", "Choose nobody", PlanWish::NoAgent),
        ("Only it", "Space and time show only what is its own", PlanWish::OnlyChosen),
    ];
    buttons(panel, art, agents.map(|(label, tip, wish)| (label.to_owned(), tip.to_owned(), wish)));
    words(panel, art, theme::CREAM, "", AboutAgent);

    heading(panel, art, "Files");
    let files = [
        ("Plan", "The first plan as text that mapf-visualizer reads", PlanWish::Write(Format::Plan)),
        ("SVG", "The first board as a picture of shapes", PlanWish::Write(Format::Svg)),
        ("PNG", "The first board as a picture of pixels", PlanWish::Write(Format::Png)),
    ];
    buttons(panel, art, files.map(|(label, tip, wish)| (label.to_owned(), tip.to_owned(), wish)));
    let plans = plan_files(folder);
    if !plans.is_empty() {
        let rows = plans.into_iter().map(|path| (stem(&path), path.display().to_string(), PlanWish::Read(path)));
        select(panel, art, "Judge", rows);
    }
}

/// Buttons follow the page.
pub(super) fn follow(plans: Res<Plans>, mut all: Buttons<Tells<PlanWish>>) {
    let is_busy = plans.is_busy();
    let has_blocks = plans.view != View::Map;
    all.check(|Tells(wish)| {
        Some(match wish {
            PlanWish::Map(wish) => plans.map.is_chosen(wish),
            PlanWish::Moves(moves) => *moves == plans.moves,
            PlanWish::View(view) => *view == plans.view,
            PlanWish::Written(written) => *written == plans.shown.written,
            PlanWish::Routes => plans.shown.routes,
            PlanWish::Pushes => plans.shown.pushes,
            PlanWish::OnlyChosen => plans.only_chosen,
            PlanWish::Stops => plans.stops,
            _ => return None,
        })
    });
    all.enable(|Tells(wish)| {
        Some(match wish {
            PlanWish::Map(wish) => plans.map.works(wish),
            PlanWish::Stop => is_busy,
            PlanWish::Turn(..) | PlanWish::TurnBack => has_blocks,
            PlanWish::OnlyChosen => has_blocks && plans.agent.is_some(),
            PlanWish::NoAgent => plans.agent.is_some(),
            PlanWish::Write(_) => !plans.recordings.is_empty() && !is_busy,
            _ => return None,
        })
    });
}

/// Lists follow the page.
pub(super) fn follow_lists(plans: Res<Plans>, mut lists: Selects<PlanWish>) {
    lists.choose(|wish| match wish {
        // What was opened has a map of its own.
        PlanWish::Map(wish) => plans.crowd != CrowdChoice::Opened && plans.map.is_chosen(wish),
        PlanWish::Crowd(crowd) => *crowd == plans.crowd,
        PlanWish::Who(place, who) => plans.who.get(*place).copied() == *who,
        _ => false,
    });
}

/// What is known of the chosen agent.
pub(super) fn tell(plans: Res<Plans>, playback: Res<Playback>, mut texts: Query<&mut Text, With<AboutAgent>>) {
    let first = plans.recordings.first();
    let about = first.zip(plans.agent).map(|(one, agent)| about_agent(&one.run, agent, playback.position) + ".");
    for mut text in &mut texts {
        set_text(&mut text, about.clone().unwrap_or_else(|| "Nobody. A click on the map chooses one.".into()));
    }
}
