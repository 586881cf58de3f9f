//! What the lab writes into files, under a name that is asked for: pictures, plans, tables, traces.

use super::LabSystems;
use super::maps::LabFolder;
use crate::base::file_name;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::files;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What comes into a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

/// What waits for its name.
#[derive(Resource, Debug, Default)]
struct Waiting(Option<Content>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LabFolder>()
        .init_resource::<Waiting>()
        .add_message::<Named>()
        .add_systems(Update, save.in_set(LabSystems::Show));
}

/// Asks for a name and writes then.
#[derive(SystemParam)]
pub struct Saving<'w> {
    folder: Res<'w, LabFolder>,
    naming: ResMut<'w, Naming>,
    waiting: ResMut<'w, Waiting>,
    notices: MessageWriter<'w, Notice>,
}

impl Saving<'_> {
    /// Asks for the name of a picture in pixels, if it could be painted.
    pub fn ask_png(&mut self, proposed: &str, canvas: Option<tiny_skia::Pixmap>) {
        match canvas.and_then(|canvas| canvas.encode_png().ok()) {
            Some(bytes) => self.ask(proposed, "png", Content::Bytes(bytes)),
            None => _ = self.notices.write(Notice("There is nothing to be painted.".into())),
        }
    }

    /// Tells something.
    pub fn say(&mut self, sentence: &str) {
        self.notices.write(Notice(sentence.into()));
    }

    /// Asks for the name of a file that ends in `extension`, without the dot.
    pub fn ask(&mut self, proposed: &str, extension: &str, content: Content) {
        let Some(folder) = self.folder.0.clone() else {
            self.notices.write(Notice("There is no folder for files of the lab.".into()));
            return;
        };
        if let Err(problem) = std::fs::create_dir_all(&folder) {
            self.notices.write(Notice(format!("{}: {problem}.", folder.display())));
            return;
        }
        self.waiting.0 = Some(content);
        self.naming.ask(Asked {
            purpose: Purpose::Lab,
            proposed: file_name::proposed(proposed),
            folder,
            extension: extension.into(),
            also: &[],
            own: None,
        });
    }
}

fn save(mut named: MessageReader<Named>, mut waiting: ResMut<Waiting>, mut notices: MessageWriter<Notice>) {
    for named in named.read().filter(|named| named.purpose == Purpose::Lab) {
        let Some(content) = waiting.0.take() else { continue };
        let written = match content {
            Content::Text(text) => files::write_text(&named.path, &text),
            Content::Bytes(bytes) => std::fs::write(&named.path, bytes)
                .map_err(|error| format!("{}: cannot be written: {error}", named.path.display())),
        };
        let said = written.map_or_else(|problem| problem, |()| format!("Saved as {}", named.path.display()));
        notices.write(Notice(format!("{said}.")));
    }
}
