//! The page of the options about the board.

use crate::client::kit::art::Art;
use crate::client::kit::frames::switch;
use crate::client::kit::widgets::Buttons;
use crate::games::links::client::settings::BoardSettings;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Names of columns and rows are shown, or are not.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoordinatesButton(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow);
}

pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    switch(panel, art, "Names of columns and rows in Links", |on| {
        let set = move |_: On<Activate>, mut board: ResMut<BoardSettings>, mut commands: Commands| {
            board.show_coordinates(on, &mut commands);
        };
        (CoordinatesButton(on), observe(set))
    });
}

fn follow(board: Res<BoardSettings>, mut buttons: Buttons<CoordinatesButton>) {
    buttons.check(|CoordinatesButton(on)| Some(*on == board.coordinates()));
}
