//! The list of level files.

use super::{MapFile, Setup, SetupButton};
use crate::app::level_folder;
use crate::level::{Level, levels_in};
use crate::sim::GameRules;
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::scroll::scrolled;
use crate::ui::widgets::{Ink, Look, button};
use crate::view::art::Art;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use std::sync::Arc;

/// Reads all level files anew: they may have been saved or edited since.
pub(super) fn read_folder(mut setup: ResMut<Setup>, rules: Res<GameRules>) {
    let folder = level_folder();
    // The same map stays chosen if it is still there.
    let before = setup.files.get(setup.selected).map(|file| file.title.clone());
    setup.files = match levels_in(&folder) {
        Ok(paths) => {
            let levels: Vec<_> = paths.iter().map(|path| Level::load(path, &rules.0)).collect();
            let names: Vec<_> = levels.iter().flatten().map(|level| level.name.clone()).collect();
            let read = paths.iter().zip(levels).map(|(path, level)| {
                let file = path.file_name().unwrap_or_default().to_string_lossy();
                match level {
                    // Copies of a map are told apart by their files.
                    Ok(level) if names.iter().filter(|name| **name == level.name).count() > 1 => {
                        MapFile { title: format!("{} ({file})", level.name), level: Ok(Arc::new(level)) }
                    }
                    Ok(level) => MapFile { title: level.name.clone(), level: Ok(Arc::new(level)) },
                    Err(error) => MapFile { title: file.into_owned(), level: Err(format!("{error}.")) },
                }
            });
            read.collect()
        }
        Err(error) => {
            let title = folder.display().to_string();
            vec![MapFile { level: Err(format!("{title} cannot be read: {error}.")), title }]
        }
    };
    let kept = before.and_then(|title| setup.files.iter().position(|file| file.title == title));
    setup.selected = kept.unwrap_or(0);
}

/// One row for every file.
pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art, setup: &Setup) {
    scrolled(page, 2.0, |list| {
        for (index, file) in setup.files.iter().enumerate() {
            let (color, size) = match &file.level {
                Ok(level) => (theme::CREAM, format!("{} × {}", level.terrain.width(), level.terrain.height())),
                Err(_) => (theme::ALARM, "broken".into()),
            };
            let mut row = list.spawn((
                button(
                    art,
                    Look::Row,
                    Node {
                        padding: UiRect::axes(px(12), px(8)),
                        column_gap: px(12),
                        border_radius: BorderRadius::all(px(4)),
                        flex_shrink: 0.0,
                        ..default()
                    },
                ),
                SetupButton::File(index),
                TabIndex(0),
                children![
                    (
                        theme::text(art, Weight::Bold, theme::LABEL, color, &file.title),
                        Node { flex_grow: 1.0, flex_shrink: 1.0, min_width: px(0), ..default() },
                        Ink(color),
                    ),
                    (
                        theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &size),
                        Ink(if file.level.is_ok() { theme::MUTED } else { theme::ALARM }),
                    ),
                ],
            ));
            if index == setup.selected {
                row.insert(AutoFocus);
            }
        }
    });
}
