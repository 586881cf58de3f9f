//! The pointer on the boards: it moves the ends of the way, and paints walls.

use super::{Abstractions, Hovered};
use crate::base::Cell;
use crate::client::lab::stage::{BoardPointer, PointerKind};
use bevy::prelude::*;

/// What is being done with the button held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Start,
    Goal,
    /// Cells become passable, or blocked.
    Paint(bool, Cell),
}

pub(super) fn point(
    mut pointers: MessageReader<BoardPointer>,
    mut page: ResMut<Abstractions>,
    mut hovered: ResMut<Hovered>,
    mut held: Local<Option<Held>>,
) {
    for pointer in pointers.read() {
        let cell = pointer.cell();
        match pointer.kind {
            PointerKind::Leave => _ = hovered.set_if_neq(Hovered::default()),
            PointerKind::Hover => _ = hovered.set_if_neq(Hovered(Some((pointer.pane, cell)))),
            PointerKind::Press => {
                *held = begun(&page, cell, pointer.button);
                if let Some(Held::Paint(free, _)) = *held {
                    paint(&mut page, &[cell], free);
                }
            }
            PointerKind::Drag => match *held {
                Some(Held::Paint(free, last)) if cell != last => {
                    paint(&mut page, &between(last, cell), free);
                    *held = Some(Held::Paint(free, cell));
                }
                Some(Held::Start) if page.passable.get(cell) == Some(&true) && page.ends.0 != cell => {
                    page.ends.0 = cell;
                    page.search();
                }
                Some(Held::Goal) if page.passable.get(cell) == Some(&true) && page.ends.1 != cell => {
                    page.ends.1 = cell;
                    page.search();
                }
                _ => {}
            },
            PointerKind::Release => {
                if let Some(Held::Paint(..)) = held.take() {
                    page.search();
                }
            }
        }
    }
}

/// Near an end it is that end that is moved; elsewhere walls are painted, on a wall or with the right button taken away.
fn begun(page: &Abstractions, cell: Cell, button: MouseButton) -> Option<Held> {
    let reach = i16::try_from(page.passable.width().max(page.passable.height()) / 60).unwrap_or(0);
    let is_near = |end: Cell| (end.x - cell.x).abs() <= reach && (end.y - cell.y).abs() <= reach;
    let is_free = *page.passable.get(cell)?;
    Some(match button {
        MouseButton::Left if is_near(page.ends.0) => Held::Start,
        MouseButton::Left if is_near(page.ends.1) => Held::Goal,
        MouseButton::Left => Held::Paint(!is_free, cell),
        _ => Held::Paint(true, cell),
    })
}

/// The cells on the line between two, without the first: the pointer is faster than the frames.
fn between(from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (f32::from(to.x) - f32::from(from.x), f32::from(to.y) - f32::from(from.y));
    let steps = dx.abs().max(dy.abs()).max(1.0);
    let at = |step: i32| {
        let share = step as f32 / steps;
        Cell::new(from.x + (dx * share).round() as i16, from.y + (dy * share).round() as i16)
    };
    (1..=steps as i32).map(at).collect()
}

/// Cells become passable or blocked; the ends of the way stay free.
fn paint(page: &mut Abstractions, cells: &[Cell], free: bool) {
    // Levels in the making would not know of it.
    if page.all.iter().any(|one| one.hierarchy.is_none()) {
        return;
    }
    let is_change = |cell: &&Cell| {
        page.passable.get(**cell).is_some_and(|was| *was != free) && **cell != page.ends.0 && **cell != page.ends.1
    };
    let changes: Vec<(Cell, bool)> = cells.iter().filter(is_change).map(|cell| (*cell, free)).collect();
    if changes.is_empty() {
        return;
    }
    for (cell, free) in &changes {
        page.passable[*cell] = *free;
    }
    page.all.iter_mut().for_each(|one| one.edit(&changes));
}
