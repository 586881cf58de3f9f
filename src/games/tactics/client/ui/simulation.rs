//! The simulation of Tactics: the two programs and the battle of the set-up; the rest is the same for every game.

use super::choices::PROGRAMS;
use super::{parts, preview};
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::simulation::{self, Bench};
use crate::client::kit::theme::{self, Weight};
use crate::games::tactics::Side;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup};
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Default for Bench<TacticsSetup> {
    fn default() -> Self {
        let seats = [PlayerKind::engine(3), PlayerKind::Source].map(SeatKind::Computer);
        Self { setup: TacticsSetup { seats, ..TacticsSetup::default() }, rounds: 50 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench<TacticsSetup>>()
        .add_systems(OnEnter(Screen::TACTICS_SERIES), (take_battle, spawn).chain());
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    simulation::spawn_page::<TacticsSetup>(&mut commands, &art, |left| {
        left.spawn(heading(&art, "Programs"));
        for side in Side::BOTH {
            parts::spawn_program(left, &art, side, &PROGRAMS);
        }
        left.spawn(theme::paragraph(
            &art,
            Weight::Regular,
            theme::BODY,
            theme::MUTED,
            "Every two battles begin alike, with the programs exchanged. The first turn of each side is played at random.",
        ));
        left.spawn(heading(&art, "Battle of the set-up"));
        preview::spawn(left, &art);
    });
}

/// The battle is that of the set-up.
fn take_battle(setup: Res<TacticsSetup>, mut bench: ResMut<Bench<TacticsSetup>>) {
    if bench.setup.game != setup.game {
        bench.setup.game = setup.game.clone();
    }
}
