//! What is said in the room of a match that waits, and the field to say something.

use super::room::Room;
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Tip, choice_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::talk::Act;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::FocusedInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::{Activate, SelectAllOnFocus, observe};

/// Letters of a line, as servers take them.
pub(super) const MAX_LETTERS: usize = 200;

/// Says the line.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SayButton;

/// Where a line is typed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SayField;

#[derive(Component)]
pub(super) struct Lines;

/// Whether the line in the field is to be said, as soon as all that was typed is in it.
#[derive(Resource, Debug, Default)]
struct Given(bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Given>().add_systems(Update, say.run_if(resource_exists::<Room>));
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn(frames::heading(art, "Chat"));
    // What was said last is seen, at the bottom.
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        padding: UiRect::all(px(8)),
        justify_content: JustifyContent::End,
        overflow: Overflow::clip_y(),
        border_radius: BorderRadius::all(px(6)),
        ..frames::stack(3.0)
    };
    panel.spawn((node, BackgroundColor(theme::WELL), Lines));
    panel.spawn(Node { flex_shrink: 0.0, ..layout::line(6.0) }).with_children(|line| {
        let node = Node { flex_grow: 1.0, flex_basis: px(0), ..default() };
        let typed = field(art, "", MAX_LETTERS, |letter| !letter.is_control(), node);
        line.spawn((typed, SayField, TabIndex(0), observe(enter))).remove::<SelectAllOnFocus>();
        let say = observe(|_: On<Activate>, mut given: ResMut<Given>| given.0 = true);
        line.spawn((choice_button(art, "Say"), SayButton, Tip::with_key("Sends the line", "Enter"), say));
    });
}

fn enter(key: On<FocusedInput<KeyboardInput>>, mut given: ResMut<Given>) {
    if key.input.logical_key == Key::Enter && key.input.state.is_pressed() && !key.input.repeat {
        given.0 = true;
    }
}

/// Says what was typed. A line that was refused stands in the field again, unless another one was begun.
fn say(mut given: ResMut<Given>, mut room: ResMut<Room>, mut fields: Query<&mut EditableText, With<SayField>>) {
    let Ok(mut text) = fields.single_mut() else {
        given.bypass_change_detection().0 = false;
        return;
    };
    let room = room.bypass_change_detection();
    if let Some(unsaid) = room.take_unsaid()
        && text.value().to_string().is_empty()
    {
        text.editor_mut().set_text(&unsaid);
        text.queue_edit(TextEdit::TextEnd(false));
    }
    if !given.0 || !text.pending_edits.is_empty() {
        return;
    }
    given.0 = false;
    let line = text.value().to_string();
    if !line.trim().is_empty() {
        room.act(Act::Chat { text: line.trim().into() });
        text.editor_mut().set_text("");
    }
}

pub(super) fn show(room: Res<Room>, lines: Single<(Entity, Ref<Lines>)>, art: Res<Art>, mut commands: Commands) {
    let (entity, is_new) = (lines.0, lines.1.is_added());
    let Some(state) = room.state().filter(|_| room.is_changed() || is_new) else { return };
    commands.entity(entity).despawn_children().with_children(|list| {
        for line in &state.chat {
            let color = if line.from == state.you.name { theme::GOLD } else { theme::CREAM };
            let name = theme::paragraph(&art, Weight::Black, theme::BODY, color, &format!("{}: ", line.from));
            let font = theme::font(&art, Weight::Regular, theme::BODY);
            list.spawn((name, Node { flex_shrink: 0.0, ..default() })).with_child((
                TextSpan::new(line.text.clone()),
                font,
                TextColor(theme::CREAM),
            ));
        }
    });
}
