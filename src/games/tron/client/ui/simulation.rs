//! The simulation of Tron: seats and board; the rest is the same for every game.

use super::choices::Sort;
use super::parts::{self, Shown};
use super::program_name;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::simulation::{self, Bench, Table};
use crate::games::tron::client::view::SEAT_NAMES;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::plugin::{SeatKind, TronSetup};
use crate::games::tron::position::Death;
use crate::games::tron::simulation::Simulation;
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Table for TronSetup {
    type Contest = Simulation;

    const SCREEN: Screen = Screen::TRON_SERIES;
    const BACK: Screen = Screen::TRON_SETUP;
    const TITLE: &'static str = "Tron simulation";
    /// Without outside programs, which alone crash or talk nonsense.
    const REASONS: &'static [&'static str] =
        &[Death::ALL[0].name(), Death::ALL[1].name(), Death::ALL[2].name(), Death::ALL[3].name(), Death::ALL[4].name()];
    const REASONS_TITLE: &'static str = "How they went out";
    const LENGTH: &'static str = "steps a round";

    fn contest(&self) -> Result<Simulation, String> {
        self.simulation()
    }

    fn called(name: &str) -> String {
        program_name(name)
    }
}

impl Default for Bench<TronSetup> {
    fn default() -> Self {
        let engine = SeatKind::Computer(PlayerKind::Engine(5));
        let separator = SeatKind::Computer(PlayerKind::Separator(8));
        let seats = [engine, separator, SeatKind::Off, SeatKind::Off];
        Self { table: TronSetup { seats, ..TronSetup::default() }, rounds: 100 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench<TronSetup>>()
        .add_plugins(simulation::plugin::<TronSetup>)
        .add_systems(OnEnter(Screen::TRON_SERIES), spawn)
        .add_systems(
            Update,
            show.run_if(resource_changed::<Bench<TronSetup>>.or_else(state_changed::<Screen>))
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TRON_SERIES)),
        );
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = parts::files();
    simulation::spawn_page::<TronSetup>(&mut commands, &art, |left| {
        left.spawn(heading(&art, "Programs"));
        for seat in 0..SEAT_NAMES.len() {
            parts::spawn_seat(left, &art, seat, &Sort::PROGRAMS, 71.0);
        }
        left.spawn(Node { height: px(3), ..default() });
        parts::spawn_board(left, &art, &files);
        parts::spawn_options(left, &art);
    });
}

fn show(bench: Res<Bench<TronSetup>>, mut shown: Shown) {
    shown.follow(&bench.table);
}
