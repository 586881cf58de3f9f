//! The page of the options about the picture of Tanks.

use crate::client::kit::art::Art;
use crate::client::kit::frames::switch;
use crate::client::kit::widgets::Buttons;
use crate::games::tanks::client::view::shake::TanksPicture;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Blasts shake the picture, or do not.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShakeButton(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TanksPicture>().add_systems(Update, follow);
}

pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    switch(panel, art, "Blasts in Tanks shake the picture", |on| {
        let set = move |_: On<Activate>, mut picture: ResMut<TanksPicture>, mut commands: Commands| {
            picture.set_shakes(on, &mut commands);
        };
        (ShakeButton(on), observe(set))
    });
}

fn follow(picture: Res<TanksPicture>, mut buttons: Buttons<ShakeButton>) {
    buttons.check(|ShakeButton(on)| Some(*on == picture.shakes()));
}
