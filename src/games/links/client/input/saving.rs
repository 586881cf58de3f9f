//! Where matches of Links are kept, and keeping one without being asked for a name.

use crate::games::links::plugin::SaveMatch;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The end of the names of files.
pub(crate) const EXTENSION: &str = "links";

/// The folder of saved matches; without one nothing is kept. The tables of all games share a place for what is saved without
/// a name, so that Links names its own.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct SaveFolder(pub Option<PathBuf>);

/// Keeps the match under the time.
#[derive(SystemParam)]
pub struct Keeper<'w> {
    folder: Res<'w, SaveFolder>,
    requests: MessageWriter<'w, SaveMatch>,
}

impl Keeper<'_> {
    pub fn keep(&mut self) {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let path = self.folder.0.as_ref().map(|folder| folder.join(format!("{seconds}.{EXTENSION}")));
        self.requests.write_batch(path.map(SaveMatch));
    }
}
