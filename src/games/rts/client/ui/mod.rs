//! Set-up, HUD and result of the real-time game.

pub mod controls;
pub(crate) mod escape;
pub mod key_options;
pub mod replay_strip;

pub mod hud;
pub mod looking;
mod map_widgets;
pub mod observing;
pub mod planners;
pub mod setup;
pub mod skirmish;
pub mod thoughts;

use crate::client::input::ControlSystems;
use crate::client::input::bindings::Action;
use crate::client::input::escape::shut_out_the_match;
use crate::client::kit::naming::Naming;
use crate::client::kit::notices::RefusalNotice;
use crate::client::stage::{MenuOpen, SheetOpen, clock};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::skirmish::Sides;
use crate::games::rts::sim::{GameRules, Outcome};
use crate::nav::step::Tick;
use crate::shell::states::Mode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use skirmish::result::{EndSheet, Sheet};

/// What panels of a match show: after everything that they show has been found out.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct PanelSystems;

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(Update, PanelSystems.after(ControlSystems::Act).run_if(in_state(Mode::RTS)));
    app.add_plugins((
        // Panels show units and buildings as the picture does.
        super::view::sheets::plugin,
        observing::plugin,
        setup::plugin,
        hud::plugin,
        skirmish::plugin,
        planners::plugin,
        looking::plugin,
        key_options::plugin,
        replay_strip::plugin,
        thoughts::plugin,
    ))
    .add_systems(
        Update,
        (tell_refusals, cover.run_if(resource_changed::<EndSheet>))
            .after(ControlSystems::Act)
            .before(shut_out_the_match::<Action>),
    )
    .add_systems(Update, shut_out_the_match::<RtsAction>.after(shut_out_the_match::<Action>));
}

/// What may lie over the match and takes keys and clicks for itself.
#[derive(SystemParam)]
struct Over<'w> {
    menu: Res<'w, MenuOpen>,
    end: Res<'w, EndSheet>,
    naming: Res<'w, Naming>,
}

impl Over<'_> {
    fn is_open(&self) -> bool {
        self.menu.0 || self.end.sheet != Sheet::Nothing || self.naming.is_open()
    }
}

/// Minutes and seconds of the match at a tick.
fn time(tick: Tick, rules: &Rules) -> String {
    clock(u64::from(tick) / u64::from(rules.tick_hz.max(1)))
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
