//! What the set-up of a battle and that of a simulation are made of: cards of sides, rows of choices. Every button
//! changes a [`TacticsSetup`], and [`Shown::follow`] makes the screen follow it.

use super::choices::{COUNTINGS, Picked, Sort, TacticsButton, change, is_chosen};
use super::portrait;
use crate::app::root_folder;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{card, choices, row, stepper};
use crate::client::kit::simulation::Bench;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{
    Ink, Look, Tip, button, choice_button, set_checked, set_enabled, set_shown, set_text,
};
use crate::games::tactics::class::Classes;
use crate::games::tactics::client::view::{side_colour, side_name};
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup};
use crate::games::tactics::scene::MAX_SQUAD;
use crate::games::tactics::{Mode, Side};
use crate::shell::states::Screen;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use std::sync::Arc;

/// Shares of random obstacles in percent.
const OBSTACLES: [u8; 5] = [0, 4, 8, 12, 20];
/// Points on the hill that win.
const POINTS: [u8; 4] = [4, 6, 8, 12];
/// Points that the second side begins with.
const HEAD_STARTS: [u8; 3] = [0, 1, 2];
/// How many of the side that starts may rest.
const RESTS: [(u8, &str); 3] = [(0, "All act"), (1, "1 rests"), (2, "2 rest")];

/// Width of what stands before the rows of a card, in logical pixels.
const INDENT: f32 = 78.0;

/// What is shown only for some set-ups.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Detail {
    Engine(Side),
    Slot(Side, usize),
    Hill,
}

/// A text that follows the set-up.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum SetupText {
    Level(Side),
    Count(Side),
    Name(Side, usize),
    /// What the character that is picked can do.
    Facts(Side),
}

/// Where the picture of a character comes into.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Frame(Side, usize);

/// The boards that come with the game, and what is wrong with those that cannot be read.
#[derive(Debug, Clone, Default)]
pub(super) struct Boards {
    pub(super) levels: Vec<Arc<TacticsLevel>>,
    pub(super) problems: Vec<String>,
}

impl Boards {
    pub(super) fn read() -> Self {
        let folder = root_folder().join("levels/tactics");
        let paths = match crate::files::listed(&folder, "ron") {
            Ok(paths) => paths,
            Err(error) => {
                let problem = format!("{} cannot be read: {error}.", folder.display());
                return Self { levels: Vec::new(), problems: vec![problem] };
            }
        };
        let mut boards = Self::default();
        for path in paths {
            match TacticsLevel::load(&path) {
                Ok(level) => boards.levels.push(Arc::new(level)),
                Err(problem) => boards.problems.push(format!("{problem}.")),
            }
        }
        boards
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Picked>().add_observer(act);
}

/// The sorts of players that a card offers, with a word and a sentence each.
type Sorts = [(Sort, &'static str, &'static str)];

/// The card of a side: who plays it, and its characters.
pub(super) fn spawn_side(parent: &mut ChildSpawnerCommands, art: &Art, side: Side, sorts: &Sorts, classes: &Classes) {
    card(parent, side_colour(side), 0.0, |card| {
        spawn_player(card, art, side, sorts);
        spawn_squad(card, art, side, classes);
    });
}

/// The card of a side without its characters.
pub(super) fn spawn_program(parent: &mut ChildSpawnerCommands, art: &Art, side: Side, sorts: &Sorts) {
    card(parent, side_colour(side), 0.0, |card| spawn_player(card, art, side, sorts));
}

/// A row that begins below the first button of a card.
fn indented() -> Node {
    Node { padding: UiRect::left(px(INDENT)), min_height: px(31), ..row() }
}

/// The rows of who plays a side.
fn spawn_player(card: &mut ChildSpawnerCommands, art: &Art, side: Side, sorts: &Sorts) {
    card.spawn(row()).with_children(|line| {
        let name = theme::text(art, Weight::Black, theme::LABEL, side_colour(side), side_name(side));
        line.spawn((name, Node { width: px(INDENT - 5.0), ..default() }));
        for (sort, label, tip) in sorts {
            line.spawn((choice_button(art, label), TacticsButton::Sort(side, *sort), Tip::new(*tip)));
        }
    });
    card.spawn(indented()).with_children(|line| {
        line.spawn((row(), Detail::Engine(side))).with_children(|line| {
            stepper(line, art, SetupText::Level(side), 66.0, [-1, 1].map(|by| TacticsButton::Level(side, by)));
            line.spawn(Node { width: px(8), ..default() });
            for style in Style::ALL {
                let (label, tip) = style_words(style);
                line.spawn((choice_button(art, label), TacticsButton::Style(side, style), Tip::new(tip)));
            }
        });
    });
}

/// The rows of a side's characters: how many, who, and the classes that they can have.
fn spawn_squad(card: &mut ChildSpawnerCommands, art: &Art, side: Side, classes: &Classes) {
    card.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        let column = Node { width: px(INDENT - 5.0), flex_direction: FlexDirection::Column, ..default() };
        line.spawn(column).with_children(|count| {
            stepper(count, art, SetupText::Count(side), 14.0, [-1, 1].map(|by| TacticsButton::Count(side, by)));
        });
        for slot in 0..MAX_SQUAD {
            spawn_slot(line, art, side, slot);
        }
    });
    card.spawn(indented()).with_children(|line| {
        for class in classes.all() {
            let label = portrait::class_name(class);
            let tip = Tip::new(portrait::about(class));
            line.spawn((choice_button(art, &label), TacticsButton::Class(side, class.clone()), tip));
        }
    });
    card.spawn((
        theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, ""),
        Node { margin: UiRect::left(px(INDENT)), ..default() },
        SetupText::Facts(side),
    ));
}

