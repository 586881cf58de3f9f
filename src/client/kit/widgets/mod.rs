//! The widgets that the screens are made of.
//!
//! They are bundles: behaviour from [`bevy::ui_widgets`], looks from [`super::theme`]. Whoever spawns one gives it
//! an observer of [`bevy::ui_widgets::Activate`].

pub mod button;
pub mod field;
pub mod fit;
pub mod focus;
pub mod masked;
pub mod number;
pub mod progress;
pub mod scroll;
mod through;
pub mod tooltip;

use bevy::prelude::*;

pub(crate) use button::{Buttons, DoubleClick, action_button, goes_to, written};
pub use button::{
    GoesTo, Ink, Look, Presses, button, choice_button, icon_button, labelled_button, presses, set_checked, set_enabled,
};
pub use tooltip::Tip;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        button::plugin,
        field::plugin,
        fit::plugin,
        focus::plugin,
        masked::plugin,
        number::plugin,
        scroll::plugin,
        through::plugin,
        super::beside::plugin,
        super::replay_bar::plugin,
        tooltip::plugin,
    ));
}

/// Writes a text only if it has changed: a text that is written is laid out anew.
pub fn set_text(text: &mut Mut<Text>, content: impl AsRef<str> + Into<String>) {
    if text.0 != content.as_ref() {
        text.0 = content.into();
    }
}

/// Shows or hides a node together with its place in the layout.
pub(crate) fn set_shown(node: &mut Mut<Node>, shown: bool) {
    let display = if shown { Display::Flex } else { Display::None };
    if node.display != display {
        node.display = display;
    }
}
