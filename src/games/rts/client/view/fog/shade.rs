//! How dark each cell is: soft at the edges of what is seen, and changing step by step.

use crate::base::Grid;
use crate::games::rts::sight::SightGrid;

/// Darkness of what has never been seen.
pub const BLACK: u8 = 255;
/// Darkness of what has been seen and is not seen now.
pub const GREY: u8 = 118;
/// Most that a cell gets lighter in one step.
pub const LIGHTER: u8 = 80;
/// Most that a cell gets darker in one step: what is lost fades more slowly than what is won appears.
pub const DARKER: u8 = 34;

/// The darkness of all cells, as it is shown and as it is to become.
#[derive(Debug, Clone)]
pub struct Shade {
    shown: Grid<u8>,
    wanted: Grid<u8>,
    moves: Vec<bool>,
    /// The update of the sight that has been followed.
    stamp: u64,
    /// Working memory: the rows above, at and below, without soft edges.
    hard: [Vec<u8>; 3],
}

impl Shade {
    /// As sides of a mask see a map now.
    pub fn new(sight: &SightGrid, sides: u8) -> Self {
        let (width, height) = (sight.visible().width(), sight.visible().height());
        let black = Grid::filled(width, height, BLACK);
        let row = vec![BLACK; width.into()];
        let mut shade = Self {
            shown: black.clone(),
            wanted: black,
            moves: vec![false; height.into()],
            stamp: 0,
            hard: [row.clone(), row.clone(), row],
        };
        for row in 0..height {
            shade.soften(sight, sides, row);
        }
        shade.shown.values_mut().copy_from_slice(shade.wanted.values());
        shade.stamp = sight.stamp();
        shade
    }

    /// Takes in what sides of a mask see now; what they see of a map of other size, or of a match before, is all new.
    pub fn follow(&mut self, sight: &SightGrid, sides: u8) {
        if sight.stamp() < self.stamp || sight.visible().len() != self.shown.len() {
            *self = Self::new(sight, sides);
            return;
        }
        let height = self.shown.height();
        if sight.has_changed_since(self.stamp, sides) {
            for row in 0..height {
                let mut around = row.saturating_sub(1)..=(row + 1).min(height - 1);
                if around.any(|row| sight.has_row_changed_since(self.stamp, row)) {
                    self.soften(sight, sides, row);
                    self.moves[usize::from(row)] = true;
                }
            }
        }
        self.stamp = sight.stamp();
    }

    /// One step towards what is wanted. Gives the rows that have changed.
    pub fn step(&mut self, mut changed: impl FnMut(usize)) {
        let width = usize::from(self.shown.width());
        let rows = self.shown.values_mut().chunks_mut(width).zip(self.wanted.values().chunks(width));
        for (row, ((shown, wanted), moves)) in rows.zip(&mut self.moves).enumerate().filter(|(_, (_, moves))| **moves) {
            *moves = false;
            for (shown, wanted) in shown.iter_mut().zip(wanted) {
                *shown = (*wanted).clamp(shown.saturating_sub(LIGHTER), shown.saturating_add(DARKER));
                *moves |= shown != wanted;
            }
            changed(row);
        }
    }

    /// The darkness of all cells as it is shown, row by row.
    pub fn shown(&self) -> &[u8] {
        self.shown.values()
    }

    /// Finds the wanted darkness of a row: the mean of each cell and its neighbours by the weights 1-2-1 both ways, so that
    /// no staircase is left of a circle. Beyond the rim the map goes on as at the rim.
    fn soften(&mut self, sight: &SightGrid, sides: u8, row: u16) {
        let (width, height) = (usize::from(self.shown.width()), self.shown.height());
        let around = [row.saturating_sub(1), row, (row + 1).min(height - 1)];
        for (hard, row) in self.hard.iter_mut().zip(around) {
            let range = usize::from(row) * width..usize::from(row + 1) * width;
            let cells = sight.visible().values()[range.clone()].iter().zip(&sight.explored().values()[range]);
            for (hard, (visible, explored)) in hard.iter_mut().zip(cells) {
                *hard = match (visible & sides, explored & sides) {
                    (0, 0) => BLACK,
                    (0, _) => GREY,
                    _ => 0,
                };
            }
        }
        let [above, at, below] = &self.hard;
        let column = |x: usize| u16::from(above[x]) + 2 * u16::from(at[x]) + u16::from(below[x]);
        let wanted = &mut self.wanted.values_mut()[usize::from(row) * width..][..width];
        for (x, wanted) in wanted.iter_mut().enumerate() {
            let sum = column(x.saturating_sub(1)) + 2 * column(x) + column((x + 1).min(width - 1));
            *wanted = (sum / 16) as u8;
        }
    }
}
