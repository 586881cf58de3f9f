//! The page on which a game is opened: which one, its set-up and its clock, who may play it.

use super::buttons::{ServerButton, ServerField, Typed, does, typed};
use super::rows::refill;
use super::visit::Visit;
use super::{NEW, frame};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, set_shown};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::account::says::{Door, Offered, Pace};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

/// What is chosen on the page, beside what is typed.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    pub(super) kind: String,
    /// One of the game's; nothing: the set-up that one has made here.
    pub(super) preset: Option<String>,
    pub(super) is_rated: bool,
    pub(super) door: Door,
    pub(super) seat: Option<u32>,
    /// Whether programs take the seats that nobody is asked for.
    pub(super) programs: bool,
}

impl Draft {
    /// Another game: its first set-up.
    pub(super) fn choose(&mut self, offered: &Offered) {
        self.kind.clone_from(&offered.kind);
        self.preset = offered.presets.first().map(|preset| preset.name.clone());
    }
}

/// The list of set-ups.
#[derive(Component)]
struct Presets;

/// What is there for games with this pace only, or while somebody is to be named.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Only {
    Pace(Pace),
    Named,
}

/// Clocks to choose from; others can be typed.
const CLOCKS: [(&str, &str); 8] = [
    ("180+2", "3 min + 2 s"),
    ("300+5", "5 min + 5 s"),
    ("600+10", "10 min + 10 s"),
    ("1800+20", "30 min + 20 s"),
    ("move:30", "30 s a turn"),
    ("days:1+5", "1 day a turn"),
    ("days:3+10", "3 days a turn"),
    ("days:7+10", "7 days a turn"),
];

/// Letters of a clock, and of names.
const CLOCK: usize = 32;
const NAMES: usize = 200;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Draft>()
        .add_systems(OnEnter(NEW), (begin, spawn).chain().run_if(resource_exists::<Visit>))
        .add_systems(Update, (list, show, mark).chain().run_if(in_state(NEW).and_then(resource_exists::<Visit>)));
}

/// What was chosen on another server may not be offered here.
fn begin(visit: Res<Visit>, mut draft: ResMut<Draft>, mut was_typed: ResMut<Typed>) {
    let offered = visit.kinds.kinds.iter().find(|offered| offered.kind == draft.kind);
    match (offered, visit.kinds.kinds.first()) {
        (None, Some(first)) => draft.choose(first),
        (Some(offered), _)
            if draft.preset.as_ref().is_some_and(|name| !offered.presets.iter().any(|one| one.name == *name)) =>
        {
            draft.choose(offered);
        }
        _ => {}
    }
    if was_typed.get(ServerField::Clock).is_empty() {
        was_typed.set(ServerField::Clock, CLOCKS[1].0);
    }
}

fn spawn(mut commands: Commands, art: Res<Art>, visit: Res<Visit>, was_typed: Res<Typed>) {
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (NEW, "New game"),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|panel| {
                panel.spawn(frames::heading(&art, "Game"));
                panel.spawn(frames::row()).with_children(|row| {
                    for offered in &visit.kinds.kinds {
                        row.spawn((
                            choice_button(&art, &offered.title),
                            does(ServerButton::Kind(offered.kind.clone())),
                        ));
                    }
                });
                panel.spawn(frames::heading(&art, "Set-up"));
                let list = scrolled(panel, 3.0, |_| {});
                panel.commands().entity(list).insert(Presets);
            });
            body.spawn(theme::panel(&art, frames::column(1.2))).with_children(|panel| {
                spawn_time(panel, &art, &was_typed);
                spawn_players(panel, &art, &was_typed);
            });
        },
        |right| {
            right.spawn((frames::foot_button(&art, Look::Main, "Open the game"), does(ServerButton::Open)));
        },
    );
}

fn spawn_time(panel: &mut ChildSpawnerCommands, art: &Art, was_typed: &Typed) {
    panel.spawn((frames::stack(6.0), Only::Pace(Pace::Turns))).with_children(|part| {
        part.spawn(frames::heading(art, "Time"));
        part.spawn(frames::row()).with_children(|row| {
            for (rule, words) in CLOCKS {
                row.spawn((choice_button(art, words), does(ServerButton::Clock(rule))));
            }
        });
        let tip = "Seconds for a game and for each turn (300+5), for a turn (move:30), or days for a turn and in reserve (days:3+10)";
        part.spawn(layout::line(6.0)).with_children(|line| {
            line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Or typed"));
            let node = Node { width: px(230), ..default() };
            let clock = typed(art, was_typed, ServerField::Clock, (CLOCK, node), ServerButton::Open);
            line.spawn((clock, Tip::new(tip)));
        });
    });
}

