//! Matches from files of every form and from the clipboard, and into them.

use super::input::EXTENSION;
use super::stage::side_name;
use super::ui::words;
use crate::client::game::{About, FileKind, Glance, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::naming::{Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::{MAX_RECORDING, MAX_TEXT, write_text};
use crate::games::links::files::{self, Certainty, Format, Known, Opened, Recording};
use crate::games::links::plugin::{Board, LinksSetup, Phase, Record, Replay, SaveMatch, Saved, SeatKind, Start};
use crate::games::links::rules::Variant;
use crate::shell::states::{Mode, Screen, enter_match};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use std::path::{Path, PathBuf};

/// What the list calls a match.
pub(super) const GAME: &str = "Links";

/// The kinds of files: our own, and those of other programs.
pub(super) const KINDS: [FileKind; 4] = [
    kind(Format::Own, MAX_RECORDING),
    kind(Format::T1, MAX_TEXT),
    kind(Format::Tsgf, MAX_TEXT),
    kind(Format::Text, MAX_TEXT),
];

/// How names of files end that a match can be saved in beside our own.
pub(super) const OTHERS: &[&str] = &[Format::T1.extension(), Format::Tsgf.extension(), Format::Text.extension()];

const fn kind(format: Format, largest: u64) -> FileKind {
    FileKind {
        extension: if matches!(format, Format::Own) { EXTENSION } else { format.extension() },
        game: GAME,
        largest,
        glance,
        watch: Some(|world, path| open(world, path, false)),
        resume: Some(|world, path| open(world, path, true)),
    }
}

/// The text of a match whose variant nobody knows: the person may choose the other one.
#[derive(Resource, Debug, Default)]
struct Undecided {
    text: Option<(Format, String)>,
    shown: Variant,
    /// What is still to be told of how the match was read.
    remarks: Vec<String>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>()
        .init_resource::<Undecided>()
        .add_message::<Named>()
        .add_message::<Saved>()
        .add_systems(
            Update,
            (
                (save, copy, choose).run_if(in_state(Mode::LINKS)),
                paste.run_if(in_state(Mode::LINKS).or_else(in_state(Screen::LINKS_SETUP))),
                tell,
            )
                .after(ControlSystems::Act),
        );
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut undecided: ResMut<Undecided>| *undecided = Undecided::default());
    }
}

fn read(format: Format, text: &str, path: &Path) -> Result<Opened, String> {
    files::read(format, text, Known::default()).map_err(|problem| format!("{}: {problem}", path.display()))
}

fn glance(path: &Path) -> Result<Option<Glance>, String> {
    let (text, format) = (whole(path)?, Format::of_path(path).unwrap_or(Format::Own));
    // Not every text is a match.
    if format == Format::Text && Format::of_text(&text) != Some(format) {
        return Ok(None);
    }
    let recording = read(format, &text, path)?.recording;
    Ok(about(&recording).map(|about| Glance { game: GAME, when: None, about }))
}

fn about(recording: &Recording) -> Option<About> {
    let sides = recording.players().map(words::player_name);
    let (moves, is_open) = (recording.length(), recording.is_open());
    let result = match recording.winner() {
        Some(side) => format!("{} won", side_name(side)),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
    (!recording.saved().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open })
}

/// Enters a match of a file: where it was left, or to watch it.
fn open(world: &mut World, path: &Path, goes_on: bool) -> Result<(), String> {
    let (text, format) = (whole(path)?, Format::of_path(path).unwrap_or(Format::Own));
    let opened = read(format, &text, path)?;
    if goes_on && !opened.recording.is_open() {
        return Err(format!("{}: the match is over.", path.display()));
    }
    enter(world, (format, text), opened, goes_on)
}

fn enter(world: &mut World, text: (Format, String), opened: Opened, goes_on: bool) -> Result<(), String> {
    let remarks = opened.remarks().collect();
    let Opened { recording, variant, certainty, .. } = opened;
    let board = recording.saved().restore(0).map_err(|problem| problem.to_string())?;
    let mut setup = world.resource_mut::<LinksSetup>();
    setup.seat(&recording);
    let recording = Box::new(recording);
    if goes_on {
        setup.game = board.setup().clone();
        setup.start = Start::Continue(recording);
    } else {
        setup.start = Start::Watch(recording);
    }
    let text = Some(text).filter(|_| certainty == Certainty::Assumed);
    world.insert_resource(Undecided { text, shown: variant, remarks });
    enter_match(world, Mode::LINKS);
    Ok(())
}

/// Tells how a match was read when it is there: notices do not outlive the match before.
fn tell(mut undecided: ResMut<Undecided>, board: Option<Single<Ref<Board>>>, mut notices: MessageWriter<Notice>) {
    if undecided.remarks.is_empty() || !board.is_some_and(|board| board.is_added()) {
        return;
    }
    let choice = if undecided.text.is_some() { " V shows it by the other one." } else { "" };
    let remarks = std::mem::take(&mut undecided.remarks);
    let told = remarks.iter().enumerate().map(|(index, remark)| {
        let choice = if index == 0 { choice } else { "" };
        Notice(format!("{}{choice}", words::sentence(remark)))
    });
    notices.write_batch(told);
}

const fn other(variant: Variant) -> Variant {
    match variant {
        Variant::Pp => Variant::Standard,
        Variant::Standard => Variant::Pp,
    }
}

