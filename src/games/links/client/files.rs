//! Matches from files of every form and from the clipboard, and into them.

use crate::arena::RecordingProblem;
use crate::client::game::{FileKind, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::naming::Naming;
use crate::client::kit::notices::Notice;
use crate::client::screens::dropping::IS_ON;
use crate::client::stage::{no_menu, sentence};
use crate::client::table;
use crate::client::table::files::{enter, form, is_on, kind};
use crate::files::MAX_TEXT;
use crate::games::links::files::{self, Certainty, Format, Known, Opened, Recording};
use crate::games::links::plugin::{Board, LinksSetup, Phase, Start};
use crate::games::links::position::Position;
use crate::games::links::rules::Variant;
use crate::shell::states::{Mode, Screen};
use crate::table::record::{Recorded, recording};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;
use std::path::Path;

/// The kinds of files: our own, and those of other programs.
pub(super) const KINDS: [FileKind; 4] = [
    kind::<Position>(),
    form::<Position>(Format::T1.extension(), MAX_TEXT),
    form::<Position>(Format::Tsgf.extension(), MAX_TEXT),
    form::<Position>(Format::Text.extension(), MAX_TEXT),
];

/// How names of files end that a match can be saved in beside our own.
pub(super) const OTHER_FORMS: &[&str] = &[Format::T1.extension(), Format::Tsgf.extension(), Format::Text.extension()];

/// The text of a match whose variant nobody knows: the person may choose the other one.
#[derive(Resource, Debug, Default)]
struct Undecided {
    text: Option<(Format, String)>,
    shown: Variant,
    /// Whether the match goes on, and is not only watched.
    goes_on: bool,
    /// What is still to be told of how the match was read.
    remarks: Vec<String>,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().init_resource::<Undecided>().add_systems(
        Update,
        (
            (copy, choose.run_if(no_menu)).run_if(in_state(Mode::LINKS)),
            paste.run_if(no_menu).run_if(in_state(Mode::LINKS).or_else(in_state(Screen::LINKS_SETUP))),
            tell,
        )
            .after(ControlSystems::Act),
    );
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut undecided: ResMut<Undecided>| *undecided = Undecided::default());
    }
}

/// Whether the text of a file is meant as a match: `.txt` can be anything.
pub(super) fn is_one(path: &Path, text: &str) -> bool {
    Format::of_path(path) != Some(Format::Text) || Format::of_text(text) == Some(Format::Text)
}

/// Reads a file.
pub(in crate::games::links) fn read(path: &Path, text: String) -> Result<table::files::Opened<Position>, String> {
    read_as(Format::of_path(path).unwrap_or(Format::Own), text)
}

/// The text of a file in the form of another program.
pub(super) fn write(recording: &Recording, path: &Path) -> Option<Result<String, RecordingProblem>> {
    let format = Format::of_path(path).filter(|format| *format != Format::Own)?;
    Some(files::write(format, recording))
}

fn read_as(format: Format, text: String) -> Result<table::files::Opened<Position>, String> {
    let opened = files::read(format, &text, Known::default()).map_err(|problem| problem.to_string())?;
    Ok(told((format, text), opened))
}

/// When the match is entered it is told how it was read, and what else it can be.
fn told(text: (Format, String), opened: Opened) -> table::files::Opened<Position> {
    let remarks = opened.remarks().collect();
    let Opened { recording, variant: shown, certainty, .. } = opened;
    let text = Some(text).filter(|_| certainty == Certainty::Assumed);
    let entered = move |world: &mut World| {
        let goes_on = matches!(world.resource::<LinksSetup>().start, Start::Continue(_));
        world.insert_resource(Undecided { text, shown, goes_on, remarks });
    };
    table::files::Opened { recording, entered: Box::new(entered) }
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
        Notice(format!("{}{choice}", sentence(remark)))
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
    (naming, focus): (Option<Res<Naming>>, Option<Res<InputFocus>>),
    fields: Query<(), With<EditableText>>,
    undecided: Res<Undecided>,
    setup: Res<LinksSetup>,
    table: Single<(&Board, &Phase)>,
    mut commands: Commands,
) {
    let Some((format, text)) = undecided.text.clone() else { return };
    let (board, phase) = *table;
    let goes_on = undecided.goes_on;
    if !keys.just_pressed(KeyCode::KeyV) || holds_control(&keys) || writes(naming, focus, &fields) {
        return;
    }
    let is_as_read = match &setup.start {
        Start::Continue(recording) => goes_on && *phase == Phase::Playing && *recording.saved() == board.saved(),
        start => !goes_on && matches!(start, Start::Watch(_)),
    };
    if !is_as_read {
        return;
    }
    let known = Known { variant: Some(other(undecided.shown)), size: Some(board.position().rules().size) };
    commands.queue(move |world: &mut World| {
        let read = files::read(format, &text, known).map_err(|problem| problem.to_string());
        // It stays a choice.
        let opened = read.map(|opened| Opened { certainty: Certainty::Assumed, ..opened });
        if let Err(problem) = opened.and_then(|opened| enter(world, told((format, text), opened), goes_on)) {
            world.write_message(Notice(sentence(&problem)));
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
    holds_control(keys) && keys.just_pressed(letter) && !writes(naming, focus, fields)
}

/// Whether a text is being written.
fn writes(naming: Option<Res<Naming>>, focus: Option<Res<InputFocus>>, fields: &Query<(), With<EditableText>>) -> bool {
    naming.is_some_and(|naming| naming.is_open())
        || focus.and_then(|focus| focus.get()).is_some_and(|focus| fields.contains(focus))
}

/// Ctrl+C: the moves as a list.
fn copy(
    keys: Res<ButtonInput<KeyCode>>,
    (naming, focus): (Option<Res<Naming>>, Option<Res<InputFocus>>),
    fields: Query<(), With<EditableText>>,
    table: Single<Recorded<Position>>,
    mut clipboard: ResMut<Clipboard>,
    mut notices: MessageWriter<Notice>,
) {
    if !presses(&keys, KeyCode::KeyC, naming, focus, &fields) {
        return;
    }
    let text = files::write(Format::Text, &recording(*table)).map_err(|problem| problem.to_string());
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
    mut commands: Commands,
) {
    if presses(&keys, KeyCode::KeyV, naming, focus, &fields) {
        commands.queue(|world: &mut World| {
            if let Err(problem) = open_clipboard(world) {
                world.write_message(Notice(problem));
            }
        });
    }
}

/// Opens what is in the clipboard, in whatever form.
///
/// # Errors
/// Why not, as a sentence.
fn open_clipboard(world: &mut World) -> Result<(), String> {
    if is_on::<Position>(world) {
        return Err(sentence(IS_ON));
    }
    let text = world.resource_mut::<Clipboard>().text()?;
    let told = |problem: String| format!("The clipboard holds no match that can be opened: {problem}.");
    if text.len() as u64 > MAX_TEXT {
        return Err(told(format!("it is larger than {} MiB", MAX_TEXT >> 20)));
    }
    let opened = read_as(Format::of_text(&text).unwrap_or(Format::Text), text).map_err(told)?;
    let goes_on = opened.recording.is_open();
    enter(world, opened, goes_on).map_err(told)
}
