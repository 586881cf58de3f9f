//! Tooltips: what a button is called and which key does the same.

use crate::ui::scale::node_space;
use crate::ui::theme::{self, Weight};
use crate::view::art::Art;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

/// Told when the pointer rests on a node.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[require(Hovered)]
pub struct Tip {
    /// What the thing does.
    pub name: String,
    /// The key that does the same, or nothing.
    pub key: String,
}

impl Tip {
    /// A tip without a key.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), key: String::new() }
    }

    /// A tip with the key that does the same.
    pub fn with_key(name: impl Into<String>, key: impl Into<String>) -> Self {
        Self { name: name.into(), key: key.into() }
    }
}

/// Seconds that the pointer must rest before the tip comes.
const DELAY: f32 = 0.35;
/// Logical pixels between a thing and its tip, and between a tip and the edge of the window.
const GAP: f32 = 6.0;

#[derive(Component)]
struct Bubble;

#[derive(Component)]
struct NameLine;

#[derive(Component)]
struct KeyLine;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, spawn).add_systems(Update, follow);
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Tooltip"),
        Bubble,
        Node {
            position_type: PositionType::Absolute,
            padding: UiRect::axes(px(9), px(5)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(5)),
            column_gap: px(9),
            align_items: AlignItems::Center,
            max_width: px(300),
            ..default()
        },
        BackgroundColor(theme::NIGHT),
        BorderColor::all(theme::BRONZE),
        GlobalZIndex(100),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![
            (theme::paragraph(&art, Weight::Regular, theme::BODY, theme::CREAM, ""), NameLine),
            (theme::text(&art, Weight::Bold, theme::SMALL, theme::GOLD, ""), KeyLine),
        ],
    ));
}

/// The thing under the pointer, how long it has been there, and whether its tip has been laid out.
#[derive(Default)]
struct Rest {
    on: Option<Entity>,
    seconds: f32,
    written: bool,
}

/// A comma alone is taken for a speck.
fn in_words(key: &str) -> &str {
    match key {
        "," => "comma",
        "." => "full stop",
        ";" => "semicolon",
        "'" => "apostrophe",
        "`" => "backquote",
        "-" => "minus",
        _ => key,
    }
}

fn follow(
    things: Query<(Entity, &Hovered, Ref<Tip>, &ComputedNode, &UiGlobalTransform)>,
    bubble: Single<(&mut Node, &ComputedNode, &mut Visibility), With<Bubble>>,
    mut lines: Query<(&mut Text, &mut Node, Has<KeyLine>), (Or<(With<NameLine>, With<KeyLine>)>, Without<Bubble>)>,
    window: Single<&Window>,
    scale: Res<UiScale>,
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut rest: Local<Rest>,
) {
    let (mut place, size, mut visibility) = bubble.into_inner();
    // Who presses or drags knows what the thing is.
    let busy = buttons.get_pressed().next().is_some();
    let hovered = things.iter().find(|(_, hovered, ..)| hovered.get() && !busy);
    if rest.on != hovered.as_ref().map(|hovered| hovered.0) {
        *rest = Rest { on: hovered.as_ref().map(|hovered| hovered.0), ..default() };
        visibility.set_if_neq(Visibility::Hidden);
    }
    let Some((_, _, tip, node, transform)) = hovered else { return };
    rest.seconds += time.delta_secs();
    if rest.seconds < DELAY {
        return;
    }
    if !rest.written || tip.is_changed() {
        // The text is laid out while the bubble is hidden; it is shown one frame later, when its size is known.
        rest.written = true;
        for (mut text, mut node, is_key) in &mut lines {
            let content = if is_key { in_words(&tip.key) } else { &tip.name };
            super::set_text(&mut text, content);
            super::set_shown(&mut node, !content.is_empty());
        }
        return;
    }
    let space = node_space(&window, &scale);
    let size = size.size() * size.inverse_scale_factor();
    let thing = Rect::from_center_size(
        transform.translation * node.inverse_scale_factor(),
        node.size() * node.inverse_scale_factor(),
    );
    // Above the thing if there is room, else below.
    let above = thing.min.y - GAP - size.y;
    let top = if above >= GAP { above } else { thing.max.y + GAP };
    let left = (thing.center().x - size.x / 2.0).min(space.x - size.x - GAP).max(GAP);
    if (place.left, place.top) != (px(left), px(top)) {
        (place.left, place.top) = (px(left), px(top));
    }
    visibility.set_if_neq(Visibility::Visible);
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn small_signs_are_told_as_words_and_other_keys_as_they_are() {
        assert_eq!([",", ".", "B", "F10", ""].map(in_words), ["comma", "full stop", "B", "F10", ""]);
    }
}
