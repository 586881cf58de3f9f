//! The tree in files, under a name that is asked for.

use super::looked::Browser;
use super::{TreeSystems, TreeWish};
use crate::base::file_name;
use crate::base::wording::capitalised;
use crate::client::kit::art::SIDE_NAMES;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::files;
use crate::search::tree::export::{About, json};
use crate::search::tree::svg::{Limits, svg};
use crate::search::tree::trace::trace;
use bevy::prelude::*;
use std::path::PathBuf;

/// Where trees are kept; without a folder none is.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeFolder(pub Option<PathBuf>);

/// The forms of a tree in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Json,
    Svg,
    Trace,
}

impl Format {
    const ALL: [Self; 3] = [Self::Json, Self::Svg, Self::Trace];

    /// How the names of files end.
    const fn extension(self) -> &'static str {
        match self {
            Self::Json => "tree.json",
            Self::Svg => "svg",
            Self::Trace => "trace.json",
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TreeFolder>()
        .add_message::<Named>()
        .add_systems(Update, (ask, save).chain().in_set(TreeSystems::Show));
}

/// Asks for a name.
fn ask(
    mut orders: MessageReader<TreeWish>,
    browser: Res<Browser>,
    folder: Res<TreeFolder>,
    mut naming: ResMut<Naming>,
    mut notices: MessageWriter<Notice>,
) {
    for order in orders.read() {
        let (TreeWish::Save(format), Some(looked)) = (order, &browser.looked) else { continue };
        let Some(folder) = folder.0.clone() else {
            notices.write(Notice("There is no folder for trees.".into()));
            continue;
        };
        if let Err(problem) = std::fs::create_dir_all(&folder) {
            notices.write(Notice(format!("{}: {problem}.", folder.display())));
            continue;
        }
        let proposed = format!("{} turn {} depth {}", looked.told.game, looked.told.turn, looked.tree().root().depth);
        naming.ask(Asked {
            purpose: Purpose::Tree,
            proposed: file_name::proposed(&proposed),
            folder,
            extension: format.extension().into(),
            also: &[],
            own: None,
        });
    }
}

/// Writes the tree under the name that was given.
fn save(mut named: MessageReader<Named>, browser: Res<Browser>, mut notices: MessageWriter<Notice>) {
    for named in named.read().filter(|named| named.purpose == Purpose::Tree) {
        let Some(looked) = &browser.looked else { continue };
        let name = named.path.file_name().unwrap_or_default().display().to_string();
        let format = Format::ALL.into_iter().find(|format| name.ends_with(&format!(".{}", format.extension())));
        let word = |word: u32| looked.words[word as usize].clone();
        let about = About {
            title: format!("{}, after turn {}", capitalised(looked.told.game), looked.told.turn),
            thinker: looked.told.thinker.clone(),
            position: looked.told.position.clone(),
            sides: [0, 1].map(|side| SIDE_NAMES[side].to_string()),
            word: &word,
        };
        let text = match format {
            Some(Format::Svg) => svg(looked.tree(), &about, Limits::default()),
            Some(Format::Trace) => trace(looked.tree(), &about),
            _ => json(&looked.recording, looked.tree(), &about),
        };
        let written = files::write_text(&named.path, &text);
        notices.write(Notice(written.map_or_else(|problem| format!("{problem}."), |()| format!("Saved as {name}."))));
    }
}
