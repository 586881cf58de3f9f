//! Nodes that say where things go. Gaps and sizes are in pixels of nodes.

use bevy::prelude::*;

/// Things one below the other.
pub(crate) fn column(gap: f32) -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(gap), ..default() }
}

/// Things beside each other, at the middle of their height.
pub(crate) fn line(gap: f32) -> Node {
    Node { align_items: AlignItems::Center, column_gap: px(gap), ..default() }
}

/// So many columns of equal width.
pub(crate) fn grid(columns: u16, gap: f32) -> Node {
    Node {
        display: Display::Grid,
        grid_template_columns: vec![RepeatedGridTrack::flex(columns, 1.0)],
        column_gap: px(gap),
        row_gap: px(gap),
        ..default()
    }
}

pub(crate) fn sized(width: f32, height: f32) -> Node {
    Node { width: px(width), height: px(height), ..default() }
}

/// Holds one thing in its middle.
pub(crate) fn centred() -> Node {
    Node { align_items: AlignItems::Center, justify_content: JustifyContent::Center, ..default() }
}

/// As wide as its words, or as what is left: what does not fit is cut off or broken.
pub(crate) fn rest() -> Node {
    Node { flex_grow: 1.0, flex_shrink: 1.0, min_width: px(0), ..default() }
}

/// Over the whole of what it lies in.
pub(crate) fn cover() -> Node {
    Node { position_type: PositionType::Absolute, width: percent(100), height: percent(100), ..default() }
}
