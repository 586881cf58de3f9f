//! A bar that fills from the left.

use crate::client::kit::theme;
use bevy::prelude::*;

/// The filled part of a bar; its owner writes how much of it is filled with [`set_filled`].
#[derive(Component, Debug, Clone, Copy)]
pub(crate) struct Filled;

/// A bar of a height, empty at first. `marker` goes to the filled part.
pub(crate) fn progress_bar(height: f32, color: Color, marker: impl Bundle) -> impl Bundle {
    let radius = BorderRadius::all(px((height / 3.0).round()));
    (
        Node { height: px(height), border_radius: radius, ..default() },
        // Seen on a panel and on the dark floor of a board.
        BackgroundColor(theme::EDGE.with_alpha(0.55)),
        children![(
            Node { width: percent(0), border_radius: radius, ..default() },
            BackgroundColor(color),
            Pickable::IGNORE,
            Filled,
            marker,
        )],
    )
}

/// Fills a share of a bar, 0 to 1.
pub(crate) fn set_filled(node: &mut Mut<Node>, share: f32) {
    let width = percent(100.0 * share.clamp(0.0, 1.0));
    if node.width != width {
        node.width = width;
    }
}
