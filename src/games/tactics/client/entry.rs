//! What the shared screens are told.

use super::ui::puzzles::Solved;
use super::{input, ui, view};
use crate::client::game::GameClient;
use crate::client::kit::notices;
use crate::client::screens::pause::MatchMenu;
use crate::client::table::{self, TableWindow, files};
use crate::games::tactics::Position;
use crate::games::tactics::battle::Battle;
use crate::games::tactics::plugin::{Saves, Start, TICK_HZ, TacticsSetup};
use crate::games::tactics::setup::Setup;
use crate::shell::folders::data_folder;
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Screen {
    /// Players, level, rules and squads of a battle.
    pub const TACTICS_SETUP: Self = Self::Page("tactics");
    /// The list of puzzles.
    pub const TACTICS_PUZZLES: Self = Self::Page("tactics puzzles");
    /// Many battles between programs, without a board.
    pub const TACTICS_SERIES: Self = Self::Page("tactics series");
}

/// What the list calls a battle.
const GAME: &str = "Tactics";

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<Solved>().insert_resource(Saves::to(data_folder().join("battles")));
    },
    input: |app| {
        app.add_plugins((input::plugin, table::input::<Position>));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    has_music: true,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::TACTICS_SETUP)],
    pages: &[Screen::TACTICS_SETUP, Screen::TACTICS_PUZZLES, Screen::TACTICS_SERIES],
    options: &[],
    files: &[files::kind::<Position>()],
    saves: files::folder::<Position>,
    grounds: None,
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let is_on = files::is_on::<Position>(world);
    let start = &world.resource::<TacticsSetup>().start;
    let (is_recorded, is_puzzle) = (matches!(start, Start::Watch(_)), matches!(start, Start::Puzzle(_)));
    MatchMenu {
        game: GAME,
        is_recorded,
        is_at_stake: false,
        is_on,
        back: if is_puzzle {
            ("Other puzzles", Screen::TACTICS_PUZZLES)
        } else {
            ("Another battle", Screen::TACTICS_SETUP)
        },
        score: None,
        save: (!is_recorded && !is_puzzle).then_some(files::ask::<Position>),
        surrender: None,
        keys: CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

const CONTROLS: [(&str, &str); 16] = [
    ("Left click", "select; then move, attack or heal there"),
    ("Right click   X   Esc", "cancel what is planned or selected"),
    ("Arrows   Enter", "move the cursor · click"),
    ("Tab", "next character that can act"),
    ("M   A", "only moves · only attacks"),
    ("W", "wait, where the rules allow it"),
    ("E", "end the turn"),
    ("U   Shift+U", "take back an action · the turn"),
    ("H", "best play"),
    ("R   T", "why programs act so · threats"),
    ("V", "the search tree of the last program's action"),
    ("C", "ask before every action"),
    ("P   F", "tempo · skip the animation"),
    ("Space   +   −", "pause · faster · slower"),
    ("Ctrl+S", "save the battle"),
    ("F11   F10", "full screen · menu"),
];

impl TableWindow for Position {
    const GAME: &'static str = GAME;
    const PAGE: Screen = Screen::TACTICS_SETUP;
    const STEPS: [&'static str; 2] = ["An action", "A turn"];

    fn player_name(name: &str) -> String {
        ui::words::player_name(name)
    }

    fn length(turns: u32) -> String {
        let rounds = turns.div_ceil(2);
        format!("{rounds} {}", if rounds == 1 { "round" } else { "rounds" })
    }

    fn proposed(played: &Battle) -> String {
        format!("{} round {}", played.setup().level.name, played.round())
    }

    fn reseed(setup: &mut Setup, seed: u64) {
        setup.seed = seed;
    }
}
