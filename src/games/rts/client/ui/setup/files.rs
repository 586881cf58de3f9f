//! The list of level files.

use super::{MapFile, Setup, SetupButton, does, select_in_focus};
use crate::app::level_folder;
use crate::client::kit::art::Art;
use crate::client::kit::theme;
use crate::client::kit::widgets::scroll::scrolled;
use crate::games::rts::client::input::save::OwnLevels;
use crate::games::rts::client::ui::map_widgets;
use crate::games::rts::level::{Level, levels_in};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::observe;
use std::path::Path;
use std::sync::Arc;

/// Reads all level files anew: they may have been saved or edited since. First those that the game ships with, then those of
/// the player, whose folder comes into being with the first one.
pub(super) fn read_folder(mut setup: ResMut<Setup>, own: Res<OwnLevels>, rules: Res<GameRules>) {
    // The same map stays chosen if it is still there.
    let before = setup.files.get(setup.selected).map(|file| (file.title.clone(), file.is_own));
    let mut files = read(&level_folder(), false, &rules.0);
    if let Some(own) = own.0.as_ref().filter(|own| own.exists()) {
        files.extend(read(own, true, &rules.0));
    }
    let kept = before.and_then(|before| files.iter().position(|file| (file.title.clone(), file.is_own) == before));
    setup.files = files;
    setup.selected = kept.unwrap_or(0);
}

/// The level files of a folder.
fn read(folder: &Path, is_own: bool, rules: &Rules) -> Vec<MapFile> {
    let paths = match levels_in(folder) {
        Ok(paths) => paths,
        Err(error) => {
            let title = folder.display().to_string();
            return vec![MapFile { level: Err(format!("{title} cannot be read: {error}.")), title, is_own }];
        }
    };
    let levels: Vec<_> = paths.iter().map(|path| Level::load(path, rules)).collect();
    let names: Vec<_> = levels.iter().flatten().map(|level| level.name.clone()).collect();
    let read = paths.iter().zip(levels).map(|(path, level)| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let title = match &level {
            // Copies of a map are told apart by their files.
            Ok(level) if names.iter().filter(|name| **name == level.name).count() > 1 => {
                format!("{} ({file})", level.name)
            }
            Ok(level) => level.name.clone(),
            Err(_) => file.into_owned(),
        };
        MapFile { title, level: level.map(Arc::new).map_err(|error| format!("{error}.")), is_own }
    });
    read.collect()
}

/// One row for every file.
pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art, setup: &Setup) {
    scrolled(page, 2.0, |list| {
        for (index, file) in setup.files.iter().enumerate() {
            let (color, size) = match &file.level {
                Ok(level) => (theme::CREAM, format!("{} × {}", level.terrain.width(), level.terrain.height())),
                Err(_) => (theme::ALARM, "broken".into()),
            };
            let node = Node { padding: UiRect::axes(px(12), px(8)), column_gap: px(12), ..default() };
            let row = map_widgets::row(art, node, &file.title, color, file.is_own, &size);
            let mut row = list.spawn((row, does(SetupButton::File(index)), observe(select_in_focus)));
            if index == setup.selected {
                row.insert(AutoFocus);
            }
        }
    });
}