fn spawn_slot(line: &mut ChildSpawnerCommands, art: &Art, side: Side, slot: usize) {
    let node =
        Node { width: px(66), height: px(76), flex_direction: FlexDirection::Column, row_gap: px(2), ..default() };
    line.spawn((
        button(art, Look::Key, node),
        TacticsButton::Slot(side, slot),
        Detail::Slot(side, slot),
        TabIndex(0),
        children![
            (Node { width: px(50), height: px(50), ..default() }, Frame(side, slot), Pickable::IGNORE),
            (
                theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, ""),
                Ink(theme::CREAM),
                SetupText::Name(side, slot)
            ),
        ],
    ));
}

/// What a personality is called, and what it does.
fn style_words(style: Style) -> (&'static str, &'static str) {
    match style {
        Style::Steady => ("Steady", "Weighs attack and safety"),
        Style::Bold => ("Bold", "Seeks the fight"),
        Style::Wary => ("Wary", "Keeps its own alive"),
    }
}

/// The rows of what decides, on which board.
pub(super) fn spawn_battle(parent: &mut ChildSpawnerCommands, art: &Art, boards: &Boards) {
    let modes = Mode::ALL.map(|mode| {
        let (label, tip) = match mode {
            Mode::Hill => ("Hill", "Points for the golden squares"),
            Mode::Classic => ("Classic", "The rules of the game that this one grew from"),
            Mode::Flag => ("Flag", "Fetch the enemy's flag"),
            Mode::Escort => ("Escort", "Bring the leader across"),
        };
        (label.into(), TacticsButton::Mode(mode), tip)
    });
    choices(parent, art, "Mode", modes);
    let levels = boards
        .levels
        .iter()
        .map(|level| (level.name.clone(), TacticsButton::Board(level.clone()), level.description.clone()));
    choices(parent, art, "Board", levels);
    for problem in &boards.problems {
        parent.spawn(theme::paragraph(art, Weight::Regular, theme::SMALL, theme::ALARM, problem));
    }
    let shares = OBSTACLES.map(|share| (format!("{share} %"), TacticsButton::Obstacles(share), ""));
    let roll = ("Shuffle".into(), TacticsButton::Roll, "Other places for the obstacles, the same on both sides");
    choices(parent, art, "Obstacles", shares.into_iter().chain([roll]));
    let options = [
        ("Zone of control".into(), TacticsButton::Zone, "Who steps away from beside an enemy loses a point of health"),
        ("Waiting".into(), TacticsButton::Waiting, "A character may do nothing in a turn"),
    ];
    choices(parent, art, "Options", options);
    let part =
        |share: f32| Node { flex_grow: share, flex_basis: px(0), flex_direction: FlexDirection::Column, ..default() };
    let (left, right) = (part(1.2), part(1.0));
    parent.spawn((Node { column_gap: px(5), ..default() }, Detail::Hill)).with_children(|line| {
        line.spawn(left.clone()).with_children(|half| {
            let points = POINTS.map(|points| (points.to_string(), TacticsButton::Points(points), "Points that win"));
            choices(half, art, "Points", points);
        });
        line.spawn(right.clone()).with_children(|half| {
            let tip = "Points that the side which moves second begins with, to make up for it";
            let points = HEAD_STARTS.map(|points| (points.to_string(), TacticsButton::HeadStart(points), tip));
            choices(half, art, "Head start", points);
        });
    });
    parent.spawn((Node { column_gap: px(5), ..default() }, Detail::Hill)).with_children(|line| {
        line.spawn(left).with_children(|half| {
            let countings =
                COUNTINGS.map(|(counting, label, tip)| (label.to_string(), TacticsButton::Counting(counting), tip));
            choices(half, art, "Counted", countings);
        });
        line.spawn(right).with_children(|half| {
            let tip = "How many of the side that begins rest in its first turn, to make up for moving first";
            let rests = RESTS.map(|(rests, label)| (label.into(), TacticsButton::Rests(rests), tip));
            choices(half, art, "First turn", rests);
        });
    });
}

