//! What the stage shows of abstractions: levels or the way, the table, words on what the pointer is on, pictures in files.

use super::layered::{Layered, QUESTIONS, Way};
use super::{AbstractionWish, Abstractions, Format, Hovered, View};
use crate::base::{Cell, Grid};
use crate::client::lab::paint;
use crate::client::lab::playback::Playback;
use crate::client::lab::saving::{Content, Saving};
use crate::client::lab::stage::{Ground, Pane, Stage, Table};
use crate::lab::colour::{BLOCKED, FREE, Rgb};
use crate::lab::drawing::Drawing;
use crate::lab::experiments::Answer;
use crate::lab::pictures::abstraction as picture;
use crate::nav::abstraction::Hierarchy;
use crate::nav::octile::STRAIGHT;
use bevy::prelude::*;
use std::sync::Arc;

/// Of more nodes only the colours of their cells are painted.
const MOST_NODES: usize = 4_000;

/// Longer side of a picture in a file, in pixels.
const LONGEST: f32 = 1600.0;

/// The colours of a board, and what is drawn over them.
fn board(page: &Abstractions, one: &Layered, at: u32) -> (String, Grid<Rgb>, Drawing) {
    let plain = |about: &str| {
        let size = (f32::from(page.passable.width()), f32::from(page.passable.height()));
        let mut drawing = Drawing::new(format!("{}: {about}", one.kind), size);
        picture::ends(&mut drawing, page.ends);
        let ground = page.passable.map(|free| if *free { FREE } else { BLOCKED });
        (drawing.title.clone(), ground, drawing)
    };
    let Some(hierarchy) = &one.hierarchy else { return plain("the levels are being made …") };
    match (page.view, &one.way) {
        (View::Levels, _) => {
            let level = (at as usize).min(hierarchy.levels().len() - 1);
            let mut drawing = picture::graph(hierarchy, level, MOST_NODES);
            picture::ends(&mut drawing, page.ends);
            (format!("{}: {}", one.kind, drawing.about), picture::level_ground(hierarchy, level), drawing)
        }
        (View::Way, None) => plain(if one.is_busy() { "looking for a way …" } else { "there is no way" }),
        (View::Way, Some(_)) if at == 0 => plain("both ends; each step searches on one level"),
        (View::Way, Some(way)) => {
            let stages = &way.stages[..(at as usize).min(way.stages.len())];
            let expanded = stages.iter().map(|stage| stage.counts.expanded).sum();
            let Some(stage) = stages.last() else { return plain("there is no way") };
            let drawing = picture::way(hierarchy, stage, expanded, page.ends);
            let caption = format!("{}: level {}, {}", one.kind, stage.level, drawing.about);
            (caption, picture::stage_ground(hierarchy, stage), drawing)
        }
    }
}

/// The boards and the table follow the page and the moment.
pub(super) fn show(page: Res<Abstractions>, playback: Res<Playback>, mut stage: ResMut<Stage>) {
    let pane = |one: &Layered| {
        let (caption, ground, drawing) = board(&page, one, playback.position);
        Pane { caption, ground: Ground::Cells(Arc::new(ground)), drawing: Arc::new(drawing) }
    };
    stage.panes = page.all.iter().map(pane).collect();
    stage.table = table(&page);
}

/// The words follow the pointer as well.
pub(super) fn say(page: Res<Abstractions>, playback: Res<Playback>, hovered: Res<Hovered>, mut stage: ResMut<Stage>) {
    stage.words = words(&page, *hovered, playback.position);
}

fn length(length: u64) -> f64 {
    length as f64 / STRAIGHT as f64
}

