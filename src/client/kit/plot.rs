//! Charts: curves with a scale beside them and words below, drawn into a picture.

use crate::base::wording::grouped;
use crate::client::kit::{Art, Weight, layout, theme};
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Width of the numbers beside a chart, in logical pixels.
pub const SCALE: f32 = 64.0;
/// Height of the words below it, in logical pixels.
pub(crate) const BELOW: f32 = 20.0;
/// Width of a word below it, in pixels of nodes.
pub const WORD: f32 = 76.0;
/// Pixels of the picture to a logical pixel, so that it is sharp on large windows.
const SHARP: f32 = 2.0;
/// Ground and lines of a chart: [`theme::WELL`] and a little lighter.
const GROUND: [Rgb; 2] = [[17, 22, 31], [44, 54, 70]];

pub type Rgb = [u8; 3];

/// A chart.
pub(crate) struct Chart {
    /// Width and height of the picture in logical pixels, without what stands beside and below it.
    pub(crate) size: (f32, f32),
    /// The values that have a line, from the one at the bottom to the one at the top.
    pub(crate) heights: Vec<u32>,
    /// The places that have a line, from 0 at the left to 1 at the right, with the words below them.
    pub(crate) times: Vec<(f32, String)>,
    /// Values at equal distances, with their colour; the first curve lies over the others.
    pub(crate) curves: Vec<(Vec<u32>, Rgb)>,
}

/// The distance between two lines of a scale from 0 that has at most so many of them: 1, 2 or 5 times a power of ten.
pub fn step(most: u32, lines: u32) -> u32 {
    let enough = |step: &u32| step.saturating_mul(lines) >= most;
    (0..10)
        .flat_map(|power| [1, 2, 5].map(|digit: u32| digit.saturating_mul(10_u32.pow(power))))
        .find(enough)
        .unwrap_or(most)
}

/// The values of a scale over all from `low` to `high`, in round steps of which there are about so many.
pub fn scale(low: u32, high: u32, lines: u32) -> Vec<u32> {
    let step = step(high.saturating_sub(low), lines);
    let (first, last) = (low / step, high.div_ceil(step));
    (first..=last.max(first + 1)).map(|line| line.saturating_mul(step)).collect()
}

/// Spawns a chart into a frame of at least its size with [`SCALE`] and [`BELOW`]. Returns its picture.
pub(crate) fn spawn(frame: &mut ChildSpawnerCommands, art: &Art, images: &mut Assets<Image>, chart: &Chart) -> Entity {
    let (width, height) = chart.size;
    for value in &chart.heights {
        let y = (1.0 - share(*value, chart.range())) * height;
        label(art, frame, (0.0, y - 8.0), SCALE - 8.0, JustifyContent::End, &grouped(*value));
    }
    for (share, words) in &chart.times {
        let (left, justify) = below(*share, width);
        label(art, frame, (left, height + 3.0), WORD, justify, words);
    }
    let image = images.add(chart.picture());
    let picture = (
        Node { position_type: PositionType::Absolute, left: px(SCALE), ..layout::sized(width, height) },
        ImageNode { image_mode: NodeImageMode::Stretch, ..ImageNode::new(image) },
    );
    frame.spawn(picture).id()
}

impl Chart {
    /// The values at the bottom and at the top.
    fn range(&self) -> (u32, u32) {
        (self.heights.first().copied().unwrap_or(0), self.heights.last().copied().unwrap_or(1))
    }

    /// Lines of the scale and the curves.
    fn picture(&self) -> Image {
        let (width, height) = ((self.size.0 * SHARP) as u32, (self.size.1 * SHARP) as u32);
        let mut canvas = Canvas::new(width, height, GROUND[0]);
        let (right, bottom) = (width as f32, height as f32);
        for value in &self.heights {
            let y = (1.0 - share(*value, self.range())) * (bottom - 2.0) + 1.0;
            canvas.line((0.0, y), (right, y), 1.5, GROUND[1]);
        }
        for (share, _) in &self.times {
            canvas.line((share * right, 0.0), (share * right, bottom), 1.5, GROUND[1]);
        }
        for (values, color) in self.curves.iter().rev() {
            canvas.curve(values, self.range(), 2.2 * SHARP, *color);
        }
        canvas.into_image()
    }
}

