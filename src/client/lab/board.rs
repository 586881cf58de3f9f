//! Boards: pixels below, shapes above. The wheel zooms, the middle button and WASD move the picture, of all boards at once; what
//! else the pointer does is told to the page.

use super::LabSystems;
use super::frame::Middle;
use super::paint::{self, Placed};
use super::playback::Typing;
use super::raster::{Needs, Raster};
use super::select::Selecting;
use super::stage::{BoardPointer, MOST_PANES, Pane, PointerKind, Stage};
use super::state::{Lab, LabPage};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::naming::Naming;
use crate::client::kit::sheets::image_of;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::lab::drawing::{At, Drawing};
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use std::sync::Arc;
use tiny_skia::Pixmap;

/// Where all boards look: a place as a share of the picture, and how many times larger than the whole it is shown.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct BoardView {
    pub middle: Vec2,
    pub zoom: f32,
}

impl Default for BoardView {
    fn default() -> Self {
        Self { middle: Vec2::splat(0.5), zoom: 1.0 }
    }
}

/// The most that the picture is enlarged.
const MOST_ZOOM: f32 = 64.0;

/// A board, by its place on the stage.
#[derive(Component, Debug)]
#[require(RelativeCursorPosition)]
struct Board {
    pane: usize,
    ground: Entity,
    shapes: Entity,
    raster: Raster,
    drawn: Option<(Arc<Drawing>, Placed, UVec2)>,
}

/// The line above a board.
#[derive(Component)]
struct Caption(usize);

/// The whole of a board with its line.
#[derive(Component)]
struct Boxed;

/// The board that the pointer is on or drags from, and where it was last.
#[derive(Default)]
struct Held {
    button: Option<MouseButton>,
    over: Option<(usize, At)>,
    at: Vec2,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardView>().add_message::<BoardPointer>().add_systems(OnEnter(Lab::Open), reset).add_systems(
        Update,
        ((point, look_by_key).in_set(LabSystems::Ask), (arrange, caption, show).chain().in_set(LabSystems::Show)),
    );
    for page in LabPage::ALL {
        app.add_systems(OnExit(page), reset);
    }
}

fn reset(mut view: ResMut<BoardView>) {
    *view = BoardView::default();
}

/// As many boards as the stage has.
fn arrange(
    stage: Res<Stage>,
    middle: Single<(Entity, &mut Node), With<Middle>>,
    boxes: Query<Entity, With<Boxed>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let count = stage.panes.len().min(MOST_PANES);
    if boxes.iter().count() == count {
        return;
    }
    for entity in &boxes {
        commands.entity(entity).despawn();
    }
    let (middle, mut node) = middle.into_inner();
    let (columns, rows) = match count {
        0 | 1 => (1, 1),
        2 => (2, 1),
        _ => (2, 2),
    };
    *node = Node {
        display: Display::Grid,
        grid_template_columns: vec![RepeatedGridTrack::flex(columns, 1.0)],
        grid_template_rows: vec![RepeatedGridTrack::flex(rows, 1.0)],
        column_gap: px(6),
        row_gap: px(6),
        ..node.clone()
    };
    commands.entity(middle).with_children(|middle| {
        for pane in 0..count {
            let frame = Node { min_width: px(0), min_height: px(0), overflow: Overflow::clip(), ..stack(2.0) };
            middle.spawn((frame, Boxed)).with_children(|frame| {
                frame.spawn((
                    theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""),
                    Node { flex_shrink: 0.0, height: px(20), overflow: Overflow::clip(), ..default() },
                    Caption(pane),
                ));
                let node = Node {
                    flex_grow: 1.0,
                    flex_basis: px(0),
                    min_height: px(0),
                    overflow: Overflow::clip(),
                    border_radius: BorderRadius::all(px(4)),
                    ..default()
                };
                let mut board = frame.spawn((node, BackgroundColor(theme::WELL)));
                let layer = || {
                    let node = Node { position_type: PositionType::Absolute, ..default() };
                    let image = ImageNode { image_mode: NodeImageMode::Stretch, ..default() };
                    (node, image, Pickable::IGNORE)
                };
                let (mut ground, mut shapes) = (Entity::PLACEHOLDER, Entity::PLACEHOLDER);
                board.with_children(|board| {
                    ground = board.spawn(layer()).id();
                    shapes = board.spawn(layer()).id();
                });
                board.insert(Board { pane, ground, shapes, raster: Raster::default(), drawn: None });
            });
        }
    });
}

fn caption(stage: Res<Stage>, mut captions: Query<(&Caption, &mut Text)>) {
    for (Caption(pane), mut text) in &mut captions {
        set_text(&mut text, stage.panes.get(*pane).map_or("", |pane| pane.caption.as_str()));
    }
}

