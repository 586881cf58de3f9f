//! The simulation of a game: sides and board on the left, which are the game's, the rounds as they are played on the
//! right, which are the same for every game.

pub mod standings;

use super::art::Art;
use super::frames::{self, choices};
use super::setup::{GameSetup, Problem, spawn_foot};
use super::theme;
use super::widgets::{Look, set_checked, set_enabled, set_text};
use crate::client::input::ControlSystems;
use crate::client::input::series::Bookmaker;
use crate::shell::states::Screen;
use crate::table::series::Series;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};

const ROUNDS: [u32; 6] = [10, 50, 100, 200, 500, 1000];

/// What is to be played. Kept when the screen is left.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Bench<S> {
    /// Sides, board and options; what only a match has is not used.
    pub setup: S,
    pub rounds: u32,
}

/// What a button of this screen does, besides those of the game.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchButton {
    Rounds(u32),
    Start,
    Stop,
}

/// The screen of one game, but for its left side. Needs the resource [`Bench`].
pub(super) fn plugin<S: GameSetup>(app: &mut App) {
    // Whoever leaves wants the machine for something else.
    app.add_systems(OnExit(S::SERIES), |mut bookmaker: Bookmaker<S::Contest>| bookmaker.stop())
        .add_systems(
            Update,
            (
                frames::escape_to(S::PAGE),
                show::<S>.run_if(
                    resource_changed::<Bench<S>>
                        .or_else(resource_changed::<Series<S::Contest>>)
                        .or_else(state_changed::<Screen>),
                ),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(S::SERIES)),
        )
        .add_plugins(standings::plugin::<S>);
}

/// Spawns the page with the game's panel on the left.
pub(crate) fn spawn_page<S: GameSetup>(
    commands: &mut Commands,
    art: &Art,
    left: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let title = format!("{} simulation", S::NAME);
    let does = |button: BenchButton| (button, observe(act::<S>));
    frames::spawn_page(
        commands,
        art,
        S::SERIES,
        &title,
        |_| {},
        |body| {
            body.spawn(theme::panel(art, frames::column(1.06))).with_children(left);
            body.spawn(theme::panel(art, frames::column(1.0))).with_children(|right| {
                let rounds = ROUNDS.map(|rounds| (rounds.to_string(), does(BenchButton::Rounds(rounds)), ""));
                choices(right, art, "Rounds", rounds);
                standings::spawn::<S>(right, art);
            });
        },
        |line| {
            spawn_foot(line, art, S::PAGE, |right| {
                right.spawn((frames::foot_button(art, Look::Key, "Stop"), does(BenchButton::Stop)));
                right.spawn((frames::foot_button(art, Look::Main, "Start"), does(BenchButton::Start)));
            });
        },
    );
}

fn act<S: GameSetup>(
    activate: On<Activate>,
    buttons: Query<&BenchButton>,
    mut bench: ResMut<Bench<S>>,
    mut bookmaker: Bookmaker<S::Contest>,
) {
    match buttons.get(activate.entity) {
        Ok(BenchButton::Rounds(rounds)) => bench.rounds = *rounds,
        Ok(BenchButton::Start) => {
            if let Ok(contest) = bench.setup.contest() {
                bookmaker.start(contest, bench.rounds);
            }
        }
        Ok(BenchButton::Stop) => bookmaker.stop(),
        Err(_) => {}
    }
}

fn show<S: GameSetup>(
    bench: Res<Bench<S>>,
    series: Res<Series<S::Contest>>,
    buttons: Query<(Entity, &BenchButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut problem: Single<&mut Text, With<Problem>>,
    mut commands: Commands,
) {
    let contest = bench.setup.contest();
    for (entity, button, is_checked, is_disabled) in &buttons {
        let works = match button {
            BenchButton::Rounds(_) => true,
            BenchButton::Start => contest.is_ok() && !series.is_running(),
            BenchButton::Stop => series.is_running(),
        };
        set_enabled(&mut commands, entity, is_disabled, works);
        set_checked(&mut commands, entity, is_checked, *button == BenchButton::Rounds(bench.rounds));
    }
    set_text(&mut problem, contest.err().unwrap_or_default());
}
