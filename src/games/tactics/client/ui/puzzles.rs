//! The list of puzzles: what is to be done in each, and whether it was solved.

use super::board;
use super::choices::about;
use super::solved::Solved;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{DoubleClick, Ink, Look, button, goes_to, set_checked, set_enabled, set_text};
use crate::games::tactics::client::view::{Pictures, side_colour, side_name};
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{Puzzles, SeatKind, Start, TacticsSetup};
use crate::games::tactics::puzzle::{Puzzle, PuzzleError, load_all};
use crate::shell::folders::root_folder;
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AutoFocus, FocusGained};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a button of this screen does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleButton {
    /// Look at this puzzle; play it, on Enter or a double click.
    Row(usize),
    Play,
}

/// Where the puzzles are: those that the game ships with.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct PuzzleFolder(pub PathBuf);

impl Default for PuzzleFolder {
    fn default() -> Self {
        Self(root_folder().join("levels/tactics/puzzles"))
    }
}

/// The puzzle that is chosen. Kept when the screen is left.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Chosen(usize);

/// The set-up of the battles that are no puzzles, while one is played.
#[derive(Resource, Debug, Clone, Default)]
pub(super) struct Aside(Option<TacticsSetup>);

/// The frame of the board's picture.
#[derive(Component)]
struct Picture;

/// What is told about the puzzle that is chosen.
#[derive(Component, Debug, Clone, Copy)]
enum ListText {
    Title,
    Task,
    Rules,
    You,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chosen>()
        .init_resource::<Aside>()
        .init_resource::<Broken>()
        .init_resource::<PuzzleFolder>()
        .init_resource::<Solved>()
        .add_systems(OnEnter(Screen::TACTICS_PUZZLES), (read, spawn).chain())
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::TACTICS_SETUP),
                show.run_if(resource_changed::<Chosen>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TACTICS_PUZZLES)),
        );
    // Wherever a puzzle is left for.
    for screen in [Screen::Title, Screen::TACTICS_SETUP, Screen::TACTICS_PUZZLES, Screen::Replays] {
        app.add_systems(OnEnter(screen), restore);
    }
}

#[derive(SystemParam)]
pub(super) struct Examiner<'w> {
    setup: ResMut<'w, TacticsSetup>,
    aside: ResMut<'w, Aside>,
    puzzles: Res<'w, Puzzles>,
    screen: ResMut<'w, NextState<Screen>>,
    mode: ResMut<'w, NextState<Mode>>,
}

impl Examiner<'_> {
    /// Enters the puzzle of a place in the list; not if there is none.
    pub(super) fn begin(&mut self, index: usize) {
        let Some(puzzle) = self.puzzles.0.get(index) else { return };
        if self.aside.0.is_none() {
            self.aside.0 = Some(TacticsSetup { start: Start::New, ..self.setup.clone() });
        }
        // The defender is put into its place at the table.
        let mut seats = [SeatKind::Computer(PlayerKind::engine(5)); 2];
        seats[puzzle.side().index()] = SeatKind::Human;
        self.setup.seats = seats;
        self.setup.game = puzzle.setup();
        self.setup.start = Start::Puzzle(index);
        self.screen.set(Screen::Match);
        self.mode.set(Mode::TACTICS);
    }

    /// The place of the puzzle that is played.
    pub(super) fn number(&self) -> Option<usize> {
        if let Start::Puzzle(index) = self.setup.start { Some(index) } else { None }
    }

    pub(super) fn count(&self) -> usize {
        self.puzzles.0.len()
    }
}

/// The set-up is as it was before the puzzles.
fn restore(mut aside: ResMut<Aside>, mut setup: ResMut<TacticsSetup>) {
    if let Some(kept) = aside.0.take() {
        let tempo = setup.tempo;
        *setup = TacticsSetup { tempo, ..kept };
    }
}

/// The files that are no puzzles, each with the reason; or why there are none at all.
#[derive(Resource, Debug, Clone, Default)]
struct Broken(Vec<(String, String)>);

fn read(
    folder: Res<PuzzleFolder>,
    mut puzzles: ResMut<Puzzles>,
    mut chosen: ResMut<Chosen>,
    mut broken: ResMut<Broken>,
) {
    broken.0.clear();
    let mut tell = |error: PuzzleError| {
        let name = Path::new(&error.file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = error.place.map_or_else(String::new, |place| format!("line {}: ", place.line));
        broken.0.push((name, format!("{place}{}.", error.problem)));
    };
    let read = load_all(&folder.0).map_err(&mut tell).unwrap_or_default();
    puzzles.0 = Arc::new(read.into_iter().filter_map(|puzzle| puzzle.map_err(&mut tell).ok()).collect());
    chosen.0 = chosen.0.min(puzzles.0.len().saturating_sub(1));
}

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    puzzles: Res<Puzzles>,
    broken: Res<Broken>,
    solved: Res<Solved>,
    chosen: Res<Chosen>,
) {
    let done = puzzles.0.iter().filter(|puzzle| solved.has(&puzzle.id)).count();
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TACTICS_PUZZLES,
        "Puzzles",
        |head| {
            let count = format!("{done} of {} solved", puzzles.0.len());
            head.spawn((theme::text(&art, Weight::Bold, theme::HEAD, theme::GOLD, &count), theme::shadow()));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                scrolled(left, 2.0, |list| {
                    for (index, puzzle) in puzzles.0.iter().enumerate() {
                        let does = (PuzzleButton::Row(index), observe(act), observe(select_in_focus));
                        let mut row = list.spawn((button(&art, Look::Row, row_node()), does, TabIndex(0)));
                        row.with_children(|row| spawn_row(row, &art, index, puzzle, solved.has(&puzzle.id)));
                        if index == chosen.0 {
                            row.insert(AutoFocus);
                        }
                    }
                    for (file, problem) in &broken.0 {
                        spawn_broken(list, &art, file, problem);
                    }
                });
            });
            body.spawn(theme::panel(&art, Node { row_gap: px(8), ..frames::column(1.2) }))
                .with_children(|right| spawn_puzzle(right, &art));
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), goes_to(Screen::TACTICS_SETUP)));
            line.spawn((frames::foot_button(&art, Look::Main, "Play"), PuzzleButton::Play, observe(act)));
        },
    );
}

