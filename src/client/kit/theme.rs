//! The look: colours, sizes and text. Everything else in [`crate::client::screens`] takes its looks from here.
//!
//! Slate panels with gold edges, cream writing. Button and panel are pictures ([`Art::button`] is light grey, so that a
//! tint gives it any colour).

use crate::client::kit::art::{Art, SIDE_COLOURS, SIDE_NAMES};
use crate::client::kit::sheets::Sheet;
use bevy::prelude::*;
use bevy::ui::VisualBox;

/// Behind everything, and the fill of bars.
pub(crate) const NIGHT: Color = Color::srgb(0.055, 0.075, 0.102);
/// Fill of wells: lists, fields, the frame of a picture.
pub(crate) const WELL: Color = Color::srgb(0.066, 0.087, 0.12);
/// Thin lines.
pub(crate) const EDGE: Color = Color::srgb(0.25, 0.3, 0.38);
/// What is chosen, and the edges of panels.
pub const GOLD: Color = Color::srgb(0.906, 0.718, 0.365);
/// Gold in the shade.
pub(crate) const BRONZE: Color = Color::srgb(0.55, 0.42, 0.22);
/// Writing.
pub(crate) const CREAM: Color = Color::srgb(0.965, 0.925, 0.84);
/// Writing of lesser weight.
pub(crate) const MUTED: Color = Color::srgb(0.665, 0.7, 0.755);
/// What is wrong, late or in danger.
pub const ALARM: Color = Color::srgb(0.965, 0.49, 0.42);

/// Small print, in logical pixels.
pub const SMALL: f32 = 12.5;
/// Running text.
pub(crate) const BODY: f32 = 14.5;
/// Labels of buttons and rows.
pub(crate) const LABEL: f32 = 16.0;
/// Headings of panels.
pub(crate) const HEAD: f32 = 20.0;
/// Headings of screens.
pub(crate) const TITLE: f32 = 30.0;

pub fn side(number: u8) -> (&'static str, Color) {
    let index = usize::from(number) % SIDE_NAMES.len();
    (SIDE_NAMES[index], SIDE_COLOURS[index])
}

/// How strong the writing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
    Black,
}

pub fn font(art: &Art, weight: Weight, size: f32) -> TextFont {
    let handle = match weight {
        Weight::Regular => &art.regular,
        Weight::Bold => &art.bold,
        Weight::Black => &art.black,
    };
    TextFont { font: handle.into(), font_size: FontSize::Px(size), ..default() }
}

/// One line of writing that lets the pointer through to what it stands on.
pub fn text(art: &Art, weight: Weight, size: f32, color: Color, content: &str) -> impl Bundle + use<> {
    // Without this, rows and columns make room for the words one below the other.
    (paragraph(art, weight, size, color, content), TextLayout::no_wrap())
}

/// Writing of as many lines as it needs. Its node, or the column that it is in, should be given a width.
pub(crate) fn paragraph(art: &Art, weight: Weight, size: f32, color: Color, content: &str) -> impl Bundle + use<> {
    (Text::new(content), font(art, weight, size), TextColor(color), Pickable::IGNORE)
}

/// Symbols of [`Art::icons`] in atlas order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Icon {
    Command,
    Edit,
    Units,
    Undo,
    Redo,
    Save,
    Pause,
    Play,
    Faster,
    Slower,
    Stop,
    Menu,
    Routes,
    Reservations,
    Distances,
    Occupancy,
    /// The smallest of four brushes, which follow one another.
    Brush,
    Dice = 20,
    FullScreen = 23,
    Hold,
    Formation,
    Waits,
    Ranks,
    Regions,
}

/// The symbol of a brush, the smallest first.
pub(crate) const fn brush_index(brush: usize) -> usize {
    Icon::Brush as usize + brush
}

/// A symbol by its position in the atlas.
pub(crate) fn icon(art: &Art, index: usize, size: f32) -> impl Bundle + use<> {
    sheet_picture(&art.icons, index, size)
}

/// One frame of a sheet as a square that lets the pointer through.
pub(crate) fn sheet_picture(sheet: &Sheet, index: usize, size: f32) -> impl Bundle + use<> {
    (sheet.node(index), Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() }, Pickable::IGNORE)
}

/// A framed panel to put things in: the pointer does not go through it.
pub fn panel(art: &Art, node: Node) -> impl Bundle + use<> {
    (
        Node { padding: UiRect::all(px(12)), border_radius: BorderRadius::all(px(6)), ..node },
        sliced(&art.panel, Color::WHITE),
        // The picture lets a little through, and a light map behind it would take the edge off small print.
        BackgroundColor(NIGHT.with_alpha(0.75)),
    )
}

/// A nine-slice picture over the whole of a node.
pub(crate) fn sliced(image: &Handle<Image>, color: Color) -> ImageNode {
    ImageNode {
        color,
        image_mode: NodeImageMode::Sliced(TextureSlicer { border: BorderRect::all(12.0), ..default() }),
        visual_box: VisualBox::BorderBox,
        ..ImageNode::new(image.clone())
    }
}

/// A soft edge below writing that stands on a picture.
pub fn shadow() -> TextShadow {
    TextShadow { offset: Vec2::splat(1.5), color: Color::srgba(0.0, 0.0, 0.0, 0.8) }
}
