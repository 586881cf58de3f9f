//! What the middle of the lab shows, and what the pointer does there. Pages write it, the boards follow.

use crate::base::Grid;
use crate::lab::colour::{Rgb, Shade};
use crate::lab::drawing::{At, Drawing};
use crate::lab::run::Run;
use crate::nav::searchers::grid::GridMap;
use bevy::prelude::*;
use std::sync::Arc;

/// Most boards side by side.
pub const MOST_PANES: usize = 4;

/// What the middle shows. A page writes it when something has changed; nobody else does.
#[derive(Resource, Debug, Clone, Default)]
pub struct Stage {
    /// Boards side by side, at most [`MOST_PANES`].
    pub panes: Vec<Pane>,
    /// A table below them; none without rows.
    pub table: Table,
    /// A line at the bottom: what the pointer is on, what is going on.
    pub words: String,
}

/// A board.
#[derive(Debug, Clone, Default)]
pub struct Pane {
    /// One line above it.
    pub caption: String,
    /// Pixels below the shapes: a pixel a cell.
    pub ground: Ground,
    /// Shapes over it, and the bounds of the picture. What is the same [`Arc`] as before is not painted again.
    pub drawing: Arc<Drawing>,
}

impl Pane {
    /// A board with shapes only.
    pub fn of(drawing: Drawing) -> Self {
        Self { caption: drawing.title.clone(), ground: Ground::None, drawing: Arc::new(drawing) }
    }
}

/// What lies below the shapes. Only what changes from one moment to the next is painted.
#[derive(Debug, Clone, Default)]
pub enum Ground {
    #[default]
    None,
    /// A colour a cell. What is the same [`Arc`] as before is not painted again.
    Cells(Arc<Grid<Rgb>>),
    /// A search on a map after so many events.
    Run { run: Arc<Run>, map: Option<Arc<GridMap>>, shade: Shade, at: u32 },
}

/// A table: a line of heads, and rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    pub heads: Vec<String>,
    /// The first field of a row stands on the left, the others on the right of their columns.
    pub rows: Vec<Vec<String>>,
}

/// What the pointer does on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointerKind {
    Press,
    /// Moved with the button held since a press on this board; it may be outside by now.
    Drag,
    Release,
    /// Moved over it with no button.
    Hover,
    /// Not over it any more.
    Leave,
}

/// The pointer on a board. The middle button, the wheel and WASD move the picture and are not told.
#[derive(Message, Debug, Clone, Copy, PartialEq)]
pub struct BoardPointer {
    pub pane: usize,
    /// In the unit of the drawing.
    pub at: At,
    pub kind: PointerKind,
    /// Left or right; left while it hovers.
    pub button: MouseButton,
}

impl BoardPointer {
    /// The cell, on pictures of which a unit is one.
    pub fn cell(&self) -> crate::base::Cell {
        crate::base::Cell::new(self.at.0.floor() as i16, self.at.1.floor() as i16)
    }
}
