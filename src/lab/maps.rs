//! Maps for lessons and measurements: drawn as text, or made at random.

use crate::base::{Cell, Grid, rng};
use rand::RngExt;

/// A map drawn as text: `#` is blocked, everything else free. The rows are to be equally long.
///
/// # Panics
/// If they are not: the pictures stand in the program.
pub fn drawn(rows: &[&str]) -> Grid<bool> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    let cells = rows.iter().flat_map(|row| row.chars().map(|symbol| symbol != '#')).collect();
    Grid::from_rows(width as u16, rows.len() as u16, cells)
}

/// The first cell of a picture that shows a symbol, the top left one if none does.
pub fn find(rows: &[&str], symbol: char) -> Cell {
    let mut found =
        rows.iter().enumerate().filter_map(|(y, row)| Some((row.chars().position(|one| one == symbol)?, y)));
    found.next().map_or(Cell::new(0, 0), |(x, y)| Cell::new(x as i16, y as i16))
}

/// A square map of which about so many hundredths are blocked, cell by cell; two opposite corners are free.
pub fn clutter(side: u16, percent: u32, seed: u64) -> Grid<bool> {
    let mut rng = rng::stream(seed, "clutter for the lab");
    let cells = (0..usize::from(side) * usize::from(side)).map(|_| rng.random_range(0..100) >= percent).collect();
    let mut map = Grid::from_rows(side, side, cells);
    let last = side as i16 - 1;
    for cell in map.cells().filter(|cell| cell.x.min(cell.y) >= last - 1 || cell.x.max(cell.y) <= 1).collect::<Vec<_>>()
    {
        map[cell] = true;
    }
    map
}

/// A square map of rooms of so many cells, each with a door to its neighbours on the right and below.
pub fn rooms(side: u16, room: u16, seed: u64) -> Grid<bool> {
    let mut rng = rng::stream(seed, "rooms for the lab");
    let step = i32::from(room) + 1;
    let is_wall = |at: i16| (i32::from(at) + 1) % step == 0;
    let mut map = Grid::filled(side, side, true);
    for cell in map.cells().filter(|cell| is_wall(cell.x) || is_wall(cell.y)).collect::<Vec<_>>() {
        map[cell] = false;
    }
    let rooms = i32::from(side) / step + 1;
    for (column, row) in (0..rooms).flat_map(|column| (0..rooms).map(move |row| (column, row))) {
        let mut along = |from: i32| from * step + rng.random_range(0..i32::from(room));
        let (right, below) = ((column * step + step - 1, along(row)), (along(column), row * step + step - 1));
        for (x, y) in [right, below] {
            if let Some(door) = map.get_mut(Cell::new(x as i16, y as i16)) {
                *door = true;
            }
        }
    }
    map
}
