//! Brushes on the ground.

use super::noise::{Noise, quantile};
use crate::base::rng::Rng;
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

#[derive(Clone, Copy)]
pub(super) struct Rect {
    pub left: i16,
    pub top: i16,
    pub width: i16,
    pub height: i16,
}

impl Rect {
    pub(super) fn cells(self) -> impl Iterator<Item = Cell> {
        let columns = self.left..self.left + self.width;
        (self.top..self.top + self.height).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    pub(super) const fn centre(self) -> Cell {
        Cell::new(self.left + self.width / 2, self.top + self.height / 2)
    }

    pub(super) fn shorter_side(self) -> i16 {
        self.width.min(self.height)
    }

    /// Without so many cells along each side.
    pub(super) const fn inside(self, rim: i16) -> Self {
        let (width, height) = (self.width - 2 * rim, self.height - 2 * rim);
        Self { left: self.left + rim, top: self.top + rim, width, height }
    }

    /// How far a cell lies from the nearer side in columns and in rows, 0 beside it; negative outside.
    pub(super) fn depths(self, cell: Cell) -> (i16, i16) {
        let (x, y) = (cell.x - self.left, cell.y - self.top);
        (x.min(self.width - 1 - x), y.min(self.height - 1 - y))
    }
}

/// Ground from its height: deep and shallow water below the first two quantiles, hills and rock above the last two.
pub(super) fn relief(height: &Grid<i16>, percents: [usize; 4]) -> Grid<Terrain> {
    let [deep, shallow, hill, rock] = percents.map(|percent| quantile(height, percent));
    height.map(|height| match *height {
        height if height < deep => Terrain::Deep,
        height if height < shallow => Terrain::Shallow,
        height if height > rock => Terrain::Rock,
        height if height > hill => Terrain::Hill,
        _ => Terrain::Grass,
    })
}

/// The cells of the map within `radius` of `centre`, row by row. A radius of 2 gives a round blot of 21 cells.
pub(super) fn disk<T>(land: &Grid<T>, centre: Cell, radius: i16) -> Vec<Cell> {
    // Half a cell more than the radius makes small circles round instead of pointed.
    let reach = (radius * radius + radius) as u32;
    let mut cells = Vec::new();
    for y in centre.y - radius..=centre.y + radius {
        for x in centre.x - radius..=centre.x + radius {
            let cell = Cell::new(x, y);
            if land.contains(cell) && cell.distance_squared(centre) <= reach {
                cells.push(cell);
            }
        }
    }
    cells
}

/// Paints a disk, and one that is a cell smaller over it.
pub(super) fn blot(land: &mut Grid<Terrain>, centre: Cell, radius: i16, rim: Terrain, core: Terrain) {
    for (radius, terrain) in [(radius, rim), (radius - 1, core)] {
        disk(land, centre, radius).into_iter().for_each(|cell| land[cell] = terrain);
    }
}

/// Makes a clearing for a starting squad with a ragged edge: stone and trees become grass, all else stays.
pub(super) fn clear(land: &mut Grid<Terrain>, centre: Cell, ragged: &Noise) {
    let radius = start_radius(land);
    for cell in disk(land, centre, radius + 2) {
        let reach = i32::from(radius) * 8 + i32::from(ragged.at(cell)) / 50;
        let near = i32::try_from(cell.distance_squared(centre)).is_ok_and(|distance| 64 * distance <= reach * reach);
        if near && matches!(land[cell], Terrain::Forest | Terrain::Rock | Terrain::Wall) {
            land[cell] = Terrain::Grass;
        }
    }
}

/// Lays shallow water where deep water meets land, `reach` cells out and more where the noise is high.
pub(super) fn shores(land: &mut Grid<Terrain>, reach: i16, ragged: &Noise) {
    let mut distance: Grid<u8> = land.map(|terrain| if *terrain == Terrain::Deep { 0 } else { u8::MAX });
    let mut front: Vec<Cell> = land.iter().filter(|(_, terrain)| **terrain == Terrain::Deep).map(|(c, _)| c).collect();
    for step in 1..=(reach + 1) as u8 {
        let mut next = Vec::new();
        for cell in front {
            for dir in Dir::ALL.into_iter().step_by(2) {
                let beside = cell.step(dir);
                if distance.get(beside) != Some(&u8::MAX) {
                    continue;
                }
                distance[beside] = step;
                next.push(beside);
                let wet = i16::from(step) <= reach || ragged.at(beside) > 150;
                if wet && matches!(land[beside], Terrain::Grass | Terrain::Forest | Terrain::Hill) {
                    land[beside] = Terrain::Shallow;
                }
            }
        }
        front = next;
    }
}

/// Radius of a clearing for a starting squad that suits the map.
fn start_radius(land: &Grid<Terrain>) -> i16 {
    (land.width().min(land.height()) as i16 / 8).clamp(3, 6)
}

/// The cell opposite of `cell`, turned by half a circle around the middle of the map.
pub(super) fn opposite<T>(land: &Grid<T>, cell: Cell) -> Cell {
    Cell::new(land.width() as i16 - 1 - cell.x, land.height() as i16 - 1 - cell.y)
}

/// A cell from fractions of the map's sides in hundredths.
pub(super) fn at_percent<T>(land: &Grid<T>, x: i32, y: i32) -> Cell {
    let along = |side: u16, percent: i32| (i32::from(side - 1) * percent / 100) as i16;
    Cell::new(along(land.width(), x), along(land.height(), y))
}

/// A place near an edge or a corner: the first in random order with dry ground around, or else the driest.
pub(super) fn start_place(land: &Grid<Terrain>, rng: &mut Rng) -> Cell {
    const PLACES: [(i32, i32); 8] = [(12, 14), (50, 12), (88, 14), (12, 50), (88, 50), (12, 86), (50, 88), (88, 86)];
    let first = rng.random_range(0..PLACES.len());
    let radius = start_radius(land) + 2;
    let places = (0..PLACES.len()).map(|turn| PLACES[(first + 3 * turn) % PLACES.len()]);
    let is_wet = |cell: &Cell| matches!(land[*cell], Terrain::Deep | Terrain::Shallow);
    places
        .map(|(x, y)| at_percent(land, x, y))
        .min_by_key(|place| disk(land, *place, radius).iter().filter(|cell| is_wet(cell)).count())
        .unwrap_or_default()
}

/// Turns grass into `terrain` where the field is above its quantile.
pub(super) fn clumps(land: &mut Grid<Terrain>, field: &Grid<i16>, above_percent: usize, terrain: Terrain) {
    let limit = quantile(field, above_percent);
    for cell in land.cells() {
        if field[cell] > limit && land[cell] == Terrain::Grass {
            land[cell] = terrain;
        }
    }
}
