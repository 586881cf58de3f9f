//! The set-up of a Tron match: seats on the left, board and rules on the right.

use super::choices::{PLAYERS, TronButton};
use super::{parts, program_name};
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, choices, heading};
use crate::client::kit::setup::{self, FollowSetup, GameSetup, does};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES, floor};
use crate::games::tron::file::TronLevel;
use crate::games::tron::plugin::{Speed, TronSetup};
use crate::games::tron::position::Death;
use crate::games::tron::simulation::Simulation;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::sync::Arc;

const ROUNDS: [u32; 5] = [1, 3, 5, 9, 15];

impl GameSetup for TronSetup {
    type Contest = Simulation;

    const MODE: Mode = Mode::TRON;
    const NAME: &'static str = "Tron";
    const PAGE: Screen = Screen::TRON_SETUP;
    const SERIES: Screen = Screen::TRON_SERIES;
    /// Without outside programs, which alone crash or talk nonsense.
    const REASONS: &'static [&'static str] =
        &[Death::ALL[0].name(), Death::ALL[1].name(), Death::ALL[2].name(), Death::ALL[3].name(), Death::ALL[4].name()];
    const REASONS_TITLE: &'static str = "How they went out";
    const LENGTH: &'static str = "steps a round";

    fn check(&self) -> Result<(), String> {
        self.problem().map_or(Ok(()), Err)
    }

    fn contest(&self) -> Result<Simulation, String> {
        self.simulation()
    }

    fn called(name: &str) -> String {
        program_name(name)
    }
}

/// The frame of the board's picture.
#[derive(Component)]
struct Preview;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(setup::plugin::<TronButton>)
        .add_systems(OnEnter(Screen::TRON_SETUP), spawn)
        .add_systems(Update, preview.in_set(FollowSetup::of::<TronSetup>()));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let files = parts::files();
    let many = "Many rounds between programs, with a table of who is stronger";
    setup::spawn_page::<TronSetup>(
        &mut commands,
        &art,
        |_| {},
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                left.spawn(heading(&art, "Players"));
                for seat in 0..SEAT_NAMES.len() {
                    parts::spawn_seat(left, &art, seat, &PLAYERS, 108.0);
                }
            });
            body.spawn(theme::panel(&art, frames::column(1.06)))
                .with_children(|right| spawn_rules(right, &art, &files));
        },
        &[("Simulation", Screen::TRON_SERIES, many)],
    );
}

fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art, files: &[Arc<TronLevel>]) {
    parent.spawn(heading(art, "Board"));
    parts::spawn_board(parent, art, files);
    parent.spawn(heading(art, "Rules"));
    let speeds = Speed::ALL.map(|speed| (speed.name().into(), does(TronButton::Speed(speed)), ""));
    choices(parent, art, "Speed", speeds);
    let rounds = ROUNDS.map(|rounds| (rounds.to_string(), does(TronButton::BestOf(rounds)), ""));
    choices(parent, art, "Best of", rounds);
    parts::spawn_options(parent, art);
    let well = Node { margin: UiRect::top(px(6)), ..frames::well() };
    parent.spawn((Preview, well, BackgroundColor(theme::WELL)));
}

/// Shows the board of the first round with the starts.
fn preview(
    setup: Res<TronSetup>,
    frame: Single<Entity, With<Preview>>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    commands.entity(*frame).despawn_children().with_children(|frame| match setup.arena(0) {
        Ok(arena) => {
            let (width, height) = (f32::from(arena.width()), f32::from(arena.height()));
            frame
                .spawn((
                    ImageNode {
                        image_mode: NodeImageMode::Stretch,
                        ..ImageNode::new(images.add(floor::picture(&arena)))
                    },
                    Fit { aspect: width / height },
                ))
                .with_children(|board| {
                    for (start, seat) in arena.starts().iter().zip(setup.seating(0)) {
                        board.spawn((
                            Node {
                                position_type: PositionType::Absolute,
                                left: percent(100.0 * f32::from(start.cell.x) / width),
                                top: percent(100.0 * f32::from(start.cell.y) / height),
                                width: percent(100.0 / width),
                                height: percent(100.0 / height),
                                min_width: px(6),
                                min_height: px(6),
                                border_radius: BorderRadius::all(px(2)),
                                ..default()
                            },
                            BackgroundColor(SEAT_COLOURS[seat]),
                        ));
                    }
                });
        }
        Err(problem) => {
            frame.spawn(theme::paragraph(&art, Weight::Regular, theme::BODY, theme::CREAM, &problem.to_string()));
        }
    });
}
