//! The paint of each terrain: its fill, its rim and the shadow that it casts.

use crate::{
    canvas::{Pixel, Rgb, mix, rgb, shift, step},
    field::Spot,
    noise::{chance, periodic, window},
};

/// A terrain, in drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Water too deep to cross.
    Deep,
    /// A ford.
    Shallow,
    /// Meadow.
    Grass,
    /// Beaten earth.
    Road,
    /// Raised, slower ground.
    Hill,
    /// Wood too thick to enter.
    Forest,
    /// Cliffs.
    Rock,
    /// Masonry.
    Wall,
    /// Timber deck over water.
    Bridge,
}

/// All terrains, in the order of the rows of the atlas.
pub const GROUNDS: [Ground; 9] = [
    Ground::Deep,
    Ground::Shallow,
    Ground::Grass,
    Ground::Road,
    Ground::Hill,
    Ground::Forest,
    Ground::Rock,
    Ground::Wall,
    Ground::Bridge,
];

/// Colour of open deep water.
const DEEP: Rgb = rgb(0x2c5674);
/// Colour of shallow water near land.
const SHALLOW: Rgb = rgb(0x63a3ab);
/// Colour of meadow.
const GRASS: Rgb = rgb(0x92ab5c);
/// Colour of dry sand.
const SAND: Rgb = rgb(0xdcc793);
/// Colour of a road.
const ROAD: Rgb = rgb(0xc9ab7b);
/// Colour of hill tops.
const HILL: Rgb = rgb(0xb3a862);
/// Colour of a wood's floor.
const FLOOR: Rgb = rgb(0x2f5038);
/// Colour of the clefts between rocks.
const CLEFT: Rgb = rgb(0x6a645f);
/// Colour of the top of a wall.
const STONE: Rgb = rgb(0xc8baa0);
/// Colour of bridge planks.
const TIMBER: Rgb = rgb(0xb08254);
/// Shadows are a cool dark rather than black, as under an open sky.
const SHADOW: Rgb = rgb(0x1a2233);

/// Paints one point; `seed` tells the variants of a terrain apart.
pub fn paint(ground: Ground, spot: &Spot, seed: u32) -> Pixel {
    let mut pixel = Pixel::default();
    let grain = grain(spot, seed);
    match ground {
        Ground::Deep => deep(&mut pixel, spot, grain),
        Ground::Shallow => shallow(&mut pixel, spot, grain),
        Ground::Grass => grass(&mut pixel, spot, grain),
        Ground::Road => road(&mut pixel, spot, grain),
        Ground::Hill => hill(&mut pixel, spot, grain),
        Ground::Forest => forest(&mut pixel, spot, grain),
        Ground::Rock => rock(&mut pixel, spot, grain),
        Ground::Wall => wall(&mut pixel, spot, grain),
        Ground::Bridge => bridge(&mut pixel, spot, grain),
    }
    pixel
}

/// Painterly unevenness from -1 to 1: mostly the variant's own, so that no pattern repeats.
fn grain(spot: &Spot, seed: u32) -> f32 {
    let own = periodic(spot.u, spot.v, 3, 400 + seed) * 0.7 + periodic(spot.u, spot.v, 6, 500 + seed) * 0.3;
    own * window(spot.u, spot.v) + periodic(spot.u, spot.v, 2, 3) * 0.25
}

/// Opacity of a hard outline at this distance, smoothed over about a pixel.
fn edge(inside: f32) -> f32 {
    step(-0.6, 0.6, inside)
}

/// A band around a distance, `wide` pixels to either side.
fn band(inside: f32, middle: f32, wide: f32) -> f32 {
    step(wide, wide * 0.35, (inside - middle).abs())
}

/// The shadow that raised ground throws to the lower right, `reach` pixels far.
fn drop_shadow(pixel: &mut Pixel, spot: &Spot, reach: f32, strength: f32) {
    let away = step(-0.15, 0.75, -spot.lit);
    let reach = reach * (0.25 + 0.75 * away);
    let fade = step(-reach, 0.0, spot.inside);
    pixel.over(SHADOW, fade * strength * (0.3 + 0.7 * away));
}

