//! What both set-up screens show of maps: the files, the row of a list, the picture, the seed.

pub(super) use crate::client::kit::frames::well;
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Ink, Look, button, labelled_button, written};
use crate::client::kit::{Art, Weight, chance, layout, theme};
use crate::games::rts::client::input::save::OwnLevels;
use crate::games::rts::folders::level_folder;
use crate::games::rts::level::{Level, levels_in};
use crate::games::rts::rules::Rules;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use std::sync::Arc;

/// A level file, or a folder that cannot be read.
#[derive(Debug, Clone)]
pub(super) struct LevelFile {
    pub(super) title: String,
    pub(super) is_own: bool,
    /// The level, or one sentence that says why there is none.
    pub(super) level: Result<Arc<Level>, String>,
}

/// Reads all level files anew: they may have been saved or edited since. First those of the game, then those of the
/// player, whose folder comes into being with the first one.
pub(super) fn level_files(own: &OwnLevels, rules: &Rules) -> Vec<LevelFile> {
    let own = own.0.iter().filter(|own| own.exists()).map(|own| (own.clone(), true));
    let folders = std::iter::once((level_folder(), false)).chain(own);
    folders
        .flat_map(|(folder, is_own)| match levels_in(&folder) {
            Ok(paths) => paths
                .into_iter()
                .map(|path| LevelFile {
                    title: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                    is_own,
                    level: Level::load(&path, rules).map(Arc::new).map_err(|error| format!("{error}.")),
                })
                .collect(),
            Err(error) => {
                let title = folder.display().to_string();
                vec![LevelFile { level: Err(format!("{title} cannot be read: {error}.")), title, is_own }]
            }
        })
        .collect()
}

/// Seconds between two clicks on one row that start the match.
const DOUBLE_CLICK: f64 = 0.4;

/// A row of the list of maps. `node` has its padding and gap; `detail` stands at its end.
pub(super) fn row(art: &Art, node: Node, title: &str, color: Color, is_own: bool, detail: &str) -> impl Bundle + use<> {
    let faint = if color == theme::ALARM { color } else { theme::MUTED };
    let own = if is_own { "yours" } else { "" };
    (
        button(art, Look::Row, Node { border_radius: BorderRadius::all(px(4)), flex_shrink: 0.0, ..node }),
        TabIndex(0),
        children![
            (written(art, Weight::Bold, theme::LABEL, color, title), layout::rest()),
            written(art, Weight::Bold, theme::BODY, theme::GOLD, own),
            (theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, detail), Ink(faint)),
        ],
    )
}

pub(super) fn tab_button(art: &Art, label: &str) -> impl Bundle + use<> {
    (labelled_button(art, Look::Key, label, layout::sized(190.0, 42.0)), TabIndex(0))
}

/// The clicks on rows of the list.
#[derive(SystemParam)]
pub(super) struct DoubleClick<'w, 's> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    time: Res<'w, Time<Real>>,
    last: Local<'s, Option<f64>>,
}

impl DoubleClick<'_, '_> {
    /// Whether this click is the second of two, or comes from Enter.
    pub(super) fn is_second(&mut self) -> bool {
        let now = self.time.elapsed_secs_f64();
        self.last.replace(now).is_some_and(|last| now - last < DOUBLE_CLICK) || self.keys.just_pressed(KeyCode::Enter)
    }
}

/// The picture of a map, which fills its frame.
pub(super) fn picture(images: &mut Assets<Image>, image: Image) -> impl Bundle + use<> {
    let aspect = image.width() as f32 / image.height() as f32;
    (ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(images.add(image)) }, Fit { aspect })
}

/// A seed that a person can read out to another.
pub(super) fn fresh_seed() -> u64 {
    chance::fresh_seed() % 1_000_000
}
