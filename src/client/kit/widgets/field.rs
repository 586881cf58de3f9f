//! The look of fields that are typed into, and a field for a line of text.

use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextFilter, TextCursorStyle};
use bevy::ui_widgets::SelectAllOnFocus;

/// A field with text in it, of so many letters at most, all of which `takes`.
pub fn field(art: &Art, content: &str, most: usize, takes: fn(char) -> bool, node: Node) -> impl Bundle + use<> {
    (
        EditableText { max_characters: Some(most), ..EditableText::new(content) },
        EditableTextFilter::new(takes),
        TextCursorStyle {
            color: theme::CREAM,
            selection_color: theme::BRONZE,
            unfocused_selection_color: Color::NONE,
            selected_text_color: None,
        },
        theme::font(art, Weight::Bold, theme::LABEL),
        TextColor(theme::CREAM),
        TextLayout::no_wrap(),
        SelectAllOnFocus,
        Node {
            padding: UiRect::axes(px(10), px(7)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(6)),
            min_width: px(0),
            ..node
        },
        BackgroundColor(theme::WELL),
        BorderColor::all(theme::EDGE),
    )
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_focus);
}

fn show_focus(focus: Res<InputFocus>, mut fields: Query<(Entity, &mut BorderColor), With<EditableText>>) {
    for (entity, mut edge) in &mut fields {
        let color = if focus.get() == Some(entity) { theme::GOLD } else { theme::EDGE };
        edge.set_if_neq(BorderColor::all(color));
    }
}
