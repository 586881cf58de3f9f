//! The page of the options about the picture.

use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{choice_button, set_checked};
use crate::games::tron::client::view::pulse::PictureSettings;
use bevy::prelude::*;
use bevy::ui::Checked;
use bevy::ui_widgets::Activate;

/// Crashes move the camera, or do not.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PulseButton(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PictureSettings>().add_systems(Update, follow);
}

pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn(Node { column_gap: px(10), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, "Crashes in Tron shake the picture"),
            Node { width: px(320), ..default() },
        ));
        for (label, on) in [("On", true), ("Off", false)] {
            line.spawn((choice_button(art, label), PulseButton(on))).observe(
                move |_: On<Activate>, mut picture: ResMut<PictureSettings>, mut commands: Commands| {
                    picture.set_camera_pulse(on, &mut commands);
                },
            );
        }
    });
}

fn follow(picture: Res<PictureSettings>, buttons: Query<(Entity, &PulseButton, Has<Checked>)>, mut commands: Commands) {
    for (entity, PulseButton(on), is_checked) in &buttons {
        set_checked(&mut commands, entity, is_checked, *on == picture.camera_pulse());
    }
}
