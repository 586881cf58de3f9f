//! What the set-up of a battle and that of a simulation are made of: cards of sides, rows of choices.

use super::choices::{COUNTINGS, TacticsButton};
use super::portrait;
use crate::base::wording::capitalised;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{card, choices, row, stepper};
use crate::client::kit::setup::{FollowSetup, ShownSetup, does};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Ink, Look, Tip, button, choice_button, set_shown, set_text};
use crate::games::tactics::class::Classes;
use crate::games::tactics::client::view::{Pictures, side_colour, side_name};
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup};
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::{Mode, Side};
use crate::shell::folders::root_folder;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
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
enum Detail {
    Engine(Side),
    Slot(Side, usize),
    Hill,
}

/// A text that follows the set-up.
#[derive(Component, Debug, Clone, Copy)]
enum SetupText {
    Level(Side),
    Count(Side),
    Name(Side, usize),
    /// What the character that is picked can do.
    Facts(Side),
}

/// Where the picture of a character comes into.
#[derive(Component, Debug, Clone, Copy)]
struct Frame(Side, usize);

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
    app.add_systems(Update, follow.in_set(FollowSetup::of::<TacticsSetup>()));
}

/// The players that a card offers, with a word and a sentence each.
type Players = [(SeatKind, &'static str, &'static str)];

/// The card of a side: who plays it, and its characters.
pub(super) fn spawn_side(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    side: Side,
    players: &Players,
    classes: &Classes,
) {
    card(parent, side_colour(side), 0.0, |card| {
        spawn_player(card, art, side, players);
        spawn_squad(card, art, side, classes);
    });
}

/// The card of a side without its characters.
pub(super) fn spawn_program(parent: &mut ChildSpawnerCommands, art: &Art, side: Side, players: &Players) {
    card(parent, side_colour(side), 0.0, |card| spawn_player(card, art, side, players));
}

/// A row that begins below the first button of a card.
fn indented() -> Node {
    Node { padding: UiRect::left(px(INDENT)), min_height: px(31), ..row() }
}

/// The rows of who plays a side.
fn spawn_player(card: &mut ChildSpawnerCommands, art: &Art, side: Side, players: &Players) {
    card.spawn(row()).with_children(|line| {
        let name = theme::text(art, Weight::Black, theme::LABEL, side_colour(side), side_name(side));
        line.spawn((name, Node { width: px(INDENT - 5.0), ..default() }));
        for (kind, label, tip) in players {
            line.spawn((choice_button(art, label), does(TacticsButton::Player(side, *kind)), Tip::new(*tip)));
        }
    });
    card.spawn(indented()).with_children(|line| {
        line.spawn((row(), Detail::Engine(side))).with_children(|line| {
            stepper(line, art, SetupText::Level(side), 66.0, [-1, 1].map(|by| does(TacticsButton::Level(side, by))));
            line.spawn(Node { width: px(8), ..default() });
            for style in Style::ALL {
                let (label, tip) = style_words(style);
                line.spawn((choice_button(art, label), does(TacticsButton::Style(side, style)), Tip::new(tip)));
            }
        });
    });
}

/// The rows of a side's characters: how many, who, and the classes that they can have.
fn spawn_squad(card: &mut ChildSpawnerCommands, art: &Art, side: Side, classes: &Classes) {
    card.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        let column = Node { width: px(INDENT - 5.0), flex_direction: FlexDirection::Column, ..default() };
        line.spawn(column).with_children(|count| {
            stepper(count, art, SetupText::Count(side), 14.0, [-1, 1].map(|by| does(TacticsButton::Count(side, by))));
        });
        for slot in 0..MAX_SQUAD {
            spawn_slot(line, art, side, slot);
        }
    });
    card.spawn(indented()).with_children(|line| {
        for class in classes.all() {
            let label = capitalised(&class.name);
            let tip = Tip::new(portrait::about(class));
            line.spawn((choice_button(art, &label), does(TacticsButton::Class(side, class.clone())), tip));
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
        does(TacticsButton::Slot(side, slot)),
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
        (label.into(), does(TacticsButton::Mode(mode)), tip)
    });
    choices(parent, art, "Mode", modes);
    let levels = boards
        .levels
        .iter()
        .map(|level| (level.name.clone(), does(TacticsButton::Board(level.clone())), level.description.clone()));
    choices(parent, art, "Board", levels);
    for problem in &boards.problems {
        parent.spawn(theme::paragraph(art, Weight::Regular, theme::SMALL, theme::ALARM, problem));
    }
    let shares = OBSTACLES.map(|share| (format!("{share} %"), does(TacticsButton::Obstacles(share)), ""));
    let roll = ("Shuffle".into(), does(TacticsButton::Roll), "Other places for the obstacles, the same on both sides");
    choices(parent, art, "Obstacles", shares.into_iter().chain([roll]));
    let options = [
        (
            "Zone of control".into(),
            does(TacticsButton::Zone),
            "Who steps away from beside an enemy loses a point of health",
        ),
        ("Waiting".into(), does(TacticsButton::Waiting), "A character may do nothing in a turn"),
    ];
    choices(parent, art, "Options", options);
}

