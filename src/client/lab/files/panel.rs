//! The side panel of files.

use super::growth::{Axis, Growth};
use super::incoming::PathField;
use super::{FilesWish, Filing};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme;
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Buttons, Look, Tip};
use crate::client::lab::frame::Side;
use crate::client::lab::maps::LabFolder;
use crate::client::lab::panel::{self, Tells};
use crate::client::lab::search::Searching;
use crate::client::lab::select::Selects;
use crate::client::lab::stage::MOST_PANES;
use crate::client::lab::state::LabPage;
use crate::files::listed;
use crate::lab::sizes::SIDES;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use std::path::PathBuf;

/// Letters of the longest path.
const LONGEST: usize = 400;

fn told(label: &str, tip: &str, wish: FilesWish) -> (String, String, FilesWish) {
    (label.into(), tip.into(), wish)
}

pub(super) fn spawn(
    side: Single<Entity, With<Side>>,
    (art, folder): (Res<Art>, Res<LabFolder>),
    mut commands: Commands,
) {
    commands.entity(*side).with_children(|side| {
        side.spawn((Node { flex_shrink: 0.0, ..stack(6.0) }, DespawnOnExit(LabPage::Files))).with_children(|panel| {
            panel::heading(panel, &art, "What is shown, as a file");
            let lanes = (0..MOST_PANES).map(|lane| told(&(lane + 1).to_string(), "", FilesWish::Lane(lane)));
            panel::choice(panel, &art, "Search", lanes);
            for (label, tip, wish) in [
                ("Picture (PNG)", "This moment of the search, in pixels", FilesWish::Png),
                ("Picture (SVG)", "This moment of the search, for papers", FilesWish::Svg),
                ("Table of all (CSV)", "Costs, counts and times of all searches", FilesWish::Csv),
                ("Trace (Posthoc)", "Every event, in the format 1.4.0 of Posthoc", FilesWish::Trace),
            ] {
                panel::wide(panel, &art, Look::Key, (label, tip), wish);
            }
            panel::heading(panel, &art, "A trace of another program");
            panel::words(
                panel,
                &art,
                theme::MUTED,
                "From the lab's folder, by its path, or dropped on the window.",
                (),
            );
            let traces = ["json", "yaml", "yml"].into_iter().filter_map(|end| listed(folder.0.as_ref()?, end).ok());
            let traces: Vec<PathBuf> = traces.flatten().collect();
            if !traces.is_empty() {
                let traces = traces.into_iter().map(|path| {
                    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    (name, path.display().to_string(), FilesWish::Open(path))
                });
                panel::select(panel, &art, "Trace", traces);
            }
            let node = Node { height: px(31), flex_shrink: 0.0, ..default() };
            let typed = field(&art, "", LONGEST, |letter| !letter.is_control(), node);
            let tip = Tip::new("The path of a trace (.json, .yaml), or of a map (.map)");
            panel.spawn((typed, PathField, TabIndex(0), tip));
            panel::buttons(
                panel,
                &art,
                [told("Open", "Reads the trace or the map of this path", FilesWish::OpenTyped)],
            );
            panel::heading(panel, &art, "How searches grow");
            let words = "The searchers of the page Search on maps of growing sides, from corner to corner.";
            panel::words(panel, &art, theme::MUTED, words, ());
            let sides = SIDES.iter().skip(2).map(|side| told(&side.to_string(), "", FilesWish::Longest(*side)));
            panel::choice(panel, &art, "Up to", sides);
            panel::choice(
                panel,
                &art,
                "Shows",
                Axis::ALL.map(|axis| told(axis.title(), axis.unit(), FilesWish::Axis(axis))),
            );
            let measure = ("Measure", "Every searcher on every side, one after the other");
            panel::wide(panel, &art, Look::Main, measure, FilesWish::Measure);
            let more = [
                told("Stop", "Keeps what has been measured", FilesWish::Stop),
                told("Chart", "The chart, or the boards below it", FilesWish::Chart),
                told("Table (CSV)", "The figures of all sides", FilesWish::GrowthCsv),
            ];
            panel::buttons(panel, &art, more);
        });
    });
}

pub(super) fn follow(
    (page, filing, growth): (Res<Searching>, Res<Filing>, Res<Growth>),
    mut buttons: Buttons<Tells<FilesWish>>,
    mut selects: Selects<FilesWish>,
) {
    selects.choose(|_| false);
    let lane = filing.lane.min(page.lanes.len() - 1);
    buttons.check(|Tells(wish)| {
        Some(match wish {
            FilesWish::Lane(index) => *index == lane,
            FilesWish::Longest(longest) => *longest == growth.longest,
            FilesWish::Axis(axis) => *axis == growth.axis,
            FilesWish::Chart => growth.is_shown,
            _ => return None,
        })
    });
    let (is_there, is_measured) =
        (page.lanes[lane].shown.is_some(), growth.curves.iter().any(|curve| !curve.is_empty()));
    buttons.enable(|Tells(wish)| {
        Some(match wish {
            FilesWish::Lane(index) => *index < page.lanes.len(),
            FilesWish::Png | FilesWish::Svg | FilesWish::Csv | FilesWish::Trace => is_there,
            FilesWish::Stop => growth.is_busy(),
            FilesWish::Chart | FilesWish::GrowthCsv => is_measured,
            _ => return None,
        })
    });
}