/// A heading, and the buttons below it: label, what they do, what is told of them.
fn part(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    (title, only): (&str, Option<Only>),
    buttons: &[(&str, ServerButton, &str)],
) {
    let mut part = panel.spawn(frames::stack(6.0));
    if let Some(only) = only {
        part.insert(only);
    }
    part.with_children(|part| {
        part.spawn(frames::heading(art, title));
        part.spawn(frames::row()).with_children(|row| {
            for (label, button, tip) in buttons {
                row.spawn((choice_button(art, label), does(button.clone()), Tip::new(*tip)));
            }
        });
    });
}

fn spawn_players(panel: &mut ChildSpawnerCommands, art: &Art, was_typed: &Typed) {
    let doors = [
        ("Anybody", ServerButton::To(Door::Lobby), "It stands in the lobby"),
        ("By invitation", ServerButton::To(Door::Link), "You get a code to give away; guests may come by it, too"),
        ("Whom I name", ServerButton::To(Door::Challenge), "They accept, or decline with a reason"),
    ];
    part(panel, art, ("Who may play", None), &doors);
    panel.spawn((frames::stack(6.0), Only::Named)).with_children(|part| {
        let names = typed(art, was_typed, ServerField::Opponents, (NAMES, Node::default()), ServerButton::Open);
        part.spawn((names, Tip::new("A name for each seat, with commas between them")));
    });
    let programs = [
        ("Wait for players", ServerButton::Programs(false), "All seats are for people"),
        ("Programs play", ServerButton::Programs(true), "Who you name plays; programs take the rest"),
    ];
    part(panel, art, ("Other seats", Some(Only::Pace(Pace::RealTime))), &programs);
    let seats = [
        ("Dealt out", ServerButton::Seat(None), "The server draws who has which seat"),
        ("First", ServerButton::Seat(Some(0)), "You begin"),
        ("Second", ServerButton::Seat(Some(1)), "The other side begins"),
    ];
    part(panel, art, ("Your seat", None), &seats);
    let rated = [
        ("Casual", ServerButton::Rated(false), "It changes no rating"),
        ("Rated", ServerButton::Rated(true), "It changes the ratings of both; for two accounts, without programs"),
    ];
    part(panel, art, ("Rating", None), &rated);
}

/// The set-ups of the game that is chosen.
fn list(
    visit: Res<Visit>,
    draft: Res<Draft>,
    list: Option<Single<(Entity, Ref<Presets>)>>,
    (focus, buttons): (Res<InputFocus>, Query<&ServerButton>),
    art: Res<Art>,
    mut shown: Local<String>,
    mut commands: Commands,
) {
    let Some(list) = list else { return };
    let (entity, is_new) = (list.0, list.1.is_added());
    let Some(offered) = visit.kinds.kinds.iter().find(|offered| offered.kind == draft.kind) else { return };
    if !is_new && *shown == draft.kind {
        return;
    }
    shown.clone_from(&draft.kind);
    refill(&mut commands, entity, (&focus, &buttons), |rows| {
        for preset in &offered.presets {
            let button = does(ServerButton::Preset(Some(preset.name.clone())));
            rows.spawn((choice_button(&art, &preset.title), button));
        }
        let tip = "What you have set up on the page of the game";
        rows.spawn((choice_button(&art, "My own set-up"), does(ServerButton::Preset(None)), Tip::new(tip)));
    });
}

fn show(visit: Res<Visit>, draft: Res<Draft>, mut parts: Query<(&Only, &mut Node)>) {
    let pace = visit.kinds.kinds.iter().find(|offered| offered.kind == draft.kind).map(|offered| offered.pace);
    for (only, mut node) in &mut parts {
        let is_shown = match only {
            Only::Pace(wanted) => pace == Some(*wanted),
            Only::Named => draft.door == Door::Challenge,
        };
        set_shown(&mut node, is_shown);
    }
}

fn mark(visit: Res<Visit>, draft: Res<Draft>, was_typed: Res<Typed>, mut buttons: Buttons<ServerButton>) {
    buttons.check(|button| match button {
        ServerButton::Kind(kind) => Some(*kind == draft.kind),
        ServerButton::Preset(preset) => Some(*preset == draft.preset),
        ServerButton::Clock(rule) => Some(*rule == was_typed.get(ServerField::Clock)),
        ServerButton::Rated(rated) => Some(*rated == draft.is_rated),
        ServerButton::To(door) => Some(*door == draft.door),
        ServerButton::Seat(seat) => Some(*seat == draft.seat),
        ServerButton::Programs(programs) => Some(*programs == draft.programs),
        _ => None,
    });
    let is_idle = visit.going().is_none();
    buttons.enable(|button| Some(*button != ServerButton::Open || is_idle));
}
