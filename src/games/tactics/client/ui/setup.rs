//! The set-up of a battle: sides on the left, what decides and the board on the right.

use super::choices::{PLAYERS, TacticsButton};
use super::parts::{self, Boards};
use super::preview;
use super::words::player_name;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, choices, heading};
use crate::client::kit::setup::{self, GameSetup, does};
use crate::client::kit::theme;
use crate::client::table::clocks;
use crate::games::tactics::class::Classes;
use crate::games::tactics::client::view::side_name;
use crate::games::tactics::plugin::{Start, TacticsSetup, Tempo};
use crate::games::tactics::simulation::{Simulation, VICTORIES};
use crate::games::tactics::{Position, Side};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

impl GameSetup for TacticsSetup {
    type Contest = Simulation;

    const MODE: Mode = Mode::TACTICS;
    const NAME: &'static str = "Tactics";
    const PAGE: Screen = Screen::TACTICS_SETUP;
    const SERIES: Screen = Screen::TACTICS_SERIES;
    const REASONS: &'static [&'static str] =
        &[VICTORIES[0].name(), VICTORIES[1].name(), VICTORIES[2].name(), VICTORIES[3].name(), VICTORIES[4].name()];
    const REASONS_TITLE: &'static str = "How they won";
    const LENGTH: &'static str = "turns a battle";

    fn check(&self) -> Result<(), String> {
        self.problem().map_or(Ok(()), |problem| Err(with_names(&problem)))
    }

    fn start(&mut self) {
        self.start = Start::New;
    }

    fn contest(&self) -> Result<Simulation, String> {
        self.simulation().map_err(|problem| with_names(&problem))
    }

    fn called(name: &str) -> String {
        player_name(name)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((setup::plugin::<TacticsButton>, clocks::choice::<Position>))
        .add_systems(OnEnter(Screen::TACTICS_SETUP), spawn);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    let (boards, classes) = (Boards::read(), Classes::built_in());
    let many = "Many battles between programs, with a table of who is stronger";
    setup::spawn_page::<TacticsSetup>(
        &mut commands,
        &art,
        |head| {
            let tempos = Tempo::ALL.map(|tempo| {
                let tip = "How long every action is shown; + and − change it in the battle";
                (tempo.name().to_string(), does(TacticsButton::Tempo(tempo)), tip)
            });
            head.spawn(Node { width: px(350), flex_direction: FlexDirection::Column, ..default() })
                .with_children(|column| choices(column, &art, "Tempo", tempos));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                left.spawn(heading(&art, "Sides"));
                for side in Side::BOTH {
                    parts::spawn_side(left, &art, side, &PLAYERS, &classes);
                }
                left.spawn(Node { height: px(2), ..default() });
                parts::spawn_first(left, &art);
            });
            body.spawn(theme::panel(&art, frames::column(1.12))).with_children(|right| {
                right.spawn(heading(&art, "Battle"));
                parts::spawn_battle(right, &art, &boards);
                clocks::spawn(right, &art, |change| does(TacticsButton::Clock(change)));
                parts::spawn_details(right, &art);
                preview::spawn(right, &art);
            });
        },
        &[
            ("Puzzles", Screen::TACTICS_PUZZLES, "Twelve positions with a task"),
            ("Simulation", Screen::TACTICS_SERIES, many),
        ],
    );
}

/// The sentence of a problem with the names that the sides have on the screen.
fn with_names(sentence: &str) -> String {
    Side::BOTH.into_iter().fold(sentence.to_string(), |text, side| {
        text.replace(&format!("Side {side}"), side_name(side)).replace(&format!("side {side}"), side_name(side))
    })
}
