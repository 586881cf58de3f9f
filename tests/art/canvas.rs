//! A small picture in premultiplied floating-point colour, and the way from SVG to pixels.

use std::fs;

use image::{Rgba, RgbaImage};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use crate::assets;

/// A straight (not premultiplied) colour, red to blue, 0 to 1, in sRGB as drawn.
pub type Rgb = [f32; 3];

/// Reads a colour such as `0x93ad5e`.
pub const fn rgb(hex: u32) -> Rgb {
    [(hex >> 16 & 255) as f32 / 255.0, (hex >> 8 & 255) as f32 / 255.0, (hex & 255) as f32 / 255.0]
}

/// The colour between two colours; `t` is clamped to 0..1.
pub fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// The colour made lighter (positive) or darker (negative) by this share of full brightness.
pub fn shift(colour: Rgb, by: f32) -> Rgb {
    colour.map(|channel| (channel + by).clamp(0.0, 1.0))
}

/// Hermite step from 0 at `from` to 1 at `to`; `from` may be above `to` for a falling step.
pub fn step(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// One premultiplied pixel.
#[derive(Clone, Copy, Default)]
pub struct Pixel(pub [f32; 4]);

impl Pixel {
    /// Lays a straight colour with this opacity over what is there.
    pub fn over(&mut self, colour: Rgb, alpha: f32) {
        let alpha = alpha.clamp(0.0, 1.0);
        self.blend([colour[0] * alpha, colour[1] * alpha, colour[2] * alpha, alpha]);
    }

    /// Lays a premultiplied colour over what is there.
    pub fn blend(&mut self, source: [f32; 4]) {
        for (old, new) in self.0.iter_mut().zip(source) {
            *old = new + *old * (1.0 - source[3]);
        }
    }
}

/// A square picture, drawn larger than it ends up so that edges are smooth.
pub struct Canvas {
    /// Pixels along one side.
    pub side: usize,
    /// Rows from the top, each from the left.
    pub pixels: Vec<Pixel>,
}

impl Canvas {
    /// A transparent picture.
    pub fn new(side: usize) -> Self {
        Self { side, pixels: vec![Pixel::default(); side * side] }
    }

    /// Draws an SVG whose middle lands on (`x`, `y`), `scale` canvas pixels to one SVG unit.
    pub fn stamp(&mut self, tree: &Tree, x: f32, y: f32, scale: f32) {
        let side = self.side as u32;
        let mut layer = Pixmap::new(side, side).expect("a canvas has a size");
        let middle = (tree.size().width() / 2.0, tree.size().height() / 2.0);
        let place = Transform::from_translate(x, y).pre_scale(scale, scale).pre_translate(-middle.0, -middle.1);
        resvg::render(tree, place, &mut layer.as_mut());
        for (pixel, source) in self.pixels.iter_mut().zip(layer.data().chunks_exact(4)) {
            if source[3] > 0 {
                pixel.blend(std::array::from_fn(|i| f32::from(source[i]) / 255.0));
            }
        }
    }

    /// Shrinks the picture by `factor` and writes it into an atlas with its corner at (`x`, `y`).
    pub fn shrink_into(&self, factor: usize, atlas: &mut RgbaImage, x: u32, y: u32) {
        let out = self.side / factor;
        for row in 0..out {
            for column in 0..out {
                let mut sum = [0.0; 4];
                for i in 0..factor * factor {
                    let (dx, dy) = (i % factor, i / factor);
                    let at = (row * factor + dy) * self.side + column * factor + dx;
                    for (total, part) in sum.iter_mut().zip(self.pixels[at].0) {
                        *total += part / (factor * factor) as f32;
                    }
                }
                atlas.put_pixel(x + column as u32, y + row as u32, straight(sum));
            }
        }
    }
}

/// Turns a premultiplied colour into the straight 8-bit form that a PNG holds.
fn straight(pixel: [f32; 4]) -> Rgba<u8> {
    let alpha = pixel[3].clamp(0.0, 1.0);
    if alpha < 0.5 / 255.0 {
        return Rgba([0; 4]);
    }
    let byte = |value: f32| (value * 255.0 + 0.5).clamp(0.0, 255.0) as u8;
    Rgba([byte(pixel[0] / alpha), byte(pixel[1] / alpha), byte(pixel[2] / alpha), byte(alpha)])
}

/// Reads a drawing from `assets/art`.
pub fn read_art(name: &str) -> String {
    let path = assets().join("art").join(format!("{name}.svg"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Parses the text of a drawing.
pub fn parse(name: &str, svg: &str) -> Tree {
    Tree::from_str(svg, &Options::default()).unwrap_or_else(|why| panic!("{name}.svg: {why}"))
}

/// Draws an SVG in its own size.
pub fn rasterise(tree: &Tree) -> RgbaImage {
    rasterise_scaled(tree, 1.0)
}

/// Draws an SVG in this many times its own size.
pub fn rasterise_scaled(tree: &Tree, scale: f32) -> RgbaImage {
    let size = tree.size().to_int_size();
    let [width, height] = [size.width(), size.height()].map(|side| (side as f32 * scale).round() as u32);
    let mut pixmap = Pixmap::new(width, height).expect("a drawing has a size");
    resvg::render(tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    RgbaImage::from_raw(width, height, pixmap.take_demultiplied()).expect("the buffer has the size of the drawing")
}

/// Gives transparent pixels the colour of the nearest drawn ones inside each `cell`.
///
/// The game samples with linear filtering; without this, the black of empty pixels would draw
/// a dark halo around every sprite.
pub fn bleed(image: &mut RgbaImage, cell: u32, reach: u32) {
    let mut known: Vec<bool> = image.pixels().map(|pixel| pixel[3] > 0).collect();
    let (width, height) = image.dimensions();
    let at = |x: u32, y: u32| (y * width + x) as usize;
    for _ in 0..reach {
        let before = known.clone();
        for y in 0..height {
            for x in 0..width {
                if before[at(x, y)] {
                    continue;
                }
                let mut sum = [0_u32; 3];
                let mut count = 0;
                for (nx, ny) in neighbours(x, y) {
                    let same = nx / cell == x / cell && ny / cell == y / cell;
                    if nx < width && ny < height && same && before[at(nx, ny)] {
                        let pixel = image.get_pixel(nx, ny);
                        for (total, channel) in sum.iter_mut().zip(pixel.0) {
                            *total += u32::from(channel);
                        }
                        count += 1;
                    }
                }
                if count > 0 {
                    let [r, g, b] = sum.map(|total| (total / count) as u8);
                    image.put_pixel(x, y, Rgba([r, g, b, 0]));
                    known[at(x, y)] = true;
                }
            }
        }
    }
}

/// The four pixels beside one; those before the first row or column wrap to huge numbers.
fn neighbours(x: u32, y: u32) -> [(u32, u32); 4] {
    [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)]
}
