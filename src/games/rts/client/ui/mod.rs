//! Set-up, HUD and result of the real-time game.

pub(crate) mod controls;
pub mod escape;
pub mod key_options;
pub mod replay_strip;

pub mod hud;
mod map_widgets;
pub mod observing;
pub mod planners;
pub mod setup;
pub mod skirmish;

use crate::client::input::ControlSystems;
use crate::client::input::bindings::Action;
use crate::client::input::escape::shut_out_the_match;
use crate::client::kit::notices::RefusalNotice;
use crate::client::stage::SheetOpen;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::sim::skirmish::Sides;
use crate::games::rts::sim::{GameRules, Outcome};
use bevy::prelude::*;
use skirmish::result::{EndSheet, Sheet};

pub fn plugin(app: &mut App) {
    app.add_plugins((
        // Panels show units and buildings as the picture does.
        super::view::sheets::plugin,
        observing::plugin,
        setup::plugin,
        hud::plugin,
        skirmish::plugin,
        planners::plugin,
        key_options::plugin,
        replay_strip::plugin,
    ))
    .add_systems(
        Update,
        (tell_refusals, cover.run_if(resource_changed::<EndSheet>))
            .after(ControlSystems::Act)
            .before(shut_out_the_match::<Action>),
    )
    .add_systems(Update, shut_out_the_match::<RtsAction>.after(shut_out_the_match::<Action>));
}

/// Keys are for the sheet that lies over the match.
fn cover(end: Res<EndSheet>, mut open: ResMut<SheetOpen>) {
    open.set_if_neq(SheetOpen(end.sheet != Sheet::Nothing));
}

fn tell_refusals(
    mut outcomes: MessageReader<Outcome>,
    (player, sides, rules): (Res<Player>, Option<Single<&Sides>>, Res<GameRules>),
    mut notices: MessageWriter<RefusalNotice>,
) {
    let reasons = outcomes.read().filter_map(|outcome| match outcome {
        Outcome::Refused { side, reason, .. } if player.hears(*side, sides.as_deref().copied()) => {
            Some(RefusalNotice(reason.text(&rules.0)))
        }
        _ => None,
    });
    notices.write_batch(reasons.last());
}
