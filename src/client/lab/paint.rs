//! From shapes and words to pixels.

use crate::files;
use crate::lab::colour::Rgb;
use crate::lab::drawing::{At, Drawing, Shape};
use crate::shell::folders::root_folder;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};
use std::sync::LazyLock;
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapPaint, PixmapRef, Rect, Stroke,
    Transform,
};

/// Bytes of the largest font.
const MAX_FONT: u64 = 4 << 20;

/// The letters of words; none if the file is not there.
static FONT: LazyLock<Option<Vec<u8>>> =
    LazyLock::new(|| files::read(&root_folder().join("assets/fonts/Lato-Regular.ttf"), MAX_FONT).ok());

/// Where the unit of a drawing lies in a picture: pixels a unit, and the pixel of its point (0, 0).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    pub scale: f32,
    pub origin: At,
}

impl Placed {
    /// The whole of a drawing in the middle of a picture of so many pixels.
    pub fn fitted(drawing: &Drawing, width: f32, height: f32) -> Self {
        let ((left, top), (right, bottom)) = drawing.bounds;
        let scale = (width / (right - left).max(1e-6)).min(height / (bottom - top).max(1e-6));
        let origin = (width / 2.0 - (left + right) / 2.0 * scale, height / 2.0 - (top + bottom) / 2.0 * scale);
        Self { scale, origin }
    }

    fn pixel(&self, (x, y): At) -> At {
        (x * self.scale + self.origin.0, y * self.scale + self.origin.1)
    }
}

/// Paints the shapes over what is there.
pub fn paint(canvas: &mut Pixmap, drawing: &Drawing, placed: Placed) {
    drawing.shapes.iter().for_each(|shape| draw(canvas, shape, placed));
}

/// A drawing as a picture for a file, over a ground of pixels: the longer side has so many pixels. `None` if it has no area.
pub fn picture(drawing: &Drawing, ground: Option<(u32, u32, &[u8])>, longest: f32) -> Option<Pixmap> {
    let ((left, top), (right, bottom)) = drawing.bounds;
    let scale = longest / (right - left).max(bottom - top);
    let (width, height) = ((right - left) * scale, (bottom - top) * scale);
    let mut canvas = Pixmap::new(width.round().max(1.0) as u32, height.round().max(1.0) as u32)?;
    canvas.fill(tiny_skia::Color::WHITE);
    let placed = Placed::fitted(drawing, width, height);
    if let Some((width, height, pixels)) = ground {
        let pixels = PixmapRef::from_bytes(pixels, width, height)?;
        let paint = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
        let (x, y) = placed.pixel((0.0, 0.0));
        let place = Transform::from_row(placed.scale, 0.0, 0.0, placed.scale, x, y);
        canvas.draw_pixmap(0, 0, pixels, &paint, place, None);
    }
    paint(&mut canvas, drawing, placed);
    Some(canvas)
}

fn ink<'a>([red, green, blue]: Rgb, opacity: f32) -> Paint<'a> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8);
    paint
}

fn draw(canvas: &mut Pixmap, shape: &Shape, placed: Placed) {
    let size = (canvas.width() as f32, canvas.height() as f32);
    match shape {
        Shape::Area { corners, fill, opacity, rim } => {
            if !is_seen(corners, 2.0, placed, size) {
                return;
            }
            if let (Some(rectangle), None) = (upright(corners, placed), rim) {
                // No seams between neighbours.
                let paint = Paint { anti_alias: false, ..ink(*fill, *opacity) };
                canvas.fill_rect(rectangle, &paint, Transform::identity(), None);
                return;
            }
            let Some(path) = path(corners, true, placed) else { return };
            canvas.fill_path(&path, &ink(*fill, *opacity), FillRule::EvenOdd, Transform::identity(), None);
            if let Some(rim) = rim {
                stroke(canvas, &path, *rim, 1.0);
            }
        }
        Shape::Line { points, colour, width } => {
            let width = (width * placed.scale).max(0.8);
            if let Some(path) = path(points, false, placed).filter(|_| is_seen(points, width, placed, size)) {
                stroke(canvas, &path, *colour, width);
            }
        }
        Shape::Disc { at, radius, fill } => {
            let radius = (radius * placed.scale).max(1.0);
            let (x, y) = placed.pixel(*at);
            if is_seen(&[*at], radius, placed, size)
                && let Some(path) = PathBuilder::from_circle(x, y, radius)
            {
                canvas.fill_path(&path, &ink(*fill, 1.0), FillRule::Winding, Transform::identity(), None);
            }
        }
        Shape::Word { at, height, text, colour } => {
            let height = height * placed.scale;
            // Smaller ones are specks.
            if height >= 5.0
                && is_seen(&[*at], height * text.len() as f32, placed, size)
                && let Some(path) = letters(text, height, placed.pixel(*at))
            {
                canvas.fill_path(&path, &ink(*colour, 1.0), FillRule::Winding, Transform::identity(), None);
            }
        }
    }
}

