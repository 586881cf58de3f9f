//! Pictures that keep their shape: inside a frame, or over a whole screen.

use crate::client::kit::scale::node_space;
use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;

/// As large as its parent allows, with this ratio of width to height. It is hidden until that is known: what lies on it
/// would else be heaped up in one point.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Width over height.
    pub aspect: f32,
}

/// Covers the whole window with this ratio of width to height; what is too much is cut off on the right or, in equal
/// parts, above and below.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
#[require(Node { position_type: PositionType::Absolute, ..default() })]
pub(crate) struct Cover {
    /// Width over height.
    pub aspect: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        (fit, cover).before(bevy::ui::UiSystems::Layout).before(VisibilitySystems::VisibilityPropagate),
    );
}

/// Follows the parent with one frame's delay, because its size comes from the layout.
pub fn fit(mut nodes: Query<(&Fit, &ChildOf, &mut Node, &mut Visibility)>, parents: Query<&ComputedNode>) {
    for (fit, child_of, mut node, mut visibility) in &mut nodes {
        let Ok(parent) = parents.get(child_of.parent()) else { continue };
        let space = parent.content_box().size() * parent.inverse_scale_factor();
        if space.min_element() <= 0.0 {
            if node.width == Val::Auto {
                visibility.set_if_neq(Visibility::Hidden);
            }
            continue;
        }
        visibility.set_if_neq(Visibility::Inherited);
        let width = space.x.min(space.y * fit.aspect).floor();
        let size = (px(width), px((width / fit.aspect).floor()));
        if (node.width, node.height) != size {
            (node.width, node.height) = size;
        }
    }
}

fn cover(mut nodes: Query<(&Cover, &mut Node)>, window: Single<&Window>, scale: Res<UiScale>) {
    let space = node_space(&window, &scale);
    for (cover, mut node) in &mut nodes {
        let width = space.x.max(space.y * cover.aspect);
        let height = width / cover.aspect;
        let place = (px(width), px(height), px((space.y - height) / 2.0));
        if (node.width, node.height, node.top) != place {
            (node.width, node.height, node.top) = place;
        }
    }
}
