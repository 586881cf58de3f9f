//! Traces of other programs, and maps: from the folder of the lab, by their path, or dropped on the window.

use super::FilesWish;
use crate::client::kit::notices::Notice;
use crate::client::lab::chosen::MapWish;
use crate::client::lab::job::Job;
use crate::client::lab::maps::MapChoice;
use crate::client::lab::playback::Playback;
use crate::client::lab::search::{SearchWish, Searching};
use crate::client::lab::state::LabPage;
use crate::client::stage::sentence;
use crate::files::read_text;
use crate::lab::run::Run;
use crate::lab::trace;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::FileDragAndDrop;
use std::path::PathBuf;

/// Where a path is typed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathField;

/// A trace that is being read.
#[derive(Resource, Default)]
pub(super) struct Incoming(Job<Result<Run, String>>);

impl Incoming {
    fn read(&mut self, path: PathBuf) {
        self.0.start(move |_| {
            let name = path.display().to_string();
            let text = read_text(&path, trace::MAX_TRACE).map_err(|error| format!("{name}: {error}"))?;
            trace::read(&text, &name)
        });
    }
}

/// Where files go that are opened.
#[derive(SystemParam)]
pub(super) struct Opening<'w> {
    incoming: ResMut<'w, Incoming>,
    wishes: MessageWriter<'w, SearchWish>,
    page: ResMut<'w, NextState<LabPage>>,
    notices: MessageWriter<'w, Notice>,
}

impl Opening<'_> {
    /// Maps are searched, everything else is to be a trace.
    fn open(&mut self, path: PathBuf) {
        match path.extension().and_then(|end| end.to_str()) {
            Some("map") => {
                self.wishes.write(SearchWish::Map(MapWish::Choice(MapChoice::File(path))));
                NextState::set_if_neq(&mut self.page, LabPage::Search);
            }
            Some("json" | "yaml" | "yml") => self.incoming.read(path),
            _ => {
                let sentence = "The lab opens maps (.map) and traces of searches (.trace.json, .trace.yaml).";
                self.notices.write(Notice(sentence.into()));
            }
        }
    }
}

/// Files that are dropped on the window.
pub(super) fn dropped(mut dropped: MessageReader<FileDragAndDrop>, mut opening: Opening) {
    for message in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = message {
            opening.open(path_buf.clone());
        }
    }
}

pub(super) fn read(
    mut wishes: MessageReader<FilesWish>,
    fields: Query<&EditableText, With<PathField>>,
    mut opening: Opening,
) {
    for wish in wishes.read() {
        match wish {
            FilesWish::Open(path) => opening.open(path.clone()),
            FilesWish::OpenTyped => {
                let typed = fields.single().map(|text| text.value().to_string()).unwrap_or_default();
                opening.open(PathBuf::from(typed.trim()));
            }
            _ => {}
        }
    }
}

/// Shows a trace that has been read.
pub(super) fn take(
    mut incoming: ResMut<Incoming>,
    mut page: ResMut<Searching>,
    mut playback: ResMut<Playback>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(read) = incoming.bypass_change_detection().0.poll() else { return };
    match read {
        Ok(run) => {
            let events = run.records.len() as u32;
            page.show_run(run);
            playback.begin("event", events, events, (events / 10).max(5));
        }
        Err(problem) => _ = notices.write(Notice(sentence(&problem))),
    }
}
