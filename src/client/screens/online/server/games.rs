//! Games to watch: those that run now, and the archive, which is searched by players and games.

use super::buttons::{ServerButton, ServerField, Typed, does, typed};
use super::rows::{Cell, refill, row, sentence};
use super::visit::Visit;
use super::{GAMES, frame, press, words};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Tip, choice_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::account::says::Game;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

/// A list of the page.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Running,
    Archive,
}

/// Letters of a name.
const NAME: usize = 20;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(GAMES), spawn.run_if(resource_exists::<Visit>)).add_systems(
        Update,
        (
            (|world: &mut World| press::search(world, None)).run_if(lacks_archive),
            (list, mark).run_if(resource_exists::<Visit>),
        )
            .chain()
            .run_if(in_state(GAMES)),
    );
}

/// Whether the archive is to be asked for by itself: who sees the page the first time did not ask.
fn lacks_archive(visit: Option<Res<Visit>>) -> bool {
    visit.is_some_and(|visit| visit.shelf.archive.is_none() && visit.going().is_none() && visit.problem.is_empty())
}

fn spawn(mut commands: Commands, art: Res<Art>, mut visit: ResMut<Visit>, was_typed: Res<Typed>) {
    // Others have ended meanwhile.
    visit.shelf.archive = None;
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (GAMES, "Games"),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|panel| {
                panel.spawn(frames::heading(&art, "Running now"));
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List::Running);
            });
            body.spawn(theme::panel(&art, frames::column(1.5))).with_children(|panel| {
                panel.spawn(frames::heading(&art, "Archive"));
                spawn_search(panel, &art, &visit, &was_typed);
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List::Archive);
            });
        },
        |_| {},
    );
}

fn spawn_search(panel: &mut ChildSpawnerCommands, art: &Art, visit: &Visit, was_typed: &Typed) {
    let button = || ServerButton::Search(visit.kind_of_archive.clone());
    panel.spawn(layout::line(6.0)).with_children(|line| {
        for (label, field, tip) in [
            ("Games of", ServerField::Player, "The name of a player; nothing: of all"),
            ("against", ServerField::Against, "The name of another player"),
        ] {
            line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label));
            let node = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
            line.spawn((typed(art, was_typed, field, (NAME, node), button()), Tip::new(tip)));
        }
    });
    panel.spawn(frames::row()).with_children(|row| {
        row.spawn((choice_button(art, "All games"), does(ServerButton::Search(None))));
        for offered in &visit.kinds.kinds {
            row.spawn((choice_button(art, &offered.title), does(ServerButton::Search(Some(offered.kind.clone())))));
        }
    });
}

fn list(
    visit: Res<Visit>,
    lists: Query<(Entity, Ref<List>)>,
    (focus, buttons): (Res<InputFocus>, Query<&ServerButton>),
    art: Res<Art>,
    mut shown: Local<(u64, u64)>,
    mut commands: Commands,
) {
    let Some(member) = &visit.member else { return };
    member.look();
    let is_new = lists.iter().any(|(_, list)| list.is_added());
    member.with(|known, version| {
        let now = (version, visit.shelf.version);
        if now == *shown && !is_new {
            return;
        }
        *shown = now;
        for (entity, list) in &lists {
            refill(&mut commands, entity, (&focus, &buttons), |rows| match *list {
                List::Running => spawn_running(rows, &art, &visit, &known.running),
                List::Archive => spawn_archive(rows, &art, &visit),
            });
        }
    });
}

fn title(visit: &Visit, game: &Game) -> Cell {
    (Some(84.0), Weight::Bold, theme::GOLD, visit.title(&game.kind).into())
}

fn spawn_running(rows: &mut ChildSpawnerCommands, art: &Art, visit: &Visit, running: &[Game]) {
    for game in running {
        let names: Vec<&str> = game.seats.iter().filter_map(|seat| seat.name.as_deref()).collect();
        let cells = vec![
            title(visit, game),
            (None, Weight::Black, theme::CREAM, names.join(", ")),
            (Some(150.0), Weight::Regular, theme::MUTED, words::how(game)),
        ];
        let main = match game.you {
            Some(_) => (ServerButton::Enter(game.id), "Enters the game"),
            None => (ServerButton::Watch(game.id), "Watches the game"),
        };
        row(rows, art, Some(main), cells, Vec::new());
    }
    if running.is_empty() {
        sentence(rows, art, "No live game is played now.");
    }
}

fn spawn_archive(rows: &mut ChildSpawnerCommands, art: &Art, visit: &Visit) {
    let Some((list, has_more)) = &visit.shelf.archive else { return sentence(rows, art, "Asking the server …") };
    for game in list {
        let cells = vec![
            (Some(96.0), Weight::Regular, theme::MUTED, game.ended.map_or_else(String::new, words::moment)),
            title(visit, game),
            (None, Weight::Black, theme::CREAM, words::result(game)),
            (Some(110.0), Weight::Regular, theme::MUTED, game.reason.clone().unwrap_or_default()),
        ];
        let is_other = press::version_of(&game.kind).is_some_and(|version| game.is_of_another(version));
        let tip =
            if is_other { "Was played in another version: it cannot be shown here" } else { "Shows the game again" };
        row(rows, art, Some((ServerButton::Replay(game.id), tip)), cells, Vec::new());
    }
    if list.is_empty() {
        sentence(rows, art, "There is no such game.");
    }
    if *has_more {
        rows.spawn((choice_button(art, "More"), does(ServerButton::More)));
    }
}

fn mark(visit: Res<Visit>, mut buttons: Buttons<ServerButton>) {
    let is_idle = visit.going().is_none();
    buttons.check(|button| match button {
        ServerButton::Search(kind) => Some(*kind == visit.kind_of_archive),
        _ => None,
    });
    buttons.enable(|_| Some(is_idle));
}