fn stroke(canvas: &mut Pixmap, path: &Path, colour: Rgb, width: f32) {
    let stroke = Stroke { width, line_join: LineJoin::Round, line_cap: LineCap::Round, ..Stroke::default() };
    canvas.stroke_path(path, &ink(colour, 1.0), &stroke, Transform::identity(), None);
}

/// Whether something of the points is in the picture, with a rim of so many pixels.
fn is_seen(points: &[At], rim: f32, placed: Placed, (width, height): At) -> bool {
    let mut least = (f32::INFINITY, f32::INFINITY);
    let mut most = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for (x, y) in points.iter().map(|point| placed.pixel(*point)) {
        least = (least.0.min(x), least.1.min(y));
        most = (most.0.max(x), most.1.max(y));
    }
    most.0 >= -rim && most.1 >= -rim && least.0 <= width + rim && least.1 <= height + rim
}

/// An upright rectangle, on whole pixels and at least one wide.
fn upright(corners: &[At], placed: Placed) -> Option<Rect> {
    let [a, b, c, d] = *corners else { return None };
    let is_upright = (a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0)
        || (a.0 == b.0 && b.1 == c.1 && c.0 == d.0 && d.1 == a.1);
    if !is_upright {
        return None;
    }
    let (from, to) = (placed.pixel((a.0.min(c.0), a.1.min(c.1))), placed.pixel((a.0.max(c.0), a.1.max(c.1))));
    let side = |from: f32, to: f32| (from.round(), to.round().max(from.round() + 1.0));
    let ((left, right), (top, bottom)) = (side(from.0, to.0), side(from.1, to.1));
    Rect::from_ltrb(left, top, right, bottom)
}

fn path(points: &[At], is_closed: bool, placed: Placed) -> Option<Path> {
    let mut builder = PathBuilder::new();
    let mut pixels = points.iter().map(|point| placed.pixel(*point));
    let (x, y) = pixels.next()?;
    builder.move_to(x, y);
    pixels.for_each(|(x, y)| builder.line_to(x, y));
    if is_closed {
        builder.close();
    }
    builder.finish()
}

/// Letters on a line, from the left.
struct Pen {
    builder: PathBuilder,
    at: At,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.at.0 + x, self.at.1 - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.at.0 + x, self.at.1 - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.builder.quad_to(self.at.0 + cx, self.at.1 - cy, self.at.0 + x, self.at.1 - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((left, top), builder) = (self.at, &mut self.builder);
        builder.cubic_to(left + ax, top - ay, left + bx, top - by, left + x, top - y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

/// A word as a path, its middle at a point.
fn letters(text: &str, height: f32, (x, y): At) -> Option<Path> {
    let font = FontRef::new(FONT.as_deref()?).ok()?;
    let (size, plain) = (Size::new(height), LocationRef::default());
    let (letters, widths, outlines) = (font.charmap(), font.glyph_metrics(size, plain), font.outline_glyphs());
    let glyphs: Vec<_> = text.chars().map(|letter| letters.map(letter).unwrap_or_default()).collect();
    let width: f32 = glyphs.iter().map(|glyph| widths.advance_width(*glyph).unwrap_or(0.0)).sum();
    let mut pen = Pen { builder: PathBuilder::new(), at: (x - width / 2.0, y + height * 0.35) };
    for glyph in glyphs {
        if let Some(outline) = outlines.get(glyph) {
            // A letter that cannot be drawn leaves its room.
            let _ = outline.draw(DrawSettings::unhinted(size, plain), &mut pen);
        }
        pen.at.0 += widths.advance_width(glyph).unwrap_or(0.0);
    }
    pen.builder.finish()
}
