//! Saving a match under a name; watching a file and going on with it.

use super::TableWindow;
use crate::arena::{Match, Recording};
use crate::base::file_name;
use crate::client::game::{About, FileKind, Glance, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::art::SIDE_NAMES;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::MAX_RECORDING;
use crate::shell::states::{Mode, enter_match};
use crate::table::{Board, Phase, Record, SaveMatch, Saves, SeatKind, Start, TableSetup};
use bevy::prelude::*;
use std::path::{Path, PathBuf};

/// The files of a game: recordings, which are saves as long as nobody has won.
pub(crate) const fn kind<G: TableWindow>() -> FileKind {
    FileKind {
        extension: G::NAME,
        game: G::GAME,
        largest: MAX_RECORDING,
        glance: |path| {
            let about = glance::<G>(&whole(path)?)?;
            Ok(about.map(|about| Glance { game: G::GAME, when: None, about }))
        },
        watch: Some(watch::<G>),
        resume: Some(resume::<G>),
    }
}

/// Where matches of a game are kept.
pub(crate) fn folder<G: TableWindow>(world: &World) -> Option<PathBuf> {
    world.get_resource::<Saves<G>>().and_then(|saves| saves.folder.clone())
}

fn glance<G: TableWindow>(text: &str) -> Result<Option<About>, String> {
    let recording = Recording::<G>::checked(text)?;
    let sides = recording.sides().each_ref().map(|name| G::player_name(name));
    let is_open = recording.is_open();
    let result = match recording.winner() {
        Some(side) => format!("{} won", SIDE_NAMES[side]),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = G::length(recording.length());
    Ok((!recording.saved().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open }))
}

/// Enters a match that is only watched.
fn watch<G: TableWindow>(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::<G>::load(path)?;
    let mut setup = world.resource_mut::<TableSetup<G>>();
    setup.seat(&recording);
    setup.start = Start::Watch(Box::new(recording));
    enter_match(world, G::MODE);
    Ok(())
}

/// Enters a match where it was left.
fn resume<G: TableWindow>(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::<G>::load(path)?;
    if !recording.is_open() {
        return Err(format!("{}: the match is over.", path.display()));
    }
    let begun: Match<G> = recording.saved().restore(0).map_err(|problem| format!("{}: {problem}.", path.display()))?;
    let mut setup = world.resource_mut::<TableSetup<G>>();
    setup.game = begun.setup().clone();
    setup.seat(&recording);
    setup.start = Start::Continue(Box::new(recording));
    enter_match(world, G::MODE);
    Ok(())
}

/// A new match goes on from the moment of a match that is watched, with its players: persons for those whom this program does
/// not have, and if nobody is one, for the side that is to move.
pub(super) fn play_on<G: TableWindow>(world: &mut World) {
    let table = world.query::<(&Board<G>, &Phase, &Record)>().single(world);
    let Ok((board, Phase::Watching { .. }, record)) = table else { return };
    if board.is_over() {
        world.write_message(Notice("The match is over here: go back in it first.".into()));
        return;
    }
    let mut seats: [SeatKind<G::Kind>; 2] =
        record.sides.each_ref().map(|name| SeatKind::from_name(name).unwrap_or(SeatKind::Human));
    if !seats.contains(&SeatKind::Human) {
        seats[board.seat()] = SeatKind::Human;
    }
    let (game, clock, start) = (board.setup().clone(), record.clock, record.recording(board));
    let mut setup = world.resource_mut::<TableSetup<G>>();
    (setup.seats, setup.game, setup.clock) = (seats, game, clock);
    setup.start = Start::Continue(Box::new(start));
    enter_match(world, G::MODE);
}

/// Asks for the name of a save.
pub(crate) fn ask<G: TableWindow>(world: &mut World) {
    let Ok(board) = world.query::<&Board<G>>().single(world) else { return };
    let proposed = file_name::proposed(&G::proposed(board));
    let Some(folder) = folder::<G>(world) else {
        world.write_message(Notice("There is no folder for saved matches.".into()));
        return;
    };
    world.resource_mut::<Naming>().ask(Asked {
        purpose: Purpose::Match,
        proposed,
        folder,
        extension: G::NAME.into(),
        own: None,
    });
}

/// Saves under the name that was given.
fn save(mut named: MessageReader<Named>, mut requests: MessageWriter<SaveMatch>) {
    let named = named.read().filter(|named| named.purpose == Purpose::Match);
    requests.write_batch(named.map(|named| SaveMatch(named.path.clone())));
}

pub(super) fn plugin<G: TableWindow>(app: &mut App) {
    app.add_message::<Named>().add_systems(Update, save.after(ControlSystems::Act).run_if(in_state::<Mode>(G::MODE)));
    // What was watched or gone on with is closed between matches.
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut setup: ResMut<TableSetup<G>>| {
            if setup.start != Start::New {
                setup.start = Start::New;
            }
        });
    }
}
