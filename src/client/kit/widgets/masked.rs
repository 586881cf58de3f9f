//! A field for a password: what is typed is kept and shown as dots. It is typed at its end only.

use crate::client::kit::art::Art;
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::theme::{self, Weight};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::ui_widgets::observe;
use std::fmt;

/// What was typed. No debug text shows it.
#[derive(Component, Clone, Default, PartialEq, Eq)]
pub struct Masked(pub String);

impl fmt::Debug for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Masked(…)")
    }
}

/// The dots in a field.
#[derive(Component)]
struct Dots;

/// Letters of a password at most, as servers take them.
const MOST: usize = 128;

/// Letters that are shown as dots: nobody counts more of them.
const SHOWN: usize = 32;

/// Height of a field, as of one with writing in it.
const HEIGHT: f32 = 36.0;

/// A field for a password.
pub(crate) fn masked_field(art: &Art, node: Node) -> impl Bundle + use<> {
    (
        Masked::default(),
        TabIndex(0),
        Node {
            padding: UiRect::horizontal(px(10)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(6)),
            height: px(HEIGHT),
            align_items: AlignItems::Center,
            min_width: px(0),
            overflow: Overflow::clip_x(),
            ..node
        },
        BackgroundColor(theme::WELL),
        BorderColor::all(theme::EDGE),
        observe(typed),
        children![(theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), Dots)],
    )
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().add_systems(Update, show);
}

fn typed(
    mut key: On<FocusedInput<KeyboardInput>>,
    keys: Res<ButtonInput<Key>>,
    mut clipboard: ResMut<Clipboard>,
    mut fields: Query<&mut Masked>,
) {
    let Ok(mut field) = fields.get_mut(key.focused_entity) else { return };
    if !key.input.state.is_pressed() {
        return;
    }
    let is_command = keys.pressed(Key::Control) || keys.pressed(Key::Super);
    let added = match &key.input.logical_key {
        Key::Backspace if is_command => {
            field.0.clear();
            None
        }
        Key::Backspace => {
            field.0.pop();
            None
        }
        Key::Character(letter) if is_command => {
            let is_paste = letter.eq_ignore_ascii_case("v");
            is_paste.then(|| clipboard.text().ok()).flatten()
        }
        Key::Character(_) | Key::Space => key.input.text.as_ref().map(ToString::to_string),
        _ => return,
    };
    let left = MOST.saturating_sub(field.0.chars().count());
    let added = added.unwrap_or_default();
    field.0.extend(added.chars().filter(|letter| !letter.is_control()).take(left));
    // Nothing else takes the letter for a command.
    key.propagate(false);
}

fn show(
    focus: Res<InputFocus>,
    mut fields: Query<(Entity, &Masked, &mut BorderColor, &Children)>,
    mut dots: Query<&mut Text, With<Dots>>,
) {
    for (entity, masked, mut edge, children) in &mut fields {
        let has_focus = focus.get() == Some(entity);
        edge.set_if_neq(BorderColor::all(if has_focus { theme::GOLD } else { theme::EDGE }));
        let mut shown = "•".repeat(masked.0.chars().count().min(SHOWN));
        if has_focus {
            shown.push('|');
        }
        for child in children {
            if let Ok(mut text) = dots.get_mut(*child) {
                super::set_text(&mut text, shown.as_str());
            }
        }
    }
}