/// Deep water: nearly flat, so that it recedes.
fn deep(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    pixel.over(shift(DEEP, grain * 0.014), step(-20.0, 12.0, spot.inside));
}

/// Shallow water: melts into the deep.
fn shallow(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let near = mix(mix(DEEP, SHALLOW, 0.55), SHALLOW, step(-6.0, 26.0, spot.inside));
    pixel.over(shift(near, grain * 0.018), step(-22.0, 12.0, spot.inside));
}

/// Meadow: with a beach and foam where it meets water.
fn grass(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let d = spot.inside;
    let lap = periodic(spot.u, spot.v, 5, 77) * window(spot.u, spot.v);
    pixel.over(rgb(0xa9d6cf), 0.30 * step(-13.0, -1.0, d));
    pixel.over(rgb(0xeef6ee), 0.50 * band(d + lap * 2.0, -7.0, 1.5) * (0.75 + 0.25 * lap));
    pixel.over(rgb(0xf3f6ea), 0.75 * band(d, -0.6, 1.5));
    let wet = mix(rgb(0xb59c6c), SAND, step(0.0, 3.5, d));
    pixel.over(wet, edge(d));
    let turf = d - 8.5 + lap * 2.2;
    let shade = band(turf, 0.0, 1.8) * step(-0.4, 0.6, -spot.lit) * 0.5;
    let green = mix(shift(GRASS, grain * 0.036), rgb(0x6f8a45), band(turf, 1.2, 2.4) * 0.75);
    pixel.over(rgb(0x8a7448), shade);
    pixel.over(green, edge(turf));
}

/// Road: worn into the ground, with soft edges.
fn road(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let worn = periodic(spot.u, spot.v, 8, 23) * window(spot.u, spot.v) * 1.6;
    let d = spot.inside + worn;
    pixel.over(rgb(0x6b5a36), 0.34 * step(-4.0, 0.5, d));
    let lip = mix(rgb(0xa98b5e), ROAD, step(0.0, 6.0, d));
    // Worn in, so the side away from the light catches it.
    let relief = -spot.lit * 0.05 * step(8.0, 1.0, d);
    pixel.over(shift(lip, grain * 0.028 + relief), step(-1.2, 1.2, d));
}

/// Hill: a slope lit from the upper left, with one faint inner contour.
fn hill(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let d = spot.inside;
    drop_shadow(pixel, spot, 9.0, 0.42);
    let mut colour = shift(HILL, grain * 0.032);
    colour = slope(colour, spot, 0.0, 11.0, 0.85);
    colour = slope(colour, spot, 19.0, 26.0, 0.38);
    colour = mix(colour, rgb(0x5d5a30), band(d, 0.2, 1.4) * 0.65);
    pixel.over(colour, edge(d));
}

/// Shades a colour as a slope that rises between two distances inside the outline.
fn slope(colour: Rgb, spot: &Spot, foot: f32, top: f32, strength: f32) -> Rgb {
    let d = spot.inside;
    let on = step(foot - 0.8, foot + 0.8, d) * step(top, foot + (top - foot) * 0.45, d) * strength;
    let target = if spot.lit > 0.0 { rgb(0xe2d894) } else { rgb(0x6b6a36) };
    let crest = band(d, top, 1.3) * strength * 0.3;
    let colour = mix(colour, target, on * spot.lit.abs().sqrt() * 0.8);
    shift(colour, crest * 0.16 * (spot.lit + 0.3))
}

/// Wood: only its dark floor; the trees are stamped over it.
fn forest(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    pixel.over(SHADOW, 0.22 * step(-6.0, 0.0, spot.inside));
    drop_shadow(pixel, spot, 10.0, 0.3);
    pixel.over(shift(FLOOR, grain * 0.012), step(-1.5, 3.0, spot.inside));
}

