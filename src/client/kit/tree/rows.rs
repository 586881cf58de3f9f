//! A fixed pool of rows, filled with those of the tree that are seen: however many there are, no more is laid out.

use super::looked::{Browser, Looked};
use super::orders::TreeWish;
use super::{TreeSystems, words};
use crate::client::kit::art::{Art, SIDE_COLOURS};
use crate::client::kit::sheets::image_of;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::stage::{TreeOpen, short};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::observe;

/// Rows of the pool: a window of 2100 logical pixels has no more.
const POOL: usize = 96;
/// Height of a row, and what a ply is further to the right, in logical pixels.
const HEIGHT: f32 = 20.0;
const INDENT: f32 = 9.0;
/// Plies after which rows go no further to the right.
const MOST_INDENT: u8 = 12;
/// Rows that a notch of the wheel goes.
const NOTCH: f32 = 3.0;

/// The frame of the rows.
#[derive(Component)]
#[require(RelativeCursorPosition)]
struct List;

#[derive(Component, Debug, Clone, Copy)]
struct Row(usize);

/// The writing of a row of the pool.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowText {
    pub row: usize,
    pub column: usize,
}

/// Plus or minus.
const TURN: usize = 0;
const MOVE: usize = 1;
const VALUE: usize = 2;
const DEPTH: usize = 3;
const SIZE: usize = 4;
const NOTE: usize = 5;

/// The lines to the left of a row.
#[derive(Component)]
struct Guide(usize);

#[derive(Component)]
#[require(RelativeCursorPosition)]
struct Bar;

#[derive(Component)]
struct Thumb;

/// A line at every ply.
#[derive(Resource, Default)]
struct Lines(Handle<Image>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lines>().add_systems(Startup, make).add_systems(
        Update,
        (measure, wheel, drag, fill.run_if(resource_changed::<Browser>.or_else(resource_changed::<TreeOpen>)))
            .chain()
            .in_set(TreeSystems::Show)
            .run_if(|open: Res<TreeOpen>| open.0),
    );
}

fn make(images: Option<ResMut<Assets<Image>>>, mut lines: ResMut<Lines>) {
    let Some(mut images) = images else { return };
    let (width, height) = (INDENT as u32, HEIGHT as u32);
    let [red, green, blue, _] = theme::EDGE.to_srgba().to_u8_array();
    let pixel = |index: u32| if index % width == width / 2 { [red, green, blue, 255] } else { [0; 4] };
    lines.0 = images.add(image_of(width, height, (0..width * height).flat_map(pixel).collect()));
}

/// The node of a row of the pool.
fn node_of(browser: &Browser, row: usize) -> Option<u32> {
    let looked = browser.looked.as_ref()?;
    looked.outline().rows().get(looked.top() + row).copied()
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    let frame = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_height: px(0),
        column_gap: px(3),
        padding: UiRect::all(px(3)),
        border_radius: BorderRadius::all(px(5)),
        ..default()
    };
    panel.spawn((frame, BackgroundColor(theme::WELL))).with_children(|frame| {
        let list = Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            min_width: px(0),
            flex_direction: FlexDirection::Column,
            overflow: Overflow::clip(),
            ..default()
        };
        frame.spawn((list, List)).with_children(|list| (0..POOL).for_each(|row| spawn_row(list, art, row)));
        let bar = Node { width: px(12), flex_shrink: 0.0, border_radius: BorderRadius::all(px(5)), ..default() };
        frame.spawn((bar, Bar, BackgroundColor(theme::NIGHT))).with_child((
            Node {
                position_type: PositionType::Absolute,
                left: px(2),
                right: px(2),
                min_height: px(10),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            },
            BackgroundColor(theme::EDGE),
            Pickable::IGNORE,
            Thumb,
        ));
    });
}

