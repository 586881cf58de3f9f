//! The dialog that asks for the code of a match.

use super::PAGE;
use super::asking::{Asking, Wanted};
use super::settings::OnlineSettings;
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Look, focus as focusing, labelled_button, set_text};
use crate::client::kit::{Art, Weight, frames, theme};
use crate::online::address::Address;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the dialog does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeButton {
    Join,
    Leave,
}

/// Where the code is typed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeField;

#[derive(Component)]
pub(super) struct Dialog;

#[derive(Component)]
pub(super) struct Problem;

/// Whether the code in the field is to be taken, as soon as all that was typed is in it.
#[derive(Resource, Debug, Default)]
struct Given(bool);

/// Letters of a code.
const CODE: usize = 6;
/// Width of the field in pixels of nodes.
const WIDTH: f32 = 340.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>().add_systems(Update, take.run_if(in_state(PAGE)));
}

/// The dialog is open while a code is wanted.
pub(super) fn show(
    asking: Res<Asking>,
    open: Query<Entity, With<Dialog>>,
    (mut focus, parents): (ResMut<InputFocus>, Query<&ChildOf>),
    mut problems: Query<&mut Text, With<Problem>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let Some(wanted) = &asking.wanted else {
        // While the answer to a code is waited for it stays.
        if asking.going().is_none() {
            for dialog in &open {
                focusing::leave(&mut focus, dialog, &parents);
                commands.entity(dialog).despawn();
            }
        }
        return;
    };
    if open.is_empty() {
        spawn(&mut commands, &art, wanted);
    }
    for mut text in &mut problems {
        set_text(&mut text, wanted.problem.as_str());
    }
}

fn spawn(commands: &mut Commands, art: &Art, wanted: &Wanted) {
    let title = format!("{} by {}", wanted.about.title, wanted.about.host);
    let dialog = frames::spawn_dialog(commands, art, "Code", 80, TabGroup::modal(), |frame| {
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            panel.spawn(theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, "The code of the match"));
            let node = || Node { max_width: px(WIDTH), ..default() };
            panel.spawn((theme::paragraph(art, Weight::Bold, theme::LABEL, theme::CREAM, &title), node()));
            let about = "Six letters, which the host sees.";
            panel.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, about), node()));
            let typed =
                field(art, "", CODE, |letter| letter.is_ascii_alphabetic(), Node { width: px(WIDTH), ..default() });
            panel.spawn((typed, CodeField, TabIndex(0), AutoFocus, observe(enter)));
            let room = Node { width: px(WIDTH), min_height: px(22), ..default() };
            panel.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::ALARM, ""), room, Problem));
            panel.spawn(Node { column_gap: px(10), ..default() }).with_children(|row| {
                let node = || Node { flex_grow: 1.0, height: px(42), ..default() };
                let join = observe(|_: On<Activate>, mut given: ResMut<Given>| given.0 = true);
                row.spawn((labelled_button(art, Look::Main, "Join", node()), CodeButton::Join, TabIndex(0), join));
                let leave = observe(|_: On<Activate>, mut asking: ResMut<Asking>| asking.stop());
                row.spawn((labelled_button(art, Look::Key, "Cancel", node()), CodeButton::Leave, TabIndex(0), leave));
            });
        });
    });
    commands.entity(dialog).insert((Dialog, DespawnOnExit(PAGE)));
}

fn enter(key: On<FocusedInput<KeyboardInput>>, mut given: ResMut<Given>) {
    if key.input.logical_key == Key::Enter && key.input.state.is_pressed() && !key.input.repeat {
        given.0 = true;
    }
}

fn take(
    mut given: ResMut<Given>,
    fields: Query<&EditableText, With<CodeField>>,
    settings: Res<OnlineSettings>,
    mut asking: ResMut<Asking>,
) {
    let (true, Ok(text)) = (given.0, fields.single()) else {
        given.bypass_change_detection().0 = false;
        return;
    };
    if !text.pending_edits.is_empty() {
        return;
    }
    given.0 = false;
    let code = text.value().to_string().to_ascii_uppercase();
    let Some(wanted) = &mut asking.wanted else { return };
    if code.len() != CODE {
        wanted.problem = "A code has six letters.".into();
        return;
    }
    let (address, watch) = (Address { code: Some(code), ..wanted.address.clone() }, wanted.watch);
    asking.join(address, settings.name(), watch, None);
}
