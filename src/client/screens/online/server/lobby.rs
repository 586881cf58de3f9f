//! The lobby: one's games and what one is asked, the games that are open, and who is there.

use super::buttons::{ServerButton, ServerField, Typed, does, typed};
use super::rows::{Cell, refill, row, sentence};
use super::visit::Visit;
use super::{LOBBY, NEW, frame, words};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Look, Tip, choice_button, goes_to};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::account::member::Known;
use crate::online::account::says::{AccountKind, Door, Game};
use bevy::input_focus::{AutoFocus, InputFocus};
use bevy::prelude::*;

/// A list of the page.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Mine,
    Open,
}

/// Letters of an invitation or its link.
const LINK: usize = 300;

/// Widths of the columns game, how it is played, and whose turn it is, in pixels of nodes.
const COLUMNS: [f32; 3] = [84.0, 215.0, 150.0];
/// How a challenge is to be played, its set-up too.
const WHOLE: f32 = 280.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(LOBBY), spawn.run_if(resource_exists::<Visit>))
        .add_systems(Update, (list, mark).chain().run_if(in_state(LOBBY).and_then(resource_exists::<Visit>)));
}

fn spawn(mut commands: Commands, art: Res<Art>, visit: Res<Visit>, was_typed: Res<Typed>) {
    let title = visit.kinds.name.clone();
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (LOBBY, &title),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.5))).with_children(|panel| {
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List::Mine);
            });
            body.spawn(Node { row_gap: px(14), ..frames::column(1.0) }).with_children(|column| {
                let node = Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), ..frames::stack(5.0) };
                column.spawn(theme::panel(&art, node)).with_children(|panel| {
                    let list = scrolled(panel, 2.0, |_| {});
                    panel.commands().entity(list).insert(List::Open);
                });
                let node = Node { flex_shrink: 0.0, ..frames::stack(6.0) };
                column.spawn(theme::panel(&art, node)).with_children(|panel| {
                    panel.spawn(frames::heading(&art, "By invitation"));
                    panel.spawn(layout::line(6.0)).with_children(|line| {
                        let node = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
                        let code = (ServerField::Invitation, (LINK, node));
                        let code = typed(&art, &was_typed, code.0, code.1, ServerButton::Accept);
                        line.spawn((code, Tip::new("The code of a game, or its link")));
                        line.spawn((choice_button(&art, "Accept"), does(ServerButton::Accept)));
                    });
                });
            });
        },
        |right| {
            let tip = Tip::new("The game in which it has been your turn for the longest time");
            right.spawn((frames::foot_button(&art, Look::Key, "Next game"), does(ServerButton::Next), tip));
            right.spawn((frames::foot_button(&art, Look::Main, "New game"), goes_to(NEW), AutoFocus));
        },
    );
}

fn list(
    visit: Res<Visit>,
    lists: Query<(Entity, Ref<List>)>,
    (focus, buttons): (Res<InputFocus>, Query<&ServerButton>),
    art: Res<Art>,
    mut shown: Local<u64>,
    mut commands: Commands,
) {
    let Some(member) = &visit.member else { return };
    member.look();
    let is_new = lists.iter().any(|(_, list)| list.is_added());
    member.with(|known, version| {
        if version == *shown && !is_new {
            return;
        }
        *shown = version;
        for (entity, list) in &lists {
            refill(&mut commands, entity, (&focus, &buttons), |rows| match *list {
                List::Mine => spawn_mine(rows, &art, &visit, known),
                List::Open => spawn_open(rows, &art, &visit, known),
            });
        }
    });
}

/// Game, who plays, and how.
fn cells(visit: &Visit, game: &Game) -> Vec<Cell> {
    vec![
        (Some(COLUMNS[0]), Weight::Bold, theme::GOLD, visit.title(&game.kind).into()),
        (None, Weight::Black, theme::CREAM, words::who(game, visit.id())),
        (Some(COLUMNS[1]), Weight::Regular, theme::MUTED, words::how(game)),
    ]
}