/// Shows a match whose variant nobody knows by the other one, unless it has been played on.
fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    undecided: Res<Undecided>,
    setup: Res<LinksSetup>,
    board: Single<&Board>,
    mut commands: Commands,
) {
    let Some((format, text)) = undecided.text.clone() else { return };
    let (goes_on, is_as_read) = match &setup.start {
        Start::Continue(recording) => (true, recording.saved().len() == board.steps().len()),
        start => (false, matches!(start, Start::Watch(_))),
    };
    if !keys.just_pressed(KeyCode::KeyV) || holds_control(&keys) || !is_as_read {
        return;
    }
    let known = Known { variant: Some(other(undecided.shown)), size: Some(board.position().rules().size) };
    commands.queue(move |world: &mut World| {
        let read = files::read(format, &text, known).map_err(|problem| problem.to_string());
        // It stays a choice.
        let opened = read.map(|opened| Opened { certainty: Certainty::Assumed, ..opened });
        if let Err(problem) = opened.and_then(|opened| enter(world, (format, text), opened, goes_on)) {
            world.write_message(Notice(words::sentence(&problem)));
        }
    });
}

fn holds_control(keys: &ButtonInput<KeyCode>) -> bool {
    keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight])
}

/// Whether Ctrl and a letter are pressed, and mean no text that is being written.
fn presses(
    keys: &ButtonInput<KeyCode>,
    letter: KeyCode,
    naming: Option<Res<Naming>>,
    focus: Option<Res<InputFocus>>,
    fields: &Query<(), With<EditableText>>,
) -> bool {
    let writes = naming.is_some_and(|naming| naming.is_open())
        || focus.and_then(|focus| focus.get()).is_some_and(|focus| fields.contains(focus));
    holds_control(keys) && keys.just_pressed(letter) && !writes
}

/// The match at the table, to its end where it is watched.
fn recording(board: &Board, replay: Option<&Replay>, record: &Record) -> Recording {
    record.recording(replay.map_or(&board.0, |replay| replay))
}

/// Ctrl+C: the moves as a list.
fn copy(
    keys: Res<ButtonInput<KeyCode>>,
    (naming, focus): (Option<Res<Naming>>, Option<Res<InputFocus>>),
    fields: Query<(), With<EditableText>>,
    table: Single<(&Board, Option<&Replay>, &Record)>,
    mut clipboard: ResMut<Clipboard>,
    mut notices: MessageWriter<Notice>,
) {
    if !presses(&keys, KeyCode::KeyC, naming, focus, &fields) {
        return;
    }
    let (board, replay, record) = *table;
    let text = files::write(Format::Text, &recording(board, replay, record)).map_err(|problem| problem.to_string());
    notices.write(Notice(match text.and_then(|text| clipboard.put(text)) {
        Ok(()) => "The moves are in the clipboard.".into(),
        Err(problem) => problem,
    }));
}

/// Ctrl+V: what is in the clipboard is opened if it is a match.
fn paste(
    keys: Res<ButtonInput<KeyCode>>,
    (naming, focus): (Option<Res<Naming>>, Option<Res<InputFocus>>),
    fields: Query<(), With<EditableText>>,
    table: Option<Single<(&Board, &Phase)>>,
    setup: Res<LinksSetup>,
    mut clipboard: ResMut<Clipboard>,
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    if !presses(&keys, KeyCode::KeyV, naming, focus, &fields) {
        return;
    }
    let is_against_program = setup.seats.iter().any(|seat| *seat != SeatKind::Human);
    let is_on = table.is_some_and(|table| {
        let (board, phase) = *table;
        is_against_program && *phase == Phase::Playing && !board.is_over() && !board.steps().is_empty()
    });
    let text =
        if is_on { Err("A match is on: leave it before another one is opened.".into()) } else { clipboard.text() };
    match text {
        Ok(text) => commands.queue(move |world: &mut World| {
            if let Err(problem) = opened(world, text) {
                world.write_message(Notice(format!("The clipboard holds no match that can be opened: {problem}.")));
            }
        }),
        Err(problem) => {
            notices.write(Notice(problem));
        }
    }
}

/// Opens a text of whatever form.
fn opened(world: &mut World, text: String) -> Result<(), String> {
    let format = Format::of_text(&text).unwrap_or(Format::Text);
    let opened = files::read(format, &text, Known::default()).map_err(|problem| problem.to_string())?;
    let goes_on = opened.recording.is_open();
    enter(world, (format, text), opened, goes_on)
}

/// Saves under the name that was given, in the form that its end says.
fn save(
    mut named: MessageReader<Named>,
    table: Single<(&Board, Option<&Replay>, &Record)>,
    mut requests: MessageWriter<SaveMatch>,
    mut saved: MessageWriter<Saved>,
) {
    for named in named.read().filter(|named| named.purpose == Purpose::Match) {
        let path = named.path.clone();
        match Format::of_path(&path) {
            None | Some(Format::Own) => {
                requests.write(SaveMatch(path));
            }
            Some(format) => {
                let (board, replay, record) = *table;
                saved.write(Saved(export(&recording(board, replay, record), format, path)));
            }
        }
    }
}

fn export(recording: &Recording, format: Format, path: PathBuf) -> Result<PathBuf, String> {
    let told = |problem: String| format!("{}: cannot be written: {problem}", path.display());
    let text = files::write(format, recording).map_err(|problem| told(problem.to_string()))?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| told(error.to_string()))?;
    }
    write_text(&path, &text).map(|()| path)
}
