//! The simulation of a game: sides and board on the left, which are the game's, the rounds as they are played on the
//! right, which are the same for every game.

mod standings;

use crate::client::input::ControlSystems;
use crate::client::input::series::Bookmaker;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, choices};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Look, set_checked, set_enabled, set_text};
use crate::shell::states::Screen;
use crate::table::series::{Contest, Series};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;

/// Numbers of rounds.
const ROUNDS: [u32; 6] = [10, 50, 100, 200, 500, 1000];

/// The set-up of a game that can be simulated, and what the game's screen says.
pub trait Table: Clone + PartialEq + Send + Sync + 'static {
    /// What is played.
    type Contest: Contest;

    /// Its screen.
    const SCREEN: Screen;
    /// The screen before.
    const BACK: Screen;
    /// What stands on top.
    const TITLE: &'static str;
    /// What the ways are called in which rounds end for a side, in the order of
    /// [`SideRow::reasons`](crate::table::series::SideRow::reasons), as far as they are shown.
    const REASONS: &'static [&'static str];
    /// What is written over them.
    const REASONS_TITLE: &'static str;
    /// What the length of a round is counted in, for "12.0 steps a round".
    const LENGTH: &'static str;

    /// What would be played.
    fn contest(&self) -> Result<Self::Contest, String>;

    /// What a side is called on the screen, by its name on the command line.
    fn called(name: &str) -> String;
}

/// What is to be played. Kept when the screen is left.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Bench<T: Table> {
    /// Sides, board and options; what only a match has is not used.
    pub table: T,
    /// How many rounds.
    pub rounds: u32,
}

/// What a button of this screen does, besides those of the game.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchButton {
    Rounds(u32),
    Start,
    Stop,
    Back,
}

/// Why it cannot start.
#[derive(Component)]
struct Problem;

/// The screen of one game, but for its left side. Needs the resource [`Bench`].
pub fn plugin<T: Table>(app: &mut App) {
    // Whoever leaves wants the machine for something else.
    app.add_systems(OnExit(T::SCREEN), |mut bookmaker: Bookmaker<T::Contest>| bookmaker.stop())
        .add_systems(
            Update,
            (
                frames::escape_to(T::BACK),
                show::<T>.run_if(
                    resource_changed::<Bench<T>>
                        .or_else(resource_changed::<Series<T::Contest>>)
                        .or_else(state_changed::<Screen>),
                ),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(T::SCREEN)),
        )
        .add_observer(act::<T>.run_if(in_state(T::SCREEN)))
        .add_plugins(standings::plugin::<T>);
}

/// Spawns the page with the game's panel on the left.
pub(crate) fn spawn_page<T: Table>(commands: &mut Commands, art: &Art, left: impl FnOnce(&mut ChildSpawnerCommands)) {
    frames::spawn_page(
        commands,
        art,
        T::SCREEN,
        T::TITLE,
        |_| {},
        |body| {
            body.spawn(theme::panel(art, frames::column(1.06))).with_children(left);
            body.spawn(theme::panel(art, frames::column(1.0))).with_children(|right| {
                let rounds = ROUNDS.map(|rounds| (rounds.to_string(), BenchButton::Rounds(rounds), ""));
                choices(right, art, "Rounds", rounds);
                standings::spawn::<T>(right, art);
            });
        },
        |line| {
            line.spawn((frames::foot_button(art, Look::Key, "Back"), BenchButton::Back));
            line.spawn((theme::text(art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Problem));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                right.spawn((frames::foot_button(art, Look::Key, "Stop"), BenchButton::Stop));
                right.spawn((frames::foot_button(art, Look::Main, "Start"), BenchButton::Start));
            });
        },
    );
}

fn act<T: Table>(
    activate: On<Activate>,
    buttons: Query<&BenchButton>,
    mut bench: ResMut<Bench<T>>,
    mut bookmaker: Bookmaker<T::Contest>,
    mut screen: ResMut<NextState<Screen>>,
) {
    match buttons.get(activate.entity) {
        Ok(BenchButton::Rounds(rounds)) => bench.rounds = *rounds,
        Ok(BenchButton::Start) => {
            if let Ok(contest) = bench.table.contest() {
                bookmaker.start(contest, bench.rounds);
            }
        }
        Ok(BenchButton::Stop) => bookmaker.stop(),
        Ok(BenchButton::Back) => screen.set(T::BACK),
        Err(_) => {}
    }
}

fn show<T: Table>(
    bench: Res<Bench<T>>,
    series: Res<Series<T::Contest>>,
    buttons: Query<(Entity, &BenchButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut problems: Query<&mut Text, With<Problem>>,
    mut commands: Commands,
) {
    let problem = bench.table.contest().err();
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
