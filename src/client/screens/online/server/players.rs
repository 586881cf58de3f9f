//! Players: friends and who is found by name, and the profile of one with ratings and statistics.

use super::buttons::{ServerButton, ServerField, Typed, does, typed};
use super::rows::{refill, row, sentence};
use super::visit::Visit;
use super::{PLAYERS, course, frame, words};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Tip, choice_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::account::member::Known;
use crate::online::account::says::{AccountKind, Player, RelationKind};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

/// A list of the page.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum List {
    Names,
    Profile,
}

/// Letters of a name.
const NAME: usize = 20;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(PLAYERS), spawn.run_if(resource_exists::<Visit>))
        .add_systems(Update, (list, mark).chain().run_if(in_state(PLAYERS).and_then(resource_exists::<Visit>)));
}

fn spawn(mut commands: Commands, art: Res<Art>, visit: Res<Visit>, was_typed: Res<Typed>) {
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (PLAYERS, "Players"),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|panel| {
                panel.spawn(layout::line(6.0)).with_children(|line| {
                    line.spawn(theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, "Name begins with"));
                    let node = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
                    line.spawn(typed(&art, &was_typed, ServerField::Begins, (NAME, node), ServerButton::Find));
                    line.spawn((choice_button(&art, "Find"), does(ServerButton::Find)));
                });
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List::Names);
            });
            body.spawn(theme::panel(&art, frames::column(1.3))).with_children(|panel| {
                let list = scrolled(panel, 2.0, |_| {});
                panel.commands().entity(list).insert(List::Profile);
            });
        },
        |right| {
            let me = ServerButton::Profile(visit.name().into());
            right.spawn((choice_button(&art, "My own profile"), does(me)));
        },
    );
}

fn list(
    visit: Res<Visit>,
    lists: Query<(Entity, Ref<List>)>,
    (focus, buttons): (Res<InputFocus>, Query<&ServerButton>),
    (art, mut images): (Res<Art>, ResMut<Assets<Image>>),
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
            refill(&mut commands, entity, (&focus, &buttons), |rows| match (*list, &visit.shelf.player) {
                (List::Names, _) => spawn_names(rows, &art, &visit, known),
                (List::Profile, Some(player)) => {
                    spawn_profile(rows, (&art, &mut images), (&visit, known), player);
                }
                (List::Profile, None) => sentence(rows, &art, "Choose a player to see ratings and statistics."),
            });
        }
    });
}

fn name(rows: &mut ChildSpawnerCommands, art: &Art, name: &str, is_here: bool, what: &str) {
    let (color, here) = if is_here { (theme::GOLD, "here") } else { (theme::MUTED, what) };
    let cells = vec![
        (None, Weight::Bold, theme::CREAM, name.to_string()),
        (Some(90.0), Weight::Regular, color, here.to_string()),
    ];
    row(rows, art, Some((ServerButton::Profile(name.into()), "Shows the profile")), cells, Vec::new());
}

fn spawn_names(rows: &mut ChildSpawnerCommands, art: &Art, visit: &Visit, known: &Known) {
    let is_here = |id: i64| known.lobby.present.iter().any(|profile| profile.id == id);
    if !visit.shelf.players.is_empty() {
        rows.spawn(frames::heading(art, "Found"));
    }
    for profile in &visit.shelf.players {
        name(rows, art, &profile.name, is_here(profile.id), &words::moment(profile.seen));
    }
    for (kind, title) in [(RelationKind::Friend, "Friends"), (RelationKind::Block, "Blocked")] {
        let related: Vec<_> = known.relations.iter().filter(|relation| relation.kind == kind).collect();
        if kind == RelationKind::Friend || !related.is_empty() {
            rows.spawn(frames::heading(art, title));
        }
        for relation in &related {
            name(rows, art, &relation.name, is_here(relation.account), "");
        }
        if kind == RelationKind::Friend && related.is_empty() {
            sentence(rows, art, "Whom you call a friend stands here. They are told.");
        }
    }
    rows.spawn(frames::heading(art, "Here now"));
    let stands_above = |id: i64| id == visit.id() || known.relations.iter().any(|relation| relation.account == id);
    let mut others = known.lobby.present.iter().filter(|profile| !stands_above(profile.id)).peekable();
    if others.peek().is_none() {
        sentence(rows, art, "Nobody else.");
    }
    for profile in others {
        name(rows, art, &profile.name, true, "");
    }
}

