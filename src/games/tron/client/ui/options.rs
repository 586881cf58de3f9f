//! The page of the options about the picture.

use crate::client::kit::art::Art;
use crate::client::kit::frames::switch;
use crate::client::kit::widgets::Buttons;
use crate::games::tron::client::view::pulse::PictureSettings;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Crashes move the camera, or do not.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PulseButton(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PictureSettings>().add_systems(Update, follow);
}

pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    switch(panel, art, "Crashes in Tron shake the picture", |on| {
        let set = move |_: On<Activate>, mut picture: ResMut<PictureSettings>, mut commands: Commands| {
            picture.set_camera_pulse(on, &mut commands);
        };
        (PulseButton(on), observe(set))
    });
}

fn follow(picture: Res<PictureSettings>, mut buttons: Buttons<PulseButton>) {
    buttons.check(|PulseButton(on)| Some(*on == picture.camera_pulse()));
}
