//! A walled town in the fields: a ring wall with four gates, avenues from gate to gate, blocks of houses between
//! streets, parks and market places; roads lead from the gates to the edges of the map.

use super::noise::{Noise, feature};
use super::paint::{Rect, clumps, disk};
use super::rooms::split;
use super::{Draft, MapSpec, roads};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;

/// Longest side of a town in cells; beyond it the fields grow.
const LONGEST: i16 = 260;

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let mut rng = stream(spec.seed, "city");
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Grass);
    let side = spec.width.min(spec.height);
    let hills = Noise::new(spec.seed, "city: hills", feature(side, 3, 10, 24)).field(spec);
    clumps(&mut land, &hills, 88, Terrain::Hill);
    let woods = Noise::new(spec.seed, "city: woods", feature(side, 5, 7, 14)).field(spec);
    clumps(&mut land, &woods, 78, Terrain::Forest);
    let margin = (side / 6).clamp(3, 40) as i16;
    let width = (spec.width as i16 - 2 * margin).min(LONGEST);
    let height = (spec.height as i16 - 2 * margin).min(LONGEST);
    let town = Rect { left: (spec.width as i16 - width) / 2, top: (spec.height as i16 - height) / 2, width, height };
    let moat = side >= 48 && rng.random_bool(0.5);
    let gate = if side < 40 { 2 } else { 3 };
    surround(&mut land, town, moat);
    let thick = if side >= 96 { 2 } else { 1 };
    let inside = town.inside(thick);
    for cell in inside.cells() {
        if corner_distance(town, cell) >= cut(town) + thick {
            land[cell] = Terrain::Road;
        }
    }
    build(&mut land, town, inside, gate, &mut rng);
    open_gates(&mut land, town, gate, thick, moat);
    let ragged = Noise::new(spec.seed, "city: roads", 6);
    let (middle_x, middle_y) = (spec.width as i16 / 2, spec.height as i16 / 2);
    let (right, bottom) = (spec.width as i16 - 1, spec.height as i16 - 1);
    let ends = [
        (Cell::new(0, middle_y), Cell::new(town.left - 3, middle_y)),
        (Cell::new(right, middle_y), Cell::new(town.left + width + 2, middle_y)),
        (Cell::new(middle_x, 0), Cell::new(middle_x, town.top - 3)),
        (Cell::new(middle_x, bottom), Cell::new(middle_x, town.top + height + 2)),
    ];
    for (edge, gate) in ends {
        roads::lay(&mut land, gate, &[edge], &ragged);
    }
    // Half way to the edge, but not out of sight of the gate.
    let (edge, gate) = ends[rng.random_range(0..4)];
    let outwards = |edge: i16, gate: i16| gate + ((edge - gate) / 2).clamp(-20, 20);
    let start = Cell::new(outwards(edge.x, gate.x), outwards(edge.y, gate.y));
    for cell in disk(&land, start, margin / 3) {
        if land[cell] == Terrain::Forest {
            land[cell] = Terrain::Grass;
        }
    }
    Draft { terrain: land, start, mirrored: false }
}

/// How far the corners of the ring wall are cut off.
fn cut(town: Rect) -> i16 {
    town.shorter_side() / 6
}

/// Distance of a cell from the nearest corner of the town along both axes: small in the corners that are cut off.
fn corner_distance(town: Rect, cell: Cell) -> i16 {
    let (x, y) = town.depths(cell);
    x + y
}

/// The wall with its corners cut off, and the moat around it.
fn surround(land: &mut Grid<Terrain>, town: Rect, moat: bool) {
    for cell in land.cells() {
        let (x, y) = town.depths(cell);
        // How deep inside the wall's outer line the cell lies; negative outside.
        let depth = x.min(y).min((x + y - cut(town)) * 2 / 3);
        match depth {
            0.. => land[cell] = Terrain::Wall,
            -1 => land[cell] = Terrain::Grass,
            -3 | -2 if moat => land[cell] = Terrain::Deep,
            -4 if moat => land[cell] = Terrain::Shallow,
            -2 => land[cell] = Terrain::Grass,
            _ => {}
        }
    }
}