/// The same of a challenge: what one agrees to is told whole.
fn asked_cells(visit: &Visit, game: &Game) -> Vec<Cell> {
    let mut cells = cells(visit, game);
    cells.truncate(2);
    cells.push((Some(WHOLE), Weight::Regular, theme::MUTED, words::whole(game)));
    cells
}

fn spawn_mine(rows: &mut ChildSpawnerCommands, art: &Art, visit: &Visit, known: &Known) {
    let (asked, own): (Vec<&Game>, Vec<&Game>) = known.mine.open.iter().partition(|game| game.invites(visit.id()));
    if !asked.is_empty() {
        rows.spawn(frames::heading(art, "Challenges"));
    }
    for game in asked {
        let more = vec![("Accept", ServerButton::Take(game.id)), ("Decline", ServerButton::Decline(game.id))];
        row(rows, art, None, asked_cells(visit, game), more);
    }
    rows.spawn(frames::heading(art, "Your games"));
    for game in &known.mine.running {
        let mut cells = cells(visit, game);
        let left = game.deadline.filter(|_| game.is_by_days());
        let left = left.map_or_else(String::new, |deadline| format!(", {}", words::until(deadline)));
        let (weight, color, turn) = match game.is_your_turn {
            true => (Weight::Black, theme::GOLD, format!("your turn{left}")),
            false => (Weight::Regular, theme::MUTED, format!("running{left}")),
        };
        cells.push((Some(COLUMNS[2]), weight, color, turn));
        row(rows, art, Some((ServerButton::Enter(game.id), "Enters the game")), cells, Vec::new());
    }
    if known.mine.running.is_empty() {
        let words =
            if known.is_there { "None is on. Take an open game, or open one." } else { "Asking the server …" };
        sentence(rows, art, words);
    }
    if !own.is_empty() {
        rows.spawn(frames::heading(art, "Waiting for others"));
    }
    for game in own {
        let mut more = Vec::new();
        if let Some(code) = game.invitation.clone().filter(|_| game.door == Door::Link) {
            more.push(("Copy the code", ServerButton::Copy(code)));
        }
        if game.creator == Some(visit.id()) {
            more.push(("Withdraw", ServerButton::Withdraw(game.id)));
        }
        row(rows, art, None, cells(visit, game), more);
    }
}

fn spawn_open(rows: &mut ChildSpawnerCommands, art: &Art, visit: &Visit, known: &Known) {
    rows.spawn(frames::heading(art, "Open games"));
    let is_others = |game: &&Game| game.creator != Some(visit.id()) && game.you.is_none();
    let others: Vec<&Game> = known.lobby.open.iter().filter(is_others).collect();
    for game in &others {
        row(rows, art, Some((ServerButton::Take(game.id), "Takes a seat")), cells(visit, game), Vec::new());
    }
    if others.is_empty() {
        sentence(rows, art, "Nobody waits for somebody to play with.");
    }
    rows.spawn(frames::heading(art, "Here now"));
    for profile in &known.lobby.present {
        let is_you = profile.id == visit.id();
        let color = if is_you { theme::GOLD } else { theme::CREAM };
        let what = match profile.kind {
            AccountKind::Guest => "guest",
            AccountKind::Program => "program",
            _ if is_you => "you",
            _ => "",
        };
        let cells = vec![
            (None, Weight::Bold, color, profile.name.clone()),
            (Some(70.0), Weight::Regular, theme::MUTED, what.into()),
        ];
        let more = if is_you { Vec::new() } else { vec![("Challenge", ServerButton::Challenge(profile.name.clone()))] };
        row(rows, art, None, cells, more);
    }
}

fn mark(visit: Res<Visit>, mut buttons: Buttons<ServerButton>) {
    let is_idle = visit.going().is_none();
    let has_turn = visit
        .member
        .as_ref()
        .is_some_and(|member| member.with(|known, _| known.mine.running.iter().any(|game| game.is_your_turn)));
    buttons.enable(|button| Some(is_idle && (*button != ServerButton::Next || has_turn)));
}
