//! The match over the network that the table begins with.

use crate::games::tanks::setup::Setup;
use crate::games::tanks::stage::Stage;
use bevy::prelude::*;
use std::sync::Arc;

/// The match that runs elsewhere: the table begins with it as long as it is there.
#[derive(Resource, Debug)]
pub(super) struct Elsewhere {
    pub(super) setup: Setup,
    pub(super) stage: Arc<Stage>,
    /// The seat of this window.
    pub(super) seat: Option<u8>,
}