fn table(page: &Abstractions) -> Table {
    let heads = ["", "levels", "nodes of level 1", "way", "longer", "expanded", "of A*"];
    let prices = ["mean longer", "worst", "mean of A*"];
    let has_prices = page.all.iter().any(|one| one.price.is_some() || one.is_pricing());
    let row = |one: &Layered| {
        let levels = one.hierarchy.as_ref().map(|hierarchy| hierarchy.levels());
        let count = |count: Option<usize>| count.map_or_else(|| "…".into(), |count| Answer::number(count as f64));
        let mut row = vec![
            one.kind.to_string(),
            count(levels.map(<[_]>::len)),
            count(levels.and_then(|levels| levels.get(1)).map(|level| level.count())),
        ];
        row.extend(one.way.as_ref().map_or_else(|| ["–"; 4].map(str::to_owned), way_fields));
        if has_prices {
            row.extend(match &one.price {
                None => ["…"; 3].map(str::to_owned),
                Some(price) => {
                    [percent(price.length_ratio - 1.0), percent(price.worst_ratio - 1.0), percent(price.work_ratio())]
                }
            });
        }
        row
    };
    let heads = heads.iter().chain(prices.iter().filter(|_| has_prices)).map(|head| (*head).to_owned());
    Table { heads: heads.collect(), rows: page.all.iter().map(row).collect() }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// Length of the way, how much longer it is than the shortest, nodes expanded, and what part of those of A* that is.
fn way_fields(way: &Way) -> [String; 4] {
    let own = way.stages.last().map_or(0.0, |stage| length(stage.length));
    let least = length(way.direct.length);
    let expanded: u64 = way.stages.iter().map(|stage| stage.counts.expanded).sum();
    let without = way.direct.counts.expanded.max(1);
    let longer = if least > 0.0 { own / least - 1.0 } else { 0.0 };
    let expanded_number = Answer::number(expanded as f64);
    [format!("{own:.2}"), percent(longer), expanded_number, percent(expanded as f64 / without as f64)]
}

fn words(page: &Abstractions, hovered: Hovered, at: u32) -> String {
    if !page.problem.is_empty() {
        return page.problem.clone();
    }
    if let Some((pane, cell)) = hovered.0
        && let Some(one) = page.all.get(pane)
        && let Some(hierarchy) = &one.hierarchy
        && let Some(words) = about_cell(hierarchy, cell, shown_level(page, one, at))
    {
        return words;
    }
    let edited: Vec<String> = page
        .all
        .iter()
        .filter_map(|one| {
            let (edited, time) = one.edited?;
            let (nodes, groups, levels) = (edited.nodes, edited.groups, edited.levels);
            let us = time.as_secs_f64() * 1e6;
            Some(format!("{} mended in {us:.0} µs: {nodes} nodes, {groups} groups, {levels} levels", one.kind))
        })
        .collect();
    if page.all.iter().any(Layered::is_pricing) {
        return format!("{QUESTIONS} questions are being asked …");
    }
    if edited.is_empty() {
        return "Drag the green or the red end; elsewhere a drag paints walls, and the right button takes them away."
            .into();
    }
    format!("{}.", edited.join("; "))
}

fn shown_level(page: &Abstractions, one: &Layered, at: u32) -> usize {
    match page.view {
        View::Levels => at as usize,
        View::Way => {
            let stages = one.way.as_ref().map_or(&[][..], |way| &way.stages);
            stages.get((at as usize).saturating_sub(1)).map_or(0, |stage| stage.level)
        }
    }
}

fn about_cell(hierarchy: &Hierarchy, cell: Cell, level: usize) -> Option<String> {
    let is_free = *hierarchy.passable().get(cell)?;
    let level = level.min(hierarchy.levels().len() - 1);
    let Some(name) = hierarchy.node_of(cell, level).filter(|_| is_free) else {
        return Some(format!("{cell}: blocked"));
    };
    let node = hierarchy.levels()[level].get(name)?;
    let parent = node.parent().map_or_else(|| "no node above it".into(), |parent| format!("part of node {parent}"));
    Some(format!(
        "{cell}: node {name} of level {level}, {} cells, linked to {}, {parent}",
        node.cells(),
        node.neighbours().len()
    ))
}

/// The first board is written as it is shown.
pub(super) fn write(
    mut wishes: MessageReader<AbstractionWish>,
    page: Res<Abstractions>,
    playback: Res<Playback>,
    mut saving: Saving,
) {
    for wish in wishes.read() {
        let (AbstractionWish::Write(format), Some(one)) = (wish, page.all.first()) else { continue };
        let (_, ground, drawing) = board(&page, one, playback.position);
        let drawing = drawing.on_ground(&ground);
        let name = format!("{} {} {}", one.kind, page.unit(), playback.position);
        match format {
            Format::Svg => saving.ask(&name, "svg", Content::Text(drawing.svg())),
            Format::Png => saving.ask_png(&name, paint::picture(&drawing, None, LONGEST)),
        }
    }
}