/// Where a picture lies on a board of a size, both in the same pixels.
fn placed(drawing: &Drawing, view: BoardView, size: Vec2) -> Placed {
    let ((left, top), (right, bottom)) = drawing.bounds;
    let fitted = Placed::fitted(drawing, size.x, size.y);
    let scale = fitted.scale * view.zoom;
    let middle = (left + (right - left) * view.middle.x, top + (bottom - top) * view.middle.y);
    Placed { scale, origin: (size.x / 2.0 - middle.0 * scale, size.y / 2.0 - middle.1 * scale) }
}

/// Pixels of nodes.
fn size(node: &ComputedNode) -> Vec2 {
    node.size() * node.inverse_scale_factor()
}

/// The boards follow the stage and the view.
fn show(
    stage: Res<Stage>,
    view: Res<BoardView>,
    mut boards: Query<(&mut Board, &ComputedNode)>,
    mut layers: Query<(&mut Node, &mut ImageNode), Without<Board>>,
    mut images: ResMut<Assets<Image>>,
) {
    for (mut board, node) in &mut boards {
        let Some(pane) = stage.panes.get(board.pane) else { continue };
        let pixels = node.size().round().as_uvec2();
        if pixels.min_element() == 0 {
            continue;
        }
        let board = board.bypass_change_detection();
        if let Ok((mut layer, mut image)) = layers.get_mut(board.ground) {
            lay_ground(board, pane, placed(&pane.drawing, *view, size(node)), &mut layer, &mut image, &mut images);
        }
        let place = placed(&pane.drawing, *view, node.size());
        let is_same = board.drawn.as_ref().is_some_and(|(drawing, before, size)| {
            Arc::ptr_eq(drawing, &pane.drawing) && *before == place && *size == pixels
        });
        let Ok((mut layer, mut image)) = layers.get_mut(board.shapes) else { continue };
        if is_same {
            continue;
        }
        let Some(mut canvas) = Pixmap::new(pixels.x, pixels.y) else { continue };
        paint::paint(&mut canvas, &pane.drawing, place);
        board.drawn = Some((pane.drawing.clone(), place, pixels));
        let cover = (percent(100), percent(100));
        if (layer.width, layer.height) != cover {
            (layer.width, layer.height) = cover;
        }
        put(&mut image, &mut images, pixels, canvas.take_demultiplied(), ImageSampler::linear());
    }
}

fn lay_ground(
    board: &mut Board,
    pane: &Pane,
    place: Placed,
    layer: &mut Mut<Node>,
    image: &mut Mut<ImageNode>,
    images: &mut Assets<Image>,
) {
    let needs = board.raster.follow(&pane.ground);
    let Raster { width, height, pixels, .. } = &board.raster;
    let lies =
        (px(place.origin.0), px(place.origin.1), px(*width as f32 * place.scale), px(*height as f32 * place.scale));
    if (layer.left, layer.top, layer.width, layer.height) != lies {
        (layer.left, layer.top, layer.width, layer.height) = lies;
    }
    let display = if pixels.is_empty() { Display::None } else { Display::Flex };
    if layer.display != display {
        layer.display = display;
    }
    match needs {
        Needs::Nothing => {}
        Needs::Update | Needs::Anew if pixels.is_empty() => {}
        Needs::Update => {
            if let Some(data) = images.get_mut(&image.image).as_mut().and_then(|shown| shown.data.as_mut())
                && data.len() == pixels.len()
            {
                data.copy_from_slice(pixels);
            }
        }
        Needs::Anew => {
            // Cells have sharp edges when they are large, and do not flicker when they are smaller than pixels.
            let sampler = ImageSamplerDescriptor {
                mag_filter: ImageFilterMode::Nearest,
                min_filter: ImageFilterMode::Linear,
                ..ImageSamplerDescriptor::default()
            };
            let size = UVec2::new(*width, *height);
            put(image, images, size, pixels.clone(), ImageSampler::Descriptor(sampler));
        }
    }
}

/// Shows pixels, in the picture that is there if it has their size.
fn put(node: &mut Mut<ImageNode>, images: &mut Assets<Image>, size: UVec2, pixels: Vec<u8>, sampler: ImageSampler) {
    if let Some(mut image) = images.get_mut(&node.image).filter(|image| image.size() == size && size != UVec2::ONE) {
        image.data = Some(pixels);
        return;
    }
    let mut image = image_of(size.x, size.y, pixels);
    image.sampler = sampler;
    node.image = images.add(image);
}

