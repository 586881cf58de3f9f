//! The list of recorded matches of all games and of saved battles. The files are read in the background; a row is
//! watched, or a battle that was left is gone on with, by a double click, Enter, or the buttons below.

pub mod files;

use crate::base::file_name;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{
    DoubleClick, Ink, Look, Tip, button, goes_to, labelled_button, set_checked, set_enabled, set_text,
};
use crate::games::GAMES;
use crate::shell::folders::data_folder;
use crate::shell::recording::RecordTo;
use crate::shell::states::Screen;
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AutoFocus, FocusGained};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};
use files::{Listed, date, listed};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// What a button of this screen does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayButton {
    Row(usize),
    Watch,
    Continue,
    Rename,
    /// Delete the one that is chosen; asks once more.
    Delete,
}

/// The list, or the reading of it.
#[derive(Resource, Default)]
struct Recordings {
    reading: Option<Thinking<Vec<Listed>>>,
    list: Vec<Listed>,
    selected: usize,
    /// Whether the next press of Delete deletes it.
    is_sure: bool,
    /// The file that is chosen when the list has been read.
    again: Option<PathBuf>,
}

/// The game, as the list calls it, whose newest file is chosen when the list is shown next; without it the newest of all.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct OpenAt(pub Option<&'static str>);

/// The place in the list of the newest file of a game: of what somebody kept and can go on with, else of what can be gone on
/// with, else of all; the first place if there is none.
pub fn newest(list: &[Listed], game: Option<&str>) -> usize {
    let Some(game) = game else { return 0 };
    let of = |wanted: fn(&Listed) -> bool| list.iter().position(|entry| entry.game == game && wanted(entry));
    of(|entry| entry.is_kept && entry.is_open()).or_else(|| of(Listed::is_open)).or_else(|| of(|_| true)).unwrap_or(0)
}

/// The panel that the list comes into.
#[derive(Component)]
struct Shelf;

/// The longest time that is given to the reading.
const PATIENCE: Duration = Duration::from_secs(60);

/// Widths of the columns date, game, result and length in logical pixels; name and sides have the rest.
const COLUMNS: [f32; 4] = [104.0, 136.0, 176.0, 176.0];
/// Letters of a name that are shown.
const NAME: usize = 26;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recordings>()
        .init_resource::<OpenAt>()
        .add_systems(OnEnter(Screen::Replays), (read, spawn).chain())
        .add_systems(OnExit(Screen::Replays), leave)
        .add_systems(
            Update,
            (frames::escape_to(Screen::Title), rename, fill, show.run_if(resource_changed::<Recordings>))
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::Replays)),
        );
}

fn does(button: ReplayButton) -> impl Bundle {
    (button, observe(act))
}

/// Whoever left before the list was read is not led to an entry the next time.
fn leave(mut recordings: ResMut<Recordings>, mut open_at: ResMut<OpenAt>) {
    recordings.reading = None;
    open_at.0 = None;
}

/// The word on the button that deletes.
#[derive(Component)]
struct DeleteWord;

/// The folder that matches are recorded to.
fn folder(target: &RecordTo) -> PathBuf {
    match target {
        RecordTo::Folder(folder) => folder.clone(),
        RecordTo::File(file) | RecordTo::Beside(file) => file.parent().map_or_else(PathBuf::new, PathBuf::from),
        RecordTo::Nowhere => data_folder().join("replays"),
    }
}

fn read(world: &mut World) {
    let kept: Vec<PathBuf> = GAMES.iter().filter_map(|game| (game.client.saves)(world)).collect();
    let folders: Vec<PathBuf> = std::iter::once(folder(world.resource())).chain(kept.clone()).collect();
    let policy = *world.resource::<ThinkPolicy>();
    let reading = Thinking::start(policy, u32::MAX, PATIENCE, move |_| listed(&folders, &kept));
    let mut recordings = world.resource_mut::<Recordings>();
    let again = recordings.again.take();
    *recordings = Recordings { reading: Some(reading), again, ..Recordings::default() };
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::Replays,
        "Saves and replays",
        |_| {},
        |body| {
            body.spawn((theme::panel(&art, frames::column(1.0)), Shelf)).with_child(theme::text(
                &art,
                Weight::Regular,
                theme::LABEL,
                theme::MUTED,
                "Reading …",
            ));
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), goes_to(Screen::Title)));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                let node = Node { height: px(50), ..default() };
                right.spawn((
                    button(&art, Look::Key, Node { width: px(150), ..node.clone() }),
                    does(ReplayButton::Delete),
                    TabIndex(0),
                    children![(
                        theme::text(&art, Weight::Bold, theme::LABEL, theme::CREAM, "Delete"),
                        Ink(theme::CREAM),
                        DeleteWord
                    )],
                ));
                right.spawn((
                    labelled_button(&art, Look::Key, "Rename", Node { width: px(130), ..node }),
                    does(ReplayButton::Rename),
                    TabIndex(0),
                ));
                let tip = Tip::new("Plays on where the match was left");
                right.spawn((frames::foot_button(&art, Look::Key, "Continue"), does(ReplayButton::Continue), tip));
                right.spawn((frames::foot_button(&art, Look::Key, "Watch"), does(ReplayButton::Watch)));
            });
        },
    );
}

