//! The ground as the window shows it: as those whose eyes it uses have seen it last.
//!
//! A wood that is felled in the fog stands on the screen until somebody comes by.

use crate::base::{Cell, Grid};
use crate::games::rts::client::stage::{RtsSystems, Viewer};
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::record::snapshot::Jumped;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// The ground of all cells as it is shown. Beyond what is explored it may be anything: it is black there.
#[derive(Component, Debug)]
pub(crate) struct ShownGround {
    cells: Grid<Terrain>,
    /// Cells that are shown otherwise than they are.
    outdated: BTreeSet<Cell>,
    /// The version of the terrain that has been followed.
    followed: u32,
    viewer: Viewer,
}

impl ShownGround {
    pub(crate) const fn cells(&self) -> &Grid<Terrain> {
        &self.cells
    }
}

/// The ground of cells is shown otherwise than before.
#[derive(Message, Debug, Clone)]
pub(crate) struct GroundShown(pub Vec<Cell>);

/// Brings the shown ground to the present; what draws it comes after.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ShownSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<GroundShown>()
        .add_systems(Update, (begin, follow).chain().in_set(ShownSystems).in_set(RtsSystems::Show));
}

fn begin(
    mut commands: Commands,
    board: Single<&TerrainGrid, With<Board>>,
    viewer: Res<Viewer>,
    existing: Query<(), With<ShownGround>>,
) {
    if existing.is_empty() {
        let shown = ShownGround {
            cells: board.cells().clone(),
            outdated: BTreeSet::new(),
            followed: board.version(),
            viewer: *viewer,
        };
        commands.spawn((Name::new("Shown ground"), shown, DespawnOnExit(Screen::Match)));
    }
}

fn follow(
    board: Single<(&TerrainGrid, Option<&Seen>), With<Board>>,
    viewer: Res<Viewer>,
    mut shown: Single<&mut ShownGround>,
    mut jumps: MessageReader<Jumped>,
    mut news: MessageWriter<GroundShown>,
) {
    let (terrain, seen) = *board;
    let shown = &mut **shown;
    if jumps.read().count() > 0 {
        // Of the changes on the way nobody has told.
        let differs = |(cell, shown): (Cell, &Terrain)| (terrain.cells()[cell] != *shown).then_some(cell);
        shown.outdated.extend(shown.cells.iter().filter_map(differs));
        shown.outdated.extend(seen.into_iter().flat_map(|seen| seen.memory().outdated(u8::MAX)));
    }
    shown.outdated.extend(terrain.edits_since(shown.followed));
    shown.followed = terrain.version();
    if shown.viewer != *viewer {
        shown.viewer = *viewer;
        // Other eyes may hold for old what these knew, and know what these did not.
        shown.outdated.extend(seen.into_iter().flat_map(|seen| seen.memory().outdated(u8::MAX)));
    }
    if shown.outdated.is_empty() {
        return;
    }
    let ShownGround { cells, outdated, .. } = shown;
    let mut changed = Vec::new();
    outdated.retain(|cell| {
        let truth = terrain.cells()[*cell];
        let now = match viewer.sight(seen) {
            Some((seen, sides)) => seen.memory().ground(seen.grid(), sides, *cell).unwrap_or(cells[*cell]),
            None => truth,
        };
        if std::mem::replace(&mut cells[*cell], now) != now {
            changed.push(*cell);
        }
        now != truth
    });
    if !changed.is_empty() {
        news.write(GroundShown(changed));
    }
}
