//! The battle on the table.

use crate::games::tactics::battle::Battle;
use bevy::prelude::*;

/// The running battle, or the one that is watched.
#[derive(Component, Debug, Clone, Deref, DerefMut)]
pub struct Fight(pub(crate) Battle);

impl Fight {
    pub fn battle(&self) -> &Battle {
        &self.0
    }
}