fn row_node() -> Node {
    Node {
        padding: UiRect::axes(px(12), px(8)),
        column_gap: px(10),
        border_radius: BorderRadius::all(px(4)),
        flex_shrink: 0.0,
        ..default()
    }
}

fn spawn_row(row: &mut ChildSpawnerCommands, art: &Art, index: usize, puzzle: &Puzzle, is_solved: bool) {
    let cell = |width: f32| Node { width: px(width), flex_shrink: 0.0, ..default() };
    let grade = ["", "easy", "moderate", "hard", "very hard"].get(usize::from(puzzle.grade)).copied();
    let mark = if is_solved { "solved" } else { "" };
    let texts = [
        (cell(24.0), Weight::Bold, theme::MUTED, (index + 1).to_string()),
        (
            Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() },
            Weight::Bold,
            theme::CREAM,
            puzzle.title.clone(),
        ),
        (cell(84.0), Weight::Regular, theme::MUTED, grade.unwrap_or_default().to_string()),
        (cell(60.0), Weight::Bold, theme::GOLD, mark.to_string()),
    ];
    for (node, weight, color, content) in texts {
        row.spawn((node, Pickable::IGNORE))
            .with_child((theme::text(art, weight, theme::LABEL, color, &content), Ink(color)));
    }
}

/// A file that is no puzzle has a row that cannot be chosen.
fn spawn_broken(list: &mut ChildSpawnerCommands, art: &Art, file: &str, problem: &str) {
    let node = Node { flex_direction: FlexDirection::Column, row_gap: px(2), ..row_node() };
    list.spawn(node).with_children(|row| {
        row.spawn(theme::text(art, Weight::Bold, theme::LABEL, theme::ALARM, file));
        row.spawn(theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, problem));
    });
}

fn spawn_puzzle(right: &mut ChildSpawnerCommands, art: &Art) {
    right.spawn((theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, ""), ListText::Title));
    right.spawn((theme::paragraph(art, Weight::Bold, theme::LABEL, theme::GOLD, ""), ListText::Task));
    let frame = Node { padding: UiRect::all(px(10)), ..frames::well() };
    right.spawn((frame, BackgroundColor(theme::WELL), Picture));
    right.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), ListText::You));
    right.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), ListText::Rules));
}

fn show(
    chosen: Res<Chosen>,
    puzzles: Res<Puzzles>,
    buttons: Query<(Entity, &PuzzleButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut texts: Query<(&ListText, &mut Text, &mut TextColor)>,
    frames: Query<Entity, With<Picture>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    let puzzle = puzzles.0.get(chosen.0);
    for (entity, button, is_checked, is_disabled) in &buttons {
        match *button {
            PuzzleButton::Row(index) => set_checked(&mut commands, entity, is_checked, index == chosen.0),
            PuzzleButton::Play => set_enabled(&mut commands, entity, is_disabled, puzzle.is_some()),
        }
    }
    for entity in &frames {
        commands.entity(entity).despawn_children();
    }
    let Some(puzzle) = puzzle else { return };
    for (told, mut text, mut ink) in &mut texts {
        let content = match told {
            ListText::Title => format!("{} · {}", chosen.0 + 1, puzzle.title),
            ListText::Task => puzzle.task(),
            ListText::Rules => rules(puzzle),
            ListText::You => {
                ink.set_if_neq(TextColor(side_colour(puzzle.side())));
                format!("You are {}", side_name(puzzle.side()))
            }
        };
        set_text(&mut text, content);
    }
    for entity in &frames {
        commands.entity(entity).with_children(|frame| board::spawn(frame, (&art, &pictures), puzzle.position(), true));
    }
}

/// What is played for besides the task.
fn rules(puzzle: &Puzzle) -> String {
    let rules = &puzzle.position().scene().rules;
    let mut text = about(rules);
    if rules.zone_of_control {
        text += " Zone of control: who steps away from beside an enemy loses a point of health.";
    }
    if rules.waiting {
        text += " Characters may wait.";
    }
    text
}

fn act(
    activate: On<Activate>,
    buttons: Query<&PuzzleButton>,
    mut chosen: ResMut<Chosen>,
    mut examiner: Examiner,
    mut clicks: DoubleClick,
) {
    match buttons.get(activate.entity) {
        Ok(PuzzleButton::Row(index)) => {
            let was_chosen = std::mem::replace(&mut chosen.0, *index) == *index;
            if clicks.opens(activate.entity) && was_chosen {
                examiner.begin(*index);
            }
        }
        Ok(PuzzleButton::Play) => examiner.begin(chosen.0),
        Err(_) => {}
    }
}

/// Walking through the list by keys shows the puzzles one after the other.
fn select_in_focus(gained: On<FocusGained>, buttons: Query<&PuzzleButton>, mut chosen: ResMut<Chosen>) {
    if let Ok(PuzzleButton::Row(index)) = buttons.get(gained.entity) {
        chosen.set_if_neq(Chosen(*index));
    }
}
