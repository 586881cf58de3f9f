//! What the shared screens are told.

use super::files::{self, GAME};
use super::input::{EXTENSION, SaveFolder};
use super::{input, ui, view};
use crate::base::file_name;
use crate::client::game::{GameClient, screens_between_matches};
use crate::client::kit::naming::{Asked, Naming, Purpose};
use crate::client::kit::notices::{self, Notice};
use crate::client::screens::pause::MatchMenu;
use crate::games::links::plugin::{Board, LinksSetup, Start, TICK_HZ};
use crate::shell::folders::data_folder;
use crate::shell::states::Screen;
use bevy::prelude::*;

impl Screen {
    /// Players, board and rules of a match of Links.
    pub const LINKS_SETUP: Self = Self::Page("links");
    /// Many matches between programs, without a board.
    pub const LINKS_SERIES: Self = Self::Page("links series");
}

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.insert_resource(SaveFolder(Some(data_folder().join("links"))));
    },
    input: |app| {
        app.add_plugins((input::plugin, files::plugin, plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    has_music: true,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::LINKS_SETUP)],
    pages: &[Screen::LINKS_SETUP, Screen::LINKS_SERIES],
    options: &[],
    files: &files::KINDS,
    saves: |world| world.get_resource::<SaveFolder>().and_then(|folder| folder.0.clone()),
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let is_recorded = matches!(world.resource::<LinksSetup>().start, Start::Watch(_));
    MatchMenu {
        game: GAME,
        is_recorded,
        is_at_stake: false,
        back: ("Another match", Screen::LINKS_SETUP),
        score: None,
        save: (!is_recorded).then_some(ask),
        surrender: None,
        keys: ui::words::CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

/// Asks for the name of a save.
fn ask(world: &mut World) {
    let Ok(board) = world.query::<&Board>().single(world) else { return };
    let size = board.position().rules().size;
    let name = format!("{size} x {size} move {}", board.position().turns());
    let Some(folder) = world.get_resource::<SaveFolder>().and_then(|folder| folder.0.clone()) else {
        world.write_message(Notice("There is no folder for saved matches.".into()));
        return;
    };
    world.resource_mut::<Naming>().ask(Asked {
        purpose: Purpose::Match,
        proposed: file_name::proposed(&name),
        folder,
        extension: EXTENSION.into(),
        also: files::OTHERS,
        own: None,
    });
}

fn plugin(app: &mut App) {
    // What was watched or gone on with is closed between matches.
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut setup: ResMut<LinksSetup>| {
            if setup.start != Start::New {
                setup.start = Start::New;
            }
        });
    }
}