fn spawn_row(list: &mut ChildSpawnerCommands, art: &Art, row: usize) {
    let node = Node {
        height: px(HEIGHT),
        flex_shrink: 0.0,
        align_items: AlignItems::Center,
        column_gap: px(4),
        border: UiRect::left(px(2)),
        display: Display::None,
        ..default()
    };
    let press = move |press: On<Pointer<Press>>, browser: Res<Browser>, mut orders: MessageWriter<TreeWish>| {
        if press.button == PointerButton::Primary {
            orders.write_batch(node_of(&browser, row).map(TreeWish::Select));
        }
    };
    let turn = move |mut press: On<Pointer<Press>>, browser: Res<Browser>, mut orders: MessageWriter<TreeWish>| {
        press.propagate(false);
        orders.write_batch(node_of(&browser, row).map(TreeWish::Turn));
    };
    let cell = |width: Val| Node { width, flex_shrink: 0.0, overflow: Overflow::clip(), ..default() };
    let text = |column: usize, weight: Weight, color: Color| {
        (theme::text(art, weight, theme::SMALL, color, ""), RowText { row, column })
    };
    list.spawn((node, Row(row), BackgroundColor(Color::NONE), BorderColor::all(Color::NONE), observe(press)))
        .with_children(|line| {
            let name = Node { align_items: AlignItems::Center, column_gap: px(2), ..cell(percent(38)) };
            line.spawn((name, Pickable::IGNORE)).with_children(|name| {
                let guide = Node { height: px(HEIGHT), flex_shrink: 0.0, ..default() };
                name.spawn((guide, Guide(row), Pickable::IGNORE));
                let sign = Node { justify_content: JustifyContent::Center, ..cell(px(15)) };
                name.spawn((sign, observe(turn))).with_child(text(TURN, Weight::Black, theme::GOLD));
                name.spawn(text(MOVE, Weight::Bold, theme::CREAM));
            });
            line.spawn((cell(px(84)), Pickable::IGNORE)).with_child(text(VALUE, Weight::Bold, theme::CREAM));
            line.spawn((cell(px(22)), Pickable::IGNORE)).with_child(text(DEPTH, Weight::Regular, theme::MUTED));
            line.spawn((cell(px(46)), Pickable::IGNORE)).with_child(text(SIZE, Weight::Regular, theme::MUTED));
            let rest =
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), overflow: Overflow::clip(), ..default() };
            line.spawn((rest, Pickable::IGNORE)).with_child(text(NOTE, Weight::Regular, theme::MUTED));
        });
}

/// How many rows there is room for.
fn measure(list: Option<Single<&ComputedNode, With<List>>>, mut browser: ResMut<Browser>) {
    let Some(list) = list else { return };
    let height = list.size().y * list.inverse_scale_factor();
    let room = ((height / HEIGHT) as usize).clamp(1, POOL);
    if browser.room != room && height > 0.0 {
        browser.room = room;
    }
}

fn wheel(
    mut turned: MessageReader<MouseWheel>,
    list: Option<Single<&RelativeCursorPosition, With<List>>>,
    mut browser: ResMut<Browser>,
    mut rest: Local<f32>,
) {
    if !list.is_some_and(|list| list.cursor_over()) {
        turned.clear();
        return;
    }
    for turn in turned.read() {
        *rest -= match turn.unit {
            MouseScrollUnit::Line => turn.y * NOTCH,
            MouseScrollUnit::Pixel => turn.y / HEIGHT,
        };
    }
    let by = rest.trunc();
    if by == 0.0 {
        return;
    }
    *rest -= by;
    let room = browser.room;
    if let Some(looked) = &mut browser.looked {
        looked.scroll(by as isize, room);
    }
}

/// A press or drag on the bar goes there.
fn drag(
    bar: Option<Single<&RelativeCursorPosition, With<Bar>>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut browser: ResMut<Browser>,
    mut dragging: Local<bool>,
) {
    let Some(cursor) = bar else { return };
    if mouse.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over();
    }
    *dragging &= mouse.pressed(MouseButton::Left);
    let (true, Some(at)) = (*dragging, cursor.normalized) else { return };
    let room = browser.room;
    let Some(looked) = &browser.looked else { return };
    let rows = looked.outline().rows().len();
    // The middle of the node is 0; what is pressed comes to the middle of the view.
    let top = ((at.y + 0.5).clamp(0.0, 1.0) * rows as f32) as usize;
    let top = top.saturating_sub(room / 2).min(rows.saturating_sub(room));
    if top != looked.top()
        && let Some(looked) = &mut browser.looked
    {
        looked.scroll_to(top, room);
    }
}