/// The pointer becomes messages, or moves the picture.
fn point(
    boards: Query<(&Board, &ComputedNode, &RelativeCursorPosition)>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut wheel: MessageReader<MouseWheel>,
    (selecting, naming): (Res<Selecting>, Option<Res<Naming>>),
    stage: Res<Stage>,
    mut view: ResMut<BoardView>,
    mut held: Local<Held>,
    mut told: MessageWriter<BoardPointer>,
) {
    let notches: f32 =
        wheel.read().map(|turn| if turn.unit == MouseScrollUnit::Line { turn.y } else { turn.y / 50.0 }).sum();
    let is_covered = selecting.is_open() || naming.is_some_and(|naming| naming.is_open());
    let on = |held: &Held| {
        let wanted = held.over.map(|(pane, _)| pane).filter(|_| held.button.is_some());
        let mut boards = boards.iter().filter(|(board, ..)| wanted.is_none_or(|wanted| board.pane == wanted));
        boards.find(|(.., cursor)| wanted.is_some() || (cursor.cursor_over() && !is_covered))
    };
    let found = on(&held).and_then(|(board, node, cursor)| {
        let (pane, space) = (stage.panes.get(board.pane)?, size(node));
        let on_board = (cursor.normalized? + 0.5) * space;
        let place = placed(&pane.drawing, *view, space);
        let at = ((on_board.x - place.origin.0) / place.scale, (on_board.y - place.origin.1) / place.scale);
        Some((board.pane, at, on_board, place, pane))
    });
    let tell = |pane, at, kind, button| BoardPointer { pane, at, kind, button };
    let Some((pane, at, on_board, place, shown)) = found else {
        if let Some((pane, at)) = held.over.take() {
            told.write(tell(pane, at, PointerKind::Leave, MouseButton::Left));
        }
        held.button = held.button.filter(|button| mouse.pressed(*button));
        return;
    };
    let ((left, top), (right, bottom)) = shown.drawing.bounds;
    let whole = Vec2::new(right - left, bottom - top) * place.scale;
    if notches != 0.0 && held.button.is_none() {
        let zoom = (view.zoom * 1.2_f32.powf(notches)).clamp(1.0, MOST_ZOOM);
        // What is below the pointer stays there.
        let share = (Vec2::new(at.0 - left, at.1 - top) * place.scale) / whole.max(Vec2::ONE);
        let middle = share + (view.middle - share) * (view.zoom / zoom);
        *view = BoardView { middle: middle.clamp(Vec2::ZERO, Vec2::ONE), zoom };
    }
    match held.button {
        Some(MouseButton::Middle) if mouse.pressed(MouseButton::Middle) => {
            let by = (on_board - held.at) / whole.max(Vec2::ONE);
            if by != Vec2::ZERO {
                view.middle = (view.middle - by).clamp(Vec2::ZERO, Vec2::ONE);
            }
        }
        Some(button) if mouse.pressed(button) => {
            if held.at != on_board {
                told.write(tell(pane, at, PointerKind::Drag, button));
            }
        }
        Some(button) => {
            held.button = None;
            if button != MouseButton::Middle {
                told.write(tell(pane, at, PointerKind::Release, button));
            }
        }
        None => {
            let buttons = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
            held.button = buttons.into_iter().find(|button| mouse.just_pressed(*button));
            match held.button {
                Some(MouseButton::Middle) => {}
                Some(button) => _ = told.write(tell(pane, at, PointerKind::Press, button)),
                None if held.over.is_none_or(|before| before != (pane, at)) => {
                    told.write(tell(pane, at, PointerKind::Hover, MouseButton::Left));
                }
                None => {}
            }
        }
    }
    held.over = Some((pane, at));
    held.at = on_board;
}

/// WASD move the picture, Z and X zoom, 0 shows the whole.
fn look_by_key(keys: Res<ButtonInput<KeyCode>>, time: Res<Time<Real>>, typing: Typing, mut view: ResMut<BoardView>) {
    if typing.is_on() || keys.get_pressed().next().is_none() {
        return;
    }
    let held = |less: KeyCode, more: KeyCode| {
        f32::from(i8::from(keys.pressed(more)) - i8::from(keys.pressed(less))) * time.delta_secs().min(0.1)
    };
    let by = Vec2::new(held(KeyCode::KeyA, KeyCode::KeyD), held(KeyCode::KeyW, KeyCode::KeyS));
    let zoom = (view.zoom * 4.0_f32.powf(held(KeyCode::KeyX, KeyCode::KeyZ))).clamp(1.0, MOST_ZOOM);
    let middle = (view.middle + by * 0.7 / view.zoom).clamp(Vec2::ZERO, Vec2::ONE);
    let wanted = if keys.just_pressed(KeyCode::Digit0) { BoardView::default() } else { BoardView { middle, zoom } };
    view.set_if_neq(wanted);
}