/// The row of who moves first.
pub(super) fn spawn_first(parent: &mut ChildSpawnerCommands, art: &Art) {
    let sides = Side::BOTH.map(|side| (side_name(side).to_string(), TacticsButton::First(side), ""));
    let swap = ("Swap players".into(), TacticsButton::Swap, "Who plays one side plays the other; the squads stay");
    choices(parent, art, "Begins", sides.into_iter().chain([swap]));
}

/// What of a screen follows the set-up.
#[derive(SystemParam)]
pub(super) struct Shown<'w, 's> {
    buttons: Query<'w, 's, (Entity, &'static TacticsButton, Has<Checked>, Has<InteractionDisabled>)>,
    details: Query<'w, 's, (&'static Detail, &'static mut Node)>,
    texts: Query<'w, 's, (&'static SetupText, &'static mut Text, Option<&'static mut Ink>)>,
    frames: Query<'w, 's, (Entity, &'static Frame)>,
    picked: Res<'w, Picked>,
    art: Res<'w, Art>,
    commands: Commands<'w, 's>,
}

impl Shown<'_, '_> {
    /// Marks what is chosen, and shows the rows that belong to it.
    pub(super) fn follow(&mut self, setup: &TacticsSetup) {
        let battle = &setup.game;
        for (entity, action, is_checked, is_disabled) in &self.buttons {
            set_checked(&mut self.commands, entity, is_checked, is_chosen(setup, &self.picked, action));
            if let Some(works) = works(setup, action) {
                set_enabled(&mut self.commands, entity, is_disabled, works);
            }
        }
        for (detail, mut node) in &mut self.details {
            let shown = match detail {
                Detail::Engine(side) => Sort::of(setup.seats[side.index()]) == Sort::Engine,
                Detail::Slot(side, slot) => *slot < battle.squads[side.index()].len(),
                Detail::Hill => battle.rules.mode == Mode::Hill,
            };
            set_shown(&mut node, shown);
        }
        for (told, mut text, ink) in &mut self.texts {
            match *told {
                SetupText::Level(side) => {
                    if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = setup.seats[side.index()] {
                        set_text(&mut text, format!("Level {level}"));
                    }
                }
                SetupText::Count(side) => set_text(&mut text, battle.squads[side.index()].len().to_string()),
                SetupText::Name(side, slot) => {
                    let squad = &battle.squads[side.index()];
                    set_text(&mut text, squad.get(slot).map_or_else(String::new, portrait::class_name));
                    let leads = battle.rules.mode == Mode::Escort && slot == squad.len() / 2;
                    if let Some(mut ink) = ink {
                        ink.set_if_neq(Ink(if leads { theme::GOLD } else { theme::CREAM }));
                    }
                }
                SetupText::Facts(side) => {
                    let class = battle.squads[side.index()].get(self.picked.0[side.index()]);
                    let facts =
                        class.map(|class| format!("{} · {}", portrait::class_name(class), portrait::facts(class)));
                    set_text(&mut text, facts.unwrap_or_default());
                }
            }
        }
        for (entity, Frame(side, slot)) in &self.frames {
            let mut frame = self.commands.entity(entity);
            frame.despawn_children();
            if let Some(class) = battle.squads[side.index()].get(*slot) {
                frame.with_child(portrait::bundle(&self.art, class, *side, percent(100)));
            }
        }
    }
}

/// Whether a button can do something now; `None` for those that always can.
fn works(setup: &TacticsSetup, action: &TacticsButton) -> Option<bool> {
    match action {
        TacticsButton::Count(side, by) => {
            let count = setup.game.squads[side.index()].len();
            Some(if *by < 0 { count > 1 } else { count < MAX_SQUAD })
        }
        TacticsButton::Roll => Some(setup.game.obstacles > 0),
        _ => None,
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&TacticsButton>,
    screen: Res<State<Screen>>,
    mut setup: ResMut<TacticsSetup>,
    mut bench: ResMut<Bench<TacticsSetup>>,
    mut picked: ResMut<Picked>,
) {
    let Ok(action) = buttons.get(activate.entity) else { return };
    match *screen.get() {
        Screen::TACTICS_SERIES => change(&mut bench.table, &mut picked, action),
        _ => change(&mut setup, &mut picked, action),
    }
}
