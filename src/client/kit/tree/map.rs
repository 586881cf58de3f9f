//! The small picture of the whole tree: a row a ply, as wide as what was searched there, in the colour of who stands
//! better. It is drawn once; what is selected and what is seen are marked, and a press goes there.

use super::TreeSystems;
use super::looked::{Browser, Looked};
use super::orders::TreeWish;
use crate::client::kit::art::SIDE_COLOURS;
use crate::client::kit::sheets::image_of;
use crate::client::kit::theme;
use crate::client::stage::TreeOpen;
use crate::search::Bound;
use crate::search::tree::icicle::{Icicle, span};
use crate::shell::states::Screen;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// Size of the picture in pixels, and of a ply of it in logical pixels.
const WIDTH: usize = 512;
const MOST_PLIES: usize = 12;
const PLY: f32 = 7.0;

/// A value at which a side stands clearly better.
const CLEAR: f32 = 60.0;

#[derive(Component)]
#[require(RelativeCursorPosition)]
struct Map;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Selected,
    /// What the rows show.
    Seen,
}

/// The picture, and of which tree it is.
#[derive(Resource, Default)]
struct Drawn {
    number: Option<u32>,
    picture: Option<Icicle>,
    image: Handle<Image>,
}

pub(super) fn plugin(app: &mut App) {
    // Trees are counted anew in every match.
    app.init_resource::<Drawn>()
        .add_systems(OnExit(Screen::Match), |mut drawn: ResMut<Drawn>| *drawn = Drawn::default());
    app.add_systems(
        Update,
        ((draw, mark).chain().run_if(resource_changed::<Browser>.or_else(resource_changed::<TreeOpen>)), press)
            .chain()
            .in_set(TreeSystems::Show)
            .run_if(|open: Res<TreeOpen>| open.0),
    );
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands) {
    let node = Node { flex_shrink: 0.0, height: px(0), overflow: Overflow::clip(), ..default() };
    panel.spawn((node, Map, BackgroundColor(theme::WELL))).with_children(|map| {
        for (mark, color) in [(Mark::Seen, theme::GOLD), (Mark::Selected, theme::CREAM)] {
            let node = Node {
                position_type: PositionType::Absolute,
                min_width: px(3),
                border: UiRect::all(px(1)),
                display: Display::None,
                ..default()
            };
            map.spawn((node, mark, BorderColor::all(color), Pickable::IGNORE));
        }
    });
}

/// The colour of a node: of who stands better, dimmer where only a bound is known.
fn colour(looked: &Looked, node: u32) -> Color {
    let Some((value, bound)) = looked.node(node).value(0) else { return theme::EDGE };
    let clear = (value as f32 / (CLEAR + value.abs() as f32)).abs();
    let side = SIDE_COLOURS[usize::from(value < 0)];
    let light = if bound == Bound::Exact { 1.0 } else { 0.6 };
    let even = Srgba::rgb(0.5, 0.5, 0.5);
    let mixed = even.mix(&side.to_srgba(), clear);
    Srgba::rgb(mixed.red * light, mixed.green * light, mixed.blue * light).into()
}

fn draw(
    browser: Res<Browser>,
    mut drawn: ResMut<Drawn>,
    images: Option<ResMut<Assets<Image>>>,
    maps: Query<(Entity, &mut Node, Has<ImageNode>), With<Map>>,
    mut commands: Commands,
) {
    let (Some(looked), Some(mut images)) = (&browser.looked, images) else { return };
    if drawn.number != Some(looked.number) {
        let picture = Icicle::new(looked.tree(), WIDTH, MOST_PLIES);
        let colours = |pixel: usize| {
            let (x, row) = (pixel % WIDTH, pixel / WIDTH);
            let node = picture.at(x, row);
            // Neighbours are told apart by a dark line.
            let is_edge = x > 0 && node != picture.at(x - 1, row);
            match node {
                Some(node) if !is_edge => colour(looked, node).to_srgba().to_u8_array(),
                Some(_) => [20, 26, 34, 255],
                None => [0, 0, 0, 0],
            }
        };
        let data = (0..WIDTH * picture.rows()).flat_map(colours).collect();
        let mut image = image_of(WIDTH as u32, picture.rows() as u32, data);
        image.sampler = ImageSampler::nearest();
        *drawn = Drawn { number: Some(looked.number), picture: Some(picture), image: images.add(image) };
    }
    let height = px(drawn.picture.as_ref().map_or(0, Icicle::rows) as f32 * PLY);
    for (map, mut node, has_image) in maps {
        if node.height != height {
            node.height = height;
        }
        if drawn.is_changed() || !has_image {
            let image = ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(drawn.image.clone()) };
            commands.entity(map).insert(image);
        }
    }
}

/// Marks the selected node, and from where to where the rows reach that are seen.
fn mark(browser: Res<Browser>, mut marks: Query<(&Mark, &mut Node)>) {
    let Some(looked) = &browser.looked else { return };
    let plies = looked.tree().nodes().iter().map(|node| node.ply).max().unwrap_or(0);
    let rows = (f32::from(plies) + 1.0).min(MOST_PLIES as f32);
    for (mark, mut node) in &mut marks {
        let (from, to, ply, height) = match mark {
            Mark::Selected => {
                let selected = looked.selected();
                let (from, to) = span(looked.tree(), selected);
                (from, to, f32::from(looked.node(selected).ply), 1.0)
            }
            Mark::Seen => {
                let seen = looked.outline().rows().iter().skip(looked.top()).take(browser.room);
                let deepest = seen.clone().map(|row| looked.node(*row).ply).max().unwrap_or(0);
                let (from, to) = seen.filter(|row| **row != 0).fold((1.0_f64, 0.0_f64), |(from, to), row| {
                    let (left, right) = span(looked.tree(), *row);
                    (from.min(left), to.max(right))
                });
                (from, to, 0.0, f32::from(deepest) + 1.0)
            }
        };
        let display = if from < to && ply < rows { Display::Flex } else { Display::None };
        let share = |value: f64| percent(value as f32 * 100.0);
        *node = Node {
            display,
            left: share(from),
            width: share(to - from),
            top: percent(ply / rows * 100.0),
            height: percent((height / rows * 100.0).min(100.0)),
            ..node.clone()
        };
    }
}

fn press(
    map: Option<Single<&RelativeCursorPosition, With<Map>>>,
    mouse: Res<ButtonInput<MouseButton>>,
    drawn: Res<Drawn>,
    mut orders: MessageWriter<TreeWish>,
) {
    let (Some(cursor), Some(picture)) = (map, &drawn.picture) else { return };
    if !mouse.just_pressed(MouseButton::Left) || !cursor.cursor_over() {
        return;
    }
    let Some(at) = cursor.normalized else { return };
    let place = |at: f32, count: usize| (((at + 0.5) * count as f32) as usize).min(count.saturating_sub(1));
    orders.write_batch(picture.at(place(at.x, picture.width()), place(at.y, picture.rows())).map(TreeWish::Select));
}
