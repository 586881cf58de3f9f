//! The list of puzzles: what is to be done in each, and whether it was solved.

use super::{PuzzlePage, Solved};
use crate::arena::puzzle::{Puzzle, of_day};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::chance::today;
use crate::client::kit::frames::{self, heading};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{DoubleClick, Ink, Look, button, goes_to, set_checked, set_enabled, set_text};
use crate::shell::folders::root_folder;
use crate::shell::states::{Mode, Screen};
use crate::table::puzzle::Puzzles;
use crate::table::{Playable, SeatKind, Start, TableSetup};
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{AutoFocus, FocusGained};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;

/// What a button of this screen does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleButton {
    /// Look at that of this day.
    Daily,
    /// Look at this puzzle; play it, on Enter or a double click.
    Row(usize),
    Play,
}

/// Where the puzzles of a game are: those that it ships with.
#[derive(Resource, Debug, Clone, PartialEq, Eq)]
pub struct PuzzlePlace<P>(pub PathBuf, PhantomData<P>);

impl<P> PuzzlePlace<P> {
    pub fn at(place: PathBuf) -> Self {
        Self(place, PhantomData)
    }
}

/// The day that counts for the puzzle of the day, from the first of January 1970 in UTC; without one it is that of the clock.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Today(pub Option<u64>);

/// The puzzle that is chosen. Kept when the screen is left.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chosen<P>(pub(crate) usize, PhantomData<fn() -> P>);

impl<P> Default for Chosen<P> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

/// The set-up of the matches that are no puzzles, while one is played.
#[derive(Resource)]
pub(crate) struct Aside<P: PuzzlePage>(Option<TableSetup<P::Game>>);

impl<P: PuzzlePage> Default for Aside<P> {
    fn default() -> Self {
        Self(None)
    }
}

/// The frame of the picture of the position, which the game fills when [`Chosen`] changes.
#[derive(Component)]
pub(crate) struct Picture;

/// What is told about the puzzle that is chosen.
#[derive(Component, Debug, Clone, Copy)]
enum ListText {
    Title,
    Task,
    Rules,
    You,
}

pub(super) fn plugin<P: PuzzlePage>(app: &mut App) {
    app.init_resource::<Chosen<P>>()
        .init_resource::<Aside<P>>()
        .init_resource::<Broken<P>>()
        .init_resource::<Today>()
        .insert_resource(PuzzlePlace::<P>::at(root_folder().join(P::PLACE)))
        .init_resource::<P::Solved>()
        .add_systems(OnEnter(P::PAGE), (read::<P>, spawn::<P>).chain())
        .add_systems(
            Update,
            (
                frames::escape_to(P::SETUP),
                show::<P>.run_if(resource_changed::<Chosen<P>>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(P::PAGE)),
        );
    // Wherever a puzzle is left for.
    for screen in [Screen::Title, P::SETUP, P::PAGE, Screen::Replays] {
        app.add_systems(OnEnter(screen), restore::<P>);
    }
}

#[derive(SystemParam)]
pub(crate) struct Examiner<'w, P: PuzzlePage> {
    setup: ResMut<'w, TableSetup<<P as Puzzle>::Game>>,
    aside: ResMut<'w, Aside<P>>,
    puzzles: Res<'w, Puzzles<P>>,
    screen: ResMut<'w, NextState<Screen>>,
    mode: ResMut<'w, NextState<Mode>>,
}

impl<P: PuzzlePage> Examiner<'_, P> {
    /// Enters the puzzle of a place in the list; not if there is none.
    pub(crate) fn begin(&mut self, index: usize) {
        let Some(puzzle) = self.puzzles.0.get(index) else { return };
        if self.aside.0.is_none() {
            self.aside.0 = Some(TableSetup { start: Start::New, ..self.setup.clone() });
        }
        // The defender is put into its place at the table.
        let mut seats = [SeatKind::Computer(P::DEFENDER); 2];
        seats[puzzle.seat()] = SeatKind::Human;
        self.setup.seats = seats;
        self.setup.game = puzzle.setup();
        self.setup.start = Start::Puzzle(index);
        self.screen.set(Screen::Match);
        self.mode.set(<P::Game as Playable>::MODE);
    }

    /// The place of the puzzle that is played.
    pub(crate) fn number(&self) -> Option<usize> {
        if let Start::Puzzle(index) = self.setup.start { Some(index) } else { None }
    }

    pub(crate) fn count(&self) -> usize {
        self.puzzles.0.len()
    }
}

/// The set-up is as it was before the puzzles.
fn restore<P: PuzzlePage>(mut aside: ResMut<Aside<P>>, mut setup: ResMut<TableSetup<P::Game>>) {
    if let Some(kept) = aside.0.take() {
        let tempo = setup.tempo;
        *setup = TableSetup { tempo, ..kept };
    }
}

/// The files that are no puzzles, each with the reason; or why there are none at all.
#[derive(Resource, Debug, Clone)]
struct Broken<P>(Vec<(String, String)>, PhantomData<fn() -> P>);

impl<P> Default for Broken<P> {
    fn default() -> Self {
        Self(Vec::new(), PhantomData)
    }
}

fn read<P: PuzzlePage>(
    place: Res<PuzzlePlace<P>>,
    mut puzzles: ResMut<Puzzles<P>>,
    mut chosen: ResMut<Chosen<P>>,
    mut broken: ResMut<Broken<P>>,
) {
    let (read, faults) = P::read(&place.0);
    broken.0 = faults;
    puzzles.0 = Arc::new(read);
    chosen.0 = chosen.0.min(puzzles.0.len().saturating_sub(1));
}

