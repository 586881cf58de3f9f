//! Halls and courtyards behind masonry.
//!
//! Binary space partitioning cuts the map into rooms; doors join a random spanning tree of neighbouring rooms and a
//! good part of the other neighbours, so that there is rarely only one way.

use super::connect::find;
use super::paint::{Rect, blot, start_place};
use super::{Draft, MapSpec};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Dir, Grid};
use crate::nav::terrain::Terrain;
use rand::RngExt;
use std::collections::BTreeMap;

const SMALLEST: i16 = 5;

pub(super) fn draft(spec: &MapSpec) -> Draft {
    let mut rng = stream(spec.seed, "rooms");
    let mut land = Grid::filled(spec.width, spec.height, Terrain::Wall);
    let largest = 11 + (spec.width.min(spec.height) / 20).min(20) as i16;
    let whole = Rect { left: 0, top: 0, width: spec.width as i16, height: spec.height as i16 }.inside(1);
    let rooms = split(whole, 1, SMALLEST, largest, &mut rng);
    let mut number: Grid<Option<usize>> = land.map(|_| None);
    for (index, room) in rooms.iter().enumerate() {
        for cell in room.cells() {
            number[cell] = Some(index);
            land[cell] = Terrain::Grass;
        }
    }
    for room in &rooms {
        furnish(&mut land, *room, &mut rng);
    }
    doors(&mut land, &number, rooms.len(), &mut rng);
    let start = start_place(&land, &mut rng);
    Draft { terrain: land, start, mirrored: false }
}

/// Cuts a rectangle with gaps of `gap` cells until no side is longer than `largest`.
pub(super) fn split(whole: Rect, gap: i16, smallest: i16, largest: i16, rng: &mut Rng) -> Vec<Rect> {
    let (mut open, mut done) = (vec![whole], Vec::new());
    while let Some(room) = open.pop() {
        let can_cut = |side: i16| side >= 2 * smallest + gap;
        let cut_columns = match (can_cut(room.width), can_cut(room.height)) {
            (true, true) if room.width * 4 > room.height * 5 => true,
            (true, true) if room.height * 4 > room.width * 5 => false,
            (true, true) => rng.random_bool(0.5),
            (true, false) => true,
            (false, true) => false,
            (false, false) => {
                done.push(room);
                continue;
            }
        };
        let side = if cut_columns { room.width } else { room.height };
        // Some rooms stay larger than the rest.
        if room.width.max(room.height) <= largest && rng.random_bool(0.55) {
            done.push(room);
            continue;
        }
        let first = rng.random_range(smallest.max(side / 4)..=(side - smallest - gap).min(side - side / 4 - gap));
        let rest = side - first - gap;
        let (one, other) = if cut_columns {
            (Rect { width: first, ..room }, Rect { left: room.left + first + gap, width: rest, ..room })
        } else {
            (Rect { height: first, ..room }, Rect { top: room.top + first + gap, height: rest, ..room })
        };
        open.extend([one, other]);
    }
    done
}

/// What a room is for. A free rim stays along the walls, so that no door is blocked.
fn furnish(land: &mut Grid<Terrain>, room: Rect, rng: &mut Rng) {
    let small = room.shorter_side();
    let use_of_room = rng.random_range(0..10);
    for cell in room.cells() {
        let (columns, rows) = room.depths(cell);
        let depth = columns.min(rows);
        land[cell] = match use_of_room {
            // A paved hall with pillars.
            0..=3 => {
                let (x, y) = (cell.x - room.left, cell.y - room.top);
                let pillars = small >= 7 && depth >= 2 && small <= 14;
                let on_lattice = x % 3 == 2 && y % 3 == 2 && x <= room.width - 3 && y <= room.height - 3;
                if pillars && on_lattice { Terrain::Wall } else { Terrain::Road }
            }
            // A courtyard with a paved walk around it.
            4..=5 if small >= 6 && depth == 1 => Terrain::Road,
            // A floor strewn with rubble.
            6 if depth >= 1 && rng.random_bool(0.35) => Terrain::Hill,
            _ => Terrain::Grass,
        };
    }
    if small >= 7 && matches!(use_of_room, 4..=5 | 7..=8) {
        let radius = (small / 2 - 3).clamp(1, 4);
        let (rim, core) =
            if rng.random_bool(0.5) { (Terrain::Shallow, Terrain::Deep) } else { (Terrain::Forest, Terrain::Forest) };
        blot(land, room.centre(), radius, rim, core);
    }
}

/// Opens doors of one to three cells in the middle of shared walls.
fn doors(land: &mut Grid<Terrain>, number: &Grid<Option<usize>>, rooms: usize, rng: &mut Rng) {
    let mut shared: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
    for cell in land.cells() {
        for dir in [Dir::East, Dir::South] {
            let side = |dir| number.get(cell.step(dir)).copied().flatten();
            if number[cell].is_none()
                && let (Some(first), Some(second)) = (side(dir.reverse()), side(dir))
            {
                shared.entry((first.min(second), first.max(second))).or_default().push(cell);
            }
        }
    }
    let mut order: Vec<_> = shared.into_iter().collect();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.random_range(0..=last));
    }
    let mut root: Vec<usize> = (0..rooms).collect();
    for ((first, second), wall) in order {
        let (first, second) = (find(&mut root, first), find(&mut root, second));
        if first == second && !rng.random_bool(0.45) {
            continue;
        }
        root[first] = second;
        let width = rng.random_range(1..=3).min(wall.len());
        let from = (wall.len() - width) / 2;
        for &cell in &wall[from..from + width] {
            land[cell] = Terrain::Road;
        }
    }
}
