//! Saving a match under a name; watching a file and going on with it.

use super::TableWindow;
use crate::arena::{Match, Recording, TableGame};
use crate::base::{brief, file_name};
use crate::client::game::{About, FileKind, Glance, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::art::SIDE_NAMES;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::{MAX_RECORDING, save_text};
use crate::shell::states::{Mode, enter_match};
use crate::table::record::{RecordedMut, recording};
use crate::table::{Board, Phase, Record, SaveMatch, Saved, Saves, SeatKind, Start, TableSetup};
use bevy::prelude::*;
use std::path::{Path, PathBuf};

/// A match that was read, and what is done when it is entered.
pub(crate) struct Opened<G: TableGame> {
    pub(crate) recording: Recording<G>,
    pub(crate) entered: Box<dyn FnOnce(&mut World) + Send + Sync>,
}

impl<G: TableGame> From<Recording<G>> for Opened<G> {
    fn from(recording: Recording<G>) -> Self {
        Self { recording, entered: Box::new(|_| {}) }
    }
}

/// The files of a game: recordings, which are saves as long as nobody has won.
pub(crate) const fn kind<G: TableWindow>() -> FileKind {
    form::<G>(G::NAME, MAX_RECORDING)
}

/// Files of a game in a form that [`TableWindow::read`] reads, of at most so many bytes.
pub(crate) const fn form<G: TableWindow>(extension: &'static str, largest: u64) -> FileKind {
    FileKind {
        extension,
        game: G::GAME,
        largest,
        glance: |path| {
            let text = text(path)?;
            let opened = G::is_one(path, &text).then(|| read::<G>(path, text)).transpose()?;
            let about = opened.and_then(|opened| about(&opened.recording));
            Ok(about.map(|about| Glance { game: G::GAME, when: None, about }))
        },
        check: Some(|path| read::<G>(path, text(path)?).map(|_| ())),
        watch: Some(|world, path| open::<G>(world, path, false)),
        resume: Some(|world, path| open::<G>(world, path, true)),
    }
}

/// Where matches of a game are kept.
pub(crate) fn folder<G: TableWindow>(world: &World) -> Option<PathBuf> {
    world.get_resource::<Saves<G>>().and_then(|saves| saves.folder.clone())
}

fn told(path: &Path) -> impl Fn(String) -> String {
    move |problem| format!("{}: {}", path.display(), brief(problem))
}

fn text(path: &Path) -> Result<String, String> {
    whole(path).map_err(told(path))
}

fn read<G: TableWindow>(path: &Path, text: String) -> Result<Opened<G>, String> {
    G::read(path, text).map_err(told(path))
}

fn about<G: TableWindow>(recording: &Recording<G>) -> Option<About> {
    let sides = recording.players().map(G::player_name);
    let is_open = recording.is_open();
    let result = match recording.winner() {
        Some(side) => format!("{} won", SIDE_NAMES[side]),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = G::length(recording.length());
    (!recording.saved().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open })
}

/// Enters the match of a file: where it was left, or to watch it.
fn open<G: TableWindow>(world: &mut World, path: &Path, goes_on: bool) -> Result<(), String> {
    let opened = read::<G>(path, text(path)?)?;
    enter(world, opened, goes_on).map_err(|problem| format!("{}: {problem}.", path.display()))
}

/// Whether a match is on that is neither over nor saved: another one does not take its place without a word.
pub(crate) fn is_on<G: TableWindow>(world: &mut World) -> bool {
    let is_puzzle = matches!(world.resource::<TableSetup<G>>().start, Start::Puzzle(_));
    let table = world.query::<(&Board<G>, &Phase, &Record)>().single(world);
    let is_on = |(board, phase, record): (&Board<G>, &Phase, &Record)| {
        *phase == Phase::Playing && !board.is_over() && record.is_unsaved(board)
    };
    !is_puzzle && table.is_ok_and(is_on)
}

/// Enters a match where it was left, or to watch it only.
///
/// # Errors
/// Why not, as a clause.
pub(crate) fn enter<G: TableWindow>(
    world: &mut World,
    Opened { recording, entered }: Opened<G>,
    goes_on: bool,
) -> Result<(), String> {
    if goes_on && !recording.is_open() {
        return Err("the match is over".into());
    }
    let begun: Match<G> = recording.saved().restore(0).map_err(|problem| problem.to_string())?;
    let mut setup = world.resource_mut::<TableSetup<G>>();
    setup.seat(&recording);
    let recording = Box::new(recording);
    if goes_on {
        setup.game = begun.setup().clone();
        setup.start = Start::Continue(recording);
    } else {
        setup.start = Start::Watch(recording);
    }
    entered(world);
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
        also: G::OTHER_FORMS,
        own: None,
    });
}

/// Saves under the name that was given, in the form that its end says.
fn save<G: TableWindow>(
    mut named: MessageReader<Named>,
    table: Single<RecordedMut<G>>,
    mut requests: MessageWriter<SaveMatch>,
    mut saved: MessageWriter<Saved>,
) {
    let (board, phase, replay, mut record, clock) = table.into_inner();
    for named in named.read().filter(|named| named.purpose == Purpose::Match) {
        let path = named.path.clone();
        let Some(text) = G::write(&recording((board, phase, replay, &record, clock)), &path) else {
            requests.write(SaveMatch(path));
            continue;
        };
        let text = text.map_err(|problem| format!("{}: cannot be written: {problem}", path.display()));
        let written = text.and_then(|text| save_text(&path, &text));
        if written.is_ok() {
            record.note_saved(board);
        }
        saved.write(Saved(written.map(|()| path)));
    }
}

pub(super) fn plugin<G: TableWindow>(app: &mut App) {
    app.add_message::<Named>()
        .add_systems(Update, save::<G>.after(ControlSystems::Act).run_if(in_state::<Mode>(G::MODE)));
    // What was watched or gone on with is closed between matches.
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut setup: ResMut<TableSetup<G>>| {
            if setup.start != Start::New {
                setup.start = Start::New;
            }
        });
    }
}
