//! The page on which one signs in, registers, or comes as a guest with an invitation.

use super::SIGN_IN;
use super::buttons::{ServerButton, ServerField, Typed, does, enters, typed};
use super::visit::{Recall, Visit};
use super::{frame, words};
use crate::client::kit::widgets::masked::masked_field;
use crate::client::kit::widgets::{Buttons, Look, Tip, labelled_button, set_text};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::client::screens::online::hosting::said;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// The sentence below a field, or below all of them.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Below {
    Name,
    Password,
    Invitation,
}

/// Letters of a name, and of an invitation or its link.
const NAME: usize = 20;
const LINK: usize = 300;

/// Width of the panels in pixels of nodes.
const WIDTH: f32 = 430.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(SIGN_IN), spawn.run_if(resource_exists::<Visit>))
        .add_systems(Update, (say, mark).run_if(in_state(SIGN_IN).and_then(resource_exists::<Visit>)));
}

fn spawn(mut commands: Commands, art: Res<Art>, visit: Res<Visit>, recall: Res<Recall>, mut was_typed: ResMut<Typed>) {
    if was_typed.get(ServerField::Name).is_empty() {
        let known = recall.0.of(&visit.api.address().to_string());
        was_typed.set(ServerField::Name, known.map_or("", |known| known.account.as_str()));
    }
    let has_name = !was_typed.get(ServerField::Name).is_empty();
    let place = if visit.api.address().secure {
        format!("{}. The connection is encrypted.", visit.api.address())
    } else {
        format!("{}. The connection is not encrypted: take a password that you use nowhere else.", visit.api.address())
    };
    let title = visit.kinds.name.clone();
    frame::spawn(
        &mut commands,
        &art,
        &visit,
        (SIGN_IN, &title),
        |body| {
            let row = Node {
                flex_grow: 1.0,
                justify_content: JustifyContent::Center,
                align_items: AlignItems::Start,
                padding: UiRect::top(px(24)),
                column_gap: px(14),
                ..default()
            };
            body.spawn(row).with_children(|row| {
                let node = || Node { width: px(WIDTH), ..layout::column(8.0) };
                row.spawn(theme::panel(&art, node())).with_children(|panel| {
                    spawn_account(panel, &art, (&was_typed, has_name), &place);
                });
                row.spawn(theme::panel(&art, node())).with_children(|panel| spawn_guest(panel, &art, &was_typed));
            });
        },
        |_| {},
    );
}

fn label(panel: &mut ChildSpawnerCommands, art: &Art, words: &str) {
    panel.spawn(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, words));
}

/// Room for a sentence, so that nothing moves when there is one.
fn below(panel: &mut ChildSpawnerCommands, art: &Art, which: Below) {
    let node = Node { min_height: px(38), ..default() };
    panel.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::ALARM, ""), node, which));
}

fn spawn_account(panel: &mut ChildSpawnerCommands, art: &Art, (was_typed, has_name): (&Typed, bool), place: &str) {
    panel.spawn(frames::heading(art, "Your account"));
    panel.spawn(theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, place));
    label(panel, art, "Name");
    let name = typed(art, was_typed, ServerField::Name, (NAME, Node::default()), ServerButton::SignIn);
    let mut name = panel.spawn((name, Tip::new("3 to 20 letters of a-z, 0-9, _ and -")));
    if !has_name {
        name.insert(AutoFocus);
    }
    below(panel, art, Below::Name);
    label(panel, art, "Password");
    let mut password = panel.spawn((masked_field(art, Node::default()), enters(ServerButton::SignIn)));
    password.insert(Tip::new("At least 8 letters; whoever registers chooses it here"));
    if has_name {
        password.insert(AutoFocus);
    }
    below(panel, art, Below::Password);
    panel.spawn(layout::line(10.0)).with_children(|line| {
        let node = || Node { flex_grow: 1.0, flex_basis: px(0), height: px(42), ..default() };
        for (look, words, button) in
            [(Look::Main, "Sign in", ServerButton::SignIn), (Look::Key, "Register", ServerButton::Register)]
        {
            line.spawn((labelled_button(art, look, words, node()), does(button), TabIndex(0)));
        }
    });
}

fn spawn_guest(panel: &mut ChildSpawnerCommands, art: &Art, was_typed: &Typed) {
    panel.spawn(frames::heading(art, "With an invitation"));
    let about = "Who was sent the link or the code of a game plays it as a guest, without an account.";
    panel.spawn(theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, about));
    label(panel, art, "Code or link");
    let node = Node::default();
    panel.spawn(typed(art, was_typed, ServerField::Invitation, (LINK, node), ServerButton::Guest));
    below(panel, art, Below::Invitation);
    let node = Node { height: px(42), ..default() };
    panel.spawn((labelled_button(art, Look::Key, "Play as a guest", node), does(ServerButton::Guest), TabIndex(0)));
}

/// What was refused stands below the field that it is about.
fn say(visit: Res<Visit>, mut sentences: Query<(&Below, &mut Text)>) {
    let (field, problem) = words::field_of(&visit.problem);
    let about = match field {
        "name" => Below::Name,
        "invitation" => Below::Invitation,
        _ if problem.contains("invitation") => Below::Invitation,
        _ => Below::Password,
    };
    for (below, mut text) in &mut sentences {
        let sentence = if *below == about && !problem.is_empty() { said(problem) } else { String::new() };
        set_text(&mut text, sentence);
    }
}

fn mark(visit: Res<Visit>, mut buttons: Buttons<ServerButton>) {
    let is_idle = visit.going().is_none();
    buttons.enable(|_| Some(is_idle));
}
