//! The stages that come with the game.

use crate::files;
use crate::games::tanks::stage::Stage;
use crate::shell::folders::root_folder;
use bevy::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// The stages of `levels/tanks`: first those of the campaign, whose file names begin with a number, then the others.
#[derive(Resource, Debug, Clone)]
pub struct Stages {
    campaign: Vec<Arc<Stage>>,
    others: Vec<Arc<Stage>>,
}

impl Default for Stages {
    fn default() -> Self {
        Self::of(&root_folder().join("levels/tanks"))
    }
}

impl Stages {
    /// The stages of a folder. What cannot be read is told in the log.
    pub fn of(folder: &Path) -> Self {
        let mut stages = Self { campaign: Vec::new(), others: Vec::new() };
        for path in files::listed(folder, "ron").unwrap_or_default() {
            let is_numbered = path
                .file_name()
                .is_some_and(|name| name.to_string_lossy().starts_with(|letter: char| letter.is_ascii_digit()));
            match Stage::load(&path) {
                Ok(stage) if is_numbered => stages.campaign.push(Arc::new(stage)),
                Ok(stage) => stages.others.push(Arc::new(stage)),
                Err(error) => warn!("{error}"),
            }
        }
        stages
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Stage> {
        self.campaign.iter().chain(&self.others).map(|stage| &**stage)
    }

    /// How many the campaign has.
    pub fn len(&self) -> u16 {
        self.campaign.len() as u16
    }

    pub fn is_empty(&self) -> bool {
        self.campaign.is_empty()
    }

    /// A stage of the campaign by its number, from 1; after the last one it begins again.
    pub fn number(&self, number: u16) -> Option<Arc<Stage>> {
        let index = usize::from(number.max(1) - 1).checked_rem(self.campaign.len())?;
        self.campaign.get(index).cloned()
    }

    /// All of them, those of the campaign first.
    pub fn every(&self) -> impl Iterator<Item = &Arc<Stage>> {
        self.campaign.iter().chain(&self.others)
    }

    /// The stages of the user, after those that came with the game.
    pub fn add(&mut self, folder: &Path) {
        let own = Self::of(folder);
        self.others.extend(own.campaign.into_iter().chain(own.others));
    }

    /// Those beside the campaign.
    pub fn others(&self) -> impl Iterator<Item = &Arc<Stage>> {
        self.others.iter()
    }
}
