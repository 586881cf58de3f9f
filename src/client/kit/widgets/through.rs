//! What nobody sees lets the pointer through.
//!
//! A node of Bevy catches the pointer unless it is told not to, and so would a column that only lays out what is in it: a click
//! that was meant for the map beside a button would be lost. Here a node catches the pointer only if it is painted, or does
//! something with the pointer. Writing and pictures on a button say themselves that they let it through.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::{ScrollArea, Scrollbar, ScrollbarThumb};

pub(super) fn plugin(app: &mut App) {
    // In the frame in which it is spawned, before anything can be picked on it.
    app.add_systems(PostUpdate, let_through);
}

/// What has nothing to do with the pointer, as far as its components tell.
type Plain = (
    Added<Node>,
    Without<Pickable>,
    Without<Hovered>,
    Without<ImageNode>,
    Without<Text>,
    Without<EditableText>,
    Without<RelativeCursorPosition>,
    Without<ScrollArea>,
    Without<Scrollbar>,
    Without<ScrollbarThumb>,
);

fn let_through(nodes: Query<(Entity, &BackgroundColor, &BorderColor), Plain>, mut commands: Commands) {
    for (node, fill, edge) in &nodes {
        let is_painted =
            [fill.0, edge.top, edge.right, edge.bottom, edge.left].iter().any(|color| !color.is_fully_transparent());
        if !is_painted {
            commands.entity(node).try_insert(Pickable::IGNORE);
        }
    }
}
