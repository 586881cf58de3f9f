//! Tooltips: what a button is called and which key does the same.
//!
//! A tip stands beside its thing, but never on anything that one may want to press next: then it goes beside the row or the
//! panel that the thing is in.

use crate::client::kit::art::Art;
use crate::client::kit::scale::node_space;
use crate::client::kit::theme::{self, Weight};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::CalculatedClip;
use bevy::ui_widgets::Button;

/// Told when the pointer rests on a node.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
#[require(Hovered)]
pub struct Tip {
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
    pub(crate) fn with_key(name: impl Into<String>, key: impl Into<String>) -> Self {
        Self { name: name.into(), key: key.into() }
    }
}

/// Marks what one clicks although it is no button: no tip covers it.
#[derive(Component, Debug, Clone, Copy, Default)]
pub(crate) struct Clickable;

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
    /// What has been pressed, as long as the pointer stays there.
    known: Option<Entity>,
}

/// A comma alone is taken for a speck.
pub fn in_words(key: &str) -> &str {
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

/// A node as it lies in the window, in pixels of nodes.
fn frame(node: &ComputedNode, transform: &UiGlobalTransform) -> Rect {
    let scale = node.inverse_scale_factor();
    Rect::from_center_size(transform.translation * scale, node.size() * scale)
}

type Keys<'w, 's> = Query<
    'w,
    's,
    (&'static ComputedNode, &'static UiGlobalTransform, Option<&'static CalculatedClip>, &'static InheritedVisibility),
    Or<(With<Button>, With<EditableText>, With<Clickable>)>,
>;

/// What is seen of everything that can be pressed.
fn frames_of(keys: &Keys) -> Vec<Rect> {
    let seen = keys.iter().filter(|(node, _, _, visibility)| visibility.get() && !node.is_empty());
    seen.map(|(node, transform, clip, _)| {
        let scale = node.inverse_scale_factor();
        let whole = frame(node, transform);
        clip.map_or(whole, |clip| whole.intersect(Rect::from_corners(clip.clip.min * scale, clip.clip.max * scale)))
    })
    .filter(|key| !key.is_empty())
    .collect()
}

/// The corner of a tip of a size in a window of `space`: above, below or beside the keys within one of the frames `around`, of
/// which the first is that of the thing itself; where it lies on as little as can be of the `keys`, and there as near to the
/// thing as can be.
pub fn corner(size: Vec2, space: Vec2, around: &[Rect], keys: &[Rect]) -> Vec2 {
    let Some(thing) = around.first() else { return Vec2::splat(GAP) };
    let most = space - size - GAP;
    let along = thing.center() - size / 2.0;
    // Beside a row of keys is where the keys end, not where the row could go on.
    let within =
        |frame: &Rect| keys.iter().filter(|key| frame.contains(key.center())).fold(*thing, |all, key| all.union(*key));
    let beside = around.iter().map(within).flat_map(|frame| {
        [
            Vec2::new(along.x, frame.min.y - GAP - size.y),
            Vec2::new(along.x, frame.max.y + GAP),
            Vec2::new(frame.max.x + GAP, along.y),
            Vec2::new(frame.min.x - GAP - size.x, along.y),
        ]
    });
    let covered = |tip: Rect| {
        let shared = keys.iter().chain([thing]).map(|key| tip.intersect(*key).size());
        shared.map(Vec2::element_product).sum::<f32>()
    };
    // Squares of whole pixels order as well as what they are of, and have an order at all.
    let worth = |corner: &Vec2| {
        let tip = Rect::from_corners(*corner, *corner + size);
        let between = (thing.min - tip.max).max(tip.min - thing.max).max(Vec2::ZERO);
        (covered(tip).round() as i64, between.length_squared().round() as i64)
    };
    beside.map(|corner| corner.min(most).max(Vec2::splat(GAP))).min_by_key(worth).unwrap_or_default()
}

type Tips<'w, 's> = Single<'w, 's, (&'static mut Node, &'static ComputedNode, &'static mut Visibility), With<Bubble>>;

fn follow(
    things: Query<(Entity, &Hovered, Ref<Tip>)>,
    bubble: Tips,
    mut lines: Query<(&mut Text, &mut Node, Has<KeyLine>), (Or<(With<NameLine>, With<KeyLine>)>, Without<Bubble>)>,
    nodes: Query<(&ComputedNode, &UiGlobalTransform)>,
    parents: Query<&ChildOf>,
    keys: Keys,
    window: Single<&Window>,
    scale: Res<UiScale>,
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut rest: Local<Rest>,
) {
    let (mut place, size, mut visibility) = bubble.into_inner();
    // Who presses or drags knows what the thing is, and wants to see what it does.
    let busy = buttons.get_pressed().next().is_some();
    let hovered = things.iter().find(|(_, hovered, _)| hovered.get());
    let thing = hovered.as_ref().map(|hovered| hovered.0);
    rest.known = if busy { thing } else { rest.known.filter(|known| Some(*known) == thing) };
    let hovered = hovered.filter(|_| !busy && rest.known.is_none());
    let thing = hovered.as_ref().map(|hovered| hovered.0);
    if rest.on != thing {
        *rest = Rest { on: thing, known: rest.known, ..default() };
        visibility.set_if_neq(Visibility::Hidden);
    }
    let Some((thing, _, tip)) = hovered else { return };
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
    let size = size.size() * size.inverse_scale_factor();
    let above = std::iter::once(thing).chain(parents.iter_ancestors(thing));
    let around: Vec<Rect> =
        above.filter_map(|entity| nodes.get(entity).ok()).map(|(node, transform)| frame(node, transform)).collect();
    let Vec2 { x: left, y: top } = corner(size, node_space(&window, &scale), &around, &frames_of(&keys));
    if (place.left, place.top) != (px(left), px(top)) {
        (place.left, place.top) = (px(left), px(top));
    }
    visibility.set_if_neq(Visibility::Visible);
}
