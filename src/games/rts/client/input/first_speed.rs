//! The speed that a skirmish begins with; every other match begins with the normal one.

use crate::client::input::time::{self, GameSpeed};
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::record::playback::Playback;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// What was chosen in the set-up.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct FirstSpeed(pub GameSpeed);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FirstSpeed>()
        .add_systems(OnEnter(Screen::Match), begin.after(time::begin).run_if(in_state(Mode::RTS)));
}

pub(super) fn begin(
    setup: Option<Res<MatchSetup>>,
    playback: Res<Playback>,
    online: Option<Res<Online>>,
    first: Res<FirstSpeed>,
    mut speed: ResMut<GameSpeed>,
) {
    // Over the network the players vote on it.
    if online.is_none() && setup.is_some_and(|setup| setup.skirmish.is_some()) && playback.ticks().is_none() {
        *speed = first.0;
    }
}
