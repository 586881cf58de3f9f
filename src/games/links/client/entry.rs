//! What the shared screens are told.

use super::input::{EXTENSION, SaveFolder};
use super::stage::side_name;
use super::ui::puzzles::Solved;
use super::{input, ui, view};
use crate::base::file_name;
use crate::client::game::{About, FileKind, GameClient, Glance, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::{self, Notice};
use crate::client::screens::pause::MatchMenu;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::MAX_RECORDING;
use crate::games::links::plugin::{Board, LinksSetup, SaveMatch, Start, TICK_HZ};
use crate::games::links::simulation::Recording;
use crate::shell::folders::data_folder;
use crate::shell::states::{Mode, Screen, enter_match};
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
        app.register_type::<Solved>().insert_resource(SaveFolder(Some(data_folder().join("links"))));
    },
    input: |app| {
        app.add_plugins((input::plugin, plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    has_music: true,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::LINKS_SETUP)],
    pages: &[Screen::LINKS_SETUP, Screen::LINKS_SERIES, Screen::LINKS_PUZZLES],
    options: &[],
    files: &[FileKind {
        extension: EXTENSION,
        game: GAME,
        largest: MAX_RECORDING,
        glance: |path| Ok(glance(&whole(path)?)?.map(|about| Glance { game: GAME, when: None, about })),
        watch: Some(watch),
        resume: Some(resume),
    }],
    saves: |world| world.get_resource::<SaveFolder>().and_then(|folder| folder.0.clone()),
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let start = &world.resource::<LinksSetup>().start;
    let (is_recorded, is_puzzle) = (matches!(start, Start::Watch(_)), matches!(start, Start::Puzzle(_)));
    MatchMenu {
        game: GAME,
        is_recorded,
        is_at_stake: false,
        back: if is_puzzle { ("Other puzzles", Screen::LINKS_PUZZLES) } else { ("Another match", Screen::LINKS_SETUP) },
        score: None,
        save: (!is_recorded && !is_puzzle).then_some(ask),
        surrender: None,
        keys: ui::words::CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

fn glance(text: &str) -> Result<Option<About>, String> {
    let recording = Recording::checked(text)?;
    let sides = recording.sides().each_ref().map(|name| ui::words::player_name(name));
    let (moves, is_open) = (recording.length(), recording.is_open());
    let result = match recording.winner() {
        Some(side) => format!("{} won", side_name(side)),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
    Ok((!recording.saved().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open }))
}

/// Enters a match that is only watched.
fn watch(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::load(path)?;
    let mut setup = world.resource_mut::<LinksSetup>();
    setup.seat(&recording);
    setup.start = Start::Watch(Box::new(recording));
    enter_match(world, Mode::LINKS);
    Ok(())
}

/// Enters a match where it was left.
fn resume(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::load(path)?;
    if !recording.is_open() {
        return Err(format!("{}: the match is over.", path.display()));
    }
    let board = recording.saved().restore(0).map_err(|problem| format!("{}: {problem}.", path.display()))?;
    let mut setup = world.resource_mut::<LinksSetup>();
    setup.game = board.setup().clone();
    setup.seat(&recording);
    setup.start = Start::Continue(Box::new(recording));
    enter_match(world, Mode::LINKS);
    Ok(())
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
        own: None,
    });
}

/// Saves under the name that was given.
fn save(mut named: MessageReader<Named>, mut requests: MessageWriter<SaveMatch>) {
    let named = named.read().filter(|named| named.purpose == Purpose::Match);
    requests.write_batch(named.map(|named| SaveMatch(named.path.clone())));
}

fn plugin(app: &mut App) {
    app.add_message::<Named>().add_systems(Update, save.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
    // What was watched or gone on with is closed between matches.
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut setup: ResMut<LinksSetup>| {
            if setup.start != Start::New {
                setup.start = Start::New;
            }
        });
    }
}
