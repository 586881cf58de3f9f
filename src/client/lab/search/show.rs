//! What the stage shows of the searches: boards at the moment, the table, the words.

use super::lane::{Lane, MOST_NODES, Shown};
use super::moments::moment;
use super::overlay::over;
use super::{Searching, Tool, hovered};
use crate::base::wording::{capitalised, grouped};
use crate::client::lab::playback::Playback;
use crate::client::lab::raster::range;
use crate::client::lab::stage::{Ground, Pane, Stage, Table};
use crate::lab::drawing::Drawing;
use crate::lab::pictures::states::states;
use crate::lab::run::Places;
use crate::lab::table::Line;
use crate::nav::searchers::{End, EventKind};
use bevy::prelude::*;
use std::sync::Arc;

pub(super) fn show(mut page: ResMut<Searching>, playback: Res<Playback>, mut stage: ResMut<Stage>) {
    if !page.is_changed() && !playback.is_changed() && !stage.panes.is_empty() {
        return;
    }
    let page = page.bypass_change_detection();
    let (pace, position, length) = (page.pace, playback.position, playback.length);
    for lane in &mut page.lanes {
        let events = lane.events();
        if let Some(shown) = &mut lane.shown {
            shown.cursor.seek(&shown.run, moment(pace, position, length, events));
        }
    }
    let page = &*page;
    let panes = page.lanes.iter().enumerate().map(|(index, lane)| pane(page, index, lane, stage.panes.get(index)));
    let panes: Vec<Pane> = panes.collect();
    stage.panes = panes;
    let table = table(page);
    if stage.table != table {
        stage.table = table;
    }
    stage.words = words(page);
}

fn pane(page: &Searching, index: usize, lane: &Lane, before: Option<&Pane>) -> Pane {
    let number = if page.lanes.len() > 1 { format!("{}. ", index + 1) } else { String::new() };
    let (caption, ground, drawing) = match &lane.shown {
        Some(shown) => {
            let count = |kind: EventKind| grouped(shown.cursor.told(kind));
            let (expanded, generated) = (count(EventKind::Expand), count(EventKind::Generate));
            let caption = format!("{number}{}: expanded {expanded}, generated {generated}", shown.run.title);
            let (ground, drawing) = picture(page, index, shown);
            (caption, ground, drawing)
        }
        None if page.world.is_some() => {
            (format!("{number}{}", lane.setup.title()), Ground::None, Drawing::new(String::new(), (1200.0, 760.0)))
        }
        None => {
            let ground = Ground::Cells(page.colours.clone());
            (format!("{number}{}", lane.setup.title()), ground, over(page, index, None))
        }
    };
    // What looks the same is not painted again.
    let drawing = match before {
        Some(before) if *before.drawing == drawing => before.drawing.clone(),
        _ => Arc::new(drawing),
    };
    Pane { caption, ground, drawing }
}

fn picture(page: &Searching, index: usize, shown: &Shown) -> (Ground, Drawing) {
    match shown.run.places {
        Places::Grid { .. } => {
            let map = shown.map.as_ref().map(|_| page.ground.clone());
            let ground = Ground::Run { run: shown.run.clone(), map, shade: page.shade, at: shown.cursor.at() };
            (ground, over(page, index, Some(shown)))
        }
        Places::Listed(_) => {
            let marked =
                page.hovered.filter(|(pane, _)| *pane == index).map(|(_, place)| (place, super::overlay::CHAIN));
            let shade = (page.shade, range(&shown.run, page.shade));
            (Ground::None, states(&shown.run, &shown.cursor, &shown.layout, shade, marked))
        }
    }
}

/// The searches as they ended.
fn table(page: &Searching) -> Table {
    let heads = ["Search", "Cost", "Steps", "Expanded", "Generated", "Most open", "Most stored", "Time"];
    let row = |(index, lane): (usize, &Lane)| {
        let Some(shown) = &lane.shown else {
            let state = if lane.is_busy() { "searching …" } else { lane.problem.as_str() };
            return vec![format!("{}. {}", index + 1, lane.setup.title()), state.to_owned()];
        };
        let Line { title, end, cost, length, counts, time } = Line::of_run(&shown.run);
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".into());
        let cost = cost.map(|cost| format!("{cost:.3}"));
        vec![
            format!("{}. {title}", index + 1),
            if end == End::Found { or_dash(cost) } else { end.words().into() },
            or_dash(length.map(|length| length.to_string())),
            grouped(counts.expanded),
            grouped(counts.generated),
            grouped(counts.peak_open),
            grouped(counts.peak_stored),
            or_dash(time.map(|time| format!("{:.2} ms", time.as_secs_f64() * 1e3))),
        ]
    };
    Table { heads: heads.map(String::from).to_vec(), rows: page.lanes.iter().enumerate().map(row).collect() }
}

fn words(page: &Searching) -> String {
    if !page.said.is_empty() {
        return page.said.clone();
    }
    let hovered = page.hovered.and_then(|(pane, place)| Some((page.lanes.get(pane)?.shown.as_ref()?, place)));
    if let Some((shown, place)) = hovered {
        return hovered::words(shown, place);
    }
    if page.is_busy() {
        return "Searching …".into();
    }
    if let Some(lane) = page.lanes.iter().find(|lane| !lane.problem.is_empty()) {
        return lane.problem.clone();
    }
    let runs = || page.lanes.iter().filter_map(|lane| lane.shown.as_ref());
    if runs().any(|shown| shown.run.end == End::Stopped) {
        let most = grouped(MOST_NODES);
        return format!("A search was given up after {most} states: what it has done until then can be watched.");
    }
    if let Some(shown) = runs().find(|shown| shown.run.unrecorded > 0) {
        let lost = grouped(shown.run.unrecorded);
        return format!("The last {lost} events were counted and not kept.");
    }
    let hint = match (page.world.is_some(), page.tool) {
        (true, _) => "A state is told about when the pointer is on it; B sets a breakpoint there.",
        (_, Tool::Ends) => {
            "The left button puts the start, the right one the goal; both are dragged. B sets a breakpoint below the pointer."
        }
        (_, Tool::Wall) => "The left button draws walls, the right one takes them away.",
        (_, Tool::Stop) => {
            "A click on a cell: playing stops when it is closed. A second click takes the breakpoint away."
        }
    };
    match runs().any(|shown| shown.map.is_none()) || page.world.is_some() {
        true => hint.into(),
        false => format!("{}. {hint}", capitalised(&page.opened.name)),
    }
}
