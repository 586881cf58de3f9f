//! The list of recorded matches of all games and of saved battles. The files are read in the background; a row is
//! watched, or a battle that was left is gone on with, by a double click, Enter, or the buttons below.

pub mod files;
pub mod strip;

use crate::app::data_folder;
use crate::control::ControlSystems;
use crate::control::replays::Theatre;
use crate::modes::tactics::plugin::TacticsSaves;
use crate::sim::replay::RecordTo;
use crate::sim::saves::AutoSave;
use crate::sim::thinking::{ThinkPolicy, Thinking};
use crate::sim::{Mode, Screen};
use crate::ui::frames;
use crate::ui::notices::Notice;
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::scroll::scrolled;
use crate::ui::widgets::{Ink, Look, Tip, button, set_checked, set_enabled, set_text};
use crate::view::art::Art;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AutoFocus, FocusGained};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use files::{Listed, date, listed};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// What a button of this screen does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayButton {
    /// Take this recording; go on with it or watch it, on Enter or a double click.
    Row(usize),
    /// Watch the one that is chosen.
    Watch,
    /// Go on with the one that is chosen.
    Continue,
    /// Delete the one that is chosen; asks once more.
    Delete,
    /// Back to the title.
    Back,
}

/// The list, or the reading of it.
#[derive(Resource, Default)]
struct Recordings {
    reading: Option<Thinking<Vec<Listed>>>,
    list: Vec<Listed>,
    selected: usize,
    /// Whether the next press of Delete deletes it.
    is_sure: bool,
}

/// The panel that the list comes into.
#[derive(Component)]
struct Shelf;

/// The longest time that is given to the reading.
const PATIENCE: Duration = Duration::from_secs(60);

/// Widths of the columns date, game and length in logical pixels; the sides have the rest.
const COLUMNS: [f32; 3] = [120.0, 110.0, 220.0];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recordings>()
        .add_plugins(strip::plugin)
        .add_systems(OnEnter(Screen::Replays), (read, spawn).chain())
        .add_systems(OnExit(Screen::Replays), |mut recordings: ResMut<Recordings>| recordings.reading = None)
        .add_systems(
            Update,
            (frames::escape_to(Screen::Title), fill, show.run_if(resource_changed::<Recordings>))
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::Replays)),
        )
        .add_observer(act)
        .add_observer(select_in_focus);
}

/// The word on the button that deletes.
#[derive(Component)]
struct DeleteWord;

/// The folder that matches are recorded to.
fn folder(target: &RecordTo) -> PathBuf {
    match target {
        RecordTo::Folder(folder) => folder.clone(),
        RecordTo::File(file) => file.parent().map_or_else(PathBuf::new, PathBuf::from),
        RecordTo::Nowhere => data_folder().join("replays"),
    }
}

fn read(
    target: Res<RecordTo>,
    battles: Res<TacticsSaves>,
    saves: Res<AutoSave>,
    policy: Res<ThinkPolicy>,
    mut recordings: ResMut<Recordings>,
) {
    let folders: Vec<PathBuf> =
        std::iter::once(folder(&target)).chain(battles.0.clone()).chain(saves.0.clone()).collect();
    recordings.list.clear();
    recordings.selected = 0;
    recordings.is_sure = false;
    recordings.reading = Some(Thinking::start(*policy, u32::MAX, PATIENCE, move |_| listed(&folders)));
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
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), ReplayButton::Back));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                let node = Node { height: px(50), ..default() };
                right.spawn((
                    button(&art, Look::Key, Node { width: px(150), ..node }),
                    ReplayButton::Delete,
                    TabIndex(0),
                    children![(
                        theme::text(&art, Weight::Bold, theme::LABEL, theme::CREAM, "Delete"),
                        Ink(theme::CREAM),
                        DeleteWord
                    )],
                ));
                let tip = Tip::new("Plays on where the match was left");
                right.spawn((frames::foot_button(&art, Look::Key, "Continue"), ReplayButton::Continue, tip));
                right.spawn((frames::foot_button(&art, Look::Key, "Watch"), ReplayButton::Watch));
            });
        },
    );
}

