//! The simulation of Tron: sides and board on the left, the rounds as they are played on the right.

use super::choices::Sort;
use super::parts::{self, Shown};
use super::standings;
use crate::control::ControlSystems;
use crate::control::tron::Bookmaker;
use crate::modes::tron::player::PlayerKind;
use crate::modes::tron::plugin::{SeatKind, Series, TronSetup};
use crate::sim::Screen;
use crate::ui::frames::{self, heading};
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::{Look, set_checked, set_enabled, set_text};
use crate::view::art::Art;
use crate::view::tron::SEAT_NAMES;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;

/// Numbers of rounds.
const ROUNDS: [u32; 6] = [10, 50, 100, 200, 500, 1000];

/// What is to be played. Kept when the screen is left.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Bench {
    /// Seats, board and options; speed and number of rounds of a match are not used.
    pub table: TronSetup,
    /// How many rounds.
    pub rounds: u32,
}

impl Default for Bench {
    fn default() -> Self {
        let engine = SeatKind::Computer(PlayerKind::Engine(5));
        let separator = SeatKind::Computer(PlayerKind::Separator(8));
        let seats = [engine, separator, SeatKind::Off, SeatKind::Off];
        Self { table: TronSetup { seats, ..TronSetup::default() }, rounds: 100 }
    }
}

/// What a button of this screen does, besides those of the set-up.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchButton {
    /// So many rounds.
    Rounds(u32),
    /// Play.
    Start,
    /// Play no more.
    Stop,
    /// Back to the set-up of a match.
    Back,
}

/// Why it cannot start.
#[derive(Component)]
struct Problem;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Bench>()
        .add_systems(OnEnter(Screen::TronSimulation), spawn)
        // Whoever leaves wants the machine for something else.
        .add_systems(OnExit(Screen::TronSimulation), |mut bookmaker: Bookmaker| bookmaker.stop())
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::TronSetup),
                show.run_if(
                    resource_changed::<Bench>.or_else(resource_changed::<Series>).or_else(state_changed::<Screen>),
                ),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TronSimulation)),
        )
        .add_observer(act);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = parts::files();
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TronSimulation,
        "Tron simulation",
        |_| {},
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.06))).with_children(|left| {
                left.spawn(heading(&art, "Programs"));
                for seat in 0..SEAT_NAMES.len() {
                    parts::spawn_seat(left, &art, seat, &Sort::PROGRAMS, 71.0);
                }
                left.spawn(Node { height: px(3), ..default() });
                parts::spawn_board(left, &art, &files);
                parts::spawn_options(left, &art);
            });
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|right| {
                let rounds = ROUNDS.map(|rounds| (rounds.to_string(), BenchButton::Rounds(rounds), ""));
                parts::choices(right, &art, "Rounds", rounds);
                standings::spawn(right, &art);
            });
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), BenchButton::Back));
            line.spawn((theme::text(&art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                right.spawn((frames::foot_button(&art, Look::Key, "Stop"), BenchButton::Stop));
                right.spawn((frames::foot_button(&art, Look::Main, "Start"), BenchButton::Start));
            });
        },
    );
}

fn act(
    activate: On<Activate>,
    buttons: Query<&BenchButton>,
    mut bench: ResMut<Bench>,
    mut bookmaker: Bookmaker,
    mut screen: ResMut<NextState<Screen>>,
) {
    match buttons.get(activate.entity) {
        Ok(BenchButton::Rounds(rounds)) => bench.rounds = *rounds,
        Ok(BenchButton::Start) => {
            if let Ok(simulation) = bench.table.simulation() {
                bookmaker.start(simulation, bench.rounds);
            }
        }
        Ok(BenchButton::Stop) => bookmaker.stop(),
        Ok(BenchButton::Back) => screen.set(Screen::TronSetup),
        Err(_) => {}
    }
}

fn show(
    bench: Res<Bench>,
    series: Res<Series>,
    mut shown: Shown,
    buttons: Query<(Entity, &BenchButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut problems: Query<&mut Text, (With<Problem>, Without<parts::LevelText>)>,
    mut commands: Commands,
) {
    shown.follow(&bench.table);
    let problem = bench.table.simulation().err();
    for (entity, button, is_checked, is_disabled) in &buttons {
        match button {
            BenchButton::Rounds(rounds) => set_checked(&mut commands, entity, is_checked, *rounds == bench.rounds),
            BenchButton::Start => {
                set_enabled(&mut commands, entity, is_disabled, problem.is_none() && !series.is_running());
            }
            BenchButton::Stop => set_enabled(&mut commands, entity, is_disabled, series.is_running()),
            BenchButton::Back => {}
        }
    }
    for mut text in &mut problems {
        set_text(&mut text, problem.as_deref().unwrap_or_default());
    }
}