/// Houses, parks and market places in the four quarters between the avenues.
fn build(land: &mut Grid<Terrain>, town: Rect, inside: Rect, avenue: i16, rng: &mut Rng) {
    // A street runs along the inside of the wall.
    let street = 2;
    let (left, top) = (inside.left + street, inside.top + street);
    let (middle_x, middle_y) = (land.width() as i16 / 2, land.height() as i16 / 2);
    let columns =
        [(left, middle_x - avenue / 2), (middle_x - avenue / 2 + avenue, inside.left + inside.width - street)];
    let rows = [(top, middle_y - avenue / 2), (middle_y - avenue / 2 + avenue, inside.top + inside.height - street)];
    for (left, right) in columns {
        for (top, bottom) in rows {
            let quarter = Rect { left, top, width: right - left, height: bottom - top };
            if quarter.width < 3 || quarter.height < 3 {
                continue;
            }
            for block in split(quarter, street, 5, 12, rng) {
                fill_block(land, town, block, rng);
            }
        }
    }
}

fn fill_block(land: &mut Grid<Terrain>, town: Rect, block: Rect, rng: &mut Rng) {
    let keeps_clear = |cell: Cell| corner_distance(town, cell) < cut(town) + 5;
    let purpose = rng.random_range(0..12);
    let radius = (block.shorter_side() / 2 - 2).clamp(0, 4);
    if block.cells().all(|cell| !keeps_clear(cell)) && purpose < 3 {
        let (ground, middle) = match purpose {
            0 => (Terrain::Grass, Terrain::Forest),
            1 => (Terrain::Grass, Terrain::Shallow),
            _ => (Terrain::Road, Terrain::Wall),
        };
        for cell in block.cells() {
            land[cell] = ground;
        }
        for cell in disk(land, block.centre(), if purpose == 2 { 0 } else { radius }) {
            land[cell] = middle;
        }
        return;
    }
    for cell in block.cells().filter(|cell| !keeps_clear(*cell)) {
        land[cell] = Terrain::Grass;
    }
    // Houses with a gap of one cell, so that no yard is closed.
    for house in split(block, 1, 2, 4, rng) {
        let stands = rng.random_bool(0.88) && house.cells().all(|cell| !keeps_clear(cell));
        for cell in house.cells().filter(|_| stands) {
            land[cell] = Terrain::Wall;
        }
    }
}

/// Gates in the middle of the four sides, flanked by towers, with bridges over the moat.
fn open_gates(land: &mut Grid<Terrain>, town: Rect, gate: i16, thick: i16, moat: bool) {
    let (middle_x, middle_y) = (land.width() as i16 / 2, land.height() as i16 / 2);
    let (right, bottom) = (town.left + town.width - 1, town.top + town.height - 1);
    let sides: [(Cell, (i16, i16)); 4] = [
        (Cell::new(town.left, middle_y), (1, 0)),
        (Cell::new(right, middle_y), (-1, 0)),
        (Cell::new(middle_x, town.top), (0, 1)),
        (Cell::new(middle_x, bottom), (0, -1)),
    ];
    for (middle, (x, y)) in sides {
        let at = |inward: i16, along: i16| {
            Cell::new(middle.x + x * inward + y.abs() * along, middle.y + y * inward + x.abs() * along)
        };
        let (first, last) = (-(gate / 2), gate - gate / 2 - 1);
        for along in first - 2..=last + 2 {
            for inward in -1..=thick {
                let is_tower = (along < first || along > last) && !(moat && inward < 0);
                if is_tower && land.contains(at(inward, along)) {
                    land[at(inward, along)] = Terrain::Wall;
                }
            }
        }
        for along in first..=last {
            for inward in -4..=thick {
                if land.contains(at(inward, along)) {
                    let cell = at(inward, along);
                    let over_water = matches!(land[cell], Terrain::Deep | Terrain::Shallow);
                    land[cell] = if over_water { Terrain::Bridge } else { Terrain::Road };
                }
            }
        }
    }
}