/// What only some modes have: below everything that is always there, so that nothing moves.
pub(super) fn spawn_details(parent: &mut ChildSpawnerCommands, art: &Art) {
    let part =
        |share: f32| Node { flex_grow: share, flex_basis: px(0), flex_direction: FlexDirection::Column, ..default() };
    let (left, right) = (part(1.2), part(1.0));
    parent.spawn((Node { column_gap: px(5), ..default() }, Detail::Hill)).with_children(|line| {
        line.spawn(left.clone()).with_children(|half| {
            let points =
                POINTS.map(|points| (points.to_string(), does(TacticsButton::Points(points)), "Points that win"));
            choices(half, art, "Points", points);
        });
        line.spawn(right.clone()).with_children(|half| {
            let tip = "Points that the side which moves second begins with, to make up for it";
            let points = HEAD_STARTS.map(|points| (points.to_string(), does(TacticsButton::HeadStart(points)), tip));
            choices(half, art, "Head start", points);
        });
    });
    parent.spawn((Node { column_gap: px(5), ..default() }, Detail::Hill)).with_children(|line| {
        line.spawn(left).with_children(|half| {
            let countings = COUNTINGS
                .map(|(counting, label, tip)| (label.to_string(), does(TacticsButton::Counting(counting)), tip));
            choices(half, art, "Counted", countings);
        });
        line.spawn(right).with_children(|half| {
            let tip = "How many of the side that begins rest in its first turn, to make up for moving first";
            let rests = RESTS.map(|(rests, label)| (label.into(), does(TacticsButton::Rests(rests)), tip));
            choices(half, art, "First turn", rests);
        });
    });
}

pub(super) fn spawn_first(parent: &mut ChildSpawnerCommands, art: &Art) {
    let sides = Side::BOTH.map(|side| (side_name(side).to_string(), does(TacticsButton::First(side)), ""));
    let swap =
        ("Swap players".into(), does(TacticsButton::Swap), "Who plays one side plays the other; the squads stay");
    choices(parent, art, "Begins", sides.into_iter().chain([swap]));
}

/// Shows what belongs to the players and squads of the set-up.
fn follow(
    setup: ShownSetup<TacticsSetup>,
    mut details: Query<(&Detail, &mut Node)>,
    mut texts: Query<(&SetupText, &mut Text, Option<&mut Ink>)>,
    frames: Query<(Entity, &Frame)>,
    pictures: Res<Pictures>,
    mut commands: Commands,
) {
    let battle = &setup.game;
    for (detail, mut node) in &mut details {
        let shown = match detail {
            Detail::Engine(side) => matches!(setup.seats[side.index()], SeatKind::Computer(PlayerKind::Engine { .. })),
            Detail::Slot(side, slot) => *slot < battle.squads[side.index()].len(),
            Detail::Hill => battle.rules.mode == Mode::Hill,
        };
        set_shown(&mut node, shown);
    }
    for (told, mut text, ink) in &mut texts {
        match *told {
            SetupText::Level(side) => {
                if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = setup.seats[side.index()] {
                    set_text(&mut text, format!("Level {level}"));
                }
            }
            SetupText::Count(side) => set_text(&mut text, battle.squads[side.index()].len().to_string()),
            SetupText::Name(side, slot) => {
                let squad = &battle.squads[side.index()];
                set_text(&mut text, squad.get(slot).map_or_else(String::new, |class| capitalised(&class.name)));
                let leads = battle.rules.mode == Mode::Escort && slot == squad.len() / 2;
                if let Some(mut ink) = ink {
                    ink.set_if_neq(Ink(if leads { theme::GOLD } else { theme::CREAM }));
                }
            }
            SetupText::Facts(side) => {
                let class = battle.squads[side.index()].get(setup.picked[side.index()]);
                let facts = class.map(|class| format!("{} · {}", capitalised(&class.name), portrait::facts(class)));
                set_text(&mut text, facts.unwrap_or_default());
            }
        }
    }
    for (entity, Frame(side, slot)) in &frames {
        let mut frame = commands.entity(entity);
        frame.despawn_children();
        if let Some(class) = battle.squads[side.index()].get(*slot) {
            frame.with_child(portrait::bundle(&pictures, class, *side));
        }
    }
}
