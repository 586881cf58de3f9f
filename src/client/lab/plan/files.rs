//! Plans and their pictures in files, and plans that are read.

use super::recording::Recording;
use super::show::{block_drawing, pictured};
use super::{PlanWish, Plans, View};
use crate::client::lab::maps::LabFolder;
use crate::client::lab::paint::picture;
use crate::client::lab::playback::Playback;
use crate::client::lab::saving::{Content, Saving};
use crate::files::{listed, read_text};
use crate::lab::drawing::Drawing;
use crate::lab::planning::{PlanRun, plan_file};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a plan is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A line for each time step, as mapf-visualizer reads it.
    Plan,
    Svg,
    Png,
}

/// Longer side of a picture in pixels.
const LONGEST: f32 = 1600.0;

/// The first plan that is shown is written as it is shown.
pub(super) fn write(
    mut wishes: MessageReader<PlanWish>,
    plans: Res<Plans>,
    playback: Res<Playback>,
    mut saving: Saving,
) {
    for wish in wishes.read() {
        let (PlanWish::Write(format), Some(recording)) = (wish, plans.recordings.first()) else { continue };
        let tick = playback.position.min(recording.run.last());
        let name = |what: &str| format!("{} {what}", recording.run.title.replace(['*', '+'], ""));
        match format {
            Format::Plan => saving.ask(&name("plan"), "txt", Content::Text(plan_file::write(&recording.run))),
            Format::Svg => {
                let text = drawing(&plans, recording, tick).svg();
                saving.ask(&name(&format!("tick {tick}")), "svg", Content::Text(text));
            }
            Format::Png => {
                let canvas = picture(&drawing(&plans, recording, tick), None, LONGEST);
                saving.ask_png(&name(&format!("tick {tick}")), canvas);
            }
        }
    }
}

/// What the first board shows, whole.
fn drawing(plans: &Plans, recording: &Recording, tick: u32) -> Drawing {
    match plans.view {
        View::Map | View::Both => pictured(plans, &recording.run, tick),
        View::Reserved => block_drawing(plans, &recording.run, tick, None),
        View::Plan => block_drawing(plans, &recording.run, tick, Some(Arc::new(recording.run.block()))),
    }
}

/// Plans in the user's folder.
pub(super) fn plan_files(folder: &LabFolder) -> Vec<PathBuf> {
    folder.0.iter().flat_map(|folder| listed(folder, "txt").unwrap_or_default()).collect()
}

/// Reads a plan on the map that is shown, to be judged. Goals are those of the crowd if it begins as the plan does, else the
/// last places.
pub(super) fn read(plans: &Plans, path: &Path) -> Result<PlanRun, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = read_text(path, plan_file::MOST_BYTES).map_err(|error| format!("{name}: {error}"))?;
    let steps = plan_file::read(&text, &name).map_err(|error| error.to_string())?;
    let shown = plans.recordings.first().map(|one| &one.run.instance);
    let (passable, goals) = match shown {
        Some(shown) => (shown.passable.clone(), Some(shown).filter(|shown| Some(&shown.starts) == steps.first())),
        None => (plans.map.open()?.passable(), None),
    };
    let goals = goals.map(|shown| shown.goals.clone());
    PlanRun::of_steps(name.clone(), passable, plans.moves, steps, goals).map_err(|problem| format!("{name}: {problem}"))
}