/// Shows the list when it has been read.
fn fill(
    mut recordings: ResMut<Recordings>,
    target: Res<RecordTo>,
    saves: Res<TacticsSaves>,
    shelf: Single<Entity, With<Shelf>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(list) = recordings.bypass_change_detection().reading.as_mut().and_then(|reading| reading.take(0)) else {
        return;
    };
    recordings.reading = None;
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
            line.spawn(cell(None)).with_child(head(&art, "Sides"));
            line.spawn(cell(Some(COLUMNS[2]))).with_child(head(&art, "Length"));
        });
        let now = SystemTime::now();
        scrolled(shelf, 2.0, |rows| {
            for (index, entry) in recordings.list.iter().enumerate() {
                let mut row = rows.spawn((
                    button(&art, Look::Row, Node { flex_shrink: 0.0, ..row_node() }),
                    ReplayButton::Row(index),
                    TabIndex(0),
                ));
                let is_saved = saves.0.as_ref().is_some_and(|folder| entry.path.starts_with(folder));
                row.with_children(|row| spawn_row(row, &art, entry, is_saved, now));
                if index == 0 {
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

fn spawn_row(row: &mut ChildSpawnerCommands, art: &Art, entry: &Listed, is_saved: bool, now: SystemTime) {
    let game = match entry.mode {
        Mode::Rts if entry.is_save => "Saved match",
        Mode::Rts if entry.about.as_ref().is_ok_and(|about| about.is_war) => "Skirmish",
        Mode::Rts => "Sandbox",
        Mode::Tron => "Tron",
        Mode::Tactics if is_saved => "Tactics, saved",
        Mode::Tactics => "Tactics",
    };
    let (sides, length, color) = match &entry.about {
        Ok(about) => (about.sides.clone(), about.length.clone(), theme::CREAM),
        Err(problem) => (problem.clone(), "cannot be watched".into(), theme::ALARM),
    };
    let texts = [
        (Some(COLUMNS[0]), Weight::Regular, theme::MUTED, date(entry.when, now)),
        (Some(COLUMNS[1]), Weight::Bold, theme::GOLD, game.into()),
        (None, Weight::Bold, color, sides),
        (Some(COLUMNS[2]), Weight::Regular, theme::MUTED, length),
    ];
    for (width, weight, color, content) in texts {
        row.spawn((cell(width), Pickable::IGNORE))
            .with_child((theme::text(art, weight, theme::LABEL, color, &content), Ink(color)));
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
        (chosen.is_some_and(Listed::is_open), chosen.is_some_and(|entry| entry.about.is_ok() && !entry.is_save));
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
            ReplayButton::Delete => set_enabled(&mut commands, entity, is_disabled, chosen.is_some()),
            ReplayButton::Continue => {
                set_enabled(&mut commands, entity, is_disabled, is_open);
                painted.set_if_neq(look(is_open));
            }
            ReplayButton::Back => {}
        }
    }
}

/// Seconds between two clicks on one row that open it.
const DOUBLE_CLICK: f64 = 0.4;

fn act(
    activate: On<Activate>,
    buttons: Query<&ReplayButton>,
    mut recordings: ResMut<Recordings>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Real>>,
    mut last_click: Local<Option<(usize, f64)>>,
    mut theatre: Theatre,
    mut notices: MessageWriter<Notice>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let is_sure = std::mem::take(&mut recordings.is_sure);
    let goes_on = match *button {
        ReplayButton::Row(index) => {
            let now = time.elapsed_secs_f64();
            let again =
                last_click.replace((index, now)).is_some_and(|(row, at)| row == index && now - at < DOUBLE_CLICK);
            let was_selected = std::mem::replace(&mut recordings.selected, index) == index;
            if !(was_selected && (again || keys.just_pressed(KeyCode::Enter))) {
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
                Ok(()) => theatre.list_again(),
                Err(error) => {
                    notices.write(Notice(format!("{} cannot be deleted: {error}.", entry.path.display())));
                }
            }
            return;
        }
        ReplayButton::Back => return theatre.leave(),
    };
    let Some(entry) = recordings.list.get(recordings.selected).filter(|entry| entry.about.is_ok()) else { return };
    let opened = match goes_on {
        true if entry.is_save => theatre.go_on(&entry.path),
        true => theatre.resume(&entry.path),
        false => theatre.open(&entry.path, entry.mode),
    };
    if let Err(problem) = opened {
        notices.write(Notice(problem));
    }
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