/// Shows the list when it has been read.
fn fill(
    mut recordings: ResMut<Recordings>,
    target: Res<RecordTo>,
    mut open_at: ResMut<OpenAt>,
    shelf: Single<Entity, With<Shelf>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(list) = recordings.bypass_change_detection().reading.as_mut().and_then(|reading| reading.take(0)) else {
        return;
    };
    recordings.reading = None;
    let again = recordings.again.take().and_then(|again| list.iter().position(|entry| entry.path == again));
    recordings.selected = again.unwrap_or_else(|| newest(&list, open_at.0.take()));
    recordings.list = list;
    commands.entity(*shelf).despawn_children().with_children(|shelf| {
        if recordings.list.is_empty() {
            let sentence = format!("No match has been recorded yet. They are kept in {}.", folder(&target).display());
            shelf.spawn(theme::paragraph(&art, Weight::Regular, theme::LABEL, theme::CREAM, &sentence));
            return;
        }
        // In line with the rows, which have an edge, the frame of the list and its bar beside them.
        let padding = UiRect::new(px(19), px(26), px(2), px(2));
        shelf.spawn(Node { padding, ..row_node() }).with_children(|line| {
            for (label, width) in ["Played", "Game"].into_iter().zip(COLUMNS) {
                line.spawn(cell(Some(width))).with_child(head(&art, label));
            }
            line.spawn(cell(None)).with_child(head(&art, "Name and sides"));
            for (label, width) in ["Result", "Length"].into_iter().zip(&COLUMNS[2..]) {
                line.spawn(cell(Some(*width))).with_child(head(&art, label));
            }
        });
        let now = SystemTime::now();
        scrolled(shelf, 2.0, |rows| {
            for (index, entry) in recordings.list.iter().enumerate() {
                let mut row = rows.spawn((
                    button(&art, Look::Row, Node { flex_shrink: 0.0, ..row_node() }),
                    does(ReplayButton::Row(index)),
                    observe(select_in_focus),
                    TabIndex(0),
                ));
                row.with_children(|row| spawn_row(row, &art, entry, now));
                if index == recordings.selected {
                    row.insert(AutoFocus);
                }
            }
        });
    });
}

fn row_node() -> Node {
    Node {
        padding: UiRect::axes(px(12), px(7)),
        column_gap: px(12),
        border_radius: BorderRadius::all(px(4)),
        ..default()
    }
}

fn cell(width: Option<f32>) -> Node {
    let node = Node { overflow: Overflow::clip_x(), min_width: px(0), ..default() };
    match width {
        Some(width) => Node { width: px(width), flex_shrink: 0.0, ..node },
        None => Node { flex_grow: 1.0, flex_basis: px(0), ..node },
    }
}

fn head(art: &Art, label: &str) -> impl Bundle + use<> {
    theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, label)
}

fn spawn_row(row: &mut ChildSpawnerCommands, art: &Art, entry: &Listed, now: SystemTime) {
    let game = if entry.is_kept { format!("{}, saved", entry.game) } else { entry.game.into() };
    let mut put = |width: Option<f32>, texts: &[(Weight, Color, &str)]| {
        let node = Node { column_gap: px(10), ..cell(width) };
        row.spawn((node, Pickable::IGNORE)).with_children(|cell| {
            for (weight, color, content) in texts.iter().filter(|(.., content)| !content.is_empty()) {
                cell.spawn((theme::text(art, *weight, theme::LABEL, *color, content), Ink(*color)));
            }
        });
    };
    put(Some(COLUMNS[0]), &[(Weight::Regular, theme::MUTED, &date(entry.when, now))]);
    put(Some(COLUMNS[1]), &[(Weight::Bold, theme::GOLD, &game)]);
    let name = entry.name().unwrap_or_default();
    let short: String = name.chars().take(NAME).chain(name.chars().nth(NAME).map(|_| '…')).collect();
    match &entry.about {
        Ok(about) => {
            put(None, &[(Weight::Black, theme::CREAM, &short), (Weight::Regular, theme::CREAM, &about.sides)]);
            put(Some(COLUMNS[2]), &[(Weight::Bold, theme::CREAM, &about.result)]);
            put(Some(COLUMNS[3]), &[(Weight::Regular, theme::MUTED, &about.length)]);
        }
        Err(problem) => put(None, &[(Weight::Black, theme::ALARM, &short), (Weight::Regular, theme::ALARM, problem)]),
    }
}

