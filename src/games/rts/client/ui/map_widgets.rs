//! What both set-up screens show of maps: the row of a list, the picture, the seed.

use crate::client::kit::art::Art;
use crate::client::kit::chance;
pub(super) use crate::client::kit::frames::well;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Ink, Look, button};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

/// Seconds between two clicks on one row that start the match.
const DOUBLE_CLICK: f64 = 0.4;

/// A row of the list of maps. `node` has its padding and gap; `detail` stands at its end.
pub(super) fn row(art: &Art, node: Node, title: &str, color: Color, is_own: bool, detail: &str) -> impl Bundle + use<> {
    let name = Node { flex_grow: 1.0, flex_shrink: 1.0, min_width: px(0), ..default() };
    let faint = if color == theme::ALARM { color } else { theme::MUTED };
    let own = if is_own { "yours" } else { "" };
    (
        button(art, Look::Row, Node { border_radius: BorderRadius::all(px(4)), flex_shrink: 0.0, ..node }),
        TabIndex(0),
        children![
            (theme::text(art, Weight::Bold, theme::LABEL, color, title), name, Ink(color)),
            (theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, own), Ink(theme::GOLD)),
            (theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, detail), Ink(faint)),
        ],
    )
}

/// Whether a click on a row of the list is the second of two, or comes from Enter.
pub(super) fn is_double_click(last: &mut Option<f64>, time: &Time<Real>, keys: &ButtonInput<KeyCode>) -> bool {
    let now = time.elapsed_secs_f64();
    last.replace(now).is_some_and(|last| now - last < DOUBLE_CLICK) || keys.just_pressed(KeyCode::Enter)
}

/// The picture of a map, which fills its frame.
pub(super) fn picture(images: &mut Assets<Image>, image: Image) -> impl Bundle + use<> {
    let aspect = image.width() as f32 / image.height() as f32;
    (ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(images.add(image)) }, Fit { aspect })
}

/// A seed that a person can read out to another.
pub(super) fn fresh_seed() -> u64 {
    chance::fresh_seed() % 1_000_000
}
