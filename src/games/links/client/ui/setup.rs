//! The set-up of a match: sides on the left, board and rules on the right.

use super::choices::{LinksButton, PLAYERS};
use super::words::player_name;
use super::{parts, preview};
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames::{self, choices, heading};
use crate::client::kit::setup::{self, GameSetup, does};
use crate::client::kit::theme;
use crate::client::table::clocks;
use crate::games::links::plugin::{LinksSetup, Start, Tempo};
use crate::games::links::position::Position;
use crate::games::links::simulation::{Simulation, VICTORIES};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

impl GameSetup for LinksSetup {
    type Contest = Simulation;

    const MODE: Mode = Mode::LINKS;
    const NAME: &'static str = "Links";
    const PAGE: Screen = Screen::LINKS_SETUP;
    const SERIES: Screen = Screen::LINKS_SERIES;
    const REASONS: &'static [&'static str] = &[VICTORIES[0].name(), VICTORIES[1].name()];
    const REASONS_TITLE: &'static str = "How they won";
    const LENGTH: &'static str = "moves a match";

    fn check(&self) -> Result<(), String> {
        self.problem().map_or(Ok(()), Err)
    }

    fn start(&mut self) {
        self.start = Start::New;
        // A program that is unsure of itself errs elsewhere in every match.
        self.game.seed = fresh_seed();
    }

    fn contest(&self) -> Result<Simulation, String> {
        self.simulation()
    }

    fn called(name: &str) -> String {
        player_name(name)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((setup::plugin::<LinksButton>, clocks::choice::<Position>))
        .add_systems(OnEnter(Screen::LINKS_SETUP), (clear, spawn));
}

/// A new match begins on an empty board, whatever opening the match before had, out of a file or a simulation; a rematch is
/// the same once more, with its opening.
fn clear(mut setup: ResMut<LinksSetup>) {
    if !setup.game.opening.is_empty() {
        setup.game.opening.clear();
    }
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let many = "Many matches between programs, with a table of who is stronger";
    setup::spawn_page::<LinksSetup>(
        &mut commands,
        &art,
        |head| {
            let tempos = Tempo::ALL.map(|tempo| {
                let tip = "How long every move of a program is shown; + and − change it in the match";
                (tempo.name().to_string(), does(LinksButton::Tempo(tempo)), tip)
            });
            head.spawn(Node { width: px(350), flex_direction: FlexDirection::Column, ..default() })
                .with_children(|column| choices(column, &art, "Tempo", tempos));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.06))).with_children(|left| {
                left.spawn(heading(&art, "Sides"));
                for side in 0..2 {
                    parts::spawn_side(left, &art, side, &PLAYERS);
                }
                parts::spawn_swap(left, &art);
                parts::spawn_aim(left, &art);
            });
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|right| {
                right.spawn(heading(&art, "Board and rules"));
                parts::spawn_rules(right, &art);
                clocks::spawn(right, &art, |change| does(LinksButton::Clock(change)));
                preview::spawn(right);
            });
        },
        &[
            ("Puzzles", Screen::LINKS_PUZZLES, "Positions with a task, one of them for this day"),
            ("Simulation", Screen::LINKS_SERIES, many),
        ],
    );
}