fn show(
    recordings: Res<Recordings>,
    mut buttons: Query<(Entity, &ReplayButton, &mut Look, Has<Checked>, Has<InteractionDisabled>)>,
    mut words: Query<&mut Text, With<DeleteWord>>,
    mut commands: Commands,
) {
    for mut word in &mut words {
        set_text(&mut word, if recordings.is_sure { "Really delete?" } else { "Delete" });
    }
    let chosen = recordings.list.get(recordings.selected);
    let (is_open, is_film) =
        (chosen.is_some_and(Listed::is_open), chosen.is_some_and(|entry| entry.about.is_ok() && !entry.kind.is_save()));
    // What a double click does is the golden button.
    let look = |is_main| if is_main { Look::Main } else { Look::Key };
    for (entity, button, mut painted, is_checked, is_disabled) in &mut buttons {
        match *button {
            ReplayButton::Row(index) => {
                set_checked(&mut commands, entity, is_checked, index == recordings.selected);
            }
            ReplayButton::Watch => {
                set_enabled(&mut commands, entity, is_disabled, is_film);
                painted.set_if_neq(look(is_film && !is_open));
            }
            ReplayButton::Delete | ReplayButton::Rename => {
                set_enabled(&mut commands, entity, is_disabled, chosen.is_some());
            }
            ReplayButton::Continue => {
                set_enabled(&mut commands, entity, is_disabled, is_open);
                painted.set_if_neq(look(is_open));
            }
        }
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut recordings: ResMut<Recordings>,
    mut clicks: DoubleClick,
    mut screen: ResMut<NextState<Screen>>,
    mut commands: Commands,
    mut naming: ResMut<Naming>,
    mut notices: MessageWriter<Notice>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let is_sure = std::mem::take(&mut recordings.is_sure);
    let goes_on = match *button {
        ReplayButton::Row(index) => {
            let was_selected = std::mem::replace(&mut recordings.selected, index) == index;
            if !clicks.opens(activate.entity) || !was_selected {
                return;
            }
            recordings.list.get(index).is_some_and(Listed::is_open)
        }
        ReplayButton::Watch => false,
        ReplayButton::Continue => true,
        ReplayButton::Delete => {
            if !is_sure {
                recordings.is_sure = true;
                return;
            }
            let Some(entry) = recordings.list.get(recordings.selected) else { return };
            match std::fs::remove_file(&entry.path) {
                Ok(()) => screen.set(Screen::Replays),
                Err(error) => {
                    notices.write(Notice(format!("It cannot be deleted: {error}.")));
                }
            }
            return;
        }
        ReplayButton::Rename => {
            if let Some(entry) = recordings.list.get(recordings.selected) {
                naming.ask(another_name(entry));
            }
            return;
        }
    };
    let Some(entry) = recordings.list.get(recordings.selected).filter(|entry| entry.about.is_ok()) else { return };
    let open = if goes_on { entry.kind.resume } else { entry.kind.watch };
    let (Some(open), path) = (open, entry.path.clone()) else { return };
    commands.queue(move |world: &mut World| {
        if let Err(problem) = open(world, &path) {
            world.write_message(Notice(problem));
        }
    });
}

/// Walking through the list by keys chooses one after the other.
fn select_in_focus(gained: On<FocusGained>, buttons: Query<&ReplayButton>, mut recordings: ResMut<Recordings>) {
    if let Ok(ReplayButton::Row(index)) = buttons.get(gained.entity)
        && recordings.selected != *index
    {
        recordings.selected = *index;
        recordings.is_sure = false;
    }
}

/// The wish for another name of a file. It keeps its folder, and the ending that says what is in it.
fn another_name(entry: &Listed) -> Asked {
    let (folder, extension) = (entry.path.parent(), entry.path.extension());
    Asked {
        purpose: Purpose::Rename(entry.path.clone()),
        proposed: entry.name().map_or_else(String::new, |name| file_name::proposed(&name)),
        folder: folder.map_or_else(PathBuf::new, PathBuf::from),
        extension: extension.unwrap_or_default().to_string_lossy().into_owned(),
        also: &[],
        own: None,
    }
}

/// A file gets the name that was given.
fn rename(
    mut named: MessageReader<Named>,
    mut recordings: ResMut<Recordings>,
    mut screen: ResMut<NextState<Screen>>,
    mut notices: MessageWriter<Notice>,
) {
    for Named { purpose, path, .. } in named.read() {
        let Purpose::Rename(old) = purpose else { continue };
        match std::fs::rename(old, path) {
            Ok(()) => {
                recordings.again = Some(path.clone());
                screen.set(Screen::Replays);
            }
            Err(error) => {
                notices.write(Notice(format!("It keeps its name: {error}.")));
            }
        }
    }
}
