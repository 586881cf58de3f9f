//! The list of level files.

use super::{Setup, SetupButton, does, select_in_focus};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::{Art, theme};
use crate::games::rts::client::input::save::OwnLevels;
use crate::games::rts::client::ui::map_widgets::{self, level_files};
use crate::games::rts::sim::GameRules;
use bevy::input_focus::AutoFocus;
use bevy::prelude::*;
use bevy::ui_widgets::observe;

pub(super) fn read_folder(mut setup: ResMut<Setup>, own: Res<OwnLevels>, rules: Res<GameRules>) {
    // The same map stays chosen if it is still there.
    let before = setup.files.get(setup.selected).map(|file| (file.title.clone(), file.is_own));
    let mut files = level_files(&own, &rules.0);
    let names: Vec<_> =
        files.iter().map(|file| file.level.as_ref().ok().map(|level| (level.name.clone(), file.is_own))).collect();
    for (file, name) in files.iter_mut().zip(&names) {
        let Some((level, _)) = name else { continue };
        // Copies of a map are told apart by their files.
        let is_copied = names.iter().filter(|other| *other == name).count() > 1;
        file.title = if is_copied { format!("{level} ({})", file.title) } else { level.clone() };
    }
    let kept = before.and_then(|before| files.iter().position(|file| (file.title.clone(), file.is_own) == before));
    setup.files = files;
    setup.selected = kept.unwrap_or(0);
}

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