/// Cliffs: only the dark between the rocks; the rocks are stamped over it.
fn rock(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    pixel.over(SHADOW, 0.16 * step(-5.0, 0.0, spot.inside));
    drop_shadow(pixel, spot, 14.0, 0.52);
    pixel.over(shift(CLEFT, grain * 0.02), step(-1.0, 1.5, spot.inside));
}

/// Wall: a walk of flagstones behind merlons, high above the ground.
fn wall(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let d = spot.inside;
    drop_shadow(pixel, spot, 16.0, 0.62);
    let side = step(0.15, -0.15, spot.lit);
    // The walk.
    let (across, seam) = masonry(spot, 16.0, 32.0);
    let mut colour = shift(STONE, grain * 0.014 + (across - 0.5) * 0.05);
    colour = mix(colour, rgb(0x9a8c74), seam * 0.55);
    // The parapet's shadow falls on the walk on the side towards the light.
    let hidden = step(15.0, 10.5, d) * step(-0.2, 0.4, spot.lit);
    colour = mix(colour, rgb(0x7c7264), hidden * 0.75);
    // The parapet with its merlons.
    let along = if spot.upright { spot.v } else { spot.u } * 64.0;
    let notch = band((along + 8.0).rem_euclid(16.0), 8.0, 3.2);
    let crest = mix(mix(rgb(0xe7dcc2), rgb(0xd6c8ac), side), rgb(0x978a75), notch * 0.9);
    colour = mix(colour, crest, step(11.0, 9.8, d));
    // The face, seen on the side away from the light.
    let joint = band((along + 4.0).rem_euclid(16.0), 8.0, 1.2).max(band(d, 3.2, 0.9));
    let face = mix(rgb(0x75695a), rgb(0x574d43), joint * 0.7);
    colour = mix(colour, face, step(6.8, 5.6, d) * side);
    colour = mix(colour, rgb(0x3b342e), band(d, 0.6, 1.7) * 0.85);
    pixel.over(colour, edge(d));
}

/// Running bond: a stone's own shade and how much of a seam lies here.
fn masonry(spot: &Spot, high: f32, long: f32) -> (f32, f32) {
    let (x, y) = (spot.u * 64.0, spot.v * 64.0);
    let row = (y / high).floor();
    let offset = if row as i32 % 2 == 0 { 0.0 } else { long / 2.0 };
    let shifted = (x + offset).rem_euclid(64.0);
    let column = (shifted / long).floor();
    let to_row = (y - row * high).min((row + 1.0) * high - y);
    let to_column = (shifted - column * long).min((column + 1.0) * long - shifted);
    let tone = chance(column as i32, row as i32 % 4, 5);
    (tone, step(1.3, 0.5, to_row.min(to_column)))
}

/// Bridge: planks between low beams.
fn bridge(pixel: &mut Pixel, spot: &Spot, grain: f32) {
    let d = spot.inside;
    pixel.over(SHADOW, 0.22 * step(-5.0, 0.0, d));
    drop_shadow(pixel, spot, 12.0, 0.5);
    let wide = 64.0 / 6.0;
    let plank = (spot.v * 6.0).floor();
    let within = spot.v * 64.0 - plank * wide;
    let tone = chance(plank as i32, 0, 5);
    let gap = step(1.2, 0.3, within.min(wide - within));
    let mut colour = shift(TIMBER, (tone - 0.5) * 0.045 + grain * 0.02);
    colour = shift(colour, 0.05 * band(within, 1.9, 1.2));
    colour = mix(colour, rgb(0x6b4a2d), gap * 0.7);
    // The deck lies lower than its beams.
    let hidden = step(10.0, 6.0, d) * step(-0.2, 0.5, spot.lit);
    colour = mix(colour, rgb(0x6b4a2d), hidden * 0.6);
    let beam = mix(rgb(0x8d6338), rgb(0xc99a62), band(d, 3.4, 2.4) * (0.6 + 0.4 * spot.lit));
    colour = mix(colour, beam, step(6.8, 5.8, d));
    colour = mix(colour, rgb(0x43301f), band(d, 0.5, 1.5) * 0.9);
    pixel.over(colour, edge(d));
}