fn spawn<P: PuzzlePage>(
    mut commands: Commands,
    art: Res<Art>,
    puzzles: Res<Puzzles<P>>,
    broken: Res<Broken<P>>,
    solved: Res<P::Solved>,
    chosen: Res<Chosen<P>>,
    day: Res<Today>,
) {
    let done = puzzles.0.iter().filter(|puzzle| solved.has(puzzle.id())).count();
    let daily = meant(PuzzleButton::Daily, *day, &puzzles);
    let spawn_puzzle_row = |row: &mut ChildSpawnerCommands, index: usize| {
        let puzzle = &puzzles.0[index];
        spawn_row(row, &art, index, puzzle, solved.has(puzzle.id()));
    };
    frames::spawn_page(
        &mut commands,
        &art,
        P::PAGE,
        "Puzzles",
        |head| {
            let count = format!("{done} of {} solved", puzzles.0.len());
            head.spawn((theme::text(&art, Weight::Bold, theme::HEAD, theme::GOLD, &count), theme::shadow()));
        },
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|left| {
                if let Some(index) = daily {
                    left.spawn(heading(&art, "Puzzle of the day"));
                    let does = (PuzzleButton::Daily, observe(act::<P>), observe(select_in_focus::<P>));
                    let mut row = left.spawn((button(&art, Look::Row, row_node()), does, TabIndex(0)));
                    row.with_children(|row| spawn_puzzle_row(row, index));
                }
                scrolled(left, 2.0, |list| {
                    let mut group = None;
                    for (index, puzzle) in puzzles.0.iter().enumerate() {
                        if group != puzzle.group() {
                            group = puzzle.group();
                            list.spawn(heading(&art, group.as_deref().unwrap_or_default()));
                        }
                        let does = (PuzzleButton::Row(index), observe(act::<P>), observe(select_in_focus::<P>));
                        let mut row = list.spawn((button(&art, Look::Row, row_node()), does, TabIndex(0)));
                        row.with_children(|row| spawn_puzzle_row(row, index));
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
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), goes_to(P::SETUP)));
            line.spawn((frames::foot_button(&art, Look::Main, "Play"), PuzzleButton::Play, observe(act::<P>)));
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

fn spawn_row(row: &mut ChildSpawnerCommands, art: &Art, index: usize, puzzle: &impl PuzzlePage, is_solved: bool) {
    let cell = |width: f32| Node { width: px(width), flex_shrink: 0.0, ..default() };
    let grade = ["", "easy", "moderate", "hard", "very hard"].get(usize::from(puzzle.grade())).copied();
    let mark = if is_solved { "solved" } else { "" };
    let texts = [
        (cell(28.0), Weight::Bold, theme::MUTED, (index + 1).to_string()),
        (
            Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..default() },
            Weight::Bold,
            theme::CREAM,
            puzzle.title().to_string(),
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

fn show<P: PuzzlePage>(
    chosen: Res<Chosen<P>>,
    puzzles: Res<Puzzles<P>>,
    buttons: Query<(Entity, &PuzzleButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut texts: Query<(&ListText, &mut Text, &mut TextColor)>,
    mut commands: Commands,
) {
    let puzzle = puzzles.0.get(chosen.0);
    for (entity, button, is_checked, is_disabled) in &buttons {
        match *button {
            PuzzleButton::Row(index) => set_checked(&mut commands, entity, is_checked, index == chosen.0),
            PuzzleButton::Play => set_enabled(&mut commands, entity, is_disabled, puzzle.is_some()),
            PuzzleButton::Daily => {}
        }
    }
    let Some(puzzle) = puzzle else { return };
    for (told, mut text, mut ink) in &mut texts {
        let content = match told {
            ListText::Title => format!("{} · {}", chosen.0 + 1, puzzle.title()),
            ListText::Task => puzzle.task(),
            ListText::Rules => puzzle.about(),
            ListText::You => {
                let (name, colour) = P::side(puzzle.seat());
                ink.set_if_neq(TextColor(colour));
                format!("You are {name}")
            }
        };
        set_text(&mut text, content);
    }
}

/// The puzzle that a button chooses.
fn meant<P: PuzzlePage>(button: PuzzleButton, day: Today, puzzles: &Puzzles<P>) -> Option<usize> {
    match button {
        PuzzleButton::Daily => of_day(day.0.unwrap_or_else(today), puzzles.0.len()),
        PuzzleButton::Row(index) => Some(index),
        PuzzleButton::Play => None,
    }
}

fn act<P: PuzzlePage>(
    activate: On<Activate>,
    buttons: Query<&PuzzleButton>,
    day: Res<Today>,
    mut chosen: ResMut<Chosen<P>>,
    mut examiner: Examiner<P>,
    mut clicks: DoubleClick,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    match meant(*button, *day, &examiner.puzzles) {
        Some(index) => {
            let was_chosen = std::mem::replace(&mut chosen.0, index) == index;
            if clicks.opens(activate.entity) && was_chosen {
                examiner.begin(index);
            }
        }
        None => examiner.begin(chosen.0),
    }
}

/// Walking through the list by keys shows the puzzles one after the other.
fn select_in_focus<P: PuzzlePage>(
    gained: On<FocusGained>,
    buttons: Query<&PuzzleButton>,
    day: Res<Today>,
    puzzles: Res<Puzzles<P>>,
    mut chosen: ResMut<Chosen<P>>,
) {
    let meant = buttons.get(gained.entity).ok().and_then(|button| meant(*button, *day, &puzzles));
    if let Some(index) = meant.filter(|index| *index != chosen.0) {
        chosen.0 = index;
    }
}
