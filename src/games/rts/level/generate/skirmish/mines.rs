//! Where further mines are: one that is near to each side's home, and others in the middle that all can reach.
//!
//! Random points are tried; each stands for as many mines as the symmetry makes of it, and the best by the distances to
//! the homes is taken.

use super::SkirmishSpec;
use super::symmetry::{Frame, Point, Symmetry, length, orbit, point};
use crate::base::rng::Rng;
use crate::base::{Cell, Grid};
use crate::games::rts::level::generate::noise::Noise;
use crate::nav::terrain::Terrain;
use rand::RngExt;

const TRIES: usize = 1200;
/// Half cells around a mine that are flat.
const YARD: i32 = 13;
/// Cells between a mine and the rim of the map.
const MARGIN: i32 = 7;

/// Mines that are equal for all sides.
pub(super) type Mines = Vec<(Cell, Frame)>;

/// What is wanted of a set of mines. Distances in half cells, between middles.
pub(super) struct MineSpec {
    /// Least distance from every home.
    pub(super) from_homes: i32,
    /// The best distance to the nearest home.
    pub(super) best: i32,
    /// Most distance to the nearest home.
    pub(super) most: i32,
    /// Whether the nearest home should be far nearer than the next one, or they should be equally far.
    pub(super) is_owned: bool,
}

/// The best set of mines that fits, apart from each other and from those that are there.
pub(super) fn place(
    land: &Grid<Terrain>,
    spec: &SkirmishSpec,
    symmetry: &Symmetry,
    homes: &[Point],
    others: &[Mines],
    size: u8,
    wanted: &MineSpec,
    rng: &mut Rng,
) -> Option<Mines> {
    let (right, bottom) = (i32::from(spec.width) - 2 * MARGIN, i32::from(spec.height) - 2 * MARGIN);
    let mut best: Option<(i32, Mines)> = None;
    for _ in 0..TRIES {
        let at = (rng.random_range(-right..=right), rng.random_range(-bottom..=bottom));
        if symmetry.radius.is_some_and(|radius| length(at) > radius - 2 * MARGIN) {
            continue;
        }
        let mut distances: Vec<i32> = homes.iter().map(|home| length((home.0 - at.0, home.1 - at.1))).collect();
        distances.sort_unstable();
        let (nearest, next) = (distances[0], distances[1]);
        if nearest < wanted.from_homes || nearest > wanted.most {
            continue;
        }
        let mines = orbit(land, symmetry, at, size);
        // One for each side, unless they are everybody's.
        if (wanted.is_owned && mines.len() != homes.len()) || !is_apart(&mines, others) {
            continue;
        }
        let lead = (next - nearest).min(40);
        let score = if wanted.is_owned { 2 * lead } else { -2 * lead } - (nearest - wanted.best).abs();
        if best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, mines));
        }
    }
    best.map(|(_, mines)| mines)
}

/// Eleven cells at least between the middles of two mines.
fn is_apart(mines: &Mines, others: &[Mines]) -> bool {
    let near = |a: &Frame, b: &Frame| length((a.middle.0 - b.middle.0, a.middle.1 - b.middle.1)) < 22;
    let all = others.iter().flatten();
    !mines
        .iter()
        .enumerate()
        .any(|(index, (_, mine))| mines[..index].iter().chain(all.clone()).any(|(_, other)| near(mine, other)))
}

/// Makes room around mines: flat ground with a ragged edge.
pub(super) fn clear(land: &mut Grid<Terrain>, mines: &Mines, noise: &Noise) {
    for (_, frame) in mines {
        for cell in land.cells() {
            let seen = frame.local(point(land, cell));
            if seen.0.abs() > 2 * YARD || seen.1.abs() > 2 * YARD {
                continue;
            }
            let ragged = i32::from(noise.at_sixteenths((8 * seen.0, 8 * seen.1)));
            if length(seen) + ragged / 250 <= YARD && land[cell] != Terrain::Bridge {
                land[cell] = Terrain::Grass;
            }
        }
    }
}
