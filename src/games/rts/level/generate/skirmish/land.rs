//! The open country: noise that repeats itself, what parts the lands of two sides, and the rim of round land.

use super::SkirmishSpec;
use super::symmetry::{Point, Symmetry, across, along, length, point};
use crate::base::Grid;
use crate::base::rng::Rng;
use crate::games::rts::level::generate::noise::{Noise, feature};
use crate::games::rts::level::generate::paint::{clumps, relief};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// What parts the lands of two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Water with a bridge and a ford.
    Rivers,
    Ridges,
    /// Woods with clearings, which can be cut down.
    Woods,
}

impl Style {
    const ALL: [Self; 3] = [Self::Rivers, Self::Ridges, Self::Woods];

    pub(super) fn choose(rng: &mut Rng) -> Self {
        Self::ALL[rng.random_range(0..Self::ALL.len())]
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Rivers => "rivers with bridges and fords",
            Self::Ridges => "ridges with passes",
            Self::Woods => "woods with gaps",
        }
    }
}

/// A field of noise that is the same in the land of each side.
fn field(spec: &SkirmishSpec, symmetry: &Symmetry, purpose: &str, size: u16) -> Grid<i16> {
    let noise = Noise::new(spec.seed, purpose, size);
    let mut field = Grid::filled(spec.width, spec.height, 0_i16);
    let count = symmetry.turns.len() as i32;
    for cell in field.cells() {
        let (x, y) = point(&field, cell);
        let sum: i32 =
            symmetry.turns.iter().map(|turn| i32::from(noise.at_sixteenths(turn.apply((8 * x, 8 * y))))).sum();
        // The mean of many is small; twice the mean stays within what `quantile` takes.
        field[cell] = (2 * sum / count) as i16;
    }
    field
}

/// Draws the country without homes and mines.
pub(super) fn draw(spec: &SkirmishSpec, symmetry: &Symmetry, style: Style, rng: &mut Rng) -> Grid<Terrain> {
    let side = spec.width.min(spec.height);
    let height = field(spec, symmetry, "skirmish: height", feature(side, 3, 16, 40));
    let [deep, shallow] = if style == Style::Rivers { [2, 4] } else { [4, 7] };
    let mut land = relief(&height, [deep, shallow, 86, 95]);
    let woods = field(spec, symmetry, "skirmish: woods", feature(side, 6, 10, 18));
    clumps(&mut land, &woods, 80, Terrain::Forest);
    borders(&mut land, spec, symmetry, style, rng);
    if let Some(radius) = symmetry.radius {
        rim(&mut land, spec, symmetry, style, radius);
    }
    land
}

/// Rivers, ridges or woods from the open middle outwards, each with two openings.
fn borders(land: &mut Grid<Terrain>, spec: &SkirmishSpec, symmetry: &Symmetry, style: Style, rng: &mut Rng) {
    let side = i32::from(spec.width.min(spec.height));
    let bends = Noise::new(spec.seed, "skirmish: bends", (side / 4).max(12) as u16);
    let edges = field(spec, symmetry, "skirmish: edges", 6);
    // All in half cells. Two sides have but one border, which may begin nearer to the middle.
    let begins = side * if symmetry.turns.len() == 2 { 18 } else { 30 } / 100 + rng.random_range(0..4);
    let core = 3 + side / 40;
    let opening = 7 + side / 32;
    let inner = side * rng.random_range(44..54) / 100;
    let outer = side * rng.random_range(78..90) / 100;
    for cell in land.cells() {
        let at = point(land, cell);
        let nearest = symmetry
            .borders
            .iter()
            .filter(|border| along(at, **border) > 0)
            .min_by_key(|border| across(at, **border).abs());
        let Some(border) = nearest else { continue };
        let out = along(at, *border);
        if out < begins {
            continue;
        }
        // Mirrors keep a border straight.
        let bend = if symmetry.has_mirrors { 0 } else { i32::from(bends.at_sixteenths((8 * out, 0))) * side / 9000 };
        let aside = (across(at, *border) - bend).abs() + i32::from(edges[cell]) / 350;
        // A bridge is half as wide as a pass.
        let is_bridge = (out - inner).abs() <= opening / 2;
        let is_gate = |middle: i32| (out - middle).abs() <= opening;
        land[cell] = match style {
            Style::Rivers if aside <= core + 2 && is_bridge => Terrain::Bridge,
            Style::Rivers if aside <= core + 2 && is_gate(outer) => Terrain::Shallow,
            Style::Rivers if aside <= core => Terrain::Deep,
            Style::Rivers if aside <= core + 2 => Terrain::Shallow,
            Style::Rivers if aside <= core + 6 && is_gate(inner) => Terrain::Grass,
            Style::Ridges | Style::Woods if aside <= core + 8 && (is_gate(inner) || is_gate(outer)) => Terrain::Grass,
            Style::Ridges if aside <= core => Terrain::Rock,
            Style::Ridges if aside <= core + 3 => Terrain::Hill,
            Style::Woods if aside <= core + 3 => Terrain::Forest,
            _ => land[cell],
        };
    }
}

/// Sea or mountains beyond round land, which would give the corners to nobody in fairness.
fn rim(land: &mut Grid<Terrain>, spec: &SkirmishSpec, symmetry: &Symmetry, style: Style, radius: i32) {
    let edges = field(spec, symmetry, "skirmish: rim", 9);
    let [beyond, before] = match style {
        Style::Rivers => [Terrain::Deep, Terrain::Shallow],
        Style::Ridges => [Terrain::Rock, Terrain::Hill],
        Style::Woods => [Terrain::Rock, Terrain::Forest],
    };
    for cell in land.cells() {
        let at: Point = point(land, cell);
        let out = length(at) + i32::from(edges[cell]) / 200;
        if out > radius - 3 {
            land[cell] = beyond;
        } else if out > radius - 7 {
            land[cell] = before;
        }
    }
}
