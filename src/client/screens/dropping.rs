//! Files that are dropped on the window: recordings and saved matches of all games are opened, wherever one is.

use super::pause::MatchMenu;
use crate::client::game::{FileKind, Glance};
use crate::client::kit::notices::Notice;
use crate::games::GAMES;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use std::path::Path;

/// Why nothing is opened in a match.
pub(crate) const IS_ON: &str = "a match is on: leave it before another one is opened";

pub(super) fn plugin(app: &mut App) {
    // The lab takes maps and traces.
    app.add_message::<FileDragAndDrop>().add_systems(Update, take.run_if(not(in_state(Screen::LAB))));
}

/// Of several files the last one is opened.
fn take(mut dropped: MessageReader<FileDragAndDrop>, mut commands: Commands) {
    let path = dropped.read().filter_map(|message| match message {
        FileDragAndDrop::DroppedFile { path_buf, .. } => Some(path_buf.clone()),
        _ => None,
    });
    if let Some(path) = path.last() {
        commands.queue(move |world: &mut World| {
            if let Err(problem) = open(world, &path) {
                let name = name(&path);
                // The folder is known to who has dropped it.
                let problem = problem.replace(&path.display().to_string(), &name);
                world.write_message(Notice(format!("{}.", problem.trim_end_matches('.'))));
            }
        });
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Goes on with a match that was left, and shows one that is over again.
fn open(world: &mut World, path: &Path) -> Result<(), String> {
    let name = name(path);
    let Some(kind) = path.extension().and_then(|end| FileKind::of(end.to_str()?)) else {
        let kinds = GAMES.iter().flat_map(|game| game.client.files);
        let ends: Vec<String> = kinds.map(|kind| format!(".{}", kind.extension)).collect();
        return Err(format!("{name} is no match: files that end in {} can be opened", ends.join(", ")));
    };
    if *world.resource::<State<Screen>>().get() == Screen::Match && MatchMenu::of(world).is_on {
        return Err(format!("{name} is not opened: {IS_ON}"));
    }
    if path.metadata().is_ok_and(|about| about.len() > kind.largest) {
        return Err(format!("{name} is larger than {} MiB", kind.largest >> 20));
    }
    let told = |problem: String| if problem.contains(&name) { problem } else { format!("{name}: {problem}") };
    let Some(Glance { about, .. }) = (kind.glance)(path).map_err(told)? else {
        // Lists pass over a text of something else; who drops one is told where it is no match.
        kind.check.map_or(Ok(()), |check| check(path)).map_err(told)?;
        return Err(format!("{name}: nothing was played"));
    };
    let goes_on = kind.resume.filter(|_| about.is_open);
    let open = goes_on.or(kind.watch).ok_or_else(|| format!("{name}: the match is over"))?;
    open(world, path)
}