fn spawn_profile(
    rows: &mut ChildSpawnerCommands,
    (art, images): (&Art, &mut Assets<Image>),
    (visit, known): (&Visit, &Known),
    player: &Player,
) {
    let profile = &player.profile;
    rows.spawn(theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &profile.name));
    let kind = match (profile.kind, &player.owner_name) {
        (AccountKind::Guest, _) => "A guest".into(),
        (AccountKind::Program, Some(owner)) => format!("A program of {owner}"),
        (AccountKind::Program, None) => "A program".into(),
        _ => "A player".into(),
    };
    let seen = if player.is_present { "here now".into() } else { format!("last seen {}", words::moment(profile.seen)) };
    let logins = words::counted(player.logins.unsigned_abs(), "sign-in");
    sentence(rows, art, &format!("{kind}, joined {}, {seen}, {logins}.", words::moment(profile.created)));
    rows.spawn(frames::row()).with_children(|line| {
        let name = || profile.name.clone();
        line.spawn((choice_button(art, "Games"), does(ServerButton::GamesOf(name()))));
        if profile.id == visit.id() {
            return;
        }
        line.spawn((choice_button(art, "Challenge"), does(ServerButton::Challenge(name()))));
        let relation = known.relations.iter().find(|one| one.account == profile.id).map(|one| one.kind);
        for (kind, call, take_back, tip) in [
            (RelationKind::Friend, "Call a friend", "No friend any more", "They are told"),
            (RelationKind::Block, "Block", "Block no more", "They cannot challenge you, and are not told"),
        ] {
            let is_so = relation == Some(kind);
            let (label, to) = if is_so { (take_back, None) } else { (call, Some(kind)) };
            line.spawn((choice_button(art, label), does(ServerButton::Relate(name(), to)), Tip::new(tip)));
        }
    });
    if !player.ratings.is_empty() {
        rows.spawn(frames::heading(art, "Ratings"));
    }
    for standing in &player.ratings {
        let sure = if standing.is_provisional { "?" } else { "" };
        let cells = vec![
            (Some(150.0), Weight::Bold, theme::GOLD, visit.title(&standing.of.kind).into()),
            (None, Weight::Regular, theme::CREAM, words::rated(&standing.of)),
            (
                Some(130.0),
                Weight::Black,
                theme::CREAM,
                format!("{:.0} ± {:.0}{sure}", standing.rating.rating, 2.0 * standing.rating.deviation),
            ),
            (Some(80.0), Weight::Regular, theme::MUTED, words::counted(standing.games.into(), "game")),
        ];
        let main = (ServerButton::Course(standing.of.clone()), "Shows how it went");
        row(rows, art, Some(main), cells, Vec::new());
    }
    if let Some(course) = &visit.shelf.course {
        course::spawn(rows, art, images, visit.title(&course.0.kind), course);
    }
    if !player.statistics.is_empty() {
        rows.spawn(frames::heading(art, "Games"));
    }
    for line in &player.statistics {
        let cells = vec![
            (Some(150.0), Weight::Bold, theme::GOLD, visit.title(&line.kind).into()),
            (None, Weight::Regular, theme::CREAM, line.speed.clone()),
            (
                Some(210.0),
                Weight::Regular,
                theme::CREAM,
                format!("{} won, {} drawn, {} lost", line.won, line.drawn, line.lost),
            ),
            (Some(80.0), Weight::Regular, theme::MUTED, format!("{} begun", line.started)),
        ];
        row(rows, art, None, cells, Vec::new());
    }
}

fn mark(visit: Res<Visit>, mut buttons: Buttons<ServerButton>) {
    let is_idle = visit.going().is_none();
    buttons.enable(|_| Some(is_idle));
}
