//! The ways in and out of the editor: files, codes in the clipboard, a match to try a stage.

use super::{Editing, OwnStages};
use crate::client::kit::clipboard::Clipboard;
use crate::files;
use crate::games::tanks::plugin::{Stages, TanksSetup};
use crate::games::tanks::stage::Stage;
use crate::shell::states::{Mode as Game, enter_match};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the name is typed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NameField;

/// The user's stages, and those that come with the game.
pub(super) fn listed(own: &OwnStages) -> (Vec<PathBuf>, Vec<Arc<Stage>>) {
    let paths = own.0.as_ref().and_then(|folder| files::listed(folder, "ron").ok()).unwrap_or_default();
    let stages = Stages::default();
    (paths, stages.every().cloned().collect())
}

/// The name that was typed is that of the stage.
pub(super) fn take_name(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<NameField>>();
    let Ok(name) = fields.single(world).map(|text| text.value().to_string()) else { return };
    let mut editing = world.resource_mut::<Editing>();
    if editing.editor.stage().name != name {
        editing.editor.change(|stage| stage.name = name);
    }
}

fn say(world: &mut World, said: Result<String, String>) {
    world.resource_mut::<Editing>().said = said.unwrap_or_else(|problem| crate::client::stage::sentence(&problem));
}

/// Another stage is drawn from now on; the field of the name follows.
pub(super) fn replace(world: &mut World, stage: Stage) {
    let mut fields = world.query_filtered::<&mut EditableText, With<NameField>>();
    for mut text in fields.iter_mut(world) {
        text.editor_mut().set_text(&stage.name);
        text.queue_edit(TextEdit::TextEnd(false));
    }
    world.resource_mut::<Editing>().editor.change(|own| *own = stage);
}

/// The letters of a name that a file may have.
fn file_of(name: &str) -> String {
    let plain: String =
        name.chars().map(|letter| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }).collect();
    plain.trim_matches('-').to_owned()
}

pub(super) fn save(world: &mut World) {
    take_name(world);
    let stage = world.resource::<Editing>().editor.stage().clone();
    let folder = world.resource::<OwnStages>().0.clone();
    let name = file_of(&stage.name);
    let said = match (folder, stage.judge()) {
        (_, Err(problem)) => Err(problem.to_string()),
        (None, _) => Err("there is no folder for stages here".into()),
        _ if name.is_empty() => Err("a stage needs a name of letters or digits".into()),
        (Some(folder), Ok(())) => {
            let path = folder.join(format!("{name}.ron"));
            files::save_text(&path, &stage.to_ron()).map(|()| format!("Saved as {}.", path.display()))
        }
    };
    if said.is_ok() {
        world.resource_mut::<Editing>().editor.mark_saved();
    }
    say(world, said);
}

pub(super) fn open(world: &mut World, path: &Path) {
    match Stage::load(path) {
        Ok(stage) => {
            replace(world, stage);
            say(world, Ok(String::new()));
        }
        Err(problem) => say(world, Err(problem.to_string())),
    }
}

pub(super) fn copy(world: &mut World) {
    take_name(world);
    let code = world.resource::<Editing>().editor.stage().code();
    let letters = code.len();
    let put = world.get_resource_or_init::<Clipboard>().put(code);
    say(world, put.map(|()| format!("The code is in the clipboard: {letters} letters.")));
}

pub(super) fn paste(world: &mut World) {
    let text = world.get_resource_or_init::<Clipboard>().text();
    match text.and_then(|text| Stage::from_code(&text).map_err(|problem| problem.to_string())) {
        Ok(stage) => {
            let name = stage.name.clone();
            replace(world, stage);
            say(world, Ok(format!("{name} is here.")));
        }
        Err(problem) => say(world, Err(problem)),
    }
}

/// The stage is played at once: as a campaign of one stage where it has enemies, else side against side.
pub(super) fn test(world: &mut World) {
    take_name(world);
    let stage = Arc::new(world.resource::<Editing>().editor.stage().clone());
    let before = world.resource::<TanksSetup>().clone();
    let setup = TanksSetup { is_test: true, ..before.on(stage) };
    match setup.problem(world.resource::<Stages>()) {
        Some(problem) => say(world, Ok(problem)),
        None => {
            world.resource_mut::<Editing>().before = Some(before);
            world.insert_resource(setup);
            enter_match(world, Game::TANKS);
        }
    }
}
