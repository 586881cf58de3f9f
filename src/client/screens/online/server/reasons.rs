//! The dialog in which a challenge is declined: who challenges hears why.

use super::LOBBY;
use super::buttons::{ServerButton, does};
use super::visit::Visit;
use crate::base::wording::capitalised;
use crate::client::kit::widgets::{Look, focus as focusing, labelled_button};
use crate::client::kit::{Art, Weight, frames, theme};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;

#[derive(Component)]
struct Dialog;

/// Width and height of the buttons in pixels of nodes.
const BUTTON: (f32, f32) = (330.0, 36.0);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(LOBBY).and_then(resource_exists::<Visit>)));
}

fn show(
    visit: Res<Visit>,
    open: Query<Entity, With<Dialog>>,
    (mut focus, parents): (ResMut<InputFocus>, Query<&ChildOf>),
    art: Res<Art>,
    mut commands: Commands,
) {
    if visit.declining.is_none() {
        for dialog in &open {
            focusing::leave(&mut focus, dialog, &parents);
            commands.entity(dialog).despawn();
        }
        return;
    }
    if !open.is_empty() {
        return;
    }
    let dialog = frames::spawn_dialog(&mut commands, &art, "Decline", 80, TabGroup::modal(), |frame| {
        frame.spawn(frames::dialog_column(6.0)).with_children(|panel| {
            panel.spawn(theme::text(&art, Weight::Black, theme::TITLE, theme::GOLD, "Why not?"));
            let node = || Node { width: px(BUTTON.0), height: px(BUTTON.1), ..default() };
            for (place, reason) in visit.kinds.decline_reasons.iter().enumerate() {
                let words = capitalised(&reason.text);
                let button = labelled_button(&art, Look::Key, &words, node());
                let mut button = panel.spawn((button, does(ServerButton::Reason(reason.reason.clone())), TabIndex(0)));
                if place == 0 {
                    button.insert(AutoFocus);
                }
            }
            let keep = labelled_button(&art, Look::Main, "Back", node());
            panel.spawn((keep, does(ServerButton::Keep), TabIndex(0)));
        });
    });
    commands.entity(dialog).insert((Dialog, DespawnOnExit(LOBBY)));
}
