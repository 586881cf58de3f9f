//! Undo and redo of map edits.
//!
//! A stroke is what one press of the button paints. Undoing issues an order like any other change, so it is recorded
//! and refused like any other: a cell under a unit may stay as it is.

use crate::base::Cell;
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::stage::{MatchResource, RtsSystems};
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::{HostOrder, OrderQueue};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Strokes that can be undone; older ones are forgotten.
const DEPTH: usize = 200;

type Stroke = BTreeMap<Cell, Terrain>;

/// The strokes of this match.
#[derive(Resource, Debug, Default)]
pub struct EditHistory {
    /// What the cells of each stroke were before it.
    done: Vec<Stroke>,
    /// What the cells of each undone stroke were before it was undone.
    undone: Vec<Stroke>,
    drawing: bool,
}

impl EditHistory {
    pub(crate) fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Adds cells with their present terrain to the stroke that is being drawn, or begins one.
    pub(super) fn begin_or_extend(&mut self, before: impl Iterator<Item = (Cell, Terrain)>) {
        if !self.drawing {
            self.drawing = true;
            self.undone.clear();
            self.done.push(BTreeMap::new());
            if self.done.len() > DEPTH {
                self.done.remove(0);
            }
        }
        if let Some(stroke) = self.done.last_mut() {
            for (cell, terrain) in before {
                stroke.entry(cell).or_insert(terrain);
            }
        }
    }

    pub(super) const fn is_drawing(&self) -> bool {
        self.drawing
    }

    pub(super) fn end_stroke(&mut self) {
        self.drawing = false;
    }

    /// The order that brings the latest stroke of `from` back, which goes over to `to`. Strokes that changed nothing,
    /// because every cell of them was refused, are passed over.
    fn turn_back(from: &mut Vec<Stroke>, to: &mut Vec<Stroke>, map: &TerrainGrid) -> Option<HostOrder> {
        loop {
            let stroke = from.pop()?;
            let now: Stroke = stroke.keys().map(|cell| (*cell, map.cells()[*cell])).collect();
            if now != stroke {
                to.push(now);
                return Some(HostOrder::Restore { cells: stroke.into_iter().collect() });
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<EditHistory>().add_systems(Update, undo_and_redo.in_set(RtsSystems::Act));
}

fn undo_and_redo(
    mut presses: MessageReader<Press<RtsAction>>,
    mut waiting: Local<VecDeque<RtsAction>>,
    mut history: ResMut<EditHistory>,
    board: Single<&TerrainGrid, With<Board>>,
    mut orders: ResMut<OrderQueue>,
) {
    waiting.extend(
        presses.read().map(|press| press.0).filter(|action| matches!(action, RtsAction::Undo | RtsAction::Redo)),
    );
    // Undo looks at the map, so orders that are on their way have to arrive first: at most a tick, paused or not.
    if !orders.is_empty() {
        return;
    }
    let Some(action) = waiting.pop_front() else { return };
    let EditHistory { done, undone, drawing } = &mut *history;
    let order = if action == RtsAction::Undo {
        EditHistory::turn_back(done, undone, &board)
    } else {
        EditHistory::turn_back(undone, done, &board)
    };
    *drawing = false;
    if let Some(order) = order {
        orders.host(order);
    }
}
