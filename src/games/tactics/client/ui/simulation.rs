//! The simulation of Tactics: the two programs and the battle of the set-up; the rest is the same for every game.

use super::choices::Sort;
use super::parts::{self, Shown};
use super::player_name;
use super::preview::{self, Pictured};
use super::setup::with_names;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::simulation::{self, Bench, Table};
use crate::client::kit::theme::{self, Weight};
use crate::games::tactics::Side;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup};
use crate::games::tactics::simulation::{Simulation, VICTORIES};
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Table for TacticsSetup {
    type Contest = Simulation;

    const SCREEN: Screen = Screen::TACTICS_SERIES;
    const BACK: Screen = Screen::TACTICS_SETUP;
    const TITLE: &'static str = "Tactics simulation";
    const REASONS: &'static [&'static str] =
        &[VICTORIES[0].name(), VICTORIES[1].name(), VICTORIES[2].name(), VICTORIES[3].name(), VICTORIES[4].name()];
    const REASONS_TITLE: &'static str = "How they won";
    const LENGTH: &'static str = "turns a battle";

    fn contest(&self) -> Result<Simulation, String> {
        self.simulation().map_err(|problem| with_names(&problem))
    }

    fn called(name: &str) -> String {
        player_name(name)
    }
}

impl Default for Bench<TacticsSetup> {
    fn default() -> Self {
        let seats = [PlayerKind::engine(3), PlayerKind::Source].map(SeatKind::Computer);
        Self { table: TacticsSetup { seats, ..TacticsSetup::default() }, rounds: 50 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench<TacticsSetup>>()
        .add_plugins(simulation::plugin::<TacticsSetup>)
        .add_systems(OnEnter(Screen::TACTICS_SERIES), (take_battle, spawn).chain())
        .add_systems(
            Update,
            (follow, picture)
                .run_if(resource_changed::<Bench<TacticsSetup>>.or_else(state_changed::<Screen>))
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TACTICS_SERIES)),
        );
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    simulation::spawn_page::<TacticsSetup>(&mut commands, &art, |left| {
        left.spawn(heading(&art, "Programs"));
        for side in Side::BOTH {
            parts::spawn_program(left, &art, side, &Sort::PROGRAMS);
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
    if bench.table.game != setup.game {
        bench.table.game = setup.game.clone();
    }
}

fn follow(bench: Res<Bench<TacticsSetup>>, mut shown: Shown) {
    shown.follow(&bench.table);
}

fn picture(bench: Res<Bench<TacticsSetup>>, mut pictured: Pictured) {
    pictured.follow(&bench.table.game);
}
