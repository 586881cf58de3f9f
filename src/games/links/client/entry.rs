//! What the shared screens are told.

use super::settings::BoardSettings;
use super::ui::puzzles::Solved;
use super::{files, input, ui, view};
use crate::arena::RecordingProblem;
use crate::client::game::{GameClient, OptionsPage};
use crate::client::kit::notices;
use crate::client::screens::pause::MatchMenu;
use crate::client::table::files::{Opened, ask, folder, is_on};
use crate::client::table::{self, TableWindow};
use crate::games::links::files::Recording;
use crate::games::links::game::Match;
use crate::games::links::plugin::{LinksSetup, Saves, Start, TICK_HZ};
use crate::games::links::position::Position;
use crate::games::links::setup::Setup;
use crate::shell::folders::data_folder;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::path::Path;

impl Screen {
    /// Players, board and rules of a match of Links.
    pub const LINKS_SETUP: Self = Self::Page("links");
    /// Many matches between programs, without a board.
    pub const LINKS_SERIES: Self = Self::Page("links series");
    /// The list of puzzles.
    pub const LINKS_PUZZLES: Self = Self::Page("links puzzles");
}

/// What the list calls a match.
const GAME: &str = "Links";
pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<BoardSettings>()
            .register_type::<Solved>()
            .insert_resource(Saves::to(data_folder().join("links")));
    },
    input: |app| {
        app.add_plugins((input::plugin, table::input::<Position>, files::plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    has_music: true,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::LINKS_SETUP)],
    pages: &[Screen::LINKS_SETUP, Screen::LINKS_SERIES, Screen::LINKS_PUZZLES],
    options: &[OptionsPage { label: "Board", spawn: ui::options::spawn }],
    files: &files::KINDS,
    saves: folder::<Position>,
    grounds: None,
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let is_on = is_on::<Position>(world);
    let start = &world.resource::<LinksSetup>().start;
    let (is_recorded, is_puzzle) = (matches!(start, Start::Watch(_)), matches!(start, Start::Puzzle(_)));
    MatchMenu {
        game: GAME,
        is_recorded,
        is_at_stake: false,
        is_on,
        back: if is_puzzle { ("Other puzzles", Screen::LINKS_PUZZLES) } else { ("Another match", Screen::LINKS_SETUP) },
        score: None,
        save: (!is_recorded && !is_puzzle).then_some(ask::<Position>),
        surrender: None,
        keys: ui::words::CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

impl TableWindow for Position {
    const GAME: &'static str = GAME;
    const PAGE: Screen = Screen::LINKS_SETUP;
    const STEPS: [&'static str; 2] = ["A move", "Ten moves"];
    const STEPS_A_PAGE: Option<usize> = Some(10);

    fn player_name(name: &str) -> String {
        ui::words::player_name(name)
    }

    fn length(turns: u32) -> String {
        format!("{turns} {}", if turns == 1 { "move" } else { "moves" })
    }

    fn proposed(played: &Match) -> String {
        let (size, turns) = (played.position().rules().size, played.position().turns());
        format!("{size} x {size} move {turns}")
    }

    const OTHER_FORMS: &'static [&'static str] = files::OTHER_FORMS;

    fn is_one(path: &Path, text: &str) -> bool {
        files::is_one(path, text)
    }

    fn read(path: &Path, text: String) -> Result<Opened<Self>, String> {
        files::read(path, text)
    }

    fn write(recording: &Recording, path: &Path) -> Option<Result<String, RecordingProblem>> {
        files::write(recording, path)
    }

    fn reseed(setup: &mut Setup, seed: u64) {
        setup.seed = seed;
    }
}
