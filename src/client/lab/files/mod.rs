//! The page of files: pictures, tables and traces of the searches that are shown, traces of other programs, and how searches
//! grow with the map.

mod chart;
mod growth;
mod incoming;
mod outgoing;
mod panel;

pub use growth::{Axis, Growth};
pub use incoming::PathField;

use super::LabSystems;
use super::state::LabPage;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use std::path::PathBuf;

/// What can be wished for on the page.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum FilesWish {
    /// The search that is written, by its board.
    Lane(usize),
    Png,
    Svg,
    Csv,
    Trace,
    /// Reads a trace.
    Open(PathBuf),
    /// Reads the trace whose path was typed.
    OpenTyped,
    /// Searches maps of all sides up to the longest.
    Measure,
    Stop,
    /// The longest side.
    Longest(u16),
    Axis(Axis),
    /// The figures of all sides as a table.
    GrowthCsv,
    /// Boards instead of the chart, and the other way round.
    Chart,
}

/// The page.
#[derive(Resource, Debug, Default)]
pub struct Filing {
    /// The search that is written, by its board.
    pub lane: usize,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Filing>()
        .init_resource::<Growth>()
        .add_message::<FilesWish>()
        .add_message::<FileDragAndDrop>()
        .init_resource::<incoming::Incoming>()
        .init_resource::<outgoing::Outgoing>()
        .add_systems(OnEnter(LabPage::Files), panel::spawn)
        .add_systems(OnExit(LabPage::Files), |mut growth: ResMut<Growth>| growth.stop())
        .add_systems(
            Update,
            (
                (incoming::dropped, incoming::read, incoming::take).chain(),
                (outgoing::write, outgoing::finish).chain(),
                growth::act,
            )
                .in_set(LabSystems::Act)
                .run_if(in_state(LabPage::Files)),
        )
        .add_systems(Update, (chart::show, panel::follow).in_set(LabSystems::Show).run_if(in_state(LabPage::Files)))
        .add_systems(
            Update,
            (incoming::dropped, incoming::take).chain().in_set(LabSystems::Act).run_if(in_state(LabPage::Search)),
        );
}
