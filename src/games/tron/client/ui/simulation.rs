//! The simulation of Tron: seats and board; the rest is the same for every game.

use super::choices::PROGRAMS;
use super::parts;
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::simulation::{self, Bench};
use crate::games::tron::client::view::SEAT_NAMES;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::plugin::{SeatKind, TronSetup};
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Default for Bench<TronSetup> {
    fn default() -> Self {
        let engine = SeatKind::Computer(PlayerKind::Engine(5));
        let separator = SeatKind::Computer(PlayerKind::Separator(8));
        let seats = [engine, separator, SeatKind::Off, SeatKind::Off];
        Self { setup: TronSetup { seats, ..TronSetup::default() }, rounds: 100 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench<TronSetup>>().add_systems(OnEnter(Screen::TRON_SERIES), spawn);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = parts::files();
    simulation::spawn_page::<TronSetup>(&mut commands, &art, |left| {
        left.spawn(heading(&art, "Programs"));
        for seat in 0..SEAT_NAMES.len() {
            parts::spawn_seat(left, &art, seat, &PROGRAMS, 71.0);
        }
        left.spawn(Node { height: px(3), ..default() });
        parts::spawn_board(left, &art, &files);
        parts::spawn_options(left, &art);
    });
}
