//! What lies over the map of a skirmish: stores and time at the top, alerts on the left, below the small map, the selection
//! and the card of commands.

mod alerts;
mod allies;
mod card;
mod chat;
mod hint;
mod map;
pub mod members;
pub mod pictures;
mod selection;
mod stats;
pub mod tip;
mod top;
mod words;

use crate::client::input::bindings::{Action, Verb};
use crate::client::kit::Art;
use crate::client::kit::widgets::{Presses, Tip};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::client::ui::hud::bottom_row;
use crate::games::rts::level::Level;
use bevy::prelude::*;

/// Order of what the panels show: after everything that they show has been found out.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct SkirmishHudSystems;

pub(super) fn plugin(app: &mut App) {
    app.configure_sets(Update, SkirmishHudSystems.in_set(PanelSystems).run_if(in_skirmish))
        .add_systems(Update, (name_keys::<Action>, name_keys::<RtsAction>).in_set(SkirmishHudSystems))
        .add_plugins((
            top::plugin,
            map::plugin,
            selection::plugin,
            card::plugin,
            tip::plugin,
            hint::plugin,
            alerts::plugin,
            chat::plugin,
            allies::plugin,
        ));
}

/// Tips name the keys that the player has chosen.
fn name_keys<A: Verb + Copy + Into<RtsAction>>(
    keys: Res<KeyBindings>,
    mut buttons: Query<(Ref<Presses<A>>, &mut Tip)>,
) {
    for (presses, mut tip) in &mut buttons {
        if (keys.is_changed() || presses.is_added())
            && let Some(label) = keys.label(presses.0)
            && tip.key != label
        {
            tip.key = label;
        }
    }
}

/// Everything of the HUD that only a skirmish has.
pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    top::spawn(root, art);
    alerts::spawn(root);
    allies::spawn(root);
    chat::spawn(root, art);
    hint::spawn(root, art);
    tip::spawn(root, art);
    root.spawn(bottom_row()).with_children(|bottom| {
        map::spawn(bottom, art, level);
        selection::spawn(bottom, art);
        card::spawn(bottom, art);
    });
}