type Around<'w, 's> = Query<'w, 's, (&'static Guide, &'static mut Node), (Without<Row>, Without<Thumb>)>;

fn fill(
    browser: Res<Browser>,
    lines: Res<Lines>,
    mut rows: Query<(&Row, &mut Node, &mut BackgroundColor, &mut BorderColor)>,
    mut texts: Query<(&RowText, &mut Text, &mut TextColor)>,
    mut guides: Around,
    (bare, mut commands): (Query<Entity, (With<Guide>, Without<ImageNode>)>, Commands),
    mut thumbs: Query<&mut Node, (With<Thumb>, Without<Row>)>,
) {
    for guide in &bare {
        let image_mode = NodeImageMode::Tiled { tile_x: true, tile_y: true, stretch_value: 1.0 };
        commands.entity(guide).insert(ImageNode { image_mode, ..ImageNode::new(lines.0.clone()) });
    }
    let seen = |row: usize| node_of(&browser, row).filter(|_| row < browser.room);
    let looked = browser.looked.as_ref();
    for (Row(row), mut node, mut fill, mut edge) in &mut rows {
        let shown = seen(*row).zip(looked);
        set_shown(&mut node, shown.is_some());
        let Some((index, looked)) = shown else { continue };
        let is_selected = index == looked.selected();
        let color = match (is_selected, looked.is_line(index)) {
            (true, _) => theme::GOLD.with_alpha(0.3),
            (_, true) => theme::GOLD.with_alpha(0.1),
            _ => Color::NONE,
        };
        fill.set_if_neq(BackgroundColor(color));
        edge.set_if_neq(BorderColor::all(if is_selected { theme::GOLD } else { Color::NONE }));
    }
    for (Guide(row), mut node) in &mut guides {
        let Some((index, looked)) = seen(*row).zip(looked) else { continue };
        let width = px(f32::from(looked.node(index).ply.min(MOST_INDENT)) * INDENT);
        if node.width != width {
            node.width = width;
        }
    }
    for (RowText { row, column }, mut text, mut color) in &mut texts {
        let Some((index, looked)) = seen(*row).zip(looked) else { continue };
        let (content, shade) = written(looked, index, *column);
        set_text(&mut text, content);
        color.set_if_neq(TextColor(shade));
    }
    let count = looked.map_or(1, |looked| looked.outline().rows().len()).max(1);
    let (top, share) = (looked.map_or(0, Looked::top), browser.room as f32 / count as f32);
    for mut node in &mut thumbs {
        let (from, length) = (percent(top as f32 / count as f32 * 100.0), percent(share.min(1.0) * 100.0));
        if node.top != from || node.height != length {
            (node.top, node.height) = (from, length);
        }
    }
}

/// What stands in a column of a row, and its colour.
fn written(looked: &Looked, index: u32, column: usize) -> (String, Color) {
    let node = looked.node(index);
    let is_selected = index == looked.selected();
    let faint = |color: Color| match (is_selected, node.superseded) {
        // Anything else would be hard to read on gold.
        (true, _) => theme::CREAM,
        (_, true) => color.with_alpha(0.55),
        _ => color,
    };
    match column {
        TURN if !looked.outline().has_children(looked.tree(), index) => (String::new(), theme::GOLD),
        TURN => ((if looked.outline().is_open(index) { "−" } else { "+" }).into(), theme::GOLD),
        MOVE if index == 0 => ("Position".into(), theme::CREAM),
        MOVE => {
            let mover = looked.node(node.parent).side;
            let color = SIDE_COLOURS[usize::from(mover.min(1))].lighter(0.2);
            (format!("{}. {}", node.ply, looked.word(index)), faint(color))
        }
        VALUE => (words::row_value(looked, index), faint(theme::CREAM)),
        DEPTH => (node.depth.to_string(), faint(theme::MUTED)),
        SIZE => (short(node.visits), faint(theme::MUTED)),
        _ => (words::note(looked, index), faint(theme::MUTED)),
    }
}
