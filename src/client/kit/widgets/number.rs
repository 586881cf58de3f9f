//! A field for a whole number: digits by keyboard, told as [`ValueChange<u64>`].

use super::field::field;
use crate::client::kit::art::Art;
use bevy::input_focus::FocusLost;
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};
use bevy::ui_widgets::ValueChange;

/// The number in a field. Whoever owns the number writes it here; what the player types comes as a message first.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Number(pub u64);

/// Digits of the largest number that can be typed: all such numbers fit into a `u64`.
const DIGITS: usize = 18;

/// A field with a number in it.
pub(crate) fn number_field(art: &Art, value: u64, node: Node) -> impl Bundle + use<> {
    (Number(value), field(art, &value.to_string(), DIGITS, |character| character.is_ascii_digit(), node))
}

pub(super) fn plugin(app: &mut App) {
    // Numbers change in between: what a field shows is neither taken for typed nor left standing.
    app.add_systems(PreUpdate, read).add_systems(PostUpdate, write).add_observer(restore);
}

fn read(mut fields: Query<(Entity, &EditableText, &mut Number), Changed<EditableText>>, mut commands: Commands) {
    for (source, text, mut number) in &mut fields {
        // Edits that wait would be overwritten; an empty field is a number half typed.
        if let (true, Ok(value)) = (text.pending_edits.is_empty(), text.value().to_string().parse())
            && number.set_if_neq(Number(value))
        {
            commands.trigger(ValueChange { source, value, is_final: false });
        }
    }
}

/// A number that was changed from elsewhere is shown.
fn write(mut fields: Query<(&Number, &mut EditableText), Changed<Number>>) {
    for (number, mut text) in &mut fields {
        if text.value().to_string().parse() != Ok(number.0) {
            text.editor_mut().set_text(&number.0.to_string());
            text.queue_edit(TextEdit::TextEnd(false));
        }
    }
}

/// A field that was left empty shows its number again.
fn restore(lost: On<FocusLost>, mut fields: Query<(&Number, &mut EditableText)>) {
    if let Ok((number, mut text)) = fields.get_mut(lost.entity)
        && text.value().to_string() != number.0.to_string()
    {
        text.editor_mut().set_text(&number.0.to_string());
    }
}
