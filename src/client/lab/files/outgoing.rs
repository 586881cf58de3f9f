//! The searches that are shown as pictures, tables and traces.

use super::{FilesWish, Filing};
use crate::client::lab::job::Job;
use crate::client::lab::saving::{Content, Saving};
use crate::client::lab::search::Searching;
use crate::client::lab::stage::{Pane, Stage};
use crate::client::lab::{paint, raster};
use crate::lab::svg::svg;
use crate::lab::table::{Line, csv};
use crate::lab::trace;
use bevy::prelude::*;

/// Longer side of a picture, in pixels.
const LONGEST: f32 = 1536.0;

/// A trace that is being written: a million events take a while.
#[derive(Resource, Default)]
pub(super) struct Outgoing(Job<(String, String)>);

pub(super) fn write(
    mut wishes: MessageReader<FilesWish>,
    (page, stage): (Res<Searching>, Res<Stage>),
    mut filing: ResMut<Filing>,
    mut outgoing: ResMut<Outgoing>,
    mut saving: Saving,
) {
    for wish in wishes.read() {
        let index = filing.lane.min(page.lanes.len() - 1);
        let shown = page.lanes[index].shown.as_ref();
        let title = shown.map_or("search", |shown| shown.run.title.as_str());
        match (wish, shown) {
            (FilesWish::Lane(lane), _) => filing.lane = *lane,
            (FilesWish::Png | FilesWish::Svg | FilesWish::Csv | FilesWish::Trace, None) => {
                saving.say("There is no search to write yet.");
            }
            (FilesWish::Png, Some(_)) => match stage.panes.get(index).and_then(png) {
                Some(bytes) => saving.ask(title, "png", Content::Bytes(bytes)),
                None => saving.say("The picture could not be made."),
            },
            (FilesWish::Svg, Some(shown)) => {
                let text = svg(&shown.run, &shown.cursor, shown.map.as_deref(), page.shade);
                saving.ask(title, "svg", Content::Text(text));
            }
            (FilesWish::Csv, Some(_)) => {
                let found = page.lanes.iter().filter_map(|lane| lane.shown.as_ref());
                let lines: Vec<Line> = found.map(|shown| Line::of_run(&shown.run)).collect();
                saving.ask("searches", "csv", Content::Text(csv(&lines)));
            }
            (FilesWish::Trace, Some(shown)) => {
                let (run, title) = (shown.run.clone(), title.to_owned());
                outgoing.0.start(move |_| (title, trace::write(&run)));
            }
            _ => {}
        }
    }
}

/// Asks for the name of a trace that has been written.
pub(super) fn finish(mut outgoing: ResMut<Outgoing>, mut saving: Saving) {
    if let Some((title, text)) = outgoing.bypass_change_detection().0.poll() {
        saving.ask(&title, "trace.json", Content::Text(text));
    }
}

/// A board as a picture.
fn png(pane: &Pane) -> Option<Vec<u8>> {
    let ground = raster::pixels(&pane.ground);
    let ground = ground.as_ref().map(|(width, height, pixels)| (*width, *height, pixels.as_slice()));
    paint::picture(&pane.drawing, ground, LONGEST)?.encode_png().ok()
}