/// Where a value lies between the lowest and the highest: 0 to 1.
fn share(value: u32, (low, high): (u32, u32)) -> f32 {
    (value.saturating_sub(low) as f32 / high.saturating_sub(low).max(1) as f32).min(1.0)
}

/// Where a word below a chart of this width begins: in the middle below its line, but not beyond the end of the chart, where
/// the frame is.
pub fn below(share: f32, width: f32) -> (f32, JustifyContent) {
    let (middle, last) = (SCALE + share * width - WORD / 2.0, SCALE + width - WORD);
    // A word is narrower than its place: it is moved when it would touch the end, not when its place does.
    if middle > last + WORD / 4.0 { (last, JustifyContent::End) } else { (middle, JustifyContent::Center) }
}

fn label(
    art: &Art,
    frame: &mut ChildSpawnerCommands,
    (left, top): (f32, f32),
    width: f32,
    justify_content: JustifyContent,
    content: &str,
) {
    frame.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: px(left),
            top: px(top),
            width: px(width),
            justify_content,
            ..default()
        },
        Pickable::IGNORE,
        children![theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, content)],
    ));
}

/// A picture with a background, in which lines are drawn.
#[derive(Debug, Clone)]
pub struct Canvas {
    width: u32,
    height: u32,
    /// Red, green, blue and opacity of the pixels, row by row.
    pixels: Vec<u8>,
}

impl Canvas {
    pub fn new(width: u32, height: u32, [red, green, blue]: Rgb) -> Self {
        Self { width, height, pixels: [red, green, blue, 255].repeat((width * height) as usize) }
    }

    pub fn finish(self) -> (u32, u32, Vec<u8>) {
        (self.width, self.height, self.pixels)
    }

    fn into_image(self) -> Image {
        let size = Extent3d { width: self.width, height: self.height, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let mut image = Image::new(size, TextureDimension::D2, self.pixels, format, RenderAssetUsages::RENDER_WORLD);
        image.sampler = ImageSampler::linear();
        image
    }

    /// Mixes a colour into a pixel; pixels beyond the picture are left out.
    fn mix(&mut self, x: i32, y: i32, color: Rgb, share: f32) {
        if !(0..self.width as i32).contains(&x) || !(0..self.height as i32).contains(&y) {
            return;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        for (old, new) in self.pixels[at..at + 3].iter_mut().zip(color) {
            let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * share.clamp(0.0, 1.0);
            *old = mixed.round() as u8;
        }
    }

    /// A line of a thickness between two points, with soft edges and round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), thickness: f32, color: Rgb) {
        let reach = thickness / 2.0 + 1.0;
        let span = |a: f32, b: f32| ((a.min(b) - reach).floor() as i32, (a.max(b) + reach).ceil() as i32);
        let ((left, right), (top, bottom)) = (span(from.0, to.0), span(from.1, to.1));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        for y in top.max(0)..=bottom.min(self.height as i32 - 1) {
            for x in left.max(0)..=right.min(self.width as i32 - 1) {
                // Distance of the middle of the pixel from the nearest point of the line.
                let (px, py) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
                let along = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
                let (nx, ny) = (px - along * dx, py - along * dy);
                let cover = thickness / 2.0 + 0.5 - (nx * nx + ny * ny).sqrt();
                if cover > 0.0 {
                    self.mix(x, y, color, cover);
                }
            }
        }
    }

    /// A curve over the whole width, whose values go from `low` at the bottom to `high` at the top. Each point keeps clear of
    /// the edges by half of the thickness, so that nothing is cut off.
    pub fn curve(&mut self, values: &[u32], (low, high): (u32, u32), thickness: f32, color: Rgb) {
        let (width, height) = (self.width as f32, self.height as f32 - thickness);
        let last = values.len().saturating_sub(1).max(1) as f32;
        let point = |(index, value): (usize, &u32)| {
            let share = share(*value, (low, high));
            (index as f32 / last * width, thickness / 2.0 + (1.0 - share) * height)
        };
        let points: Vec<(f32, f32)> = values.iter().enumerate().map(point).collect();
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], thickness, color);
        }
    }
}
