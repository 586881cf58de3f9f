//! The three tools: command, map edit, units.

use super::history::EditHistory;
use crate::base::{Cell, Grid};
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::stage::{MatchResource, RtsSystems};
use crate::games::rts::rules::KindId;
use crate::games::rts::sim::board::{Board, Occupied, TerrainGrid};
use crate::games::rts::sim::{GameRules, HostOrder, OrderQueue};
use crate::nav::occupancy::body;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    #[default]
    Command,
    Edit,
    Units,
}

/// Sides of the square brush in cells.
pub(crate) const BRUSHES: [u8; 4] = [1, 3, 5, 9];

/// The tool in hand and its settings.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toolbox {
    pub tool: Tool,
    /// What the left button paints; the right one paints grass.
    pub terrain: Terrain,
    /// Position in [`BRUSHES`].
    pub(crate) brush: usize,
    /// What the left button places.
    pub kind: KindId,
    /// Whose units are placed.
    pub side: u8,
}

impl Default for Toolbox {
    fn default() -> Self {
        Self { tool: Tool::Command, terrain: Terrain::Wall, brush: 0, kind: KindId(0), side: 0 }
    }
}

impl Toolbox {
    /// The cells under the brush around `centre` that lie on the map.
    pub(crate) fn brush_cells<T>(&self, map: &Grid<T>, centre: Cell) -> impl Iterator<Item = Cell> {
        let reach = i16::from(BRUSHES[self.brush]) / 2;
        (-reach..=reach)
            .flat_map(move |dy| (-reach..=reach).map(move |dx| Cell::new(centre.x + dx, centre.y + dy)))
            .filter(|cell| map.contains(*cell))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Toolbox>().add_systems(
        Update,
        (choose, (paint, place_and_remove)).chain().in_set(RtsSystems::Act).run_if(not(in_skirmish)),
    );
}

fn choose(mut presses: MessageReader<Press<RtsAction>>, mut toolbox: ResMut<Toolbox>, rules: Res<GameRules>) {
    for Press(action) in presses.read() {
        match (*action, toolbox.tool) {
            (RtsAction::ToolCommand, _) => toolbox.tool = Tool::Command,
            (RtsAction::ToolEdit, _) => toolbox.tool = Tool::Edit,
            (RtsAction::ToolUnits, _) => toolbox.tool = Tool::Units,
            (RtsAction::BrushSmaller, Tool::Edit) => toolbox.brush = toolbox.brush.saturating_sub(1),
            (RtsAction::BrushLarger, Tool::Edit) => toolbox.brush = (toolbox.brush + 1).min(BRUSHES.len() - 1),
            (RtsAction::Group(number @ 1..), Tool::Edit) => {
                if let Some(terrain) = Terrain::ALL.get(usize::from(number) - 1) {
                    toolbox.terrain = *terrain;
                }
            }
            (RtsAction::Group(number @ 1..), Tool::Units) => {
                if let Some((kind, _)) = rules.0.kinds().nth(usize::from(number) - 1) {
                    toolbox.kind = kind;
                }
            }
            (RtsAction::NextSide, Tool::Units) => toolbox.side = (toolbox.side + 1) % crate::games::rts::level::SIDES,
            _ => {}
        }
    }
}

/// Which of two mouse buttons is held on the map, and whether the press is new: left before right.
fn held(actions: &ActionState<RtsAction>) -> Option<(bool, bool)> {
    let any = |list: &[RtsAction], test: fn(&ActionState<RtsAction>, &RtsAction) -> bool| {
        list.iter().any(|a| test(actions, a))
    };
    let left = [RtsAction::Primary, RtsAction::PrimaryAdd, RtsAction::PrimaryRemove];
    let right = [RtsAction::Secondary, RtsAction::SecondaryQueue];
    [(true, &left[..]), (false, &right[..])].into_iter().find_map(|(is_left, list)| {
        any(list, ActionState::pressed).then(|| (is_left, any(list, ActionState::just_pressed)))
    })
}

fn paint(
    toolbox: Res<Toolbox>,
    pointer: Res<Pointer>,
    actions: Single<&ActionState<RtsAction>>,
    board: Single<&TerrainGrid, With<Board>>,
    mut history: ResMut<EditHistory>,
    mut orders: ResMut<OrderQueue>,
    mut last: Local<Option<Cell>>,
) {
    let held = if toolbox.tool == Tool::Edit { held(&actions) } else { None };
    let (Some((is_left, is_new)), Some(cell)) = (held, pointer.cell) else {
        if held.is_none() && history.is_drawing() {
            history.end_stroke();
        }
        if held.is_none() {
            *last = None;
        }
        return;
    };
    if is_new {
        history.end_stroke();
        *last = None;
    } else if *last == Some(cell) {
        return;
    }
    let terrain = if is_left { toolbox.terrain } else { Terrain::Grass };
    // A quick drag skips cells between two frames: the line between them is painted as well.
    let from = last.unwrap_or(cell);
    let map = board.cells();
    let mut cells: Vec<Cell> = std::iter::once(from)
        .chain(from.line_between(cell))
        .chain([cell])
        .flat_map(|centre| toolbox.brush_cells(map, centre))
        .collect();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells.dedup();
    *last = Some(cell);
    // Cells that look right already are ordered as well: an order that has not been carried out yet may change them.
    if !cells.is_empty() {
        history.begin_or_extend(cells.iter().map(|cell| (*cell, map[*cell])));
        orders.host(HostOrder::Paint { cells, terrain });
    }
}

fn place_and_remove(
    toolbox: Res<Toolbox>,
    pointer: Res<Pointer>,
    actions: Single<&ActionState<RtsAction>>,
    rules: Res<GameRules>,
    occupied: Single<&Occupied, With<Board>>,
    mut orders: ResMut<OrderQueue>,
    mut last: Local<Option<Cell>>,
) {
    let held = if toolbox.tool == Tool::Units { held(&actions) } else { None };
    let (Some((is_left, is_new)), Some(cell)) = (held, pointer.cell) else {
        if held.is_none() {
            *last = None;
        }
        return;
    };
    if !is_new && *last == Some(cell) {
        return;
    }
    *last = Some(cell);
    let size = if is_left { rules.0.kind(toolbox.kind).size } else { 1 };
    let is_free = body(cell, size).all(|cell| occupied.table().is_free(cell));
    match (is_left, is_free) {
        // While dragging, cells that do not fit are passed over; a click is always answered by the simulation.
        (true, free) if free || is_new => {
            orders.host(HostOrder::Place { kind: toolbox.kind, side: toolbox.side, at: cell });
        }
        (false, free) if !free || is_new => orders.host(HostOrder::Remove { at: cell }),
        _ => {}
    }
}
